//! Uploads of the files that the page attaches to a command. The page uploads them when it sends the
//! command.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::json;

use super::page_socket::visitor;
use super::query::Query;
use super::shared::SharedState;
use crate::check::FILE_LIMIT;
use crate::upload::Upload;

pub(crate) fn router() -> Router<Arc<SharedState>> {
    // One byte more, so that the handler can refuse a file above the limit with a readable message.
    Router::new().route("/page/files", post(take)).layer(DefaultBodyLimit::max(FILE_LIMIT + 1))
}

/// Stores the file in the body. Its name is `name` in the query.
///
/// Responds with `{id}`, or with `{text}` that explains the refusal.
async fn take(
    State(shared): State<Arc<SharedState>>,
    query: Query,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let refused = |status, text: &str| (status, Json(json!({ "text": text }))).into_response();
    let Some(person) = visitor(&shared, &query) else {
        return refused(StatusCode::NOT_FOUND, "Nobody here has this name.");
    };
    let Ok(body) = body else {
        return refused(StatusCode::PAYLOAD_TOO_LARGE, "A file has at most 10 MiB.");
    };
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let file = Upload {
        number: 0,
        filename: query.get("name").unwrap_or_default().to_owned(),
        content_type: content_type.map(str::to_owned),
        bytes: Arc::from(&body[..]),
    };
    match shared.change(|w| w.attach(person, &file)) {
        Ok(id) => Json(json!({ "id": id })).into_response(),
        Err(why) => refused(StatusCode::UNPROCESSABLE_ENTITY, &why.text),
    }
}
