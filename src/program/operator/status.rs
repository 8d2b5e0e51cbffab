//! `rookery status`: how the bot stands, from its database.

use std::collections::HashMap;
use std::time::Duration;

use super::{announced, done};
use crate::app::{App, moment};
use crate::game::Millis;
use crate::program::{Finish, counted, failed, say};
use crate::store::{LeaseMark, Store, StoreError};

/// How long two looks at the leases are apart. Their holders renew them every second.
const LOOKS_APART: Duration = Duration::from_millis(2_500);
/// A shard of which nothing was noted for this long, in milliseconds, is carried by nobody. It is noted once a minute at least.
const UNHEARD: i64 = 150_000;

pub(super) async fn status(app: &App, now: Millis) -> Finish {
    let store = app.store();
    let totals = store.totals().await.map_err(failed)?;
    let backlog = store.backlog(now).await.map_err(failed)?;
    say(&format!(
        "{} ({} removed the bot), {} ({} blocked).",
        counted(totals.servers, "server"),
        totals.left,
        people(totals.people),
        totals.shut_out
    ));
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
    if backlog.owed.is_empty() {
        say("Nothing is owed.");
    }
    shards(store, now).await.map_err(failed)?;
    processes(store).await.map_err(failed)?;
    say(&announced::announced(app, now).await?);
    let off = done(app.features_off().await)?;
    if off.is_empty() {
        say("Nothing is switched off.");
    } else {
        say(&format!("Switched off: {}.", off.join(", ")));
    }
    Ok(())
}

fn people(count: u64) -> String {
    if count == 1 { "1 person".to_owned() } else { format!("{count} people") }
}

/// How long ago something was.
fn age(now: Millis, since: Millis) -> String {
    let seconds = (now.0 - since.0).max(0) / 1_000;
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3_600),
    }
}

/// Says of which shards nothing is heard, and when the last session at the gateway began.
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

/// Says which processes share the database, and which of them does what is due.
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
    let of = |prefix: &str| alive.iter().filter(|(name, _)| name.starts_with(prefix)).count() as u64;
    let duty = alive.iter().find(|(name, _)| name == "duty");
    match duty {
        Some((_, mark)) => say(&format!("Process {} does what is due.", mark.holder)),
        None => say("No process does what is due."),
    }
    let count = of("process ");
    say(&if count == 1 { "1 process.".to_owned() } else { format!("{count} processes.") });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_in_a_unit_that_fits() {
        let of = |seconds: i64| age(Millis(seconds * 1_000), Millis(0));
        assert_eq!(
            [of(-5), of(119), of(120), of(7_199), of(7_200)],
            ["0 s", "119 s", "2 min", "119 min", "2 h"]
        );
    }
}
