//! Reminders of the player to move, one per turn: in the game's channel, or privately if the player wants
//! that.
//!
//! A player who has left the channel's server would not see it there, so the opponent is notified instead,
//! once per game.

use async_trait::async_trait;
use std::time::Duration;
use tokio::time::Instant;

use super::{Delivery, Next, Plan, event, event_nonce, nonce_is_known};
use crate::app::{AppResult, MessageRef, Reminder};
use crate::discord::channels::members;
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::discord::rest::request::{Failure, UNKNOWN_CHANNEL, closes, nobody_plays};
use crate::game::{ChannelId, Color, GameId, Millis};
use crate::store::{Owed, OwedKey};

/// After the first step, which checks whether the player has left: reminds in the channel.
const CHANNEL: &str = "channel";
/// Reminds the player privately.
const ALONE: &str = "alone";
/// Notifies the opponent that White's or Black's player has left.
const LEFT_WHITE: &str = "left-white";
const LEFT_BLACK: &str = "left-black";
/// Then reminds the player who has left privately.
const LEFT_ALONE: &str = "left-alone";
/// Time limit for checking whether a player has left a server, or for opening their direct messages.
const LOOK: Duration = Duration::from_secs(5);

/// A reminder that a player is to move.
pub struct TurnReminder;

impl TurnReminder {
    const KIND: &'static str = "reminder";
}

#[async_trait]
impl Delivery for TurnReminder {
    fn kind(&self) -> &'static str {
        Self::KIND
    }

    fn longest_pause(&self) -> Duration {
        Duration::from_mins(1)
    }

    fn lasts_ms(&self) -> Option<i64> {
        Some(Millis::DAY)
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let Some(reminder) = current(ctx, owed).await? else { return Ok(Plan::Nothing) };
        Ok(match &*owed.step {
            ALONE | LEFT_ALONE => alone(ctx, owed, &reminder).await?,
            LEFT_WHITE | LEFT_BLACK => {
                let words = unasked(&ctx.languages, reminder.locale.as_ref());
                let reply = Reply::public(words.left(&reminder, &written)).ping(reminder.waits);
                let then = if reminder.alone.is_some() { step(LEFT_ALONE) } else { Next::Done };
                post(ctx, owed, (owed.channel, reply), 'l', then).await?
            }
            CHANNEL if !reminder.wanted => Plan::Nothing,
            CHANNEL => {
                let words = unasked(&ctx.languages, reminder.locale.as_ref());
                let reply = Reply::public(words.reminder(&reminder, &written)).ping(reminder.ping);
                post(ctx, owed, (owed.channel, reply), 't', Next::Done).await?
            }
            _ => first_step(ctx, owed, &reminder).await?,
        })
    }

    async fn done(&self, ctx: &Context, owed: &Owed, _at: MessageRef) -> AppResult<()> {
        left_is_told(ctx, owed).await
    }

    async fn refused(&self, ctx: &Context, owed: &Owed, failure: &Failure) -> AppResult<Option<Next>> {
        if owed.step == ALONE || owed.step == LEFT_ALONE {
            if failure.code() == Some(UNKNOWN_CHANNEL)
                && let Some((who, _)) = current(ctx, owed).await?.and_then(|reminder| reminder.alone)
            {
                ctx.messenger.direct_channels.forget(who);
            }
            // Usually the player accepts no messages from members of the server.
            let blocked = matches!(failure, Failure::Blocked { .. }) && !failure.is_outage();
            let elsewhere = owed.step == ALONE && owed.tried_at.is_none();
            let then = || if elsewhere { step(CHANNEL) } else { Next::Done };
            return Ok((failure.is_for_good() || blocked).then(then));
        }
        if let Some(code) = closes(failure).filter(|code| nobody_plays(*code)) {
            ctx.note_closed(owed.channel, code).await;
            // The clock is stopped; the reminder is due again when it runs.
            let (game, rev) = event(owed);
            ctx.store.not_reminded(game, rev).await?;
            return Ok(Some(Next::Done));
        }
        if left(&owed.step).is_some() && failure.is_for_good() && closes(failure).is_none() {
            left_is_told(ctx, owed).await?;
            return Ok(Some(step(LEFT_ALONE)));
        }
        Ok(None)
    }
}

/// Has a player reminded now, because it is due.
pub fn remind(ctx: &Context, game: GameId) {
    ctx.outbox.tell(OwedKey::new(TurnReminder::KIND, game.0));
}

/// The side whose departure is reported in this step.
fn left(step: &str) -> Option<Color> {
    match step {
        LEFT_WHITE => Some(Color::White),
        LEFT_BLACK => Some(Color::Black),
        _ => None,
    }
}

fn step(step: &str) -> Next {
    Next::Step(step.to_owned(), Millis(0))
}

async fn post(
    ctx: &Context,
    owed: &Owed,
    (channel, reply): (ChannelId, Reply),
    letter: char,
    then: Next,
) -> AppResult<Plan> {
    let nonce = event_nonce(ctx, letter, event(owed)).await?;
    Ok(Plan::Post { channel, reply: Box::new(reply), nonce, then })
}

/// The current reminder; `None` once the position has changed.
async fn current(ctx: &Context, owed: &Owed) -> AppResult<Option<Reminder>> {
    let (game, rev) = event(owed);
    ctx.app.reminder(game, rev, ctx.clock.now()).await
}

/// Decides who is notified, and where. The result is `Plan::Nothing` if the player wants no reminder.
async fn first_step(ctx: &Context, owed: &Owed, reminder: &Reminder) -> AppResult<Plan> {
    let (game, rev) = event(owed);
    let left = match members::has_left(ctx, reminder.place, reminder.who, Instant::now() + LOOK).await {
        Ok(left) => left,
        Err(failure) => return Ok(Plan::Failed(Some(failure))),
    };
    if left && ctx.store.left_untold(game, rev, reminder.game_now.turn()).await? {
        return Ok(Plan::Step(match reminder.game_now.turn() {
            Color::White => LEFT_WHITE,
            Color::Black => LEFT_BLACK,
        }));
    }
    Ok(match (reminder.alone.is_some(), left) {
        (true, true) => Plan::Step(LEFT_ALONE),
        (true, false) => Plan::Step(ALONE),
        (false, false) if reminder.wanted => Plan::Step(CHANNEL),
        (false, _) => Plan::Nothing,
    })
}

/// Records whose departure was reported, if this step did that.
async fn left_is_told(ctx: &Context, owed: &Owed) -> AppResult<()> {
    if let Some(side) = left(&owed.step) {
        ctx.store.note_left_told(event(owed).0, side).await?;
    }
    Ok(())
}

/// The reminder in direct messages.
async fn alone(ctx: &Context, owed: &Owed, reminder: &Reminder) -> AppResult<Plan> {
    let elsewhere = if owed.step == ALONE { Plan::Step(CHANNEL) } else { Plan::Nothing };
    let Some((who, locale)) = &reminder.alone else { return Ok(elsewhere) };
    // Every direct message notifies, so one that may have arrived is not repeated without a ping.
    if owed.tried_at.is_some_and(|at| !nonce_is_known(at, ctx.clock.now())) {
        return Ok(Plan::Nothing);
    }
    Ok(match ctx.messenger.direct_messages(*who, (Instant::now() + LOOK, true)).await {
        Ok(Some(channel)) => {
            let words = unasked(&ctx.languages, locale.as_ref());
            let reply = Reply::public(words.reminder_alone(reminder, &written)).ping(Some(*who));
            post(ctx, owed, (channel, reply), 't', Next::Done).await?
        }
        Err(failure) if failure.is_outage() || owed.tried_at.is_some() => Plan::Failed(Some(failure)),
        Ok(None) | Err(_) => elsewhere,
    })
}
