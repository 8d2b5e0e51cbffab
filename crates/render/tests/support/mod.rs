//! Helpers for tests of pictures.

pub mod film;
pub mod plain_gif;

use image::RgbaImage;
use render::{BoardView, Look};
use rules::{Color, Position, Square};

pub fn position(slug: &str, fen: &str) -> Position {
    let variant = games::from_slug(slug).expect("a game");
    if fen.is_empty() {
        return Position::start(variant);
    }
    Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub fn view(slug: &str, fen: &str) -> BoardView {
    BoardView::new(&position(slug, fen), None, Color::White)
}

/// Returns the view after one move, given as canonical text.
pub fn played(slug: &str, fen: &str, text: &str, side: Color) -> BoardView {
    let before = position(slug, fen);
    let legal = before.legal_moves();
    let mv = legal.iter().find(|mv| mv.to_string() == text).unwrap_or_else(|| panic!("{text} of {legal:?}"));
    BoardView::played(&before, mv, side).expect("a legal move")
}

/// Returns the view with the moves of one piece of the side to move marked.
pub fn with_dots(slug: &str, fen: &str, from: &str) -> BoardView {
    dotted(view(slug, fen), &position(slug, fen), from)
}

/// Marks the moves of one piece on a view of that position.
pub fn dotted(view: BoardView, position: &Position, from: &str) -> BoardView {
    let from = square(from);
    let moves: Vec<_> = position.legal_moves().into_iter().filter(|mv| mv.from() == Some(from)).collect();
    view.with_dots(position, from, &moves)
}

pub fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

pub fn decoded(file: &[u8]) -> RgbaImage {
    image::load_from_memory_with_format(file, image::ImageFormat::Png).expect("a PNG").to_rgba8()
}

/// Returns the pixels of one cell of a view's picture, in true colour, because palettes depend on the rest of
/// the picture.
pub fn cell(view: &BoardView, name: &str) -> RgbaImage {
    cut_out(view, &render::render_rgba(view, &Look::default()), square(name))
}

pub fn cut_out(view: &BoardView, picture: &RgbaImage, square: Square) -> RgbaImage {
    let (x, y, side) = render::square_on(view, &Look::default(), square);
    image::imageops::crop_imm(picture, x, y, side, side).to_image()
}

/// Returns the mean of a channel over an area, 0 to 255.
pub fn mean(area: &RgbaImage, channel: usize) -> f64 {
    let sum: f64 = area.pixels().map(|pixel| f64::from(pixel.0[channel])).sum();
    sum / f64::from(area.width() * area.height())
}

/// Returns the mean difference of two pictures of one size over all channels, 0 to 255.
pub fn difference(a: &RgbaImage, b: &RgbaImage) -> f64 {
    assert_eq!(a.dimensions(), b.dimensions());
    let sum: f64 = a.as_raw().iter().zip(b.as_raw()).map(|(x, y)| f64::from(x.abs_diff(*y))).sum();
    sum / a.as_raw().len() as f64
}
