//! Checks the rules in a position against a second implementation of each query.

use rules::{Move, NotationOf, PositionOf, Spec, read_written};

use super::MOST_MOVES;

/// The second implementation of each check. A test of the trial itself substitutes a wrong one.
#[derive(Clone, Copy, Debug)]
pub struct Comparisons {
    /// Returns the legal moves, in any order.
    pub moves: fn(&PositionOf<'_>) -> Vec<Move>,
    /// Parses an extended FEN; `None` if it is refused.
    pub position: for<'s> fn(&'s Spec, &str) -> Option<PositionOf<'s>>,
    /// Parses a move in SAN; `None` if it is not a move.
    pub san: fn(&PositionOf<'_>, &str) -> Option<Move>,
}

impl Default for Comparisons {
    fn default() -> Self {
        Self {
            moves: |position| position.legal_moves_by_testing_each(),
            position: |game, fen| PositionOf::of_fen(game, fen).ok(),
            san: read_written,
        }
    }
}

/// A fault in a position. Moves are in canonical text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The moves differ from those found by making and testing each one.
    Moves {
        /// Moves that only the rules list.
        wrongly_listed: Vec<String>,
        /// Moves that only the test finds.
        missing: Vec<String>,
    },
    /// There are this many moves, more than [`MOST_MOVES`].
    TooManyMoves(usize),
    /// Two moves have this text.
    Alike(String),
    /// The position, written as an extended FEN, is refused or read as another.
    Fen,
    /// A move's text is not read back as that move.
    Text {
        /// The move.
        mv: String,
        /// Its text: the canonical one, or SAN.
        text: String,
    },
    /// There is no move, but the game is not over.
    Stuck,
    /// This listed move cannot be played.
    Refused(String),
    /// The rules panicked, with this message.
    Panic(String),
}

impl Comparisons {
    /// Runs the fast checks.
    pub(super) fn compare(&self, position: &PositionOf<'_>, legal: &[Move]) -> Result<(), Wrong> {
        if legal.len() > MOST_MOVES {
            return Err(Wrong::TooManyMoves(legal.len()));
        }
        let (listed, tested) = (sorted(legal.to_vec()), sorted((self.moves)(position)));
        if let Some(pair) = listed.windows(2).find(|pair| pair[0].code() == pair[1].code()) {
            return Err(Wrong::Alike(pair[0].to_string()));
        }
        if listed != tested {
            let only = |of: &[Move], others: &[Move]| {
                of.iter().filter(|mv| !others.contains(mv)).map(Move::to_string).collect()
            };
            let (wrongly_listed, missing) = (only(&listed, &tested), only(&tested, &listed));
            return Err(Wrong::Moves { wrongly_listed, missing });
        }
        let again = (self.position)(position.spec(), &position.fen());
        if again == Some(*position) { Ok(()) } else { Err(Wrong::Fen) }
    }

    /// Reads back the texts of all moves.
    pub(super) fn compare_texts(&self, position: &PositionOf<'_>, legal: &[Move]) -> Result<(), Wrong> {
        let notation = NotationOf::new(position);
        let mut texts: Vec<String> = legal.iter().map(Move::to_string).collect();
        for (mv, text) in legal.iter().zip(&texts) {
            let san = notation.san(mv);
            for (written, read) in [(text, position.legal_move(text)), (&san, (self.san)(position, &san))] {
                if read != Some(*mv) {
                    return Err(Wrong::Text { mv: text.clone(), text: written.clone() });
                }
            }
        }
        texts.sort_unstable();
        match texts.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Wrong::Alike(pair[0].clone())),
            None => Ok(()),
        }
    }
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable_by_key(Move::code);
    moves
}
