//! Puzzles: a private card on which a person looks for the one winning line, and which then shows the next
//! puzzle.
//!
//! All state is in the ids of the card's menus and buttons, so it works after a restart, and a repeated click
//! has the same result. Solved puzzles are also stored, so that no person gets one again.

use crate::app::{Feature, PuzzleCard, PuzzleEnd, PuzzleNews, PuzzleStand, PuzzleView, PuzzleWish};
use crate::discord::actions::{PageAction, PuzzleAction};
use crate::discord::components::click::{Click, typed_move};
use crate::discord::components::form::for_move;
use crate::discord::components::move_card::{self, CardShown, MoveCard, WantedPiece};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::messages::boards;
use crate::discord::messages::move_picker;
use crate::discord::messages::move_picker::{CardActions, CardState};
use crate::discord::reply::{Button, Card, CardPart, Reply};
use crate::words::{ByHand, Label, Words};

/// A puzzle that the person has not solved.
pub async fn next(ctx: &Context, interaction: &Interaction, wish: PuzzleWish) -> Result<Reply, HandlerError> {
    let card = ctx.app.next_puzzle(interaction.who.id, wish, None).await?;
    Ok(shown(private(interaction), &card, &CardState::default()))
}

/// Handles a click or a choice on the card of a puzzle, or its submitted form.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    action: PuzzleAction,
    click: Click<'_>,
) -> HandlerResult {
    let (words, who) = (private(interaction), interaction.who.id);
    let card = match action {
        PuzzleAction::Piece(now) => {
            return move_card::piece(&PuzzleBoard(now), ctx, interaction, click.text()).await;
        }
        PuzzleAction::To(then) | PuzzleAction::As(then) => {
            return move_card::place(&PuzzleBoard(then.now), ctx, interaction, then.from, click.text()).await;
        }
        PuzzleAction::Type(now) => {
            return match click.fields {
                None => Ok(Response::form(for_move(words, action, now.game))),
                Some(fields) => {
                    PuzzleBoard(now).play(ctx, interaction, typed_move(interaction, fields)?).await
                }
            };
        }
        PuzzleAction::Hint(now) => ctx.app.puzzle_hint(&caller(interaction), now, false).await?,
        PuzzleAction::Move(now) => ctx.app.puzzle_hint(&caller(interaction), now, true).await?,
        PuzzleAction::Solution(now) => ctx.app.puzzle_solution(&caller(interaction), now).await?,
        PuzzleAction::Unsolved(wish) => return Ok(Response::say(next(ctx, interaction, wish).await?)),
        PuzzleAction::Again(now) => {
            // The public message with the puzzle of the day must stay unchanged.
            let public = interaction.clicked_in_public().is_some();
            if public {
                ctx.app.is_on(Feature::Puzzles)?;
            }
            let card = ctx.app.puzzle_at(who, now, |_| None).await?;
            let reply = shown(words, &card, &CardState::default());
            return Ok(if public { Response::say(reply) } else { Response::turn(reply) });
        }
        PuzzleAction::Next(last) => ctx.app.next_puzzle(who, last.wish, Some(last)).await?,
    };
    Ok(Response::turn(shown(words, &card, &CardState::default())))
}

/// The card of a puzzle in progress.
struct PuzzleBoard(PuzzleStand);

impl MoveCard for PuzzleBoard {
    async fn show(
        &self,
        ctx: &Context,
        interaction: &Interaction,
        wanted: &WantedPiece<'_>,
        state: CardState,
    ) -> Result<CardShown, HandlerError> {
        let card = ctx.app.puzzle_at(interaction.who.id, self.0, |movers| wanted.among(movers)).await?;
        // The puzzle may have been solved meanwhile; the card then says so.
        let lacks_piece =
            matches!(&card, PuzzleCard::Open(view) if view.chosen.is_none() && view.stand == self.0);
        Ok(CardShown { response: Response::turn(shown(private(interaction), &card, &state)), lacks_piece })
    }

    async fn play(&self, ctx: &Context, interaction: &Interaction, text: &str) -> HandlerResult {
        let card = ctx.app.play_puzzle(&caller(interaction), self.0, text).await?;
        Ok(Response::turn(shown(private(interaction), &card, &CardState::default())))
    }
}

fn shown(words: &'static Words, card: &PuzzleCard, state: &CardState) -> Reply {
    match card {
        PuzzleCard::Open(view) => open(words, view, state),
        PuzzleCard::Over(end) => over(words, end),
        PuzzleCard::NoneYet(game) => Reply::card(Card::of(words.no_puzzles(*game))),
        PuzzleCard::NoneLeft(standing) => Reply::card(Card::of(words.puzzles_solved(standing))),
    }
}

/// The card of an unsolved puzzle.
fn open(words: &'static Words, view: &PuzzleView, state: &CardState) -> Reply {
    let now = view.stand;
    let mut card = Card::of(words.puzzle_task(view));
    if let Some(news) = &view.news {
        card = card.text(words.puzzle_news(view, news, ByHand::Menus));
    }
    // The hint stays when a wrong move is played.
    let told_again = view
        .hint
        .as_ref()
        .filter(|_| !matches!(&view.news, Some(PuzzleNews::Piece(..) | PuzzleNews::Shown(_))));
    if let Some(hint) = told_again {
        card = card.text(words.puzzle_hint(view, hint));
    }
    card = card.part(CardPart::Picture);
    let board = match &view.chosen {
        Some(piece) => {
            card = card.text(words.told_mover(piece));
            &piece.board
        }
        None => &view.board,
    };
    let actions =
        CardActions { now, piece: PuzzleAction::Piece, to: PuzzleAction::To, becomes: PuzzleAction::As };
    let menus = move_picker::of_card(words, &actions, (&view.movers, view.chosen.as_ref()), state);
    // The first hint names the piece, the second the move.
    let hint = match (&view.news, now.hinted) {
        (Some(PuzzleNews::Shown(_)), _) | (_, false) => {
            Button::new(words, Label::Hint, PuzzleAction::Hint(now))
        }
        (_, true) => Button::new(words, Label::ShowMove, PuzzleAction::Move(now)),
    };
    let buttons = vec![
        Button::new(words, Label::TypeMove, PuzzleAction::Type(now)),
        hint,
        Button::new(words, Label::Solution, PuzzleAction::Solution(now)),
        Button::new(words, Label::AnotherPuzzle, PuzzleAction::Next(now)),
        boards::rules(words, now.game),
    ];
    let page = vec![Button::new(words, Label::OpenPage, PageAction::Puzzle(now))];
    let card = menus.into_iter().fold(card, Card::select).buttons(buttons).buttons(page);
    Reply::card(card).picture(boards::in_look(words, board, view.look))
}

/// The card of a finished puzzle.
fn over(words: &'static Words, end: &PuzzleEnd) -> Reply {
    let again = PuzzleStand { plies: 0, hinted: false, ..end.stand };
    let mut buttons = vec![Button::new(words, Label::NextPuzzle, PuzzleAction::Next(end.stand))];
    if !end.solved {
        buttons.push(Button::new(words, Label::PuzzleAgain, PuzzleAction::Again(again)));
    }
    let card = Card::of(words.puzzle_end(end)).part(CardPart::Picture).buttons(buttons);
    Reply::card(card).picture(boards::in_look(words, &end.board, end.look))
}
