//! The two kinds of error: what the player is told, and what the operator is told.

use super::custom_games::refusals::NoOwnGame;
pub use super::fault::{AppFault, FaultKind};
use super::ladder::refusals::NoLadder;
use super::operator::feature::Feature;
use super::refusals::{NotTried, Unfair};
use super::standing::stakes::NotRated;
use super::tournament::refusals::NoTournament;
use super::view::{GameView, Place};
use crate::game::{ChannelId, Game, Millis, NotPrepared, Refusal, UserId};
use crate::rules::{Color, FenError, ReadError, Square, Termination, Variant, listed};
use crate::store::{Limit, StoreError, WriteError};
use std::sync::Arc;

/// The kind of a refusal, which decides what follows besides its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejectionKind {
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
    /// The button belongs to an older board; [`Rejection::fresh`] has the present one.
    Stale,
    Over,
    /// The game was begun under rules that this version cannot replay.
    SetAside,
    /// The offer, request or challenge is no longer open.
    Gone,
    /// An offer is open already, or it is too soon for another.
    TooSoon,
    /// The person, or the one they challenge, has as many challenges or live games as one may have.
    TooMany,
    /// The person may not open the thread that is wanted.
    NoThread,
    /// The challenge is for somebody else, or is one's own.
    NotForYou,
    /// Those who manage the server do not allow it there.
    NotAllowed,
    /// Bots cannot be challenged.
    Bot,
    /// The bot, which is the opponent, does not agree.
    EnginePlaysOn,
    /// The typed position is refused.
    BadPosition,
    /// The channel already hosts a game.
    Occupied,
    /// The game has had its rematch, or nobody is left to play it with.
    NoRematch,
    /// The text is not a square, or the square is empty.
    Square,
    /// There is no move of that number, or none of one's own to take back.
    NoMove,
    /// The conditional moves are not stored.
    NotPrepared,
    /// The vacation cannot begin or end like this.
    Vacation,
    /// The opponent cannot be nudged now.
    NoNudge,
}

/// Why nothing was done. Nothing has changed; `words` makes the sentence for the person.
#[derive(Clone, Debug)]
pub enum Rejection {
    /// The game does not allow it.
    InGame(Box<RejectionInGame>),
    /// The line that was chosen only counts the choices that are not shown.
    TypeMore,
    /// What was typed is not a square.
    NoSquare,
    /// The board of the game has no such square.
    NotOnBoard(Square),
    /// Nothing stands on this square.
    EmptySquare(Square),
    /// The game has no move of this number. With the number of its last move, if it has had any.
    NoSuchMove(Option<u32>),
    /// The game cannot be analysed.
    NotAnalysed(NotAnalysed),
    NoHint(NoHint),
    /// The engine's word would help in a game between people.
    Unfair(Unfair),
    /// Moves were not tried.
    NotTried(NotTried),
    /// The challenge cannot be to a rated game.
    NotRated(NotRated),
    /// Moves of a rated game are not taken back.
    RatedTakeback,
    /// Something about a tournament was not done.
    NoTournament(NoTournament),
    /// Something about a ladder was not done.
    NoLadder(NoLadder),
    /// Something about a game from a file was not done.
    OwnGame(Box<NoOwnGame>),
    /// Whoever runs the bot has switched it off for a while.
    SwitchedOff(Feature),
    /// Nothing is noted about the position.
    NoNote,
    /// The person has as many notes on the game as they may have.
    TooManyNotes,
    /// No game is played in this channel.
    NoGameHere(Elsewhere),
    /// The game that a button belongs to is gone.
    NotStored,
    /// Today's rules cannot replay the game.
    SetAside,
    /// Bots cannot be challenged.
    Bot,
    /// Nobody else could accept the challenge where it is made.
    NobodyElseHere,
    /// The typed position cannot be set up.
    BadPosition(Box<FenError>),
    /// The game is already over in the typed position.
    PositionOver(Termination),
    /// Today's rules do not allow the position of the challenge.
    PositionOutdated,
    /// The channel already hosts a game.
    Occupied,
    /// As [`Rejection::Occupied`], in direct messages, which have no threads.
    OccupiedAlone,
    /// As [`Rejection::Occupied`], and the person may not open a thread for another game.
    OccupiedAndNoThread,
    /// The person may not open the thread that they want.
    MayNotThread,
    /// By the menu a game has begun already, in this place; `None`: where the person is.
    BegunByMenu(Variant, Option<Place>),
    /// No thread can be opened here.
    NoThreadHere,
    /// The challenge is no longer open.
    ChallengeGone,
    /// It is not known any more where a game could begin.
    NoPlaceToPlay,
    /// Nobody accepts their own challenge.
    OwnChallenge,
    /// The challenge is for this person; `None`: for anybody, so there is nothing to decline.
    ForAnother(Option<UserId>),
    /// Only this person can withdraw the challenge.
    NotYours(UserId),
    /// A limit is reached.
    TooMany(Surplus),
    /// The game that a rematch is wanted of is not over.
    GoesOn,
    /// The rematch has already been asked for.
    RematchAsked,
    /// The game has had its rematch, in this place; `None`: in this channel.
    Rematched(Option<Place>),
    /// The opponent in the rematch would be a former player.
    FormerOpponent,
    /// The person has blocked this user.
    Blocked(UserId),
    /// The person cannot challenge this user; they are not told why.
    CannotBeChallenged(UserId),
    /// The person cannot accept the challenge; they are not told why.
    CannotAccept,
    /// The server allows games in these channels only.
    PlayedElsewhere(Vec<ChannelId>),
    /// The server does not offer this game; it offers these.
    NotOffered(Variant, Vec<Variant>),
    /// Nobody blocks themself.
    BlockOneself,
    /// A bot challenges nobody, so it cannot be blocked.
    BlockBot,
    NoNudge(NoNudge),
    /// It is the person's own turn; moves are prepared while the opponent is to move.
    OwnTurn,
    /// There is nothing to prepare in a game against oneself.
    PremoveAlone,
    /// Nothing is prepared for the bot's moves, which come at once.
    PremoveEngine,
    /// The person is on vacation until then.
    OnVacation(Millis),
    /// The person has only this many days of vacation left.
    NoVacation(u32),
    /// The vacation has ended already.
    VacationOver,
    /// The conditional moves cannot be read or played.
    NotPrepared(Variant, Box<NotPrepared>),
}

/// What a game refuses.
#[derive(Clone, Debug)]
pub struct RejectionInGame {
    pub refusal: Refusal,
    pub game: Arc<Game>,
    /// The side of who is refused, if they have one of the two.
    pub reader: Option<Color>,
    /// The current board, to be shown with the sentence: the one that was acted on is old.
    pub fresh: Option<GameView>,
}

/// Where a person's games are, when none is in this channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// They have no live game.
    Nowhere,
    /// Their only live game is here.
    Here(Place),
    Several,
}

/// Why nobody is nudged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNudge {
    /// The game has a clock.
    Clock,
    /// It is the person's own turn.
    OwnTurn,
    /// Not before this moment.
    Before(Millis),
    /// The opponent is on vacation until then.
    Away(UserId, Millis),
    /// The opponent wants no pings.
    NoPings(UserId),
}

/// Which limit is reached, and by whom.
#[derive(Clone, Copy, Debug)]
pub struct Surplus {
    /// The limit, and when there is room again.
    pub limit: Limit,
    /// Who acts.
    pub who: UserId,
    /// Whom they would challenge.
    pub opponent: Option<UserId>,
}

/// The kind of what a game refuses.
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
            Self::ChallengeGone
            | Self::NoPlaceToPlay
            | Self::BegunByMenu(..)
            | Self::NoLadder(
                NoLadder::NotHere | NoLadder::Several | NoLadder::NotStored | NoLadder::Closed,
            )
            | Self::NoTournament(
                NoTournament::NotHere
                | NoTournament::NotStored
                | NoTournament::NotOpen
                | NoTournament::Begun
                | NoTournament::NotBegun
                | NoTournament::Over,
            ) => RejectionKind::Gone,
            Self::NobodyElseHere
            | Self::OwnChallenge
            | Self::ForAnother(_)
            | Self::NotYours(_)
            | Self::Blocked(_)
            | Self::CannotBeChallenged(_)
            | Self::CannotAccept
            | Self::NoTournament(NoTournament::NotIn | NoTournament::Already)
            | Self::NoLadder(NoLadder::NotOn | NoLadder::OtherNotOn | NoLadder::Already)
            | Self::BlockOneself => RejectionKind::NotForYou,
            Self::PlayedElsewhere(_)
            | Self::SwitchedOff(_)
            | Self::OwnGame(_)
            | Self::NotOffered(..)
            | Self::NoHint(NoHint::Others)
            | Self::Unfair(_)
            | Self::NotTried(NotTried::GoesOn | NotTried::NotDone | NotTried::Over)
            | Self::NotRated(_)
            | Self::NoLadder(
                NoLadder::NotAllowed
                | NoLadder::NotAbove
                | NoLadder::TooFar
                | NoLadder::First
                | NoLadder::Elsewhere
                | NoLadder::NoAbort,
            )
            | Self::NoTournament(
                NoTournament::NotAllowed
                | NoTournament::NoAbort
                | NoTournament::TooFew
                | NoTournament::RoundRobinSize
                | NoTournament::KnockOutSize
                | NoTournament::SwissSize
                | NoTournament::LeastAboveMost
                | NoTournament::NoThreads,
            )
            | Self::RatedTakeback => RejectionKind::NotAllowed,
            Self::NoNudge(_) => RejectionKind::NoNudge,
            Self::TooMany(_)
            | Self::TooManyNotes
            | Self::NotTried(NotTried::TooMany(_))
            | Self::NoLadder(NoLadder::Exists | NoLadder::Full | NoLadder::Busy | NoLadder::OtherBusy)
            | Self::NoTournament(
                NoTournament::ChannelHasOne
                | NoTournament::TooManyInServer
                | NoTournament::TooManyOfYours
                | NoTournament::Full,
            ) => RejectionKind::TooMany,
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

    /// The current board, to be shown with the sentence (stale buttons).
    pub fn fresh(&self) -> Option<&GameView> {
        match self {
            Self::InGame(refused) => refused.fresh.as_ref(),
            _ => None,
        }
    }
}

listed! {
    /// Why a game cannot be analysed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NotAnalysed {
        /// There is no game.
        NoGame,
        /// The game is not over.
        GoesOn,
        /// Nothing was played in it.
        NoMoves,
        /// Too many others are being analysed.
        Busy,
        /// Another game is being analysed for the same person.
        OneAtATime,
        /// It took too long.
        Late,
    }
}

listed! {
    /// Why there is no hint.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NoHint {
        /// The game has two players, and they have not agreed on hints.
        Others,
        /// A hint is already being searched for.
        OneAtATime,
        /// Too many ask at once.
        Busy,
        /// It took too long.
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
    /// Tell the player, privately.
    #[error("refused: {:?}", .0.why())]
    Refused(Rejection),
    /// Log it for the operator, and tell the player of [`AppFault::kind`], privately.
    #[error(transparent)]
    AppFault(#[from] AppFault),
    /// This interaction was already acted on and answered: say nothing.
    #[error("this interaction was already answered")]
    Replayed,
}

impl AppError {
    /// The same error, for an action that had stored something before it failed.
    #[must_use]
    pub fn after_storing(self) -> Self {
        match self {
            Self::AppFault(fault) => Self::AppFault(fault.after_storing()),
            other => other,
        }
    }

    /// The operator has already been told of the cause; see [`AppFault::is_told`].
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
