//! The defaults of orthodox chess. Each game overrides what it changes.

use crate::board::piece::ByColor;
use crate::spec::description::{Description, PawnRule};

/// The orthodox pawn: it advances two squares from its start rank, else one.
pub(crate) const ORTHODOX_PAWN: PawnRule =
    PawnRule { advance: [1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1], backs: false, on_first_ranks: false };

const NOWHERE: ByColor<&str> = ByColor { white: "", black: "" };

/// Orthodox chess without its pieces, start position and castling.
pub(crate) const ORTHODOX: Description = Description {
    name: "",
    slug: "",
    family: "",
    base: None,
    rules_version: 1,
    source_url: "",
    diagrams: &[],
    lesson: &[],
    start_fen: "",
    files: 8,
    first_rank: 1,
    last_rank: 8,
    squares: "a1-h8",
    holes_end_lines: false,
    exits: "",
    palaces: NOWHERE,
    goals: NOWHERE,
    goal: None,
    kinds: &[],
    pawn: ORTHODOX_PAWN,
    promotion_rank: ByColor { white: 8, black: 1 },
    promotions: &["QRBN"],
    zone: None,
    castlings: &[],
    black_rank: 8,
    drops: None,
    freezer: None,
    braker: None,
    dead: None,
};
