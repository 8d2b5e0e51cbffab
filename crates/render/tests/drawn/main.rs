//! How boards are drawn: pictures, films, pieces, and the fast path to a file beside the slow one.

// As in `tests/main.rs`: a refusal that nobody sees makes a test that cannot fail.
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

/// The look of the pictures in the chat and of the command line, in English.
fn usual() -> Look {
    Look::default().saying("to move")
}

/// In the usual look.
fn png(view: &BoardView) -> Vec<u8> {
    render::png(view, &usual())
}

/// In the usual look.
fn rgba(view: &BoardView) -> RgbaImage {
    render::render_rgba(view, &usual())
}

/// In the usual look.
fn square_on(view: &BoardView, square: Square) -> (u32, u32, u32) {
    render::square_on(view, &usual(), square)
}

/// The colour at so many hundredths of a square from its left, upper corner.
fn at(cell: &RgbaImage, x: u32, y: u32) -> [i32; 3] {
    let pixel = cell.get_pixel(cell.width() * x / 100, cell.height() * y / 100);
    [0, 1, 2].map(|i| i32::from(pixel.0[i]))
}
