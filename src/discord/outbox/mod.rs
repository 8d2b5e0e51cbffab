//! What people must still be shown, delivered until Discord confirms it: one table in the store, one worker, and one file for each kind
//! of message.
//!
//! A kind says what its message is now, what is left once it is there, and what a refusal means. All else is the same for all kinds
//! (`worker.rs`): a message that may have arrived is sent again with the same nonce, and once Discord has forgotten that, without
//! notifying anybody. While nothing gets through, one message at a time is tried. A channel that is closed waits.

pub(super) mod board_posts;
pub(super) mod closed_challenges;
pub(super) mod closed_offers;
pub(super) mod daily;
pub(super) mod lobby;
pub(super) mod message_edits;
pub(super) mod old_boards;
pub(super) mod reminders;
mod schedule;
pub(super) mod sender;
mod vacation;
pub(super) mod worker;

use std::marker::PhantomData;
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::app::AppResult;
use crate::discord::context::Context;
use crate::discord::reply::{MessageAt, Reply};
use crate::discord::rest::request::Failure;
use crate::game::{ChannelId, Millis};
use crate::store::Owed;

/// Every kind of message that may be owed.
pub const ALL: &[&dyn DynDelivery] =
    &[&listed::<vacation::VacationNotice>(), &listed::<lobby::LobbyList>(), &listed::<daily::DailyPost>()];

/// What a message says now.
pub enum Says {
    /// It is a new message.
    Post {
        channel: ChannelId,
        reply: Box<Reply>,
        /// The same for each try, so that Discord makes one message of several.
        nonce: String,
        /// What is left once it is there.
        then: After,
    },
    /// It changes a message.
    Edit {
        at: MessageAt,
        body: Value,
        /// What is left then.
        then: After,
    },
    /// It need not be said any more, or was said by other means.
    Nothing,
    /// It cannot be said before this moment.
    Wait(Millis),
    /// It could not be found out what to say, or be said by other means.
    Failed,
}

/// What is left of a message that was delivered.
pub enum After {
    /// Nothing.
    Settled,
    /// A step, from a moment on.
    Step(String, Millis),
}

/// A kind of message that is owed.
pub trait Delivery: 'static {
    /// Its word in the store.
    const KIND: &'static str;
    /// The longest pause between two tries.
    const LONGEST_PAUSE: Duration = Duration::from_hours(1);
    /// What it says now. It is read anew for each try, so that several changes make one message.
    fn says(ctx: &Context, owed: &Owed) -> impl Future<Output = AppResult<Says>> + Send;
    /// Notes that it was delivered as this message.
    fn done(_ctx: &Context, _owed: &Owed, _at: MessageAt) -> impl Future<Output = AppResult<()>> + Send {
        async { Ok(()) }
    }
    /// It was not taken. Notes what that means, and says what is left; `None`: as for all kinds, it is tried again unless Discord will
    /// never take it.
    fn refused(
        _ctx: &Context,
        _owed: &Owed,
        _failure: &Failure,
    ) -> impl Future<Output = AppResult<Option<After>>> + Send {
        async { Ok(None) }
    }
}

/// A [`Delivery`] as a trait object.
pub trait DynDelivery: Sync {
    /// Its word in the store.
    fn kind(&self) -> &'static str;
    /// The longest pause between two tries.
    fn longest_pause(&self) -> Duration;
    /// What it says now.
    fn says<'a>(&'a self, ctx: &'a Context, owed: &'a Owed) -> BoxFuture<'a, AppResult<Says>>;
    /// Notes that it was delivered as this message.
    fn done<'a>(&'a self, ctx: &'a Context, owed: &'a Owed, at: MessageAt) -> BoxFuture<'a, AppResult<()>>;
    /// It was not taken.
    fn refused<'a>(
        &'a self,
        ctx: &'a Context,
        owed: &'a Owed,
        failure: &'a Failure,
    ) -> BoxFuture<'a, AppResult<Option<After>>>;
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

    fn says<'a>(&'a self, ctx: &'a Context, owed: &'a Owed) -> BoxFuture<'a, AppResult<Says>> {
        Box::pin(D::says(ctx, owed))
    }

    fn done<'a>(&'a self, ctx: &'a Context, owed: &'a Owed, at: MessageAt) -> BoxFuture<'a, AppResult<()>> {
        Box::pin(D::done(ctx, owed, at))
    }

    fn refused<'a>(
        &'a self,
        ctx: &'a Context,
        owed: &'a Owed,
        failure: &'a Failure,
    ) -> BoxFuture<'a, AppResult<Option<After>>> {
        Box::pin(D::refused(ctx, owed, failure))
    }
}
