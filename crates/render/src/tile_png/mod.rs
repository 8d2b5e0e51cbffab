//! PNG files put together from tiles without ever building the frame.
//!
//! A PNG file (PNG specification, third edition) holds the picture's rows, each after a byte that names its filter (we use
//! none, 0), compressed as a zlib stream (RFC 1950) of Deflate blocks (RFC 1951). Deflate has two sorts of steps: a byte, and
//! a match, "the so many bytes from so far back again", all written in one Huffman code that the block's head tells.
//!
//! Our pictures are grids of tiles that come back again and again. So the code is fixed once for a set of tiles
//! (`code`), each pixel row of each tile is turned once into its steps (`parse`), and these into a string of bits
//! (`ready`). The steps of a tile look back only at the tile itself, in its own row and in the rows above; seen from
//! there, these lie equally far back wherever in the picture the tile stands, as long as all pictures are equally wide.
//! A picture is then those strings one after another, with matches where a tile's row equals the one above it
//! or a tile stands again in the same row of the grid (`walk`), and two check sums, which are combined from sums for each row
//! of each tile (`join`).

mod bits;
mod code;
mod join;
mod parse;
mod ready;
mod token;
mod walk;

pub(super) use join::TilePng;
pub(super) use parse::Pixels;
pub(super) use ready::Ready;
