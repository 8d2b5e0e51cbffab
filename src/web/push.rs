//! Push notifications of a page: its subscription and the address of its browser's push service.

use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};

use super::answers::{failed, json, read, says};
use super::shared::SharedRef;
use super::visit::{Peer, Visit};
use crate::store::{PageScope, PushRow};
use crate::words::PageSays;

/// The push state of a page.
#[derive(Serialize)]
struct Stands {
    /// The key with which a browser subscribes. `None` if push is off.
    key: Option<String>,
    /// The address of this page's subscription.
    address: Option<String>,
}

/// A subscription as the browser describes it, or its removal.
#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    off: bool,
    #[serde(default)]
    endpoint: String,
    #[serde(default)]
    keys: BrowserKeys,
}

#[derive(Default, Deserialize)]
struct BrowserKeys {
    p256dh: String,
    auth: String,
}

/// Whether the person can have a turn on this page. Watchers and learners cannot.
fn has_turns(visit: &Visit) -> bool {
    matches!(visit.grant.scope, PageScope::Game(_) | PageScope::Games)
}

/// Returns the push state of a page.
pub async fn stands(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let visit = shared.looks(&grant, &headers, peer).await?;
    let lost = |error| failed(visit.reader.words, &error);
    let key = if has_turns(&visit) { shared.app.push_key().await.map_err(lost)? } else { None };
    let address = match key {
        Some(_) => shared.app.push_address(&visit.grant).await.map_err(lost)?,
        None => None,
    };
    Ok(json(StatusCode::OK, &Stands { key, address }))
}

/// Subscribes or unsubscribes a page.
pub async fn set(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    request: Request,
) -> Result<Response, Response> {
    let (visit, body) = shared.acts(&grant, request).await?;
    let wanted: Wanted = read(&body).map_err(StatusCode::into_response)?;
    let words = visit.reader.words;
    let lost = |error| failed(words, &error);
    if !has_turns(&visit) {
        return Err(StatusCode::BAD_REQUEST.into_response());
    }
    if wanted.off {
        shared.app.unsubscribe_from_push(&visit.grant).await.map_err(lost)?;
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let BrowserKeys { p256dh, auth } = wanted.keys;
    let to = PushRow { address: wanted.endpoint, key: p256dh, secret: auth };
    match shared.app.subscribe_to_push(&visit.grant, &to, visit.by.now).await.map_err(lost)? {
        Ok(true) => Ok(StatusCode::NO_CONTENT.into_response()),
        Ok(false) => Err(says(StatusCode::UNAUTHORIZED, words.page_says(PageSays::Ended))),
        Err(why) => {
            tracing::info!(%why, "a page's push subscription is not taken");
            Ok(says(StatusCode::CONFLICT, words.page_says(PageSays::NoPush)))
        }
    }
}
