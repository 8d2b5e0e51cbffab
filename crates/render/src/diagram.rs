//! Diagrams: boards that show what a piece can do, several in one picture.

use image::{RgbaImage, imageops};

use super::charts::curve::{DISC, disc};
use super::encode::encode;
use super::look::Look;
use super::picture::render_rgba;
use super::view::BoardView;
use crate::tiles::tile::opaque;

/// Pixels between two boards.
const GAP: u32 = 12;

/// Pixels above a board that has a number.
const HEAD: u32 = 2 * DISC as u32 + GAP / 2;

/// Draws boards in a grid of `columns` columns, as a PNG file.
pub fn diagram(boards: &[BoardView], columns: usize, look: &Look) -> Vec<u8> {
    sheet(boards, columns, look, 0)
}

/// Like `diagram`, with a number above each board, from 1.
pub fn numbered_diagram(boards: &[BoardView], columns: usize, look: &Look) -> Vec<u8> {
    sheet(boards, columns, look, HEAD)
}

/// Draws boards with `head` pixels above each, which hold its number if they are not zero.
fn sheet(boards: &[BoardView], columns: usize, look: &Look, head: u32) -> Vec<u8> {
    let pictures: Vec<RgbaImage> = boards.iter().map(|board| render_rgba(board, look)).collect();
    let width = pictures.iter().map(RgbaImage::width).max().unwrap_or(1);
    let height = head + pictures.iter().map(RgbaImage::height).max().unwrap_or(1);
    let columns = columns.clamp(1, pictures.len().max(1));
    let rows = pictures.len().div_ceil(columns).max(1);
    let whole = |boards: usize, side: u32| boards as u32 * side + (boards as u32 - 1) * GAP;
    let background = opaque(look.theme.background);
    let mut sheet = RgbaImage::from_pixel(whole(columns, width), whole(rows, height), background);
    for (number, (at, picture)) in (1..).zip(pictures.iter().enumerate()) {
        let (x, y) = ((at % columns) as u32 * (width + GAP), (at / columns) as u32 * (height + GAP));
        if head > 0 {
            disc(&mut sheet, number, (x + picture.width() / 2, y + head / 2), look.theme);
        }
        imageops::replace(&mut sheet, picture, i64::from(x), i64::from(y + head));
    }
    encode(&sheet)
}
