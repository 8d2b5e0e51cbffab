//! Applies ordered faults to a request and its response.

use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt as _, stream};
use serde_json::json;

use crate::error::ApiError;
use crate::faults::Trouble;

/// The time for the first half of a response to be sent before the connection is cut.
const HALF_LEAVES: Duration = Duration::from_millis(20);

/// Applies a fault before the request is handled. A returned response cuts the connection.
pub(crate) async fn before(trouble: Option<&Trouble>) -> Option<Response> {
    match trouble {
        Some(Trouble::Delay(by)) => {
            tokio::time::sleep(*by).await;
            None
        }
        Some(Trouble::DropBefore) => Some(cut()),
        _ => None,
    }
}

/// Applies a fault after the request was handled.
pub(crate) async fn after(trouble: Option<Trouble>, response: Response) -> Response {
    match trouble {
        Some(Trouble::DropAfter) => cut(),
        Some(Trouble::CutShort) => cut_short(response).await,
        Some(Trouble::PageAfter) => page(),
        Some(Trouble::SlowAnswer(by)) => {
            tokio::time::sleep(by).await;
            response
        }
        _ => response,
    }
}

/// Returns the response that replaces the request's own.
pub(crate) fn instead(trouble: Option<&Trouble>) -> Option<Response> {
    match trouble? {
        Trouble::RateLimit(seconds) => {
            let body =
                json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": false });
            let mut response = (StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response();
            let headers = response.headers_mut();
            for (name, value) in [
                ("retry-after", seconds.ceil().to_string()),
                ("x-ratelimit-limit", "5".to_owned()),
                ("x-ratelimit-remaining", "0".to_owned()),
                ("x-ratelimit-reset-after", seconds.to_string()),
                ("x-ratelimit-bucket", "abcd1234".to_owned()),
                ("x-ratelimit-scope", "user".to_owned()),
            ] {
                if let Ok(value) = value.parse() {
                    headers.insert(name, value);
                }
            }
            Some(response)
        }
        Trouble::BareRateLimit(seconds) => {
            let body = json!({ "message": "You are being rate limited." });
            let wait = [("retry-after", seconds.to_string())];
            Some((StatusCode::TOO_MANY_REQUESTS, wait, Json(body)).into_response())
        }
        Trouble::ShutOut(seconds) => {
            let page =
                "<html><title>Access denied | discord.com used Cloudflare to restrict access</title></html>";
            let wait = [("retry-after", seconds.to_string())];
            Some((StatusCode::TOO_MANY_REQUESTS, wait, axum::response::Html(page)).into_response())
        }
        Trouble::Page => Some(page()),
        Trouble::Blocked => Some(blocked()),
        Trouble::Refuse(status, code) => {
            Some(ApiError::new(*status, *code, "Refused by order").into_response())
        }
        Trouble::Status(status) => {
            let status = StatusCode::from_u16(*status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            let body = json!({ "message": format!("{status}"), "code": 0 });
            Some((status, Json(body)).into_response())
        }
        _ => None,
    }
}

/// A page that a proxy might send in Discord's place.
fn page() -> Response {
    (StatusCode::OK, axum::response::Html("<html><body>One moment, please.</body></html>")).into_response()
}

/// Cloudflare's response, in Discord's place, to a blocked request.
fn blocked() -> Response {
    let page = "<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head>\
        <body><h1>Sorry, you have been blocked</h1><p>You are unable to access discord.com</p></body></html>";
    (StatusCode::FORBIDDEN, axum::response::Html(page)).into_response()
}

/// Marks a response of which nothing must reach the client.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut;

/// Returns a response whose body fails at once, so that hyper cuts the connection.
fn cut() -> Response {
    let broken =
        futures_util::stream::once(async { Err::<Vec<u8>, _>(std::io::Error::other("cut by order")) });
    let mut response = Response::new(Body::from_stream(broken));
    response.headers_mut().insert(header::CONTENT_LENGTH, 1.into());
    response.extensions_mut().insert(Cut);
    response
}

/// Sends the first half of a response, then cuts the connection.
async fn cut_short(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
    parts.headers.insert(header::CONTENT_LENGTH, bytes.len().into());
    let half = bytes.slice(..bytes.len() / 2);
    let broken = stream::once(async {
        tokio::time::sleep(HALF_LEAVES).await;
        Err::<Bytes, _>(std::io::Error::other("cut by order"))
    });
    Response::from_parts(parts, Body::from_stream(stream::once(async { Ok(half) }).chain(broken)))
}
