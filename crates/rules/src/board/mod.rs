//! Squares, pieces, their movement, and positions.

pub(super) mod geometry;
pub(super) mod key;
pub(super) mod material;
pub(super) mod movement;
pub(super) mod piece;
pub mod piece_type;
pub(super) mod position;
pub(super) mod rides;
pub(super) mod square;
