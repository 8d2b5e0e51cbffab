//! Lessons and puzzles on a page, with the same calls and sentences as in the chat.
//!
//! The person's place is part of the page's address and is sent with each request. Requests are idempotent,
//! so they need no id for deduplication.

use axum::http::StatusCode;
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::Deserialize;

use super::actions::{Action, Kind, LearningAct, is_sound};
use super::answers::{Arrow, Says, arrow, failed, json, read, says};
use super::guard;
use super::lessons::{self, LIST};
use super::reader::{Reader, plain};
use super::shared::Shared;
use super::state::{ByName, Look, State, files, list, ranks};
use super::visit::{Asked, Visit};
use crate::app::{
    AppError, BoardAt, Caller, LearningAction, LearningAt, LearningBoard, LearningCard, LearningView,
    LessonCard, LessonNews, PuzzleCard, PuzzleNews, PuzzleStand, PuzzleWish, page_action,
};
use crate::game::{LessonStand, Ply};
use crate::rules::Color;
use crate::words::{Beside, ByHand, Label, PagePerson};

/// The maximum length of a place in an address.
const PLACE: usize = 400;

/// An action as a page sends it.
#[derive(Deserialize)]
struct LearningRequest {
    /// The action's id. Retries repeat it.
    #[serde(default)]
    id: String,
    /// The number of actions whose responses the page has received.
    rev: i64,
    /// The place where the action applies.
    at: String,
    r#do: LearningAct,
    #[serde(default)]
    r#move: String,
    /// A position for the board on which moves are tried.
    #[serde(default)]
    position: String,
}

/// Returns the state of a page, or an earlier position.
pub async fn state(shared: &Shared, visit: &Visit, asked: &Asked) -> Response {
    let reader = visit.reader;
    if asked.at == LIST {
        return lessons::state(shared, visit, asked.words == Some(1)).await;
    }
    // A missing or invalid place opens an unsolved puzzle.
    let at = place(&asked.at).unwrap_or(LearningAt::Unsolved(PuzzleWish::default()));
    if let Some(ply) = asked.ply {
        return match at.then(Ply(ply)) {
            Some(then) => json(StatusCode::OK, &reader.then(0, &then)),
            None => StatusCode::BAD_REQUEST.into_response(),
        };
    }
    // The state changes only by the page's own actions.
    if asked.rev.is_some() {
        return StatusCode::NO_CONTENT.into_response();
    }
    let view = match shared.app.learn(&visit.by, &at, LearningAction::Look).await {
        Ok(view) => view,
        Err(error) => return failed(reader.words, &error),
    };
    let Some(state) = reader.learning(&view, 1, asked.words == Some(1)) else {
        return says(StatusCode::GONE, reader.news(&view.card).1);
    };
    (AppendHeaders(guard::keep(&shared.url, &visit.browser)), json(StatusCode::OK, &state)).into_response()
}

/// Returns why an input is not a legal move.
pub fn why(visit: &Visit, asked: &Asked) -> Response {
    let Some(at) = place(&asked.at) else { return StatusCode::BAD_REQUEST.into_response() };
    let why = at
        .why_no_move(&asked.r#move)
        .map(|(position, error)| visit.reader.words.read_error_at(&position, &error, Beside::Dots));
    says(StatusCode::OK, why.unwrap_or_default())
}

/// Performs an action.
pub async fn act(shared: &Shared, visit: &Visit, body: &[u8]) -> Response {
    let reader = visit.reader;
    let request: LearningRequest = match read(body) {
        Ok(request) => request,
        Err(refused) => return refused.into_response(),
    };
    let Some(mut at) = place(&request.at).filter(|_| request.r#move.len() <= 100) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    if request.r#do == LearningAct::SetUp {
        let LearningAt::Board(board) = &at else { return StatusCode::BAD_REQUEST.into_response() };
        at = match BoardAt::typed(board.game, &request.position) {
            Ok(typed) => LearningAt::Board(typed),
            Err(AppError::Refused(refusal)) => {
                return says(StatusCode::CONFLICT, visit.refused(&refusal, Beside::Page));
            }
            Err(error) => return failed(reader.words, &error),
        };
    }
    let act = match request.r#do {
        LearningAct::Move => LearningAction::Move(&request.r#move),
        LearningAct::Hint => LearningAction::Hint,
        LearningAct::ShowMove => LearningAction::ShowMove,
        LearningAct::Solution => LearningAction::Solution,
        LearningAct::Next => LearningAction::Next,
        LearningAct::Open | LearningAct::SetUp => LearningAction::Look,
        LearningAct::Play => return play(shared, visit, &at, &request.id).await,
    };
    let view = match shared.app.learn(&visit.by, &at, act).await {
        Ok(view) => view,
        Err(error) => return failed(reader.words, &error),
    };
    let (status, told) = reader.news(&view.card);
    // Deterministic for retries, and newer than the page's state.
    let state = reader.learning(&view, request.rev.saturating_add(1), false);
    json(status, &Says { text: plain(&told), state, arrows: shown(&view.card), go: None })
}

/// Starts a first game after a lesson, which the page then opens.
async fn play(shared: &Shared, visit: &Visit, at: &LearningAt, id: &str) -> Response {
    let words = visit.reader.words;
    let Some(game) = at.lesson_over().filter(|_| is_sound(id)) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let by = Caller { interaction: page_action(visit.grant.id, id), ..visit.by.clone() };
    match shared.app.play_after_lesson(&by, game).await {
        Ok(view) => {
            shared.happened(view.game, view.rev, view.game_now.is_engines_turn()).await;
            match shared.way_to(visit, view.game).await {
                Ok(way) => {
                    let said =
                        Says::<()> { text: String::new(), state: None, arrows: Vec::new(), go: Some(way) };
                    json(StatusCode::OK, &said)
                }
                Err(error) => failed(words, &error),
            }
        }
        Err(AppError::Refused(refusal)) => says(StatusCode::CONFLICT, visit.refused(&refusal, Beside::Page)),
        Err(error) => failed(words, &error),
    }
}

/// Returns the moves and squares in the news, to be drawn on the board.
fn shown(card: &LearningCard) -> Vec<Arrow> {
    let told = match card {
        LearningCard::Lesson(LessonCard::Step(view)) => match &view.news {
            Some(LessonNews::Solution(told)) => Some(arrow(told)),
            _ => None,
        },
        LearningCard::Puzzle(PuzzleCard::Open(view)) => match &view.news {
            Some(PuzzleNews::Shown(told)) => Some(arrow(told)),
            Some(PuzzleNews::Piece(_, Some(at))) => Some([at, at].map(ToString::to_string)),
            _ => None,
        },
        _ => None,
    };
    told.into_iter().collect()
}

/// Parses a place from an address.
pub fn place(text: &str) -> Option<LearningAt> {
    if text.len() > PLACE { None } else { text.parse().ok() }
}

impl Reader {
    /// Builds the state of a page. `None` if there is no puzzle left.
    fn learning(self, view: &LearningView, rev: i64, with_texts: bool) -> Option<State> {
        let LearningBoard { game, board, look, choices, holds, rows, ply, first } = view.board.as_ref()?;
        let words = self.words;
        let (kind, task, over) = match &view.card {
            LearningCard::Lesson(LessonCard::Step(view)) => {
                ("lesson", words.lesson_step(view, ByHand::Taps), false)
            }
            LearningCard::Lesson(LessonCard::End(end)) => ("lesson", words.lesson_end(end), true),
            LearningCard::StepDone(done) => ("lesson", words.lesson_step_done(done), true),
            LearningCard::Board(at) => ("board", words.page_board(at), true),
            LearningCard::Puzzle(PuzzleCard::Open(view)) => ("puzzle", words.puzzle_task(view), false),
            LearningCard::Puzzle(PuzzleCard::Over(end)) => ("puzzle", words.puzzle_end(end), true),
            LearningCard::Puzzle(PuzzleCard::NoneLeft(_) | PuzzleCard::NoneYet(_)) => return None,
        };
        let player = |side: Color| {
            // A person who tries moves plays both sides.
            let own = side == board.side || kind == "board";
            words.page_person(if own { PagePerson::You } else { PagePerson::Bot })
        };
        Some(State {
            rev,
            position: rev,
            now: self.now.0,
            kind: Some(kind),
            at: Some(view.at.to_string()),
            game: self.named(*game),
            says: plain(&task),
            you: Some(board.side.slug()),
            turn: board.turn.slug(),
            over,
            yours: !over,
            players: ByName { white: player(Color::White), black: player(Color::Black) },
            clock: None,
            chat: None,
            look: Look::new(*look, board),
            files: files(*game),
            ranks: ranks(*game),
            board: self.board(board, holds),
            moves: self.moves(choices),
            held: self.held(choices),
            list: list(rows),
            legend: self.legend(*game),
            notes: Vec::new(),
            prepared: None,
            first: u32::from(*first == Color::Black),
            ply: ply.0,
            actions: self.learning_actions(&view.card),
            words: with_texts.then(|| words.page_texts().collect()),
        })
    }

    /// Returns the news, and a status that says whether it is a refusal.
    fn news(self, card: &LearningCard) -> (StatusCode, String) {
        let words = self.words;
        let told = match card {
            LearningCard::Lesson(LessonCard::Step(view)) => {
                let told = view.news.as_ref().map(|news| words.lesson_news(view, news, ByHand::Taps));
                told.map(|told| (matches!(view.news, Some(LessonNews::Refused(..))), told))
            }
            LearningCard::Puzzle(PuzzleCard::Open(view)) => {
                let told = view.news.as_ref().map(|news| words.puzzle_news(view, news, ByHand::Taps));
                told.map(|told| (matches!(view.news, Some(PuzzleNews::Refused(..))), told))
            }
            LearningCard::Puzzle(PuzzleCard::NoneLeft(standing)) => {
                Some((false, words.puzzles_solved(standing)))
            }
            LearningCard::Puzzle(PuzzleCard::NoneYet(game)) => Some((false, words.no_puzzles(*game))),
            // The page shows it in place of the task.
            LearningCard::Lesson(LessonCard::End(_))
            | LearningCard::StepDone(_)
            | LearningCard::Board(_)
            | LearningCard::Puzzle(PuzzleCard::Over(_)) => None,
        };
        let (refused, told) = told.unwrap_or_default();
        (if refused { StatusCode::CONFLICT } else { StatusCode::OK }, told)
    }

    /// Returns the buttons, as below the card in the chat.
    fn learning_actions(self, card: &LearningCard) -> Vec<Action> {
        let button = |act, label, kind| Action::learns(act, self.words.label(label), kind);
        let step_again =
            |stand| button(LearningAct::Open, Label::StepAgain, Kind::Plain).to(&LearningAt::Step(stand));
        match card {
            LearningCard::Lesson(LessonCard::Step(view)) => {
                let mut all = vec![button(LearningAct::Solution, Label::Solution, Kind::Plain)];
                let first = view.stand.again();
                if view.stand != first {
                    all.push(step_again(first));
                }
                all
            }
            LearningCard::Lesson(LessonCard::End(end)) => {
                let puzzles = LearningAt::Unsolved(PuzzleWish { game: Some(end.game), grade: None });
                let mut all = Vec::new();
                if end.may_play {
                    all.push(button(LearningAct::Play, Label::PlayFirst, Kind::Yes));
                }
                all.extend([
                    button(LearningAct::Open, Label::SolveOne, Kind::Plain).to(&puzzles),
                    step_again(LessonStand::at(end.game, 0)),
                    Action::tries(self.words),
                ]);
                all
            }
            LearningCard::StepDone(done) => {
                let LessonStand { game, step, .. } = done.stand;
                let next = LearningAt::Step(LessonStand::at(game, step + 1));
                vec![
                    button(LearningAct::Open, Label::NextStep, Kind::Yes).to(&next),
                    step_again(done.stand.again()),
                    Action::tries(self.words),
                ]
            }
            LearningCard::Board(_) => vec![Action::tries(self.words)],
            LearningCard::Puzzle(PuzzleCard::Open(view)) => {
                // A hint names the piece first, then the move.
                let hint = match &view.news {
                    Some(PuzzleNews::Piece(..)) => {
                        button(LearningAct::ShowMove, Label::ShowMove, Kind::Plain)
                    }
                    _ => button(LearningAct::Hint, Label::Hint, Kind::Plain),
                };
                vec![
                    hint,
                    button(LearningAct::Solution, Label::Solution, Kind::Plain),
                    button(LearningAct::Next, Label::AnotherPuzzle, Kind::Plain),
                ]
            }
            LearningCard::Puzzle(PuzzleCard::Over(end)) => {
                let mut all = vec![button(LearningAct::Next, Label::NextPuzzle, Kind::Yes)];
                if !end.solved {
                    let again = LearningAt::of_puzzle(PuzzleStand { plies: 0, hinted: false, ..end.stand });
                    all.push(button(LearningAct::Open, Label::PuzzleAgain, Kind::Plain).to(&again));
                }
                all.push(Action::tries(self.words));
                all
            }
            LearningCard::Puzzle(PuzzleCard::NoneLeft(_) | PuzzleCard::NoneYet(_)) => Vec::new(),
        }
    }
}
