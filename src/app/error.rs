//! The two kinds of error: what the player is told, and what the operator is told.

use super::view::GameView;
use crate::store::{OpenError, StoreError, WriteError};

/// Why an action was refused; the sentence is in [`Refused::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The move's text makes no sense.
    Unreadable,
    /// The move's text means several moves.
    Ambiguous,
    /// The move is against the rules.
    Illegal,
    /// It is the other player's turn.
    NotYourTurn,
    /// The person does not play in this game.
    NotYourGame,
    /// No live game in this channel.
    NoGame,
    /// The button belongs to an older board; `Refused::fresh` has the present one.
    Stale,
    /// The game is over.
    Over,
    /// The game was begun under rules that this version cannot replay.
    SetAside,
    /// The offer, request or challenge is no longer open.
    Gone,
    /// An offer is open already, or it is too soon for another.
    TooSoon,
    /// The person has as many challenges or live games as one may have, or the one challenged has.
    TooMany,
    /// A thread is wanted that the person may not open.
    NoThread,
    /// The challenge is for somebody else, or is one's own.
    NotForYou,
    /// Bots are not challenged.
    Bot,
    /// The typed position is refused.
    BadPosition,
    /// The channel already hosts a game.
    Occupied,
    /// The square is none, or is empty.
    Square,
}

/// What the player is told. Nothing has changed.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The kind.
    pub why: Why,
    /// The sentence, to be shown to the caller only.
    pub text: String,
    /// The board as it stands, to be shown with the sentence (stale buttons).
    pub fresh: Option<Box<GameView>>,
}

impl Refused {
    pub(super) fn new(why: Why, text: impl Into<String>) -> Self {
        Self { why, text: text.into(), fresh: None }
    }
}

/// What the operator sees (`Display`); the player is told [`Fault::for_player`]. Nothing has changed.
#[derive(Debug, thiserror::Error)]
#[error("{operator}")]
pub struct Fault {
    operator: String,
    player: &'static str,
    told: bool,
}

const TRY_AGAIN: &str = "Something went wrong on my side. Nothing has changed; please try again.";

impl Fault {
    /// The sentence for the player.
    pub fn for_player(&self) -> &'static str {
        self.player
    }

    /// The operator has been told of the cause already, and it would be told with every action.
    pub fn is_told(&self) -> bool {
        self.told
    }

    /// Something that the code should have made impossible.
    pub(super) fn internal(operator: impl Into<String>) -> Self {
        Self { operator: operator.into(), player: TRY_AGAIN, told: false }
    }
}

impl From<OpenError> for Fault {
    fn from(error: OpenError) -> Self {
        Self::internal(error.to_string())
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        let player = match &error {
            StoreError::Busy(_) => {
                "I am very busy just now. Nothing has changed; please try again in a moment."
            }
            StoreError::Full(_) => {
                "I can't save anything just now because my disk is full. Nothing has changed; please try again later."
            }
            StoreError::Disk(_) => {
                "I can't save anything just now because my disk fails. Nothing has changed; please try again later."
            }
            StoreError::Damaged(_) => {
                "A part of my database is damaged. Nothing has changed; please tell whoever runs me."
            }
            StoreError::Lost => {
                "My database was moved or removed while I was running. Nothing has changed; whoever runs me must restart me."
            }
            StoreError::Unreadable(_) | StoreError::Other(_) => TRY_AGAIN,
        };
        // Of these the store itself tells the operator, once.
        let told = matches!(
            error,
            StoreError::Full(_) | StoreError::Disk(_) | StoreError::Damaged(_) | StoreError::Lost
        );
        Self { operator: error.to_string(), player, told }
    }
}

impl From<WriteError> for Fault {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Store(error) => error.into(),
            other => Self::internal(other.to_string()),
        }
    }
}

/// Why an action gave no result.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// Tell the player, privately.
    #[error("{}", .0.text)]
    Refused(Refused),
    /// Tell the operator (log it), and the player [`Fault::for_player`], privately.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// This interaction was already acted on and answered: say nothing.
    #[error("this interaction was already answered")]
    Replayed,
}

impl AppError {
    /// The operator has been told of the cause already, see [`Fault::is_told`].
    pub fn is_told(&self) -> bool {
        matches!(self, Self::Fault(fault) if fault.is_told())
    }
}

impl From<Refused> for AppError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        Self::Fault(error.into())
    }
}

impl From<WriteError> for AppError {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Replayed => Self::Replayed,
            other => Self::Fault(other.into()),
        }
    }
}
