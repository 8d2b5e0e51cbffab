//! Delivers what is owed.
//!
//! The leader asks the store every two seconds for what is due. What a process knows to be owed now, it delivers itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::schedule::{Entry, OF_EACH, Outcome, PAGE, Schedule, jitter};
use super::sender::Told;
use super::{ALL, After, DynDelivery, Says};
use crate::app::AppError;
use crate::discord::context::Context;
use crate::discord::reply::MessageAt;
use crate::discord::rest::messenger::NONCE_LIFE;
use crate::discord::rest::rate_limit::{Class, RouteKey};
use crate::discord::rest::request::{Failure, closes, doubled};
use crate::game::Millis;
use crate::store::{Owed, WriteError};

/// How often the store is asked for what is due.
const LOOK: Duration = Duration::from_secs(2);
/// For how long, in milliseconds, a message is kept from others while it is tried: longer than a try takes.
const HOLD: i64 = 30_000;
/// How long sending a message may take, including its wait for the rate limit.
const SEND: Duration = Duration::from_secs(10);
/// The shortest pause between two tries of a message; it doubles.
const PAUSE: Duration = Duration::from_millis(500);
/// The same where a channel takes no message, up to a day.
const CLOSED: (Duration, Duration) = (Duration::from_mins(5), Duration::from_hours(24));

type Tried = (Entry, Result<Outcome, AppError>);

/// Delivers what is owed until `stop`.
pub async fn work(ctx: Arc<Context>, mut told: mpsc::Receiver<Told>, stop: CancellationToken) {
    let clock = ctx.clock.clone();
    let mut schedule = Schedule::new(clock.clone());
    // Cut off when this ends: what is on its way is found by the next start.
    let mut trying: JoinSet<Tried> = JoinSet::new();
    let mut look = clock.instant();
    let mut took_over = false;
    loop {
        let next = schedule.next();
        tokio::select! {
            () = stop.cancelled() => return,
            one = told.recv() => match one {
                Some(one) => ask(&ctx, &mut schedule, one).await,
                None => return,
            },
            Some(tried) = trying.join_next() => match tried {
                Ok((entry, outcome)) => {
                    let outcome = outcome.unwrap_or_else(|error| broken(&entry, &error));
                    schedule.settle(entry, outcome);
                }
                Err(error) => tracing::error!(%error, "a try to deliver a message broke"),
            },
            () = clock.sleep_until(look) => {
                if ctx.leadership.is_mine() {
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
                        let outcome = deliver(&ctx, &entry.owed).await;
                        (entry, outcome)
                    });
                }
            }
        }
    }
}

async fn sleep_until(ctx: &Context, at: Option<Instant>) {
    if let Some(at) = at {
        ctx.clock.sleep_until(at).await;
    }
}

/// Looks in the store for what is due. `first`: also for what a process that is no longer alive has left on its way.
async fn look_for(ctx: &Context, schedule: &mut Schedule, first: bool) -> bool {
    let left_behind = if first && ctx.leadership.is_alone() { HOLD } else { 0 };
    match ctx.store.owed(Millis(ctx.clock.now().0 + left_behind), PAGE, OF_EACH).await {
        Ok(list) => {
            schedule.listed(list);
            true
        }
        Err(error) => {
            tracing::error!(%error, "what is owed was not looked for");
            false
        }
    }
}

/// Reads what this process knows to be owed.
async fn ask(ctx: &Context, schedule: &mut Schedule, told: Told) {
    match ctx.store.owed_one(&told.key).await {
        Ok(Some(owed)) => schedule.told(owed, told.after),
        Ok(None) => {}
        // The regular look finds it.
        Err(error) => tracing::error!(%error, kind = told.key.kind, "what is owed was not found out"),
    }
}

fn broken(entry: &Entry, error: &AppError) -> Outcome {
    let owed = &entry.owed;
    if !error.is_told() {
        tracing::error!(%error, kind = owed.key.kind, subject = owed.key.subject, "a message could not be delivered");
    }
    let failed = Owed { tries: owed.tries + 1, ..owed.clone() };
    let pause = jitter(doubled((PAUSE, Duration::from_mins(1)), failed.tries));
    Outcome::Later(Box::new(failed), pause)
}

/// Tries one message.
async fn deliver(ctx: &Context, owed: &Owed) -> Result<Outcome, AppError> {
    let Some(kind) = ALL.iter().find(|kind| kind.kind() == owed.key.kind) else {
        tracing::error!(kind = owed.key.kind, "a message is owed that this program does not know");
        return Ok(Outcome::Later(Box::new(owed.clone()), CLOSED.0));
    };
    let now = ctx.clock.now();
    let says = match kind.says(ctx, owed).await {
        Ok(says) => says,
        // Today's rules cannot say it.
        Err(AppError::Refused(_)) => Says::Nothing,
        Err(error) => return Err(error),
    };
    match says {
        Says::Nothing => {
            ctx.store.settle_owed(owed).await?;
            Ok(Outcome::Unsent)
        }
        Says::Wait(until) => {
            ctx.store.next_of_owed(owed, &owed.step, until).await?;
            Ok(Outcome::Unsent)
        }
        Says::Failed => later(ctx, *kind, owed, None).await,
        Says::Edit { at, body, then } => {
            if let Some(until) = no_room(ctx, at.channel, at.message) {
                return Ok(Outcome::Full(until));
            }
            let Some(taken) = take(ctx, owed, None).await? else { return Ok(Outcome::Unsent) };
            let sent = ctx.messenger.edit(at, &body, Instant::now() + SEND).await;
            after(ctx, *kind, taken, sent.map(|()| at), then).await
        }
        Says::Post { channel, reply, nonce, then } => {
            let Some(taken) = take(ctx, owed, Some(now)).await? else { return Ok(Outcome::Unsent) };
            // Discord has forgotten the nonce, so there may be two messages then.
            let twice = owed.tried_at.is_some_and(|at| now.since(at) >= NONCE_LIFE.as_millis() as i64);
            let reply = if twice { reply.ping(None) } else { *reply };
            let sent = ctx.messenger.post(channel.0, &reply, &nonce, Instant::now() + SEND).await;
            after(ctx, *kind, taken, sent, then).await
        }
    }
}

/// When an edit has room, if that is not now.
fn no_room(ctx: &Context, channel: u64, message: u64) -> Option<Instant> {
    let (rest, now) = (&ctx.messenger.rest, Instant::now());
    let key = RouteKey::of_edit(channel, message, rest.clock.now_ms(now))?;
    let until = rest.limits.when(&key, Class::Patient, now);
    // The outbox goes by the bot's clock.
    (until > now).then(|| ctx.clock.instant() + until.duration_since(now))
}

/// Takes the message, so that no other process delivers it. None: one does, or it has changed.
async fn take(ctx: &Context, owed: &Owed, tried: Option<Millis>) -> Result<Option<Owed>, AppError> {
    let until = Millis(ctx.clock.now().0 + HOLD);
    match ctx.store.take_owed(owed, until, tried).await {
        Ok(()) => Ok(Some(Owed { due: Some(until), tried_at: owed.tried_at.or(tried), ..owed.clone() })),
        Err(WriteError::Conflict) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// What follows a try.
async fn after(
    ctx: &Context,
    kind: &dyn DynDelivery,
    owed: Owed,
    sent: Result<MessageAt, Failure>,
    then: After,
) -> Result<Outcome, AppError> {
    let failure = match sent {
        Ok(at) => {
            kind.done(ctx, &owed, at).await?;
            return note(ctx, &owed, then).await;
        }
        Err(failure) => failure,
    };
    tracing::debug!(kind = owed.key.kind, subject = owed.key.subject, %failure, "a message was not delivered");
    if let Some(left) = kind.refused(ctx, &owed, &failure).await? {
        return note(ctx, &owed, left).await;
    }
    if failure.is_for_good() && closes(&failure).is_none() {
        tracing::error!(kind = owed.key.kind, subject = owed.key.subject, %failure, "a message is not taken, so it is not shown");
        return note(ctx, &owed, After::Settled).await;
    }
    later(ctx, kind, &owed, Some(&failure)).await
}

async fn note(ctx: &Context, owed: &Owed, left: After) -> Result<Outcome, AppError> {
    match left {
        After::Settled => ctx.store.settle_owed(owed).await?,
        After::Step(step, from) => ctx.store.next_of_owed(owed, &step, from).await?,
    }
    Ok(Outcome::Settled)
}

/// It is tried again.
async fn later(
    ctx: &Context,
    kind: &dyn DynDelivery,
    owed: &Owed,
    failure: Option<&Failure>,
) -> Result<Outcome, AppError> {
    let mut later = owed.clone();
    // Everything but silence means that it did not arrive.
    if failure.is_some_and(|failure| {
        !matches!(failure, Failure::Unreachable(_) | Failure::Refused { status: 500.., .. })
    }) {
        later.tried_at = None;
    }
    let outage = failure.is_some_and(Failure::is_outage);
    let (bounds, code) = match failure {
        Some(failure @ Failure::Refused { code, .. }) if closes(failure).is_some() => (CLOSED, Some(*code)),
        // Refused in this channel alone, for an unknown reason.
        Some(Failure::Blocked { code, .. }) if !outage => (CLOSED, Some(code.unwrap_or(0))),
        _ => ((PAUSE, kind.longest_pause()), None),
    };
    if let Some(code) = code {
        tracing::warn!(kind = owed.key.kind, channel = %owed.channel, code, "a message cannot be delivered just now; it waits");
    }
    later.code = code.map(|code| code.unsigned_abs() as u32);
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
    Ok(if outage { Outcome::Outage(Box::new(later)) } else { Outcome::Later(Box::new(later), pause) })
}
