//! The font used in all pictures.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, OutlineCurve, Point};

/// A bold sans-serif font.
pub(super) static FONT: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../../../fonts/labels.ttf")).expect("our own font is sound")
});

/// Returns the outline of a letter as an SVG path, centred and as large as fits into the box.
///
/// The box is given by its left and upper edge, width and height.
pub(super) fn outline(letter: char, [left, top, width, height]: [f32; 4]) -> String {
    let Some(outline) = FONT.outline(FONT.glyph_id(letter)) else { return String::new() };
    let bounds = outline.bounds;
    // The font's y axis points up, that of a picture down.
    let (across, up) = (bounds.max.x - bounds.min.x, (bounds.min.y - bounds.max.y).abs());
    let scale = (width / across).min(height / up);
    let (left, top) = (left + (width - across * scale) / 2.0, top + (height - up * scale) / 2.0);
    let highest = bounds.min.y.max(bounds.max.y);
    let at = |from: Point| {
        format!("{:.1} {:.1}", left + (from.x - bounds.min.x) * scale, top + (highest - from.y) * scale)
    };
    let mut path = String::new();
    let mut end = None;
    for curve in &outline.curves {
        let (from, to, way) = match curve {
            OutlineCurve::Line(from, to) => (from, to, format!("L{}", at(*to))),
            OutlineCurve::Quad(from, by, to) => (from, to, format!("Q{} {}", at(*by), at(*to))),
            OutlineCurve::Cubic(from, by, then, to) => {
                (from, to, format!("C{} {} {}", at(*by), at(*then), at(*to)))
            }
        };
        if end != Some(*from) {
            path += &format!("M{}", at(*from));
        }
        path += &way;
        end = Some(*to);
    }
    path
}
