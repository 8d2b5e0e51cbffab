//! Retries of writes.
//!
//! A write that fails because of another one is retried while there is time to respond. A broken connection
//! leaves it unknown whether a change was stored. A user's action claims its interaction, so it is safe to
//! retry: it takes effect once, whichever attempt succeeded. Reads are repeated. If the server stays
//! unreachable, the player is asked to check.

use crate::WriteError;
use game::InteractionId;
use std::time::Duration;
use tokio::time::Instant;

/// How long a write is retried while another one is in its way: an interaction must be acknowledged within
/// three seconds.
pub(super) const PATIENCE: Duration = Duration::from_millis(1_200);

/// The delays between attempts of a write on a busy database: doubling, with jitter, within [`PATIENCE`].
pub(crate) struct Backoff {
    pub(super) started: Instant,
    next: Duration,
    /// Whether it was given one more attempt after the time was over.
    spared: bool,
    /// Whether the write claims an interaction, so that it takes effect once however often it is tried.
    claims: bool,
    /// Whether the connection broke during an attempt, so that the write may have taken effect.
    broken: bool,
}

impl Backoff {
    pub(crate) fn new() -> Self {
        let next = Duration::from_millis(2);
        Self { started: Instant::now(), next, spared: false, claims: false, broken: false }
    }

    /// Creates the backoff of a write that claims this interaction, if any. It is retried even after the
    /// connection broke with an unknown outcome.
    pub(crate) fn claiming(interaction: impl Into<Option<InteractionId>>) -> Self {
        Self { claims: interaction.into().is_some(), ..Self::new() }
    }

    /// Whether the connection broke during an attempt. A later attempt that finds the write already done has
    /// done it itself.
    pub(crate) fn has_broken(&self) -> bool {
        self.broken
    }

    /// Waits before an attempt that will show whether the write was done. Returns false if another attempt
    /// cannot show that, or if no time is left.
    pub(super) async fn finds_out(&mut self, error: &WriteError) -> bool {
        self.broken = true;
        self.claims && self.again(error).await
    }

    /// Returns the last failure as seen by the caller. That the last attempt changed nothing does not cover
    /// an attempt whose connection broke.
    pub(super) fn known(&self, error: WriteError) -> WriteError {
        match error {
            WriteError::Store(error) if self.broken => error.after_a_break().into(),
            error => error,
        }
    }

    /// Waits before another attempt. Returns false if no time is left. A write that only failed with its
    /// group gets one more attempt in any case.
    pub(super) async fn again(&mut self, error: &WriteError) -> bool {
        if self.started.elapsed() >= PATIENCE {
            if self.spared || !error.is_of_others() {
                return false;
            }
            self.spared = true;
        }
        tokio::time::sleep(self.next.mul_f64(0.5 + fastrand::f64())).await;
        self.next = (self.next * 2).min(Duration::from_millis(100));
        true
    }
}

/// Retries a write while another one is in its way, and records the outcome: `retry_write!(self, { .. })`.
///
/// The block runs again for each attempt, and `?` in it ends that attempt. In
/// `retry_write!(self.begin(), |tx| { .. })` the block's value is returned once its changes are committed,
/// and `return` commits nothing.
macro_rules! retry_write {
    ($store:ident.$begin:ident($($how:expr)?), |$tx:ident| $changes:block) => {
        $crate::write::retry_write!($store, {
            let mut $tx = $store.$begin($($how)?).await?;
            let done = $changes;
            $tx.commit().await?;
            Ok(done)
        })
    };
    ($store:expr, $attempt:block) => {
        retry_write!(@tries $crate::write::Backoff::new(), $store, $attempt).0
    };
    (@tries $backoff:expr, $store:expr, $attempt:block) => {{
        let mut backoff = $backoff;
        loop {
            let undone = $store.undone();
            let answer: Result<_, $crate::WriteError> = async { $attempt }.await;
            if let Some(last) = $store.last(answer, undone, &mut backoff).await {
                break (last, backoff);
            }
        }
    }};
}
pub(crate) use retry_write;

/// Like `retry_write!`, for a write that claims an interaction first: if there is one, it is also retried
/// after a broken connection.
///
/// If an earlier attempt turns out to have done it, the result is `$done`. Or
/// `retry_claimed!(self, (interaction, now), done, |tx| { .. })`.
macro_rules! retry_claimed {
    ($store:ident, ($interaction:expr, $now:expr), $done:expr, |$tx:ident| $changes:block) => {
        $crate::write::retry_claimed!(
            $interaction,
            $store,
            {
                let mut $tx = $store.begin().await?;
                $crate::claim(&mut $tx, $interaction, $now).await?;
                let done = $changes;
                $tx.commit().await?;
                Ok(done)
            },
            $done
        )
    };
    ($interaction:expr, $store:expr, $attempt:block, $done:expr) => {{
        let backoff = $crate::write::Backoff::claiming($interaction);
        match $crate::write::retry_write!(@tries backoff, $store, $attempt) {
            (Err($crate::WriteError::Replayed), backoff) if backoff.has_broken() => $done,
            (answer, _) => answer,
        }
    }};
}
pub(crate) use retry_claimed;
