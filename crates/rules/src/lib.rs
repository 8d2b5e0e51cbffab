//! The rules of all games (the core). Pure: std only; no clock, no I/O, no randomness, no async.
//!
//! One generator (`movegen/pseudo_legal.rs`) defines what pieces can do; check, legality, refusals and help
//! texts all use it. A game is a [`Description`] compiled into a [`Spec`]. A [`Position`] is made only by a
//! start position ([`Position::start`], [`PositionOf::start_of`]), [`Position::from_fen`] and legal moves.
//!
//! ```
//! use rules::{Position, read_move, san};
//!
//! let chess = games::from_slug("chess").ok_or("no such game")?;
//! let start = Position::start(chess);
//! let mv = read_move(&start, "Nf3").map_err(|error| error.to_string())?;
//! assert_eq!(mv.to_string(), "g1f3");
//! assert_eq!(san(&start, &mv), "Nf3");
//! # Ok::<(), String>(())
//! ```

mod board;
mod every;
mod explain;
mod line;
mod movegen;
mod notation;
mod outcome;
mod perft;
mod reader;
mod spec;
mod variant;

pub use board::geometry::{Direction, between, distance};
pub use board::movement::Brake;
pub use board::piece::{ByColor, Color, Kind, Piece};
pub use board::piece_type;
pub use board::piece_type::PieceType;
pub use board::position::{Position, PositionOf, RepetitionKey};
pub use board::square::{CELLS, NotASquare, Square, SquareSet};
pub use every::Every;
pub use explain::described::{DescribedMove, Rook};
pub use explain::reason::{Braking, Hold, NoDrop, Reason, Stuck};
pub use explain::{no_drop, stuck, why_stuck};
pub use line::{Captured, Line, LineOf, count_taken};
pub use movegen::moves::{Move, NotLegal};
pub use notation::defects::{Extra, FenDefect, FenError, Impossible};
pub use notation::fen::LARGEST as LARGEST_FEN_NUMBER;
pub use notation::pgn::{Pgn, PgnHeader, Score, SecondGame, moves_in_san, numbers, write_pgn};
pub use notation::{Notation, NotationOf, san};
pub use outcome::{Arrival, Claim, DrawReason, OwnWin, Termination, WonByRule};
pub use perft::{divide, perft};
pub use reader::{
    Fit, Named, ReadError, candidates, example_replies, examples, names_drop, names_piece, read_move,
    read_written,
};
pub use spec::description::{
    Braker, CastlingRow, Dead, Description, Diagram, Drops, Duties, GOALS, Goal, PawnRule, ZonePromotion,
};
pub use spec::description_reader::{Contradiction, Part};
pub use spec::ends::{Ends, Extinction, FewPieces, NoMoves};
pub use spec::explosion::{Explosion, ExplosionRule};
pub use spec::lesson::{LessonAim, LessonStep};
pub use spec::piece_weights::PieceWeights;
pub use spec::{BrakeRule, Castling, DeadMaterial, DropRule, Spec};
#[cfg(test)]
use variant::tests::{with_bodyguards, with_guards};
pub use variant::{Family, Variant};
