//! Descriptions in words and boards in letters.

use super::{played, position, view, with_dots};
use rookery::game::{Ending, Event, Game, Millis, UserId};
use rookery::games;
use rookery::render::{ALT_TEXT_LIMIT, BoardView, cut};
use rookery::rules::{ByColor, Color, Line};
use rookery::words::Words;

tests!(
    it_says_the_side_to_move_and_the_pieces_by_side_and_kind,
    it_says_check_and_the_last_move_with_every_victim,
    it_says_how_the_game_ended,
    it_says_who_won_by_the_others_word,
    it_says_hands_promotions_frozen_and_braked_pieces,
    it_names_palaces_exits_and_the_squares_that_guards_brake,
    the_list_says_who_may_still_castle,
    it_says_where_the_shown_piece_can_go,
    a_game_of_moves_is_told_with_its_victims,
    what_was_captured_is_told,
    en_passant_names_where_the_pawn_stood,
    every_marked_move_is_told_with_its_victims,
    a_move_without_the_board_before_it_names_squares,
    a_full_board_fits,
    a_board_full_of_guards_fits,
    long_texts_are_cut_at_a_whole_word,
    descriptions_of_random_games_are_complete_and_short,
    the_text_board_has_the_side_at_the_bottom,
    the_text_board_shows_holes_palaces_and_exits,
    the_text_board_shows_a_palace_and_an_exit_under_a_piece,
    the_text_board_shows_what_guards_brake,
);

/// A Guard on each side, far from each other.
const GUARDS: &str = "5k4/10/10/3g6/10/10/5G4/10/10/5K4 w - - 0 1 0/0";
/// Black's Guard is next to White's instead.
const GUARDS_TOUCH: &str = "5k4/10/10/10/10/4g5/5G4/10/10/5K4 w - - 0 1 0/0";

fn alt_text(view: &BoardView) -> String {
    Words::english().alt_text(view)
}

fn text_board(view: &BoardView) -> String {
    Words::english().text_board(view)
}

fn signs(view: &BoardView) -> String {
    Words::english().text_board_signs(view)
}

fn told_moves(view: &BoardView) -> Option<String> {
    Words::english().told_ways(view)
}

fn check(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in {text:?}");
    }
}

fn it_says_the_side_to_move_and_the_pieces_by_side_and_kind() {
    check(
        &alt_text(&view("claustrophobia", "")),
        &[
            "Claustrophobia. White to move.",
            "White: King f1; Knights c1, g2; pawns a2 b2 c2 d2 e2; Flying Bombers a1, b1; Ninja Guards d1, e1; \
             Queen-Guard f2.",
            "Black: King f8;",
        ],
    );
}

fn it_says_check_and_the_last_move_with_every_victim() {
    let view = played("chess", "3k4/8/8/8/8/8/8/r3K2R w K - 0 1", "e1e2", Color::White);
    check(&alt_text(&view), &["Black to move.", "Last move: King e1-e2."]);
    check(&alt_text(&super::view("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")), &["White to move, in check."]);
    let fen = "4k1*/3n1F1/5**/5**/5**/5**/PPPPPKN/5G* w - - 0 1";
    check(
        &alt_text(&played("claustrophobia", fen, "f7c7", Color::White)),
        &["Last move: Flying Bomber f7-c7, takes Knight d7."],
    );
}

fn it_says_how_the_game_ended() {
    let mated = view("chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    check(&alt_text(&mated), &["Chess. Checkmate, White wins."]);
    check(
        &alt_text(&view("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")),
        &["Stalemate, Black has no legal move"],
    );
    check(
        &alt_text(&view("chess", "7k/8/6K1/8/8/8/8/8 b - - 0 1")),
        &["A draw, neither side has enough pieces to mate."],
    );
    let scepter = view("claustrophobia", "5K*/7/5**/5**/5**/5**/6k/6* b - - 0 1");
    check(&alt_text(&scepter), &["wins"]);
    let resigned = BoardView { ended: true, ..view("chess", "") };
    check(&alt_text(&resigned), &["The game is over."]);
    assert!(!alt_text(&resigned).contains("to move"));
}

fn it_says_who_won_by_the_others_word() {
    for (ending, told) in [
        (Ending::Resigned(Color::White), "Chess. White won: Black resigned. White: King e1;"),
        (Ending::TimeOut(Color::Black), "Chess. Time is up for White. Black wins. White: King e1;"),
        (Ending::Agreed, "Chess. Draw agreed between White and Black. White: King e1;"),
        (Ending::Aborted, "Chess. The game of White and Black was aborted: no result. White: King e1;"),
    ] {
        let players = ByColor { white: Some(UserId(1)), black: Some(UserId(2)) };
        let mut game = Game::new(players, Line::new(position("chess", "")), Millis(0));
        game.apply(&Event::Ended(ending), Millis(0)).expect("no move");
        let earlier = view("chess", "");
        let text = Words::english().game_alt_text(&BoardView { ended: true, ..earlier.clone() }, &game);
        check(&text, &[told]);
        assert!(!text.contains("to move") && !text.contains('@'), "{text}");
        // An earlier position is described as it was.
        assert_eq!(Words::english().game_alt_text(&earlier, &game), alt_text(&earlier));
    }
}

fn it_says_hands_promotions_frozen_and_braked_pieces() {
    check(&alt_text(&view("birds-and-ninjas", "")), &["In hand: White 4 ninja pawns, Black 4 ninja pawns."]);
    let fen = "6/2P1k1/2i3/2F1I1/6/6/6/5K w - - 0 1";
    check(&alt_text(&view("prison-break", fen)), &["Frozen: c5, c7.", "pawn c7;"]);
    let fen = "c4g3c/rnbsqksbnr/pppppppppp/10/10/1g8/1R8/P1PPPPPPPP/1NBSQKSBNR/C3GG3C w - - 0 1 1/2";
    check(&alt_text(&view("squirrel", fen)), &["Promotions made: White 1, Black 2.", "Braked: b4."]);
}

fn it_names_palaces_exits_and_the_squares_that_guards_brake() {
    let told = |slug: &str, fen: &str| {
        let view = view(slug, fen);
        // Both the picture's description and the text in its place.
        [alt_text(&view), Words::english().list_text(&view)]
    };
    for text in told("claustrophobia", "") {
        check(&text, &["White's palace: f1, f2, g2.", "Black's palace: f7, g7, f8."]);
    }
    for text in told("prison-break", "") {
        check(&text, &["Exits: a4, a5."]);
    }
    for text in told("squirrel", GUARDS) {
        check(
            &text,
            &[
                "White's Guard brakes e3 f3 g3 e4 g4 e5 f5 g5.",
                "Black's Guard brakes c6 d6 e6 c7 e7 c8 d8 e8.",
            ],
        );
    }
    // The piece next to them is an opponent; next to a friend a Guard changes nothing.
    for text in told("squirrel", GUARDS_TOUCH) {
        check(&text, &["White's Guard brakes e3 f3 g3 e4 g4 e5 f5 g5."]);
    }
    for text in told("squirrel", "") {
        check(&text, &["White's Guards brake d1 g1.", "Black's Guards brake d10 g10."]);
    }
    for text in told("chess", "").into_iter().chain(told("birds-and-ninjas", "")) {
        assert!(!["palace", "Exit", "brake"].iter().any(|word| text.contains(word)), "{text}");
    }
}

fn the_list_says_who_may_still_castle() {
    let told = |slug: &str, fen: &str| Words::english().list_text(&view(slug, fen));
    for (slug, fen, white, black) in [
        ("chess", "", "White may still castle with the Rooks a1, h1.", Some("with the Rooks a8, h8.")),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1", "with the Rook a1.", Some("with the Rook h8.")),
        ("chess", "4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "White may still castle with the Rook h1.", None),
        ("birds-and-ninjas", "", "with the Rooks b1, i1.", Some("with the Rooks b10, i10.")),
        ("squirrel", "", "with the Rooks a2, j2.", Some("Black may still castle with the Rooks a9, j9.")),
    ] {
        let text = told(slug, fen);
        check(&text, &[white]);
        check(&text, black.as_slice());
        assert_eq!(text.matches("castle").count(), 1 + usize::from(black.is_some()), "{text}");
        // The picture does not show it.
        assert!(!alt_text(&view(slug, fen)).contains("castle"));
    }
    for (slug, fen) in [("chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"), ("claustrophobia", "")] {
        assert!(!told(slug, fen).contains("castle"));
    }
    let over = BoardView { ended: true, ..view("chess", "") };
    assert!(!Words::english().list_text(&over).contains("castle"));
}

fn it_says_where_the_shown_piece_can_go() {
    let fen = "4k1*/3n1F1/5**/5**/5**/5**/PPPPPKN/5G* w - - 0 1";
    let bomber = with_dots("claustrophobia", fen, "f7");
    check(
        &alt_text(&bomber),
        &[
            "The white Flying Bomber f7 can go to e7, g7 or f8; take Knight d7; or go to c7, taking Knight d7.",
        ],
    );
    check(&alt_text(&with_dots("chess", "", "a1")), &["The white Rook a1 cannot move."]);
    check(&alt_text(&with_dots("chess", "", "b1")), &["The white Knight b1 can go to a3 or c3."]);
}

fn a_game_of_moves_is_told_with_its_victims() {
    let mut line = Line::new(position("chess", ""));
    for text in ["e2e4", "d7d5", "e4d5"] {
        line.play_text(text).expect("legal");
    }
    let view = BoardView::of_line(&line, Color::Black);
    check(&alt_text(&view), &["Last move: Pawn e4-d5, takes Pawn d5."]);
    assert_eq!(view.last.expect("a move").victims.len(), 1);
}

fn what_was_captured_is_told() {
    let mut line = Line::new(position("chess", "4k3/8/2b5/3b4/2n1P3/1P6/8/4K3 w - - 0 1"));
    assert!(!alt_text(&BoardView::of_line(&line, Color::White)).contains("captured"));
    for text in ["e4d5", "c6d5", "b3c4", "d5c4"] {
        line.play_text(text).expect("legal");
    }
    check(
        &alt_text(&BoardView::of_line(&line, Color::White)),
        &["White has captured a Bishop and a Knight. Black has captured 2 Pawns."],
    );
}

fn en_passant_names_where_the_pawn_stood() {
    let fen = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1";
    check(
        &alt_text(&played("chess", fen, "d5e6", Color::White)),
        &["Last move: Pawn d5-e6, takes Pawn e5 en passant."],
    );
    let before = position("chess", fen);
    let mv = before.legal_move("d5e6").expect("legal");
    let view = BoardView::new(&before.after(&mv).expect("a legal move"), Some(&mv), Color::White);
    check(&alt_text(&view), &["Last move: Pawn d5-e6, takes on e5 en passant."]);
}

fn every_marked_move_is_told_with_its_victims() {
    let mut random = fastrand::Rng::with_seed(11);
    for variant in games::all() {
        let mut line = Line::new(rookery::rules::Position::start(variant));
        for _ in 0..80 {
            let (position, legal) = (*line.position(), line.position().legal_moves());
            if legal.is_empty() {
                break;
            }
            for (square, _) in position.pieces() {
                told_whole(&position, square);
            }
            line.play(legal[random.usize(..legal.len())]).expect("a legal move");
        }
    }
}

/// Checks the description of a piece's moves: each with all its victims in one part of the sentence, and no
/// part twice.
fn told_whole(position: &rookery::rules::Position, square: rookery::rules::Square) {
    let moves = position.moves_from(square);
    let told = told_moves(&BoardView::new(position, None, Color::White).with_dots(position, square, &moves));
    let told = told.expect("they are marked");
    let parts: Vec<&str> = told.split(';').collect();
    for mv in &moves {
        let names = |part: &str, wanted: rookery::rules::Square| {
            part.split([' ', ',', '.', '-']).any(|word| word == wanted.to_string())
        };
        let whole =
            |part: &&&str| names(part, mv.to()) && mv.victims().iter().all(|victim| names(part, victim));
        assert!(parts.iter().any(|part| whole(&part)), "{mv} is not in {told}");
    }
    let mut sorted = parts.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), parts.len(), "told twice: {told}");
}

fn a_move_without_the_board_before_it_names_squares() {
    let before = position("chess", "3r1k2/2P5/8/8/8/8/8/4K3 w - - 0 1");
    let mv = before.legal_moves().into_iter().find(|mv| mv.to_string() == "c7d8q").expect("legal");
    let view = BoardView::new(&before.after(&mv).expect("a legal move"), Some(&mv), Color::White);
    check(&alt_text(&view), &["Last move: Pawn c7-d8, takes on d8, promotes to Queen."]);
}

fn a_full_board_fits() {
    let fen = "****ff****/grnbqkbnrg/pppppppppp/10/jjjj6/10/10/6JJJJ/10/PPPPPPPPPP/\
               GRNBQKBNRG/****FF****[] w - - 0 1";
    let view = view("birds-and-ninjas", fen);
    assert_eq!(view.pieces.occupied().len(), 52, "more pieces there cannot be in any game");
    let text = alt_text(&view);
    assert!(text.ends_with('.'), "it is cut: {text}");
    for square in view.pieces.occupied() {
        check(&text, &[&square.to_string()]);
    }
}

fn a_board_full_of_guards_fits() {
    // All pawns have promoted, and nearly every square is braked for both sides.
    let fen =
        "2r2S2rk/qG1Rng1cbg/5GQ1G1/5B2g1/g4cgG1g/3s1GNq1Q/1nGs1bGrCC/2gSRgG3/GB2G3g1/KR1g3N2 w - - 0 1 10/10";
    let view = view("squirrel", fen);
    assert_eq!(view.pieces.occupied().len(), 48, "more pieces there cannot be in this game");
    let text = alt_text(&view);
    assert!(text.ends_with('.'), "it is cut: {text}");
    check(&text, &["White's Guards brake d1 e1 f1 ", "Black's Guards brake c1 e1 h1 "]);
    // There is still room for a last move and its captures.
    assert!(text.chars().count() < ALT_TEXT_LIMIT - 100, "{text}");
    // As shown by `/board text`, below a sentence.
    let list = Words::english().list_text(&view);
    let told = format!("{list}\n```\n{}\n```\n{}", text_board(&view), signs(&view));
    assert!(told.chars().count() < 1_600, "{told}");
}

fn long_texts_are_cut_at_a_whole_word() {
    for filler in ["word ", "w ", "wordy, "] {
        for shift in 0..8 {
            let whole = "x".repeat(shift) + " " + &filler.repeat(700);
            let text = cut(&whole, ALT_TEXT_LIMIT);
            let length = text.chars().count();
            assert!(length <= ALT_TEXT_LIMIT && length > ALT_TEXT_LIMIT - 12, "{length}");
            let kept = text.strip_suffix('…').expect("an ellipsis");
            let rest = whole.strip_prefix(kept).expect("the beginning of the whole");
            assert!(rest.starts_with([' ', ',']), "cut inside a word: {rest:.20}");
        }
    }
}

fn descriptions_of_random_games_are_complete_and_short() {
    let mut random = fastrand::Rng::with_seed(7);
    for variant in games::all() {
        let mut line = Line::new(rookery::rules::Position::start(variant));
        for _ in 0..120 {
            let legal = line.position().legal_moves();
            if legal.is_empty() {
                break;
            }
            line.play(legal[random.usize(..legal.len())]).expect("a legal move");
            let view = BoardView::of_line(&line, Color::White);
            let alt = alt_text(&view);
            assert!(alt.ends_with('.'), "it is cut: {alt}");
            for (square, piece) in line.position().pieces() {
                let side = format!("{}: ", piece.color.name());
                let list =
                    alt.split(". ").find(|told| told.starts_with(&side)).expect("a list for each side");
                check(&format!("{list} ").replace(['.', ',', ';'], " "), &[&format!(" {square} ")]);
            }
        }
    }
}

fn the_text_board_has_the_side_at_the_bottom() {
    let white = text_board(&view("chess", ""));
    let rows: Vec<&str> = white.lines().collect();
    assert_eq!(rows[0], " 8  r n b q k b n r");
    assert_eq!(rows[7], " 1  R N B Q K B N R");
    assert_eq!(rows[8].trim_end(), "    a b c d e f g h");
    let black = text_board(&BoardView { side: Color::Black, ..view("chess", "") });
    let rows: Vec<&str> = black.lines().collect();
    assert_eq!(rows[0], " 1  R N B K Q B N R");
    assert_eq!(rows[8].trim_end(), "    h g f e d c b a");
}

fn the_text_board_shows_holes_palaces_and_exits() {
    let empty = view("claustrophobia", "5k*/7/5**/5**/5**/5**/5K1/6* w - - 0 1");
    check(&text_board(&empty), &[" 8  . . . . .+k\n", " 7  . . . . . + +\n", " 6  . . . . .\n"]);
    check(&signs(&empty), &["`+` palace\n"]);
    check(&text_board(&view("prison-break", "")), &[" 5  > . . . . .\n"]);
    assert_eq!(signs(&view("prison-break", "")), "`>` exit");
    assert_eq!(signs(&view("chess", "")), "");
    check(&text_board(&view("birds-and-ninjas", "")), &["11          f f\n"]);
    for variant in games::all() {
        let board = text_board(&view(variant.slug(), ""));
        // Longer lines would be cut off on a phone.
        assert!(board.lines().all(|line| line.len() <= 25) && board.len() < 1000, "{board}");
    }
}

fn the_text_board_shows_a_palace_and_an_exit_under_a_piece() {
    let sign = "A sign in front of a letter tells what that square is.";
    // Every square of both palaces is occupied at the start.
    let start = view("claustrophobia", "");
    let board = text_board(&start);
    check(&board, &[" 8  f f n g g+k\n", " 7  p p p p p+q+n\n", " 2  P P P P P+Q+N\n", " 1  F F N G G+K\n"]);
    assert!(!board.contains("palace") && !board.contains(sign), "{board}");
    assert_eq!(signs(&start), format!("`+` palace\n{sign}"));
    let escaped = view("prison-break", "5k/6/6/K5/6/6/6/6 b - - 0 1");
    check(&text_board(&escaped), &[" 5 >K . . . . .\n", " 4  > . . . . .\n"]);
    // An empty square of this kind is not explained.
    assert_eq!(signs(&escaped), format!("`>` exit\n{sign}"));
}

fn the_text_board_shows_what_guards_brake() {
    let apart = view("squirrel", GUARDS);
    check(
        &text_board(&apart),
        &[
            " 8  . . ~ ~ ~ . . . . .\n",
            " 7  . . ~ g ~ . . . . .\n",
            " 5  . . . . - - - . . .\n",
            " 4  . . . . - G - . . .\n",
        ],
    );
    assert!(!text_board(&apart).contains('#'));
    assert_eq!(signs(&apart), "`-` braked by White's Guards\n`~` braked by Black's Guards");
    let touch = view("squirrel", GUARDS_TOUCH);
    check(
        &text_board(&touch),
        &[
            " 6  . . . ~ ~ ~ . . . .\n",
            " 5  . . . ~-g # - . . .\n",
            " 4  . . . ~ #~G - . . .\n",
            " 3  . . . . - - - . . .\n",
        ],
    );
    check(&signs(&touch), &["\n`#` braked by Guards of both sides\n", "in front of a letter"]);
    let black = text_board(&BoardView { side: Color::Black, ..view("squirrel", GUARDS_TOUCH) });
    check(&black, &[" 4  . . . -~G # ~ . . .\n"]);
}
