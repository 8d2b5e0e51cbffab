//! Tried moves on a page, and the best line from there.
//!
//! The page itself keeps the tried moves and sends them with each request.

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};

use super::answers::{Says, arrow, failed, json, read, says};
use super::learning;
use super::reader::plain;
use super::shared::Shared;
use super::state::{Board, Move, Row, list};
use super::visit::{About, Asked, Visit};
use crate::app::{AppError, LearningAt, NotTried, Rejection, TriedAt, Trying};
use crate::game::{GameId, Ply};
use crate::words::Beside;

/// A request for the best line.
#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    at: String,
    from: u32,
    moves: Vec<String>,
}

/// The board after the tried moves.
#[derive(Serialize)]
struct Told {
    says: String,
    turn: &'static str,
    over: bool,
    ply: u32,
    /// The tried moves.
    tried: Vec<String>,
    board: Board,
    moves: Vec<Move>,
    held: std::collections::BTreeMap<String, String>,
    list: Vec<Row>,
    /// The position as text, to be copied.
    position: String,
}

/// The place where moves are tried.
enum Place {
    Game(GameId),
    Learning(LearningAt),
}

impl Place {
    async fn of(shared: &Shared, visit: &Visit, at: &str) -> Result<Self, Response> {
        let nowhere = || StatusCode::BAD_REQUEST.into_response();
        match shared.about(visit, at).await? {
            About::Game(game) => Ok(Self::Game(game.id())),
            About::Learning => learning::place(at).map(Self::Learning).ok_or_else(nowhere),
            About::Games => Err(nowhere()),
        }
    }

    fn at(&self) -> TriedAt<'_> {
        match self {
            Self::Game(game) => TriedAt::Game(*game),
            Self::Learning(at) => TriedAt::Learning(at),
        }
    }
}

/// Returns the board after the tried moves, or why one of them is illegal.
pub async fn tried(shared: &Shared, visit: &Visit, asked: &Asked) -> Result<Response, Response> {
    let place = Place::of(shared, visit, &asked.at).await?;
    let moves: Vec<String> = asked.moves.split(',').filter(|mv| !mv.is_empty()).map(str::to_owned).collect();
    let trying = Trying { at: place.at(), from: Ply(asked.ply.unwrap_or_default()), moves: &moves };
    let tried = match shared.app.try_moves(&visit.by, trying).await {
        Ok(tried) => tried,
        Err(error) => return Ok(refused(visit, &error)),
    };
    let (reader, last) = (visit.reader, tried.last.as_ref());
    let told = last.map(|told| reader.words.told_move(told));
    let says = match (&place, &told) {
        (Place::Learning(LearningAt::Board(at)), None) => reader.words.page_board(at),
        _ => reader.words.page_tried(told.as_deref(), tried.ended),
    };
    Ok(json(
        StatusCode::OK,
        &Told {
            says: plain(&says),
            turn: tried.board.turn.slug(),
            over: tried.ended.is_some(),
            ply: tried.ply.0,
            board: reader.board(&tried.board, &tried.holds),
            moves: reader.moves(&tried.choices),
            held: reader.held(&tried.choices),
            list: list(&tried.rows),
            tried: tried.moves,
            position: tried.position,
        },
    ))
}

/// Returns the best line from there in words, with its first move to draw.
pub async fn line(shared: &Shared, visit: &Visit, body: &[u8]) -> Result<Response, Response> {
    let Wanted { at, from, moves } = read(body).map_err(StatusCode::into_response)?;
    let place = Place::of(shared, visit, &at).await?;
    let trying = Trying { at: place.at(), from: Ply(from), moves: &moves };
    Ok(match shared.app.best_line(&visit.by, trying).await {
        Ok(found) => {
            let text = plain(&visit.reader.words.best_line(&found));
            let arrows = vec![arrow(&found.best)];
            json(StatusCode::OK, &Says::<()> { text, state: None, arrows, go: None })
        }
        Err(error) => refused(visit, &error),
    })
}

fn refused(visit: &Visit, error: &AppError) -> Response {
    let words = visit.reader.words;
    match error {
        AppError::Refused(Rejection::NotTried(NotTried::Move(position, error))) => {
            says(StatusCode::CONFLICT, words.read_error_at(position, error, Beside::Dots))
        }
        AppError::Refused(refusal) => says(StatusCode::CONFLICT, visit.refused(refusal, Beside::Page)),
        error => failed(words, error),
    }
}
