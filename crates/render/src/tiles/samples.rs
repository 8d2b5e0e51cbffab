//! The samples from which a set's palette and code are derived: some boards of the game, and every mark.

use super::tile::{Ground, Marks, Tile};
use crate::figure::Figure;
use crate::look::Look;
use crate::picture::Grid;
use crate::view::BoardView;
use rules::{Color, Piece, Spec, Variant};

/// Returns sample boards of a game in a look.
pub(crate) fn grids(spec: &'static Spec, look: &Look) -> Vec<Grid> {
    BoardView::samples(Variant::new(spec)).iter().map(|view| Grid::new(view, look)).collect()
}

/// Returns every piece of the game on a light and on a dark square, and the empty squares, also with brake
/// marks.
pub(crate) fn plain_tiles(spec: &'static Spec) -> impl Iterator<Item = Tile> {
    let variant = Variant::new(spec);
    let pieces: Vec<Option<Figure>> = spec
        .kinds()
        .flat_map(|kind| Color::BOTH.map(|color| Some(Figure::of(variant, Piece { color, kind }))))
        .chain([None])
        .collect();
    let shades = |piece| [false, true].map(|dark| Tile::plain(dark, piece));
    let plain: Vec<Tile> = pieces.into_iter().flat_map(shades).collect();
    let (white, black) = (Marks::BRAKES_WHITE, Marks::BRAKES_BLACK);
    let braked = [white, black, white.and(black)];
    let braked = braked.iter().filter(|_| spec.braker.is_some());
    let braked: Vec<Tile> = braked.flat_map(|marks| shades(None).map(|tile| tile.with(*marks))).collect();
    plain.into_iter().chain(braked)
}

/// Returns every mark that the game uses, on light and dark squares, empty and under pieces of both sides.
pub(crate) fn marked_tiles(spec: &'static Spec) -> Vec<Tile> {
    let mut marks = vec![
        Marks::LAST,
        Marks::LAST.and(Marks::VICTIM),
        Marks::VICTIM,
        Marks::CHECK,
        Marks::ORIGIN,
        Marks::DOT,
        Marks::RING,
    ];
    if spec.freezer.is_some() {
        marks.extend([Marks::FROZEN, Marks::FROZEN.and(Marks::LAST)]);
    }
    if spec.braker.is_some() {
        marks.extend([Marks::BRAKED, Marks::ZONE, Marks::BRAKES_WHITE, Marks::BRAKES_BLACK]);
    }
    let mut grounds = vec![Ground::Plain];
    if !spec.palaces[Color::White].is_empty() || !spec.bare_goals().is_empty() {
        grounds.push(Ground::Palace);
    }
    if !spec.exits.is_empty() {
        grounds.extend([Ground::Exit { right: false }, Ground::Exit { right: true }]);
    }
    let pieces = [None, Some(Figure::king(Color::White)), Some(Figure::king(Color::Black))];
    let mut tiles = Vec::new();
    for dark in [false, true] {
        for piece in pieces {
            let plain = Tile::plain(dark, piece);
            tiles.extend(grounds.iter().map(|ground| plain.on(*ground)));
            tiles.extend(marks.iter().map(|marks| plain.with(*marks)));
        }
    }
    tiles
}
