//! The drawings available to pieces of games from files.

/// The names of all drawings, those of our own games' pieces first. `render` draws them.
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

/// Returns the drawing of a piece without one: its letter on a plate.
pub(super) fn of_letter(letter: char) -> String {
    format!("letter-{letter}")
}
