//! The course of a game: both sides' winning chances from start to end, and the boards of the key moments.

use image::{RgbaImage, imageops};
use imageproc::drawing::{draw_filled_circle_mut, draw_filled_rect_mut};
use imageproc::rect::Rect;

use crate::backdrop::write;
use crate::encode::encode;
use crate::figure::Figure;
use crate::layout::TextBox;
use crate::look::Look;
use crate::picture::render_rgba;
use crate::sprites::Sprites;
use crate::themes::{Rgb, Theme};
use crate::tiles::tile::opaque;
use crate::view::BoardView;
use rules::Color;

/// In pixels: the smallest width of the picture, the height of the curve, its margin, and the gap between
/// boards.
const WIDTH: u32 = 1_080;
const HEIGHT: u32 = 300;
const MARGIN: u32 = 14;
const GAP: u32 = 12;
/// In pixels: the Kings next to the curve, and the strip of move numbers below it.
const KING: u32 = 56;
const NUMBERS: u32 = 34;
/// In pixels: the radius of a disc with a number, and the height of the digits.
pub(crate) const DISC: i32 = 17;
const DIGIT: f32 = 26.0;
/// The number of boards in a row below the curve.
pub const BOARDS_IN_A_ROW: usize = 3;
/// Half the thickness of the curve.
const STROKE: f32 = 2.4;
/// The opacity of the scale's lines.
const FAINT: f32 = 0.35;

/// The winning chances of a game, to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// White's winning chance at the start and after each move: 0 to 1.
    pub chances: Vec<f64>,
    /// The move numbers on the axis, each with its ply.
    pub numbers: Vec<(usize, u32)>,
    /// The plies of the marked moments, which are numbered 1, 2, 3 from left to right.
    pub moments: Vec<usize>,
}

/// Draws a curve above the boards of its moments, as a PNG file. White's share is at the top, Black's at the
/// bottom.
pub fn review(curve: &Curve, boards: &[BoardView], look: &Look) -> Vec<u8> {
    let pictures: Vec<RgbaImage> = boards.iter().map(|board| render_rgba(board, look)).collect();
    let heads = 2 * DISC as u32 + GAP;
    let wide =
        |row: &[RgbaImage]| row.iter().map(|picture| picture.width() + GAP).sum::<u32>().saturating_sub(GAP);
    let high = |row: &[RgbaImage]| heads + row.iter().map(RgbaImage::height).max().unwrap_or(0);
    let width = pictures.chunks(BOARDS_IN_A_ROW).map(wide).max().unwrap_or(0).max(WIDTH);
    let mut top = HEIGHT + 2 * MARGIN + NUMBERS;
    let height = top + pictures.chunks(BOARDS_IN_A_ROW).map(high).sum::<u32>();
    let mut sheet = RgbaImage::from_pixel(width, height, opaque(look.theme.background));
    let plot = Plot::new(curve, width);
    plot.draw(&mut sheet, look.theme);
    for (before, row) in (0..).step_by(BOARDS_IN_A_ROW).zip(pictures.chunks(BOARDS_IN_A_ROW)) {
        let mut left = (width - wide(row)) / 2;
        for (number, picture) in (before + 1..).zip(row) {
            let middle = (left + picture.width() / 2, top + heads / 2 - GAP / 2);
            disc(&mut sheet, number, middle, look.theme);
            imageops::replace(&mut sheet, picture, i64::from(left), i64::from(top + heads));
            left += picture.width() + GAP;
        }
        top += high(row);
    }
    encode(&sheet)
}

/// The place of a curve in a picture.
struct Plot<'a> {
    curve: &'a Curve,
    left: u32,
    width: u32,
}

impl<'a> Plot<'a> {
    fn new(curve: &'a Curve, width: u32) -> Self {
        let left = 2 * MARGIN + KING;
        Self { curve, left, width: width - left - MARGIN }
    }

    /// Returns the point of the curve after this many plies, in pixels.
    fn at(&self, ply: usize) -> (f32, f32) {
        let last = self.curve.chances.len().saturating_sub(1).max(1);
        let chance = self.curve.chances.get(ply).copied().unwrap_or(0.5).clamp(0.0, 1.0);
        let (x, y) = (self.width as f32 * ply as f32 / last as f32, HEIGHT as f32 * (1.0 - chance as f32));
        (self.left as f32 + x, MARGIN as f32 + y)
    }

    /// Returns the y coordinate of the curve at a column of pixels.
    fn height(&self, x: f32) -> f32 {
        let last = self.curve.chances.len().saturating_sub(1).max(1);
        let along = ((x - self.left as f32) / self.width as f32 * last as f32).clamp(0.0, last as f32);
        let (from, to) = (self.at(along.floor() as usize), self.at((along.ceil() as usize).min(last)));
        from.1 + (to.1 - from.1) * along.fract()
    }

    fn draw(&self, sheet: &mut RgbaImage, theme: &'static Theme) {
        let field = Rect::at(self.left as i32, MARGIN as i32).of_size(self.width, HEIGHT);
        draw_filled_rect_mut(sheet, field, opaque(theme.tray));
        let middle = (MARGIN + HEIGHT / 2) as f32;
        for x in self.left..self.left + self.width {
            let y = self.height(x as f32 + 0.5);
            let (colour, from, to) = if y < middle {
                (theme.pieces.white.body, y, middle)
            } else {
                (theme.pieces.black.body, middle, y)
            };
            for row in from.round() as u32..(to.round() as u32).min(MARGIN + HEIGHT) {
                sheet.put_pixel(x, row, opaque(colour));
            }
        }
        self.scale(sheet, theme);
        self.ground(sheet, theme);
        for ply in 1..self.curve.chances.len() {
            stroke(sheet, self.at(ply - 1), self.at(ply), theme.frame);
        }
        for (number, ply) in (1..).zip(&self.curve.moments) {
            let (x, y) = self.at(*ply);
            let edge = MARGIN + DISC as u32;
            let y = (y.round() as u32).clamp(edge, MARGIN + HEIGHT - DISC as u32);
            // The margin is narrower than the disc of the last move.
            let x = (x.round() as u32).min(sheet.width() - DISC as u32 - 1);
            disc(sheet, number, (x, y), theme);
        }
        let sprites = Sprites::of(theme, KING);
        for (color, y) in [(Color::White, MARGIN), (Color::Black, MARGIN + HEIGHT - KING)] {
            let ground = Rect::at(MARGIN as i32, y as i32).of_size(KING, KING);
            draw_filled_rect_mut(sheet, ground, opaque(theme.tray));
            let king = sprites.piece(Figure::king(color));
            imageops::overlay(sheet, king, i64::from(MARGIN), i64::from(y));
        }
    }

    /// Draws thin lines at 25 % and 75 %, and labels with White's chance in percent there and at the middle.
    fn scale(&self, sheet: &mut RgbaImage, theme: &Theme) {
        for percent in [75, 50, 25] {
            let y = MARGIN + HEIGHT * (100 - percent) / 100;
            let at = TextBox { middle: (MARGIN + KING / 2, y), height: DIGIT, width: KING as f32 };
            write(sheet, &format!("{percent} %"), at, theme.label);
            if percent == 50 {
                continue;
            }
            for x in self.left..self.left + self.width {
                let pixel = sheet.get_pixel_mut(x, y);
                // The line must be visible on light ground and on Black's dark share.
                let is_dark = pixel.0[..3].iter().map(|part| u32::from(*part)).sum::<u32>() < 300;
                blend(&mut pixel.0, if is_dark { theme.label } else { theme.frame }, FAINT);
            }
        }
    }

    /// Draws the line of equal chances, and the move numbers.
    fn ground(&self, sheet: &mut RgbaImage, theme: &Theme) {
        let middle = Rect::at(self.left as i32, (MARGIN + HEIGHT / 2 - 1) as i32).of_size(self.width, 2);
        draw_filled_rect_mut(sheet, middle, opaque(theme.frame));
        for (ply, number) in &self.curve.numbers {
            let x = self.at(*ply).0.round() as u32;
            let tick = Rect::at(x as i32 - 1, (MARGIN + HEIGHT) as i32).of_size(2, 6);
            draw_filled_rect_mut(sheet, tick, opaque(theme.label));
            let middle = (x, MARGIN + HEIGHT + NUMBERS / 2 + 4);
            let at = TextBox { middle, height: DIGIT, width: 2.0 * KING as f32 };
            write(sheet, &number.to_string(), at, theme.label);
        }
    }
}

/// Draws a number on a disc, such as that of a moment.
pub(crate) fn disc(sheet: &mut RgbaImage, number: u32, (x, y): (u32, u32), theme: &Theme) {
    let middle = (x as i32, y as i32);
    draw_filled_circle_mut(sheet, middle, DISC, opaque(theme.sign));
    draw_filled_circle_mut(sheet, middle, DISC - 2, opaque(theme.victim));
    let at = TextBox { middle: (x, y), height: DIGIT, width: 2.0 * DISC as f32 };
    write(sheet, &number.to_string(), at, theme.sign);
}

/// Draws an anti-aliased line.
pub(crate) fn stroke(sheet: &mut RgbaImage, from: (f32, f32), to: (f32, f32), colour: Rgb) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(f32::EPSILON);
    let low = |a: f32, b: f32| (a.min(b) - STROKE - 1.0).max(0.0) as u32;
    let high = |a: f32, b: f32| (a.max(b) + STROKE + 2.0) as u32;
    for y in low(from.1, to.1)..high(from.1, to.1).min(sheet.height()) {
        for x in low(from.0, to.0)..high(from.0, to.0).min(sheet.width()) {
            let (px, py) = (x as f32 + 0.5 - from.0, y as f32 + 0.5 - from.1);
            let along = ((px * dx + py * dy) / (length * length)).clamp(0.0, 1.0);
            let away = (px - along * dx).hypot(py - along * dy);
            let cover = (STROKE + 0.5 - away).clamp(0.0, 1.0);
            if cover > 0.0 {
                blend(&mut sheet.get_pixel_mut(x, y).0, colour, cover);
            }
        }
    }
}

/// Blends a colour into a pixel with this opacity.
pub(crate) fn blend(pixel: &mut [u8; 4], colour: Rgb, cover: f32) {
    for (part, wanted) in pixel.iter_mut().zip(colour) {
        *part = (f32::from(*part) * (1.0 - cover) + f32::from(wanted) * cover).round() as u8;
    }
}
