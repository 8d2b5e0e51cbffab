//! Tests of drawing: pictures, animations, pieces, and the fast path against the reference.

// As in `tests/main.rs`: an ignored error makes a test that cannot fail.
#![deny(unused_must_use, clippy::let_underscore_must_use)]

mod animation;
mod colour_blindness;
mod curve;
mod custom_games;
mod joined;
mod lzw;
mod panel;
mod pictures;
mod rating_chart;
mod score_table;
mod sprites;
#[path = "../support/mod.rs"]
mod support;

use image::RgbaImage;
use render::{BoardView, Look};
use rules::Square;

use support::*;

/// Returns the look of pictures in the chat and on the command line, in English.
fn usual() -> Look {
    Look::default().saying("to move")
}

/// Encodes a view in the usual look.
fn png(view: &BoardView) -> Vec<u8> {
    render::png(view, &usual())
}

/// Draws a view in the usual look.
fn rgba(view: &BoardView) -> RgbaImage {
    render::render_rgba(view, &usual())
}

/// Returns the place of a square in the usual look.
fn square_on(view: &BoardView, square: Square) -> (u32, u32, u32) {
    render::square_on(view, &usual(), square)
}

/// Returns the colour at this point of a square, in hundredths from its upper left corner.
fn at(cell: &RgbaImage, x: u32, y: u32) -> [i32; 3] {
    let pixel = cell.get_pixel(cell.width() * x / 100, cell.height() * y / 100);
    [0, 1, 2].map(|i| i32::from(pixel.0[i]))
}
