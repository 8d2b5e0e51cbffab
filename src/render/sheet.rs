//! All pieces at a glance, to judge the drawings by.

use image::{RgbaImage, imageops};

use super::encode::encode;
use super::tile::Tile;
use crate::rules::{Color, Kind, Piece};

/// Pixels of the sides of the squares shown.
const SIZES: [u32; 2] = [72, 36];

/// A PNG with every kind in both colours on both squares, at 72 and at 36 pixels.
pub fn contact_sheet() -> Vec<u8> {
    let width = SIZES[0] * Kind::ALL.len() as u32;
    // The small ones come in two blocks side by side, one a colour.
    let height = 4 * SIZES[0] + 2 * SIZES[1];
    let mut sheet = RgbaImage::new(width, height);
    for (row, color) in [(0, Color::White), (2, Color::Black)] {
        for (column, kind) in Kind::ALL.into_iter().enumerate() {
            for shade in 0..2 {
                let tile = Tile::sample(Piece { color, kind }, (column as u32 + shade) % 2 == 1);
                let large = (column as u32 * SIZES[0], (row + shade) * SIZES[0]);
                let block = row / 2 * Kind::ALL.len() as u32;
                let small = ((block + column as u32) * SIZES[1], 4 * SIZES[0] + shade * SIZES[1]);
                for (size, (x, y)) in SIZES.into_iter().zip([large, small]) {
                    imageops::replace(&mut sheet, &tile.draw(size), i64::from(x), i64::from(y));
                }
            }
        }
    }
    encode(&sheet)
}
