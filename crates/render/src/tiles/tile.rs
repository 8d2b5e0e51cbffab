//! One square of the picture: a small value that holds its whole content, and its pixels.

use image::{Rgba, RgbaImage, imageops};
use imageproc::drawing::draw_antialiased_line_segment_mut;
use imageproc::pixelops::interpolate;

use crate::figure::Figure;
use crate::layout::Layout;
use crate::sprites::{Mark, Sprites};
use crate::themes::{Rgb, Theme};
use crate::view::BoardView;
use rules::{ByColor, Color, Square, SquareSet, between};

/// The kind of ground of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Ground {
    Plain,
    Palace,
    /// An exit, and whether it is on the right half of the picture.
    Exit {
        right: bool,
    },
}

/// The marks over a square, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub(crate) struct Marks(u16);

impl Marks {
    pub(crate) const LAST: Self = Self(1);
    pub(crate) const VICTIM: Self = Self(1 << 1);
    pub(crate) const CHECK: Self = Self(1 << 2);
    pub(crate) const FROZEN: Self = Self(1 << 3);
    pub(crate) const BRAKED: Self = Self(1 << 4);
    pub(crate) const ZONE: Self = Self(1 << 5);
    pub(crate) const ORIGIN: Self = Self(1 << 6);
    pub(crate) const DOT: Self = Self(1 << 7);
    pub(crate) const RING: Self = Self(1 << 8);
    pub(crate) const BRAKES_WHITE: Self = Self(1 << 9);
    pub(crate) const BRAKES_BLACK: Self = Self(1 << 10);

    const fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }

    /// Returns the marks of both.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn set(&mut self, mark: Self, on: bool) {
        if on {
            self.0 |= mark.0;
        }
    }
}

/// The whole content of a square; equal tiles have equal pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Tile {
    dark: bool,
    ground: Ground,
    marks: Marks,
    /// Lines from the centre towards the eight neighbours, as bits over [`WAYS`].
    links: u8,
    piece: Option<Figure>,
}

/// The eight neighbours in the picture: columns to the right, rows down.
const WAYS: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// Sets and links computed once for a whole board.
pub(crate) struct Scene<'a> {
    view: &'a BoardView,
    layout: Layout,
    last: SquareSet,
    victims: SquareSet,
    zone: SquareSet,
    /// The squares on which the Guards of each side brake enemies; empty while a piece's moves are shown.
    brakes: ByColor<SquareSet>,
    landing: SquareSet,
    rings: SquareSet,
    links: Vec<(Square, u8)>,
    palaces: SquareSet,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(view: &'a BoardView, layout: Layout) -> Self {
        let spec = view.variant.spec();
        let mut scene = Self {
            view,
            layout,
            last: SquareSet::EMPTY,
            victims: SquareSet::EMPTY,
            brakes: ByColor::both(SquareSet::EMPTY),
            landing: SquareSet::EMPTY,
            rings: SquareSet::EMPTY,
            zone: SquareSet::EMPTY,
            links: Vec::new(),
            // A square that wins and is not an exit is marked like a palace.
            palaces: spec.palaces[Color::White] | spec.palaces[Color::Black] | spec.bare_goals(),
        };
        if let Some(last) = &view.last {
            scene.last = last.from.into_iter().chain([last.to]).collect();
            scene.victims = last.victims;
        }
        if view.dots.is_none() {
            for color in Color::BOTH {
                // A braked piece has its own mark.
                scene.brakes[color] = view.brakes(color) & !view.braked;
            }
        }
        if let Some(dots) = &view.dots {
            scene.zone = dots.zone;
            for mv in dots.moves.iter().map(|told| &told.mv) {
                scene.landing.insert(mv.to());
                scene.rings |= mv.victims();
                for victim in mv.victims().iter().filter(|victim| *victim != mv.to()) {
                    scene.link(mv.to(), victim);
                }
            }
        }
        scene
    }

    /// Joins two squares on one line by links from square to square.
    fn link(&mut self, from: Square, to: Square) {
        let (x, y) = self.layout.place(from);
        let (to_x, to_y) = self.layout.place(to);
        let (dx, dy) = (to_x as i32 - x as i32, to_y as i32 - y as i32);
        let way = (dx.signum(), dy.signum());
        let Some(way) = WAYS.iter().position(|w| *w == way) else { return };
        let inner = between(from, to);
        let (there, back) = (1 << way, 1 << ((way + 4) % 8));
        self.links.push((from, there));
        self.links.extend(inner.iter().map(|square| (square, there | back)));
        self.links.push((to, back));
    }

    /// Returns the content of a square.
    pub(crate) fn tile(&self, square: Square) -> Tile {
        let spec = self.view.variant.spec();
        let piece = self.view.pieces.at(square).filter(|_| !self.view.hidden.contains(square));
        let ground = if spec.exits.contains(square) {
            Ground::Exit { right: self.layout.is_right(square) }
        } else if self.palaces.contains(square) {
            Ground::Palace
        } else {
            Ground::Plain
        };
        let ring = self.rings.contains(square);
        let mut marks = Marks::default();
        marks.set(Marks::LAST, self.last.contains(square));
        marks.set(Marks::VICTIM, self.victims.contains(square));
        marks.set(Marks::CHECK, self.view.check == Some(square));
        marks.set(Marks::FROZEN, self.view.frozen.contains(square));
        marks.set(Marks::BRAKED, self.view.braked.contains(square));
        marks.set(Marks::ZONE, self.zone.contains(square));
        marks.set(Marks::BRAKES_WHITE, self.brakes.white.contains(square));
        marks.set(Marks::BRAKES_BLACK, self.brakes.black.contains(square));
        marks.set(Marks::ORIGIN, self.view.dots.as_ref().is_some_and(|dots| dots.from == Some(square)));
        // A piece to be captured on the landing square gets only the ring.
        marks.set(Marks::DOT, self.landing.contains(square) && !(ring && piece.is_some()));
        marks.set(Marks::RING, ring);
        let links = self.links.iter().filter(|(at, _)| *at == square).fold(0, |all, (_, way)| all | way);
        // As on an orthodox board: a1 is dark if the board begins with rank 1.
        let dark = (u32::from(square.file()) + u32::from(square.rank())) % 2 == 1;
        let piece = piece.map(|piece| Figure::of(self.view.variant, piece));
        Tile { dark, ground, marks, links, piece }
    }
}

impl Tile {
    /// Returns a square with at most a piece on it, and no marks.
    pub(crate) const fn plain(dark: bool, piece: Option<Figure>) -> Self {
        Self { dark, ground: Ground::Plain, marks: Marks(0), links: 0, piece }
    }

    /// Returns this tile with marks.
    pub(crate) const fn with(self, marks: Marks) -> Self {
        Self { marks, ..self }
    }

    /// Returns this tile with a piece on it.
    pub(crate) const fn under(self, piece: Figure) -> Self {
        Self { piece: Some(piece), ..self }
    }

    /// Returns this tile on another ground.
    pub(crate) const fn on(self, ground: Ground) -> Self {
        Self { ground, ..self }
    }

    /// Returns the colour that fills the square.
    fn fill(&self, theme: &Theme) -> Rgb {
        let shade = usize::from(self.dark);
        // If several marks colour the whole square, the most urgent one is shown. Frost also has its corners
        // and its snowflake.
        if self.marks.has(Marks::ORIGIN) {
            theme.origin[shade]
        } else if self.marks.has(Marks::LAST) {
            theme.last[shade]
        } else if self.marks.has(Marks::FROZEN) {
            theme.frost[shade]
        } else {
            match self.ground {
                Ground::Plain => theme.squares[shade],
                Ground::Palace => theme.palace[shade],
                Ground::Exit { .. } => theme.exit,
            }
        }
    }

    /// Returns the pixels of the tile, at the sprites' square size.
    pub(crate) fn draw(&self, sprites: &Sprites) -> RgbaImage {
        let (theme, size) = (sprites.theme(), sprites.size());
        let mut canvas = RgbaImage::from_pixel(size, size, opaque(self.fill(theme)));
        let lay = |canvas: &mut RgbaImage, mark| {
            imageops::overlay(canvas, sprites.mark(mark, usize::from(self.dark)), 0, 0);
        };
        match self.ground {
            Ground::Plain => {}
            Ground::Palace => lay(&mut canvas, Mark::Scepter),
            Ground::Exit { right } => lay(&mut canvas, if right { Mark::ExitRight } else { Mark::ExitLeft }),
        }
        for (mark, drawing) in
            [(Marks::ZONE, Mark::Zone), (Marks::VICTIM, Mark::Victim), (Marks::CHECK, Mark::Check)]
        {
            if self.marks.has(mark) {
                lay(&mut canvas, drawing);
            }
        }
        if self.marks.has(Marks::VICTIM) && self.piece.is_none() {
            lay(&mut canvas, Mark::Gone);
        }
        if let Some(piece) = self.piece {
            imageops::overlay(&mut canvas, sprites.piece(piece), 0, 0);
        }
        // The lines have a light edge because they cross light and dark squares. Signs are drawn last because
        // they are small.
        self.draw_links(&mut canvas, size as i32 / 13, theme.sign);
        self.draw_links(&mut canvas, size as i32 / 22, theme.ring);
        // Only an enemy can brake a piece, so the sign is in the enemy's colour.
        let is_white = self.piece.is_some_and(|piece| piece.color == Color::White);
        let braked = if is_white { Mark::BrakedByBlack } else { Mark::BrakedByWhite };
        for (mark, drawing) in [
            (Marks::DOT, Mark::Dot),
            (Marks::RING, Mark::Ring),
            (Marks::FROZEN, Mark::Rime),
            (Marks::BRAKES_WHITE, Mark::BrakesWhite),
            (Marks::BRAKES_BLACK, Mark::BrakesBlack),
            (Marks::BRAKED, braked),
        ] {
            if self.marks.has(mark) {
                lay(&mut canvas, drawing);
            }
        }
        canvas
    }

    /// Draws the lines between a landing square and its victims, from centre to centre, `thick` pixels wide.
    fn draw_links(&self, canvas: &mut RgbaImage, thick: i32, colour: Rgb) {
        let size = canvas.width() as i32;
        let (middle, thick) = (size / 2, thick.max(1));
        // From a ring the line starts at the ring, so that the piece inside stays clear.
        let start = if self.marks.has(Marks::RING) { 43 * size / 100 } else { 0 };
        for (bit, (dx, dy)) in WAYS.iter().enumerate() {
            if self.links & (1 << bit) == 0 {
                continue;
            }
            let diagonal = dx * dy != 0;
            // A diagonal line reaches the ring after the same length, but fewer columns.
            let start = if diagonal { start * 7 / 10 } else { start };
            // A thick line is several thin ones side by side. Diagonal ones are offset along one axis, so
            // that no gaps are left.
            let half = if diagonal { thick * 7 / 10 } else { thick / 2 };
            let (aside_x, aside_y) = if diagonal { (1, 0) } else { (dy.abs(), dx.abs()) };
            for aside in -half..=half {
                let at = |along: i32| {
                    (middle + dx * along + aside_x * aside, middle + dy * along + aside_y * aside)
                };
                draw_antialiased_line_segment_mut(
                    canvas,
                    at(start),
                    at(middle + 1),
                    opaque(colour),
                    interpolate,
                );
            }
        }
    }
}

/// Converts to a fully opaque colour.
pub(crate) const fn opaque([red, green, blue]: Rgb) -> Rgba<u8> {
    Rgba([red, green, blue, 255])
}
