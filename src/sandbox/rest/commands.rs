//! Application commands, global and of the guild.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Extension, Router};
use serde_json::{Value, json};

use super::{App, Sent, created, done, id, ok};
use crate::sandbox::check::{Form, check_command, check_commands};
use crate::sandbox::error::{Answer, ApiError};
use crate::sandbox::id::Id;
use crate::sandbox::model::{APPLICATION, GUILD};
use crate::sandbox::render::merge;
use crate::sandbox::server::Shared;
use crate::sandbox::world::World;

pub(super) fn router() -> Router<Arc<Shared>> {
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
struct Place {
    app: String,
    guild: Option<String>,
    command: Option<String>,
}

impl Place {
    /// The scope (None = global), if the application is ours.
    fn scope(&self) -> Result<Option<Id>, ApiError> {
        if id(&self.app)? != APPLICATION {
            return Err(ApiError::new(
                403,
                20012,
                "You are not authorized to perform this action on this application",
            ));
        }
        match &self.guild {
            None => Ok(None),
            Some(guild) if id(guild)? == GUILD => Ok(Some(GUILD)),
            Some(_) => Err(ApiError::missing_access()),
        }
    }

    fn command(&self) -> Result<Id, ApiError> {
        id(self.command.as_deref().unwrap_or_default())
    }
}

fn same(command: &Value, other: &Value) -> bool {
    let kind = |c: &Value| c["type"].as_i64().unwrap_or(1);
    command["name"] == other["name"] && kind(command) == kind(other)
}

impl World {
    fn scope_commands(&self, scope: Option<Id>) -> Vec<Value> {
        self.commands.get(&scope).cloned().unwrap_or_default()
    }

    /// The command object of a checked body; a namesake keeps its id.
    fn command_object(&mut self, scope: Option<Id>, body: &Value) -> Value {
        let known = self.scope_commands(scope).into_iter().find(|c| same(c, body));
        let old = known.as_ref().map(|c| c["id"].clone());
        let command_id = old.unwrap_or_else(|| json!(self.fresh_id()));
        let mut command = json!({
            "id": command_id, "application_id": APPLICATION, "version": self.fresh_id(), "type": 1, "nsfw": false,
            "description": "", "default_member_permissions": null, "dm_permission": true, "name_localizations": null,
            "description_localizations": null, "integration_types": [0], "contexts": null,
        });
        if let Some(guild) = scope {
            merge(&mut command, json!({ "guild_id": guild }));
        }
        merge(&mut command, known_fields(body));
        command
    }
}

/// The fields Discord knows of a command; null leaves the default.
fn known_fields(body: &Value) -> Value {
    let keys = [
        "name",
        "description",
        "type",
        "options",
        "nsfw",
        "default_member_permissions",
        "dm_permission",
        "name_localizations",
        "description_localizations",
        "integration_types",
        "contexts",
    ];
    keys.iter()
        .filter(|k| !body[**k].is_null())
        .map(|k| ((*k).to_owned(), known_value(k, &body[*k])))
        .collect()
}

/// Options come back without empty lists and falsities, permissions as text.
fn known_value(key: &str, value: &Value) -> Value {
    match (key, value) {
        ("options", Value::Array(options)) => options.iter().map(known_option).collect(),
        ("default_member_permissions", Value::Number(n)) => json!(n.to_string()),
        _ => value.clone(),
    }
}

fn known_option(option: &Value) -> Value {
    let keys = [
        "type",
        "name",
        "description",
        "required",
        "choices",
        "options",
        "autocomplete",
        "min_value",
        "max_value",
        "min_length",
        "max_length",
        "channel_types",
        "name_localizations",
        "description_localizations",
    ];
    let dull = |v: &Value| v.is_null() || *v == json!(false) || v.as_array().is_some_and(Vec::is_empty);
    keys.iter()
        .filter(|k| !dull(&option[**k]))
        .map(|k| ((*k).to_owned(), known_value(k, &option[*k])))
        .collect()
}

async fn list(State(app): App, Path(place): Path<Place>) -> Answer {
    let scope = place.scope()?;
    ok(Value::Array(app.read(|w| w.scope_commands(scope))))
}

async fn overwrite(State(app): App, Path(place): Path<Place>, Extension(sent): Sent) -> Answer {
    let scope = place.scope()?;
    let mut form = Form::default();
    let Value::Array(list) = &sent.json else {
        form.fail("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
        return Err(form.finish().expect_err("a mistake was just noted"));
    };
    check_commands(&mut form, list);
    form.finish()?;
    app.change(|world| {
        let commands: Vec<Value> = list.iter().map(|body| world.command_object(scope, body)).collect();
        world.put_commands(scope, commands.clone());
        ok(Value::Array(commands))
    })
}

async fn create(State(app): App, Path(place): Path<Place>, Extension(sent): Sent) -> Answer {
    let scope = place.scope()?;
    let mut form = Form::default();
    check_command(&mut form, &sent.json, true);
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

async fn show(State(app): App, Path(place): Path<Place>) -> Answer {
    let (scope, command) = (place.scope()?, place.command()?);
    let found =
        app.read(|w| w.scope_commands(scope).into_iter().find(|c| Id::from_json(&c["id"]) == Some(command)));
    found.map_or_else(|| Err(ApiError::unknown("application command")), ok)
}

async fn edit(State(app): App, Path(place): Path<Place>, Extension(sent): Sent) -> Answer {
    let (scope, command) = (place.scope()?, place.command()?);
    let mut form = Form::default();
    check_command(&mut form, &sent.json, false);
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

async fn remove(State(app): App, Path(place): Path<Place>) -> Answer {
    let (scope, command) = (place.scope()?, place.command()?);
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
