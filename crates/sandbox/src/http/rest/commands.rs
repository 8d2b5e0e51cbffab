//! Routes for application commands, global and of the guild.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Extension, Router};
use serde_json::{Value, json};

use super::{AppState, Sent, created, done, id, ok};
use crate::check::{Form, check_command, check_commands};
use crate::error::ApiError;
use crate::http::respond::ApiResult;
use crate::http::shared::SharedState;
use crate::id::Id;
use crate::model::{APPLICATION, GUILD};
use crate::world::World;
use crate::world::commands::{known_fields, same};
use crate::world::installation::Portal;
use crate::world::objects::merge;

pub(super) fn router() -> Router<Arc<SharedState>> {
    let all = get(list).put(overwrite).post(create);
    let one = get(show).patch(edit).delete(remove);
    Router::new()
        .route("/applications/{app}/commands", all.clone())
        .route("/applications/{app}/commands/{command}", one.clone())
        .route("/applications/{app}/guilds/{guild}/commands", all)
        .route("/applications/{app}/guilds/{guild}/commands/{command}", one)
        .route("/applications/{app}/guilds/{guild}/commands/permissions", get(async || ok(json!([]))))
}

#[derive(serde::Deserialize)]
struct CommandPath {
    app: String,
    guild: Option<String>,
    command: Option<String>,
}

impl CommandPath {
    /// Returns the scope (`None` is global) if the application is ours.
    fn scope(&self, world: &World) -> Result<Option<Id>, ApiError> {
        if id(&self.app)? != APPLICATION {
            return Err(ApiError::new(
                403,
                20012,
                "You are not authorized to perform this action on this application",
            ));
        }
        match &self.guild {
            None => Ok(None),
            Some(guild) if id(guild)? == GUILD && world.guild_install.commands => Ok(Some(GUILD)),
            // Either there is no such guild, or the app is not authorised in it.
            Some(_) => Err(ApiError::missing_access()),
        }
    }

    fn command(&self) -> Result<Id, ApiError> {
        id(self.command.as_deref().unwrap_or_default())
    }
}

/// Checks the contexts and installation types of a command.
///
/// A guild's command must not set them, and the app must support the installation types that are named.
fn check_contexts(form: &mut Form, command: &Value, scope: Option<Id>, portal: &Portal) {
    if scope.is_some() {
        for key in ["contexts", "integration_types"] {
            if !command[key].is_null() {
                let message = "This field is only for globally-scoped commands";
                form.fail(key, "APPLICATION_COMMAND_GUILD_CONTEXTS_INVALID", message);
            }
        }
        return;
    }
    let types = command["integration_types"].as_array().map_or(&[][..], Vec::as_slice);
    form.inside("integration_types", |form| {
        for (i, one) in types.iter().enumerate() {
            if one.as_u64().is_some_and(|one| one < 2 && !portal.supports(one)) {
                let message = format!("The application does not support the integration type {one}");
                form.fail(&i.to_string(), "APPLICATION_COMMAND_INTEGRATION_TYPE_INVALID", &message);
            }
        }
    });
}

async fn list(State(app): AppState, Path(place): Path<CommandPath>) -> ApiResult {
    let scope = app.read(|w| place.scope(w))?;
    ok(Value::Array(app.read(|w| w.scope_commands(scope))))
}

async fn overwrite(State(app): AppState, Path(place): Path<CommandPath>, Extension(sent): Sent) -> ApiResult {
    let scope = app.read(|w| place.scope(w))?;
    let mut form = Form::default();
    let Value::Array(list) = &sent.json else {
        form.fail("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
        return Err(form.finish().expect_err("a mistake was just noted"));
    };
    check_commands(&mut form, list);
    app.read(|world| {
        for (i, command) in list.iter().enumerate() {
            form.inside(i, |form| check_contexts(form, command, scope, &world.portal));
        }
    });
    form.finish()?;
    app.change(|world| {
        let commands: Vec<Value> = list.iter().map(|body| world.command_object(scope, body)).collect();
        world.put_commands(scope, commands.clone());
        ok(Value::Array(commands))
    })
}

async fn create(State(app): AppState, Path(place): Path<CommandPath>, Extension(sent): Sent) -> ApiResult {
    let scope = app.read(|w| place.scope(w))?;
    let mut form = Form::default();
    check_command(&mut form, &sent.json, true);
    app.read(|world| check_contexts(&mut form, &sent.json, scope, &world.portal));
    form.finish()?;
    app.change(|world| {
        let mut commands = world.scope_commands(scope);
        let command = world.command_object(scope, &sent.json);
        let known = commands.iter().position(|c| same(c, &command));
        let Some(at) = known else {
            if commands.len() >= 100 {
                return Err(ApiError::new(
                    400,
                    30032,
                    "Maximum number of application commands reached (100)",
                ));
            }
            commands.push(command.clone());
            world.put_commands(scope, commands);
            return created(command);
        };
        commands[at] = command.clone();
        world.put_commands(scope, commands);
        ok(command)
    })
}

async fn show(State(app): AppState, Path(place): Path<CommandPath>) -> ApiResult {
    let (scope, command) = (app.read(|w| place.scope(w))?, place.command()?);
    let found =
        app.read(|w| w.scope_commands(scope).into_iter().find(|c| Id::from_json(&c["id"]) == Some(command)));
    found.map_or_else(|| Err(ApiError::unknown("application command")), ok)
}

async fn edit(State(app): AppState, Path(place): Path<CommandPath>, Extension(sent): Sent) -> ApiResult {
    let (scope, command) = (app.read(|w| place.scope(w))?, place.command()?);
    let mut form = Form::default();
    check_command(&mut form, &sent.json, false);
    app.read(|world| check_contexts(&mut form, &sent.json, scope, &world.portal));
    form.finish()?;
    app.change(|world| {
        let mut commands = world.scope_commands(scope);
        let known = commands.iter_mut().find(|c| Id::from_json(&c["id"]) == Some(command));
        let Some(found) = known else {
            return Err(ApiError::unknown("application command"));
        };
        merge(found, known_fields(&sent.json));
        let shown = found.clone();
        world.put_commands(scope, commands);
        ok(shown)
    })
}

async fn remove(State(app): AppState, Path(place): Path<CommandPath>) -> ApiResult {
    let (scope, command) = (app.read(|w| place.scope(w))?, place.command()?);
    app.change(|world| {
        let mut commands = world.scope_commands(scope);
        let before = commands.len();
        commands.retain(|c| Id::from_json(&c["id"]) != Some(command));
        if commands.len() == before {
            return Err(ApiError::unknown("application command"));
        }
        world.put_commands(scope, commands);
        done()
    })
}
