//! Attachments, served as Discord's CDN does.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::AppState;
use crate::http::shared::SharedState;
use crate::id::Id;
use crate::journal::Journal;

pub(crate) fn router() -> Router<Arc<SharedState>> {
    Router::new().route("/attachments/{channel}/{id}/{name}", get(serve))
}

async fn serve(State(app): AppState, Path((channel, id, name)): Path<(String, String, String)>) -> Response {
    let missing = || (StatusCode::NOT_FOUND, "This content is no longer available.").into_response();
    let (Ok(channel), Ok(id)) = (channel.parse::<Id>(), id.parse::<Id>()) else {
        return missing();
    };
    let kind = app.read(|world| {
        let messages = world.messages.get(&channel)?;
        let files = messages.values().flat_map(|m| &m.attachments);
        files.into_iter().find(|a| a.id == id && a.filename == name).map(|a| a.content_type.clone())
    });
    let Some(kind) = kind else { return missing() };
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
