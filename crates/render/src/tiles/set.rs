//! The data shared by pictures of games with one board in one look: palette, code and encoded tiles.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use image::{RgbaImage, imageops};
use lru::LruCache;

use super::samples::{grids, marked_tiles, plain_tiles};
use crate::backdrop::backdrop;
use crate::layout::Layout;
use crate::look::Look;
use crate::palette::{Histogram, Palette, SHADES};
use crate::picture::{Easel, Grid, Part};
use crate::sprites::Sprites;
use crate::themes::Rgb;
use crate::tile_png::{Pixels, Ready, TilePng};
use rules::{ByColor, Color, Spec};

/// The most memory of a set in bytes. When it is full, the least recently used of the tiles added later are
/// dropped.
const MOST: usize = 7_500_000;

/// The size of a set for the pictures of games with one board in a look.
#[derive(Clone, Copy, Debug)]
pub struct Prepared {
    /// The number of colours in the palette.
    pub colours: usize,
    /// The number of tiles.
    pub tiles: usize,
    /// The memory of tiles and drawings, in bytes.
    pub bytes: usize,
}

/// The weight of a pixel of a marked sample.
const MARKS: u64 = 4;

/// The data shared by pictures of games with one board in one look.
pub(crate) struct Set {
    /// The layout from White's side.
    layout: Layout,
    sprites: Arc<Sprites>,
    small: Arc<Sprites>,
    to_move: &'static str,
    palette: Palette,
    tile_png: TilePng,
    tiles: HashMap<Part, Arc<Ready>>,
    /// The number of distinct tiles in `tiles`, and their memory plus that of `beside`, in bytes.
    first: (usize, usize),
    later: Mutex<Later>,
    /// Whether tiles were added since the last call of [`Self::has_grown`].
    grown: AtomicBool,
    /// The backdrop's last column, under the panel.
    beside: ByColor<RgbaImage>,
}

/// Tiles added after the set was created, when a picture first needed them.
struct Later {
    tiles: LruCache<Part, Arc<Ready>>,
    bytes: usize,
}

impl Later {
    /// Drops the least recently used tiles until this many bytes are free, or none is left.
    ///
    /// Returns the number of freed bytes.
    fn drop_oldest(&mut self, bytes: usize) -> usize {
        let before = self.bytes;
        while before - self.bytes < bytes {
            let Some((_, old)) = self.tiles.pop_lru() else { break };
            self.bytes -= old.bytes();
        }
        before - self.bytes
    }
}

/// The distinct parts of some pictures.
#[derive(Default)]
struct Parts {
    /// Each part with its number of occurrences.
    counted: Vec<(Part, u64)>,
    /// The index of each part in that list.
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

/// A tile's colour numbers and its width.
type Numbered = (Box<[u8]>, u32);

/// Returns the distinct tiles among some drawings, and the index of the tile for each drawing.
///
/// Parts of the backdrop are often equal, and equal tiles must be the same object.
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
    /// Prepares the data shared by pictures of games with one board in a look; `small` are the drawings for
    /// the panel.
    ///
    /// The tiles are those of the first game. The other games contribute their colours, and their other tiles
    /// are drawn on first use.
    pub(crate) fn new(
        specs: &[&'static Spec],
        look: &Look,
        sprites: Arc<Sprites>,
        small: Arc<Sprites>,
    ) -> Self {
        let spec = specs[0];
        let layout = Layout::new(spec, look, Color::White);
        let of_side = |side| backdrop(spec, look.theme, layout.seen_by(side));
        let backdrops = ByColor { white: of_side(Color::White), black: of_side(Color::Black) };
        let grids = grids(spec, look);
        let parts = Parts::of(
            grids.iter().flat_map(|grid| &grid.parts).copied().chain(plain_tiles(spec).map(Part::Square)),
        );
        let easel = |side| Easel {
            sprites: &sprites,
            small: &small,
            layout: layout.seen_by(side),
            backdrop: &backdrops[side],
            left: 0,
            to_move: look.to_move,
        };
        let drawn: Vec<RgbaImage> =
            parts.counted.iter().map(|(part, _)| easel(part.side()).draw(part)).collect();
        let mut histogram = Histogram::default();
        for (picture, (_, count)) in drawn.iter().zip(&parts.counted) {
            histogram.add(picture, *count);
        }
        // The marks' colours do not depend on the size. Small tiles have more shades along edges and are
        // drawn faster.
        let mut tiles = marked_tiles(spec);
        tiles.extend(specs[1..].iter().flat_map(|spec| plain_tiles(spec).chain(marked_tiles(spec))));
        let mut known = HashSet::new();
        for tile in tiles.into_iter().filter(|tile| known.insert(*tile)) {
            histogram.add(&tile.draw(&small), MARKS);
        }
        let palette = histogram.palette(SHADES);
        let (distinct, tile_of) = distinct(&drawn, &palette);
        let pixels: Vec<Pixels<'_>> =
            distinct.iter().map(|(numbers, width)| Pixels { numbers, width: *width }).collect();
        let samples: Vec<Vec<usize>> = grids
            .iter()
            .map(|grid| grid.parts.iter().map(|part| tile_of[parts.numbers[part]]).collect())
            .collect();
        let columns: Vec<u32> = (0..layout.columns()).map(|column| layout.area(column, 0).width).collect();
        let (tile_png, ready) = TilePng::new(&columns, layout.size().1, palette.colours(), &pixels, &samples);
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
        let grown = AtomicBool::new(false);
        let to_move = look.to_move;
        Self { layout, sprites, small, to_move, palette, tile_png, tiles, first, later, grown, beside }
    }

    /// Returns the PNG file of a picture.
    pub(crate) fn png(&self, grid: &Grid) -> Vec<u8> {
        let tiles = self.tiles(grid);
        let tiles: Vec<&Ready> = tiles.iter().map(AsRef::as_ref).collect();
        self.tile_png.file(&tiles)
    }

    /// Returns the PNG file of a picture if all of its tiles exist already.
    pub(crate) fn png_at_once(&self, grid: &Grid) -> Option<Vec<u8>> {
        let there =
            |part| self.tiles.get(part).cloned().or_else(|| self.made_later().tiles.get(part).cloned());
        let tiles: Vec<Arc<Ready>> = grid.parts.iter().map(there).collect::<Option<_>>()?;
        let tiles: Vec<&Ready> = tiles.iter().map(AsRef::as_ref).collect();
        Some(self.tile_png.file(&tiles))
    }

    /// Returns the colours by number.
    pub(crate) fn colours(&self) -> &[Rgb] {
        self.palette.colours()
    }

    /// Returns the tiles of a picture, row by row of its grid.
    fn tiles(&self, grid: &Grid) -> Vec<Arc<Ready>> {
        grid.parts.iter().map(|part| self.tile(part)).collect()
    }

    /// Returns the tile of a part.
    pub(crate) fn tile(&self, part: &Part) -> Arc<Ready> {
        self.tiles.get(part).map_or_else(|| self.later(part), Arc::clone)
    }

    /// Returns a tile that the set was not created with.
    ///
    /// It is drawn outside the lock: two threads that need it at the same time both draw it, and both use the
    /// first.
    fn later(&self, part: &Part) -> Arc<Ready> {
        if let Some(tile) = self.made_later().tiles.get(part) {
            return Arc::clone(tile);
        }
        let easel = Easel {
            sprites: &self.sprites,
            small: &self.small,
            layout: self.layout.seen_by(part.side()),
            backdrop: &self.beside[part.side()],
            left: self.layout.area(self.layout.columns() - 1, 0).x,
            to_move: self.to_move,
        };
        let picture = easel.draw(part);
        let numbers = self.palette.map(&picture);
        let made = Arc::new(self.tile_png.ready(Pixels { numbers: &numbers, width: picture.width() }));
        let mut later = self.made_later();
        if let Some(tile) = later.tiles.get(part) {
            return Arc::clone(tile);
        }
        later.bytes += made.bytes();
        later.tiles.put(*part, Arc::clone(&made));
        self.grown.store(true, Ordering::Relaxed);
        let too_much = (self.fixed_bytes() + later.bytes).saturating_sub(MOST);
        later.drop_oldest(too_much);
        made
    }

    fn made_later(&self) -> MutexGuard<'_, Later> {
        self.later.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the current content of the set.
    pub(crate) fn prepared(&self) -> Prepared {
        let later = self.made_later();
        Prepared {
            colours: self.colours().len(),
            tiles: self.first.0 + later.tiles.len(),
            bytes: self.fixed_bytes() + later.bytes,
        }
    }

    /// True if tiles were added since the last call.
    pub(crate) fn has_grown(&self) -> bool {
        self.grown.swap(false, Ordering::Relaxed)
    }

    /// Returns the memory that no other set shares, in bytes.
    pub(crate) fn own_bytes(&self) -> usize {
        self.first.1 + self.made_later().bytes
    }

    /// Returns the drawings, which sets of one size in one theme share.
    pub(crate) fn drawings(&self) -> [&Arc<Sprites>; 2] {
        [&self.sprites, &self.small]
    }

    /// Drops tiles that were added later until this many bytes are free, or none is left.
    ///
    /// Returns the number of freed bytes.
    pub(crate) fn drop_later(&self, bytes: usize) -> usize {
        self.made_later().drop_oldest(bytes)
    }

    /// Returns the memory of everything except the tiles that were added later, in bytes.
    fn fixed_bytes(&self) -> usize {
        self.first.1 + self.sprites.bytes() + self.small.bytes()
    }
}
