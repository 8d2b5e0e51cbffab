//! Tests the content of pictures by their pixels.

use super::{
    at, cell, cut_out, decoded, difference, dotted, mean, played, png, position, rgba, square_on, usual,
    view, with_dots,
};
use std::collections::BTreeMap;

use render::BoardView;
use rules::{Color, Square, Variant};
use testing::checks::checks;

const BOMBING: &str = "4k1*/3n1F1/5**/5**/5**/5**/PPPPPKN/5G* w - - 0 1";
const FROZEN: &str = "6/2P1k1/2i3/2F1I1/6/6/6/5K w - - 0 1";
const BRAKED: &str = "c4g3c/rnbsqksbnr/pppppppppp/10/10/1g8/1R8/P1PPPPPPPP/1NBSQKSBNR/C3GG3C w - - 0 1 1/2";

/// Returns the cells of a game's bounding rectangle.
fn cells(variant: Variant) -> Vec<Square> {
    variant.spec().rows().flatten().collect()
}

#[test]
fn every_game_has_a_small_picture_of_its_size() {
    for game in games::all() {
        let (slug, [width, height]) = (game.slug(), checks(game).picture);
        for side in Color::BOTH {
            let mut view = view(slug, "");
            view.side = side;
            let file = png(&view);
            assert_eq!(decoded(&file).dimensions(), (width, height), "{slug}");
            assert!(file.len() < 60_000, "{slug}: {} bytes", file.len());
        }
    }
}

#[test]
fn boards_with_coordinates_alone_are_small() {
    let middle = "****ff****/gr1bqkb1rg/jppp1pppjp/2n1p2n2/4j5/3P2j3/2N2J4/1J2PN2J1/10/PPPJ1PPPPP/GR1BQKB1RG/\
                  ****FF****[] w KQkq - 4 20";
    for (view, cell, most) in
        [(view("chess", ""), 90, 27_000), (view("birds-and-ninjas", middle), 72, 40_000)]
    {
        let look = usual().with_cell(cell).without_panel();
        let file = render::png(&view, &look);
        assert!(file.len() <= most, "{} bytes", file.len());
    }
}

#[test]
fn a_full_board_with_all_marks_stays_small() {
    let fen = "****ff****/grnbqkbnrg/pppppppppp/10/jjjj6/10/10/6JJJJ/10/PPPPPPPPPP/\
               GRNBQKBNRG/****FF****[] w - - 0 1";
    let after = position("birds-and-ninjas", fen);
    let after = after.after(&after.legal_move("e2e5").expect("a legal move")).expect("a legal move");
    let view = dotted(played("birds-and-ninjas", fen, "e2e5", Color::White), &after, "b9");
    assert_eq!(view.pieces.occupied().len(), 52, "more pieces there cannot be in any game");
    let file = png(&view);
    assert!(file.len() <= 150_000, "{} bytes", file.len());
}

#[test]
fn the_palette_keeps_the_colours() {
    for (slug, fen) in [("birds-and-ninjas", ""), ("prison-break", FROZEN), ("squirrel", BRAKED)] {
        let view = view(slug, fen);
        let (drawn, posted) = (rgba(&view), decoded(&png(&view)));
        let squares: f64 =
            drawn.as_raw().iter().zip(posted.as_raw()).map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2)).sum();
        let error = squares / drawn.as_raw().len() as f64;
        let decibels = 10.0 * (255.0 * 255.0 / error.max(1e-9)).log10();
        assert!(decibels >= 45.0, "{slug}: {decibels:.1} dB");
    }
}

#[test]
fn the_same_view_gives_the_same_file() {
    assert!(png(&view("squirrel", BRAKED)) == png(&view("squirrel", BRAKED)));
}

#[test]
fn holes_are_background() {
    let mut holes = BTreeMap::new();
    for variant in games::all() {
        let view = view(variant.slug(), "");
        let picture = decoded(&png(&view));
        let background = *picture.get_pixel(0, 0);
        for square in cells(variant).into_iter().filter(|s| !variant.spec().squares.contains(*s)) {
            let (x, y, side) = square_on(&view, square);
            assert_eq!(*picture.get_pixel(x + side / 2, y + side / 2), background, "{square}");
            *holes.entry(variant.slug()).or_insert(0) += 1;
        }
    }
    let holes_of = |slug| holes.get(slug).copied();
    assert_eq!(
        ["claustrophobia", "birds-and-ninjas", "flying-bombers-hangars", "palace-ninja-guards"].map(holes_of),
        [Some(10), Some(16), Some(12), Some(12)]
    );
}

#[test]
fn no_number_shares_a_hole_with_a_letter() {
    // The first square of a row, next to a hole below the last square of a file.
    for (slug, side, first) in [
        ("birds-and-ninjas", Color::White, "e0"),
        ("birds-and-ninjas", Color::Black, "f11"),
        ("claustrophobia", Color::Black, "f8"),
    ] {
        let board = BoardView { side, ..view(slug, "") };
        let drawn = rgba(&board);
        let (left, top, size) = square_on(&board, first.parse().expect("a square"));
        let background = drawn.get_pixel(0, 0);
        let is_written = |mut columns: std::ops::Range<u32>, rows: std::ops::Range<u32>| {
            columns.any(|x| rows.clone().any(|y| drawn.get_pixel(x, y) != background))
        };
        // Half-way down, the place of a row's number.
        let half = top + size * 40 / 100..top + size * 60 / 100;
        let hole = left - size * 90 / 100..left - size * 10 / 100;
        assert!(!is_written(hole.clone(), half.clone()), "{slug} {first}");
        assert!(is_written(0..size * 35 / 100, half), "{slug} {first}: the number is in the margin");
        assert!(is_written(hole, top + size * 8 / 100..top + size * 35 / 100), "{slug} {first}: the letter");
    }
}

#[test]
fn flipping_moves_every_square_to_the_opposite_cell() {
    for variant in games::all() {
        let white = view(variant.slug(), "");
        let black = BoardView { side: Color::Black, ..white.clone() };
        let sums: Vec<(u32, u32)> = cells(variant)
            .into_iter()
            .map(|square| {
                let (a, b) = (square_on(&white, square), square_on(&black, square));
                (a.0 + b.0, a.1 + b.1)
            })
            .collect();
        assert!(sums.iter().all(|sum| *sum == sums[0]), "{}: {sums:?}", variant.slug());
    }
}

#[test]
fn a_square_looks_the_same_from_both_sides() {
    for variant in games::all() {
        let white = view(variant.slug(), "");
        let black = BoardView { side: Color::Black, ..white.clone() };
        let (from_white, from_black) = (rgba(&white), rgba(&black));
        for square in variant.spec().squares & !variant.spec().exits {
            let (a, b) = (cut_out(&white, &from_white, square), cut_out(&black, &from_black, square));
            assert!(a == b, "{square}");
        }
    }
}

#[test]
fn the_last_move_marks_exactly_its_squares() {
    let marked = played("claustrophobia", BOMBING, "f7c7", Color::White);
    let plain = BoardView { last: None, ..marked.clone() };
    let (with, without) = (rgba(&marked), rgba(&plain));
    for square in marked.variant.spec().squares {
        let differs = cut_out(&marked, &with, square).as_raw() != cut_out(&plain, &without, square).as_raw();
        let named = ["f7", "c7", "d7"].contains(&square.to_string().as_str());
        assert_eq!(differs, named, "{square}");
    }
}

#[test]
fn a_victim_is_marked_apart_from_the_squares_of_the_move() {
    let view = played("claustrophobia", BOMBING, "f7c7", Color::White);
    // e7 is as empty as d7, where the Knight was; the mark is red.
    let (victim, empty) = (cell(&view, "d7"), cell(&view, "b7"));
    assert!(mean(&victim, 1) + 15.0 < mean(&empty, 1), "less green");
    // A piece captured by landing on it is marked in the corners, under the capturing piece.
    let view = played("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", Color::White);
    let corner = cell(&view, "d5").get_pixel(2, 2).0;
    assert!(corner[0] > 150 && corner[1] < 110 && corner[2] < 110, "{corner:?}");
}

#[test]
fn check_glows_red() {
    let checked = view("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let calm = view("chess", "4k3/8/8/8/8/8/3r4/4K3 b - - 0 1");
    let redness = |view: &BoardView| mean(&cell(view, "e1"), 0) - mean(&cell(view, "e1"), 1);
    assert!(redness(&checked) > redness(&calm) + 30.0);
}

#[test]
fn frozen_pieces_stand_in_frost() {
    let view = view("prison-break", FROZEN);
    // c7 and c5 are frozen by the Ice Queen c6; all three squares have one colour when flipped by rows, e5 is
    // free.
    let blueness = |name| mean(&cell(&view, name), 2) - mean(&cell(&view, name), 0);
    assert!(blueness("c7") > blueness("e7") + 30.0);
    assert!(blueness("c5") > blueness("a1") + 30.0);
}

#[test]
fn braked_pieces_carry_a_sign() {
    let braked = view("squirrel", BRAKED);
    let free = view("squirrel", &BRAKED.replace("1g8", "10"));
    assert!(difference(&cell(&braked, "b4"), &cell(&free, "b4")) > 1.0);
    assert!(cell(&braked, "b2") == cell(&free, "b2"));
}

/// A black Rook next to a white Guard.
const BRAKED_BY_WHITE: &str = "5k4/10/10/10/10/1r8/1G8/10/10/5K4 w - - 0 1 0/0";

#[test]
fn the_sign_says_whose_guard_brakes() {
    let by_black = cell(&view("squirrel", BRAKED), "b4");
    let by_white = cell(&view("squirrel", BRAKED_BY_WHITE), "b5");
    // The inside of the sign has the colours of the Guard's side; around it both are red.
    assert!(at(&by_black, 22, 70)[0] < 100, "{:?}", at(&by_black, 22, 70));
    assert!(at(&by_white, 22, 70)[0] > 200, "{:?}", at(&by_white, 22, 70));
    for braked in [by_black, by_white] {
        let [red, green, _] = at(&braked, 4, 78);
        assert!(red > green + 60, "{red} {green}");
    }
}

#[test]
fn brake_signs_are_large_enough_for_a_phone() {
    let bare = |fen: &str, guard: &str| view("squirrel", &fen.replace(guard, "10"));
    for (fen, guard, square) in [
        (BRAKED, "1g8", "b4"),
        (BRAKED_BY_WHITE, "1G8", "b5"),
        // Empty squares, which smaller signs mark.
        (BRAKED, "1g8", "b6"),
        (BRAKED_BY_WHITE, "1G8", "b3"),
    ] {
        let (with, without) = (view("squirrel", fen), bare(fen, guard));
        let (marked, plain) = (cell(&with, square), cell(&without, square));
        // The sign is the only difference.
        let rows = marked.rows().zip(plain.rows()).filter(|(a, b)| !a.clone().eq(b.clone())).count() as u32;
        let shown = rows * 390 / rgba(&with).width();
        assert!(shown >= 12, "{square}: {shown} pixels in a picture of 390");
    }
}

#[test]
fn what_guards_brake_is_marked_in_play() {
    let fen = "5k4/10/10/3g6/10/10/5G4/10/10/5K4 w - - 0 1 0/0";
    let bare = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1 0/0";
    let marked = |fen: &str| {
        let (with, without) = (view("squirrel", fen), view("squirrel", bare));
        let (a, b) = (rgba(&with), rgba(&without));
        let squares = with.variant.spec().squares & !with.pieces.occupied();
        let differs = |square: &Square| cut_out(&with, &a, *square) != cut_out(&without, &b, *square);
        squares.iter().filter(differs).map(|square| square.to_string()).collect::<Vec<_>>()
    };
    let around =
        ["e3", "f3", "g3", "e4", "g4", "e5", "f5", "g5", "c6", "d6", "e6", "c7", "e7", "c8", "d8", "e8"];
    assert_eq!(marked(fen), around);
    let corner = |fen: &str, name: &str, x: u32| at(&cell(&view("squirrel", fen), name), x, 10);
    // White's sign is light and on the left, Black's dark and on the right, so that a square can have both.
    assert!(corner(fen, "g4", 16)[0] > 200 && corner(fen, "e7", 84)[0] < 100);
    let both = fen.replace("10/5G4/", "4g5/5G4/").replace("3g6", "10");
    assert!(corner(&both, "e4", 16)[0] > 200 && corner(&both, "e4", 84)[0] < 100);
    // A Guard has no effect on a friend next to it.
    let friend = fen.replace("10/10/5G4/", "10/5P4/5G4/");
    let alone = friend.replace("5G4", "10");
    assert!(cell(&view("squirrel", &friend), "f5") == cell(&view("squirrel", &alone), "f5"));
    // When a piece's moves are shown, its zone is hatched instead.
    let shown = with_dots("squirrel", fen, "f1");
    let plain = with_dots("squirrel", bare, "f1");
    assert!(cell(&shown, "d6") == cell(&plain, "d6"));
}

#[test]
fn palaces_and_exits_look_unlike_other_squares() {
    let board = view("claustrophobia", "5k*/7/5**/5**/5**/5**/7/5K* w - - 0 1");
    for palace in ["f2", "g2", "f7", "g7"] {
        assert!(difference(&cell(&board, palace), &cell(&board, "a1")) > 20.0, "{palace}");
        assert!(difference(&cell(&board, palace), &cell(&board, "a2")) > 20.0, "{palace}");
    }
    let board = view("prison-break", "5k/6/6/6/6/6/6/5K w - - 0 1");
    for exit in ["a4", "a5"] {
        assert!(difference(&cell(&board, exit), &cell(&board, "b4")) > 20.0, "{exit}");
        assert!(difference(&cell(&board, exit), &cell(&board, "b5")) > 20.0, "{exit}");
    }
}

#[test]
fn exits_lead_off_the_board_from_both_sides() {
    let white = view("prison-break", "");
    let black = BoardView { side: Color::Black, ..white.clone() };
    let mirrored = image::imageops::flip_horizontal(&cell(&white, "a4"));
    assert!(difference(&mirrored, &cell(&black, "a4")) < 1.0);
    // The bright arrow points to the edge: more light on the outer half.
    let half = |picture, x| image::imageops::crop_imm(&picture, x, 0, 35, 70).to_image();
    assert!(mean(&half(cell(&white, "a4"), 0), 1) > mean(&half(cell(&white, "a4"), 45), 1));
    assert!(mean(&half(cell(&black, "a4"), 45), 1) > mean(&half(cell(&black, "a4"), 0), 1));
}

#[test]
fn legal_targets_are_dots_and_rings_joined_by_lines() {
    let plain = view("claustrophobia", BOMBING);
    let dotted = with_dots("claustrophobia", BOMBING, "f7");
    let changed: Vec<String> = plain
        .variant
        .spec()
        .squares
        .iter()
        .map(|square| square.to_string())
        .filter(|name| cell(&plain, name) != cell(&dotted, name))
        .collect();
    // The Bomber itself, quiet squares, and the Knight d7 with its two landing squares c7 and d7.
    assert_eq!(changed, ["c7", "d7", "e7", "f7", "g7", "f8"]);
    let green = |name: &str| at(&cell(&dotted, name), 50, 50);
    for landing in ["c7", "e7", "g7", "f8"] {
        let [red, green, _] = green(landing);
        assert!(green > red + 30, "{landing}");
    }
    // The line from c7 to its victim d7 crosses their common edge.
    let [red, green, blue] = at(&cell(&dotted, "c7"), 99, 50);
    assert!(red > 150 && green < 70 && blue < 70);
    let [_, green, _] = at(&cell(&dotted, "e7"), 1, 50);
    assert!(green > 100, "no line from e7");
}

#[test]
fn a_landing_capture_has_a_ring_alone() {
    let board = with_dots("chess", "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3");
    let taken = cell(&board, "d5");
    let [red, green, _] = at(&taken, 50, 7);
    assert!(red > 150 && green < 90, "the ring");
    let [red, green, _] = at(&taken, 50, 50);
    assert!(green <= red, "no dot on the pawn");
}
