//! `rookery status`: the state of the bot, from its database.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use super::{announced, done};
use crate::app::{App, moment};
use crate::discord::ops::heartbeat::check_heartbeat;
use crate::game::Millis;
use crate::program::{Finish, counted, failed, say};
use crate::store::{LeaseMark, Store, StoreError, Totals};

/// The time between two reads of the leases. Their holders renew them every second.
const LOOKS_APART: Duration = Duration::from_millis(2_500);
/// After this time without a record, in milliseconds, a shard counts as not carried. A live one is recorded
/// at least once a minute.
const UNHEARD: i64 = 150_000;

pub(super) async fn status(app: &App, heartbeat: &Path, now: Millis) -> Finish {
    let store = app.store();
    let totals = store.totals().await.map_err(failed)?;
    let backlog = store.backlog(now).await.map_err(failed)?;
    say(&servers(totals));
    say(&format!("{} ({} blocked).", people(totals.people), totals.shut_out));
    say(&format!(
        "{}, {}.",
        counted(backlog.live.unsigned_abs(), "live game"),
        counted(backlog.challenges.unsigned_abs(), "open challenge")
    ));
    if backlog.due > 0 {
        let since = backlog.due_since.map_or(String::new(), |since| format!(" since {}", moment(since)));
        say(&format!("In {} something is due{since}.", counted(backlog.due.unsigned_abs(), "game")));
    }
    for owed in &backlog.owed {
        let oldest = owed.oldest.map_or("-".to_owned(), |oldest| age(now, oldest));
        say(&format!("owed\t{}\t{}\toldest {oldest}\ttries {}", owed.kind, owed.count, owed.tries));
    }
    let due = backlog.owed.iter().map(|owed| owed.count.unsigned_abs()).sum();
    if let Some(told) = owed_later(store.count_owed().await.map_err(failed)?, due) {
        say(&told);
    }
    shards(store, now).await.map_err(failed)?;
    processes(store).await.map_err(failed)?;
    bot_here(heartbeat);
    say(&announced::announced(app, now).await?);
    let off = done(app.features_off().await)?;
    if off.is_empty() {
        say("Nothing is switched off.");
    } else {
        say(&format!("Switched off: {}.", off.join(", ")));
    }
    Ok(())
}

/// Says how many messages are owed that are not due yet, or that there is none at all.
fn owed_later(all: u64, due: u64) -> Option<String> {
    match (all, all.saturating_sub(due)) {
        (0, _) => Some("Nothing is owed.".to_owned()),
        (_, 0) => None,
        (_, later) => Some(format!(
            "{} not due yet; `rookery store owed` lists all.",
            if later == 1 {
                "1 message is owed but".to_owned()
            } else {
                format!("{later} messages are owed but")
            }
        )),
    }
}

/// Describes the number of active servers, and of others whose data is kept.
fn servers(of: Totals) -> String {
    let mut told = format!(
        "{} with live games, settings, tournaments, ladders or games from files; the bot may be in more.",
        counted(of.servers, "server")
    );
    if of.left > 0 {
        told += &format!(" The bot is no longer in {} more, whose data is kept for now.", of.left);
    }
    if of.former > 0 {
        told += &format!(" Of {} more only games that are over are kept.", of.former);
    }
    told
}

/// Prints the health of the bot of this directory, if there is one.
fn bot_here(heartbeat: &Path) {
    match check_heartbeat(heartbeat) {
        Ok((age, None)) => say(&format!("The bot of this directory was well {} s ago.", age.as_secs())),
        Ok((_, Some(remark))) => {
            say(&format!("The bot of this directory is well, but players do not get through. {remark}"));
        }
        Err(_) if !heartbeat.exists() => {
            say(&format!("No bot has its heartbeat here ({}).", heartbeat.display()));
        }
        Err(why) => say(&format!("The bot of this directory is not healthy: {}.", why.trim_end_matches('.'))),
    }
}

fn people(count: u64) -> String {
    if count == 1 { "1 person".to_owned() } else { format!("{count} people") }
}

/// Formats the age of something.
fn age(now: Millis, since: Millis) -> String {
    let seconds = (now.0 - since.0).max(0) / 1_000;
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3_600),
    }
}

/// Prints the shards that are not carried, and when the last gateway session started.
async fn shards(store: &Store, now: Millis) -> Result<(), StoreError> {
    let all = store.alive_shards().await?;
    let unheard: Vec<_> = all.iter().filter(|one| one.silent || now.0 - one.at.0 > UNHEARD).collect();
    say(&format!("{}, {} carried by nobody.", counted(all.len() as u64, "shard"), unheard.len()));
    for one in unheard {
        say(&format!("shard {}\tunheard of since {}", one.shard, moment(one.at)));
    }
    let (_, began) = store.kept_shards().await?;
    if began > Millis(0) {
        say(&format!("The last new session at Discord's gateway began {}.", moment(began)));
    }
    Ok(())
}

/// Prints the processes that share the database, and which of them leads.
async fn processes(store: &Store) -> Result<(), StoreError> {
    if !store.is_shared() {
        say("The database is a file, so one process does all.");
        return Ok(());
    }
    let before: HashMap<String, LeaseMark> = store.leases_of("").await?.into_iter().collect();
    if !before.is_empty() {
        tokio::time::sleep(LOOKS_APART).await;
    }
    let mut alive = store.leases_of("").await?;
    alive.retain(|(name, mark)| before.get(name) != Some(mark));
    let processes = named(&alive);
    say(&if processes.len() == 1 {
        "1 process.".to_owned()
    } else {
        format!("{} processes.", processes.len())
    });
    for one in &processes {
        let shards = if one.shards.is_empty() { "none".to_owned() } else { one.shards.join(", ") };
        let duty = if one.leads { "\tdoes what is due" } else { "" };
        say(&format!("process {}\tshards {shards}{duty}", one.name));
    }
    if !processes.iter().any(|one| one.leads) {
        say("No process does what is due.");
    }
    Ok(())
}

/// A live process.
#[derive(Debug, PartialEq, Eq)]
struct AliveProcess {
    /// The host and process id. For an older version, its number in the database.
    name: String,
    leads: bool,
    /// The shards that it carries.
    shards: Vec<String>,
}

/// Returns the processes that hold these leases.
///
/// A process that takes part in sharing out the shards has a separate number for that, and its lease contains
/// its name.
fn named(alive: &[(String, LeaseMark)]) -> Vec<AliveProcess> {
    let leads = |holder: i64| alive.iter().any(|(name, mark)| name == "duty" && mark.holder == holder);
    let last = |text: &str| text.trim_end_matches("/idle").rsplit(' ').next().unwrap_or_default().to_owned();
    let mut processes = Vec::new();
    for (name, mark) in alive.iter().filter(|(name, _)| name.starts_with("process ")) {
        let name = last(name);
        let sharing = alive.iter().find(|(other, _)| other.starts_with("shards of ") && last(other) == name);
        let carrier = sharing.map(|(_, mark)| mark.holder);
        let held = alive.iter().filter(|(_, mark)| Some(mark.holder) == carrier);
        let shards = held.filter_map(|(name, _)| name.strip_prefix("shard ").map(str::to_owned)).collect();
        // It may just be switching from one of its two leases to the other.
        if processes.iter().any(|one: &AliveProcess| one.name == name) {
            continue;
        }
        processes.push(AliveProcess { name, leads: leads(mark.holder), shards });
    }
    processes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_named_with_its_shards() {
        let held = |name: &str, holder| (name.to_owned(), LeaseMark { holder, beat: 1 });
        let alive = [
            held("duty", 1),
            held("process 1 tower:41", 1),
            held("process 2 moat:7/idle", 2),
            held("process 3", 3),
            held("shard 0/2", 11),
            held("shard 1/2", 11),
            held("shards of 2 by 11 tower:41", 11),
            held("shards of 2 by 12 moat:7", 12),
        ];
        let process = |name: &str, leads, shards: &[&str]| AliveProcess {
            name: name.to_owned(),
            leads,
            shards: shards.iter().map(|shard| (*shard).to_owned()).collect(),
        };
        let all = [
            process("tower:41", true, &["0/2", "1/2"]),
            process("moat:7", false, &[]),
            process("3", false, &[]),
        ];
        assert_eq!(named(&alive), all);
    }

    #[test]
    fn servers_that_are_none_are_not_told() {
        let of = |at, left, former| servers(Totals { servers: at, left, former, ..Totals::default() });
        assert!(of(1, 0, 0).starts_with("1 server with live games, "));
        let left = "; the bot may be in more. The bot is no longer in 1 more, whose data is kept for now.";
        assert!(of(3, 1, 0).starts_with("3 servers with ") && of(3, 1, 0).ends_with(left));
        assert!(of(0, 0, 2).ends_with(" Of 2 more only games that are over are kept."));
    }

    #[test]
    fn what_is_owed_later_is_owed() {
        assert_eq!(owed_later(0, 0).as_deref(), Some("Nothing is owed."));
        assert_eq!(owed_later(2, 2), None);
        assert!(owed_later(3, 2).is_some_and(|told| told.starts_with("1 message is owed but not due yet;")));
        assert!(owed_later(3, 1).is_some_and(|told| told.starts_with("2 messages are owed but not due")));
    }

    #[test]
    fn an_age_is_in_a_unit_that_fits() {
        let of = |seconds: i64| age(Millis(seconds * 1_000), Millis(0));
        assert_eq!(
            [of(-5), of(119), of(120), of(7_199), of(7_200)],
            ["0 s", "119 s", "2 min", "119 min", "2 h"]
        );
    }
}
