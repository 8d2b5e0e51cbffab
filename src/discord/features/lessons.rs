//! Lessons: a private card on which a person plays the moves of a step, and which then goes on to the next step.
//!
//! All state is in the ids of the card's menus and buttons, so it works after a restart, and a repeated click has the same result.
//! Progress is also stored, for people who come back later.

use super::challenge::opponent_picker::whom;
use super::game::boards;
use super::game::choose_move::{entered, form_for_move};
use crate::app::{LessonCard, LessonEnd, LessonLine, LessonView, Mover, PuzzleWish};
use crate::discord::components::custom_id::{ComponentAction, Learner, LessonAction, PieceThen};
use crate::discord::components::move_picker::{self, CardState, MenuPick};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::{Entered, Interaction};
use crate::discord::locale::{private, public};
use crate::discord::reply::{Answer, Button, Card, CardPart, MenuLine, Reply, Select, Style, meant};
use crate::game::{LessonStand, UserId};
use crate::rules::Variant;
use crate::words::{Label, NotDone, Start, Words};

/// The lessons of all games, with the person's progress in each. If there are more games than a menu holds, `page` counts from 0.
///
/// # Errors
/// Only faults.
pub async fn all(ctx: &Context, from: &Interaction, page: usize) -> Result<Reply, HandlerError> {
    let (words, person) = (private(from), UserId(from.who.id));
    let lines = ctx.app.lessons(person).await?;
    Ok(Reply::card(Card::of(words.lessons_card(&lines)).select(games(words, person, &lines, page))))
}

/// The next step for the person in a game's lesson.
///
/// # Errors
/// Only faults.
pub async fn next(ctx: &Context, from: &Interaction, game: Variant) -> Result<Reply, HandlerError> {
    let person = UserId(from.who.id);
    let view = ctx.app.lesson(person, game).await?;
    Ok(step(private(from), person, &view, &CardState::default()))
}

/// A click or a choice on a card of lessons.
///
/// # Errors
/// A private sentence.
pub async fn press(
    ctx: &Context,
    from: &Interaction,
    deed: LessonAction,
    chosen: &[String],
) -> HandlerResult {
    let words = private(from);
    let text = chosen.first().map_or("", |text| text.trim());
    match deed {
        LessonAction::All => Ok(Response::say(all(ctx, from, 0).await?)),
        LessonAction::List(person) => {
            own(from, person)?;
            Ok(Response::turn(all(ctx, from, 0).await?))
        }
        LessonAction::Open(person) => {
            own(from, person)?;
            if let MenuPick::Page(page) = move_picker::picked([words, public(from)], text) {
                return Ok(Response::turn(all(ctx, from, page).await?));
            }
            let lines = ctx.app.lessons(person).await?;
            let meant = meant(&lines, |one| line(words, one), text).ok_or_else(|| unreadable(from))?;
            Ok(Response::turn(next(ctx, from, meant.game).await?))
        }
        LessonAction::See(now) => shown(ctx, from, now, None, CardState::default()).await,
        LessonAction::Piece(now) => piece(ctx, from, now, text).await,
        LessonAction::To(then) | LessonAction::As(then) => way(ctx, from, then, text).await,
        LessonAction::Type(now) => {
            own(from, now.person)?;
            let form = form_for_move(words, ComponentAction::Lesson(deed), now.stand.game);
            Ok(Response { answer: Answer::Form(form), then: Vec::new() })
        }
        LessonAction::Solution(now) => {
            own(from, now.person)?;
            let view = ctx.app.lesson_solution(now.person, now.stand).await?;
            Ok(Response::turn(step(words, now.person, &view, &CardState::default())))
        }
        LessonAction::Play(game) => Ok(Response::say(whom(words, game))),
    }
}

/// The form of a card was submitted: plays the move that was typed.
///
/// # Errors
/// A private sentence.
pub async fn typed(
    ctx: &Context,
    from: &Interaction,
    now: Learner,
    fields: &[(String, Entered)],
) -> HandlerResult {
    let text = entered(from, fields)?;
    play(ctx, from, now, text).await
}

/// Makes sure that a card is used only by the person it belongs to.
fn own(from: &Interaction, person: UserId) -> Result<(), HandlerError> {
    if person.0 == from.who.id { Ok(()) } else { Err(HandlerError::say(private(from).lesson_of_another())) }
}

fn unreadable(from: &Interaction) -> HandlerError {
    HandlerError::say(private(from).not_done(NotDone::Unreadable))
}

/// The step as it stands, with the moves of the chosen piece.
async fn shown(
    ctx: &Context,
    from: &Interaction,
    now: Learner,
    chosen: Option<PieceThen<Learner>>,
    state: CardState,
) -> HandlerResult {
    own(from, now.person)?;
    let same =
        |movers: &[Mover]| movers.iter().position(|mover| Some(mover.from) == chosen.map(|one| one.from));
    let view = ctx.app.lesson_at(now.person, now.stand, same).await?;
    Ok(Response::turn(step(private(from), now.person, &view, &state)))
}

/// The moves of the chosen piece, or another page of pieces.
async fn piece(ctx: &Context, from: &Interaction, now: Learner, text: &str) -> HandlerResult {
    own(from, now.person)?;
    let languages = [private(from), public(from)];
    let name = match move_picker::picked(languages, text) {
        MenuPick::Page(page) => {
            return shown(ctx, from, now, None, CardState { page: Some(page), open: None }).await;
        }
        MenuPick::Line(name) | MenuPick::Place(name) => name,
    };
    let at = |movers: &[Mover]| move_picker::mover_at(languages, movers, &name);
    let view = ctx.app.lesson_at(now.person, now.stand, at).await?;
    if view.chosen.is_none() {
        return Err(unreadable(from));
    }
    Ok(Response::turn(step(private(from), now.person, &view, &CardState::default())))
}

/// Plays the chosen move, or shows another page of moves or what a pawn can become.
async fn way(ctx: &Context, from: &Interaction, then: PieceThen<Learner>, text: &str) -> HandlerResult {
    let state = match move_picker::picked([private(from), public(from)], text) {
        MenuPick::Line(text) => return play(ctx, from, then.now, &text).await,
        MenuPick::Page(page) => CardState { page: Some(page), open: None },
        MenuPick::Place(place) => CardState { page: None, open: Some(place) },
    };
    shown(ctx, from, then.now, Some(then), state).await
}

async fn play(ctx: &Context, from: &Interaction, now: Learner, text: &str) -> HandlerResult {
    own(from, now.person)?;
    let words = private(from);
    let card = ctx.app.lesson_play(&caller(from), now.stand, text).await?;
    Ok(Response::turn(match card {
        LessonCard::Step(view) => step(words, now.person, &view, &CardState::default()),
        LessonCard::End(done) => end(words, now.person, &done),
    }))
}

fn button(words: &Words, label: Label, deed: LessonAction) -> Button {
    Button { label: words.label(label), id: ComponentAction::Lesson(deed), style: Style::Plain }
}

/// The card of a step.
fn step(words: &'static Words, person: UserId, view: &LessonView, state: &CardState) -> Reply {
    let now = Learner { person, stand: view.stand };
    let mut card = Card::default();
    if let Some(news) = &view.news {
        card = card.text(words.lesson_news(view, news)).part(CardPart::Line);
    }
    card = card.text(words.lesson_step(view)).part(CardPart::Picture);
    let board = match &view.chosen {
        Some(piece) => {
            card = card.text(words.told_mover(piece));
            &piece.board
        }
        None => &view.board,
    };
    let ids = |from| {
        let piece = PieceThen { now, from };
        [LessonAction::To(piece), LessonAction::As(piece)].map(ComponentAction::Lesson)
    };
    let menus = move_picker::of_movers(
        words,
        (&view.movers, view.chosen.as_ref()),
        ComponentAction::Lesson(LessonAction::Piece(now)),
        ids,
        state,
    );
    let mut buttons = vec![
        button(words, Label::TypeMove, LessonAction::Type(now)),
        button(words, Label::Solution, LessonAction::Solution(now)),
    ];
    let first = view.stand.again();
    if view.stand != first {
        let again = LessonAction::See(Learner { person, stand: first });
        buttons.push(button(words, Label::StepAgain, again));
    }
    buttons.push(boards::rules(words, view.stand.game));
    buttons.push(button(words, Label::AllLessons, LessonAction::List(person)));
    let card = menus.into_iter().fold(card, Card::select).buttons(buttons);
    Reply::card(card).picture(boards::in_look(words, board, view.look))
}

/// The card at the end of a lesson: a first game, and what else can be learnt.
fn end(words: &'static Words, person: UserId, done: &LessonEnd) -> Reply {
    let again = Learner { person, stand: LessonStand::at(done.game, 0) };
    let puzzles = PuzzleWish { game: Some(done.game), grade: None };
    let buttons = vec![
        Button {
            label: words.label(Label::PlayFirst),
            id: ComponentAction::StartLevel(done.game),
            style: Style::Yes,
        },
        button(words, Label::PlayFriend, LessonAction::Play(done.game)),
        button(words, Label::StepAgain, LessonAction::See(again)),
        boards::rules(words, done.game),
        Button {
            label: words.label(Label::SolveOne),
            id: ComponentAction::Puzzle(puzzles),
            style: Style::Plain,
        },
    ];
    let card = Card::of(words.lesson_end(done)).part(CardPart::Picture).buttons(buttons);
    let card = card.select(games(words, person, &done.lessons, 0));
    Reply::card(card).picture(boards::in_look(words, &done.board, done.look))
}

/// The menu of all lessons.
fn games(words: &Words, person: UserId, lessons: &[LessonLine], page: usize) -> Select {
    let lines = lessons.iter().map(|one| line(words, one)).collect();
    move_picker::paged(
        words,
        words.start(Start::ChooseGame),
        ComponentAction::Lesson(LessonAction::Open(person)),
        lines,
        page,
    )
}

/// A line of that menu.
fn line(words: &Words, lesson: &LessonLine) -> MenuLine {
    MenuLine::new(&words.game(lesson.game), lesson.game.slug()).hint(&words.lesson_progress(lesson))
}
