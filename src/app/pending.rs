//! Stand-ins for types of the rules and the renderer until those layers are here; replaced then.

/// A colour; becomes `rules::Color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

/// A game's rules; becomes `rules::Variant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant(());

/// What the picture, the alt text and the text board are made from; becomes `render::BoardView`.
#[derive(Clone, Debug)]
pub struct Board(());
