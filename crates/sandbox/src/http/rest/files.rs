//! Attachments, served as Discord's CDN does.

use std::sync::{Arc, PoisonError};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::{AppState, access_denied, has_user_agent};
use crate::http::query::Query;
use crate::http::shared::SharedState;
use crate::http::trouble;
use crate::id::Id;
use crate::journal::Journal;
use crate::view::Recorded;
use crate::world::files::Signature;

/// Channel or application, id and name.
type Place = Path<(String, String, String)>;

pub(crate) fn router() -> Router<Arc<SharedState>> {
    Router::new()
        .route("/attachments/{channel}/{id}/{name}", get(of_message))
        .route("/ephemeral-attachments/{application}/{id}/{name}", get(of_command))
}

async fn of_message(State(app): AppState, Path((channel, id, name)): Place) -> Response {
    let (Ok(channel), Ok(id)) = (channel.parse::<Id>(), id.parse::<Id>()) else {
        return missing();
    };
    let kind = app.read(|world| {
        let messages = world.messages.get(&channel)?;
        let files = messages.values().flat_map(|m| &m.attachments);
        files.into_iter().find(|a| a.id == id && a.filename == name).map(|a| a.content_type.clone())
    });
    match kind {
        Some(kind) => served(&app, id, kind).await,
        None => missing(),
    }
}

/// Serves a file of a command to the bot. Faults apply here as they do in REST.
async fn of_command(
    State(app): AppState,
    place: Place,
    query: Query,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let struck = app.faults.strike(method.as_str(), uri.path());
    if let Some(cut) = trouble::before(struck.as_ref()).await {
        return cut;
    }
    let response = match trouble::instead(struck.as_ref()) {
        Some(response) => response,
        // Cloudflare protects files too.
        None if !has_user_agent(&headers) => access_denied(),
        // The bot token is for Discord's API alone. Sending it to another host would leak it.
        None if headers.contains_key(header::AUTHORIZATION) => {
            (StatusCode::UNAUTHORIZED, "Files are fetched without authorization.").into_response()
        }
        None => signed(&app, place, &query).await,
    };
    note(&app, &method, &uri, response.status());
    trouble::after(struck, response).await
}

fn note(app: &SharedState, method: &Method, uri: &Uri, status: StatusCode) {
    let record = Recorded {
        method: method.to_string(),
        path: uri.path().to_owned(),
        query: uri.query().unwrap_or_default().to_owned(),
        status: status.as_u16(),
        ..Recorded::default()
    };
    let mut downloads = app.downloads.lock().unwrap_or_else(PoisonError::into_inner);
    downloads.push_back(record);
    while downloads.len() > app.options.remembered_requests {
        downloads.pop_front();
    }
}

async fn signed(app: &SharedState, Path((_, id, name)): Place, query: &Query) -> Response {
    let Ok(id) = id.parse::<Id>() else { return missing() };
    let part = |key: &str| query.get(key).unwrap_or_default();
    let signature = Signature { ex: part("ex"), is: part("is"), hm: part("hm") };
    let kind = app.read(|world| world.signed_file(id, &name, signature).map(str::to_owned));
    match kind {
        Some(kind) if kind.is_empty() => served(app, id, "application/octet-stream".to_owned()).await,
        Some(kind) => served(app, id, kind).await,
        None => missing(),
    }
}

async fn served(app: &SharedState, id: Id, kind: String) -> Response {
    match tokio::fs::read(Journal::attachment_path(&app.options.data_dir, id)).await {
        Ok(bytes) => {
            let cache = "private, max-age=31536000, immutable".to_owned();
            let headers = [
                (header::CONTENT_TYPE, kind),
                (header::CACHE_CONTROL, cache),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
            ];
            (headers, bytes).into_response()
        }
        Err(_) => missing(),
    }
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, "This content is no longer available.").into_response()
}
