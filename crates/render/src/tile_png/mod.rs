//! PNG files assembled from tiles without ever building the whole picture.
//!
//! A PNG file (PNG specification, third edition) holds the rows of the picture, each after a byte that names
//! its filter (here always 0, none), compressed as a zlib stream (RFC 1950) of Deflate blocks (RFC 1951).
//! Deflate has two kinds of steps: a literal byte, and a match that repeats a number of bytes from a distance
//! back. All are written in one Huffman code, which the block's header describes.
//!
//! Our pictures are grids of recurring tiles. The code is therefore fixed once for a set of tiles (`code`),
//! each pixel row of each tile is turned once into its steps (`parse`), and these into a string of bits
//! (`ready`). The steps of a tile refer only to the tile itself, in its own row and in the rows above. These
//! distances do not depend on the tile's place, as long as all pictures are equally wide. A picture then
//! consists of those strings in order, of matches where a tile's row equals the one above it or a tile recurs
//! in the same row of the grid (`walk`), and of two checksums, which are combined from sums for each row of
//! each tile (`join`).

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
