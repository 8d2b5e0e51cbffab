//! The state of a position: whether and how the game is over.

use super::Board;
use super::game::Dead;

/// Plies without a pawn move or a capture after which the game is drawn.
const SEVENTY_FIVE_MOVES: u32 = 150;

impl Board {
    /// Returns the side whose king has captured the scepter or escaped.
    pub(super) fn winner(&self) -> Option<bool> {
        // If both kings are on their goals, the side that moved last has won.
        [!self.white_to_move, self.white_to_move].into_iter().find(|&white| {
            self.king(white).is_some_and(|king| self.game.is_scepter(!white, king) || self.game.is_exit(king))
        })
    }

    /// Returns the state in the words of the command line. Repetition is unknown, because it needs more than
    /// a position.
    pub fn state(&self) -> String {
        self.state_given(self.moves().is_empty())
    }

    /// Like `Board::state`, for a caller that knows whether there is no legal move.
    pub fn state_given(&self, stuck: bool) -> String {
        let name = |white| if white { "white" } else { "black" };
        if let Some(white) = self.winner() {
            let how = if self.game.has_exits() { "escape" } else { "scepter" };
            return format!("{how} {}", name(white));
        }
        let check = self.in_check();
        if stuck {
            return if check {
                format!("checkmate {}", name(!self.white_to_move))
            } else {
                "stalemate".into()
            };
        }
        if self.is_dead() {
            "draw material".into()
        } else if self.halfmove >= SEVENTY_FIVE_MOVES {
            "draw seventy-five".into()
        } else if check {
            "check".into()
        } else {
            "ongoing".into()
        }
    }

    /// Whether neither side can ever win.
    fn is_dead(&self) -> bool {
        let pieces = self.pieces();
        let others: Vec<_> =
            pieces.iter().filter(|(_, letter)| !letter.eq_ignore_ascii_case(&b'k')).collect();
        let (minor, bishops_too) = match self.game.dead {
            Dead::Never => return false,
            Dead::OneOf(letters) => (letters, false),
            Dead::OneOfOrBishops(letters) => (letters, true),
        };
        if self.hand != [0, 0] {
            return false;
        }
        let kind = |letter: u8| letter.to_ascii_uppercase();
        let same_coloured_bishops = || {
            let shade = |cell: &super::Cell| (cell.0 + cell.1) % 2;
            let all_bishops = others.iter().all(|(_, letter)| kind(*letter) == b'B');
            all_bishops && others.iter().all(|(cell, _)| shade(cell) == shade(&others[0].0))
        };
        match others.as_slice() {
            [] => true,
            [(_, letter)] => minor.contains(&kind(*letter)),
            _ => bishops_too && same_coloured_bishops(),
        }
    }
}
