//! The picture as a grid of parts, and the reference drawing of the whole picture.

use image::{RgbaImage, imageops};

use super::backdrop::backdrop;
use super::layout::Layout;
use super::look::Look;
use super::panel::{Chip, chips};
use super::sprites::Sprites;
use super::view::BoardView;
use crate::tiles::tile::{Scene, Tile};
use rules::{Color, Square};

/// The content of one cell of the grid. Within one look of one game, equal parts have equal pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) enum Part {
    /// A square of the board.
    Square(Tile),
    /// A part of the backdrop: a margin, or a hole in the board.
    Back { column: u8, row: u8, side: Color },
    /// A cell of the panel, with up to two chips, the upper one first.
    Panel { row: u8, side: Color, chips: [Option<Chip>; 2] },
}

impl Part {
    /// Returns the side at the bottom. Parts that look the same from both sides count as seen by White.
    pub(super) const fn side(&self) -> Color {
        match self {
            Self::Square(_) => Color::White,
            Self::Back { side, .. } | Self::Panel { side, .. } => *side,
        }
    }
}

/// The parts of a picture, row by row.
pub(super) struct Grid {
    pub(super) layout: Layout,
    pub(super) parts: Vec<Part>,
}

impl Grid {
    /// Returns the grid of a view in a look.
    pub(super) fn new(view: &BoardView, look: &Look) -> Self {
        let spec = view.variant.spec();
        let layout = Layout::new(spec, look, view.side);
        let mut grid = Self::bare(layout);
        let scene = Scene::new(view, layout);
        for square in spec.squares {
            let (column, row) = layout.place(square);
            *grid.part(column, row) = Part::Square(scene.tile(square));
        }
        if layout.panel {
            for color in Color::BOTH {
                for (place, chip) in (0..).zip(chips(view, color, layout.slots())) {
                    let (row, lower) = layout.slot(color, place);
                    if let Part::Panel { chips, .. } = grid.part(layout.columns() - 1, row) {
                        chips[usize::from(lower)] = chip;
                    }
                }
            }
        }
        grid
    }

    /// Returns a grid without squares: the backdrop and an empty panel.
    pub(super) fn bare(layout: Layout) -> Self {
        let (columns, rows) = (layout.columns(), layout.rows());
        let side = layout.side;
        let inner_rows = 1..rows - 1;
        let part = |column: u32, row: u32| {
            if layout.panel && column == columns - 1 && inner_rows.contains(&row) {
                Part::Panel { row: row as u8, side, chips: [None; 2] }
            } else {
                Part::Back { column: column as u8, row: row as u8, side }
            }
        };
        let parts = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        Self { layout, parts: parts.map(|(column, row)| part(column, row)).collect() }
    }

    fn part(&mut self, column: u32, row: u32) -> &mut Part {
        &mut self.parts[(row * self.layout.columns() + column) as usize]
    }

    /// Returns the rows of the grid.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Part]> {
        self.parts.chunks(self.layout.columns() as usize)
    }
}

/// The resources for drawing parts.
pub(super) struct Easel<'a> {
    pub(super) sprites: &'a Sprites,
    /// Sprites for the chips of the panel.
    pub(super) small: &'a Sprites,
    pub(super) layout: Layout,
    /// The backdrop from pixel column `left` on.
    pub(super) backdrop: &'a RgbaImage,
    pub(super) left: u32,
    /// The words below the mark of the side to move.
    pub(super) to_move: &'static str,
}

impl Easel<'_> {
    /// Returns the pixels of a part at its place in the grid.
    pub(super) fn draw(&self, part: &Part) -> RgbaImage {
        match part {
            Part::Square(tile) => tile.draw(self.sprites),
            Part::Back { column, row, .. } => self.cut(u32::from(*column), u32::from(*row)),
            Part::Panel { row, chips, .. } => {
                let mut picture = self.cut(self.layout.columns() - 1, u32::from(*row));
                for (lower, chip) in [false, true].into_iter().zip(chips) {
                    if let Some(chip) = chip {
                        chip.draw(&mut picture, self.layout, lower, self.small, self.to_move);
                    }
                }
                picture
            }
        }
    }

    fn cut(&self, column: u32, row: u32) -> RgbaImage {
        let area = self.layout.area(column, row);
        imageops::crop_imm(self.backdrop, area.x - self.left, area.y, area.width, area.height).to_image()
    }
}

/// Draws a board in true colour, part by part: the reference for the fast path.
pub fn render_rgba(view: &BoardView, look: &Look) -> RgbaImage {
    let spec = view.variant.spec();
    let grid = Grid::new(view, look);
    let layout = grid.layout;
    let mut picture = backdrop(spec, look.theme, layout);
    let (sprites, small) =
        (Sprites::of(look.theme, layout.cell), Sprites::of(look.theme, layout.chip(false).1));
    for (row, parts) in (0..).zip(grid.rows()) {
        for (column, part) in (0..).zip(parts) {
            let is_back = matches!(part, Part::Back { .. } | Part::Panel { chips: [None, None], .. });
            if !is_back {
                let area = layout.area(column, row);
                let easel = Easel {
                    sprites: &sprites,
                    small: &small,
                    layout,
                    backdrop: &picture,
                    left: 0,
                    to_move: look.to_move,
                };
                let drawn = easel.draw(part);
                imageops::replace(&mut picture, &drawn, i64::from(area.x), i64::from(area.y));
            }
        }
    }
    picture
}

/// Returns the place of a square in a view's picture: its left edge, upper edge and side in pixels.
pub fn square_on(view: &BoardView, look: &Look, square: Square) -> (u32, u32, u32) {
    let layout = Layout::new(view.variant.spec(), look, view.side);
    let (x, y) = layout.corner(square);
    (x, y, layout.cell)
}
