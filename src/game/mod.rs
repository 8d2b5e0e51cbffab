//! A game between people: pure decisions. No clock, no disk, no chat; `now` is an argument.
//!
//! [`decide`] says what an [`Intent`] does to a [`Game`]: the [`Event`]s, or a [`Refusal`] that changes nothing.
//! [`Game::apply`] is the only thing that changes a game.

mod decide;
mod ending;
mod ids;
mod offers;
mod refusal;
#[cfg(test)]
mod tests;

pub use decide::{Intent, SILENT_DAYS, abort_is_free, decide};
pub use ending::Ending;
pub use ids::{
    AnswerToken, ChallengeId, ChannelId, GameId, GuildId, InteractionId, MessageId, Millis, Ply, UserId,
    Version,
};
pub use offers::{Ask, Offer, Offers};
pub use refusal::Refusal;

use crate::rules::{ByColor, Color, Line, Move};

/// A game as it stands.
#[derive(Clone)]
pub struct Game {
    /// Who plays which side; none: a former player. The same person twice: a hot-seat game.
    pub players: ByColor<Option<UserId>>,
    /// The positions from the first to the present one.
    pub line: Line,
    /// Open and spent offers.
    pub offers: Offers,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// When the last move was made, or the game began.
    pub moved_at: Millis,
}

/// What has happened to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A legal move was played.
    Moved(Move),
    /// A side asks the other to agree to something.
    Asked(Ask, Color),
    /// What this side asked for was declined.
    Declined(Ask, Color),
    /// The game is over.
    Ended(Ending),
}

impl Game {
    /// A game that begins.
    pub fn new(players: ByColor<Option<UserId>>, line: Line, now: Millis) -> Self {
        Self { players, line, offers: Offers::default(), ending: None, moved_at: now }
    }

    /// How many moves it has had.
    pub fn ply(&self) -> Ply {
        Ply(self.line.moves().len() as u32)
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.line.position().turn()
    }

    /// The player to move; none when the game is over.
    pub fn to_move(&self) -> Option<UserId> {
        if self.ending.is_some() { None } else { self.players[self.turn()] }
    }

    /// Whether one person plays both sides.
    pub fn is_hot_seat(&self) -> bool {
        self.players.white.is_some() && self.players.white == self.players.black
    }

    /// The side a person acts for: in hot-seat games the side to move.
    pub fn side_of(&self, who: UserId) -> Option<Color> {
        if self.is_hot_seat() {
            return (self.players.white == Some(who)).then(|| self.turn());
        }
        Color::BOTH.into_iter().find(|color| self.players[*color] == Some(who))
    }

    /// Whether a side has moved at `ply` or later.
    pub(crate) fn has_moved_since(&self, color: Color, ply: Ply) -> bool {
        let first = self.line.start().turn();
        let turn_at_ply = if ply.0.is_multiple_of(2) { first } else { first.other() };
        let own_turn = if turn_at_ply == color { ply.0 } else { ply.0 + 1 };
        self.ply().0 > own_turn
    }

    /// Takes note of what has happened.
    pub fn apply(&mut self, event: &Event, now: Millis) {
        match *event {
            Event::Moved(mv) => {
                let mover = self.turn();
                self.line.play(mv);
                self.moved_at = now;
                // To play on is to decline.
                self.offers.close_all_of(mover.other());
                let spent: Vec<Offer> = self.offers.iter().copied().collect();
                for offer in spent {
                    if !offer.open && self.has_moved_since(offer.by, offer.ply) {
                        self.offers.remove(offer.ask, offer.by);
                    }
                }
            }
            Event::Asked(ask, by) => self.offers.put(Offer { ask, by, ply: self.ply(), open: true }),
            Event::Declined(ask, by) => self.offers.close(ask, by),
            Event::Ended(ending) => {
                self.ending = Some(ending);
                self.offers = Offers::default();
            }
        }
    }
}
