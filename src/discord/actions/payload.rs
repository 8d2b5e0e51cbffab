//! Text encoding of action payloads.

use crate::app::{Named, Target};
use crate::game::{ChallengeId, GameId, LadderId, Millis, OfferKind, Rev, TournamentId, UserId};
use crate::games;
use crate::rules::{Family, Square, Variant};

/// An action's payload, encoded as text.
pub trait Payload: Sized {
    fn write(&self) -> String;

    fn parse(text: &str) -> Option<Self>;

    /// Accepts only what [`Self::write`] produces: "+7" and "007" are not ours.
    fn read(text: &str) -> Option<Self> {
        Self::parse(text).filter(|read| read.write() == text)
    }

    /// The game and its revision, if the payload is exactly that.
    fn game_rev(&self) -> Option<GameRev> {
        None
    }

    /// The game, challenge, ladder or tournament it names, which belongs to a place.
    fn named(&self) -> Option<Named> {
        None
    }
}

/// A game at the time a button was created, or at the time of the offer that the button answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRev {
    pub game: GameId,
    /// The last event at that time, or the event of the offer.
    pub rev: Rev,
}

impl From<GameRev> for Target {
    fn from(GameRev { game, rev }: GameRev) -> Self {
        Self::Button(game, rev)
    }
}

/// An offer: its kind, game and event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offered {
    pub kind: OfferKind,
    pub made: GameRev,
}

/// A page of a list, counted from 0.
///
/// The first page is not written, so ids from before a list had pages stay valid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListPage(pub u32);

impl ListPage {
    /// Appends the page to a text.
    pub(super) fn behind(self, text: &str) -> String {
        if self.0 == 0 { text.to_owned() } else { format!("{text}:{}", self.0) }
    }

    /// Splits what [`Self::behind`] produces into the text and the page.
    pub(super) fn split(text: &str) -> Option<(&str, Self)> {
        match text.split_once(':') {
            None => Some((text, Self(0))),
            Some((text, page)) => Some((text, Self(page.parse().ok()?))),
        }
    }
}

/// How a piece in the hand is written, here and in menus.
pub const HAND: &str = "hand";

/// A piece of a game, a lesson or a puzzle, as of when it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceThen<T = GameRev> {
    /// The game, lesson or puzzle in its state at that time.
    pub now: T,
    /// The piece's square; `None`: in the hand.
    pub from: Option<Square>,
}

/// Implements `Payload` with the words of the types' `strum` derives.
macro_rules! words {
    ($($kind:ty),*) => {
        $(impl crate::discord::actions::Payload for $kind {
            fn write(&self) -> String {
                <&'static str>::from(self).to_owned()
            }

            fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        })*
    };
}
pub(super) use words;

impl Payload for () {
    fn write(&self) -> String {
        String::new()
    }

    fn parse(_: &str) -> Option<Self> {
        Some(())
    }
}

impl Payload for u32 {
    fn write(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Payload for ListPage {
    fn write(&self) -> String {
        if self.0 == 0 { String::new() } else { self.0.to_string() }
    }

    fn parse(text: &str) -> Option<Self> {
        if text.is_empty() { Some(Self(0)) } else { text.parse().ok().map(Self) }
    }
}

impl Payload for ChallengeId {
    fn write(&self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|id| *id > 0).map(Self)
    }

    fn named(&self) -> Option<Named> {
        Some(Named::Challenge(*self))
    }
}

impl Payload for GameId {
    fn write(&self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|id| *id > 0).map(Self)
    }

    fn named(&self) -> Option<Named> {
        Some(Named::Game(*self))
    }
}

impl Payload for LadderId {
    fn write(&self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|id| *id > 0).map(Self)
    }

    fn named(&self) -> Option<Named> {
        Some(Named::Ladder(*self))
    }
}

impl Payload for TournamentId {
    fn write(&self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|id| *id > 0).map(Self)
    }

    fn named(&self) -> Option<Named> {
        Some(Named::Tournament(*self))
    }
}

impl Payload for UserId {
    fn write(&self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
}

impl Payload for Millis {
    fn write(&self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
}

impl Payload for GameRev {
    fn write(&self) -> String {
        format!("{}:{}", self.game.0, self.rev.0)
    }

    fn parse(text: &str) -> Option<Self> {
        let (game, rev) = text.split_once(':')?;
        Some(Self { game: GameId::parse(game)?, rev: Rev(rev.parse().ok().filter(|rev| *rev >= 0)?) })
    }

    fn game_rev(&self) -> Option<GameRev> {
        Some(*self)
    }

    fn named(&self) -> Option<Named> {
        Some(Named::Game(self.game))
    }
}

impl Payload for Offered {
    fn write(&self) -> String {
        format!("{}:{}", self.kind.slug(), self.made.write())
    }

    fn parse(text: &str) -> Option<Self> {
        let (kind, made) = text.split_once(':')?;
        Some(Self { kind: kind.parse().ok()?, made: GameRev::parse(made)? })
    }

    fn named(&self) -> Option<Named> {
        self.made.named()
    }
}

impl<T: Payload> Payload for PieceThen<T> {
    fn write(&self) -> String {
        let from = self.from.map_or_else(|| HAND.to_owned(), |from| from.to_string());
        format!("{}:{from}", self.now.write())
    }

    fn parse(text: &str) -> Option<Self> {
        let (now, from) = text.rsplit_once(':')?;
        let from = if from == HAND { None } else { Some(from.parse().ok()?) };
        Some(Self { now: T::parse(now)?, from })
    }

    fn named(&self) -> Option<Named> {
        self.now.named()
    }
}

impl Payload for Family {
    fn write(&self) -> String {
        self.slug().to_owned()
    }

    fn parse(text: &str) -> Option<Self> {
        if text == Self::OWN.slug() { Some(Self::OWN) } else { games::family(text) }
    }
}

impl Payload for Variant {
    fn write(&self) -> String {
        self.slug().to_owned()
    }

    fn parse(text: &str) -> Option<Self> {
        games::from_slug(text)
    }
}
