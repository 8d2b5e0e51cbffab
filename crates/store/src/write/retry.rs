//! Retries of writes.
//!
//! A write that fails because of another one is tried again for as long as an answer has time.
//! A broken connection leaves open whether a change was stored. What a person asked for claims its interaction, so it is tried again:
//! whether it was done before or is done now, it is done once. What only reads is read again.
//! Where the server stays away, the player is told to look.

use crate::WriteError;
use game::InteractionId;
use std::time::Duration;
use tokio::time::Instant;

/// How long a write is retried while another one is in its way: an answer to an interaction must leave within three seconds.
pub(super) const PATIENCE: Duration = Duration::from_millis(1_200);

/// The waits between tries of a write on a busy database: doubling, with jitter, within [`PATIENCE`].
pub(crate) struct Backoff {
    pub(super) started: Instant,
    next: Duration,
    /// Whether it was given one more try after the time was over.
    spared: bool,
    /// Whether the write claims an interaction, so that it takes effect once however often it is tried.
    claims: bool,
    /// Whether the connection broke during a try, so that the write may have taken effect.
    broken: bool,
}

impl Backoff {
    pub(crate) fn new() -> Self {
        let next = Duration::from_millis(2);
        Self { started: Instant::now(), next, spared: false, claims: false, broken: false }
    }

    /// The same for a write that claims this interaction, if there is one. It is retried even after the connection broke with an unknown
    /// outcome.
    pub(crate) fn claiming(interaction: impl Into<Option<InteractionId>>) -> Self {
        Self { claims: interaction.into().is_some(), ..Self::new() }
    }

    /// Whether the connection broke during a try. A later try that finds the write already done has done it itself.
    pub(crate) fn has_broken(&self) -> bool {
        self.broken
    }

    /// Waits before a try that will show whether the write was done. False if another try cannot show that, or if no time is left.
    pub(super) async fn finds_out(&mut self, error: &WriteError) -> bool {
        self.broken = true;
        self.claims && self.again(error).await
    }

    /// The last failure as the caller may see it: that the last try changed nothing says nothing about a try whose connection broke.
    pub(super) fn known(&self, error: WriteError) -> WriteError {
        match error {
            WriteError::Store(error) if self.broken => error.after_a_break().into(),
            error => error,
        }
    }

    /// Waits before another try; false if no time is left. A write that only failed with its group gets one more try in any case.
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

/// Tries a write again for as long as another one is in its way, and notes how it went: `retry_write!(self, { .. })`. The block is run anew for
/// each try, and `?` in it ends that try. Or `retry_write!(self.begin(), |tx| { .. })`: the block gives the answer once its changes are committed,
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

/// The same for a write that claims an interaction first: where there is one, it is also tried again when the connection has broken. If an
/// earlier try turns out to have done it, the answer is `$done`. Or `retry_claimed!(self, (interaction, now), done, |tx| { .. })`.
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
