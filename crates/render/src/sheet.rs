//! A sheet of all pieces, for reviewing the drawings.

use image::{RgbaImage, imageops};

use super::encode::encode;
use super::figure::Figure;
use super::sprites::Sprites;
use super::themes::Theme;
use crate::tiles::tile::{Ground, Marks, Tile};
use rules::Color;

/// The square sizes on the sheet, in pixels.
const SIZES: [u32; 4] = [96, 72, 48, 32];
/// The size of the squares with marked grounds, in pixels.
const GROUND_SIZE: u32 = 48;

/// Draws every piece in both colours on light and dark squares at 96, 72, 48 and 32 pixels, as a PNG.
///
/// Below these, every piece is on every other ground at 48 pixels.
pub fn contact_sheet(theme: &'static Theme) -> Vec<u8> {
    let count = Figure::ours(Color::White).count() as u32;
    let grounds = grounds();
    let height = 4 * SIZES.iter().sum::<u32>() + GROUND_SIZE * grounds.len() as u32;
    let background = crate::tiles::tile::opaque(theme.background);
    let mut sheet = RgbaImage::from_pixel(count * SIZES[0], height, background);
    let mut put = |size: u32, x: u32, y: u32, tile: Tile| {
        let drawn = tile.draw(&Sprites::of(theme, size));
        imageops::replace(&mut sheet, &drawn, i64::from(x), i64::from(y));
    };
    let mut top = 0;
    for size in SIZES {
        for (row, color) in [(0, Color::White), (2, Color::Black)] {
            for (column, figure) in (0..).zip(Figure::ours(color)) {
                for shade in 0..2 {
                    let tile = Tile::plain((column + shade) % 2 == 1, Some(figure));
                    put(size, column * size, top + (row + shade) * size, tile);
                }
            }
        }
        top += 4 * size;
    }
    for ground in grounds {
        for (block, color) in (0..).zip(Color::BOTH) {
            for (column, figure) in (0..).zip(Figure::ours(color)) {
                let tile = ground.under(figure);
                put(GROUND_SIZE, (block * count + column) * GROUND_SIZE, top, tile);
            }
        }
        top += GROUND_SIZE;
    }
    encode(&sheet)
}

/// The number of drawings in a row of [`drawings_sheet`].
pub const DRAWINGS_IN_A_ROW: u32 = 6;

/// Draws all possible pieces in the order of [`games::DRAWINGS`], followed by the letters, as a PNG.
///
/// Each is shown as White's piece on a light and on a dark square, then as Black's.
pub fn drawings_sheet(theme: &'static Theme, size: u32) -> Vec<u8> {
    let rows = (Figure::COUNT as u32).div_ceil(DRAWINGS_IN_A_ROW);
    let background = crate::tiles::tile::opaque(theme.background);
    let mut sheet = RgbaImage::from_pixel(4 * DRAWINGS_IN_A_ROW * size, rows * size, background);
    let sprites = Sprites::new(theme, size);
    for (block, color) in (0..).zip(Color::BOTH) {
        for (place, figure) in (0..).zip(Figure::all(color)) {
            for (shade, dark) in (0..).zip([false, true]) {
                let column = 4 * (place % DRAWINGS_IN_A_ROW) + 2 * block + shade;
                let drawn = Tile::plain(dark, Some(figure)).draw(&sprites);
                let (x, y) = (column * size, place / DRAWINGS_IN_A_ROW * size);
                imageops::replace(&mut sheet, &drawn, i64::from(x), i64::from(y));
            }
        }
    }
    encode(&sheet)
}

/// Returns every ground except the plain ones.
fn grounds() -> Vec<Tile> {
    let shades = [false, true].map(|dark| Tile::plain(dark, None));
    let exit = Tile::plain(false, None).on(Ground::Exit { right: false });
    let marks = [Marks::LAST, Marks::LAST.and(Marks::VICTIM), Marks::ORIGIN, Marks::FROZEN, Marks::CHECK];
    let marked = marks.into_iter().flat_map(|marks| shades.map(|shade| shade.with(marks)));
    shades.map(|shade| shade.on(Ground::Palace)).into_iter().chain([exit]).chain(marked).collect()
}
