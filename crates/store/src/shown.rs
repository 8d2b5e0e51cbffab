//! How what is made comes to be seen.

/// How the message of a challenge is posted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChallengeShown {
    /// As the answer to what has made it.
    #[default]
    ByAnswer,
    /// No answer can show it, so it is owed.
    ByOutbox,
}
