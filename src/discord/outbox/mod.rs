//! What people must still be shown, delivered until Discord confirms it: one table in the store, one worker, and one file for each kind
//! of message.
//!
//! A kind says what its message is now, what is left once it is there, and what a refusal means. All else is the same for all kinds
//! (`worker.rs`): a message that may have arrived is sent again with the same nonce, and once Discord has forgotten that, without
//! notifying anybody. While nothing gets through, one message at a time is tried. A channel that is closed waits.
//!
//! To add a kind, write a file with its [`Delivery`], list it in [`ALL`], and owe it: by a trigger in a step of the schema, or in the
//! transaction of the change. Urgencies: 0 boards, 1 reminders and push messages, 2 vacations, 3 challenges, rematches that are asked for on pages and paired games, 4 offers, 5 lists, tournaments,
//! ladders, failed games and servers that are left, 6 old, unnoted and first boards, 7 the puzzle of the day; 9 is the last. What is owed once more raises `version`: a row that is deleted and made anew has the same one, and would be settled with it.

mod anew;
mod asked_rematch;
mod board;
pub(super) mod closed_challenge;
pub(super) mod closed_offer;
mod daily;
mod failed_game;
mod first_board;
mod ladder;
mod leave;
mod lobby;
pub(super) mod old_board;
mod pairing;
mod push;
mod recent_edits;
pub(super) mod reminder;
mod schedule;
pub(super) mod sender;
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
use crate::discord::reply::Reply;
use crate::discord::rest::messenger::NONCE_LIFE;
use crate::discord::rest::request::Failure;
use crate::game::{AnswerToken, ChannelId, GameId, Millis, Rev};
use crate::store::{Owed, WriteError};

/// Every kind of message that may be owed.
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
    &failed_game::FailedGameNotice,
    &push::PushMessage,
    &asked_rematch::AskedRematch,
    &leave::Leaving,
];

/// What a message says now.
pub enum Plan {
    /// It is a new message.
    Post {
        channel: ChannelId,
        reply: Box<Reply>,
        /// The same for each try, so that Discord makes one message of several, and another for each event; 25 characters at most.
        nonce: String,
        /// What is left once it is there.
        then: Next,
    },
    /// It changes a message.
    Edit {
        at: MessageRef,
        body: Value,
        /// By which the message was made: that does not count against the bot's rate limits.
        token: Option<AnswerToken>,
        /// What is left then.
        then: Next,
    },
    /// It takes the place of a message, with its picture and its buttons.
    Replace { at: MessageRef, reply: Box<Reply>, then: Next },
    /// It changes the answer to an interaction, whose message is not known.
    EditAnswer { token: AnswerToken, body: Value, then: Next },
    /// It need not be said any more, or was said by other means.
    Nothing,
    /// It is there: Discord has just said so.
    Told,
    /// Nothing is to be said in this step, and this one follows now.
    Step(&'static str),
    /// It cannot be said before this moment.
    Wait(Millis),
    /// It cannot be said before something else happens.
    NotYet,
    /// Another way of saying it was tried and failed, perhaps for this reason; it is tried again.
    Failed(Option<Failure>),
}

/// What is left of a message that was delivered.
pub enum Next {
    /// Nothing.
    Done,
    /// A step, from a moment on.
    Step(String, Millis),
}

/// A kind of outbox entry.
#[async_trait]
pub trait Delivery: Sync {
    /// Its word in the store.
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

/// The kind of what is owed, unless a later program owes it.
fn kind_of(owed: &Owed) -> Option<&'static dyn Delivery> {
    ALL.iter().copied().find(|kind| kind.kind() == owed.key.kind)
}

/// The game that it is about, and the event that is its version.
const fn event(owed: &Owed) -> (GameId, Rev) {
    (GameId(owed.key.subject), Rev(owed.version))
}

/// What the nonce of a board begins with.
pub const BOARD_NONCE: char = 'b';

/// The nonce of a message about an event of a game: the same for each attempt, so a retry after a lost answer makes no second message. It
/// holds the event's time, because a failover to a replica that lagged can give an event's number to another event, whose message
/// Discord would otherwise take for the lost one. At most 25 characters, as Discord wants it.
pub async fn event_nonce(ctx: &Context, letter: char, (game, rev): (GameId, Rev)) -> AppResult<String> {
    let at = ctx.store.event_at(game, rev).await?.map_or(0, |at| at.0 & 0xF_FFFF);
    Ok(format!("{letter}{:x}r{:x}t{at:x}", game.0, rev.0))
}

/// Whether Discord still knows the nonce of a message that was sent then.
fn nonce_is_known(sent: Millis, now: Millis) -> bool {
    now.since(sent) < NONCE_LIFE.as_millis() as i64
}

/// What is left of a new message that tells how something stands. Of two tries Discord keeps the first, with what it said then, so a message that
/// may have been sent before is shown once more.
fn next_or_again(owed: &Owed, then: Next) -> Next {
    if owed.tried_at.is_some() { Next::Step(owed.step.clone(), Millis(0)) } else { then }
}

/// For how long, in milliseconds, a message is kept from others while it is tried: longer than a try takes.
const HOLD: i64 = 30_000;

/// Has the boards of what is done on pages posted at once.
pub async fn show_what_pages_do(ctx: Arc<Context>) {
    let mut done = ctx.app.hear_pages();
    loop {
        match done.recv().await {
            Ok((game, rev)) => ctx.outbox.show(game, rev),
            // What was missed is found in the store.
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// Takes the message, so that no other process delivers it. None: one does, or it has changed.
async fn take(ctx: &Context, owed: &Owed, tried: Option<Millis>) -> Result<Option<Owed>, AppError> {
    // A change that nobody else makes, and that may be made twice, needs no note.
    if tried.is_none() && ctx.leadership.is_alone() {
        return Ok(Some(owed.clone()));
    }
    let until = Millis(ctx.clock.now().0 + HOLD);
    // The first time is noted already.
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

    #[test]
    fn each_kind_has_a_word_of_its_own() {
        let mut words: Vec<_> = ALL.iter().map(|kind| kind.kind()).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), ALL.len());
    }
}
