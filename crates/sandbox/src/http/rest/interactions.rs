//! Routes for interaction callbacks and webhooks.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Extension, Router};

use super::{AppState, Query, Sent, done, id, ok};
use crate::error::ApiError;
use crate::http::respond::ApiResult;
use crate::http::shared::SharedState;

pub(super) fn router() -> Router<Arc<SharedState>> {
    Router::new()
        .route("/interactions/{id}/{token}/callback", post(callback))
        .route("/webhooks/{app}/{token}", post(follow_up))
        .route("/webhooks/{app}/{token}/messages/{message}", get(show).patch(edit).delete(remove))
}

async fn callback(
    State(app): AppState,
    Path((interaction, token)): Path<(String, String)>,
    query: Query,
    Extension(sent): Sent,
) -> ApiResult {
    let interaction = id(&interaction)?;
    let answered = app.change(|world| {
        let late = world
            .interactions
            .get(&interaction)
            .is_some_and(|i| i.sent.elapsed() > app.options.answer_within);
        world.callback(interaction, &token, &sent.json, sent.files, late)
    })?;
    if query.is_true("with_response") { ok(answered) } else { done() }
}

async fn follow_up(
    State(app): AppState,
    Path((application, token)): Path<(String, String)>,
    Extension(sent): Sent,
) -> ApiResult {
    let application = id(&application)?;
    ok(app.change(|world| world.follow_up(application, &token, &sent.json, sent.files))?)
}

type MessagePath = Path<(String, String, String)>;

async fn show(State(app): AppState, Path((application, token, message)): MessagePath) -> ApiResult {
    let application = id(&application)?;
    app.read(|world| {
        let (_, message) = world.answered_message(application, &token, &message)?;
        ok(world.message(&message))
    })
}

async fn edit(
    State(app): AppState,
    Path((application, token, message)): MessagePath,
    Extension(sent): Sent,
) -> ApiResult {
    let application = id(&application)?;
    ok(app.change(|world| world.edit_answer(application, &token, &message, &sent.json, sent.files))?)
}

async fn remove(State(app): AppState, Path((application, token, message)): MessagePath) -> ApiResult {
    let application = id(&application)?;
    app.change(|world| {
        let (_, message) = world.answered_message(application, &token, &message)?;
        world.remove_message(message.channel, message.id).ok_or_else(|| ApiError::unknown("Message"))?;
        done()
    })
}
