//! Pieces and marks as pixels, rendered from their SVG once for each theme and size.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, Weak};

use image::RgbaImage;
use lru::LruCache;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::figure::Figure;
use super::themes::Theme;
use rules::{ByColor, Color, listed};

/// The share of a square's side that a piece's drawing takes.
const PIECE_SHARE: f32 = 0.94;
/// The number of pairs of theme and size whose drawings are kept while no set uses them.
///
/// This is enough for two boards, each with a second size for the pieces of the panel.
const KEPT: NonZeroUsize = NonZeroUsize::new(4).expect("some are kept");

listed! {
    /// A mark on a square.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
    pub(super) enum Mark {
        /// On the squares of a palace.
        Scepter,
        /// On an exit on the left edge. The drawing is mirrored for the right.
        ExitLeft,
        /// On an exit on the right edge.
        ExitRight,
        /// The last move captured a piece here.
        Victim,
        /// A piece was captured here and the square is now empty.
        Gone,
        /// The king here is in check.
        Check,
        /// Over a frozen piece.
        Rime,
        /// The piece here is braked by a white Guard.
        BrakedByWhite,
        /// The piece here is braked by a black Guard.
        BrakedByBlack,
        /// The shown piece would be braked here.
        Zone,
        /// A white Guard brakes enemies here.
        BrakesWhite,
        /// A black Guard brakes enemies here.
        BrakesBlack,
        /// The shown piece can land here.
        Dot,
        /// The shown piece can capture here.
        Ring,
    }
}

impl Mark {
    /// Returns the name and the SVG of each drawing.
    pub(super) fn drawings() -> impl Iterator<Item = (&'static str, &'static str)> {
        Self::ALL.into_iter().filter(|mark| *mark != Self::ExitRight).map(Self::drawing)
    }

    const fn drawing(self) -> (&'static str, &'static str) {
        match self {
            Self::Scepter => ("scepter", include_str!("marks/scepter.svg")),
            Self::ExitLeft | Self::ExitRight => ("exit", include_str!("marks/exit.svg")),
            Self::Victim => ("victim", include_str!("marks/victim.svg")),
            Self::Gone => ("gone", include_str!("marks/gone.svg")),
            Self::Check => ("check", include_str!("marks/check.svg")),
            Self::Rime => ("rime", include_str!("marks/rime.svg")),
            Self::BrakedByWhite => ("braked-by-white", include_str!("marks/braked-by-white.svg")),
            Self::BrakedByBlack => ("braked-by-black", include_str!("marks/braked-by-black.svg")),
            Self::Zone => ("zone", include_str!("marks/zone.svg")),
            Self::BrakesWhite => ("brakes-white", include_str!("marks/brakes-white.svg")),
            Self::BrakesBlack => ("brakes-black", include_str!("marks/brakes-black.svg")),
            Self::Dot => ("dot", include_str!("marks/dot.svg")),
            Self::Ring => ("ring", include_str!("marks/ring.svg")),
        }
    }
}

/// The drawings of one theme at one size, each rendered on first use.
#[derive(Debug)]
pub(super) struct Sprites {
    theme: &'static Theme,
    size: u32,
    pieces: ByColor<[OnceLock<RgbaImage>; Figure::COUNT]>,
    /// The marks on light and on dark squares.
    marks: [[OnceLock<RgbaImage>; Mark::ALL.len()]; 2],
    turn: OnceLock<RgbaImage>,
}

impl Sprites {
    /// Creates an empty cache for squares of this many pixels.
    pub(super) fn new(theme: &'static Theme, size: u32) -> Self {
        let pieces = || [const { OnceLock::new() }; Figure::COUNT];
        let pieces = ByColor { white: pieces(), black: pieces() };
        Self { theme, size, pieces, marks: Default::default(), turn: OnceLock::new() }
    }

    /// Returns the drawings for squares of this many pixels, shared by all pictures of that size.
    pub(super) fn of(theme: &'static Theme, size: u32) -> Arc<Self> {
        type Size = (&'static str, u32);
        /// The drawings still in use, and the most recent ones.
        type Known = (HashMap<Size, Weak<Sprites>>, LruCache<Size, Arc<Sprites>>);
        static SIZES: LazyLock<Mutex<Known>> =
            LazyLock::new(|| Mutex::new((HashMap::new(), LruCache::new(KEPT))));
        let mut sizes = SIZES.lock().unwrap_or_else(PoisonError::into_inner);
        let (held, last) = &mut *sizes;
        let size = (theme.name(), size);
        let found = held.get(&size).and_then(Weak::upgrade).unwrap_or_else(|| {
            let new = Arc::new(Self::new(theme, size.1));
            held.insert(size, Arc::downgrade(&new));
            new
        });
        last.put(size, Arc::clone(&found));
        found
    }

    pub(super) fn theme(&self) -> &'static Theme {
        self.theme
    }

    /// Returns the side of a square in pixels.
    pub(super) fn size(&self) -> u32 {
        self.size
    }

    /// Returns the memory of the drawings rendered so far, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let pieces = Color::BOTH.iter().flat_map(|color| &self.pieces[*color]);
        let drawn = pieces.chain(self.marks.iter().flatten()).chain([&self.turn]).filter_map(OnceLock::get);
        drawn.map(|drawing| drawing.as_raw().len()).sum()
    }

    /// Returns a piece at the size of a square, on a transparent ground.
    ///
    /// The classes in its drawing are coloured by [`Theme::piece_style`].
    pub(super) fn piece(&self, figure: Figure) -> &RgbaImage {
        self.pieces[figure.color][figure.index()].get_or_init(|| {
            draw_svg(&figure.svg(), self.theme.piece_style(figure.color), self.size, PIECE_SHARE)
        })
    }

    /// Returns the arrow that points at the board next to the King of the side to move, at the size of a
    /// square.
    pub(super) fn turn(&self) -> &RgbaImage {
        self.turn.get_or_init(|| {
            draw_svg(include_str!("marks/turn.svg"), self.theme.mark_style(0), self.size, 1.0)
        })
    }

    /// Returns a mark on a light (0) or dark (1) square, at the size of the square, on a transparent ground.
    pub(super) fn mark(&self, mark: Mark, shade: usize) -> &RgbaImage {
        self.marks[shade][mark as usize].get_or_init(|| {
            let drawn = draw_svg(mark.drawing().1, self.theme.mark_style(shade), self.size, 1.0);
            if mark == Mark::ExitRight { image::imageops::flip_horizontal(&drawn) } else { drawn }
        })
    }
}

/// Draws one of our SVG files (a square of 100 units) so that it fills `share` of a square of `size` pixels.
pub(super) fn draw_svg(svg: &str, style: String, size: u32, share: f32) -> RgbaImage {
    let options = Options { style_sheet: Some(style), ..Options::default() };
    let tree = Tree::from_str(svg, &options).expect("our own drawings are sound");
    let mut pixmap = Pixmap::new(size, size).expect("a square has a size");
    let scale = size as f32 * share / tree.size().width();
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
