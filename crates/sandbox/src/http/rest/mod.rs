//! REST v10. Every request is read, recorded, possibly hit by an ordered fault, authorized and handled.

mod application;
mod channels;
mod commands;
pub(super) mod files;
mod guilds;
mod interactions;
mod messages;
mod threads;

use std::sync::{Arc, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Request, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde_json::{Value, json};

use super::body::{self, Input};
use super::query::Query;
use super::respond::ApiResult;
use super::shared::SharedState;
use super::trouble;
use crate::error::ApiError;
use crate::id::Id;
use crate::view::Recorded;

/// The state of all handlers.
pub(crate) type AppState = State<Arc<SharedState>>;
/// The request's body, read before the handler runs.
pub(crate) type Sent = Extension<Input>;

/// Returns all routes below `/api/v10`.
pub(crate) fn router(shared: &Arc<SharedState>) -> Router<Arc<SharedState>> {
    Router::new()
        .merge(application::router())
        .merge(commands::router())
        .merge(interactions::router())
        .merge(channels::router())
        .merge(messages::router())
        .merge(threads::router())
        .merge(guilds::router())
        .fallback(async || ApiError::not_found())
        .method_not_allowed_fallback(async || ApiError::method_not_allowed())
        .layer(middleware::from_fn_with_state(Arc::clone(shared), handle))
        // Layers run from the outside in, so the limit is set before the body is read.
        .layer(DefaultBodyLimit::max(body::REQUEST_LIMIT))
}

/// Returns true for routes that need no bot token: `/gateway`, and those with a token in their path.
fn is_open(path: &str) -> bool {
    path == "/gateway" || path.starts_with("/interactions/") || path.starts_with("/webhooks/")
}

async fn handle(State(shared): AppState, request: Request<Body>, next: Next) -> Response {
    let method = request.method().to_string();
    let uri = request.uri().clone();
    let mut record = Recorded {
        method,
        path: uri.path().to_owned(),
        query: uri.query().unwrap_or_default().to_owned(),
        body: Value::Null,
        files: Vec::new(),
        status: 0,
        answer: Value::Null,
    };
    let trouble = shared.faults.strike(&record.method, &record.path);
    if let Some(cut) = trouble::before(trouble.as_ref()).await {
        return cut;
    }
    let (mut parts, body) = request.into_parts();
    let read = body::read(Request::from_parts(parts.clone(), body)).await;
    if let Ok(input) = &read {
        record.body = input.json.clone();
        record.files = input.files.iter().map(|f| (f.filename.clone(), f.bytes.len())).collect();
    }
    let counted = if shared.options.rate_limits {
        let says_when = shared.options.old_edits_say_when;
        shared.limits.count(
            (&record.method, &record.path),
            shared.options.clock.now_ms().max(0) as u64,
            says_when,
        )
    } else {
        Ok(None)
    };
    let (told, counted) = match counted {
        Ok(told) => (told, Ok(())),
        Err(refusal) => (None, Err(refusal)),
    };
    let allowed = allowed(&shared, &record.path, &parts);
    let mut response = match (trouble::instead(trouble.as_ref()), counted, allowed, read) {
        _ if !has_user_agent(&parts.headers) => access_denied(),
        (Some(trouble), ..) => trouble,
        (_, Err(refusal), ..) => refusal.into_response(),
        (_, _, Err(error), _) | (_, _, _, Err(error)) => error.into_response(),
        (_, _, Ok(()), Ok(input)) => {
            parts.extensions.insert(input);
            next.run(Request::from_parts(parts, Body::empty())).await
        }
    };
    shared.limits.answered(response.status().as_u16());
    if let Some(told) = told {
        told.put(&mut response);
    }
    let response = keep(&shared, record, response).await;
    trouble::after(trouble, response).await
}

fn allowed(shared: &SharedState, path: &str, parts: &Parts) -> Result<(), ApiError> {
    let given = parts.headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
    let right = given.and_then(|v| v.strip_prefix("Bot ")) == Some(shared.options.token.as_str());
    let right = right && !shared.read(|w| w.portal.token_is_reset);
    if right || is_open(path) { Ok(()) } else { Err(ApiError::unauthorized()) }
}

/// Returns true if the request has a user agent in the form that Discord requires.
fn has_user_agent(headers: &HeaderMap) -> bool {
    headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).is_some_and(is_user_agent)
}

/// Returns true if a user agent has Discord's form, `DiscordBot ($url, $versionNumber)`.
///
/// Some libraries in Discord's list omit the comma or add more after it.
fn is_user_agent(agent: &str) -> bool {
    let said = agent.strip_prefix("DiscordBot (").and_then(|said| said.split_once(')'));
    said.and_then(|(said, _)| said.split_once([',', ' '])).is_some_and(|(url, version)| {
        let host = url.strip_prefix("https://").or(url.strip_prefix("http://"));
        host.is_some_and(|host| !host.is_empty()) && version.contains(|c: char| c.is_ascii_digit())
    })
}

/// Cloudflare's response to blocked user agents, before the request reaches Discord.
fn access_denied() -> Response {
    let page = "<html><title>Access denied</title><body>error code: 1020</body></html>";
    (StatusCode::FORBIDDEN, axum::response::Html(page)).into_response()
}

/// Records the request with its response.
async fn keep(shared: &SharedState, mut record: Recorded, response: Response) -> Response {
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
    record.status = parts.status.as_u16();
    record.answer = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    tracing::debug!(method = record.method, path = record.path, status = record.status, "rest");
    let mut recorded = shared.recorded.lock().unwrap_or_else(PoisonError::into_inner);
    recorded.push_back(record);
    while recorded.len() > shared.options.remembered_requests {
        recorded.pop_front();
    }
    drop(recorded);
    Response::from_parts(parts, Body::from(bytes))
}

// The helpers below return `Result` because handlers end with them.
/// 200 with a body.
#[allow(clippy::unnecessary_wraps)]
pub(crate) fn ok(body: Value) -> ApiResult {
    Ok(Json(body).into_response())
}

/// 201 with a body.
#[allow(clippy::unnecessary_wraps)]
pub(crate) fn created(body: Value) -> ApiResult {
    Ok((StatusCode::CREATED, Json(body)).into_response())
}

/// 204 without a body.
#[allow(clippy::unnecessary_wraps)]
pub(crate) fn done() -> ApiResult {
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Parses an id in the path. Anything else is Discord's form error.
pub(crate) fn id(text: &str) -> Result<Id, ApiError> {
    text.parse().map_err(|_| {
        let message = format!("Value \"{text}\" is not snowflake.");
        ApiError::form(json!({ "id": { "_errors": [{ "code": "NUMBER_TYPE_COERCE", "message": message }] } }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_agent_has_discord_s_form() {
        for agent in [
            "DiscordBot (https://discord.com/oauth2/authorize?client_id=7, 0.2.0)",
            "DiscordBot (https://github.com/Rapptz/discord.py 2.6.4) Python/3.11 aiohttp/3.13.2",
            "DiscordBot (https://discord.js.org, 14.25.1) Node.js/20.19.0",
            "DiscordBot (https://github.com/twilight-rs/twilight, 0.18) Twilight",
        ] {
            assert!(is_user_agent(agent), "{agent}");
        }
        for agent in [
            "",
            "curl/8",
            "DiscordBot",
            "DiscordBot (rookery, 0.2.0)",
            "DiscordBot (https://rookery.example)",
            "DiscordBot (https://, 1)",
        ] {
            assert!(!is_user_agent(agent), "{agent}");
        }
    }
}
