//! Pictures of boards, drawn from a plain [`BoardView`]; `words` makes their descriptions from the same view.
//!
//! A picture is a grid of parts. The content of a square is one small value (its colour, its marks, its
//! piece), and equal values always give equal pixels. [`render_rgba`] draws the parts in true colour and is
//! the reference. [`png()`] draws each part once per game and [`Look`], reduces it to the shared palette
//! (`palette`), and assembles the file from preencoded tiles (`tiles/set`, `tile_png`).
//!
//! All pixel arithmetic is in `layout`, all colours are in `themes`, and the board is flipped in one place,
//! `layout::Layout::place`.
//!
//! This crate does not depend on Discord, clocks or files: it turns a view into bytes. Drawing does not
//! consult the rules: everything visible is in the view, which only `boards` makes from positions.
//!
//! A picture depends only on its view and its look. `render_rgba` draws with `resvg` and `imageproc`; the
//! tests compare every fast picture with it, pixel for pixel.
//!
//! A set fixes a palette of 64 colours and one Huffman code once, from the boards in `tiles/samples`. A file
//! is the concatenated bits of its tiles. `animation` makes a GIF from the same tiles: for each position only
//! the pixels that changed, mostly runs of "unchanged", which `lzw` packs. A picture takes some hundredths of
//! a millisecond; the first one of a game and look takes some dozens of milliseconds more. At startup the bot
//! therefore draws the start of each game without a base game from both sides. Anything else that a derived
//! game needs is made on first use. All tiles together take 32 MB at most (`tiles/sets`).
//! `benches/pictures.rs` compares with `render_rgba` and `image`'s PNG encoder.

mod animation;
mod backdrop;
mod boards;
mod charts;
mod diagram;
mod encode;
mod figure;
mod font;
mod layout;
mod look;
mod page;
mod palette;
mod panel;
mod picture;
mod sheet;
mod sprites;
mod text;
#[expect(clippy::unreadable_literal, reason = "colours are known by their six digits")]
mod themes;
mod tile_png;
mod tiles;
mod view;

pub use animation::{Replay, gif, lzw};
pub use charts::curve::{BOARDS_IN_A_ROW, Curve, review};
pub use charts::rating_chart::{ChartPoint, RatingChart, rating_chart};
pub use charts::score_table::{ScoreCell, ScoreTable, score_table};
pub use diagram::{diagram, numbered_diagram};
pub use look::Look;
pub use page::{icon_png, symbols, theme_rules};
pub use picture::{render_rgba, square_on};
pub use sheet::{DRAWINGS_IN_A_ROW, contact_sheet, drawings_sheet};
pub use text::{beginning, cut, length};
pub use themes::Theme;
pub use tiles::set::Prepared;
pub use tiles::sets::{palette, png, png_at_once, prepare, prepared};
pub use view::{BoardView, Dots, LastMove, Placement};

/// The most characters that Discord accepts as a picture's description.
pub const ALT_TEXT_LIMIT: usize = 1024;
