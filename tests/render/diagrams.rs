//! Boards side by side that show a piece's moves.

use super::{cut_out, decoded, square, usual, view};
use rookery::games;
use rookery::render::{ALT_TEXT_LIMIT, BoardView, Dots, diagram, numbered_diagram, render_rgba};
use rookery::words::Words;

tests!(
    boards_stand_side_by_side_and_then_below,
    each_board_of_many_has_its_number,
    the_kings_beside_a_lone_piece_are_not_shown,
    a_lone_king_is_shown,
    a_guards_diagram_shows_what_it_brakes,
    the_description_tells_both_boards,
    every_description_fits,
);

fn boards(slug: &str, letter: char) -> Vec<BoardView> {
    let variant = games::from_slug(slug).expect("a game");
    let kind = variant.spec().kind(letter).expect("a piece");
    variant.spec().diagrams_of(kind).map(|shown| BoardView::of_diagram(variant, shown)).collect()
}

fn boards_stand_side_by_side_and_then_below() {
    let boards = boards("prison-break", 'F');
    let look = usual();
    let (width, height) = render_rgba(&boards[0], &look).dimensions();
    let both = decoded(&diagram(&boards, 2, &look));
    assert!(both.width() > 2 * width && both.width() < 2 * width + width / 4);
    assert_eq!(both.height(), height);
    let column = decoded(&diagram(&boards, 1, &look));
    assert_eq!(column.width(), width);
    assert!(column.height() > 2 * height);
}

fn each_board_of_many_has_its_number() {
    let board = boards("chess", 'R').swap_remove(0);
    let look = usual();
    let (width, height) = render_rgba(&board, &look).dimensions();
    let plain = decoded(&diagram(&vec![board.clone(); 6], 4, &look));
    let numbered = decoded(&numbered_diagram(&vec![board.clone(); 6], 4, &look));
    assert_eq!(numbered.width(), plain.width());
    let head = (numbered.height() - plain.height()) / 2;
    // The upper left corners of the boards: the gaps are those of the picture without numbers.
    let across = (plain.width() - 4 * width) / 3 + width;
    let down = plain.height() - height + head;
    let at = |number: usize| (number as u32 % 4 * across, number as u32 / 4 * down);
    let part = |(x, y): (u32, u32), height: u32| {
        image::imageops::crop_imm(&numbered, x, y, width, height).to_image()
    };
    let heads: Vec<_> = (0..6).map(|number| part(at(number), head)).collect();
    for (number, of) in heads.iter().enumerate() {
        assert!(heads[..number].iter().all(|other| other != of), "{number} is told from those before");
        let (x, y) = at(number);
        assert_eq!(part((x, y + head), height), part((0, head), height), "the board below it");
    }
}

fn the_kings_beside_a_lone_piece_are_not_shown() {
    let mut alone = boards("chess", 'R').swap_remove(0);
    let (rook, kings) = (square("d4"), alone.hidden);
    assert_eq!(kings.len(), 2);
    assert!(
        Words::english().text_board(&alone).contains('R')
            && !Words::english().text_board(&alone).contains(['K', 'k'])
    );
    let told = Words::english().diagram_alt_text(&[alone.clone()]);
    assert!(told.contains("White: Rook d4.") && !told.contains("King") && !told.contains("Black"), "{told}");
    let picture = render_rgba(&alone, &usual());
    alone.hidden = view("chess", "").hidden;
    let with_kings = render_rgba(&alone, &usual());
    for square in kings {
        assert!(cut_out(&alone, &picture, square) != cut_out(&alone, &with_kings, square), "{square}");
    }
    assert!(cut_out(&alone, &picture, rook) == cut_out(&alone, &with_kings, rook));
}

fn a_lone_king_is_shown() {
    let alone = boards("chess", 'K').swap_remove(0);
    let board = Words::english().text_board(&alone);
    assert!(board.contains('K') && !board.contains('k'), "{board}");
}

fn a_guards_diagram_shows_what_it_brakes() {
    let [alone, telling] = boards("squirrel", 'G').try_into().expect("two diagrams");
    for board in [alone, telling] {
        let bare = BoardView { dots: None, ..board.clone() };
        let board =
            BoardView { dots: board.dots.map(|dots| Dots { moves: Vec::new(), ..dots }), ..bare.clone() };
        let (hatched, plain) = (render_rgba(&board, &usual()), render_rgba(&bare, &usual()));
        for name in ["d4", "d5", "e6", "f6"] {
            assert!(
                cut_out(&board, &hatched, square(name)) != cut_out(&bare, &plain, square(name)),
                "{name}"
            );
        }
        assert!(cut_out(&board, &hatched, square("c4")) == cut_out(&bare, &plain, square("c4")));
    }
}

fn the_description_tells_both_boards() {
    assert_eq!(
        Words::english().diagram_alt_text(&boards("prison-break", 'K')),
        "Prison Break. Boards from top to bottom. Board 1: A piece alone. White: King b4. The white King b4 can go to \
         a3, b3, c3, a4, c4, a5, b5 or c5. Exits: a4, a5. Board 2: White to move. White: King b4. Black: King f8; \
         Flying Bomber a7. The white King b4 can go to b3, c3, c4, b5 or c5. Exits: a4, a5."
    );
}

fn every_description_fits() {
    for variant in games::all() {
        for letter in variant.spec().letters() {
            let told = Words::english().diagram_alt_text(&boards(variant.slug(), letter));
            assert!(told.chars().count() < ALT_TEXT_LIMIT && !told.contains('…'), "{told}");
            assert!(told.matches(" can").count() + told.matches(" could ").count() == 2, "{told}");
        }
    }
}
