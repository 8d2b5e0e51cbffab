//! Pictures of boards, their description in words and their text form, all from one plain [`BoardView`].
//!
//! A picture is put together from tiles: what a square shows is one small value (its colour, its marks, its
//! piece), and the same value always gives the same pixels. All pixel arithmetic is in `layout`, all colours are in
//! `theme`, and the board is flipped in one place, `layout::Layout::cell`.
//!
//! Nothing here knows Discord, clocks or files: a view goes in, bytes or text come out.

mod encode;
mod frame;
mod layout;
mod sheet;
mod sprites;
mod text;
mod theme;
mod tile;
mod view;

pub use frame::{png, rgba, square_on};
pub use sheet::contact_sheet;
pub use text::{alt_text, cut, full_text, text_board};
pub use view::{BoardView, Dots, LastMove};

/// The most characters that Discord takes as a picture's description.
pub const ALT_TEXT_LIMIT: usize = 1024;
