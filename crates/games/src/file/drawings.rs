//! The drawings that a piece of a game from a file can have.

/// The names of all drawings, those of the pieces of our own games first. `render` draws them.
pub const DRAWINGS: &[&str] = &[
    "king",
    "queen",
    "rook",
    "bishop",
    "knight",
    "pawn",
    "flying-bomber",
    "ninja-guard",
    "ninja-pawn",
    "queen-guard",
    "ice-queen",
    "camel",
    "squirrel",
    "guard",
    "ninja-warrior",
    "leaping-ninja-guard",
    "insane-ninja",
    "insane-ninja-knight",
    "bodyguard",
    "amazon",
    "archbishop",
    "archer",
    "axe",
    "banner",
    "bell",
    "cannon",
    "champion",
    "chancellor",
    "dragon",
    "elephant",
    "gem",
    "ghost",
    "hourglass",
    "lion",
    "moon",
    "nightrider",
    "ship",
    "skull",
    "star",
    "sun",
    "tower",
    "tree",
    "wizard",
];

/// The name of what a piece is drawn as that has no drawing: its letter on a plate.
pub(super) fn of_letter(letter: char) -> String {
    format!("letter-{letter}")
}
