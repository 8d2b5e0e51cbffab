//! What the rules say of a position is asked in a second way, and both must agree.

use rules::{Move, NotationOf, PositionOf, Spec, read_written};

use super::MOST_MOVES;

/// The second way of each comparison. A test of the trial itself puts in one that is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Comparisons {
    /// The legal moves, in any order.
    pub moves: fn(&PositionOf<'_>) -> Vec<Move>,
    /// Reads an extended FEN; `None` if it is refused.
    pub position: for<'s> fn(&'s Spec, &str) -> Option<PositionOf<'s>>,
    /// Reads a move in SAN; `None` if it is none.
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

/// What is wrong in a position. Moves are in canonical text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The moves differ from those that are found by making and testing each one.
    Moves {
        /// Those that are not found so.
        wrongly_listed: Vec<String>,
        /// Those that are only found so.
        missing: Vec<String>,
    },
    /// There are more than [`MOST_MOVES`] moves: so many.
    TooManyMoves(usize),
    /// Two moves have this text.
    Alike(String),
    /// The position, written as an extended FEN, is refused or read as another.
    Fen,
    /// A move, written like this, is not read as the same move.
    Text {
        /// The move.
        mv: String,
        /// Its text: the canonical one, or SAN.
        text: String,
    },
    /// There is no move, but the game goes on.
    Stuck,
    /// This move is listed, but cannot be played.
    Refused(String),
    /// The rules panicked, with this message.
    Panic(String),
}

impl Comparisons {
    /// Compares what takes little time.
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
