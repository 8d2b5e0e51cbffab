//! Squares as tiles, and the sets of encoded tiles from which pictures are assembled.

pub(crate) mod samples;
pub(crate) mod set;
pub(crate) mod sets;
pub(crate) mod tile;
