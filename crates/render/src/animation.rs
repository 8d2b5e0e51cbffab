//! A game as an animated GIF, from the same tiles as the pictures.

mod lzw;
mod runs;

use std::borrow::Cow;
use std::sync::Arc;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::layout::{Area, Layout};
use super::look::Look;
use super::picture::{Grid, Part};
use super::set::Set;
use super::sets::with_set;
use super::view::BoardView;
use crate::tile_png::Ready;
use lzw::{Lzw, bits};
use rules::{Color, Variant};
use runs::{FrameCell, Runs};

pub use lzw::lzw;

/// Sizes of a square's side in pixels that are tried when a file is too large, after the look's own.
const SMALLER: [u32; 7] = [60, 48, 40, 32, 24, 20, Look::LEAST_CELL];
/// How many times as long as the others the first frame is shown, and the last.
const FIRST: u16 = 2;
const LAST: u16 = 5;

/// How a game is shown.
#[derive(Clone, Copy, Debug)]
pub struct Replay {
    /// Colours, size and what stands round the board.
    pub look: Look,
    /// How long a move is shown, in hundredths of a second; the last position five times as long.
    pub delay: u16,
    /// The most bytes that the file may have.
    pub limit: usize,
}

impl Default for Replay {
    /// Four fifths of a second for each move, in a file that Discord takes (10 MiB, with room for the message).
    fn default() -> Self {
        Self { look: Look::default(), delay: 80, limit: (10 << 20) - (64 << 10) }
    }
}

/// A game from its start to its last move, a frame for each position ([`BoardView::frames`]). If the file would be larger than the limit, the
/// board is drawn smaller; no move is ever left out, so the file of a game of many thousand moves may still be too large.
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

/// Shows boards from the first to the last.
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

/// An animation that is being made.
struct Film<'a> {
    set: &'a Set,
    look: Look,
    encoder: Encoder<Vec<u8>>,
    lzw: Lzw,
    /// What the last frame showed.
    shown: Vec<ShownPart>,
}

/// A part and its tile.
type ShownPart = (Part, Arc<Ready>);

impl<'a> Film<'a> {
    fn new(set: &'a Set, variant: Variant, look: &Look, side: Color) -> Self {
        let (width, height) = Layout::new(variant.spec(), look, side).size();
        // A frame with every colour needs one number more, which means "as before".
        let table = [set.colours().as_flattened(), &[0; 3]].concat();
        let mut encoder = Encoder::new(Vec::new(), width as u16, height as u16, &table)
            .expect("a file in memory can be written");
        encoder.set_repeat(Repeat::Infinite).expect("a file in memory can be written");
        Self { look: *look, set, encoder, lzw: Lzw::new(), shown: Vec::new() }
    }

    /// Adds a frame: the smallest rectangle of cells that holds all that changed, in which the rest is left as it is.
    fn show(&mut self, frame: &BoardView, delay: u16) {
        // The mark of the side to move would change with every frame and span the whole board; the last move tells it.
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

    /// The tiles of a picture; those of the last frame are at hand.
    fn tiles(&self, grid: &Grid) -> Vec<ShownPart> {
        let tile = |(at, part): (usize, &Part)| match self.shown.get(at) {
            Some((same, tile)) if same == part => (*part, Arc::clone(tile)),
            _ => (*part, self.set.tile(part)),
        };
        grid.parts.iter().enumerate().map(tile).collect()
    }

    /// Where the picture changes from the last frame to this one, and how.
    fn changes(&self, layout: Layout, shown: &[ShownPart]) -> (Area, Runs) {
        let changed = |at: &usize| self.shown.get(*at).is_none_or(|old| !Arc::ptr_eq(&old.1, &shown[*at].1));
        let area = |at: usize| layout.area(at as u32 % layout.columns(), at as u32 / layout.columns());
        // A move that changes nothing is still a frame: one cell of the grid.
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
