//! Everything under and around the squares: background, frame, letters and numbers.

use ab_glyph::{Font, PxScale, ScaleFont, point};
use image::{Rgba, RgbaImage};
use imageproc::drawing::draw_filled_rect_mut;
use imageproc::rect::Rect;

use super::font::FONT;
use super::layout::{Layout, TextBox};
use super::themes::{Rgb, Theme};
use crate::tiles::tile::opaque;
use rules::{Spec, Square};

/// Returns the picture without its squares and without the panel next to the board.
pub(super) fn backdrop(spec: &Spec, theme: &Theme, layout: Layout) -> RgbaImage {
    let (width, height) = layout.size();
    let mut picture = RgbaImage::from_pixel(width, height, opaque(theme.background));
    let frame = layout.frame();
    for square in spec.squares {
        let (x, y) = layout.corner(square);
        let side = layout.cell + 2 * frame;
        let around = Rect::at((x - frame) as i32, (y - frame) as i32).of_size(side, side);
        draw_filled_rect_mut(&mut picture, around, opaque(theme.frame));
    }
    if layout.has_labels() {
        draw_labels(&mut picture, spec, theme.label, layout);
    }
    picture
}

/// Draws each file's letter below its lowest square, and each rank's number left of its first square.
///
/// Where the board has holes, the labels follow its edge. A number that would share a hole with a letter goes
/// into the margin of its row instead, because the two together would read as a square's name.
fn draw_labels(picture: &mut RgbaImage, spec: &Spec, colour: Rgb, layout: Layout) {
    let squares = spec.squares;
    let lowest = |a: &Square, b: &Square| layout.place(*a).1.cmp(&layout.place(*b).1);
    let leftmost = |a: &Square, b: &Square| layout.place(*a).0.cmp(&layout.place(*b).0);
    let mut lettered = Vec::new();
    for file in 0..spec.files {
        if let Some(square) = squares.iter().filter(|s| s.file() == file).max_by(lowest) {
            let (column, row) = layout.place(square);
            lettered.push((column, row + 1));
            let letter = square.file_letter().to_string();
            write(picture, &letter, layout.file_label(square), colour);
        }
    }
    for rank in spec.first_rank..=spec.last_rank {
        if let Some(square) = squares.iter().filter(|s| s.rank() == rank).min_by(leftmost) {
            let (column, row) = layout.place(square);
            let is_taken = lettered.contains(&(column - 1, row));
            let at = if is_taken { layout.margin_label(square) } else { layout.rank_label(square) };
            write(picture, &rank.to_string(), at, colour);
        }
    }
}

/// The smallest share of its natural width to which a text may be squeezed.
const NARROWEST: f32 = 0.4;

/// Returns the natural width of a text, before squeezing.
pub(super) fn long(text: &str, scale: PxScale) -> f32 {
    let font = FONT.as_scaled(scale);
    text.chars().map(|letter| font.h_advance(font.glyph_id(letter))).sum()
}

/// True if a text would be readable there.
///
/// The font must have all its letters, and it must not be squeezed too much.
pub(super) fn can_write(text: &str, at: TextBox) -> bool {
    let has = |letter| FONT.glyph_id(letter).0 != 0;
    !text.is_empty() && text.chars().all(has) && at.width >= NARROWEST * long(text, PxScale::from(at.height))
}

/// Writes a short text.
pub(super) fn write(picture: &mut RgbaImage, text: &str, at: TextBox, colour: Rgb) {
    ink(text, at, |x, y, cover| {
        if let Some(pixel) = picture.get_pixel_mut_checked(x, y) {
            *pixel = mixed(*pixel, opaque(colour), cover);
        }
    });
}

/// Calls `covers` for each pixel of a short text with its coverage from 0 to 1.
///
/// Pixels may be outside the picture.
pub(super) fn ink(text: &str, at: TextBox, mut covers: impl FnMut(u32, u32, f32)) {
    let TextBox { middle: (x, y), height, width: most } = at;
    let whole = PxScale::from(height);
    let scale = PxScale { x: height * (most / long(text, whole)).min(1.0), y: height };
    let (font, width) = (FONT.as_scaled(scale), long(text, scale));
    let mut left = x as f32 - width / 2.0;
    // Most text is digits and capitals, whose middle is about 0.31 of the height above the base line.
    let base = y as f32 + height * 0.31;
    for letter in text.chars() {
        let id = font.glyph_id(letter);
        let glyph = id.with_scale_and_position(scale, point(left, base));
        left += font.h_advance(id);
        let Some(outline) = FONT.outline_glyph(glyph) else { continue };
        let corner = outline.px_bounds().min;
        outline.draw(|dx, dy, cover| {
            let at = (corner.x as i64 + i64::from(dx), corner.y as i64 + i64::from(dy));
            if let (Ok(px), Ok(py)) = (u32::try_from(at.0), u32::try_from(at.1)) {
                covers(px, py, cover);
            }
        });
    }
}

fn mixed(below: Rgba<u8>, above: Rgba<u8>, share: f32) -> Rgba<u8> {
    let share = share.clamp(0.0, 1.0);
    let channel = |i: usize| f32::from(below[i]) * (1.0 - share) + f32::from(above[i]) * share;
    Rgba([channel(0) as u8, channel(1) as u8, channel(2) as u8, 255])
}
