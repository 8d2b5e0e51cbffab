//! Tests the curve of a game's winning chances above its boards.

use image::RgbaImage;
use render::{BoardView, Curve, Look, Theme, review};
use rules::Color;

use super::{decoded, view};

fn curve(chances: &[f64], moments: &[usize]) -> Curve {
    Curve { chances: chances.to_vec(), numbers: vec![(0, 1), (4, 3)], moments: moments.to_vec() }
}

fn drawn(curve: &Curve, boards: &[BoardView], look: &Look) -> RgbaImage {
    decoded(&review(curve, boards, look))
}

/// Returns the column of pixels at this share of the picture's width, over the height of the curve.
fn columns(picture: &RgbaImage, share: f64) -> Vec<[u8; 4]> {
    let x = (f64::from(picture.width()) * share) as u32;
    (14..314).map(|y| picture.get_pixel(x, y).0).collect()
}

fn luma(pixel: [u8; 4]) -> u32 {
    pixel[..3].iter().map(|part| u32::from(*part)).sum()
}

#[test]
fn white_is_above_the_middle_and_black_below() {
    let picture = drawn(&curve(&[1.0, 1.0, 1.0, 0.0, 0.0, 0.0], &[]), &[], &Look::default());
    let (early, late) = (columns(&picture, 0.2), columns(&picture, 0.9));
    // White's part is filled above the middle, Black's below.
    assert!(luma(early[60]) > 700 && luma(early[240]) < 650, "{:?} {:?}", early[60], early[240]);
    assert!(luma(late[240]) < 250 && luma(late[60]) > 350, "{:?} {:?}", late[240], late[60]);
}

#[test]
fn thin_lines_tell_a_quarter_and_three_quarters() {
    for theme in Theme::all() {
        // Over the bare ground, over White's part, over Black's.
        for chance in [0.5, 1.0, 0.0] {
            let column = columns(&drawn(&curve(&[chance; 6], &[]), &[], &Look::of(theme)), 0.5);
            for line in [75, 225] {
                assert_ne!(column[line], column[line - 1], "{theme:?} at {chance}: {line}");
                assert_eq!(column[line - 1], column[line + 1], "{theme:?} at {chance}: {line}");
            }
        }
    }
}

#[test]
fn moments_are_marked_where_they_are() {
    let chances = [0.5, 0.5, 0.5, 0.1, 0.1, 0.1];
    let plain = drawn(&curve(&chances, &[]), &[], &Look::default());
    let marked = drawn(&curve(&chances, &[3]), &[], &Look::default());
    assert_eq!(plain.dimensions(), marked.dimensions());
    let differ: Vec<(u32, u32)> = plain
        .enumerate_pixels()
        .filter(|(x, y, pixel)| {
            marked.get_pixel(*x, *y).0.iter().zip(pixel.0).any(|(a, b)| a.abs_diff(b) > 40)
        })
        .map(|(x, y, _)| (x, y))
        .collect();
    let middle = differ.iter().map(|(x, _)| *x).sum::<u32>() / differ.len().max(1) as u32;
    let (left, right) = (84.0, f64::from(plain.width()) - 14.0);
    let expected = left + (right - left) * 3.0 / 5.0;
    assert!((f64::from(middle) - expected).abs() < 8.0, "{middle} {expected}");
    assert!(differ.iter().all(|(_, y)| (220..314).contains(y)), "low, where the chance is");
}

/// Returns how many pixels the marks of these moments change.
fn marked_pixels(moments: &[usize]) -> usize {
    let plain = drawn(&curve(&[0.5; 6], &[]), &[], &Look::default());
    let marked = drawn(&curve(&[0.5; 6], moments), &[], &Look::default());
    plain.pixels().zip(marked.pixels()).filter(|(one, other)| one != other).count()
}

#[test]
fn the_mark_of_the_last_move_is_whole() {
    assert!(
        marked_pixels(&[5]).abs_diff(marked_pixels(&[3])) < 12,
        "{:?}",
        [3, 5].map(|at| marked_pixels(&[at]))
    );
}

#[test]
fn boards_stand_below_three_in_a_row() {
    let none = drawn(&curve(&[0.5, 0.2], &[]), &[], &Look::default());
    for variant in games::all() {
        let look = Look::default().without_panel().for_three(variant);
        let start = view(variant.slug(), "");
        let one = drawn(&curve(&[0.5, 0.2], &[1]), &vec![start.clone(); 1], &look);
        let three = drawn(&curve(&[0.5, 0.2], &[1, 1, 1]), &vec![start.clone(); 3], &look);
        assert!(one.height() > none.height() && one.height() == three.height(), "{variant}");
        assert!(three.width() >= one.width() && three.width() < 1_600, "{variant}: {}", three.width());
        // Further boards go into a second row.
        let five = drawn(&curve(&[0.5, 0.2], &[1; 5]), &vec![start; 5], &look);
        let row = one.height() - none.height();
        assert_eq!((five.width(), five.height()), (three.width(), none.height() + 2 * row), "{variant}");
    }
}

#[test]
fn a_game_of_one_move_has_a_curve() {
    let picture = drawn(&curve(&[0.5, 1.0], &[1]), &[], &Look::default());
    assert!(picture.width() > 900);
    drawn(&curve(&[0.5], &[]), &[], &Look::default());
}

#[test]
fn every_theme_tells_the_sides_apart() {
    for theme in Theme::all() {
        let look = Look::of(theme);
        let picture = drawn(&curve(&[1.0, 1.0, 0.0, 0.0], &[]), &[], &look);
        let (white, black) = (columns(&picture, 0.2)[60], columns(&picture, 0.9)[240]);
        assert!(luma(white) > luma(black) + 300, "{theme:?}: {white:?} {black:?}");
        let board = BoardView { side: Color::Black, ..view("prison-break", "") };
        assert!(drawn(&curve(&[0.5, 0.4], &[1]), &[board], &look).height() > picture.height());
    }
}
