//! A player's rating over time, as a picture.

use image::RgbaImage;
use imageproc::drawing::{draw_filled_circle_mut, draw_filled_rect_mut};
use imageproc::rect::Rect;

use super::curve::{blend, stroke};
use crate::backdrop::write;
use crate::encode::encode_drawing;
use crate::layout::TextBox;
use crate::themes::Theme;
use crate::tiles::tile::opaque;

/// In pixels: the picture, its margin, the column of points next to the field, and the strip of dates below
/// it.
const WIDTH: u32 = 640;
const HEIGHT: u32 = 260;
const MARGIN: u32 = 12;
const SCALE: u32 = 60;
const DATES: u32 = 32;
/// In pixels: the height of the digits, and the radius of a dot.
const DIGIT: f32 = 20.0;
const DOT: i32 = 5;
/// The opacity of the lines of the scale, and of the band around the line.
const FAINT: f32 = 0.35;
const BAND: f32 = 0.25;
/// The smallest height of the field in points.
const LEAST: f64 = 100.0;
/// The number of colours of the picture: five and their mixtures.
const COLOURS: usize = 20;
/// The most lines of the scale.
const LINES: f64 = 6.0;

/// The rating at the end of a period.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartPoint {
    /// Its time in any unit; later points are larger.
    pub at: f64,
    /// The rating in points.
    pub rating: f64,
    /// The uncertainty of the rating to either side, in points.
    pub spread: f64,
}

/// A rating over time, to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingChart {
    /// The points, the oldest first.
    pub points: Vec<ChartPoint>,
    /// The texts below the first and the last point.
    pub dates: [String; 2],
}

/// Draws the rating as a line with a band around it, as a PNG file.
pub fn rating_chart(chart: &RatingChart, theme: &'static Theme) -> Vec<u8> {
    let mut picture = RgbaImage::from_pixel(WIDTH, HEIGHT, opaque(theme.background));
    let field = Field::new(&chart.points);
    let ground = Rect::at(Field::LEFT as i32, MARGIN as i32).of_size(Field::WIDE, Field::HIGH);
    draw_filled_rect_mut(&mut picture, ground, opaque(theme.tray));
    field.draw_scale(&mut picture, theme);
    field.draw_band(&mut picture, &chart.points, theme);
    for two in chart.points.windows(2) {
        stroke(&mut picture, field.at(two[0]), field.at(two[1]), theme.frame);
    }
    for point in &chart.points {
        let (x, y) = field.at(*point);
        let middle = (x.round() as i32, y.round() as i32);
        draw_filled_circle_mut(&mut picture, middle, DOT, opaque(theme.frame));
        draw_filled_circle_mut(&mut picture, middle, DOT - 2, opaque(theme.tray));
    }
    let y = HEIGHT - DATES / 2 - 2;
    let width = Field::WIDE as f32 / 2.0;
    let half = Field::WIDE / 4;
    let middles = match chart.points.len() {
        0 | 1 => vec![Field::LEFT + Field::WIDE / 2],
        _ => vec![Field::LEFT + half / 2, Field::LEFT + Field::WIDE - half / 2],
    };
    for (middle, date) in middles.into_iter().zip(&chart.dates) {
        write(&mut picture, date, TextBox { middle: (middle, y), height: DIGIT, width }, theme.label);
    }
    encode_drawing(&picture, COLOURS)
}

/// The mapping of points to pixels.
struct Field {
    from: f64,
    until: f64,
    lowest: f64,
    highest: f64,
}

impl Field {
    const LEFT: u32 = MARGIN + SCALE;
    const WIDE: u32 = WIDTH - MARGIN - SCALE - MARGIN;
    const HIGH: u32 = HEIGHT - MARGIN - DATES;

    fn new(points: &[ChartPoint]) -> Self {
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
        let mut lowest = least(&mut points.iter().map(|point| point.rating - point.spread));
        let mut highest = most(&mut points.iter().map(|point| point.rating + point.spread));
        if highest - lowest < LEAST || !(highest - lowest).is_finite() {
            let middle = if lowest.is_finite() { f64::midpoint(lowest, highest) } else { 1_500.0 };
            (lowest, highest) = (middle - LEAST / 2.0, middle + LEAST / 2.0);
        }
        let from = least(&mut points.iter().map(|point| point.at));
        let until = most(&mut points.iter().map(|point| point.at));
        Self { from, until, lowest, highest }
    }

    fn at(&self, point: ChartPoint) -> (f32, f32) {
        // Room for a dot on each side.
        let inset = f64::from(DOT) + 4.0;
        let wide = f64::from(Self::WIDE) - 2.0 * inset;
        let along =
            if self.until > self.from { (point.at - self.from) / (self.until - self.from) } else { 0.5 };
        let x = f64::from(Self::LEFT) + inset + wide * along;
        (x as f32, self.height(point.rating))
    }

    /// Returns the y coordinate of a rating.
    fn height(&self, rating: f64) -> f32 {
        let inset = f64::from(DOT) + 2.0;
        let share = (self.highest - rating) / (self.highest - self.lowest);
        (f64::from(MARGIN) + inset + (f64::from(Self::HIGH) - 2.0 * inset) * share) as f32
    }

    /// Draws thin lines at round numbers, each with its number.
    fn draw_scale(&self, picture: &mut RgbaImage, theme: &Theme) {
        let span = self.highest - self.lowest;
        let steps = [20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0];
        let step = steps.into_iter().find(|step| span / step <= LINES).unwrap_or(2_000.0);
        let mut rating = (self.lowest / step).ceil() * step;
        while rating <= self.highest {
            let y = (self.height(rating).round() as u32).min(HEIGHT - 1);
            for x in Self::LEFT..Self::LEFT + Self::WIDE {
                blend(&mut picture.get_pixel_mut(x, y).0, theme.label, FAINT);
            }
            let middle = (MARGIN + SCALE / 2, y);
            let at = TextBox { middle, height: DIGIT, width: SCALE as f32 };
            write(picture, &format!("{rating:.0}"), at, theme.label);
            rating += step;
        }
    }

    /// Draws the band of uncertainty around the rating.
    fn draw_band(&self, picture: &mut RgbaImage, points: &[ChartPoint], theme: &Theme) {
        for two in points.windows(2) {
            let (from, to) = (self.at(two[0]).0, self.at(two[1]).0);
            for x in from.round() as u32..to.round() as u32 {
                let along = f64::from((x as f32 - from) / (to - from));
                let mix = |a: f64, b: f64| a + (b - a) * along;
                let (rating, spread) = (mix(two[0].rating, two[1].rating), mix(two[0].spread, two[1].spread));
                let (top, bottom) = (self.height(rating + spread), self.height(rating - spread));
                for y in top.round() as u32..(bottom.round() as u32).min(MARGIN + Self::HIGH) {
                    blend(&mut picture.get_pixel_mut(x, y).0, theme.frame, BAND);
                }
            }
        }
    }
}
