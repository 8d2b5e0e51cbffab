//! Delivers pending messages.
//!
//! The leader queries the store for due messages when it becomes the leader, and every two seconds. Each process delivers the messages it has
//! requested itself.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use futures_util::FutureExt;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::schedule::{Entry, OF_EACH, Outcome, PAGE, Schedule, jitter};
use super::{Delivery, HOLD, Next, Plan, anew, kind_of, next_or_again, nonce_is_known, take};
use crate::app::{AppError, MessageRef};
use crate::discord::context::Context;
use crate::discord::outbox_sender::Told;
use crate::discord::rest::rate_limit::{Class, RouteKey};
use crate::discord::rest::request::{Failure, closes, doubled};
use crate::game::{MessageId, Millis, Venue};
use crate::store::Owed;

/// Interval between queries for due messages.
const LOOK: Duration = Duration::from_secs(2);
/// Time limit for sending a message, including its wait for the rate limit.
const SEND: Duration = Duration::from_secs(10);
/// Time limit for an edit with an interaction's token.
const BY_TOKEN: Duration = Duration::from_secs(3);
/// The shortest pause between two attempts; it doubles.
const PAUSE: Duration = Duration::from_millis(500);
/// An expired message is given up after this many attempts.
const GIVEN_UP: u32 = 5;
/// The pauses after a refusal from something that lets others through, doubling between these bounds.
const BLOCKED: (Duration, Duration) = (Duration::from_secs(5), Duration::from_mins(2));
/// The pauses after an internal fault, doubling between these bounds.
const BROKEN: (Duration, Duration) = (Duration::from_secs(1), Duration::from_mins(5));
/// The pauses if a channel accepts no message, doubling between these bounds.
const CLOSED: (Duration, Duration) = (Duration::from_mins(5), Duration::from_hours(24));

type Tried = (Entry, Outcome);

/// Delivers pending messages until `stop`.
pub async fn work(ctx: Arc<Context>, mut told: mpsc::Receiver<Told>, stop: CancellationToken) {
    let clock = ctx.clock.clone();
    let mut schedule = Schedule::new(clock.clone());
    // Aborted when this returns: the next start finds the messages in flight.
    let mut trying: JoinSet<Tried> = JoinSet::new();
    let mut look = clock.instant();
    let (mut took_over, mut leads) = (false, false);
    loop {
        let next = schedule.next();
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            Some(tried) = trying.join_next() => match tried {
                Ok((entry, outcome)) => schedule.settle(entry, outcome),
                Err(error) => tracing::error!(%error, "a try to deliver a message broke"),
            },
            asked = told.recv() => match asked {
                Some(asked) => ask(&ctx, &mut schedule, asked).await,
                None => return,
            },
            () = until_look(&ctx, look, leads) => {
                note_retired(&ctx).await;
                leads = ctx.leadership.is_mine();
                if leads {
                    took_over |= look_for(&ctx, &mut schedule, !took_over).await;
                } else {
                    took_over = false;
                }
                look = clock.instant() + LOOK;
            }
            () = sleep_until(&ctx, next), if next.is_some() => {
                if let Some(entry) = schedule.take() {
                    let ctx = Arc::clone(&ctx);
                    trying.spawn(async move {
                        // A panicking attempt must not keep its place forever.
                        let tried = AssertUnwindSafe(deliver(&ctx, &entry)).catch_unwind().await;
                        let outcome = match tried {
                            Ok(Ok(outcome)) => outcome,
                            Ok(Err(error)) => broken(&ctx, &entry.owed, Some(&error)).await,
                            // The panic has logged itself.
                            Err(_) => broken(&ctx, &entry.owed, None).await,
                        };
                        (entry, outcome)
                    });
                }
            }
        }
    }
}

/// Waits until the store is to be queried: at this time, or as soon as this process leads. A process
/// that dies often might never reach its first query.
async fn until_look(ctx: &Context, at: Instant, leads: bool) {
    tokio::select! {
        biased;
        () = ctx.clock.sleep_until(at) => {}
        () = ctx.leadership.mine(), if !leads => {}
    }
}

async fn sleep_until(ctx: &Context, at: Option<Instant>) {
    if let Some(at) = at {
        ctx.clock.sleep_until(at).await;
    }
}

/// Queries the store for due messages. `first`: includes those that a dead process left in flight.
async fn look_for(ctx: &Context, schedule: &mut Schedule, first: bool) -> bool {
    let now = ctx.clock.now();
    let left_behind = if first && ctx.leadership.is_alone() { HOLD } else { 0 };
    match ctx.store.owed(Millis(now.0 + left_behind), PAGE, OF_EACH).await {
        Ok(mut list) => {
            // Messages begun by this process are handled by their task until they are due.
            list.retain(|owed| {
                owed.due.is_some_and(|due| due <= now) || owed.since.is_none_or(|since| since < ctx.began)
            });
            schedule.listed(list);
            true
        }
        Err(error) => {
            tracing::error!(%error, "what is owed was not looked for");
            false
        }
    }
}

/// Stores which old boards have lost their buttons since the last look.
async fn note_retired(ctx: &Context) {
    let retired = ctx.outbox.take_retired();
    if !retired.is_empty()
        && let Err(error) = ctx.store.boards_retired(&retired).await
    {
        // Repeating the edit changes nothing.
        tracing::debug!(%error, "that old boards have no buttons was not noted");
    }
}

/// Reads a message that this process has requested.
async fn ask(ctx: &Context, schedule: &mut Schedule, (key, version): Told) {
    match ctx.store.owed_one(&key).await {
        Ok(Some(owed)) if version.is_none_or(|version| version == owed.version) => {
            let settles = kind_of(&owed).map_or(Duration::ZERO, Delivery::settles);
            schedule.told(owed, settles);
        }
        Ok(_) => {}
        // The periodic query finds it.
        Err(error) => tracing::error!(%error, kind = key.kind, "what is owed was not found out"),
    }
}

/// Handles an internal fault: the message is retried, and holds up nothing else.
async fn broken(ctx: &Context, owed: &Owed, error: Option<&AppError>) -> Outcome {
    if let Some(error) = error.filter(|error| !error.is_told()) {
        tracing::error!(%error, kind = owed.key.kind, subject = owed.key.subject, "a message could not be delivered");
    }
    let pause = jitter(doubled(BROKEN, owed.tries));
    let due = Some(Millis(ctx.clock.now().0 + pause.as_millis() as i64));
    // Reread: a message may have been sent, and that must be kept.
    let known = ctx.store.owed_one(&owed.key).await.ok().flatten();
    if known.as_ref().is_some_and(|known| known.version != owed.version || known.step != owed.step) {
        return Outcome::Unsent;
    }
    let later = Owed { due, tries: owed.tries + 1, ..known.unwrap_or_else(|| owed.clone()) };
    if let Some(kind) = kind_of(owed)
        && matches!(give_up(ctx, kind, &later).await, Ok(true))
    {
        return Outcome::Unsent;
    }
    if let Err(error) = ctx.store.put_off_owed(&later, &later).await {
        tracing::debug!(%error, "that a message waits was not noted");
    }
    Outcome::Waits(Box::new(later), pause)
}

/// Attempts one message.
async fn deliver(ctx: &Context, entry: &Entry) -> Result<Outcome, AppError> {
    let owed = &entry.owed;
    let Some(kind) = kind_of(owed) else {
        tracing::error!(kind = owed.key.kind, "a message is owed that this program does not know");
        return Ok(Outcome::Waits(Box::new(owed.clone()), CLOSED.0));
    };
    let (now, how) = (ctx.clock.now(), (kind, entry.fails_alone));
    let plan = match kind.plan(ctx, owed).await {
        Ok(plan) => plan,
        // The current rules cannot express it.
        Err(AppError::Refused(_)) => Plan::Nothing,
        Err(error) => return Err(error),
    };
    let is_anew = match &plan {
        Plan::Replace { at, .. } => anew::is_due(ctx, owed, *at).await,
        _ => false,
    };
    match plan {
        Plan::Nothing => {
            settle(ctx, kind, owed).await?;
            Ok(Outcome::Unsent)
        }
        Plan::Told => note(ctx, kind, owed, Next::Done).await,
        Plan::Step(step) => {
            ctx.store.next_of_owed(owed, step, Some(now)).await?;
            // Later changes are handled by the task that made them.
            ctx.outbox.go_on(owed);
            Ok(Outcome::Unsent)
        }
        Plan::Wait(until) => {
            ctx.store.next_of_owed(owed, &owed.step, Some(until)).await?;
            Ok(Outcome::Unsent)
        }
        Plan::NotYet => {
            ctx.store.next_of_owed(owed, &owed.step, None).await?;
            Ok(Outcome::Unsent)
        }
        Plan::Failed(why) => later(ctx, how, owed, why.as_ref()).await,
        Plan::Edit { at, body, token, then } => {
            if let Some(token) = token {
                let by_token = (&*token.0, at.message);
                let sent = ctx.messenger.edit_by_token(by_token, &body, Instant::now() + BY_TOKEN).await;
                // Where the bot is not a member, only the token reaches the message.
                if sent.is_ok() || owed.channel.venue() == Venue::UserInstall {
                    return after(ctx, how, (owed.clone(), owed.tried_at), sent.map(|()| at), then).await;
                }
            }
            if let Some(waits) = without_room(ctx, owed, at).await? {
                return Ok(waits);
            }
            let Some(taken) = take(ctx, owed, None).await? else { return Ok(Outcome::Unsent) };
            let sent = ctx.messenger.edit(at, &body, Instant::now() + SEND).await;
            after(ctx, how, (taken, owed.tried_at), sent.map(|()| at), then).await
        }
        Plan::Replace { at, reply, then } if is_anew => {
            let Some(taken) = take(ctx, owed, Some(now)).await? else { return Ok(Outcome::Unsent) };
            let (nonce, earlier) = (anew::nonce(at), owed.tried_at);
            let sent = ctx.messenger.post(at.channel, &reply, &nonce, Instant::now() + SEND).await;
            let is_there = sent.is_ok();
            let outcome = after(ctx, how, (taken, earlier), sent, next_or_again(owed, then)).await?;
            if is_there {
                anew::remove(ctx, at, Instant::now() + SEND).await;
            }
            Ok(outcome)
        }
        Plan::Replace { at, reply, then } => {
            if let Some(waits) = without_room(ctx, owed, at).await? {
                return Ok(waits);
            }
            let Some(taken) = take(ctx, owed, None).await? else { return Ok(Outcome::Unsent) };
            ctx.outbox.edits.note(at.message, Instant::now());
            let sent = ctx.messenger.replace(at, &reply, Instant::now() + SEND).await;
            after(ctx, how, (taken, owed.tried_at), sent.map(|()| at), then).await
        }
        Plan::EditAnswer { token, body, then } => {
            let sent = ctx.messenger.edit_answer(&token.0, &body, Instant::now() + BY_TOKEN).await;
            let nowhere = MessageRef { channel: owed.channel, message: MessageId(0) };
            after(ctx, how, (owed.clone(), owed.tried_at), sent.map(|()| nowhere), then).await
        }
        Plan::Post { channel, reply, nonce, then } => {
            let Some(taken) = take(ctx, owed, Some(now)).await? else { return Ok(Outcome::Unsent) };
            // Discord has forgotten the nonce, so this may be a duplicate.
            let twice = owed.tried_at.is_some_and(|at| !nonce_is_known(at, now));
            let reply = if twice { reply.ping(None) } else { *reply };
            let sent = ctx.messenger.post(channel, &reply, &nonce, Instant::now() + SEND).await;
            after(ctx, how, (taken, owed.tried_at), sent, then).await
        }
    }
}

/// Postpones an edit until the rate limit leaves room for it, if there is none now.
async fn without_room(ctx: &Context, owed: &Owed, at: MessageRef) -> Result<Option<Outcome>, AppError> {
    let Some(pause) = no_room(ctx, at) else { return Ok(None) };
    let due = Some(Millis(ctx.clock.now().0 + pause.as_millis() as i64));
    let later = Owed { due, ..owed.clone() };
    ctx.store.put_off_owed(owed, &later).await?;
    Ok(Some(Outcome::Waits(Box::new(later), pause)))
}

/// How long the rate limit leaves no room for an edit, if there is none now.
fn no_room(ctx: &Context, at: MessageRef) -> Option<Duration> {
    let (rest, now) = (&ctx.messenger.rest, Instant::now());
    let key = RouteKey::of_edit(at.channel.0, at.message.0, rest.clock.now_ms(now))?;
    let pause = rest.limits.when(&key, Class::Patient, now).saturating_duration_since(now);
    (!pause.is_zero()).then_some(pause)
}

/// Handles the result of an attempt.
///
/// `alone`: the message failed before while others succeeded. `earlier`: the time of the first earlier
/// attempt that may have arrived.
async fn after(
    ctx: &Context,
    (kind, alone): (&dyn Delivery, bool),
    (owed, earlier): (Owed, Option<Millis>),
    sent: Result<MessageRef, Failure>,
    then: Next,
) -> Result<Outcome, AppError> {
    let failure = match sent {
        Ok(at) => {
            kind.done(ctx, &owed, at).await?;
            return note(ctx, kind, &owed, then).await;
        }
        Err(failure) => failure,
    };
    tracing::debug!(kind = owed.key.kind, subject = owed.key.subject, %failure, "a message was not delivered");
    // Any failure other than silence means that this attempt did not arrive.
    let owed = Owed { tried_at: if failure.may_have_happened() { owed.tried_at } else { earlier }, ..owed };
    if let Some(left) = kind.refused(ctx, &owed, &failure).await? {
        return note(ctx, kind, &owed, left).await;
    }
    // A closed channel may reopen, but where the bot is not a member only answers ever get through.
    let may_open = closes(&failure).is_some() && owed.channel.venue() == Venue::Channel;
    let is_gone = owed.message.is_some() && failure.is_gone();
    if is_gone || failure.is_for_good() && !may_open && !kind.recurs() {
        if !is_gone {
            tracing::warn!(kind = owed.key.kind, subject = owed.key.subject, %failure, "a message is not taken, so it is not shown");
        }
        return note(ctx, kind, &owed, Next::Done).await;
    }
    later(ctx, (kind, alone), &owed, Some(&failure)).await
}

/// Settles a message: nothing is left to do for it.
async fn settle(ctx: &Context, kind: &dyn Delivery, owed: &Owed) -> Result<(), AppError> {
    if !kind.forget(ctx, owed).await? {
        ctx.store.settle_owed(owed).await?;
    }
    Ok(())
}

async fn note(ctx: &Context, kind: &dyn Delivery, owed: &Owed, left: Next) -> Result<Outcome, AppError> {
    match left {
        Next::Done => settle(ctx, kind, owed).await?,
        Next::Step(step, from) => ctx.store.next_of_owed(owed, &step, Some(from)).await?,
    }
    Ok(Outcome::Settled)
}

/// Gives up a message that is expired and has been tried often enough. Returns false if it is to be retried.
async fn give_up(ctx: &Context, kind: &dyn Delivery, owed: &Owed) -> Result<bool, AppError> {
    let age = |since: Millis| ctx.clock.now().0.saturating_sub(since.0);
    let is_old = kind.lasts_ms().zip(owed.since).is_some_and(|(lasts, since)| age(since) > lasts);
    if !is_old || owed.tries < GIVEN_UP {
        return Ok(false);
    }
    tracing::warn!(kind = owed.key.kind, subject = owed.key.subject, "a message is given up");
    settle(ctx, kind, owed).await?;
    Ok(true)
}

/// Schedules a retry.
async fn later(
    ctx: &Context,
    (kind, alone): (&dyn Delivery, bool),
    owed: &Owed,
    failure: Option<&Failure>,
) -> Result<Outcome, AppError> {
    let is_out = failure.is_some_and(Failure::is_outage);
    let outage = is_out && !alone;
    // An outage of the bot or Discord must not expire messages.
    if !outage && give_up(ctx, kind, owed).await? {
        return Ok(Outcome::Unsent);
    }
    let mut later = owed.clone();
    let (bounds, code) = match failure {
        Some(failure @ Failure::Refused { code, .. }) if failure.is_for_good() => (CLOSED, Some(*code)),
        // Refused in this channel only, for an unknown reason.
        Some(Failure::Blocked { code, .. }) if !is_out => (BLOCKED, Some(code.unwrap_or(0))),
        _ => ((PAUSE, kind.longest_pause()), None),
    };
    if let Some(code) = code {
        tracing::warn!(kind = owed.key.kind, channel = %owed.channel, code, "a message cannot be delivered just now; it waits");
    }
    later.code = code.map(|code| code.unsigned_abs() as u32);
    // Earlier failures for other reasons must not lengthen the wait for a channel to open.
    if later.code.is_some() && owed.code.is_none() {
        later.tries = 0;
    }
    let pause = if outage {
        Duration::ZERO
    } else {
        let pause = doubled(bounds, later.tries);
        let pause = if code.is_some() { pause } else { jitter(pause) };
        later.tries += 1;
        pause
    };
    later.due = Some(Millis(ctx.clock.now().0 + pause.as_millis() as i64));
    ctx.store.put_off_owed(owed, &later).await?;
    let later = Box::new(later);
    Ok(match failure {
        _ if outage => Outcome::Outage(later),
        _ if is_out => Outcome::Alone(later, pause),
        // Discord has not responded.
        None | Some(Failure::Limited) => Outcome::Waits(later, pause),
        Some(_) => Outcome::Later(later, pause),
    })
}
