//! The rules of a page's game, with the content of `/rules`. Loaded on demand.
//!
//! The pictures are those of the chat: drawn once and cached, and browsers cache them too.

use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use tokio::sync::Semaphore;
use tokio_util::bytes::Bytes;

use super::answers::{failed, json};
use super::learning;
use super::reader::plain;
use super::shared::{Shared, SharedRef};
use super::visit::{About, Asked, Peer, Visit};
use crate::app::{BoardAt, LearningAt, diagrams_png, drawn_once, picture_known};
use crate::games;
use crate::render::{self, BoardView, Look};
use crate::rules::{Color, Diagram, PieceType, Position, Variant};
use crate::store::PageScope;
use crate::timing::virtual_time::{alone, aside, began};
use crate::words::Words;

/// Requests the picture of the start position. Any other value is the letter of a piece.
const START: &str = "start";
/// Browsers cache a picture for a day, because a new version of this program may draw it differently.
const KEPT: &str = "private, max-age=86400";
/// Limits how many pictures are drawn for pages at the same time. Pictures of the chat do not wait for them.
static DRAWING: Semaphore = Semaphore::const_new(2);
/// How long a picture waits for its turn.
const QUEUE: Duration = Duration::from_secs(5);

#[derive(Serialize)]
struct Rules {
    name: String,
    origin: String,
    /// The start position.
    picture: Picture,
    /// The meaning of its marks.
    legend: String,
    pieces: Vec<Piece>,
    goal: [String; 2],
    /// How this bot resolves what the source leaves open: a heading, then each reading.
    readings: Vec<String>,
    source: String,
}

#[derive(Serialize)]
struct Picture {
    src: String,
    /// The alt text.
    alt: String,
}

#[derive(Serialize)]
struct Piece {
    kind: &'static str,
    drawing: &'static str,
    name: String,
    letter: char,
    /// The rest of a sentence that begins with the piece's name.
    says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<Picture>,
    /// The captions of the picture.
    captions: Vec<String>,
}

/// Returns the rules of the game that a page shows.
pub async fn rules(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    Query(asked): Query<Asked>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let visit = shared.looks(&grant, &headers, peer).await?;
    let (game, at) = game_of(&shared, &visit, &asked.at).await?;
    // A picture has captions, and browsers keep it for a day: after a change of language it has another address.
    let tag = visit.reader.words.tag();
    let src = |of: &str| format!("/g/{}/picture?at={at}&of={of}&in={tag}", visit.grant.id);
    Ok(json(StatusCode::OK, &told(visit.reader.words, game, &src)))
}

/// Returns a picture of the rules.
pub async fn picture(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    Query(asked): Query<Asked>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let visit = shared.looks(&grant, &headers, peer).await?;
    let (game, _) = game_of(&shared, &visit, &asked.at).await?;
    let Some((name, draw)) = drawing(visit.reader.words, game, &asked.of) else {
        return Err(StatusCode::NOT_FOUND.into_response());
    };
    match drawn(game, name, draw).await {
        Some(png) => Ok(([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, KEPT)], png).into_response()),
        None => Err(StatusCode::SERVICE_UNAVAILABLE.into_response()),
    }
}

/// Returns the game that a page shows, and a stable place for it, so that browsers find its pictures in their
/// cache.
async fn game_of(shared: &Shared, visit: &Visit, at: &str) -> Result<(Variant, String), Response> {
    match shared.about(visit, at).await? {
        About::Game(game) => {
            let variant = shared.app.variant_of_page(&game).await;
            let variant = variant.map_err(|error| failed(visit.reader.words, &error))?;
            let is_one_of_all = visit.grant.scope == PageScope::Games;
            Ok((variant, if is_one_of_all { game.id().to_string() } else { String::new() }))
        }
        About::Learning => {
            let variant = learning::place(at).and_then(|at| at.variant());
            let variant = variant.ok_or_else(|| StatusCode::BAD_REQUEST.into_response())?;
            Ok((variant, LearningAt::Board(BoardAt::start(variant)).to_string()))
        }
        About::Games => Err(StatusCode::BAD_REQUEST.into_response()),
    }
}

fn told(words: &'static Words, game: Variant, src: &impl Fn(&str) -> String) -> Rules {
    let piece = |piece: &'static PieceType| {
        let (shown, boards) = (diagrams(game, piece), boards(game, piece));
        let captions = words.rules_boards().into_iter().zip(&shown);
        let captions = captions.map(|(board, shown)| format!("{board} {}", words.caption(game, shown)));
        Piece {
            kind: &piece.slug,
            drawing: &piece.drawing,
            name: words.kind(piece),
            letter: piece.letter,
            says: plain(&words.piece(game, piece)),
            captions: captions.map(|caption| plain(&caption)).collect(),
            picture: (!boards.is_empty()).then(|| Picture {
                src: src(piece.letter.encode_utf8(&mut [0; 4])),
                alt: words.diagram_alt_text(&boards),
            }),
        }
    };
    let readings = words.readings(game);
    let heading = (!readings.is_empty()).then(|| words.rules_our_reading());
    Rules {
        name: words.game(game),
        origin: plain(&words.origin(game)),
        picture: Picture { src: src(START), alt: words.alt_text(&start(game)) },
        legend: plain(words.legend_of_start(game).trim_end()),
        pieces: game.spec().piece_types().iter().map(piece).collect(),
        goal: [words.rules_goal(), words.summary(game)].map(|text| plain(&text)),
        readings: heading.into_iter().chain(readings).map(|text| plain(&text)).collect(),
        source: words.rules_source(&game.spec().source_url),
    }
}

fn start(game: Variant) -> BoardView {
    BoardView::new(&Position::start(game), None, Color::White)
}

fn diagrams(game: Variant, piece: &PieceType) -> Vec<Diagram> {
    game.spec().kind_of(piece).map(|kind| games::diagrams(game, kind)).unwrap_or_default()
}

fn boards(game: Variant, piece: &PieceType) -> Vec<BoardView> {
    diagrams(game, piece).iter().map(|shown| BoardView::of_diagram(game, shown)).collect()
}

/// Draws a picture.
type Drawing = Box<dyn FnOnce() -> Vec<u8> + Send>;

/// Returns the requested picture's cache key and drawing. `None` if there is no such picture.
fn drawing(words: &'static Words, game: Variant, of: &str) -> Option<(String, Drawing)> {
    if of == START {
        let (start, to_move) = (start(game), words.to_move());
        let draw = move || render::png(&start, &Look::default().saying(to_move));
        return Some((format!("{} start: {to_move}", game.slug()), Box::new(draw)));
    }
    let piece = game.spec().piece_types().iter().find(|piece| of.chars().eq([piece.letter]))?;
    let boards = boards(game, piece);
    // The chat uses this key too, so both share the picture.
    let name = format!("{} {piece}", game.slug());
    (!boards.is_empty()).then(|| (name, Box::new(move || diagrams_png(&boards)) as Drawing))
}

/// Returns a cached or newly drawn picture. `None` if its turn does not come or drawing fails.
async fn drawn(game: Variant, name: String, draw: Drawing) -> Option<Bytes> {
    // Games from files are too many to cache, and change.
    if game.is_custom() {
        return in_turn(move || draw().into()).await;
    }
    // On virtual time all tests draw: a picture cached by another test would change the order of tasks.
    match picture_known(&name).filter(|_| began().is_none()) {
        Some(png) => Some(png),
        None => in_turn(move || drawn_once(&name, draw)).await,
    }
}

async fn in_turn(draw: impl FnOnce() -> Bytes + Send + 'static) -> Option<Bytes> {
    // The permits are for the whole process, and held only while a picture is drawn.
    let place = alone(tokio::time::timeout(QUEUE, DRAWING.acquire())).await.ok()?.ok()?;
    let drawn = aside(move || {
        // Held until the drawing is done, even if the request was dropped.
        let _place = place;
        draw()
    });
    drawn.await.inspect_err(|error| tracing::error!(%error, "a picture of rules could not be drawn")).ok()
}
