//! What a button or menu carries: `v1:action:game:ply`, or `v1:rules:slug`. It means the same after a restart, so it holds all that
//! is needed.

use std::fmt;
use std::str::FromStr;

use crate::rules::Variant;

/// What a click does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Accept a challenge.
    Accept,
    /// Decline a challenge.
    Decline,
    /// Withdraw one's own challenge.
    Cancel,
    /// See the board from the other side, privately.
    Flip,
    /// Offer a draw.
    Draw,
    /// Agree to a draw, where it was offered.
    DrawAccept,
    /// Agree to a draw, on a board.
    DrawTake,
    /// End a game against oneself as a draw, for good.
    DrawSure,
    /// Refuse a draw.
    DrawDecline,
    /// Ask whether to resign.
    Resign,
    /// Resign for good.
    ResignSure,
    /// Abort for good.
    AbortSure,
    /// Agree to end the game without a result.
    AbortAgree,
    /// Play on instead of aborting.
    AbortRefuse,
    /// Leave a private question as it is.
    Never,
}

/// All actions with their words in the id.
const WORDS: [(Action, &str); 15] = [
    (Action::Accept, "accept"),
    (Action::Decline, "decline"),
    (Action::Cancel, "cancel"),
    (Action::Flip, "flip"),
    (Action::Draw, "draw"),
    (Action::DrawAccept, "draw-yes"),
    (Action::DrawTake, "draw-take"),
    (Action::DrawSure, "draw-sure"),
    (Action::DrawDecline, "draw-no"),
    (Action::Resign, "resign"),
    (Action::ResignSure, "resign-yes"),
    (Action::AbortSure, "abort-yes"),
    (Action::AbortAgree, "abort-agree"),
    (Action::AbortRefuse, "abort-refuse"),
    (Action::Never, "never"),
];

/// A button's meaning for a game or a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomId {
    /// What to do.
    pub action: Action,
    /// The game, or the challenge for the actions on one.
    pub game: i64,
    /// How many moves had been played when the button was made, or when the offer that it answers was; 0 for a challenge.
    pub ply: u32,
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = WORDS.iter().find(|(action, _)| *action == self.action).map_or("", |(_, word)| word);
        write!(f, "v1:{word}:{}:{}", self.game, self.ply)
    }
}

/// What a button or a menu means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Something is done with a game or a challenge.
    Act(CustomId),
    /// The rules of a game are told.
    Rules(Variant),
    /// The chosen piece of a game is shown.
    Piece(Variant),
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Act(id) => id.fmt(f),
            Self::Rules(variant) => write!(f, "v1:rules:{}", variant.slug()),
            Self::Piece(variant) => write!(f, "v1:piece:{}", variant.slug()),
        }
    }
}

impl FromStr for Meaning {
    type Err = Foreign;

    fn from_str(text: &str) -> Result<Self, Foreign> {
        let of = |slug| Variant::from_slug(slug).ok_or(Foreign);
        match (text.strip_prefix("v1:rules:"), text.strip_prefix("v1:piece:")) {
            (Some(slug), _) => of(slug).map(Self::Rules),
            (_, Some(slug)) => of(slug).map(Self::Piece),
            _ => text.parse().map(Self::Act),
        }
    }
}

/// The id is none of ours, or of another version.
#[derive(Debug, PartialEq, Eq)]
pub struct Foreign;

impl FromStr for CustomId {
    type Err = Foreign;

    fn from_str(text: &str) -> Result<Self, Foreign> {
        let mut parts = text.split(':');
        let (Some("v1"), Some(word), Some(game), Some(ply), None) =
            (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(Foreign);
        };
        let action = WORDS.iter().find(|(_, known)| *known == word).ok_or(Foreign)?.0;
        let id =
            Self { action, game: game.parse().map_err(|_| Foreign)?, ply: ply.parse().map_err(|_| Foreign)? };
        // One writing for one meaning: "+7" and "007" are not ours.
        if id.game > 0 && id.to_string() == text { Ok(id) } else { Err(Foreign) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_reads_back_and_fits() {
        for (action, _) in WORDS {
            for (game, ply) in [(1, 0), (i64::MAX, u32::MAX)] {
                let id = CustomId { action, game, ply };
                let text = id.to_string();
                assert!((1..=100).contains(&text.len()), "{text}");
                assert_eq!(text.parse(), Ok(id));
            }
        }
    }

    #[test]
    fn the_rules_of_every_game_have_their_ids() {
        for variant in Variant::all() {
            for meaning in [Meaning::Rules(variant), Meaning::Piece(variant)] {
                assert_eq!(meaning.to_string().parse(), Ok(meaning));
            }
        }
        for text in ["v1:rules:", "v1:rules:ludo", "v1:piece:chess:0", "v2:rules:chess"] {
            assert_eq!(text.parse::<Meaning>(), Err(Foreign), "{text}");
        }
    }

    #[test]
    fn the_words_differ() {
        for (index, (action, word)) in WORDS.iter().enumerate() {
            assert!(WORDS[..index].iter().all(|(a, w)| a != action && w != word));
            assert!(!word.contains(':') && !word.is_empty());
        }
    }

    #[test]
    fn anything_else_is_foreign() {
        for text in [
            "",
            "v1",
            "v1:accept:1",
            "v2:accept:1:0",
            "v1:eat:1:0",
            "v1:accept:0:0",
            "v1:accept:-3:0",
            "v1:accept:01:0",
            "v1:accept:1:+2",
            "v1:accept:1:0:9",
            "v1:accept:99999999999999999999:0",
        ] {
            assert_eq!(text.parse::<CustomId>(), Err(Foreign), "{text}");
        }
    }
}
