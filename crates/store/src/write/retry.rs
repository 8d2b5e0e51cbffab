//! When a write is tried again.

use crate::WriteError;
use game::InteractionId;
use std::time::{Duration, Instant};

/// How long a write tries again when another one is in its way: an answer must leave within three seconds.
pub(super) const PATIENCE: Duration = Duration::from_millis(1_200);

/// The waits between tries of a write that met a busy database: doubling, jittered, bounded by [`PATIENCE`].
pub(crate) struct Backoff {
    pub(super) started: Instant,
    next: Duration,
    /// It was tried once more although the time was over.
    spared: bool,
    /// It is done once however often it is tried, as it claims its interaction.
    claims: bool,
    /// The connection has broken meanwhile, so that it may be done.
    broken: bool,
}

impl Backoff {
    pub(crate) fn new() -> Self {
        let next = Duration::from_millis(2);
        Self { started: Instant::now(), next, spared: false, claims: false, broken: false }
    }

    /// The same for what claims this interaction, if there is one: it is tried again when the connection breaks and nobody knows whether it was done.
    pub(crate) fn claiming(interaction: impl Into<Option<InteractionId>>) -> Self {
        Self { claims: interaction.into().is_some(), ..Self::new() }
    }

    /// Whether the connection has broken meanwhile: who hears then that it was done before has done it.
    pub(crate) fn has_broken(&self) -> bool {
        self.broken
    }

    /// Waits before it is tried again whether it was done; false where that is not known by another try, or no time is left.
    pub(super) async fn finds_out(&mut self, error: &WriteError) -> bool {
        self.broken = true;
        self.claims && self.again(error).await
    }

    /// What is told of the last failure: that this try changed nothing says nothing about one before whose connection broke.
    pub(super) fn known(&self, error: WriteError) -> WriteError {
        match error {
            WriteError::Store(error) if self.broken => error.after_a_break().into(),
            error => error,
        }
    }

    /// Waits before another try; false when there is no time left for one. What failed with others alone is tried once more in any case.
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

/// Tries a write again for as long as another one is in its way, and notes how it went. After `claimed` stands the interaction that a write claims first:
/// where there is one it is also tried again when the connection has broken. If it was done before by itself, what comes after `or` is answered.
macro_rules! retry_write {
    ($store:ident.$attempt:ident($($given:expr),* $(,)?)) => {
        retry_write!($crate::write::Backoff::new(), $store.$attempt($($given),*)).0
    };
    (claimed $interaction:expr, $store:ident.$attempt:ident($($given:expr),* $(,)?), or $done:expr) => {
        match retry_write!($crate::write::Backoff::claiming($interaction), $store.$attempt($($given),*)) {
            (Err($crate::WriteError::Replayed), backoff) if backoff.has_broken() => {
                $done
            }
            (answer, _) => answer,
        }
    };
    ($backoff:expr, $store:ident.$attempt:ident($($given:expr),* $(,)?)) => {{
        let mut backoff = $backoff;
        loop {
            let undone = $store.undone();
            let answer = $store.$attempt($($given),*).await;
            if let Some(last) = $store.last(answer, undone, &mut backoff).await {
                break (last, backoff);
            }
        }
    }};
}
pub(crate) use retry_write;
