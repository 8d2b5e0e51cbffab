//! Pieces and marks as pixels, drawn from their SVG once for each size.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use image::RgbaImage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::layout::TURN;
use super::theme::{WOOD, piece_style};
use crate::rules::{ByColor, Color, Kind, Piece};

/// The share of a square's side that a piece's drawing takes.
const PIECE_SHARE: f32 = 0.94;

/// The drawing of a kind; its classes are coloured by [`piece_style`].
const fn piece_svg(kind: Kind) -> &'static str {
    match kind {
        Kind::King => include_str!("pieces/king.svg"),
        Kind::Queen => include_str!("pieces/queen.svg"),
        Kind::Rook => include_str!("pieces/rook.svg"),
        Kind::Bishop => include_str!("pieces/bishop.svg"),
        Kind::Knight => include_str!("pieces/knight.svg"),
        Kind::Pawn => include_str!("pieces/pawn.svg"),
        Kind::FlyingBomber => include_str!("pieces/flying-bomber.svg"),
        Kind::NinjaGuard => include_str!("pieces/ninja-guard.svg"),
        Kind::NinjaPawn => include_str!("pieces/ninja-pawn.svg"),
        Kind::QueenGuard => include_str!("pieces/queen-guard.svg"),
        Kind::IceQueen => include_str!("pieces/ice-queen.svg"),
        Kind::Camel => include_str!("pieces/camel.svg"),
        Kind::Squirrel => include_str!("pieces/squirrel.svg"),
        Kind::Guard => include_str!("pieces/guard.svg"),
    }
}

/// A sign on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(super) enum Mark {
    /// In a palace.
    Scepter,
    /// On an exit that leads away to the left; mirrored, to the right.
    ExitLeft,
    /// On an exit that leads away to the right.
    ExitRight,
    /// Something was taken here by the last move.
    Victim,
    /// What was taken here left the square empty.
    Gone,
    /// The king here is in check.
    Check,
    /// Under a frozen piece.
    Frost,
    /// Over a frozen piece.
    Rime,
    /// The piece here is braked.
    Brake,
    /// The shown piece would be braked here.
    Zone,
    /// The shown piece can land here.
    Dot,
    /// The shown piece can take what is here.
    Ring,
}

impl Mark {
    const ALL: [Self; 12] = [
        Self::Scepter,
        Self::ExitLeft,
        Self::ExitRight,
        Self::Victim,
        Self::Gone,
        Self::Check,
        Self::Frost,
        Self::Rime,
        Self::Brake,
        Self::Zone,
        Self::Dot,
        Self::Ring,
    ];

    const fn svg(self) -> &'static str {
        match self {
            Self::Scepter => include_str!("marks/scepter.svg"),
            Self::ExitLeft | Self::ExitRight => include_str!("marks/exit.svg"),
            Self::Victim => include_str!("marks/victim.svg"),
            Self::Gone => include_str!("marks/gone.svg"),
            Self::Check => include_str!("marks/check.svg"),
            Self::Frost => include_str!("marks/frost.svg"),
            Self::Rime => include_str!("marks/rime.svg"),
            Self::Brake => include_str!("marks/brake.svg"),
            Self::Zone => include_str!("marks/zone.svg"),
            Self::Dot => include_str!("marks/dot.svg"),
            Self::Ring => include_str!("marks/ring.svg"),
        }
    }
}

/// All drawings at one size.
#[derive(Debug)]
pub(super) struct Sprites {
    pieces: Vec<ByColor<RgbaImage>>,
    marks: Vec<RgbaImage>,
    turn: ByColor<RgbaImage>,
}

impl Sprites {
    /// The drawings for squares of this many pixels; drawn when a size is first asked for.
    pub(super) fn of(size: u32) -> Arc<Self> {
        static SIZES: LazyLock<Mutex<BTreeMap<u32, Arc<Sprites>>>> = LazyLock::new(Mutex::default);
        let mut sizes = SIZES.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(sizes.entry(size).or_insert_with(|| Arc::new(Self::draw(size))))
    }

    fn draw(size: u32) -> Self {
        let piece = |kind, color| draw_svg(piece_svg(kind), piece_style(color), size, PIECE_SHARE);
        let pieces = Kind::ALL
            .map(|kind| ByColor { white: piece(kind, Color::White), black: piece(kind, Color::Black) })
            .into();
        let marks = Mark::ALL
            .map(|mark| {
                let drawn = draw_svg(mark.svg(), WOOD.marks, size, 1.0);
                if mark == Mark::ExitRight { image::imageops::flip_horizontal(&drawn) } else { drawn }
            })
            .into();
        let turn = |color| draw_svg(include_str!("marks/turn.svg"), piece_style(color), TURN, 1.0);
        let turn = ByColor { white: turn(Color::White), black: turn(Color::Black) };
        Self { pieces, marks, turn }
    }

    /// A piece, as large as a square, transparent around.
    pub(super) fn piece(&self, piece: Piece) -> &RgbaImage {
        let at = Kind::ALL.iter().position(|kind| *kind == piece.kind).expect("every kind is in ALL");
        &self.pieces[at][piece.color]
    }

    /// The sign that it is this side's turn.
    pub(super) fn turn(&self, color: Color) -> &RgbaImage {
        &self.turn[color]
    }

    /// A mark, as large as a square, transparent around.
    pub(super) fn mark(&self, mark: Mark) -> &RgbaImage {
        &self.marks[mark as usize]
    }
}

/// Draws one of our SVG files (a square of 100 units) into a square of `size` pixels, of which it takes `share`.
fn draw_svg(svg: &str, style: &str, size: u32, share: f32) -> RgbaImage {
    let options = Options { style_sheet: Some(style.to_owned()), ..Options::default() };
    let tree = Tree::from_str(svg, &options).expect("our own drawings are sound");
    let mut pixmap = Pixmap::new(size, size).expect("a square has a size");
    let scale = size as f32 * share / 100.0;
    let shift = size as f32 * (1.0 - share) / 2.0;
    resvg::render(&tree, Transform::from_row(scale, 0.0, 0.0, scale, shift, shift), &mut pixmap.as_mut());
    let pixels = pixmap
        .pixels()
        .iter()
        .flat_map(|pixel| {
            let pixel = pixel.demultiply();
            [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
        })
        .collect();
    RgbaImage::from_raw(size, size, pixels).expect("four bytes a pixel")
}
