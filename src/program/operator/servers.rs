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
        let (before, _) = done(app.server_known(guild).await)?;
        done(app.leave_server(guild, now).await)?;
        say(&leaving(id, &before));
    } else if let Some(reason) = &task.block {
        let (before, _) = done(app.server_known(guild).await)?;
        done(app.shut_out_server(guild, reason, now).await)?;
        say(&format!("Server {id} is blocked, and the bot leaves it {SOON}.{}", waiting(&before)));
    } else if task.unblock {
        if !done(app.let_server_in(guild, now).await)? {
            return Err(failed(format!("Server {id} is not blocked.")));
        }
        let invite = "whoever manages it has to invite the bot again";
        if done(app.server_known(guild).await)?.0.leaves {
            say(&format!("Server {id} is no longer blocked. The bot still leaves it {SOON}; then {invite}."));
        } else {
            say(&format!("Server {id} is no longer blocked. If the bot has left it, {invite}."));
        }
    } else if task.remove {
        match done(app.remove_server(guild, now).await)? {
            ServerRemoved::Removed(games) => say(&format!(
                "What was kept of server {id} is removed; {} ended.",
                counted(games, "live game")
            )),
            ServerRemoved::NotLeft => {
                let (known, _) = done(app.server_known(guild).await)?;
                return Err(failed(why_not_removed(id, &known)));
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

/// When a running bot, and one that does not run, leaves a server.
const SOON: &str = "within seconds if it runs, or else after its next start";

/// Says that the bot leaves a server of which this was known before.
fn leaving(id: u64, before: &ServerSummary) -> String {
    match before.left {
        Some(left) => format!(
            "The bot is not in server {id} since {}, as far as is known. If it is there, it leaves {SOON}.",
            moment(left)
        ),
        None if before.has_nothing_but_past_games() => format!(
            "Nothing is kept of server {id} that says whether the bot is there. If it is, it leaves {SOON}."
        ),
        None => format!("The bot leaves server {id} {SOON}.{}", waiting(before)),
    }
}

/// Says what comes of the live games in a server that the bot leaves. Empty if there are none.
fn waiting(of: &ServerSummary) -> &'static str {
    if of.live > 0 { " Its games wait, and end after a week." } else { "" }
}

/// Says why there is nothing to remove of a server that the bot is not known to have left.
fn why_not_removed(id: u64, of: &ServerSummary) -> String {
    if of.leaves {
        format!("The bot has not left server {id} yet; repeat this once it has. Nothing was changed.")
    } else if of.has_nothing_but_past_games() {
        format!("Nothing of server {id} is kept that could be removed. Nothing was changed.")
    } else {
        format!(
            "The bot has not left server {id}, as far as is known; --leave has it leave. Nothing was changed."
        )
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_departure_is_what_is_known() {
        let unknown = ServerSummary::default();
        let there = ServerSummary { live: 1, ..ServerSummary::default() };
        let quiet = ServerSummary { has_settings: true, ..ServerSummary::default() };
        let gone = ServerSummary { left: Some(Millis(0)), live: 1, ..ServerSummary::default() };
        assert!(leaving(5, &unknown).starts_with("Nothing is kept of server 5 that says"));
        assert!(leaving(5, &there).ends_with("next start. Its games wait, and end after a week."));
        assert!(leaving(5, &quiet).ends_with("or else after its next start."));
        assert!(leaving(5, &gone).starts_with("The bot is not in server 5 since "));
    }

    #[test]
    fn a_refusal_to_remove_has_one_cause() {
        let unknown = ServerSummary::default();
        let there = ServerSummary { ladders: 1, ..ServerSummary::default() };
        let leaves = ServerSummary { leaves: true, ..ServerSummary::default() };
        assert!(why_not_removed(5, &unknown).starts_with("Nothing of server 5 is kept"));
        assert!(why_not_removed(5, &there).contains("--leave has it leave"));
        assert!(why_not_removed(5, &leaves).contains("repeat this once it has"));
    }
}
