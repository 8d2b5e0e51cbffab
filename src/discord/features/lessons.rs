//! Lessons: a private card on which a person plays the moves of a step, and which then shows the next step.
//!
//! All state is in the ids of the card's menus and buttons, so it works after a restart, and a repeated click
//! has the same result. Progress is also stored, for people who return later.

use super::challenge::opponent_picker::opponent_menu;
use crate::app::{LessonCard, LessonEnd, LessonLine, LessonView, PuzzleWish};
use crate::discord::actions::{FirstStepsAction, Learner, LessonAction, PageAction, PuzzleAction};
use crate::discord::components::click::{Click, typed_move};
use crate::discord::components::form::for_move;
use crate::discord::components::move_card::{self, CardShown, MoveCard, WantedPiece};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{private, public};
use crate::discord::messages::boards;
use crate::discord::messages::move_picker;
use crate::discord::messages::move_picker::{CardActions, CardState, MenuPick};
use crate::discord::reply::{Button, Card, CardPart, MenuLine, Reply, Select, Style, meant};
use crate::game::{LessonStand, UserId};
use crate::rules::Variant;
use crate::words::{ByHand, Label, NotDone, Start, Words};

/// The lessons of all games, with the person's progress in each.
///
/// `page` counts from 0 and matters only if there are more games than a menu holds.
pub async fn all(ctx: &Context, interaction: &Interaction, page: usize) -> Result<Reply, HandlerError> {
    let (words, person) = (private(interaction), interaction.who.id);
    let lines = ctx.app.lessons(person).await?;
    Ok(Reply::card(Card::of(words.lessons_card(&lines)).select(games(words, person, &lines, page))))
}

/// The person's next step in a game's lesson.
pub async fn next(ctx: &Context, interaction: &Interaction, game: Variant) -> Result<Reply, HandlerError> {
    let person = interaction.who.id;
    if game.is_custom() {
        return Err(HandlerError::say(private(interaction).no_lesson(game)));
    }
    let view = ctx.app.lesson(person, game).await?;
    Ok(step(private(interaction), person, &view, &CardState::default()))
}

/// Handles a click or a choice on a card of lessons, or its submitted form.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    action: LessonAction,
    click: Click<'_>,
) -> HandlerResult {
    let (words, text) = (private(interaction), click.text());
    match action {
        LessonAction::All(()) => Ok(Response::say(all(ctx, interaction, 0).await?)),
        LessonAction::List(person) => {
            own(interaction, person)?;
            Ok(Response::turn(all(ctx, interaction, 0).await?))
        }
        LessonAction::Open(person) => {
            own(interaction, person)?;
            if let MenuPick::Page(page) = move_picker::picked([words, public(interaction)], text) {
                return Ok(Response::turn(all(ctx, interaction, page).await?));
            }
            let lines = ctx.app.lessons(person).await?;
            let meant = meant(&lines, |one| line(words, one), text)
                .ok_or_else(|| HandlerError::not_done(interaction, NotDone::Unreadable))?;
            Ok(Response::turn(next(ctx, interaction, meant.game).await?))
        }
        LessonAction::See(now) => {
            let card = LessonBoard(now);
            Ok(card.show(ctx, interaction, &WantedPiece::Nothing, CardState::default()).await?.response)
        }
        LessonAction::Piece(now) => move_card::piece(&LessonBoard(now), ctx, interaction, text).await,
        LessonAction::To(then) | LessonAction::As(then) => {
            move_card::place(&LessonBoard(then.now), ctx, interaction, then.from, text).await
        }
        LessonAction::Type(now) => match click.fields {
            None => {
                own(interaction, now.person)?;
                Ok(Response::form(for_move(words, action, now.stand.game)))
            }
            Some(fields) => LessonBoard(now).play(ctx, interaction, typed_move(interaction, fields)?).await,
        },
        LessonAction::Solution(now) => {
            own(interaction, now.person)?;
            let view = ctx.app.lesson_solution(now.person, now.stand).await?;
            Ok(Response::turn(step(words, now.person, &view, &CardState::default())))
        }
        LessonAction::Play(game) => Ok(Response::say(opponent_menu(words, game))),
    }
}

/// The card of a step in progress.
struct LessonBoard(Learner);

impl MoveCard for LessonBoard {
    async fn show(
        &self,
        ctx: &Context,
        interaction: &Interaction,
        wanted: &WantedPiece<'_>,
        state: CardState,
    ) -> Result<CardShown, HandlerError> {
        let Learner { person, stand } = self.0;
        own(interaction, person)?;
        let view = ctx.app.lesson_at(person, stand, |movers| wanted.among(movers)).await?;
        let response = Response::turn(step(private(interaction), person, &view, &state));
        // A later release may have changed the lesson: its step then starts again.
        Ok(CardShown { response, lacks_piece: view.chosen.is_none() && view.stand == stand })
    }

    async fn play(&self, ctx: &Context, interaction: &Interaction, text: &str) -> HandlerResult {
        let Learner { person, stand } = self.0;
        own(interaction, person)?;
        let words = private(interaction);
        let card = ctx.app.lesson_play(&caller(interaction), stand, text).await?;
        Ok(Response::turn(match card {
            LessonCard::Step(view) => step(words, person, &view, &CardState::default()),
            LessonCard::End(done) => end(words, person, &done),
        }))
    }
}

/// Checks that a card is used by its owner.
fn own(interaction: &Interaction, person: UserId) -> Result<(), HandlerError> {
    if person == interaction.who.id {
        Ok(())
    } else {
        Err(HandlerError::say(private(interaction).lesson_of_another()))
    }
}

/// The card of a step.
fn step(words: &'static Words, person: UserId, view: &LessonView, state: &CardState) -> Reply {
    let now = Learner { person, stand: view.stand };
    let mut card = Card::default();
    if let Some(news) = &view.news {
        card = card.text(words.lesson_news(view, news, ByHand::Menus)).part(CardPart::Line);
    }
    card = card.text(words.lesson_step(view, ByHand::Menus)).part(CardPart::Picture);
    let board = match &view.chosen {
        Some(piece) => {
            card = card.text(words.told_mover(piece));
            &piece.board
        }
        None => &view.board,
    };
    let actions =
        CardActions { now, piece: LessonAction::Piece, to: LessonAction::To, becomes: LessonAction::As };
    let menus = move_picker::of_card(words, &actions, (&view.movers, view.chosen.as_ref()), state);
    let mut buttons = vec![
        Button::new(words, Label::TypeMove, LessonAction::Type(now)),
        Button::new(words, Label::Solution, LessonAction::Solution(now)),
    ];
    let first = view.stand.again();
    if view.stand != first {
        let again = LessonAction::See(Learner { person, stand: first });
        buttons.push(Button::new(words, Label::StepAgain, again));
    }
    buttons.push(boards::rules(words, view.stand.game));
    buttons.push(Button::new(words, Label::AllLessons, LessonAction::List(person)));
    let page = vec![Button::new(words, Label::OpenPage, PageAction::Lesson(now))];
    let card = menus.into_iter().fold(card, Card::select).buttons(buttons).buttons(page);
    Reply::card(card).picture(boards::in_look(words, board, view.look))
}

/// The card at the end of a lesson: a first game, and other lessons.
fn end(words: &'static Words, person: UserId, done: &LessonEnd) -> Reply {
    let again = Learner { person, stand: LessonStand::at(done.game, 0) };
    let puzzles = PuzzleWish { game: Some(done.game), grade: None };
    let buttons = vec![
        Button::new(words, Label::PlayFirst, FirstStepsAction::StartLevel(done.game)).style(Style::Yes),
        Button::new(words, Label::PlayFriend, LessonAction::Play(done.game)),
        Button::new(words, Label::StepAgain, LessonAction::See(again)),
        boards::rules(words, done.game),
        Button::new(words, Label::SolveOne, PuzzleAction::Unsolved(puzzles)),
    ];
    let card = Card::of(words.lesson_end(done)).part(CardPart::Picture).buttons(buttons);
    let card = card.select(games(words, person, &done.lessons, 0));
    Reply::card(card).picture(boards::in_look(words, &done.board, done.look))
}

/// The menu of all lessons.
fn games(words: &Words, person: UserId, lessons: &[LessonLine], page: usize) -> Select {
    let lines = lessons.iter().map(|one| line(words, one)).collect();
    move_picker::paged(words, words.start(Start::ChooseGame), LessonAction::Open(person), lines, page)
}

/// A line of the menu of lessons.
fn line(words: &Words, lesson: &LessonLine) -> MenuLine {
    MenuLine::new(&words.game(lesson.game), lesson.game.slug()).hint(&words.lesson_progress(lesson))
}
