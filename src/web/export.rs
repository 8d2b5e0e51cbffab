//! A game as a file, as `/export` gives it in the chat.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;

use super::answers::{failed, json};
use super::shared::{Shared, SharedRef};
use super::visit::{About, Asked, Peer, Visit};
use crate::app::{Past, Target};
use crate::rules::{ByColor, Color};
use crate::words::PagePerson;

/// A file, as sent to a page.
#[derive(Serialize)]
struct ExportedFile {
    name: String,
    text: String,
}

/// Returns a game as PGN.
pub async fn pgn(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    Query(asked): Query<Asked>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let visit = shared.looks(&grant, &headers, peer).await?;
    let About::Game(game) = shared.about(&visit, &asked.at).await? else {
        return Ok(StatusCode::BAD_REQUEST.into_response());
    };
    let past = shared.app.past(&visit.by, Target::Game(game.id())).await;
    let past = past.map_err(|error| failed(visit.reader.words, &error))?;
    let file = ExportedFile { name: past.file_name("pgn"), text: past.pgn(&names(&shared, &visit, &past)) };
    Ok(json(StatusCode::OK, &file))
}

/// Returns the players' names as far as they are known, for a player. Watchers get none.
fn names(shared: &Shared, visit: &Visit, past: &Past) -> ByColor<Option<String>> {
    let game = &past.game_now;
    let mut names = ByColor { white: None, black: None };
    if game.side_of(visit.reader.person).is_none() {
        return names;
    }
    for side in Color::BOTH {
        names[side] = match game.players[side] {
            _ if game.engine == Some(side) => Some(visit.reader.words.page_person(PagePerson::Bot)),
            Some(player) => shared.app.name_of(player),
            None => None,
        };
    }
    names
}
