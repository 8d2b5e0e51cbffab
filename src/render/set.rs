//! All that pictures of one game in one look share: palette, code and ready tiles. Made on first use, kept for all games.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use image::{RgbaImage, imageops};
use lru::LruCache;

use super::backdrop::backdrop;
use super::joiner::{Joiner, Pixels, Ready};
use super::layout::Layout;
use super::look::Look;
use super::palette::{Histogram, Palette};
use super::picture::{Easel, Grid, Part};
use super::samples::{grids, marked_tiles, plain_tiles};
use super::sprites::Sprites;
use super::themes::Rgb;
use super::view::BoardView;
use crate::rules::{ByColor, Color, Spec, Variant};

/// Sets that are kept; the one that was not used for the longest time goes first.
const SETS: NonZeroUsize = NonZeroUsize::new(24).expect("some are kept");
/// The most memory of a set, in bytes: tiles that were made later go when it is full, the oldest first.
const MOST: usize = 7_500_000;

/// The picture of a board as a PNG file with a palette, joined from tiles.
///
/// The first picture of a game in a look prepares these, which takes some dozens of milliseconds; so call it where that
/// may be.
pub fn png(view: &BoardView, look: &Look) -> Vec<u8> {
    set(view.position.variant(), look).png(view)
}

/// The palette of a game's pictures in a look: red, green, blue, at most 64 colours.
pub fn palette(variant: Variant, look: &Look) -> Vec<[u8; 3]> {
    set(variant, look).colours().to_vec()
}

/// What is kept for the pictures of a game in a look.
#[derive(Clone, Copy, Debug)]
pub struct Prepared {
    /// Colours of the palette.
    pub colours: usize,
    /// Tiles.
    pub tiles: usize,
    /// Memory of tiles and drawings, in bytes.
    pub bytes: usize,
}

/// Prepares what the pictures of a game in a look share, from nothing, and throws it away: to measure it.
pub fn prepare(variant: Variant, look: &Look) -> Prepared {
    let layout = Layout::new(variant.spec(), look, Color::White);
    let sprites = |size| Arc::new(Sprites::new(look.theme, size));
    Set::new(variant.spec(), look, sprites(layout.cell), sprites(layout.chip(false).1)).prepared()
}

/// What is kept by now.
pub fn prepared(variant: Variant, look: &Look) -> Prepared {
    set(variant, look).prepared()
}

/// The shared set. Two who ask for a new one at once get one, and nobody else waits for it.
pub(super) fn set(variant: Variant, look: &Look) -> Arc<Set> {
    type Sets = LruCache<(&'static str, &'static str, Layout), Arc<OnceLock<Arc<Set>>>>;
    static KEPT: LazyLock<Mutex<Sets>> = LazyLock::new(|| Mutex::new(LruCache::new(SETS)));
    let spec = variant.spec();
    let layout = Layout::new(spec, look, Color::White);
    let place = {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(kept.get_or_insert((spec.slug, look.theme.name(), layout), Arc::default))
    };
    let made = place.get_or_init(|| {
        let sprites = |size| Sprites::of(look.theme, size);
        Arc::new(Set::new(spec, look, sprites(layout.cell), sprites(layout.chip(false).1)))
    });
    Arc::clone(made)
}

/// How often a pixel of a marked sample counts.
const MARKS: u64 = 4;

/// What the pictures of one game in one look share.
pub(super) struct Set {
    look: Look,
    /// As White sees it.
    layout: Layout,
    sprites: Arc<Sprites>,
    small: Arc<Sprites>,
    palette: Palette,
    joiner: Joiner,
    tiles: HashMap<Part, Arc<Ready>>,
    /// How many different ones these are, and their memory with that of `beside`, in bytes.
    first: (usize, usize),
    later: Mutex<Later>,
    /// The backdrop's last column, under what stands beside the board.
    beside: ByColor<RgbaImage>,
}

/// Tiles that were made when a picture first needed them.
struct Later {
    tiles: LruCache<Part, Arc<Ready>>,
    bytes: usize,
}

/// The different parts of some pictures.
#[derive(Default)]
struct Parts {
    /// Each with how often it occurs.
    counted: Vec<(Part, u64)>,
    /// Where in that list a part is.
    numbers: HashMap<Part, usize>,
}

impl Parts {
    fn of(all: impl Iterator<Item = Part>) -> Self {
        let mut parts = Self::default();
        for part in all {
            let number = *parts.numbers.entry(part).or_insert(parts.counted.len());
            if number == parts.counted.len() {
                parts.counted.push((part, 0));
            }
            parts.counted[number].1 += 1;
        }
        parts
    }
}

/// The numbers of a tile's colours, and its width.
type Numbered = (Box<[u8]>, u32);

/// The different tiles among some drawings, and for each drawing which one it is: parts of the backdrop are often equal, and
/// twins must be one tile.
fn distinct(drawn: &[RgbaImage], palette: &Palette) -> (Vec<Numbered>, Vec<usize>) {
    let mut tiles: Vec<Numbered> = Vec::new();
    let mut known: HashMap<Numbered, usize> = HashMap::new();
    let mut tile_of = Vec::with_capacity(drawn.len());
    for picture in drawn {
        let pixels = (palette.map(picture), picture.width());
        let number = *known.entry(pixels.clone()).or_insert(tiles.len());
        if number == tiles.len() {
            tiles.push(pixels);
        }
        tile_of.push(number);
    }
    (tiles, tile_of)
}

impl Set {
    fn new(spec: &'static Spec, look: &Look, sprites: Arc<Sprites>, small: Arc<Sprites>) -> Self {
        let layout = Layout::new(spec, look, Color::White);
        let of_side = |side| backdrop(spec, look.theme, layout.seen_by(side));
        let backdrops = ByColor { white: of_side(Color::White), black: of_side(Color::Black) };
        let grids = grids(spec, look);
        let parts = Parts::of(grids.iter().flat_map(|grid| &grid.parts).copied().chain(plain_tiles(spec)));
        let easel = |side| Easel {
            sprites: &sprites,
            small: &small,
            layout: layout.seen_by(side),
            backdrop: &backdrops[side],
            left: 0,
        };
        let drawn: Vec<RgbaImage> =
            parts.counted.iter().map(|(part, _)| easel(part.side()).draw(part)).collect();
        let mut histogram = Histogram::default();
        for (picture, (_, count)) in drawn.iter().zip(&parts.counted) {
            histogram.add(picture, *count);
        }
        // The marks' colours are the same at every size; a small one has more of the shades at edges, and is sooner drawn.
        for tile in marked_tiles(spec) {
            histogram.add(&tile.draw(&small), MARKS);
        }
        let palette = histogram.palette();
        let (distinct, tile_of) = distinct(&drawn, &palette);
        let pixels: Vec<Pixels<'_>> =
            distinct.iter().map(|(numbers, width)| Pixels { numbers, width: *width }).collect();
        let samples: Vec<Vec<usize>> = grids
            .iter()
            .map(|grid| grid.parts.iter().map(|part| tile_of[parts.numbers[part]]).collect())
            .collect();
        let columns: Vec<u32> = (0..layout.columns()).map(|column| layout.area(column, 0).width).collect();
        let (joiner, ready) = Joiner::new(&columns, layout.size().1, palette.colours(), &pixels, &samples);
        let ready: Vec<Arc<Ready>> = ready.into_iter().map(Arc::new).collect();
        let tiles =
            parts.numbers.into_iter().map(|(part, at)| (part, Arc::clone(&ready[tile_of[at]]))).collect();
        let last = layout.area(layout.columns() - 1, 0);
        let beside = |side: Color| {
            imageops::crop_imm(&backdrops[side], last.x, 0, last.width, layout.size().1).to_image()
        };
        let beside = ByColor { white: beside(Color::White), black: beside(Color::Black) };
        let strips: usize = Color::BOTH.iter().map(|side| beside[*side].as_raw().len()).sum();
        let first = (ready.len(), strips + ready.iter().map(|tile| tile.bytes()).sum::<usize>());
        let later = Mutex::new(Later { tiles: LruCache::unbounded(), bytes: 0 });
        Self { look: *look, layout, sprites, small, palette, joiner, tiles, first, later, beside }
    }

    /// The file of a view's picture.
    fn png(&self, view: &BoardView) -> Vec<u8> {
        let tiles = self.tiles(&Grid::new(view, &self.look));
        let tiles: Vec<&Ready> = tiles.iter().map(AsRef::as_ref).collect();
        self.joiner.file(&tiles)
    }

    /// The colours in the order of their numbers.
    pub(super) fn colours(&self) -> &[Rgb] {
        self.palette.colours()
    }

    /// The tiles of a picture, row by row of its grid.
    pub(super) fn tiles(&self, grid: &Grid) -> Vec<Arc<Ready>> {
        grid.parts
            .iter()
            .map(|part| self.tiles.get(part).map_or_else(|| self.later(part), Arc::clone))
            .collect()
    }

    /// A tile that is not of the first ones. It is made outside the lock: two who need it at once make it twice, and use
    /// the first.
    fn later(&self, part: &Part) -> Arc<Ready> {
        let lock = || self.later.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tile) = lock().tiles.get(part) {
            return Arc::clone(tile);
        }
        let easel = Easel {
            sprites: &self.sprites,
            small: &self.small,
            layout: self.layout.seen_by(part.side()),
            backdrop: &self.beside[part.side()],
            left: self.layout.area(self.layout.columns() - 1, 0).x,
        };
        let picture = easel.draw(part);
        let numbers = self.palette.map(&picture);
        let made = Arc::new(self.joiner.ready(Pixels { numbers: &numbers, width: picture.width() }));
        let mut later = lock();
        if let Some(tile) = later.tiles.get(part) {
            return Arc::clone(tile);
        }
        later.bytes += made.bytes();
        later.tiles.put(*part, Arc::clone(&made));
        while self.fixed_bytes() + later.bytes > MOST {
            let Some((_, old)) = later.tiles.pop_lru() else { break };
            later.bytes -= old.bytes();
        }
        made
    }

    fn prepared(&self) -> Prepared {
        let later = self.later.lock().unwrap_or_else(PoisonError::into_inner);
        Prepared {
            colours: self.colours().len(),
            tiles: self.first.0 + later.tiles.len(),
            bytes: self.fixed_bytes() + later.bytes,
        }
    }

    /// The memory of all but the tiles that were made later.
    fn fixed_bytes(&self) -> usize {
        self.first.1 + self.sprites.bytes() + self.small.bytes()
    }
}
