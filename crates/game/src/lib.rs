//! A game between users, as pure decisions. No clock, disk or Discord access; `now` is an argument.
//!
//! [`decide()`] maps an [`Intent`] on a [`Game`] to [`Event`]s, or to a [`Refusal`] that changes nothing.
//! Only [`Game::apply`] changes a game.

mod clock;
mod decide;
mod ending;
mod ids;
mod lesson;
mod log;
mod offer_outcome;
mod offers;
mod premoves;
mod rating;
mod refusal;
mod tournament;
mod turn;

pub use clock::{MoveClock, Pace};
pub use decide::{Intent, SILENT_DAYS, abort_is_free, decide};
pub use ending::Ending;
pub use ids::{
    AnswerToken, ChallengeId, ChannelId, GameId, GuildId, InteractionId, LadderId, MessageId, Millis,
    PageGrantId, Ply, RatedPlayerId, Rev, RoleId, TournamentId, UserId, Venue,
};
pub use lesson::{Exercise, Judged, LessonMiss, LessonStand, LessonTrail};
pub use log::{BadLog, EventKind, LogEntry};
pub use offer_outcome::{OfferOutcome, SettledOffer};
pub use offers::{Offer, OfferKind, Offers};
pub use premoves::{
    MOST_REPLIES, Met, NotPrepared, Premoves, PreparedLine, PreparedReply, TooManyReplies, follow, prepare,
    prepare_next, replies_to_any, suggested,
};
pub use rating::{GAMES_OF_TWO, RatedOutcome, Rating, RatingPeriod, SETTLED_DEVIATION};
pub use refusal::Refusal;
pub use tournament::{TournamentKind, TournamentResult, TournamentState};

pub use rules::{Color, listed};

use rules::{ByColor, Line, Move, NotLegal};

/// The current state of a game.
#[derive(Clone)]
pub struct Game {
    /// The player of each side. `None` is a former player; the same user twice is a hot-seat game.
    pub players: ByColor<Option<UserId>>,
    /// The side that the bot plays, if any.
    pub engine: Option<Color>,
    /// The positions from the first to the current one.
    pub line: Line,
    /// The open offers, and the closed ones that still block a repetition.
    pub offers: Offers,
    /// The ending, if the game is over.
    pub ending: Option<Ending>,
    /// When the last move was made or taken back, otherwise when the game began.
    pub moved_at: Millis,
    /// The clock. `None` without a pace, and after the end.
    pub clock: Option<MoveClock>,
    /// The end of each player's vacation, during which the player's clock is stopped.
    pub away: ByColor<Option<Millis>>,
    /// The number of the last event.
    pub rev: Rev,
    /// The number of the last event that changed the position: the beginning, a move or a takeback.
    ///
    /// A button made for an earlier position is stale.
    pub position_rev: Rev,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let fen = self.line.position().fen();
        f.debug_struct("Game").field("rev", &self.rev).field("fen", &fen).finish_non_exhaustive()
    }
}

/// An event in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A legal move was played.
    Moved(Move),
    /// A side asks the other to agree to something.
    Asked(OfferKind, Color),
    /// A request of this side was declined.
    Declined(OfferKind, Color),
    /// This side withdrew its request, because it asks for something else.
    Withdrawn(OfferKind, Color),
    /// Moves were taken back; this many are left.
    TakenBack(Ply),
    /// The game is over.
    Ended(Ending),
}

impl Game {
    /// Creates a game.
    pub fn new(players: ByColor<Option<UserId>>, line: Line, now: Millis) -> Self {
        let (offers, rev) = (Offers::default(), Rev(1));
        let away = ByColor { white: None, black: None };
        Self {
            players,
            engine: None,
            line,
            offers,
            ending: None,
            moved_at: now,
            clock: None,
            away,
            rev,
            position_rev: rev,
        }
    }

    /// Sets the side that the bot plays.
    #[must_use]
    pub fn with_engine(mut self, side: Option<Color>) -> Self {
        self.engine = side;
        self
    }

    /// Returns the number of moves played.
    pub fn ply(&self) -> Ply {
        Ply(self.line.moves().len() as u32)
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.line.position().turn()
    }

    /// Returns the player to move; `None` if the game is over.
    pub fn to_move(&self) -> Option<UserId> {
        if self.ending.is_some() { None } else { self.players[self.turn()] }
    }

    /// True if the bot is to move.
    pub fn is_engines_turn(&self) -> bool {
        self.ending.is_none() && self.engine == Some(self.turn())
    }

    /// Returns the only human player in a game against the bot or in a hot-seat game.
    pub fn alone(&self) -> Option<UserId> {
        match self.engine {
            Some(side) => self.players[side.other()],
            None => self.players.white.filter(|_| self.is_hot_seat()),
        }
    }

    /// True if one user plays both sides.
    pub fn is_hot_seat(&self) -> bool {
        self.players.white.is_some() && self.players.white == self.players.black
    }

    /// Returns the side that a user acts for: in a hot-seat game, the side to move.
    pub fn side_of(&self, who: UserId) -> Option<Color> {
        if self.is_hot_seat() {
            return (self.players.white == Some(who)).then(|| self.turn());
        }
        Color::BOTH.into_iter().find(|color| self.players[*color] == Some(who) && self.engine != Some(*color))
    }

    /// Returns the only side of this player; `None` for a user who plays both or neither.
    pub fn one_side_of(&self, who: UserId) -> Option<Color> {
        self.side_of(who).filter(|_| !self.is_hot_seat())
    }

    /// True if something made at event `then` still refers to the current position.
    pub fn is_fresh(&self, then: Rev) -> bool {
        (self.position_rev..=self.rev).contains(&then)
    }

    /// Applies an event.
    ///
    /// # Errors
    /// [`NotLegal`] if the move is illegal here, or if the takeback takes nothing back. Nothing has changed.
    pub fn apply(&mut self, event: &Event, now: Millis) -> Result<(), NotLegal> {
        match *event {
            Event::Moved(mv) => {
                self.line.play(mv)?;
                self.has_moved(now);
            }
            Event::Asked(ask, by) => {
                self.rev = self.rev.next();
                let made = (self.ply(), self.turn());
                self.offers.put(Offer { ask, by, rev: self.rev, made, open: true, moved: false });
            }
            Event::Declined(ask, by) => {
                self.rev = self.rev.next();
                self.offers.decline(ask, by, (self.ply(), self.turn()));
            }
            Event::Withdrawn(ask, by) => {
                self.rev = self.rev.next();
                self.offers.close(ask, by);
            }
            Event::TakenBack(to) => {
                if to >= self.ply() {
                    return Err(NotLegal);
                }
                self.line.take_back_to(to.0 as usize);
                self.rev = self.rev.next();
                (self.moved_at, self.position_rev) = (now, self.rev);
                self.restart_clock(now);
                self.offers.taken_back((self.ply(), self.turn()));
            }
            Event::Ended(ending) => {
                self.rev = self.rev.next();
                self.ending = Some(ending);
                self.clock = None;
                self.offers = Offers::default();
            }
        }
        Ok(())
    }

    /// Updates the state after the last move of the line.
    fn has_moved(&mut self, now: Millis) {
        self.rev = self.rev.next();
        self.moved_at = now;
        self.restart_clock(now);
        self.position_rev = self.rev;
        self.offers.moved(self.turn().other());
    }
}
