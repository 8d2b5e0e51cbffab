//! What several games share: orthodox defaults and the pawns of Charles Daniel's small games.

use crate::piece::{ByColor, Color, Kind};
use crate::spec::{Castling, Liners, PawnRule, Spec};
use crate::square::{CELLS, Square, SquareSet};

/// A square by name, for descriptions.
pub(super) fn square(name: &str) -> Square {
    name.parse().unwrap_or_else(|_| panic!("{name} is not a square"))
}

/// Squares by name, separated by spaces.
pub(super) fn squares(names: &str) -> SquareSet {
    names.split_whitespace().map(square).collect()
}

/// All squares of a rectangle of `files` files from a and the given ranks.
pub(super) fn rectangle(files: u8, first_rank: u8, last_rank: u8) -> SquareSet {
    (first_rank..=last_rank)
        .flat_map(|rank| (0..files).filter_map(move |file| Square::at(file, rank)))
        .collect()
}

/// The orthodox pawn: two squares from its start rank, else one.
pub(super) const ORTHODOX_PAWN: PawnRule = PawnRule {
    advance: |rank| if rank == 2 { 2 } else { 1 },
    slides: false,
    backs: false,
    on_first_ranks: false,
};

/// The sliding pawn of Claustrophobia and Prison Break.
pub(super) const SLIDING_PAWN: PawnRule = PawnRule { slides: true, ..ORTHODOX_PAWN };

/// Both sides' castlings from White's rows `(king side, king, rook, king's target, rook's target)` on one rank,
/// mirrored to `black_rank` for Black.
pub(super) fn castlings(rows: &[(bool, &str, &str, &str, &str)], black_rank: u8) -> Vec<Castling> {
    let place = |color, name| {
        let white = square(name);
        match color {
            Color::White => white,
            Color::Black => Square::at(white.file(), black_rank).expect("a rank of the grid"),
        }
    };
    let mut all = Vec::new();
    for color in Color::BOTH {
        for &(king_side, king, rook, king_to, rook_to) in rows {
            all.push(Castling {
                color,
                king_side,
                king: place(color, king),
                rook: place(color, rook),
                king_to: place(color, king_to),
                rook_to: place(color, rook_to),
            });
        }
    }
    all
}

/// Orthodox chess without its pieces and castling: what a game changes, it overrides.
pub(super) fn orthodox(name: &'static str, slug: &'static str) -> Spec {
    Spec {
        name,
        slug,
        rules_version: 1,
        source_url: "",
        diagrams: &[],
        lesson: &[],
        start_fen: "",
        files: 8,
        first_rank: 1,
        last_rank: 8,
        squares: rectangle(8, 1, 8),
        exits: SquareSet::EMPTY,
        palaces: ByColor::both(SquareSet::EMPTY),
        goals: ByColor::both(SquareSet::EMPTY),
        goal: None,
        letters: &[],
        pawn: ORTHODOX_PAWN,
        promotion_rank: ByColor { white: 8, black: 1 },
        promotion: |_| &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight],
        counts_promotions: false,
        castlings: Vec::new(),
        drops: None,
        freezer: None,
        braker: None,
        dead: None,
        rights_lost: [0; CELLS],
        kinds: Vec::new(),
        liners: Liners::default(),
    }
}
