//! The heartbeat, for `rookery healthcheck`: a file that says when the bot was last well. It is well if it is
//! connected, or stands by for another process.
//!
//! If the disk is full or fails, or events from Discord are not handled, the heartbeat says so.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::discord::bot_state::BotState;
use crate::timing::ComputerClock;

/// Interval between two heartbeats.
pub const HEARTBEAT: Duration = Duration::from_secs(10);
/// Prefix of a heartbeat if the bot cannot do its work; the reason follows.
const ILL: &str = "ill: ";
/// The reason from the start until the first connection.
const NOT_YET: &str = "it is not connected to Discord yet";
/// The reason if events from Discord are not handled.
const DEAF: &str = "nothing that comes from Discord is taken up";
/// A heartbeat older than this does not count.
pub const HEARTBEAT_STALE: Duration = Duration::from_mins(1);

/// Writes before the bot starts that it cannot do its work, and why.
pub async fn note_ill(path: &Path, why: &str) {
    if let Err(error) = write_heartbeat(path, &Err(why.to_owned())).await {
        tracing::warn!(%error, path = %path.display(), "the heartbeat could not be written");
    }
}

/// Writes the heartbeat until `stop`, and then removes it.
pub async fn beat(path: PathBuf, app: App, state: BotState, stop: CancellationToken) {
    // Replaces what an earlier process may have left.
    note_ill(&path, NOT_YET).await;
    loop {
        // External obstacles are reported, but restarting this process does not remove them.
        let health = app.healthy().and_then(|()| state.own_obstacle().map_or(Ok(()), Err));
        // A live process may still not handle events.
        let answers = state.dispatcher_answers().await;
        let health = health.and_then(|()| if answers { Ok(()) } else { Err(DEAF.to_owned()) });
        let health = health.map(|()| state.obstacle());
        if state.is_well()
            && let Err(error) = write_heartbeat(&path, &health).await
        {
            // An old heartbeat would still count as good.
            if let Err(why) = &health
                && write_over(&path, why).await.is_err()
            {
                let _ = tokio::fs::remove_file(&path).await;
            }
            tracing::warn!(%error, path = %path.display(), "the heartbeat could not be written");
        }
        // The first beat should not wait a whole interval.
        let wait = if state.is_well() { HEARTBEAT } else { Duration::from_millis(200) };
        tokio::select! {
            biased;
            () = stop.cancelled() => break,
            () = tokio::time::sleep(wait) => {}
            () = app.store().health_changed() => {}
            () = state.obstacles_changed() => {}
        }
    }
    let _ = tokio::fs::remove_file(&path).await;
}

async fn write_heartbeat(path: &Path, health: &Result<Option<String>, String>) -> std::io::Result<()> {
    let seconds = unix_seconds();
    // Written to another file and renamed, so that a reader never sees half a number.
    let beside = path.with_extension("heartbeat.new");
    let text = match health {
        Err(why) => ill(why),
        Ok(remark) => format!("{seconds}\n{}\n", remark.as_deref().unwrap_or_default()),
    };
    let mut options = tokio::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    // It is next to the database, whose state other users may not read.
    #[cfg(unix)]
    options.mode(0o600);
    let mut file = options.open(&beside).await?;
    file.write_all(text.as_bytes()).await?;
    file.flush().await?;
    tokio::fs::rename(&beside, path).await
}

fn ill(why: &str) -> String {
    format!("{ILL}{why}\n")
}

/// Writes the reason over the existing file: a full disk has no room for another one.
async fn write_over(path: &Path, why: &str) -> std::io::Result<()> {
    let text = ill(why);
    let mut file = tokio::fs::OpenOptions::new().write(true).open(path).await?;
    file.write_all(text.as_bytes()).await?;
    file.flush().await?;
    file.set_len(text.len() as u64).await
}

/// Returns the time by the computer's clock, which the reader uses too.
fn unix_seconds() -> u64 {
    (ComputerClock::here().now_ms() / 1_000).max(0) as u64
}

/// Checks that the heartbeat in `path` is fresh. Returns its age, and an external obstacle if there is one.
///
/// # Errors
/// Returns one sentence that says why the heartbeat does not count.
pub fn check_heartbeat(path: &Path) -> Result<(Duration, Option<String>), String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("no heartbeat in {shown}: {error}"))?;
    if let Some(why) = text.strip_prefix(ILL) {
        return Err(why.trim_end().to_owned());
    }
    let (seconds, remark) = text.split_once('\n').unwrap_or((&text, ""));
    let then: u64 = seconds.trim().parse().map_err(|_| format!("{shown} is not a heartbeat"))?;
    let now = unix_seconds();
    let age = Duration::from_secs(now.saturating_sub(then));
    if age > HEARTBEAT_STALE {
        return Err(format!("the last heartbeat in {shown} is {} s old", age.as_secs()));
    }
    Ok((age, Some(remark.trim().to_owned()).filter(|remark| !remark.is_empty())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn where_there_is_no_room_for_another_file_the_reason_is_written_over_the_last() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("beat");
        assert!(write_over(&path, "the disk is full").await.is_err(), "there is none yet");
        write_heartbeat(&path, &Ok(Some("a remark that is longer than the reason".to_owned())))
            .await
            .expect("written");
        write_over(&path, "the disk is full").await.expect("written");
        assert_eq!(check_heartbeat(&path), Err("the disk is full".to_owned()));
    }

    #[tokio::test]
    async fn a_fresh_heartbeat_is_healthy_and_anything_else_is_not() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("beat");
        assert!(check_heartbeat(&path).is_err());
        write_heartbeat(&path, &Ok(None)).await.expect("writable");
        assert_eq!(check_heartbeat(&path).expect("it is fresh").1, None);
        let remark = Some("the address is gone".to_owned());
        write_heartbeat(&path, &Ok(remark.clone())).await.expect("writable");
        assert_eq!(check_heartbeat(&path).expect("it is fresh").1, remark);
        write_heartbeat(&path, &Err("the disk is full".to_owned())).await.expect("writable");
        assert_eq!(check_heartbeat(&path), Err("the disk is full".to_owned()));
        for text in ["", "soon", "1000"] {
            std::fs::write(&path, text).expect("writable");
            assert!(check_heartbeat(&path).is_err(), "{text}");
        }
    }
}
