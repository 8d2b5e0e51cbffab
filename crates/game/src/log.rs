//! The log of a game: its stored events, and the game replayed from them.

use super::{Ending, Event, Game, Millis, OfferKind, Ply, UserId};
use rules::{ByColor, Color, Line, NotLegal, Position, Variant};
use std::fmt;
use strum::{EnumString, IntoStaticStr};

/// The kind of a stored event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum EventKind {
    /// The game began; the text is its first position as an extended FEN.
    Begun,
    /// A move was made; the text is its canonical form.
    Move,
    /// A side asked for something; the text says what.
    Asked,
    /// A side declined a request; the text says which.
    Declined,
    /// A side withdrew its request; the text says which.
    Withdrawn,
    /// Moves were taken back; the text says how many are left.
    Takeback,
    /// The game ended; the text says how.
    Ended,
    /// The rules of a later version could not continue the game; the text gives the reason for the operator.
    SetAside,
}

impl EventKind {
    /// Returns the stored word, without spaces.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// True if the event changes the position, so that older buttons become stale.
    pub const fn changes_position(self) -> bool {
        matches!(self, Self::Begun | Self::Move | Self::Takeback)
    }

    /// True if the event must be announced to the channel, with the board if there is one.
    pub const fn needs_board(self) -> bool {
        self.changes_position() || matches!(self, Self::Ended | Self::SetAside)
    }
}

/// A stored event. It names no user, so a log needs no change when a user's data is erased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The kind of event.
    pub kind: EventKind,
    /// The side that acted, if a side did.
    pub by: Option<Color>,
    /// The details, in the form required by the kind.
    pub text: String,
}

impl LogEntry {
    /// Returns the first event of every game.
    pub fn begun(start: &Position) -> Self {
        Self { kind: EventKind::Begun, by: None, text: start.fen() }
    }
}

/// Why a log cannot be replayed; for the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadLog {
    /// The first event is not [`EventKind::Begun`].
    NoBeginning,
    /// The current rules refuse the first position, for this reason.
    Start(String),
    /// The current rules refuse this move, counted from 1.
    Move(usize, String),
    /// The text of an event is not understood.
    Unknown(EventKind, String),
    /// An event follows the end of the game.
    AfterTheEnd,
}

impl fmt::Display for BadLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBeginning => f.write_str("its log does not begin with a beginning"),
            Self::Start(why) => write!(f, "its start position is refused: {why}"),
            Self::Move(number, text) => write!(f, "its move {number} ({text}) is not legal"),
            Self::Unknown(kind, text) => write!(f, "it has an unknown event: {} {text:?}", kind.slug()),
            Self::AfterTheEnd => f.write_str("its log goes on after the end"),
        }
    }
}

impl Event {
    /// Converts the event to its stored form. `by` is the side that acted, if a side did.
    pub fn entry(&self, by: Option<Color>) -> LogEntry {
        match self {
            Self::Moved(mv) => LogEntry { kind: EventKind::Move, by, text: mv.to_string() },
            Self::Asked(ask, asker) => {
                LogEntry { kind: EventKind::Asked, by: Some(*asker), text: ask.slug().to_owned() }
            }
            Self::Declined(ask, asker) => {
                LogEntry { kind: EventKind::Declined, by: Some(asker.other()), text: ask.slug().to_owned() }
            }
            Self::Withdrawn(ask, asker) => {
                LogEntry { kind: EventKind::Withdrawn, by: Some(*asker), text: ask.slug().to_owned() }
            }
            Self::TakenBack(to) => LogEntry { kind: EventKind::Takeback, by, text: to.0.to_string() },
            Self::Ended(ending) => LogEntry { kind: EventKind::Ended, by, text: ending.to_string() },
        }
    }
}

impl Game {
    /// Replays a log from its beginning under the current rules.
    ///
    /// # Errors
    /// The first event that the current rules do not know or allow.
    pub fn replay(
        variant: Variant,
        players: ByColor<Option<UserId>>,
        engine: Option<Color>,
        moved_at: Millis,
        log: &[LogEntry],
    ) -> Result<Self, BadLog> {
        let Some((LogEntry { kind: EventKind::Begun, text, .. }, rest)) = log.split_first() else {
            return Err(BadLog::NoBeginning);
        };
        let start = Position::from_fen(variant, text).map_err(|error| BadLog::Start(error.to_string()))?;
        let mut game = Self::new(players, Line::new(start), moved_at).with_engine(engine);
        for entry in rest {
            if game.ending.is_some() {
                return Err(BadLog::AfterTheEnd);
            }
            game.read(entry)?;
        }
        Ok(game)
    }

    /// Applies a stored event.
    fn read(&mut self, entry: &LogEntry) -> Result<(), BadLog> {
        let unknown = || BadLog::Unknown(entry.kind, entry.text.clone());
        let asked = || entry.text.parse::<OfferKind>().map_err(|_| unknown());
        let side = || entry.by.ok_or_else(unknown);
        let event = match entry.kind {
            EventKind::Begun => return Err(unknown()),
            EventKind::Move => {
                self.line
                    .play_text(&entry.text)
                    .map_err(|NotLegal| BadLog::Move(self.line.moves().len() + 1, entry.text.clone()))?;
                self.has_moved(self.moved_at);
                return Ok(());
            }
            EventKind::Asked => Event::Asked(asked()?, side()?),
            EventKind::Declined => Event::Declined(asked()?, side()?.other()),
            EventKind::Withdrawn => Event::Withdrawn(asked()?, side()?),
            EventKind::Takeback => Event::TakenBack(Ply(entry.text.parse().map_err(|_| unknown())?)),
            EventKind::Ended => Event::Ended(entry.text.parse::<Ending>().map_err(|_| unknown())?),
            EventKind::SetAside => {
                self.rev = self.rev.next();
                return Ok(());
            }
        };
        self.apply(&event, self.moved_at).map_err(|NotLegal| unknown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_hold_these_words() {
        let kinds = [
            (EventKind::Begun, "begun"),
            (EventKind::Move, "move"),
            (EventKind::Asked, "asked"),
            (EventKind::Declined, "declined"),
            (EventKind::Withdrawn, "withdrawn"),
            (EventKind::Takeback, "takeback"),
            (EventKind::Ended, "ended"),
            (EventKind::SetAside, "set-aside"),
        ];
        for (kind, word) in kinds {
            assert_eq!((kind.slug(), word.parse()), (word, Ok(kind)));
        }
        assert!("Begun".parse::<EventKind>().is_err());
    }
}
