//! The starting position of a board for trying moves freely: the start of a game, or a typed position.

use std::fmt;

use crate::app::AppResult;
use crate::app::positions::typed_position;
use crate::games;
use crate::rules::{Line, Position, Variant};

/// Characters of a FEN that would have to be escaped in a URL, and their replacements.
const SIGNS: [(char, char); 4] = [('/', '.'), (' ', '_'), ('[', '('), (']', ')')];

/// Where such a board begins, as in its address: `chess`, or `chess:8.8.k7.8.8.8.8.K6R_w_-_-_0_1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardAt {
    /// The game.
    pub game: Variant,
    /// A valid position in which the game is not over; `None`: the start.
    fen: Option<String>,
}

impl BoardAt {
    /// The start of a game.
    pub const fn start(game: Variant) -> Self {
        Self { game, fen: None }
    }

    /// A typed position.
    ///
    /// # Errors
    /// Refused: all its defects, or how the game would be over there.
    pub fn typed(game: Variant, text: &str) -> AppResult<Self> {
        let position = typed_position(game, text)?;
        Ok(Self { game, fen: (position != Position::start(game)).then(|| position.fen()) })
    }

    /// True if it is the start of the game.
    pub const fn is_start(&self) -> bool {
        self.fen.is_none()
    }

    pub(super) fn line(&self) -> Line {
        let typed = self.fen.as_deref().and_then(|fen| games::position(self.game, fen).ok());
        Line::new(typed.unwrap_or_else(|| Position::start(self.game)))
    }

    /// Parses an address.
    pub(super) fn read(game: &str, written: Option<&str>) -> Option<Self> {
        let game = games::from_slug(game)?;
        let Some(written) = written else { return Some(Self::start(game)) };
        let sign = |c| SIGNS.iter().find(|(_, sign)| *sign == c).map_or(c, |(meant, _)| *meant);
        Self::typed(game, &written.chars().map(sign).collect::<String>()).ok()
    }
}

impl fmt::Display for BoardAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.game.slug())?;
        let Some(fen) = &self.fen else { return Ok(()) };
        let sign = |c| SIGNS.iter().find(|(meant, _)| *meant == c).map_or(c, |(_, sign)| *sign);
        write!(f, ":{}", fen.chars().map(sign).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_position_of_each_game_and_needs_no_other_writing() {
        for game in games::all() {
            let mut line = Line::new(Position::start(game));
            let first = line.position().legal_moves()[0];
            line.play(first).expect("it is legal");
            let at = BoardAt::typed(game, &line.position().fen()).expect("it was played");
            let written = at.to_string();
            assert!(
                written.bytes().all(|c| c.is_ascii_alphanumeric() || b"-._*():".contains(&c)),
                "{written}"
            );
            let (slug, position) = written.split_once(':').expect("a position");
            assert_eq!(BoardAt::read(slug, Some(position)), Some(at.clone()));
            assert_eq!(at.line().position().fen(), line.position().fen());
            let start = BoardAt::typed(game, &Position::start(game).fen()).expect("it is sound");
            assert!(start.is_start() && start.to_string() == game.slug() && !at.is_start());
        }
    }

    #[test]
    fn what_is_no_position_or_over_is_no_place() {
        assert!(BoardAt::read("ludo", None).is_none());
        for wrong in ["", "8.8", "k7.8.8.8.8.8.8.K6R_w_-_-_0_1_more", "R6k.6pp.8.8.8.8.8.K7_b_-_-_0_1"] {
            assert_eq!(BoardAt::read("chess", Some(wrong)), None, "{wrong}");
        }
    }
}
