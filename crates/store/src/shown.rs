//! How new content becomes visible.

/// How the message of a challenge is posted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChallengeShown {
    /// As the response to the interaction that created it.
    #[default]
    ByAnswer,
    /// No response can show it, so it goes through the outbox.
    ByOutbox,
}
