//! A table of scores, such as the cross table of a tournament, as a picture.

use image::RgbaImage;
use imageproc::drawing::{draw_filled_rect_mut, draw_hollow_rect_mut};
use imageproc::rect::Rect;

use super::backdrop::{long, write};
use super::encode::encode_in;
use super::layout::TextBox;
use super::themes::{Rgb, Theme};
use super::tile::opaque;

/// In pixels: the margin around the table, the height of a line, and the height of its text.
const MARGIN: u32 = 10;
const LINE: u32 = 38;
const TEXT: f32 = 24.0;
/// In pixels: the room beside a text, and the narrowest column.
const ROOM: u32 = 16;
const NARROWEST: u32 = 38;
/// How strong the lines between cells are.
const FAINT: f32 = 0.3;
/// The colours of the picture: four and their mixtures.
const COLOURS: usize = 20;

/// A cell of a [`ScoreTable`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreCell {
    /// A text of a few characters; it may be empty.
    Text(String),
    /// A title, such as the number of an opponent.
    Head(String),
    /// Nothing can stand here, as nobody meets themselves.
    Filled,
}

/// A table of scores, to be drawn: a first line of titles, and a line for each player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreTable {
    /// The lines from top to bottom, each with its cells from left to right. A line may have fewer cells than others.
    pub lines: Vec<Vec<ScoreCell>>,
}

impl ScoreCell {
    fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Head(text) => text,
            Self::Filled => "",
        }
    }
}

/// The table as a PNG file.
pub fn score_table(table: &ScoreTable, theme: &'static Theme) -> Vec<u8> {
    let widths = widths(table);
    let size = (2 * MARGIN + widths.iter().sum::<u32>(), 2 * MARGIN + LINE * table.lines.len() as u32);
    let mut picture = RgbaImage::from_pixel(size.0, size.1, opaque(theme.background));
    for (line, top) in table.lines.iter().zip((MARGIN..).step_by(LINE as usize)) {
        let mut left = MARGIN;
        for (cell, width) in line.iter().zip(&widths) {
            draw(&mut picture, cell, (left, top, *width), theme);
            left += width;
        }
    }
    encode_in(&picture, COLOURS)
}

/// How wide each column is: as its longest text needs.
fn widths(table: &ScoreTable) -> Vec<u32> {
    let columns = table.lines.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |column: usize| {
        let cells = table.lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| long(cell.text(), TEXT.into()).ceil() as u32 + ROOM).max().unwrap_or(0)
    };
    (0..columns).map(|column| wide(column).max(NARROWEST)).collect()
}

fn draw(
    picture: &mut RgbaImage,
    cell: &ScoreCell,
    (left, top, width): (u32, u32, u32),
    theme: &'static Theme,
) {
    let area = Rect::at(left as i32, top as i32).of_size(width, LINE);
    match cell {
        ScoreCell::Filled => draw_filled_rect_mut(picture, area, opaque(theme.frame)),
        ScoreCell::Head(_) => draw_filled_rect_mut(picture, area, opaque(shade(theme))),
        ScoreCell::Text(_) => {}
    }
    draw_hollow_rect_mut(picture, area, opaque(mixed(theme.background, theme.label, FAINT)));
    if !cell.text().is_empty() {
        let middle = (left + width / 2, top + LINE / 2);
        write(picture, cell.text(), TextBox { middle, height: TEXT, width: width as f32 }, theme.label);
    }
}

/// The ground of titles: a little lighter or darker than the others.
fn shade(theme: &Theme) -> Rgb {
    mixed(theme.background, theme.label, 0.1)
}

fn mixed(below: Rgb, above: Rgb, share: f32) -> Rgb {
    let mut both = [below[0], below[1], below[2], 255];
    super::curve::blend(&mut both, above, share);
    [both[0], both[1], both[2]]
}
