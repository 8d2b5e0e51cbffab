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

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
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
pub const ALL: &[&dyn DynDelivery] = &[
    &listed::<board::BoardPost>(),
    &listed::<reminder::TurnReminder>(),
    &listed::<vacation::VacationNotice>(),
    &listed::<closed_challenge::ClosedChallenge>(),
    &listed::<closed_offer::ClosedOffer>(),
    &listed::<lobby::LobbyList>(),
    &listed::<old_board::BoardRetirement>(),
    &listed::<unnoted_board::UnnotedBoard>(),
    &listed::<first_board::FirstBoardText>(),
    &listed::<daily::DailyPost>(),
    &listed::<pairing::PairedGame>(),
    &listed::<tournament::TournamentMessage>(),
    &listed::<ladder::LadderMessage>(),
    &listed::<failed_game::FailedGameNotice>(),
    &listed::<push::PushMessage>(),
    &listed::<asked_rematch::AskedRematch>(),
    &listed::<leave::Leaving>(),
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

/// A kind of message that is owed.
pub trait Delivery: 'static {
    /// Its word in the store.
    const KIND: &'static str;
    /// The longest pause between two tries.
    const LONGEST_PAUSE: Duration = Duration::from_hours(1);
    /// For how many milliseconds since it is owed it is tried again; without end if there is none, also in a channel that was deleted.
    const LASTS: Option<i64> = None;
    /// How long it waits where this process asks for it: an answer that nobody confirmed may still arrive.
    const SETTLES: Duration = Duration::ZERO;
    /// It comes again and again, so a refusal for good only puts it off.
    const RECURS: bool = false;
    /// What it says now. It is read anew for each try, so that several changes make one message.
    fn plan(ctx: &Context, owed: &Owed) -> impl Future<Output = AppResult<Plan>> + Send;
    /// Notes that it was delivered as this message.
    fn done(_ctx: &Context, _owed: &Owed, _at: MessageRef) -> impl Future<Output = AppResult<()>> + Send {
        async { Ok(()) }
    }
    /// It was not taken; `owed` tells of an earlier try that may have arrived. Notes what that means, and says what is left; `None`: as for all kinds, it is tried again unless Discord will
    /// never take it.
    fn refused(
        _ctx: &Context,
        _owed: &Owed,
        _failure: &Failure,
    ) -> impl Future<Output = AppResult<Option<Next>>> + Send {
        async { Ok(None) }
    }
    /// Nothing is left of it. Deletes what is kept for it alone, and says whether it is owed no more by that.
    fn forget(_ctx: &Context, _owed: &Owed) -> impl Future<Output = AppResult<bool>> + Send {
        async { Ok(false) }
    }
}

/// A [`Delivery`] as a trait object.
pub trait DynDelivery: Sync {
    /// Its word in the store.
    fn kind(&self) -> &'static str;
    /// The longest pause between two tries.
    fn longest_pause(&self) -> Duration;
    /// For how many milliseconds since it is owed it is tried again.
    fn lasts(&self) -> Option<i64>;
    /// How long it waits where this process asks for it.
    fn settles(&self) -> Duration;
    /// Whether a refusal for good only puts it off.
    fn recurs(&self) -> bool;
    /// What it says now.
    fn plan<'a>(&'a self, ctx: &'a Context, owed: &'a Owed) -> BoxFuture<'a, AppResult<Plan>>;
    /// Notes that it was delivered as this message.
    fn done<'a>(&'a self, ctx: &'a Context, owed: &'a Owed, at: MessageRef) -> BoxFuture<'a, AppResult<()>>;
    /// It was not taken.
    fn refused<'a>(
        &'a self,
        ctx: &'a Context,
        owed: &'a Owed,
        failure: &'a Failure,
    ) -> BoxFuture<'a, AppResult<Option<Next>>>;
    /// Nothing is left of it.
    fn forget<'a>(&'a self, ctx: &'a Context, owed: &'a Owed) -> BoxFuture<'a, AppResult<bool>>;
}

struct Listed<D>(PhantomData<fn() -> D>);

const fn listed<D: Delivery>() -> Listed<D> {
    Listed(PhantomData)
}

impl<D: Delivery> DynDelivery for Listed<D> {
    fn kind(&self) -> &'static str {
        D::KIND
    }

    fn longest_pause(&self) -> Duration {
        D::LONGEST_PAUSE
    }

    fn lasts(&self) -> Option<i64> {
        D::LASTS
    }

    fn settles(&self) -> Duration {
        D::SETTLES
    }

    fn recurs(&self) -> bool {
        D::RECURS
    }

    fn plan<'a>(&'a self, ctx: &'a Context, owed: &'a Owed) -> BoxFuture<'a, AppResult<Plan>> {
        Box::pin(D::plan(ctx, owed))
    }

    fn done<'a>(&'a self, ctx: &'a Context, owed: &'a Owed, at: MessageRef) -> BoxFuture<'a, AppResult<()>> {
        Box::pin(D::done(ctx, owed, at))
    }

    fn refused<'a>(
        &'a self,
        ctx: &'a Context,
        owed: &'a Owed,
        failure: &'a Failure,
    ) -> BoxFuture<'a, AppResult<Option<Next>>> {
        Box::pin(D::refused(ctx, owed, failure))
    }

    fn forget<'a>(&'a self, ctx: &'a Context, owed: &'a Owed) -> BoxFuture<'a, AppResult<bool>> {
        Box::pin(D::forget(ctx, owed))
    }
}

/// The kind of what is owed, unless a later program owes it.
fn kind_of(owed: &Owed) -> Option<&'static dyn DynDelivery> {
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
