//! The rules of all games (the core). Pure: std only; no clock, no I/O, no randomness, no async.
//!
//! One generator (`movegen`) says what pieces can do; check, legality, refusals and the help for players all use it. A game is a
//! [`Description`] compiled into a [`Spec`]. Only [`Position::start`], [`Position::from_fen`] and legal moves make a [`Position`].
//!
//! ```
//! use rules::{Position, Variant, read_move, san};
//!
//! let chess = Variant::from_slug("chess").ok_or("no such game")?;
//! let start = Position::start(chess);
//! let mv = read_move(&start, "Nf3").map_err(|error| error.to_string())?;
//! assert_eq!(mv.to_string(), "g1f3");
//! assert_eq!(san(&start, &mv), "Nf3");
//! # Ok::<(), String>(())
//! ```

mod canonical;
mod defects;
mod described;
mod description;
mod description_reader;
mod every;
mod explain;
mod fen;
mod geometry;
mod key;
mod legal;
mod lesson;
mod line;
mod material;
mod movegen;
mod movement;
mod moves;
mod notation;
mod outcome;
mod perft;
mod pgn;
mod piece;
pub mod piece_type;
mod position;
mod reader;
mod reason;
mod searching;
mod spec;
mod square;
mod tactical;
mod variants;

pub use defects::{Extra, FenDefect, FenError, Impossible};
pub use described::{DescribedMove, Rook};
pub use description::{
    Braker, CastlingRow, Dead, Description, Diagram, Drops, Goal, PawnRule, ZonePromotion,
};
pub use every::Every;
pub use explain::{no_drop, stuck, why_stuck};
pub use fen::LARGEST as LARGEST_FEN_NUMBER;
pub use geometry::{Direction, between, distance};
pub use lesson::{LessonAim, LessonStep};
pub use line::{Captured, Line, count_taken};
pub use movement::Brake;
pub use moves::{Move, NotLegal};
pub use notation::{Notation, san};
pub use outcome::{Arrival, Claim, DrawReason, Termination};
pub use perft::{divide, perft};
pub use pgn::{Pgn, PgnHeader, Score, SecondGame, moves_in_san, numbers, write_pgn};
pub use piece::{ByColor, Color, Kind, Piece};
pub use piece_type::PieceType;
pub use position::{Position, RepetitionKey};
pub use reader::{
    Fit, Named, ReadError, candidates, example_replies, examples, names_drop, names_piece, read_move,
};
pub use reason::{Braking, Hold, NoDrop, Reason, Stuck};
pub use spec::{BrakeRule, Castling, DeadMaterial, DropRule, Spec};
pub use square::{CELLS, NotASquare, Square, SquareSet};
pub use variants::{Family, Variant};
