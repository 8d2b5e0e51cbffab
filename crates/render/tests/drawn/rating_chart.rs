//! Tests the rating chart.

use image::{Rgba, RgbaImage};
use render::{ChartPoint, RatingChart, Theme, rating_chart};

use super::decoded;

fn chart(ratings: &[(f64, f64, f64)]) -> RatingChart {
    let points = ratings.iter().map(|&(at, rating, spread)| ChartPoint { at, rating, spread }).collect();
    RatingChart { points, dates: ["2026-08-03".to_owned(), "2026-11-23".to_owned()] }
}

fn year() -> RatingChart {
    let week = |week: u32| {
        let week = f64::from(week);
        (week, 1_500.0 + 9.0 * week + 60.0 * (week / 3.0).sin(), 2.0 * (60.0 + 290.0 / (1.0 + week)))
    };
    chart(&(0..30).map(week).collect::<Vec<_>>())
}

fn drawn(chart: &RatingChart, theme: &str) -> RgbaImage {
    decoded(&rating_chart(chart, Theme::from_name(theme).expect("a theme")))
}

/// Returns the colour of the field, its most frequent one.
fn ground(picture: &RgbaImage) -> Rgba<u8> {
    let mut counts = std::collections::HashMap::new();
    for (x, _, pixel) in picture.enumerate_pixels() {
        if x > 80 {
            *counts.entry(*pixel).or_insert(0) += 1;
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).expect("pixels").0
}

/// Returns the distance between two colours.
fn distance(one: Rgba<u8>, other: Rgba<u8>) -> u32 {
    one.0.iter().zip(other.0).map(|(one, other)| u32::from(one.abs_diff(other))).sum()
}

/// Returns the number of pixels with the colour of the field.
fn bare(picture: &RgbaImage, ground: Rgba<u8>) -> usize {
    picture.pixels().filter(|pixel| **pixel == ground).count()
}

#[test]
fn the_line_rises_where_the_rating_does() {
    let picture = drawn(&chart(&[(0.0, 1_400.0, 0.0), (1.0, 1_600.0, 0.0)]), "wood");
    let ground = ground(&picture);
    let line =
        |x: u32| (16..224).max_by_key(|y| distance(*picture.get_pixel(x, *y), ground)).expect("a column");
    let (left, middle, right) = (line(150), line(356), line(560));
    assert!(left > middle + 25 && middle > right + 25, "{left} {middle} {right}");
}

#[test]
fn the_less_sure_a_rating_is_the_wider_is_its_band() {
    let field = |spread: f64| {
        // These points give both the same scale.
        let ends = [(2.0, 1_500.0, 0.0), (2.0, 1_300.0, 0.0), (2.0, 1_700.0, 0.0)];
        let points = [&[(0.0, 1_500.0, spread), (1.0, 1_500.0, spread)][..], &ends].concat();
        drawn(&chart(&points), "green")
    };
    let (wide, narrow) = (field(150.0), field(20.0));
    let ground = ground(&narrow);
    assert!(bare(&wide, ground) + 10_000 < bare(&narrow, ground));
}

#[test]
fn every_theme_draws_it_and_odd_charts_too() {
    for theme in Theme::all() {
        for chart in [
            year(),
            chart(&[]),
            chart(&[(3.0, 1_500.0, 700.0)]),
            chart(&[(0.0, 1_500.0, 0.0), (0.0, 1_500.0, 0.0)]),
        ] {
            let picture = drawn(&chart, theme.name());
            assert_eq!(picture.dimensions(), (640, 260));
            let bare = bare(&picture, ground(&picture));
            assert!(bare > 1_000, "{}: {bare}", theme.name());
        }
    }
}
