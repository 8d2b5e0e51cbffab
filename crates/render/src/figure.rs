//! Which drawing represents a piece. Pieces of several games share a drawing, so that pictures of all games share
//! sprites.

use std::sync::LazyLock;

use rules::{Color, Kind, Piece, PieceType, Variant};

/// The drawings, with the slugs of the pieces that they show.
pub(super) const DRAWINGS: &[(&str, &str)] = &[
    ("king", include_str!("pieces/king.svg")),
    ("queen", include_str!("pieces/queen.svg")),
    ("rook", include_str!("pieces/rook.svg")),
    ("bishop", include_str!("pieces/bishop.svg")),
    ("knight", include_str!("pieces/knight.svg")),
    ("pawn", include_str!("pieces/pawn.svg")),
    ("flying-bomber", include_str!("pieces/flying-bomber.svg")),
    ("ninja-guard", include_str!("pieces/ninja-guard.svg")),
    ("ninja-pawn", include_str!("pieces/ninja-pawn.svg")),
    ("queen-guard", include_str!("pieces/queen-guard.svg")),
    ("ice-queen", include_str!("pieces/ice-queen.svg")),
    ("camel", include_str!("pieces/camel.svg")),
    ("squirrel", include_str!("pieces/squirrel.svg")),
    ("guard", include_str!("pieces/guard.svg")),
    ("ninja-warrior", include_str!("pieces/ninja-warrior.svg")),
    ("leaping-ninja-guard", include_str!("pieces/leaping-ninja-guard.svg")),
    ("insane-ninja", include_str!("pieces/insane-ninja.svg")),
    ("insane-ninja-knight", include_str!("pieces/insane-ninja-knight.svg")),
    ("bodyguard", include_str!("pieces/bodyguard.svg")),
];

/// A piece as it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) struct Figure {
    /// The index in [`DRAWINGS`].
    pub(super) drawing: u8,
    /// The side that owns the piece.
    pub(super) color: Color,
}

impl Figure {
    /// The king, whose drawing all games share.
    pub(super) const fn king(color: Color) -> Self {
        Self { drawing: 0, color }
    }

    /// Every drawing in a side's colours.
    pub(super) fn all(color: Color) -> impl Iterator<Item = Self> {
        (0..DRAWINGS.len() as u8).map(move |drawing| Self { drawing, color })
    }

    /// A piece of a game.
    pub(super) fn of(variant: Variant, piece: Piece) -> Self {
        /// Drawing indices by game and kind.
        static DRAWN: LazyLock<Vec<[u8; Kind::MOST]>> = LazyLock::new(|| {
            let drawn = |variant: Variant| {
                let mut drawn = [0; Kind::MOST];
                for (number, piece) in drawn.iter_mut().zip(variant.spec().piece_types()) {
                    *number = drawing_of(piece);
                }
                drawn
            };
            games::all().map(drawn).collect()
        });
        Self { drawing: DRAWN[variant.spec().place][piece.kind.index()], color: piece.color }
    }
}

/// The index of a piece's drawing.
///
/// # Panics
/// If the piece has none. Startup rules that out: the boards prepared there show every piece.
fn drawing_of(piece: &PieceType) -> u8 {
    let found = DRAWINGS.iter().position(|(slug, _)| *slug == piece.slug);
    found.unwrap_or_else(|| panic!("{piece} has no drawing")) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::piece_type::PIECE_TYPES;

    #[test]
    fn every_piece_has_a_drawing_and_every_drawing_a_piece() {
        for piece in PIECE_TYPES {
            assert_eq!(DRAWINGS[usize::from(drawing_of(piece))].0, piece.slug);
        }
        assert!(DRAWINGS.iter().all(|(slug, _)| PIECE_TYPES.iter().any(|piece| piece.slug == *slug)));
        assert_eq!(DRAWINGS[usize::from(Figure::king(Color::White).drawing)].0, "king");
    }
}
