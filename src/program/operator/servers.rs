//! `rookery server`: the data of a server, and actions on it.

use std::path::PathBuf;

use clap::Args;

use super::{SettingsFile, Written, discord_id, done, games};
use crate::app::{ActOn, App, ServerRemoved, moment};
use crate::game::{GuildId, Millis};
use crate::program::{Finish, counted, failed, say};
use crate::store::{ACTS_KEPT_DAYS, ServerSummary};

#[derive(Args)]
pub(in crate::program) struct ServerTask {
    /// The server's Discord id.
    #[arg(value_parser = discord_id)]
    id: u64,
    /// Write its data to a new file, without the people in it.
    #[arg(long, value_name = "FILE", group = "does")]
    export: Option<PathBuf>,
    /// Have the bot leave it.
    #[arg(long, group = "does")]
    leave: bool,
    /// Block it for this reason, which people there see: the bot leaves it, also after each invitation, and does nothing there.
    #[arg(long, value_name = "REASON", group = "does", value_parser = super::reason)]
    block: Option<String>,
    /// Unblock it; its managers have to invite the bot again.
    #[arg(long, group = "does")]
    unblock: bool,
    /// Remove its data now instead of 90 days after the bot was removed; the bot must have left it.
    #[arg(long, group = "does")]
    remove: bool,
    /// Take a game from a file away from it, by its name.
    #[arg(long, value_name = "NAME", group = "does")]
    take_game: Option<String>,
    #[command(flatten)]
    pub(super) settings: SettingsFile,
}

pub(super) async fn server(app: &App, task: &ServerTask, now: Millis) -> Finish {
    let (id, guild) = (task.id, GuildId(task.id));
    if let Some(path) = &task.export {
        let written = Written::new(path, &done(app.server_file(guild).await)?)?;
        done(app.note_act("export", ActOn::Guild(guild), "", now).await)?;
        written.keep()?;
        say(&format!("What is kept of server {id} is in {}.", path.display()));
    } else if task.leave {
        done(app.leave_server(guild, now).await)?;
        say(&format!("The bot leaves server {id} as soon as it runs. Its games wait, and end after a week."));
    } else if let Some(reason) = &task.block {
        done(app.shut_out_server(guild, reason, now).await)?;
        say(&format!(
            "Server {id} is blocked, and the bot leaves it as soon as it runs. Its games wait, and end after a week."
        ));
    } else if task.unblock {
        if !done(app.let_server_in(guild, now).await)? {
            return Err(failed(format!("Server {id} is not blocked.")));
        }
        say(&format!("Server {id} is no longer blocked. Whoever manages it has to invite the bot again."));
    } else if task.remove {
        match done(app.remove_server(guild, now).await)? {
            ServerRemoved::Removed(games) => say(&format!(
                "What was kept of server {id} is removed; {} ended.",
                counted(games, "live game")
            )),
            ServerRemoved::NotLeft => {
                return Err(failed(format!(
                    "The bot has not left server {id}, or nothing is kept of it; nothing was changed. --leave has it leave."
                )));
            }
            ServerRemoved::Back { games, tournaments } => {
                return Err(failed(format!(
                    "The bot is back in server {id}, or something was begun there; what is left of it stays. Before that {} and {} ended.",
                    counted(games, "live game"),
                    counted(tournaments, "tournament")
                )));
            }
        }
    } else if let Some(name) = &task.take_game {
        if !done(app.take_own_game(guild, name, now).await)? {
            return Err(failed(format!("Server {id} has no game from a file that is called {name:?}.")));
        }
        say(&format!("Server {id} has {name} no more. Games in progress go on."));
    } else {
        let (summary, listed) = done(app.server_known(guild).await)?;
        let removed = match (summary.left, summary.has_nothing_but_past_games()) {
            (None, true) => removed_at(app, guild, now).await?,
            _ => None,
        };
        shown(id, &summary, removed);
        if let Some((reason, since)) = done(app.server_shut_out(guild).await)? {
            say(&format!("Blocked since {}: {reason}.", moment(since)));
        }
        games::list(&listed);
    }
    Ok(())
}

/// Returns when a server's data was last removed by a command.
async fn removed_at(app: &App, guild: GuildId, now: Millis) -> Result<Option<Millis>, super::super::Exit> {
    let acts = app.store().acts(Millis(now.0 - ACTS_KEPT_DAYS * Millis::DAY)).await.map_err(failed)?;
    let removals = acts.iter().filter(|act| act.on == ActOn::Guild(guild) && act.what == "remove");
    Ok(removals.map(|act| act.at).max())
}

/// Prints the data of a server. `removed`: when it was removed, if there is no newer data.
fn shown(id: u64, of: &ServerSummary, removed: Option<Millis>) {
    let people = if of.people == 1 { "1 person".to_owned() } else { format!("{} people", of.people) };
    match of.since {
        Some(since) => say(&format!(
            "{id}: {}, {} over, by {people}, since {}.",
            counted(of.live, "live game"),
            of.finished,
            moment(since)
        )),
        None => say(&format!("{id}: no game.")),
    }
    let [all, going] = of.tournaments;
    say(&format!(
        "{}, {going} open or running; {}; {}.",
        counted(all, "tournament"),
        counted(of.ladders, "ladder"),
        if of.has_settings { "with settings" } else { "no settings" }
    ));
    if !of.custom_games.is_empty() {
        say(&format!("Games from files: {}.", of.custom_games.join(", ")));
    }
    match (of.left, of.leaves, removed) {
        (Some(left), ..) => say(&format!("The bot is not there since {}.", moment(left))),
        (None, true, _) => say("The bot is about to leave it."),
        (None, false, Some(removed)) => say(&format!(
            "The bot is not there since {} or before, unless it was invited again: what was kept of it was removed then.",
            moment(removed)
        )),
        (None, false, None) if of.has_nothing_but_past_games() => {
            say("Whether the bot is there is not noted where nothing else is kept.");
        }
        (None, false, None) => say("The bot is there, as far as is known."),
    }
}
