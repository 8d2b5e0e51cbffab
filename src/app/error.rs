//! Errors of the application: refusals, shown to the player, and faults, reported to the operator.

use super::custom_games::refusals::NoOwnGame;
pub use super::fault::{AppFault, FaultKind};
use super::operator::feature::Feature;
use super::refusals::{NotTried, Unfair};
use super::view::{GameView, Place};
use crate::game::{ChannelId, Game, Millis, NotPrepared, Refusal, UserId};
use crate::rules::{Color, FenError, ReadError, Square, Termination, Variant, listed};
use crate::store::{Limit, StoreError, WriteError};
use std::fmt;
use std::sync::Arc;

/// The kind of a refusal, which decides what the response shows in addition to its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejectionKind {
    /// The move text cannot be parsed.
    Unreadable,
    /// The move text matches several moves.
    Ambiguous,
    /// The move is against the rules.
    Illegal,
    /// It is the other player's turn.
    NotYourTurn,
    /// The user does not play in this game.
    NotYourGame,
    /// No live game in this channel.
    NoGame,
    /// The button belongs to an older board; [`Rejection::fresh`] has the current one.
    Stale,
    Over,
    /// The game began under rules that this version cannot replay.
    SetAside,
    /// The offer, request or challenge is no longer open.
    Gone,
    /// An offer is already open, or it is too soon for another.
    TooSoon,
    /// The user, or the one they challenge, has reached the limit of challenges or live games.
    TooMany,
    /// The user may not open the requested thread.
    NoThread,
    /// The challenge is for another user, or is the user's own.
    NotForYou,
    /// The server's managers do not allow it there.
    NotAllowed,
    /// Bots cannot be challenged.
    Bot,
    /// The bot, as the opponent, does not agree.
    EnginePlaysOn,
    /// The typed position is invalid.
    BadPosition,
    /// The channel already hosts a game.
    Occupied,
    /// The game has had its rematch, or the opponent is a former player.
    NoRematch,
    /// The text is not a square, or the square is empty.
    Square,
    /// There is no move of that number, or none of the player's own to take back.
    NoMove,
    /// The conditional moves are not stored.
    NotPrepared,
    /// The vacation cannot begin or end like this.
    Vacation,
    /// The opponent cannot be nudged now.
    NoNudge,
}

/// The reason why an action was refused. Nothing has changed; `words` makes the sentence for the user.
#[derive(Clone, Debug)]
pub enum Rejection {
    /// The game does not allow it.
    InGame(Box<RejectionInGame>),
    /// The chosen autocomplete line only counts the hidden choices.
    TypeMore,
    /// The typed text is not a square.
    NoSquare,
    /// The board of the game has no such square.
    NotOnBoard(Square),
    /// The square is empty.
    EmptySquare(Square),
    /// The game has no move of this number. Holds the number of its last move, if any.
    NoSuchMove(Option<u32>),
    /// The game cannot be analysed.
    NotAnalysed(NotAnalysed),
    NoHint(NoHint),
    /// The engine's evaluation would help in a game between people.
    Unfair(Unfair),
    /// The moves were not tried on the board.
    NotTried(NotTried),
    /// Rated games allow no takebacks.
    RatedTakeback,
    /// A feature refused the action, for a reason of its own.
    Feature(Arc<dyn FeatureRefusal>),
    /// An action on a server's own game (from a file) was refused.
    OwnGame(Box<NoOwnGame>),
    /// The operator has switched this feature off.
    SwitchedOff(Feature),
    /// The position has no note.
    NoNote,
    /// The user has reached the limit of notes on the game.
    TooManyNotes,
    /// There is no game in this channel.
    NoGameHere(Elsewhere),
    /// The button's game is no longer stored.
    NotStored,
    /// The current rules cannot replay the game.
    SetAside,
    /// Bots cannot be challenged.
    Bot,
    /// No other user can see the challenge here to accept it.
    NobodyElseHere,
    /// The typed position is invalid.
    BadPosition(Box<FenError>),
    /// The game is already over in the typed position.
    PositionOver(Termination),
    /// The challenge's position is invalid under the current rules.
    PositionOutdated,
    /// The channel already hosts a game.
    Occupied,
    /// Like [`Rejection::Occupied`], in direct messages, which have no threads.
    OccupiedAlone,
    /// Like [`Rejection::Occupied`], and the user may not open a thread for another game.
    OccupiedAndNoThread,
    /// The user may not open the requested thread.
    MayNotThread,
    /// The menu has already begun a game, in this place; `None`: where the user is.
    BegunByMenu(Variant, Option<Place>),
    /// Threads cannot be opened here.
    NoThreadHere,
    /// The challenge is no longer open.
    ChallengeGone,
    /// The place to begin a game in is no longer known.
    NoPlaceToPlay,
    /// A user cannot accept their own challenge.
    OwnChallenge,
    /// The challenge is for this user; `None`: for anyone, so it cannot be declined.
    ForAnother(Option<UserId>),
    /// Only this user can withdraw the challenge.
    NotYours(UserId),
    /// A limit is reached.
    TooMany(Surplus),
    /// The game is not over, so there is no rematch yet.
    GoesOn,
    /// The rematch has already been requested.
    RematchAsked,
    /// The game has had its rematch, in this place; `None`: in this channel.
    Rematched(Option<Place>),
    /// The opponent in the rematch would be a former player.
    FormerOpponent,
    /// The caller has blocked this user.
    Blocked(UserId),
    /// The caller cannot challenge this user; the reason is not shown.
    CannotBeChallenged(UserId),
    /// The caller cannot accept the challenge; the reason is not shown.
    CannotAccept,
    /// The server allows games in these channels only.
    PlayedElsewhere(Vec<ChannelId>),
    /// The server does not offer this game; it offers these.
    NotOffered(Variant, Vec<Variant>),
    /// Users cannot block themselves.
    BlockOneself,
    /// Bots never challenge, so they cannot be blocked.
    BlockBot,
    NoNudge(NoNudge),
    /// It is the caller's turn; moves are prepared while the opponent is to move.
    OwnTurn,
    /// Hot-seat games have no premoves.
    PremoveAlone,
    /// Games against the bot have no premoves, because it moves at once.
    PremoveEngine,
    /// The user is on vacation until then.
    OnVacation(Millis),
    /// The user has only this many days of vacation left.
    NoVacation(u32),
    /// The vacation has already ended.
    VacationOver,
    /// The conditional moves cannot be parsed or played.
    NotPrepared(Variant, Box<NotPrepared>),
}

/// A refusal by the game layer.
#[derive(Clone, Debug)]
pub struct RejectionInGame {
    pub refusal: Refusal,
    pub game: Arc<Game>,
    /// The refused user's side, if they have exactly one.
    pub reader: Option<Color>,
    /// The current board, shown with the sentence because the board acted on is old.
    pub fresh: Option<GameView>,
}

/// Where the user's games are if none is in this channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// No live game.
    Nowhere,
    /// Their only live game is here.
    Here(Place),
    Several,
}

/// The reason why a nudge is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNudge {
    /// The game has a clock.
    Clock,
    /// It is the caller's turn.
    OwnTurn,
    /// Too soon; allowed from this time on.
    Before(Millis),
    /// The opponent is on vacation until then.
    Away(UserId, Millis),
    /// The opponent wants no pings.
    NoPings(UserId),
}

/// The limit that was reached, and by which user.
#[derive(Clone, Copy, Debug)]
pub struct Surplus {
    /// The limit, and when there is room again.
    pub limit: Limit,
    /// The acting user.
    pub who: UserId,
    /// The user they challenge.
    pub opponent: Option<UserId>,
}

/// The reason why a feature refuses an action: an enum of that feature, which alone knows its variants.
///
/// For refusals whose sentence needs only numbers; one that names people, places or times is a variant of
/// [`Rejection`].
pub trait FeatureRefusal: fmt::Debug + Send + Sync + 'static {
    /// Returns its kind, by which it is also counted.
    fn kind(&self) -> RejectionKind;
    /// Returns the id of its message, in the feature's Fluent file.
    fn message(&self) -> &'static str;
    /// Returns the numbers that the message names.
    fn numbers(&self) -> Vec<(&'static str, u32)> {
        Vec::new()
    }
}

impl<R: FeatureRefusal> From<R> for Rejection {
    fn from(why: R) -> Self {
        Self::Feature(Arc::new(why))
    }
}

impl<R: FeatureRefusal> From<R> for AppError {
    fn from(why: R) -> Self {
        Rejection::from(why).into()
    }
}

/// The kind of a refusal by the game layer.
fn in_game(refusal: &Refusal) -> RejectionKind {
    match refusal {
        Refusal::Over(_) => RejectionKind::Over,
        Refusal::NotYourTurn => RejectionKind::NotYourTurn,
        Refusal::NotAPlayer => RejectionKind::NotYourGame,
        Refusal::Move(ReadError::Unreadable(_)) => RejectionKind::Unreadable,
        Refusal::Move(ReadError::Ambiguous(_) | ReadError::OneAtATime(_)) => RejectionKind::Ambiguous,
        Refusal::Move(ReadError::Illegal(_)) => RejectionKind::Illegal,
        Refusal::Stale | Refusal::Played => RejectionKind::Stale,
        Refusal::AskedAlready(_) | Refusal::TooSoon(_) | Refusal::DrawDeclined { .. } => {
            RejectionKind::TooSoon
        }
        Refusal::NothingAsked(_) => RejectionKind::Gone,
        Refusal::NothingToTakeBack => RejectionKind::NoMove,
        Refusal::EnginePlaysOn => RejectionKind::EnginePlaysOn,
        Refusal::OwnAsk(_) | Refusal::TheirAsk(_) => RejectionKind::NotForYou,
    }
}

impl Rejection {
    /// The kind of this refusal.
    pub fn why(&self) -> RejectionKind {
        match self {
            Self::InGame(refused) => in_game(&refused.refusal),
            Self::Feature(why) => why.kind(),
            Self::TypeMore => RejectionKind::Unreadable,
            Self::NotTried(NotTried::Move(..)) => RejectionKind::Illegal,
            Self::NoSquare | Self::NotOnBoard(_) | Self::EmptySquare(_) => RejectionKind::Square,
            Self::NoSuchMove(_)
            | Self::NoNote
            | Self::NotAnalysed(NotAnalysed::NoGame | NotAnalysed::NoMoves) => RejectionKind::NoMove,
            Self::NoGameHere(_) | Self::NotStored => RejectionKind::NoGame,
            Self::SetAside => RejectionKind::SetAside,
            Self::Bot | Self::BlockBot => RejectionKind::Bot,
            Self::BadPosition(_) | Self::PositionOver(_) | Self::PositionOutdated => {
                RejectionKind::BadPosition
            }
            Self::Occupied | Self::OccupiedAlone | Self::NoThreadHere => RejectionKind::Occupied,
            Self::OccupiedAndNoThread | Self::MayNotThread => RejectionKind::NoThread,
            Self::ChallengeGone | Self::NoPlaceToPlay | Self::BegunByMenu(..) => RejectionKind::Gone,
            Self::NobodyElseHere
            | Self::OwnChallenge
            | Self::ForAnother(_)
            | Self::NotYours(_)
            | Self::Blocked(_)
            | Self::CannotBeChallenged(_)
            | Self::CannotAccept
            | Self::BlockOneself => RejectionKind::NotForYou,
            Self::PlayedElsewhere(_)
            | Self::SwitchedOff(_)
            | Self::OwnGame(_)
            | Self::NotOffered(..)
            | Self::NoHint(NoHint::Others)
            | Self::Unfair(_)
            | Self::NotTried(NotTried::GoesOn | NotTried::NotDone | NotTried::Over)
            | Self::RatedTakeback => RejectionKind::NotAllowed,
            Self::NoNudge(_) => RejectionKind::NoNudge,
            Self::TooMany(_) | Self::TooManyNotes | Self::NotTried(NotTried::TooMany(_)) => {
                RejectionKind::TooMany
            }
            Self::GoesOn | Self::RematchAsked | Self::NotAnalysed(_) | Self::NoHint(_) => {
                RejectionKind::TooSoon
            }
            Self::Rematched(_) | Self::FormerOpponent => RejectionKind::NoRematch,
            Self::OnVacation(_) | Self::NoVacation(_) | Self::VacationOver => RejectionKind::Vacation,
            Self::OwnTurn | Self::PremoveAlone | Self::PremoveEngine | Self::NotPrepared(..) => {
                RejectionKind::NotPrepared
            }
        }
    }

    /// The current board, to show with the sentence (stale buttons).
    pub fn fresh(&self) -> Option<&GameView> {
        match self {
            Self::InGame(refused) => refused.fresh.as_ref(),
            _ => None,
        }
    }
}

listed! {
    /// The reason why a game cannot be analysed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NotAnalysed {
        /// No game was found.
        NoGame,
        /// The game is not over.
        GoesOn,
        /// It has no moves.
        NoMoves,
        /// Too many analyses are running.
        Busy,
        /// Another analysis for this user is running.
        OneAtATime,
        /// The analysis timed out.
        Late,
    }
}

listed! {
    /// The reason why there is no hint.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NoHint {
        /// The game has two players, and they have not agreed on hints.
        Others,
        /// A hint for this user is already being searched for.
        OneAtATime,
        /// Too many hints are requested at once.
        Busy,
        /// The search timed out.
        Late,
    }
}

/// The database was moved, removed or replaced while in use; for the operator.
#[derive(Debug, thiserror::Error)]
#[error(
    "The database {0} was moved, removed or replaced while it was in use. No move was lost that anybody was told of; put the database back and start again."
)]
pub(super) struct DatabaseGone(pub(super) String);

/// Why an action gave no result.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// Shown to the player privately.
    #[error("refused: {:?}", .0.why())]
    Refused(Rejection),
    /// Logged for the operator; the player is shown [`AppFault::kind`] privately.
    #[error(transparent)]
    AppFault(#[from] AppFault),
    /// This interaction was already acted on and answered; send no response.
    #[error("this interaction was already answered")]
    Replayed,
}

impl AppError {
    /// Marks the error as coming after something was stored.
    #[must_use]
    pub fn after_storing(self) -> Self {
        match self {
            Self::AppFault(fault) => Self::AppFault(fault.after_storing()),
            other => other,
        }
    }

    /// True if the operator has already been notified of the cause; see [`AppFault::is_told`].
    pub fn is_told(&self) -> bool {
        matches!(self, Self::AppFault(fault) if fault.is_told())
    }
}

impl From<Rejection> for AppError {
    fn from(refused: Rejection) -> Self {
        Self::Refused(refused)
    }
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        Self::AppFault(error.into())
    }
}

impl From<WriteError> for AppError {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Replayed => Self::Replayed,
            other => Self::AppFault(other.into()),
        }
    }
}
