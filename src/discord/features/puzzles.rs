//! Puzzles: a private card on which a person looks for the one winning line, and which then goes on to the next puzzle.
//!
//! All state is in the ids of the card's menus and buttons, so it works after a restart, and a repeated click has the same result.
//! Solved puzzles are also stored, so that nobody sees one again.

use super::game::boards;
use super::game::choose_move::{entered, form_for_move};
use crate::app::{Mover, PuzzleCard, PuzzleEnd, PuzzleNews, PuzzleStand, PuzzleView, PuzzleWish};
use crate::discord::components::custom_id::{ComponentAction, PieceThen};
use crate::discord::components::move_picker::{self, CardState, MenuPick};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::{Entered, Interaction, InteractionData};
use crate::discord::locale::{private, public};
use crate::discord::reply::{Answer, Button, Card, CardPart, Reply, Style};
use crate::game::UserId;
use crate::words::{Label, NotDone, Words};

/// A puzzle that the person has not solved.
///
/// # Errors
/// Only faults.
pub async fn next(ctx: &Context, from: &Interaction, wish: PuzzleWish) -> Result<Reply, HandlerError> {
    let card = ctx.app.next_puzzle(UserId(from.who.id), wish, None).await?;
    Ok(shown(private(from), &card, &CardState::default()))
}

/// A click or a choice on the card of a puzzle.
///
/// # Errors
/// A private sentence.
pub async fn press(
    ctx: &Context,
    from: &Interaction,
    meaning: ComponentAction,
    chosen: &[String],
) -> HandlerResult {
    let (words, who) = (private(from), UserId(from.who.id));
    let text = chosen.first().map_or("", |text| text.trim());
    let card = match meaning {
        ComponentAction::PuzzlePiece(now) => return piece(ctx, from, now, text).await,
        ComponentAction::PuzzleTo(then) | ComponentAction::PuzzleAs(then) => {
            return way(ctx, from, then, text).await;
        }
        ComponentAction::PuzzleType(now) => {
            let form = form_for_move(words, meaning, now.game);
            return Ok(Response { answer: Answer::Form(form), then: Vec::new() });
        }
        ComponentAction::PuzzleHint(now) => ctx.app.puzzle_hint(who, now, false).await?,
        ComponentAction::PuzzleMove(now) => ctx.app.puzzle_hint(who, now, true).await?,
        ComponentAction::PuzzleSolution(now) => ctx.app.puzzle_solution(who, now).await?,
        ComponentAction::Puzzle(wish) => return Ok(Response::say(next(ctx, from, wish).await?)),
        ComponentAction::PuzzleAgain(now) => {
            let card = ctx.app.puzzle_at(who, now, |_| None).await?;
            let reply = shown(words, &card, &CardState::default());
            // The public message with the puzzle of the day stays as it is, for everybody.
            let public = matches!(from.what, InteractionData::Component { private: false, .. });
            return Ok(if public { Response::say(reply) } else { Response::turn(reply) });
        }
        ComponentAction::PuzzleNext(last) => ctx.app.next_puzzle(who, last.wish, Some(last)).await?,
        _ => return Err(unreadable(from)),
    };
    Ok(Response::turn(shown(words, &card, &CardState::default())))
}

/// The form of a card was submitted: plays the move that was typed.
///
/// # Errors
/// A private sentence.
pub async fn typed(
    ctx: &Context,
    from: &Interaction,
    now: PuzzleStand,
    fields: &[(String, Entered)],
) -> HandlerResult {
    play(ctx, from, now, entered(from, fields)?).await
}

fn unreadable(from: &Interaction) -> HandlerError {
    HandlerError::say(private(from).not_done(NotDone::Unreadable))
}

/// The moves of the chosen piece, or another page of pieces.
async fn piece(ctx: &Context, from: &Interaction, now: PuzzleStand, text: &str) -> HandlerResult {
    let languages = [private(from), public(from)];
    let (name, state) = match move_picker::picked(languages, text) {
        MenuPick::Page(page) => (None, CardState { page: Some(page), open: None }),
        MenuPick::Line(name) | MenuPick::Place(name) => (Some(name), CardState::default()),
    };
    let at = |movers: &[Mover]| move_picker::mover_at(languages, movers, name.as_deref()?);
    let card = ctx.app.puzzle_at(UserId(from.who.id), now, at).await?;
    match &card {
        PuzzleCard::Open(view) if name.is_some() && view.chosen.is_none() && view.stand == now => {
            Err(unreadable(from))
        }
        card => Ok(Response::turn(shown(private(from), card, &state))),
    }
}

/// Plays the chosen move, or shows another page of moves or what a pawn can become.
async fn way(ctx: &Context, from: &Interaction, then: PieceThen<PuzzleStand>, text: &str) -> HandlerResult {
    let state = match move_picker::picked([private(from), public(from)], text) {
        MenuPick::Line(text) => return play(ctx, from, then.now, &text).await,
        MenuPick::Page(page) => CardState { page: Some(page), open: None },
        MenuPick::Place(place) => CardState { page: None, open: Some(place) },
    };
    let same = |movers: &[Mover]| movers.iter().position(|mover| mover.from == then.from);
    let card = ctx.app.puzzle_at(UserId(from.who.id), then.now, same).await?;
    Ok(Response::turn(shown(private(from), &card, &state)))
}

async fn play(ctx: &Context, from: &Interaction, now: PuzzleStand, text: &str) -> HandlerResult {
    let card = ctx.app.play_puzzle(&caller(from), now, text).await?;
    Ok(Response::turn(shown(private(from), &card, &CardState::default())))
}

fn shown(words: &'static Words, card: &PuzzleCard, state: &CardState) -> Reply {
    match card {
        PuzzleCard::Open(view) => open(words, view, state),
        PuzzleCard::Over(end) => over(words, end),
        PuzzleCard::NoneYet(game) => Reply::card(Card::of(words.no_puzzles(*game))),
        PuzzleCard::NoneLeft(standing) => Reply::card(Card::of(words.puzzles_solved(standing))),
    }
}

fn button(words: &Words, label: Label, id: ComponentAction) -> Button {
    Button { label: words.label(label), id, style: Style::Plain }
}

/// The card of an unsolved puzzle.
fn open(words: &'static Words, view: &PuzzleView, state: &CardState) -> Reply {
    let now = view.stand;
    let mut card = Card::of(words.puzzle_task(view));
    if let Some(news) = &view.news {
        card = card.text(words.puzzle_news(view, news));
    }
    card = card.part(CardPart::Picture);
    let board = match &view.chosen {
        Some(piece) => {
            card = card.text(words.told_mover(piece));
            &piece.board
        }
        None => &view.board,
    };
    let ids = |from| {
        let piece = PieceThen { now, from };
        [ComponentAction::PuzzleTo(piece), ComponentAction::PuzzleAs(piece)]
    };
    let menus = move_picker::of_movers(
        words,
        (&view.movers, view.chosen.as_ref()),
        ComponentAction::PuzzlePiece(now),
        ids,
        state,
    );
    // A hint names the piece first, then the move.
    let hint = match &view.news {
        Some(PuzzleNews::Piece(..)) => button(words, Label::ShowMove, ComponentAction::PuzzleMove(now)),
        _ => button(words, Label::Hint, ComponentAction::PuzzleHint(now)),
    };
    let buttons = vec![
        button(words, Label::TypeMove, ComponentAction::PuzzleType(now)),
        hint,
        button(words, Label::Solution, ComponentAction::PuzzleSolution(now)),
        button(words, Label::AnotherPuzzle, ComponentAction::PuzzleNext(now)),
        boards::rules(words, now.game),
    ];
    let card = menus.into_iter().fold(card, Card::select).buttons(buttons);
    Reply::card(card).picture(boards::in_look(words, board, view.look))
}

/// The card of a puzzle that is over.
fn over(words: &'static Words, end: &PuzzleEnd) -> Reply {
    let again = PuzzleStand { plies: 0, ..end.stand };
    let mut buttons = vec![button(words, Label::NextPuzzle, ComponentAction::PuzzleNext(end.stand))];
    if !end.solved {
        buttons.push(button(words, Label::PuzzleAgain, ComponentAction::PuzzleAgain(again)));
    }
    let card = Card::of(words.puzzle_end(end)).part(CardPart::Picture).buttons(buttons);
    Reply::card(card).picture(boards::in_look(words, &end.board, end.look))
}
