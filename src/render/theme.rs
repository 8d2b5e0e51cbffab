//! The colours.

use crate::rules::Color;

/// Red, green, blue.
pub(super) type Rgb = [u8; 3];

/// The colours of a picture.
#[derive(Debug)]
pub(super) struct Theme {
    /// Behind the board, and where it has holes.
    pub(super) background: Rgb,
    /// Letters and numbers on the background.
    pub(super) label: Rgb,
    /// The line round the squares.
    pub(super) frame: Rgb,
    /// A light and a dark square.
    pub(super) squares: [Rgb; 2],
    /// A light and a dark square of a palace.
    pub(super) palace: [Rgb; 2],
    /// An exit.
    pub(super) exit: Rgb,
    /// Laid over the squares where the last move began and ended, with its share in 255.
    pub(super) last: (Rgb, u8),
    /// Laid over the square of the piece whose moves are shown, with its share in 255.
    pub(super) origin: (Rgb, u8),
    /// Joins a landing square with its victims, with its share in 255.
    pub(super) link: (Rgb, u8),
    /// How the marks are drawn.
    pub(super) marks: &'static str,
}

/// The only theme so far.
pub(super) const WOOD: Theme = Theme {
    background: [0x33, 0x2e, 0x2a],
    label: [0xd9, 0xcf, 0xc0],
    frame: [0x1d, 0x19, 0x16],
    squares: [[0xef, 0xdf, 0xc3], [0xb7, 0x8c, 0x67]],
    palace: [[0xf2, 0xd0, 0x73], [0xcf, 0x9e, 0x3d]],
    exit: [0x5c, 0x7d, 0x6b],
    last: ([0xc9, 0xcc, 0x3a], 132),
    origin: ([0x3f, 0x8f, 0x5a], 140),
    link: ([0xb0, 0x2a, 0x1c], 255),
    marks: "
        * { stroke-linecap: round; stroke-linejoin: round; }
        .scepter { fill: none; stroke: #8a6112; stroke-width: 6; }
        .scepter-knob { fill: #8a6112; }
        .door { fill: #2c4538; }
        .way { fill: #dfeee2; }
        .victim { fill: #c2331f; fill-opacity: 0.82; }
        .cross { fill: none; stroke: #c2331f; stroke-opacity: 0.6; stroke-width: 7; }
        .frost { fill: #b9dff5; fill-opacity: 0.72; }
        .veil { fill: #d9f0ff; fill-opacity: 0.2; }
        .flake { fill: none; stroke: #1c6fae; stroke-width: 4; }
        .flake-ground { fill: #f2fbff; stroke: #1c6fae; stroke-width: 3; }
        .rime { fill: none; stroke: #eaf7ff; stroke-width: 6; stroke-opacity: 0.95; }
        .brake { fill: #b0432a; stroke: #fff6e6; stroke-width: 4; }
        .brake-bar { fill: #fff6e6; }
        .zone { fill: none; stroke: #a23a22; stroke-opacity: 0.42; stroke-width: 4; }
        .dot { fill: #2f7448; fill-opacity: 0.9; stroke: #f4ecd8; stroke-width: 2.5; stroke-opacity: 0.75; }
        .ring { fill: none; stroke: #b02a1c; stroke-width: 7.5; }
    ",
};

/// How the pieces of a colour are drawn.
pub(super) const fn piece_style(color: Color) -> &'static str {
    match color {
        Color::White => {
            "
            * { stroke-width: 3.8; stroke-linejoin: round; stroke-linecap: round; }
            .body { fill: #fffaf0; stroke: #2a241f; }
            .mark { fill: none; stroke: #2a241f; }
            .spot { fill: #2a241f; stroke: none; }
            .eye { fill: #fffaf0; stroke: none; }
            .ice { fill: #d3ecfb; stroke: #2a241f; }
            "
        }
        Color::Black => {
            "
            * { stroke-width: 3.8; stroke-linejoin: round; stroke-linecap: round; }
            .body { fill: #45403b; stroke: #16120f; }
            .mark { fill: none; stroke: #f3ead9; }
            .spot { fill: #f3ead9; stroke: none; }
            .eye { fill: #16120f; stroke: none; }
            .ice { fill: #2f6f9f; stroke: #16120f; }
            "
        }
    }
}
