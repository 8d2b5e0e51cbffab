//! The moves that people have sent, as they know them.

/// The visible result of a sent move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A board was shown: the move is played.
    Acknowledged,
    /// A private sentence was shown: the move is not played.
    Refused(String),
    /// No answer: the move may or may not be played.
    Unknown,
}

/// A move that was sent.
#[derive(Clone, Debug)]
pub struct Sent {
    /// Its canonical text.
    pub text: String,
    /// Its visible result.
    pub outcome: Outcome,
}
