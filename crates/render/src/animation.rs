//! A game as an animated GIF, made from the same tiles as the still pictures.

mod lzw;
mod runs;

use std::borrow::Cow;
use std::sync::Arc;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::layout::{Area, Layout};
use super::look::Look;
use super::picture::{Grid, Part};
use super::view::BoardView;
use crate::tile_png::Ready;
use crate::tiles::set::Set;
use crate::tiles::sets::with_set;
use lzw::{Lzw, bits};
use rules::{Color, Variant};
use runs::{FrameCell, Runs};

pub use lzw::lzw;

/// Square sizes in pixels to try, in this order, if the file is too large at the look's own size.
const SMALLER: [u32; 7] = [60, 48, 40, 32, 24, 20, Look::LEAST_CELL];
/// Factors for the duration of the first and the last frame.
const FIRST: u16 = 2;
const LAST: u16 = 5;

/// The parameters of an animation.
#[derive(Clone, Copy, Debug)]
pub struct Replay {
    /// The colours, the size, and what is drawn around the board.
    pub look: Look,
    /// The duration of each move, in hundredths of a second. The first position stays twice and the last five
    /// times as long.
    pub delay: u16,
    /// The largest file size in bytes.
    pub limit: usize,
}

impl Default for Replay {
    /// Four fifths of a second per move, in a file that Discord accepts (10 MiB, less some room for the
    /// message).
    fn default() -> Self {
        Self { look: Look::default(), delay: 80, limit: (10 << 20) - (64 << 10) }
    }
}

/// Renders a game from its start to its last move, one frame per position ([`BoardView::frames`]).
///
/// If the file would exceed the limit, the board is drawn smaller. No move is ever left out, so the file of a
/// game of many thousand moves may still be too large.
pub fn gif(frames: &[BoardView], replay: &Replay) -> Vec<u8> {
    let Some(first) = frames.first() else { return Vec::new() };
    let spec = first.variant.spec();
    let look = replay.look.of_animation(spec);
    let mut file = animated(frames, first.variant, replay, &look);
    for cell in SMALLER.into_iter().filter(|cell| *cell < look.cell(spec)) {
        if file.len() <= replay.limit {
            break;
        }
        file = animated(frames, first.variant, replay, &look.with_cell(cell));
    }
    file
}

fn animated(frames: &[BoardView], variant: Variant, replay: &Replay, look: &Look) -> Vec<u8> {
    let side = frames.first().map_or(Color::White, |first| first.side);
    with_set(variant, look, |set| film(frames, replay, Film::new(set, variant, look, side)))
}

/// Encodes the boards in order.
fn film(frames: &[BoardView], replay: &Replay, mut film: Film<'_>) -> Vec<u8> {
    for (at, frame) in frames.iter().enumerate() {
        let times = if at + 1 == frames.len() {
            LAST
        } else if at == 0 {
            FIRST
        } else {
            1
        };
        film.show(frame, replay.delay.saturating_mul(times));
    }
    film.encoder.into_inner().expect("a file in memory can be written")
}

/// An animation being encoded.
struct Film<'a> {
    set: &'a Set,
    look: Look,
    encoder: Encoder<Vec<u8>>,
    lzw: Lzw,
    /// The parts and tiles of the previous frame.
    shown: Vec<ShownPart>,
}

/// A part and its tile.
type ShownPart = (Part, Arc<Ready>);

impl<'a> Film<'a> {
    fn new(set: &'a Set, variant: Variant, look: &Look, side: Color) -> Self {
        let (width, height) = Layout::new(variant.spec(), look, side).size();
        // A frame that uses every colour needs one more number, for "unchanged".
        let table = [set.colours().as_flattened(), &[0; 3]].concat();
        let mut encoder = Encoder::new(Vec::new(), width as u16, height as u16, &table)
            .expect("a file in memory can be written");
        encoder.set_repeat(Repeat::Infinite).expect("a file in memory can be written");
        Self { look: *look, set, encoder, lzw: Lzw::new(), shown: Vec::new() }
    }

    /// Adds a frame: the smallest rectangle of cells that holds every change.
    ///
    /// Unchanged pixels in it are kept.
    fn show(&mut self, frame: &BoardView, delay: u16) {
        // The side-to-move mark would change in every frame, which would then span the whole board. The
        // marked last move shows whose turn it is.
        let view = BoardView { ended: true, ..frame.clone() };
        let grid = Grid::new(&view, &self.look);
        let shown = self.tiles(&grid);
        let (around, runs) = self.changes(grid.layout, &shown);
        let (runs, unchanged, highest) = runs.numbered();
        let frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(unchanged),
            left: around.x as u16,
            top: around.y as u16,
            width: around.width as u16,
            height: around.height as u16,
            buffer: Cow::Owned(self.lzw.write(bits(highest), runs)),
            ..Frame::default()
        };
        self.encoder.write_lzw_pre_encoded_frame(&frame).expect("a file in memory can be written");
        self.shown = shown;
    }

    /// Returns the tiles of a picture. Tiles that the previous frame shows at the same place are reused.
    fn tiles(&self, grid: &Grid) -> Vec<ShownPart> {
        let tile = |(at, part): (usize, &Part)| match self.shown.get(at) {
            Some((same, tile)) if same == part => (*part, Arc::clone(tile)),
            _ => (*part, self.set.tile(part)),
        };
        grid.parts.iter().enumerate().map(tile).collect()
    }

    /// Returns the area that changes from the previous frame to this one, and its pixels.
    fn changes(&self, layout: Layout, shown: &[ShownPart]) -> (Area, Runs) {
        let changed = |at: &usize| self.shown.get(*at).is_none_or(|old| !Arc::ptr_eq(&old.1, &shown[*at].1));
        let area = |at: usize| layout.area(at as u32 % layout.columns(), at as u32 / layout.columns());
        // A move that changes nothing still gets a frame: one cell of the grid.
        let cells = (0..shown.len()).filter(changed).map(area);
        let around = cells.reduce(Area::with).unwrap_or_else(|| area(0));
        let mut runs = Runs::new();
        let is_inside = |at: &usize| around.with(area(*at)) == around;
        for row in 0..layout.rows() {
            let cells = (0..layout.columns()).map(|column| (row * layout.columns() + column) as usize);
            let cells = cells.filter(is_inside).map(|at| {
                let width = area(at).width as usize;
                let old = self.shown.get(at).map(|old| &*old.1);
                if changed(&at) {
                    FrameCell::New { width, old, new: &shown[at].1 }
                } else {
                    FrameCell::Same(width)
                }
            });
            runs.add(&cells.collect::<Vec<_>>(), layout.area(0, row).height as usize);
        }
        (around, runs)
    }
}
