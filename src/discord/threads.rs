//! Threads for games.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;

use super::desk::{Desk, Stop};
use super::event::Interaction;
use super::language;
use super::reply::cut;
use super::request::{Failure, MISSING_ACCESS, MISSING_PERMISSIONS, Request};
use super::transport::snowflake;
use crate::game::{ChannelId, Millis};
use crate::words::NotDone;

/// After so many minutes without a message Discord archives a thread; a move opens it again. The longest there is: moves may take days.
const KEPT_OPEN: u32 = 10_080;
/// Where a thread is not opened, so much time is left to tell that.
const TO_TELL: Duration = Duration::from_millis(300);
/// Time for archiving a thread, for which nobody waits.
const ARCHIVE: Duration = Duration::from_secs(10);
/// Where somebody has written within this time, a thread is left open.
const SILENT_FOR: i64 = Millis::DAY;
/// Discord's ids count milliseconds from the beginning of 2015, from this bit on.
const ID_TIME: (u32, i64) = (22, 1_420_070_400_000);
/// Discord's code for "a thread has already been created for this message".
const THREAD_EXISTS: i64 = 160_004;
/// Discord's code for "maximum number of active threads reached".
const TOO_MANY_THREADS: i64 = 160_006;
/// Discord's code for "cannot execute action on this channel type".
const NOT_OF_THIS_KIND: i64 = 50_024;

/// Opens a public thread, on a message if one is named, and gives its id.
///
/// # Errors
/// A sentence for the person when Discord refuses.
pub async fn open_thread(
    desk: &Desk,
    from: &Interaction,
    on: Option<u64>,
    name: &str,
) -> Result<ChannelId, Stop> {
    // Discord takes its time for it, and whoever is next in the channel need not wait: what follows is guarded in the store.
    from.turn.let_go();
    let name = cut(name, 100);
    let mut body = json!({ "name": name, "auto_archive_duration": KEPT_OPEN });
    let route = if let Some(message) = on {
        format!("/channels/{}/messages/{message}/threads", from.place.channel)
    } else {
        // A thread without a message to hang on must say that it is public.
        body["type"] = 11.into();
        format!("/channels/{}/threads", from.place.channel)
    };
    // So that there is still time to tell that it failed.
    let tell = from.moment_to_tell();
    let until = tell.checked_sub(TO_TELL).unwrap_or(tell);
    let request = Request::new(&Method::POST, &route, until).body(&body);
    // A message can have one thread only; of the others there could be two.
    let made = desk.messenger.rest.send(if on.is_some() { request } else { request.once() }).await;
    let (id, why) = match made {
        Ok(thread) => (snowflake(&thread["id"]), NotDone::ThreadFailed),
        // An earlier click came this far and no further. A thread on a message has the message's id.
        Err(Failure::Refused { code: THREAD_EXISTS, .. }) => (on, NotDone::NoThread),
        Err(failure) => (None, why_not(&failure)),
    };
    id.map(ChannelId).ok_or_else(|| Stop::say(language::private(from).not_done(why)))
}

/// What whoever wants a thread is told where Discord does not open one.
fn why_not(failure: &Failure) -> NotDone {
    match failure.code() {
        _ if failure.may_pass() => NotDone::ThreadFailed,
        Some(MISSING_ACCESS | MISSING_PERMISSIONS) => NotDone::NoThreadHere,
        Some(NOT_OF_THIS_KIND) => NotDone::NoThreadOfKind,
        Some(TOO_MANY_THREADS) => NotDone::TooManyThreads,
        _ => NotDone::NoThread,
    }
}

/// Archives the threads of games that ended a day ago. Each is tried once: what does not succeed Discord does by itself, some days later.
pub async fn archive_done(desk: &Desk) {
    match desk.app.threads_done(desk.clock.now()).await {
        Ok(threads) => {
            for thread in threads {
                if let Err(failure) = archive(desk, thread).await {
                    tracing::debug!(%failure, %thread, "the thread of a game that is over was not archived");
                }
            }
        }
        Err(error) => tracing::error!(%error, "the threads of games that are over were not looked for"),
    }
}

/// Archives a thread that the bot has opened and where nobody has written for a day.
async fn archive(desk: &Desk, thread: ChannelId) -> Result<(), Failure> {
    let route = format!("/channels/{thread}");
    let rest = &desk.messenger.rest;
    let found = rest.send(Request::new(&Method::GET, &route, Instant::now() + ARCHIVE).patient()).await?;
    let own = snowflake(&found["owner_id"]) == Some(desk.messenger.application);
    if !own || !is_silent(snowflake(&found["last_message_id"]), desk.clock.now()) {
        return Ok(());
    }
    let body = json!({ "archived": true });
    let request = Request::new(&Method::PATCH, &route, Instant::now() + ARCHIVE).body(&body).patient();
    rest.send(request).await.map(drop)
}

/// Whether the last message of a channel is old enough.
fn is_silent(last: Option<u64>, now: Millis) -> bool {
    let (bit, epoch) = ID_TIME;
    last.is_none_or(|id| now.since(Millis((id >> bit).cast_signed() + epoch)) >= SILENT_FOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_silent_a_day_after_its_last_message() {
        // An id of Discord's documentation, made at this moment.
        let (id, at) = (175_928_847_299_117_063, 1_462_015_105_796);
        assert!(!is_silent(Some(id), Millis(at + Millis::DAY - 1)));
        assert!(is_silent(Some(id), Millis(at + Millis::DAY)));
        assert!(is_silent(None, Millis(0)));
    }
}
