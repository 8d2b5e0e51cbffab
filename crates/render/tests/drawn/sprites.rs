//! Tests that all drawings are distinct in every theme (for review by eye see `docs/pieces.png`).

use super::decoded;
use image::RgbaImage;
use render::{DRAWINGS_IN_A_ROW, Theme, drawings_sheet};
use rules::Color;

const SIDE: u32 = 32;
/// The least share of a square's pixels in which two kinds must differ clearly.
const FLOOR: f64 = 0.09;
/// The least share for two letters, which differ less.
const LETTERS_FLOOR: f64 = 0.02;

/// Returns the names of all figures: the drawings, then the letters.
fn names() -> Vec<String> {
    let letters = ('A'..='Z').map(|letter| letter.to_string());
    games::DRAWINGS.iter().map(|name| (*name).to_owned()).chain(letters).collect()
}

/// Returns all figures as pieces of a side on the light or on the dark square.
fn small(sheet: &RgbaImage, color: Color, dark: u32) -> Vec<RgbaImage> {
    let block = if color == Color::White { 0 } else { 2 };
    (0..names().len() as u32)
        .map(|place| {
            let (row, column) = (place / DRAWINGS_IN_A_ROW, 4 * (place % DRAWINGS_IN_A_ROW) + block + dark);
            image::imageops::crop_imm(sheet, column * SIDE, row * SIDE, SIDE, SIDE).to_image()
        })
        .collect()
}

/// Returns the share of pixels that differ by more than a quarter of the range in some channel.
fn clearly_different(a: &RgbaImage, b: &RgbaImage) -> f64 {
    let differ = a.pixels().zip(b.pixels()).filter(|(x, y)| (0..3).any(|i| x.0[i].abs_diff(y.0[i]) > 64));
    differ.count() as f64 / f64::from(SIDE * SIDE)
}

#[test]
fn no_two_kinds_look_alike_at_32_pixels() {
    let mut alike = Vec::new();
    let columns = names();
    for theme in Theme::all() {
        let sheet = decoded(&drawings_sheet(theme, SIDE));
        for (color, dark) in Color::BOTH.into_iter().flat_map(|color| [(color, 0), (color, 1)]) {
            let squares = small(&sheet, color, dark);
            for (i, a) in squares.iter().enumerate() {
                for (j, b) in squares.iter().enumerate().skip(i + 1) {
                    let share = clearly_different(a, b);
                    let are_letters = i >= games::DRAWINGS.len();
                    let floor = if are_letters { LETTERS_FLOOR } else { FLOOR };
                    if share < floor {
                        let (a, b) = (&columns[i], &columns[j]);
                        let square = ["light", "dark"][dark as usize];
                        let (theme, color) = (theme.name(), color.name());
                        alike.push(format!(
                            "{theme}: {color} {a} and {b} on {square} squares differ in {share:.3} of the pixels, not in {floor}"
                        ));
                    }
                }
            }
        }
    }
    alike.sort();
    assert!(alike.is_empty(), "{alike:#?}");
}

#[test]
fn white_and_black_differ_in_every_kind() {
    for theme in Theme::all() {
        let sheet = decoded(&drawings_sheet(theme, SIDE));
        for dark in 0..2 {
            let (white, black) = (small(&sheet, Color::White, dark), small(&sheet, Color::Black, dark));
            for (piece, (a, b)) in names().iter().zip(white.iter().zip(&black)) {
                let share = clearly_different(a, b);
                assert!(share >= FLOOR, "{} {piece}: {share:.3}", theme.name());
            }
        }
    }
}
