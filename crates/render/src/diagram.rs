//! Diagrams: boards that show what a piece can do, several in one picture.

use image::{RgbaImage, imageops};

use super::encode::encode;
use super::look::Look;
use super::picture::render_rgba;
use super::view::BoardView;
use crate::tiles::tile::opaque;

/// Pixels between two boards.
const GAP: u32 = 12;

/// Boards side by side as a PNG file, `columns` in a row.
pub fn diagram(boards: &[BoardView], columns: usize, look: &Look) -> Vec<u8> {
    let pictures: Vec<RgbaImage> = boards.iter().map(|board| render_rgba(board, look)).collect();
    let width = pictures.iter().map(RgbaImage::width).max().unwrap_or(1);
    let height = pictures.iter().map(RgbaImage::height).max().unwrap_or(1);
    let columns = columns.clamp(1, pictures.len().max(1));
    let rows = pictures.len().div_ceil(columns).max(1);
    let whole = |boards: usize, side: u32| boards as u32 * side + (boards as u32 - 1) * GAP;
    let background = opaque(look.theme.background);
    let mut sheet = RgbaImage::from_pixel(whole(columns, width), whole(rows, height), background);
    for (at, picture) in pictures.iter().enumerate() {
        let (x, y) = (at % columns * (width + GAP) as usize, at / columns * (height + GAP) as usize);
        imageops::replace(&mut sheet, picture, x as i64, y as i64);
    }
    encode(&sheet)
}
