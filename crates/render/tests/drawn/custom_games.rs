//! Tests that games from files are drawn like ours, with the drawing chosen for each custom piece or its
//! letter.

use games::of_file;
use render::{BoardView, Look, Theme, png, png_at_once, render_rgba};
use rules::{Color, Position, Variant};

use super::decoded;

fn game(drawing: &str) -> Variant {
    let text = include_str!("../../../../docs/own-games/capablanca.toml");
    let text = text.replacen("moves = \"BN\"", &format!("moves = \"BN\"\n{drawing}"), 1);
    of_file("capablanca", &text).unwrap_or_else(|refused| panic!("{refused:?}"))
}

fn start(game: Variant) -> BoardView {
    BoardView::new(&Position::start(game), None, Color::White)
}

#[test]
fn a_game_from_a_file_is_drawn_in_every_theme_and_size() {
    let game = game("");
    for theme in Theme::all() {
        for cell in [Look::LEAST_CELL, 32, Look::MOST_CELL] {
            let look = Look::of(theme).with_cell(cell);
            let file = png(&start(game), &look);
            assert_eq!(png_at_once(&start(game), &look), Some(file.clone()), "all tiles are there");
            assert_eq!(decoded(&file).dimensions(), render_rgba(&start(game), &look).dimensions());
        }
    }
}

/// Two games of the same name that differ in a drawing have different pictures.
#[test]
fn a_piece_has_the_drawing_that_its_file_names() {
    let look = Look::default().with_cell(32);
    let [letter, dragon, again] =
        ["", "drawing = \"dragon\"", ""].map(|drawing| png(&start(game(drawing)), &look));
    assert_ne!(letter, dragon);
    assert_eq!(letter, again);
}
