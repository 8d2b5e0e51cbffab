//! Tests that the fast path equals the drawing path mapped to the palette, pixel for pixel.

use std::collections::HashMap;

use super::{decoded, usual};
use render::{BoardView, Look, Theme, palette, png, prepared, render_rgba};
use rules::{Color, Line, Move, Position, Square, Variant};

/// Number of random boards of each game in each theme.
const BOARDS: usize = 44;
/// Number of random mid-game boards of each game for the reported sizes.
const SIZED: usize = 20;

/// Plays a game of random legal moves and returns a view with everything that a view can show.
fn random_view(variant: Variant, random: &mut fastrand::Rng) -> BoardView {
    let mut line = Line::new(Position::start(variant));
    for _ in 0..random.usize(0..90) {
        let moves = line.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        // Captures are preferred, so that the panel has content.
        let captures: Vec<_> = moves.iter().filter(|mv| !mv.victims().is_empty()).collect();
        let mv = if captures.is_empty() || random.u8(..) < 200 {
            moves[random.usize(..moves.len())]
        } else {
            *captures[random.usize(..captures.len())]
        };
        line.play(mv).expect("a legal move");
    }
    let side = if random.bool() { Color::White } else { Color::Black };
    let view = BoardView::of_line(&line, side);
    let movable: Vec<Square> = line.position().legal_moves().iter().filter_map(Move::from).collect();
    if movable.is_empty() || random.bool() {
        return view;
    }
    let from = movable[random.usize(..movable.len())];
    let moves = line.position().moves_from(from);
    view.with_dots(line.position(), from, &moves)
}

/// Returns the nearest colour of a palette; ties go to the first.
fn nearest(palette: &[[u8; 3]], colour: [u8; 3]) -> [u8; 3] {
    let distance = |other: &[u8; 3]| -> i32 {
        other.iter().zip(colour).map(|(a, b)| (i32::from(*a) - i32::from(b)).pow(2)).sum()
    };
    *palette.iter().min_by_key(|other| distance(other)).expect("a palette has colours")
}

/// Compares a view's file with the drawing, and returns their signal-to-noise ratio in decibels.
fn compare(view: &BoardView, look: &Look, known: &mut HashMap<[u8; 3], [u8; 3]>) -> f64 {
    let file = png(view, look);
    let posted = decoded(&file);
    let drawn = render_rgba(view, look);
    assert_eq!(posted.dimensions(), drawn.dimensions());
    let colours = palette(view.variant, look);
    let mut error = 0_u64;
    for (at, (pixel, mapped)) in drawn.pixels().zip(posted.pixels()).enumerate() {
        let colour = [pixel.0[0], pixel.0[1], pixel.0[2]];
        let expected = *known.entry(colour).or_insert_with(|| nearest(&colours, colour));
        if expected != mapped.0[..3] {
            let (x, y) = (at as u32 % drawn.width(), at as u32 / drawn.width());
            panic!("{look:?}: {mapped:?} at {x}, {y} instead of {expected:?}: {view:?}");
        }
        error += (0..3).map(|i| u64::from(expected[i].abs_diff(colour[i])).pow(2)).sum::<u64>();
    }
    let error = error as f64 / (3 * drawn.pixels().len()) as f64;
    10.0 * (255.0 * 255.0 / error.max(1e-9)).log10()
}

/// Returns the number of boards to test out of `all`; few for a game with a base game, whose pieces are
/// nearly the same.
fn share(variant: Variant, all: usize) -> usize {
    if variant.spec().base.is_some() { all / 10 } else { all }
}

#[test]
fn a_thousand_random_boards_come_out_as_drawn() {
    let mut random = fastrand::Rng::with_seed(64);
    let mut boards = 0;
    for theme in Theme::all() {
        for variant in games::all() {
            let mut plain = Look::of(theme).saying(usual().to_move).with_cell(32);
            let mut known = HashMap::new();
            let count = share(variant, BOARDS);
            for board in 0..count {
                // Half of the looks have neither coordinates nor panel.
                if board == count / 2 {
                    (plain.coordinates, plain.panel) = (false, false);
                    known.clear();
                }
                compare(&random_view(variant, &mut random), &plain, &mut known);
                boards += 1;
            }
        }
    }
    assert!(boards >= 1_000, "{boards} boards");
}

#[test]
fn the_palette_keeps_the_colours_of_every_theme() {
    let mut random = fastrand::Rng::with_seed(45);
    for theme in Theme::all() {
        let look = Look::of(theme).saying(usual().to_move);
        let mut worst = f64::INFINITY;
        for variant in games::all() {
            assert!(palette(variant, &look).len() <= 64);
            let mut known = HashMap::new();
            let mut sizes = Vec::new();
            for _ in 0..share(variant, SIZED).div_ceil(2) {
                let view = random_view(variant, &mut random);
                sizes.push(png(&view, &look).len());
                worst = worst.min(compare(&view, &look, &mut known));
            }
            sizes.sort_unstable();
            let (least, middle, most) = (sizes[0], sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
            println!("{} {}: {least} to {most} bytes, median {middle}", theme.name(), variant.slug());
        }
        println!("{}: at least {worst:.1} dB", theme.name());
        assert!(worst >= 45.0, "{}: {worst:.1} dB", theme.name());
    }
}

#[test]
fn boards_of_every_size_come_out_as_drawn() {
    let mut random = fastrand::Rng::with_seed(16);
    let variants: Vec<Variant> = games::all().collect();
    for (at, cell) in (16..=128).step_by(7).enumerate() {
        let variant = variants[at % variants.len()];
        let look = usual().with_cell(cell);
        compare(&random_view(variant, &mut random), &look, &mut HashMap::new());
    }
}

#[test]
fn what_is_kept_for_a_game_and_look_is_bounded() {
    let mut random = fastrand::Rng::with_seed(8);
    // Large squares fill the cache, so that tiles must be dropped.
    for look in [usual(), usual().with_cell(128)] {
        for variant in games::all() {
            for _ in 0..share(variant, 100) {
                png(&random_view(variant, &mut random), &look);
            }
            let kept = prepared(variant, &look);
            println!("{}: {kept:?}", variant.slug());
            assert!(kept.bytes <= 9_000_000, "{}: {kept:?}", variant.slug());
        }
    }
}
