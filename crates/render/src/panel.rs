//! The panel next to the board: side to move, hands, promotion counts, captured pieces.

use image::{RgbaImage, imageops};
use imageproc::drawing::draw_filled_rect_mut;
use imageproc::rect::Rect;

use super::backdrop::{can_write, write};
use super::figure::Figure;
use super::layout::{Area, Layout};
use super::sprites::Sprites;
use super::themes::Theme;
use super::view::BoardView;
use crate::tiles::tile::opaque;
use rules::{Color, Kind, Piece};

/// The content of one panel slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) enum Chip {
    /// This side is to move: its King and an arrow pointing at the board.
    Turn(Color),
    /// The look's words that explain the turn mark, if they can be written there.
    ToMove,
    /// Ninja pawns in hand.
    Hand(Figure, u8),
    /// The number of promotions that the side has made.
    Promotions(Figure, u8),
    /// Captured pieces of this kind, listed at the capturing side's end.
    Captured(Figure, u8),
}

/// The largest number written; larger ones are capped.
const MOST: u16 = 99;

/// Returns the contents of a side's slots, starting from its end of the board; at most `slots`.
pub(super) fn chips(view: &BoardView, color: Color, slots: u32) -> Vec<Option<Chip>> {
    let spec = view.variant.spec();
    let mut chips = Vec::with_capacity(Kind::MOST);
    chips.push((!view.ended && view.turn == color).then_some(Chip::Turn(color)));
    // If this side is not to move, the slot of the words stays empty, so that nothing in the panel jumps
    // between moves.
    chips.push(chips[0].and(Some(Chip::ToMove)));
    let figure = |color, kind| Figure::of(view.variant, Piece { color, kind });
    if let Some(kind) = spec.ninja_pawn() {
        chips.push(Some(Chip::Hand(figure(color, kind), view.hands[color])));
    }
    if let Some(pawn) = spec.bare_pawn().filter(|_| spec.counts_promotions) {
        let made = view.promotions[color].min(MOST) as u8;
        chips.push(Some(Chip::Promotions(figure(color, pawn), made)));
    }
    let theirs = color.other();
    chips.extend(spec.listed().filter_map(|kind| {
        let count = view.captured[theirs][kind.index()];
        (count > 0).then_some(Some(Chip::Captured(figure(theirs, kind), count)))
    }));
    if chips.len() > slots as usize {
        // Captured pieces are more important than the words.
        chips.remove(1);
    } else if color == view.side {
        // Slots are counted from the end of the board, but people read downwards.
        chips.swap(0, 1);
    }
    chips.truncate(slots as usize);
    chips
}

impl Chip {
    /// Draws the chip into its grid cell.
    pub(super) fn draw(
        self,
        picture: &mut RgbaImage,
        layout: Layout,
        lower: bool,
        sprites: &Sprites,
        to_move: &str,
    ) {
        let theme = sprites.theme();
        let ((x, y), side) = layout.chip(lower);
        let at = (i64::from(x), i64::from(y));
        let (piece, ground) = match self {
            Self::Turn(color) => {
                band(picture, layout, lower, theme);
                let king = sprites.piece(Figure::king(color));
                imageops::overlay(picture, sprites.turn(), at.0, at.1);
                imageops::overlay(picture, king, at.0 + i64::from(side), at.1);
                return;
            }
            Self::ToMove => {
                let words = layout.band_words(lower);
                if can_write(to_move, words) {
                    band(picture, layout, lower, theme);
                    write(picture, to_move, words, theme.background);
                }
                return;
            }
            Self::Hand(piece, _) | Self::Promotions(piece, _) => (piece, theme.squares[0]),
            Self::Captured(piece, _) => (piece, theme.tray),
        };
        draw_filled_rect_mut(picture, Rect::at(x as i32, y as i32).of_size(side, side), opaque(ground));
        imageops::overlay(picture, sprites.piece(piece), at.0, at.1);
        if let Some(number) = self.number() {
            write(picture, &number, layout.chip_number(lower), theme.label);
        }
    }

    /// Returns the number next to the chip; a single captured piece needs none.
    fn number(self) -> Option<String> {
        match self {
            Self::Turn(_) | Self::ToMove | Self::Captured(_, 1) => None,
            Self::Promotions(_, count) if count < 10 => Some(format!("\u{2191}{count}")),
            Self::Promotions(_, count) | Self::Hand(_, count) | Self::Captured(_, count) => {
                Some(count.to_string())
            }
        }
    }
}

/// Draws the light ground under both parts of the turn mark.
fn band(picture: &mut RgbaImage, layout: Layout, lower: bool, theme: &Theme) {
    let Area { x, y, width, height } = layout.band(lower);
    draw_filled_rect_mut(picture, Rect::at(x as i32, y as i32).of_size(width, height), opaque(theme.label));
}
