//! The outbox: messages that must be delivered, retried until Discord confirms them.
//!
//! There is one table in the store, one worker, and one file for each kind of message. A kind defines its
//! current message, the step that follows the delivery, and the meaning of a refusal. Everything else is
//! common (`worker.rs`): a message that may have arrived is sent again with the same nonce, or without
//! notifying anyone once Discord has forgotten the nonce. During an outage one message at a time is tried. A
//! closed channel waits.
//!
//! To add a kind, write a file with its [`Delivery`], list it in [`ALL`], and insert its rows: by a trigger
//! in a schema migration, or in the transaction of the change. Urgencies: 0 boards, 1 reminders and push
//! messages, 2 vacations, 3 challenges, rematches requested on pages and paired games, 4 offers, 5 lists,
//! tournaments, ladders, failed games and servers to leave, 6 old, unnoted and first boards, 7 the puzzle of
//! the day; 9 is the last.
//!
//! A row that becomes pending again must raise its `version`: a row that is deleted and reinserted has the
//! same version, and a delivery in flight would settle it too.

mod anew;
mod asked_rematch;
mod board;
pub(super) mod closed_challenge;
pub(super) mod closed_offer;
mod daily;
mod failed_game;
mod fallen;
mod first_board;
mod ladder;
mod leave;
mod lobby;
pub(super) mod newest_board;
pub(super) mod old_board;
mod pairing;
mod push;
pub(super) mod reminder;
mod schedule;
mod tournament;
mod unnoted_board;
mod vacation;
pub(super) mod worker;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;

use crate::app::{AppError, AppResult, MessageRef};
use crate::discord::context::Context;
use crate::discord::outbox_sender::HOLD;
use crate::discord::reply::Reply;
use crate::discord::rest::messenger::NONCE_LIFE;
use crate::discord::rest::request::Failure;
use crate::game::{AnswerToken, ChannelId, GameId, Millis, Rev};
use crate::store::{Owed, WriteError};

/// Every kind of message in the outbox.
pub const ALL: &[&dyn Delivery] = &[
    &board::BoardPost,
    &reminder::TurnReminder,
    &vacation::VacationNotice,
    &closed_challenge::ClosedChallenge,
    &closed_offer::ClosedOffer,
    &lobby::LobbyList,
    &old_board::BoardRetirement,
    &unnoted_board::UnnotedBoard,
    &first_board::FirstBoardText,
    &daily::DailyPost,
    &pairing::PairedGame,
    &tournament::TournamentMessage,
    &ladder::LadderMessage,
    &fallen::FallenNotice,
    &failed_game::FailedGameNotice,
    &push::PushMessage,
    &asked_rematch::AskedRematch,
    &leave::Leaving,
];

/// What to do for a message now.
pub enum Plan {
    /// Post a new message.
    Post {
        channel: ChannelId,
        reply: Box<Reply>,
        /// Equal for each attempt, so that Discord deduplicates them, but different for each event; at most
        /// 25 characters.
        nonce: String,
        /// What follows its delivery.
        then: Next,
    },
    /// Edit a message.
    Edit {
        at: MessageRef,
        body: Value,
        /// The token that created the message, if known: such edits do not count against the bot's rate
        /// limits.
        token: Option<AnswerToken>,
        /// What follows its delivery.
        then: Next,
    },
    /// Replace a message, with its picture and buttons.
    Replace { at: MessageRef, reply: Box<Reply>, then: Next },
    /// Edit the answer to an interaction whose message is unknown.
    EditAnswer { token: AnswerToken, body: Value, then: Next },
    /// Nothing: the message is obsolete, or was delivered by other means.
    Nothing,
    /// Discord has just confirmed that it is delivered.
    Told,
    /// Nothing in this step; continue with this one.
    Step(&'static str),
    /// Nothing before this time.
    Wait(Millis),
    /// Nothing until another event makes it due.
    NotYet,
    /// An attempt by other means has failed, perhaps for this reason; retry.
    Failed(Option<Failure>),
}

/// What follows a delivery.
pub enum Next {
    /// Nothing.
    Done,
    /// A step, from this time on.
    Step(String, Millis),
}

/// A kind of outbox entry.
#[async_trait]
pub trait Delivery: Sync {
    /// Its name in the store.
    fn kind(&self) -> &'static str;
    /// The longest pause between two attempts.
    fn longest_pause(&self) -> Duration {
        Duration::from_hours(1)
    }
    /// How long after it was recorded it is still attempted, in milliseconds. `None`: for ever, even in a channel that was deleted.
    fn lasts_ms(&self) -> Option<i64> {
        None
    }
    /// How long an entry waits when this process asks for it: an unconfirmed answer may still arrive.
    fn settles(&self) -> Duration {
        Duration::ZERO
    }
    /// Whether it recurs, so that a permanent refusal only postpones it.
    fn recurs(&self) -> bool {
        false
    }
    /// What to send now. It is read again for each attempt, so several changes make one message.
    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan>;
    /// Records that it was delivered as this message.
    async fn done(&self, _ctx: &Context, _owed: &Owed, _at: MessageRef) -> AppResult<()> {
        Ok(())
    }
    /// Handles a refusal and returns what is left to do; `owed` tells of an earlier attempt that may have arrived. `None`: the default for
    /// all kinds, which is to try again unless Discord will never accept it.
    async fn refused(&self, _ctx: &Context, _owed: &Owed, _failure: &Failure) -> AppResult<Option<Next>> {
        Ok(None)
    }
    /// Deletes what is kept for this entry alone, once nothing is left of it. Returns whether that also removed the entry.
    async fn forget(&self, _ctx: &Context, _owed: &Owed) -> AppResult<bool> {
        Ok(false)
    }
}

/// The kind of a row; `None` if only a newer version knows it.
fn kind_of(owed: &Owed) -> Option<&'static dyn Delivery> {
    ALL.iter().copied().find(|kind| kind.kind() == owed.key.kind)
}

/// The game it is about, and the event that is its version.
const fn event(owed: &Owed) -> (GameId, Rev) {
    (GameId(owed.key.subject), Rev(owed.version))
}

/// What the nonce of a board begins with.
pub const BOARD_NONCE: char = 'b';

/// Returns the nonce of a message about an event of a game. It is equal for each attempt, so a retry after a lost
/// answer makes no second message.
///
/// It holds the event's time: after a failover to a replica that lagged, another event can have the same number, and
/// Discord would answer with the lost event's message. At most 25 characters, Discord's limit.
pub async fn event_nonce(ctx: &Context, letter: char, (game, rev): (GameId, Rev)) -> AppResult<String> {
    let at = ctx.store.event_at(game, rev).await?;
    Ok(nonce_of(letter, (game, rev), at.unwrap_or(Millis(0))))
}

fn nonce_of(letter: char, (game, rev): (GameId, Rev), at: Millis) -> String {
    format!("{letter}{:x}r{:x}t{:x}", game.0, rev.0, at.0 & 0xF_FFFF)
}

/// True if Discord still remembers the nonce of a message sent at that time.
fn nonce_is_known(sent: Millis, now: Millis) -> bool {
    now.since(sent) < NONCE_LIFE.as_millis() as i64
}

/// What follows the post of a message that shows a current state.
///
/// Of two attempts Discord keeps the first, with its contents, so a message that may have been sent before is
/// edited afterwards.
fn next_or_again(owed: &Owed, then: Next) -> Next {
    if owed.tried_at.is_some() { Next::Step(owed.step.clone(), Millis(0)) } else { then }
}

/// Has the boards of actions on pages posted at once.
pub async fn show_what_pages_do(ctx: Arc<Context>) {
    let mut done = ctx.app.hear_pages();
    loop {
        match done.recv().await {
            Ok((game, rev)) => ctx.outbox.show(game, rev),
            // Missed events are found in the store.
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// Reserves the message against other processes. Returns `None` if one has it, or if it has changed.
async fn take(ctx: &Context, owed: &Owed, tried: Option<Millis>) -> Result<Option<Owed>, AppError> {
    // An idempotent change by the only process needs no reservation.
    if tried.is_none() && ctx.leadership.is_alone() {
        return Ok(Some(owed.clone()));
    }
    let until = Millis(ctx.clock.now().0 + HOLD);
    // The first attempt's time is already stored.
    let tried = tried.filter(|_| owed.tried_at.is_none());
    match ctx.store.take_owed(owed, until, tried).await {
        Ok(()) => Ok(Some(Owed { due: Some(until), tried_at: owed.tried_at.or(tried), ..owed.clone() })),
        Err(WriteError::Conflict) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Discord refuses a longer nonce. Ids of games count microseconds.
    #[test]
    fn nonces_fit() {
        let (game, rev) = (GameId(4_102_444_800_000_000), Rev(0xFFFF));
        assert_eq!(nonce_of('b', (game, rev), Millis(i64::MAX)).len(), 25);
        let another = nonce_of('b', (game, rev), Millis(4_102_444_800_001));
        assert_ne!(nonce_of('b', (game, rev), Millis(4_102_444_800_000)), another);
        let tournament = crate::game::TournamentId(4_102_444_800_000_000);
        let players = Some(crate::game::UserId(u64::MAX));
        assert!(pairing::nonce_of(tournament, 999, [players, None]).len() <= 25);
    }

    #[test]
    fn each_kind_has_a_word_of_its_own() {
        let mut words: Vec<_> = ALL.iter().map(|kind| kind.kind()).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), ALL.len());
    }
}
