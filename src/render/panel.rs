//! What stands beside the board: whose turn it is, hands, promotions made, captured pieces.

use image::{RgbaImage, imageops};
use imageproc::drawing::draw_filled_rect_mut;
use imageproc::rect::Rect;

use super::backdrop::write;
use super::layout::Layout;
use super::sprites::Sprites;
use super::tile::opaque;
use super::view::BoardView;
use crate::rules::{Color, Kind, Piece};

/// The content of one place beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) enum Chip {
    /// It is this side's turn.
    Turn(Color),
    /// Ninja pawns in hand.
    Hand(Piece, u8),
    /// Promotions that the side has made.
    Promotions(Piece, u8),
    /// Pieces of this kind that were taken from their side.
    Captured(Piece, u8),
}

/// The greatest number that is written; more are not told apart.
const MOST: u16 = 99;

/// What the places at a side's end of the board hold, from the end on; at most `slots`.
pub(super) fn chips(view: &BoardView, color: Color, slots: u32) -> Vec<Option<Chip>> {
    let (position, spec) = (&view.position, view.position.spec());
    let mut chips = vec![(!view.ended && position.turn() == color).then_some(Chip::Turn(color))];
    if spec.drops.is_some() {
        chips.push(Some(Chip::Hand(Piece { color, kind: Kind::NinjaPawn }, position.hand(color))));
    }
    if spec.counts_promotions {
        let made = position.promotions(color).min(MOST) as u8;
        chips.push(Some(Chip::Promotions(Piece { color, kind: Kind::Pawn }, made)));
    }
    let theirs = color.other();
    let taken = Kind::ALL.into_iter().filter_map(|kind| {
        let count = view.captured[theirs][kind as usize];
        (count > 0).then_some(Some(Chip::Captured(Piece { color: theirs, kind }, count)))
    });
    chips.extend(taken);
    chips.truncate(slots as usize);
    chips
}

impl Chip {
    /// Draws it into its cell of the grid beside the board.
    pub(super) fn draw(self, picture: &mut RgbaImage, layout: Layout, lower: bool, sprites: &Sprites) {
        let theme = sprites.theme();
        let ((x, y), side) = layout.chip(lower);
        let at = (i64::from(x), i64::from(y));
        let (piece, ground) = match self {
            Self::Turn(color) => {
                imageops::overlay(picture, sprites.turn(color), at.0, at.1);
                return;
            }
            Self::Hand(piece, _) | Self::Promotions(piece, _) => (piece, theme.squares[0]),
            Self::Captured(piece, _) => (piece, theme.tray),
        };
        draw_filled_rect_mut(picture, Rect::at(x as i32, y as i32).of_size(side, side), opaque(ground));
        imageops::overlay(picture, sprites.piece(piece), at.0, at.1);
        if let Some(number) = self.number() {
            let (middle, height) = layout.chip_number(lower);
            write(picture, &number, middle, height, theme.label);
        }
    }

    /// The number beside it; one captured piece needs none.
    fn number(self) -> Option<String> {
        match self {
            Self::Turn(_) | Self::Captured(_, 1) => None,
            Self::Promotions(_, count) if count < 10 => Some(format!("\u{2191}{count}")),
            Self::Hand(_, count) | Self::Captured(_, count) if count < 10 => Some(format!("\u{d7}{count}")),
            // Two digits leave no room for the sign.
            Self::Promotions(_, count) | Self::Hand(_, count) | Self::Captured(_, count) => {
                Some(count.to_string())
            }
        }
    }
}
