//! Maps pieces to drawings. Pieces of several games share a drawing, so that pictures of all games share
//! sprites.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::font::outline;
use rules::{Color, Kind, Piece, PieceType, Variant};

macro_rules! drawings {
    ($($name:literal)+) => {
        /// The drawings with their names.
        pub(super) const DRAWINGS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("pieces/", $name, ".svg")))),+];
    };
}

// The pieces of our own games come first; `OURS` is their number.
drawings! {
    "king"
    "queen"
    "rook"
    "bishop"
    "knight"
    "pawn"
    "flying-bomber"
    "ninja-guard"
    "ninja-pawn"
    "queen-guard"
    "ice-queen"
    "camel"
    "squirrel"
    "guard"
    "ninja-warrior"
    "leaping-ninja-guard"
    "insane-ninja"
    "insane-ninja-knight"
    "bodyguard"
    "amazon"
    "archbishop"
    "archer"
    "axe"
    "banner"
    "bell"
    "cannon"
    "champion"
    "chancellor"
    "dragon"
    "elephant"
    "gem"
    "ghost"
    "hourglass"
    "lion"
    "moon"
    "nightrider"
    "ship"
    "skull"
    "star"
    "sun"
    "tower"
    "tree"
    "wizard"
}

/// The number of drawings for pieces of our own games.
const OURS: u8 = 19;

/// The look of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) struct Figure {
    /// The index in [`DRAWINGS`], which the letters follow.
    drawing: u8,
    /// The side that owns the piece.
    pub(super) color: Color,
}

impl Figure {
    /// Returns the king, whose drawing all games share.
    pub(super) const fn king(color: Color) -> Self {
        Self { drawing: 0, color }
    }

    /// The number of figures of a side.
    pub(super) const COUNT: usize = DRAWINGS.len() + ('Z' as usize - 'A' as usize + 1);

    /// Returns the pieces of our own games in a side's colours.
    pub(super) fn ours(color: Color) -> impl Iterator<Item = Self> {
        (0..OURS).map(move |drawing| Self { drawing, color })
    }

    /// Returns all figures: the drawings, then the letters.
    pub(super) fn all(color: Color) -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(move |drawing| Self { drawing, color })
    }

    /// Returns the name of its drawing, or `letter-A`.
    pub(super) fn name(self) -> String {
        match self.letter() {
            None => DRAWINGS[self.index()].0.to_owned(),
            Some(letter) => format!("letter-{letter}"),
        }
    }

    /// Returns its SVG, without colours.
    pub(super) fn svg(self) -> Cow<'static, str> {
        match self.letter() {
            None => DRAWINGS[self.index()].1.into(),
            Some(letter) => plate(letter).into(),
        }
    }

    /// Returns its index among the figures of its side.
    pub(super) const fn index(self) -> usize {
        self.drawing as usize
    }

    fn letter(self) -> Option<char> {
        let place = self.drawing.checked_sub(DRAWINGS.len() as u8)?;
        Some(char::from(b'A' + place))
    }

    /// Returns the figure of a piece of a game.
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
        let drawing = match variant.spec().place.and_then(|place| DRAWN.get(place)) {
            Some(drawn) => drawn[piece.kind.index()],
            // A game from a file.
            None => drawing_of(variant.spec().piece_type(piece.kind)),
        };
        Self { drawing, color: piece.color }
    }
}

/// Returns the index of a piece's drawing, or of its letter.
///
/// # Panics
/// If the piece has neither. Startup rules that out for our own games, because the boards prepared there show
/// every piece; other games are only accepted if their pieces have one.
fn drawing_of(piece: &PieceType) -> u8 {
    let found = DRAWINGS.iter().position(|(name, _)| *name == piece.drawing);
    let found = found.map(|found| found as u8).or_else(|| of_letter(piece.letter));
    found.unwrap_or_else(|| panic!("{piece} has no drawing"))
}

/// Returns the index of a letter.
fn of_letter(letter: char) -> Option<u8> {
    letter.is_ascii_uppercase().then(|| DRAWINGS.len() as u8 + (letter as u8 - b'A'))
}

/// Returns the drawing of a piece without its own: its letter on an octagonal plate.
fn plate(letter: char) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path class="body" d="M32 6 H68 L94 32 V68 L68 94 H32 L6 68 V32 Z"/><path class="spot" d="{}"/></svg>"#,
        outline(letter, PLATE)
    )
}

/// The box of the letter on its plate: left and upper edge, width and height.
const PLATE: [f32; 4] = [20.0, 21.0, 60.0, 58.0];

#[cfg(test)]
mod tests {
    use super::*;
    use rules::piece_type::PIECE_TYPES;

    #[test]
    fn every_piece_has_a_drawing_and_all_can_be_chosen() {
        for piece in PIECE_TYPES {
            assert_eq!(DRAWINGS[usize::from(drawing_of(piece))].0, piece.slug);
        }
        let names: Vec<&str> = DRAWINGS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, games::DRAWINGS);
        let (ours, others) = DRAWINGS.split_at(usize::from(OURS));
        let is_ours = |name: &str| PIECE_TYPES.iter().any(|piece| piece.slug == name);
        assert!(ours.iter().all(|(name, _)| is_ours(name)) && !others.iter().any(|(name, _)| is_ours(name)));
        assert_eq!(DRAWINGS[Figure::king(Color::White).index()].0, "king");
    }

    #[test]
    fn every_letter_is_drawn_within_its_plate() {
        let [left, top, width, height] = PLATE;
        for letter in 'A'..='Z' {
            let path = outline(letter, PLATE);
            assert!(path.starts_with('M') && path.len() > 20, "{letter}: {path}");
            assert_eq!(
                Figure { drawing: of_letter(letter).expect("a letter"), color: Color::White }.letter(),
                Some(letter)
            );
            let numbers =
                path.split(|c: char| c.is_ascii_alphabetic() || c == ' ').filter(|one| !one.is_empty());
            let numbers: Vec<f32> = numbers.map(|number| number.parse().expect("a number")).collect();
            for point in numbers.chunks(2) {
                assert!((left - 0.1..=left + width + 0.1).contains(&point[0]), "{letter}: {point:?}");
                assert!((top - 0.1..=top + height + 0.1).contains(&point[1]), "{letter}: {point:?}");
            }
        }
    }
}
