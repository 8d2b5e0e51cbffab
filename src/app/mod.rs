//! The shell: load, decide, append, view.
//!
//! [`App`] is all that a chat needs to know. Every action names its [`Caller`]; commands find the game by the caller's
//! channel, buttons by what they carry ([`Target`]). An action answers after its transaction is on disk, with a plain
//! view ([`GameView`], [`ChallengeView`], ...) to be turned into a message, or with an [`AppError`]:
//! a sentence for the player, a fault for the operator, or word that this very interaction was already played.

mod pending;
mod request;
mod view;

pub use pending::{Board, Color, Variant};
pub use request::{Caller, ColorWish, NewChallenge, Opponent, Side, Target, ThreadWish};
pub use view::{
    Accepted, AppError, ChallengeView, Challenged, Choice, Closed, Confirm, Fault, GameLine, GameView,
    MessageRef, MovesView, Notice, Outcome, Place, Refused, What, Why,
};

use crate::game::{ChallengeId, ChannelId, GameId, MessageId, Millis, Ply, UserId};
use std::path::Path;

/// The value of the autocomplete choice that says how many moves are hidden; playing it is refused with a hint.
pub const MORE: &str = "?more";

/// The one object that the chat side talks to: cheap to clone, safe to share, holds no cache.
#[derive(Clone, Debug)]
pub struct App {}

/// What every action answers.
pub type Answer<T> = Result<T, AppError>;

impl App {
    /// Opens (or creates) the database at `path`, takes it for this process alone and brings its schema up to date.
    ///
    /// # Errors
    /// A [`Fault`] whose `Display` is one clear sentence for the operator; nothing has been overwritten.
    pub async fn open(path: &Path) -> Result<Self, Fault> {
        Err(Fault::unfinished(path))
    }

    /// Waits for the actions in hand and closes the database.
    pub async fn close(&self) {}

    // ---- challenges -------------------------------------------------------------------------------------------------

    /// A new challenge (or, against oneself, a hot-seat game at once).
    ///
    /// [`Challenged::ThreadFirst`]: nothing is stored yet; open a thread and call again with `thread` (hot-seat only).
    /// After posting the challenge, tell [`App::challenge_posted`].
    ///
    /// # Errors
    /// Refused: a bot as opponent, a bad position (all defects), a position that is already over, a channel that hosts a
    /// game while no thread is wanted or possible.
    pub async fn challenge(
        &self,
        by: &Caller,
        new: NewChallenge,
        thread: Option<ChannelId>,
    ) -> Answer<Challenged> {
        Err(Fault::unfinished((by, new, thread)).into())
    }

    /// Remembers where the challenge was posted, so that it can be edited when it lapses.
    ///
    /// # Errors
    /// Only faults.
    pub async fn challenge_posted(&self, challenge: ChallengeId, message: MessageId) -> Answer<()> {
        Err(Fault::unfinished((challenge, message)).into())
    }

    /// Accepts: the game begins, in the challenge's channel or in `thread`.
    ///
    /// [`Accepted::ThreadFirst`]: nothing is stored yet; open a thread on the challenge's message and call again with it.
    ///
    /// # Errors
    /// Refused: not for you, your own, lapsed or no longer open, the channel hosts a game and no thread is possible.
    pub async fn accept(
        &self,
        by: &Caller,
        challenge: ChallengeId,
        thread: Option<ChannelId>,
    ) -> Answer<Accepted> {
        Err(Fault::unfinished((by, challenge, thread)).into())
    }

    /// Declines (the opponent) or withdraws (the challenger), whoever clicks; others are refused.
    ///
    /// # Errors
    /// Refused: neither of the two, or no longer open.
    pub async fn decline(&self, by: &Caller, challenge: ChallengeId) -> Answer<Closed> {
        Err(Fault::unfinished((by, challenge)).into())
    }

    /// Withdraws a challenge; the challenger only.
    ///
    /// # Errors
    /// Refused: not yours, or no longer open.
    pub async fn cancel(&self, by: &Caller, challenge: ChallengeId) -> Answer<Closed> {
        Err(Fault::unfinished((by, challenge)).into())
    }

    /// Closes the challenges older than 24 h; their messages want editing. Also forgets old interaction ids.
    ///
    /// # Errors
    /// Only faults.
    pub async fn lapse_challenges(&self, now: Millis) -> Answer<Vec<Closed>> {
        Err(Fault::unfinished(now).into())
    }

    // ---- playing ----------------------------------------------------------------------------------------------------

    /// Plays a typed (or chosen) move in the caller's channel.
    ///
    /// # Errors
    /// Refused: unreadable, ambiguous, illegal and why, not your turn, not your game, no game here (with a link to the only
    /// live game elsewhere).
    pub async fn play(&self, by: &Caller, typed: &str) -> Answer<Outcome> {
        Err(Fault::unfinished((by, typed)).into())
    }

    /// The choices for a half-typed move: at most 25, each at most 100 characters. One read of the store, no picture.
    /// Empty for anyone but the player to move.
    ///
    /// # Errors
    /// Only faults.
    pub async fn complete_move(&self, who: UserId, channel: ChannelId, typed: &str) -> Answer<Vec<Choice>> {
        Err(Fault::unfinished((who, channel, typed)).into())
    }

    /// The choices for `/moves`: occupied squares, the side to move's first; at most 25.
    ///
    /// # Errors
    /// Only faults.
    pub async fn complete_square(&self, channel: ChannelId, typed: &str) -> Answer<Vec<Choice>> {
        Err(Fault::unfinished((channel, typed)).into())
    }

    /// The board as it stands, for anyone in the channel. `side` None: the side to move at the bottom.
    ///
    /// # Errors
    /// Refused: no game here; stale, for a button (the fresh board comes along).
    pub async fn board(&self, by: &Caller, target: Target, side: Option<Side>) -> Answer<GameView> {
        Err(Fault::unfinished((by, target, side)).into())
    }

    /// Where the piece on a square can go and what holds it; private, for anyone in the channel.
    ///
    /// # Errors
    /// Refused: no game here, no such square, nothing stands there.
    pub async fn moves(&self, by: &Caller, square: &str) -> Answer<MovesView> {
        Err(Fault::unfinished((by, square)).into())
    }

    /// What the private "really?" of `/resign` says; its button carries the game and ply given.
    ///
    /// # Errors
    /// Refused as [`App::resign`] would be.
    pub async fn ask_resign(&self, by: &Caller) -> Answer<Confirm> {
        Err(Fault::unfinished(by).into())
    }

    /// Resigns; in a hot-seat game for the side to move.
    ///
    /// # Errors
    /// Refused: no game here, not your game, stale.
    pub async fn resign(&self, by: &Caller, target: Target) -> Answer<Outcome> {
        Err(Fault::unfinished((by, target)).into())
    }

    /// Claims a draw when one stands, agrees when the opponent has offered one, else offers one
    /// ([`What::DrawOffered`]: post it with Accept / Decline carrying the game and ply of the outcome's view).
    ///
    /// # Errors
    /// Refused: an offer is open already, or none of one's own moves since the last; stale.
    pub async fn draw(&self, by: &Caller, target: Target) -> Answer<Outcome> {
        Err(Fault::unfinished((by, target)).into())
    }

    /// The Accept (`yes`) or Decline button of a draw offer; `game` and `ply` as the offer's view had them.
    ///
    /// # Errors
    /// Refused: the offer is gone (moved on, answered), or is one's own.
    pub async fn answer_draw(&self, by: &Caller, game: GameId, ply: Ply, yes: bool) -> Answer<Outcome> {
        Err(Fault::unfinished((by, game, ply, yes)).into())
    }

    /// What the private "really?" of `/abort` says: that it ends the game, or that it asks the opponent.
    ///
    /// # Errors
    /// Refused as [`App::abort`] would be.
    pub async fn ask_abort(&self, by: &Caller) -> Answer<Confirm> {
        Err(Fault::unfinished(by).into())
    }

    /// Aborts when that is free (not both sides have moved; 14 silent days; the caller manages channels; hot-seat), else
    /// asks the opponent ([`What::AbortAsked`]: post it with Accept / Decline).
    ///
    /// # Errors
    /// Refused: no game here, not your game, asked already, stale.
    pub async fn abort(&self, by: &Caller, target: Target) -> Answer<Outcome> {
        Err(Fault::unfinished((by, target)).into())
    }

    /// The Accept (`yes`) or Decline button of a request to abort.
    ///
    /// # Errors
    /// Refused: the request is gone, or is one's own.
    pub async fn answer_abort(&self, by: &Caller, game: GameId, ply: Ply, yes: bool) -> Answer<Outcome> {
        Err(Fault::unfinished((by, game, ply, yes)).into())
    }

    // ---- looking ----------------------------------------------------------------------------------------------------

    /// The live games of a person, those that wait for them first.
    ///
    /// # Errors
    /// Only faults.
    pub async fn games(&self, of: UserId) -> Answer<Vec<GameLine>> {
        Err(Fault::unfinished(of).into())
    }

    /// Whether a live game is played in this channel.
    ///
    /// # Errors
    /// Only faults.
    pub async fn game_in(&self, channel: ChannelId) -> Answer<Option<GameId>> {
        Err(Fault::unfinished(channel).into())
    }

    // ---- bookkeeping ------------------------------------------------------------------------------------------------

    /// Remembers the newest message that shows a game's board and answers the one that now loses its buttons: the one
    /// before, or `message` itself if a newer board was recorded meanwhile.
    ///
    /// # Errors
    /// Only faults.
    pub async fn board_posted(
        &self,
        game: GameId,
        ply: Ply,
        message: MessageRef,
    ) -> Answer<Option<MessageRef>> {
        Err(Fault::unfinished((game, ply, message)).into())
    }

    /// A channel or thread was deleted: its live game ends, its challenges are withdrawn. Answers the game that ended.
    ///
    /// # Errors
    /// Only faults.
    pub async fn channel_deleted(&self, channel: ChannelId, now: Millis) -> Answer<Option<GameId>> {
        Err(Fault::unfinished((channel, now)).into())
    }

    /// Replays every live game once after a start and sets aside those that today's rules cannot; post the notices.
    ///
    /// # Errors
    /// Only faults.
    pub async fn review(&self, now: Millis) -> Answer<Vec<Notice>> {
        Err(Fault::unfinished(now).into())
    }

    /// Removes a person's id everywhere: live games are resigned, challenges from and to them deleted, finished games stay
    /// for the opponent. Answers how many games and challenges were touched.
    ///
    /// # Errors
    /// Only faults.
    pub async fn forget(&self, user: UserId, now: Millis) -> Answer<u64> {
        Err(Fault::unfinished((user, now)).into())
    }
}
