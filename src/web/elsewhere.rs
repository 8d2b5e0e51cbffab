//! A link for another browser, created by a page. Browsers inside apps and on home screens have separate
//! cookies.

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};

use super::answers::{failed, json, read, says};
use super::learning;
use super::lessons::LIST;
use super::shared::Shared;
use super::visit::{About, Visit};
use crate::game::GameId;
use crate::store::PageScope;
use crate::words::PageSays;

/// The request of a page.
#[derive(Deserialize)]
struct Wanted {
    /// The page's current place.
    #[serde(default)]
    at: String,
}

/// The link. It is neither logged nor stored.
#[derive(Serialize)]
struct Made {
    link: String,
}

/// Creates a link to the same page for the same person. It can be used once and expires soon.
pub async fn link(shared: &Shared, visit: &Visit, body: &[u8]) -> Result<Response, Response> {
    let Wanted { at } = read(body).map_err(StatusCode::into_response)?;
    // The place is no secret, so it is appended to the secret.
    let place = match shared.about(visit, &at).await? {
        About::Games => None,
        About::Game(game) => place_of(visit.grant.scope, game.id()),
        About::Learning if at.is_empty() => None,
        About::Learning if at == LIST => Some(at),
        About::Learning => {
            Some(learning::place(&at).ok_or_else(|| StatusCode::BAD_REQUEST.into_response())?.to_string())
        }
    };
    // Watchers get a new link in the channel.
    if let PageScope::Watch(_) = visit.grant.scope {
        return Err(StatusCode::BAD_REQUEST.into_response());
    }
    let made = shared.app.link_page_by(&visit.grant, visit.by.now).await;
    let words = visit.reader.words;
    let secret = made.map_err(|error| failed(words, &error))?;
    let ended = || says(StatusCode::UNAUTHORIZED, words.page_says(PageSays::Ended));
    let secret = secret.ok_or_else(ended)?;
    let link = shared.url.link(secret.reveal());
    let link = place.map_or_else(|| link.clone(), |place| format!("{link}/{place}"));
    Ok(json(StatusCode::OK, &Made { link }))
}

/// Returns the game for the address of a page for all games. Other pages have their game in the grant.
fn place_of(scope: PageScope, game: GameId) -> Option<String> {
    (scope == PageScope::Games).then(|| game.to_string())
}
