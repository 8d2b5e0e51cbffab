//! What a square shows as a tile, and the sets of ready tiles from which pictures are put together.

pub(crate) mod samples;
pub(crate) mod set;
pub(crate) mod sets;
pub(crate) mod tile;
