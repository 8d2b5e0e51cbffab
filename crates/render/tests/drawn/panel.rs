//! Tests the panel next to the board: captured pieces, hands, promotions, side to move, and its words.

use super::{at, decoded, png, position, rgba, square_on, usual, view};
use render::BoardView;
use rules::Color;

#[test]
fn hands_and_promotions_change_the_panel_alone() {
    let birds = |hand: &str| {
        let fen = position("birds-and-ninjas", "").fen();
        view("birds-and-ninjas", &fen.replace("[JJJJjjjj]", hand))
    };
    let squirrel = |made: &str| view("squirrel", &position("squirrel", "").fen().replace("0/0", made));
    for (a, b) in [(birds("[JJJJjjjj]"), birds("[JJJJj]")), (squirrel("0/0"), squirrel("0/3"))] {
        let (x, y) = (rgba(&a), rgba(&b));
        let board = x.width() - square_on(&a, "a1".parse().expect("a square")).2;
        let left = |picture| image::imageops::crop_imm(&picture, 0, 0, board, 600).to_image();
        assert!(x != y, "the panel shows it");
        assert!(left(x) == left(y), "the board stays");
    }
}

#[test]
fn counts_are_large_enough_for_a_phone() {
    for variant in games::all() {
        let mut view = view(variant.slug(), "");
        let plain = rgba(&BoardView { ended: true, ..view.clone() });
        view.ended = true;
        let pawn = variant.spec().bare_pawn().expect("a pawn").index();
        view.captured.black[pawn] = 1;
        let one = rgba(&view);
        view.captured.black[pawn] = 8;
        let many = rgba(&view);
        // The eight is the only difference between one captured pawn and eight.
        assert!(one != plain);
        let rows = one.rows().zip(many.rows()).filter(|(a, b)| !a.clone().eq(b.clone())).count() as u32;
        let shown = rows * 320 / one.width();
        let least = if variant.spec().files <= 8 { 14 } else { 12 };
        assert!(shown >= least, "{}: {shown} pixels in a picture of 320", variant.slug());
    }
}

#[test]
fn the_turn_is_shown_until_the_game_ends() {
    let white = view("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let black = view("chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    let ended = BoardView { ended: true, ..white.clone() };
    let right = |view: &BoardView| {
        let (picture, side) = (rgba(view), square_on(view, "a1".parse().expect("a square")).2);
        let beside = picture.width() - side * 9 / 10;
        image::imageops::crop_imm(&picture, beside, 0, side * 9 / 10, picture.height()).to_image()
    };
    assert!(right(&white) != right(&black));
    let over = right(&ended);
    assert!(over.pixels().all(|pixel| pixel == over.get_pixel(29, 0)));
}

#[test]
fn the_mark_of_the_turn_is_the_king_at_that_end() {
    for (turn, side, is_below) in [
        ('w', Color::White, true),
        ('b', Color::White, false),
        ('w', Color::Black, false),
        ('b', Color::Black, true),
    ] {
        let view = BoardView { side, ..view("chess", &format!("4k3/8/8/8/8/8/4P3/4K3 {turn} - - 0 1")) };
        let picture = rgba(&view);
        let (_, top, size) =
            square_on(&view, (if side == Color::White { "h8" } else { "a1" }).parse().expect("a square"));
        let row = |row: u32| {
            let (x, y) = (picture.width() - size, top + row * size);
            image::imageops::crop_imm(&picture, x, y, size, size).to_image()
        };
        // It is the lightest part next to the board and fills the height of a square.
        let light = |row: &image::RgbaImage| {
            row.pixels().filter(|pixel| pixel.0[0] > 200).count() as u32 > size * size / 2
        };
        assert!(
            light(&row(if is_below { 7 } else { 0 })) && !light(&row(if is_below { 0 } else { 7 })),
            "{turn} {side}"
        );
        // The arrow is on the left, the King to its right, and the words below both.
        let mark = row(if is_below { 7 } else { 0 });
        let dark = |x: u32, y: u32| at(&mark, x, y)[0] < 120;
        assert!(dark(27, 25), "the arrow");
        assert!((20..80).any(|x| dark(x, 75)), "the words");
    }
}

/// Returns a board with these words next to it, in true colour and as a PNG file.
fn saying(to_move: &'static str) -> (image::RgbaImage, Vec<u8>) {
    let (view, look) = (view("chess", ""), usual().saying(to_move));
    (render::render_rgba(&view, &look), render::png(&view, &look))
}

#[test]
fn the_words_beside_the_board_are_those_of_the_look() {
    let (english, none) = (saying("to move"), saying(""));
    // A previously drawn language must not show in the pictures of the next one.
    let other = saying("am Zug");
    assert!(english.0 != other.0 && english.0 != none.0 && other.0 != none.0);
    assert!(decoded(&english.1) != decoded(&other.1), "the posted pictures");
    assert!(decoded(&other.1) != decoded(&none.1), "the posted pictures");
    assert!(saying("to move").1 == english.1, "and the first one is as before");
    assert!(png(&view("chess", "")) == english.1);
    // Without a panel there are no words.
    let bare = |to_move| render::png(&view("chess", ""), &usual().saying(to_move).without_panel());
    assert!(bare("to move") == bare("am Zug"));
}

#[test]
fn words_without_room_or_letters_are_left_out() {
    let none = saying("").0;
    for to_move in ["ŧóó ɱóóṽéé", "手番", "\u{1f600}", "whoever has to make the next move"] {
        assert!(saying(to_move).0 == none, "{to_move}");
    }
}

#[test]
fn long_words_stay_in_their_place() {
    let none = saying("").0;
    let board = view("chess", "");
    let (_, top, size) = square_on(&board, "h1".parse().expect("a square"));
    // Two fifths longer than in English.
    for to_move in ["to move", "am Zug", "too mooovee"] {
        let drawn = saying(to_move).0;
        let changed = drawn.enumerate_pixels().filter(|(x, y, pixel)| none.get_pixel(*x, *y) != *pixel);
        let places: Vec<(u32, u32)> = changed.map(|(x, y, _)| (x, y)).collect();
        assert!(places.len() > 1_000, "{to_move} is there");
        // In the lower half of the moving side's row, and as far from the edge as from the board.
        let (left, right) = (drawn.width() - size * 110 / 100, drawn.width() - size * 3 / 100);
        let inside =
            |(x, y): &(u32, u32)| (left..right).contains(x) && (top + size / 2..top + size).contains(y);
        assert!(places.iter().all(inside), "{to_move}");
        // The letters themselves do not touch the ground's edges.
        let dark = |x: u32| (top + size / 2..top + size * 97 / 100).any(|y| drawn.get_pixel(x, y).0[0] < 120);
        let columns: Vec<u32> = (left..right).filter(|x| places.iter().any(|(at, _)| at == x)).collect();
        let (first, last) = (columns[0], columns[columns.len() - 1]);
        assert!(!dark(first) && !dark(first + 1) && !dark(last) && !dark(last - 1), "{to_move}");
    }
}
