//! Tests tables of scores.

use render::{ScoreCell, ScoreTable, Theme, score_table};

use super::decoded;

fn wood() -> &'static Theme {
    Theme::from_name("wood").expect("a theme")
}

fn cross_table(players: usize) -> ScoreTable {
    let number = |number: usize| ScoreCell::Head(number.to_string());
    let head = std::iter::once(ScoreCell::Head(String::new()))
        .chain((1..=players).map(number))
        .chain([ScoreCell::Head("Points".to_owned())]);
    let line = |row: usize| {
        let cell = |column: usize| match column {
            _ if column == row => ScoreCell::Filled,
            _ if (column + row).is_multiple_of(4) => ScoreCell::Text("\u{bd}".to_owned()),
            _ if column > row => ScoreCell::Text("1".to_owned()),
            _ => ScoreCell::Text("0".to_owned()),
        };
        let points = ScoreCell::Text(format!("{}\u{bd}", players - row));
        std::iter::once(number(row)).chain((1..=players).map(cell)).chain([points]).collect()
    };
    ScoreTable { lines: std::iter::once(head.collect()).chain((1..=players).map(line)).collect() }
}

#[test]
fn a_table_is_as_large_as_its_texts_need() {
    let size = |players| decoded(&score_table(&cross_table(players), wood())).dimensions();
    let (three, ten) = (size(3), size(10));
    assert!(three.0 < ten.0 && three.1 < ten.1, "{three:?} {ten:?}");
    // A phone shows some 390 pixels; digits stay readable at half their size.
    assert!(ten.0 <= 700, "{ten:?}");
}

#[test]
fn every_theme_draws_it_and_an_empty_one_too() {
    for theme in Theme::all() {
        let file = score_table(&cross_table(10), theme);
        if let Some(directory) = std::env::var_os("ROOKERY_SHOTS") {
            let name = format!("scores-{}.png", theme.name());
            std::fs::write(std::path::Path::new(&directory).join(name), &file).expect("it is kept");
        }
        let picture = decoded(&file);
        let mut colours: Vec<_> = picture.pixels().map(|pixel| pixel.0).collect();
        colours.sort_unstable();
        colours.dedup();
        assert!((6..=20).contains(&colours.len()), "{}: {}", theme.name(), colours.len());
        assert!(decoded(&score_table(&ScoreTable::default(), theme)).width() > 0);
    }
}

#[test]
fn a_half_has_a_letter_of_its_own() {
    let of = |text: &str| {
        let lines = vec![vec![ScoreCell::Text(text.to_owned())]];
        score_table(&ScoreTable { lines }, wood())
    };
    assert_ne!(of("\u{bd}"), of("\u{bc}"), "what the font lacks is a box");
    assert_ne!(of("\u{bd}"), of(""));
}
