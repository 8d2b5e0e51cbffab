//! Diagrams: boards that show what a piece can do, several in one picture.

use image::{RgbaImage, imageops};

use super::encode::encode;
use super::look::Look;
use super::picture::render_rgba;
use super::tile::opaque;
use super::view::BoardView;
use crate::rules::{Color, Diagram, Move, Position, Square, SquareSet, Variant};

/// Pixels between two boards.
const GAP: u32 = 12;

impl BoardView {
    /// A diagram of a game: the moves of its piece are marked, and of a piece that stands alone no other is shown.
    ///
    /// # Panics
    /// Never: the diagrams of all games are tested to be valid.
    pub fn of_diagram(variant: Variant, diagram: &Diagram) -> Self {
        let position = Position::from_fen(variant, diagram.fen)
            .unwrap_or_else(|error| panic!("a diagram of {variant} is invalid: {error}"));
        let from = diagram.square();
        let moves = match from {
            Some(from) => position.moves_from(from),
            None => position.legal_moves().into_iter().filter(Move::is_drop).collect(),
        };
        let mut view = Self::new(&position, None, Color::White).with_dots(from, moves);
        if diagram.alone {
            let kings: SquareSet = Color::BOTH.map(|color| position.king(color)).into_iter().collect();
            view.hidden = kings & !from.map_or(SquareSet::EMPTY, Square::set);
            // Nobody has to move there.
            view.ended = true;
        }
        view
    }
}

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
