//! Tests of typed moves in various notations, and of the sentence for each refusal.

use crate::games;
use crate::rules::FenDefect;
use crate::rules::*;
use crate::words::Words;

fn read(variant: &str, fen: &str, text: &str) -> String {
    let variant = games::from_slug(variant).expect("a game");
    let fen = if fen.is_empty() { &variant.spec().start_fen } else { fen };
    let position = Position::from_fen(variant, fen).expect("a position");
    match read_move(&position, text) {
        Ok(mv) => mv.to_string(),
        Err(error) => Words::english().read_error(&position, &error),
    }
}

#[test]
fn many_ways_to_write_one_move() {
    for text in [
        "g1f3",
        "g1-f3",
        "g1 f3",
        "Nf3",
        "nf3",
        "NF3",
        "N f3",
        "knight f3",
        "Knight to f3",
        "Ng1f3",
        "Ngf3",
        "N1f3",
        "\u{ff4e}\u{ff46}\u{ff13}",
        "Nf3!?",
        "Nf3+",
        "Knight g1-f3",
    ] {
        assert_eq!(read("chess", "", text), "g1f3", "{text}");
    }
    for text in ["e4", "e2e4", "E2E4", "pawn e4", "Pe4", "e2-e4!", "Pawn e2 to e4"] {
        assert_eq!(read("chess", "", text), "e2e4", "{text}");
    }
    let e_file_open = "4k5/10/10/10/10/10/10/10/4K5/10";
    let fen = format!("****2****/{e_file_open}/****2****[Jj] w - - 0 1");
    let fen = fen.replace("4K5/10", "10/4K5");
    for text in ["J@e4", "j@e4", "drop e4", "@e4", "Drop Ninja Pawn on e4", "Ninja Pawn dropped on e4", "Je4"]
    {
        assert_eq!(read("birds-and-ninjas", &fen, text), "J@e4", "{text}");
    }
}

#[test]
fn castling_in_its_spellings() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in
        ["O-O", "0-0", "oo", "O-Og1", "castle g1", "castle short", "castles kingside", "e1g1", "0-0 g1"]
    {
        assert_eq!(read("chess", fen, text), "O-Og1", "{text}");
    }
    assert_eq!(read("chess", fen, "0-0-0"), "O-O-Oc1");
    assert_eq!(read("chess", fen, "castle"), "That could be several moves: O-Og1 or O-O-Oc1?");
    assert_eq!(
        read("chess", "", "O-O"),
        "Illegal: you can't castle while your own Bishop f1 stands between King and Rook."
    );
}

#[test]
fn promotions_by_letter_and_by_name() {
    let fen = "6n1/5P1k/8/8/8/8/8/K7 w - - 0 1";
    for text in
        ["fxg8=Q", "f7g8q", "fxg8Q", "fxg8 queen", "f7g8=q", "Pawn f7-g8, takes Knight g8, promotes to Queen"]
    {
        assert_eq!(read("chess", fen, text), "f7g8q", "{text}");
    }
    assert_eq!(read("chess", fen, "f8"), "What does the Pawn become: f8=Q, f8=R, f8=B or f8=N?");
    assert_eq!(
        read("chess", fen, "f8=K"),
        "Illegal: the Pawn can't become a King, only Queen (Q), Rook (R), Bishop (B) or Knight (N)."
    );
}

#[test]
fn a_small_letter_is_the_file_unless_only_the_piece_can() {
    assert_eq!(read("chess", "k7/8/8/8/8/2p5/1P6/K3B3 w - - 0 1", "bxc3"), "b2c3");
    assert_eq!(read("chess", "k7/8/8/8/8/2p5/8/K3B3 w - - 0 1", "bxc3"), "e1c3");
}

#[test]
fn refusals_say_what_kind_of_wrong() {
    assert_eq!(
        read("chess", "", "Nx9"),
        "I can't read `Nx9`; write it like e2e4 or Nf3, or pick from the list."
    );
    assert_eq!(
        read("chess", "", "hello there"),
        "I can't read `hello there`; write it like e2e4 or Nf3, or pick from the list."
    );
    assert_eq!(
        read("chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2"),
        "Two Knights reach d2: Nbd2 or Nfd2?"
    );
    assert_eq!(read("chess", "", "e4e5"), "Illegal: there is no piece on e4.");
    assert_eq!(read("chess", "", "e7e5"), "Illegal: the Pawn e7 is Black's, and it is White's turn.");
    assert_eq!(
        read("chess", "", "e2e5"),
        "Illegal: the Pawn e2 can't move to e5; `/moves e2` shows where it can go."
    );
    assert_eq!(read("chess", "", "Bc4"), "Illegal: the Bishop f1 is blocked by your own Pawn e2.");
    assert_eq!(
        read("chess", "", "Nd2"),
        "Illegal: the Knight b1 can't go to d2: your own Pawn stands there."
    );
    assert_eq!(
        read("chess", "", "exd3"),
        "Illegal: the Pawn e2 could only take on d3, and there is nothing to take."
    );
    assert_eq!(
        read("chess", "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "Bd3"),
        "Illegal: your King would be in check from the Rook on e7."
    );
    assert_eq!(
        read("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qe2"),
        "Illegal: you have no Queen on the board."
    );
}

#[test]
fn refusals_of_the_odd_games() {
    assert_eq!(
        read("squirrel", "10/4k5/10/10/1g8/10/1R8/10/5K4/10 w - - 0 1 0/0", "b4b6"),
        "Illegal: the enemy Guard b6 brakes the Rook b4: it must stop on the first square beside it."
    );
    assert_eq!(
        read("squirrel", "10/4k5/10/10/1g8/1R8/10/10/5K4/10 w - - 0 1 0/0", "b5b3"),
        "Illegal: the Rook b5 stands next to the enemy Guard b6, so it moves one square at most."
    );
    assert_eq!(
        read("prison-break", "6/2P1k1/2i3/2F1I1/6/6/6/5K w - - 0 1", "c7c8i"),
        "Illegal: the Pawn c7 is frozen by the enemy Ice Queen c6."
    );
    assert_eq!(read("prison-break", "", "a2a4"), "Illegal: a4 is an exit, and only a King may enter it.");
    assert_eq!(
        read("birds-and-ninjas", "", "J@e6"),
        "Illegal: a Ninja Pawn enters on rank 2 and is pushed as far as rank 5, so not to e6."
    );
}

#[test]
fn a_bare_target_blames_the_pawn_that_was_meant() {
    assert_eq!(
        read("chess", "", "e5"),
        "Illegal: the Pawn e2 can't move to e5; `/moves e2` shows where it can go."
    );
    assert_eq!(
        read("chess", "", "h6"),
        "Illegal: the Pawn h2 can't move to h6; `/moves h2` shows where it can go."
    );
}

#[test]
fn characters_of_several_bytes_are_a_defect_like_any_other() {
    let chess = games::from_slug("chess").expect("a game");
    for field in ["\u{e9}3", "e\u{e9}", "\u{e9}", "\u{1f600}3a4", "a\u{663}"] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - {field} 0 1");
        let error = Position::from_fen(chess, &fen).expect_err("no squares");
        assert!(matches!(error.defects(), [FenDefect::EnPassantField(_)]), "{error}");
    }
    for text in
        ["\u{e9}4", "e\u{e9}4", "\u{1f600}", "n\u{e9}f3", "'", "a'4", "x", "=", "@", "O-O-O-O", "0-0é"]
    {
        let _ = read("chess", "", text);
    }
}

#[test]
fn what_is_not_seen_of_a_text_is_written_out() {
    for (text, told) in [
        ("xy\u{202e}zzy", "I can't read `xy\\u{202e}zzy`; write it like e2e4 or Nf3, or pick from the list."),
        ("e2\u{200b}", "I can't read `e2\\u{200b}`; write it like e2e4 or Nf3, or pick from the list."),
    ] {
        assert_eq!(read("chess", "", text), told);
    }
}

#[test]
fn empty_squares_are_counted_without_leading_zeros() {
    let chess = games::from_slug("chess").expect("a game");
    for row in ["08", "0", "04K3"] {
        assert!(Position::from_fen(chess, &format!("4k3/{row}/8/8/8/8/8/4K3 w - - 0 1")).is_err(), "{row}");
    }
}

#[test]
fn examples_are_moves_that_the_game_can_begin_with() {
    for variant in games::all() {
        let start = Position::start(variant);
        let texts = examples(&start);
        assert_eq!(texts.len(), 2, "{texts:?}");
        for text in texts {
            assert!(read_move(&start, &text).is_ok(), "{variant}: {text}");
        }
    }
}

#[test]
fn example_replies_are_played_one_after_the_other() {
    for variant in games::all() {
        let mut position = Position::start(variant);
        let replies = example_replies(variant);
        assert_eq!(replies.len(), 2, "{variant}: {replies:?}");
        for (when, reply) in replies {
            position = position.after(&when).expect("legal").after(&reply).expect("legal");
        }
    }
    let chess = example_replies(games::from_slug("chess").expect("a game"));
    assert_eq!(format!("{chess:?}"), "[(e2e4, e7e5), (g1f3, g8f6)]");
}

#[test]
fn the_list_offers_those_between_which_the_reader_asks() {
    let fen = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    let position = Position::from_fen(games::from_slug("chess").expect("a game"), fen).expect("a position");
    let Err(ReadError::Ambiguous(moves)) = read_move(&position, "Nd2") else { panic!("it is ambiguous") };
    let notation = Notation::new(&position);
    let offered: Vec<Move> = candidates(&notation, "Nd2")
        .into_iter()
        .filter(|(fit, _)| *fit == Fit::Meant)
        .map(|(_, mv)| mv)
        .collect();
    assert_eq!(offered, moves);
}

#[test]
fn a_piece_and_two_squares_are_blamed_for_what_is_so() {
    assert_eq!(read("chess", "", "Nf3xe5"), "Illegal: there is no piece on f3.");
    assert_eq!(read("chess", "", "Rh3h8"), "Illegal: there is no piece on h3.");
    assert_eq!(
        read("chess", "", "knight g8 to f6"),
        "Illegal: the Knight g8 is Black's, and it is White's turn."
    );
    assert_eq!(read("squirrel", "", "Gg4f5"), "Illegal: there is no piece on g4.");
}

#[test]
fn castling_as_the_king_s_move_without_its_square() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["Kg1", "king g1", "King to g1"] {
        assert_eq!(read("chess", fen, text), "O-Og1", "{text}");
    }
    assert_eq!(read("chess", fen, "Kc1"), "O-O-Oc1");
    assert_eq!(
        read("chess", "", "Kg1"),
        "Illegal: you can't castle while your own Bishop f1 stands between King and Rook."
    );
    assert_eq!(
        read("chess", "4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "e1g1"),
        "Illegal: you can't castle while your own Knight g1 stands between King and Rook."
    );
}

#[test]
fn of_two_moves_the_first_is_named_only_where_it_is_one() {
    let two_knights = "4k3/8/8/8/8/5N2/8/1N2K2R w K - 0 1";
    assert_eq!(read("chess", two_knights, "Nd2 Ke7"), "Two Knights reach d2: Nbd2 or Nfd2?");
    assert_eq!(
        read("chess", two_knights, "O-O Ke7"),
        "One move at a time: `O-Og1` now, the next one when it is your turn again."
    );
    assert_eq!(
        read("chess", two_knights, "O-O e5"),
        "One move at a time: `O-Og1` now, the next one when it is your turn again."
    );
}

#[test]
fn a_pawn_far_away_is_not_blamed() {
    assert_eq!(
        read("chess", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "g4"),
        "None of your pieces can go to g4; pick a move from the list."
    );
}
