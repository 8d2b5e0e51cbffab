//! A table of scores, such as the cross table of a tournament, as a picture.

use image::{GrayImage, Luma};
use imageproc::drawing::{draw_filled_rect_mut, draw_hollow_rect_mut};
use imageproc::rect::Rect;

use crate::backdrop::{ink, long};
use crate::encode::encode_numbers;
use crate::layout::TextBox;
use crate::themes::{Rgb, Theme};

/// In pixels: the margin around the table, the height of a line, and the height of its text.
const MARGIN: u32 = 10;
const LINE: u32 = 38;
const TEXT: f32 = 24.0;
/// In pixels: the room next to a text, and the narrowest column.
const ROOM: u32 = 16;
const NARROWEST: u32 = 38;
/// The opacity of the lines between cells.
const FAINT: f32 = 0.3;
/// The numbers of the colours, which fit four bits.
///
/// These are the two grounds, each followed by its mixtures with the text colour, the lines between cells,
/// and the filled cells.
const STEPS: u8 = 7;
const GROUND: u8 = 0;
const HEAD: u8 = STEPS;
const EDGE: u8 = 2 * STEPS;
const FILLED: u8 = EDGE + 1;

/// A cell of a [`ScoreTable`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreCell {
    /// A text of a few characters; it may be empty.
    Text(String),
    /// A title, such as the number of an opponent.
    Head(String),
    /// A filled cell, such as a player's meeting with themselves.
    Filled,
}

/// A table of scores, to be drawn: a line of titles and a line for each player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreTable {
    /// The lines from top to bottom, each with its cells from left to right. Lines may have different
    /// lengths.
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

/// Draws the table as a PNG file.
pub fn score_table(table: &ScoreTable, theme: &'static Theme) -> Vec<u8> {
    let widths = widths(table);
    let size = (2 * MARGIN + widths.iter().sum::<u32>(), 2 * MARGIN + LINE * table.lines.len() as u32);
    let mut picture = GrayImage::from_pixel(size.0, size.1, Luma([GROUND]));
    for (line, top) in table.lines.iter().zip((MARGIN..).step_by(LINE as usize)) {
        let mut left = MARGIN;
        for (cell, width) in line.iter().zip(&widths) {
            draw(&mut picture, cell, (left, top, *width));
            left += width;
        }
    }
    encode_numbers(&picture, &colours(theme))
}

/// Returns the width of each column, which fits its longest text.
fn widths(table: &ScoreTable) -> Vec<u32> {
    let columns = table.lines.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |column: usize| {
        let cells = table.lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| long(cell.text(), TEXT.into()).ceil() as u32 + ROOM).max().unwrap_or(0)
    };
    (0..columns).map(|column| wide(column).max(NARROWEST)).collect()
}

fn draw(picture: &mut GrayImage, cell: &ScoreCell, (left, top, width): (u32, u32, u32)) {
    let area = Rect::at(left as i32, top as i32).of_size(width, LINE);
    match cell {
        ScoreCell::Filled => draw_filled_rect_mut(picture, area, Luma([FILLED])),
        ScoreCell::Head(_) => draw_filled_rect_mut(picture, area, Luma([HEAD])),
        ScoreCell::Text(_) => {}
    }
    draw_hollow_rect_mut(picture, area, Luma([EDGE]));
    if cell.text().is_empty() {
        return;
    }
    let middle = (left + width / 2, top + LINE / 2);
    ink(cell.text(), TextBox { middle, height: TEXT, width: width as f32 }, |x, y, cover| {
        let Some(Luma([number])) = picture.get_pixel_mut_checked(x, y) else { return };
        if *number < EDGE {
            let ground = *number / STEPS * STEPS;
            *number = (*number).max(ground + (cover.clamp(0.0, 1.0) * f32::from(STEPS - 1)).round() as u8);
        }
    });
}

/// Returns the colours by number.
fn colours(theme: &Theme) -> Vec<Rgb> {
    let share = |step: u8| f32::from(step) / f32::from(STEPS - 1);
    let head = mixed(theme.background, theme.label, 0.1);
    let grounds = [theme.background, head];
    let ramps = grounds.into_iter().flat_map(|ground| (0..STEPS).map(move |step| (ground, share(step))));
    let mut colours: Vec<Rgb> = ramps.map(|(ground, share)| mixed(ground, theme.label, share)).collect();
    colours.push(mixed(theme.background, theme.label, FAINT));
    colours.push(theme.frame);
    colours
}

fn mixed(below: Rgb, above: Rgb, share: f32) -> Rgb {
    let mut both = [below[0], below[1], below[2], 255];
    super::curve::blend(&mut both, above, share);
    [both[0], both[1], both[2]]
}
