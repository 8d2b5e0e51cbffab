//! The whole picture: tiles, frame, coordinates and what stands beside the board.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use image::{Rgba, RgbaImage, imageops};
use imageproc::drawing::draw_filled_rect_mut;
use imageproc::rect::Rect;

use super::encode::encode;
use super::layout::{CELL, CHIP, COUNT_HEIGHT, FRAME, LABEL_HEIGHT, Layout, Point, TURN};
use super::sprites::Sprites;
use super::theme::WOOD;
use super::tile::{Scene, Tile, opaque};
use super::view::BoardView;
use crate::rules::{Color, Kind, Piece, Square};

static FONT: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../../fonts/labels.ttf")).expect("our own font is sound")
});

/// The picture of a board as a PNG file.
pub fn png(view: &BoardView) -> Vec<u8> {
    encode(&rgba(view))
}

/// The picture of a board in true colour, as drawn.
pub fn rgba(view: &BoardView) -> RgbaImage {
    let spec = view.position.spec();
    let layout = Layout::new(spec, view.side);
    let (width, height) = layout.size();
    let mut picture = RgbaImage::from_pixel(width, height, opaque(WOOD.background));
    for square in spec.squares {
        let (x, y) = layout.corner(square);
        let side = CELL + 2 * FRAME;
        let around = Rect::at((x - FRAME) as i32, (y - FRAME) as i32).of_size(side, side);
        draw_filled_rect_mut(&mut picture, around, opaque(WOOD.frame));
    }
    let scene = Scene::new(view, layout);
    for square in spec.squares {
        paste(&mut picture, &scene.tile(square).draw(CELL), layout.corner(square));
    }
    draw_labels(&mut picture, view, layout);
    for color in Color::BOTH {
        draw_panel(&mut picture, view, layout, color);
    }
    picture
}

/// Where a cell of the board is on a view's picture: the left, upper corner and the side of its square, in pixels.
pub fn square_on(view: &BoardView, square: Square) -> (u32, u32, u32) {
    let (x, y) = Layout::new(view.position.spec(), view.side).corner(square);
    (x, y, CELL)
}

fn paste(picture: &mut RgbaImage, tile: &RgbaImage, (x, y): Point) {
    imageops::replace(picture, tile, i64::from(x), i64::from(y));
}

/// The file's letter below the lowest square of each file, the rank's number left of the first of each rank: where the
/// board has holes, the labels keep to its edge.
fn draw_labels(picture: &mut RgbaImage, view: &BoardView, layout: Layout) {
    let spec = view.position.spec();
    let squares = spec.squares;
    let lowest = |a: &Square, b: &Square| layout.cell(*a).1.cmp(&layout.cell(*b).1);
    let leftmost = |a: &Square, b: &Square| layout.cell(*a).0.cmp(&layout.cell(*b).0);
    for file in 0..spec.files {
        if let Some(square) = squares.iter().filter(|s| s.file() == file).max_by(lowest) {
            let letter = square.file_letter().to_string();
            write(picture, &letter, layout.file_label(square), LABEL_HEIGHT);
        }
    }
    for rank in spec.first_rank..=spec.last_rank {
        if let Some(square) = squares.iter().filter(|s| s.rank() == rank).min_by(leftmost) {
            write(picture, &rank.to_string(), layout.rank_label(square), LABEL_HEIGHT);
        }
    }
}

/// Whose turn it is, what is in hand and how many promotions were made, at the side's own end of the board.
fn draw_panel(picture: &mut RgbaImage, view: &BoardView, layout: Layout, color: Color) {
    let (position, spec) = (&view.position, view.position.spec());
    if !view.ended && position.turn() == color {
        let (x, y) = layout.turn_mark(color);
        let at = (i64::from(x - TURN / 2), i64::from(y - TURN / 2));
        imageops::overlay(picture, Sprites::of(CELL).turn(color), at.0, at.1);
    }
    let (corner, number) = layout.chip(color);
    let chip = if spec.drops.is_some() {
        Some((Kind::NinjaPawn, format!("\u{d7}{}", position.hand(color))))
    } else if spec.counts_promotions {
        Some((Kind::Pawn, format!("\u{2191}{}", position.promotions(color))))
    } else {
        None
    };
    if let Some((kind, count)) = chip {
        paste(picture, &Tile::chip(Piece { color, kind }).draw(CHIP), corner);
        write(picture, &count, number, COUNT_HEIGHT);
    }
}

/// Writes a short text with its middle at a point.
pub(super) fn write(picture: &mut RgbaImage, text: &str, (x, y): Point, height: f32) {
    let font = FONT.as_scaled(PxScale::from(height));
    let width: f32 = text.chars().map(|letter| font.h_advance(font.glyph_id(letter))).sum();
    let mut left = x as f32 - width / 2.0;
    // Digits and capitals are what is written: their middle lies at about 0.36 of the height above the base line.
    let base = y as f32 + height * 0.31;
    for letter in text.chars() {
        let id = font.glyph_id(letter);
        let glyph = id.with_scale_and_position(PxScale::from(height), point(left, base));
        left += font.h_advance(id);
        let Some(outline) = FONT.outline_glyph(glyph) else { continue };
        let corner = outline.px_bounds().min;
        outline.draw(|dx, dy, cover| {
            let at = (corner.x as i64 + i64::from(dx), corner.y as i64 + i64::from(dy));
            let (Ok(px), Ok(py)) = (u32::try_from(at.0), u32::try_from(at.1)) else { return };
            if let Some(pixel) = picture.get_pixel_mut_checked(px, py) {
                *pixel = mixed(*pixel, opaque(WOOD.label), cover);
            }
        });
    }
}

fn mixed(below: Rgba<u8>, above: Rgba<u8>, share: f32) -> Rgba<u8> {
    let share = share.clamp(0.0, 1.0);
    let channel = |i: usize| f32::from(below[i]) * (1.0 - share) + f32::from(above[i]) * share;
    Rgba([channel(0) as u8, channel(1) as u8, channel(2) as u8, 255])
}
