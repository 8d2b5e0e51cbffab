//! Texts about games from files are generated from their specification, and are as good as those written for
//! built-in games.

use super::{files_ending, none, read};
use rookery::games::{self, of_file};
use rookery::rules::{Family, Variant};
use rookery::words::Words;

tests!(
    every_game_from_a_file_is_told_whole,
    how_a_piece_moves_is_said_in_a_sentence,
    what_is_made_for_pieces_of_ours_is_what_we_say_of_them,
    how_pawns_go_is_said_by_the_rule_of_the_game,
    the_rules_in_short_say_what_differs_from_chess,
    a_game_that_changes_nothing_keeps_the_texts_of_the_other,
    a_source_that_is_no_address_is_not_repeated,
);

fn game(slug: &str, text: &str) -> Variant {
    of_file(slug, text).unwrap_or_else(|refused| panic!("{slug}: {refused:?}"))
}

/// All games from files in the tests and documents.
fn all() -> Vec<Variant> {
    let files = ["docs/own-games", "crates/games/tests/games"].map(|folder| files_ending(folder, "toml"));
    files.iter().flatten().map(|file| game("own-3f2a", &read(file))).collect()
}

fn every_game_from_a_file_is_told_whole() {
    let words = Words::english();
    let mut wrong = Vec::new();
    let games = all();
    assert!(games.len() > 20, "{games:?}");
    for game in games {
        let mut told = vec![
            words.game(game),
            words.game_in_short(game),
            words.origin(game),
            words.summary(game),
            words.family(game.family()),
            words.family_in_short(game.family()),
            words.rules_no_such_piece(game),
            words.rules_piece_of(game, &game.spec().source_url),
            words.rules_source(&game.spec().source_url),
        ];
        for piece in game.spec().piece_types() {
            let sentence = words.piece(game, piece);
            assert!(sentence.starts_with(char::is_lowercase) && sentence.ends_with('.'), "{sentence}");
            assert_eq!(sentence.matches('.').count(), 1, "{sentence}");
            assert!(sentence.len() < 500, "{sentence}");
            told.extend([words.kind(piece), sentence]);
        }
        told.extend(game.spec().diagrams().map(|diagram| words.caption(game, diagram)));
        assert_eq!((game.family(), words.game_is_also(game)), (Family::OWN, String::new()));
        assert_eq!(words.family(game.family()), "Own games");
        let is_odd = |text: &String| {
            text.trim().is_empty()
                || ["own-", "movement-", "{", "}", "??", "  ", " .", " ,", " ;"]
                    .iter()
                    .any(|odd| text.contains(odd))
        };
        wrong.extend(told.into_iter().filter(is_odd).map(|text| format!("{}: {text:?}", game.name())));
    }
    none(&wrong);
}

/// The text for a piece with these moves, in a game with chess's other pieces.
fn told(moves: &str) -> String {
    let text = format!(
        "name = \"One\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/XRNBQKBNR w - - 0 1\"\n\
         pieces = [\"king\", \"queen\", \"rook\", \"bishop\", \"knight\", \"pawn\", \"one\"]\n\
         [piece.one]\nname = \"One\"\nletter = \"O\"\nmoves = \"{moves}\"\n"
    );
    let game = game("own-1", &text.replace("XRNBQKBNR", "ONBQKBNR"));
    let piece = game.spec().piece_types().last().expect("a piece");
    Words::english().piece(game, piece)
}

fn how_a_piece_moves_is_said_in_a_sentence() {
    for (moves, said) in [
        ("K", "moves one square in any direction."),
        ("W", "moves one square along ranks and files."),
        ("B2", "moves up to two squares along diagonals."),
        ("Q2", "moves up to two squares along ranks, files and diagonals."),
        ("FfW", "moves one square along diagonals or straight forward."),
        ("WfF", "moves one square along ranks and files or diagonally forward."),
        ("R3B", "moves any distance along diagonals, or up to three squares along ranks and files."),
        ("C", "leaps three squares one way and one to the side, over whatever stands between."),
        (
            "BN",
            "moves any distance along diagonals, or leaps two squares one way and one to the side, over whatever stands between.",
        ),
        (
            "WFDA",
            "moves one square in any direction, or leaps two squares along ranks, files and diagonals, over whatever stands between.",
        ),
        (
            "NN",
            "leaps two squares one way and one to the side again and again in the same direction until it meets a piece.",
        ),
        (
            "mRcN",
            "moves any distance along ranks and files, but captures by leaping two squares one way and one to the side, over whatever stands between.",
        ),
        ("mfFcfW", "moves one square diagonally forward, but captures one square straight forward."),
        (
            "fhNcA",
            "leaps two squares forward and one to the side or one square forward and two to the side, over whatever stands between; to capture it also moves by leaping two squares along diagonals, over whatever stands between.",
        ),
        (
            "special:ninja-guard C",
            "moves one or two squares along diagonals, leaping over whatever stands between, and captures the enemy that it lands on and the one that it leaps over; it also leaps three squares one way and one to the side, over whatever stands between, and then captures only what it lands on.",
        ),
        ("fRbBsW", "moves any distance straight forward or diagonally back, or one square sideways."),
        (
            "flNbrC",
            "leaps one square forward and two to its left or one square back and three to its right, over whatever stands between.",
        ),
        ("mB", "moves any distance along diagonals, and never captures."),
        ("cW", "moves only to capture: one square along ranks and files."),
        (
            "KmDcA",
            "moves one square in any direction; without capturing it also moves by leaping two squares along ranks and files, over whatever stands between, and to capture by leaping two squares along diagonals, over whatever stands between.",
        ),
        (
            "N3H2",
            "leaps two squares one way and one to the side up to three times in the same direction until it meets a piece, or leaps three squares along ranks and files up to two times in the same direction until it meets a piece.",
        ),
        (
            "WmR",
            "moves one square along ranks and files; without capturing it also moves any distance along ranks and files.",
        ),
        (
            "WimfW2",
            "moves one square along ranks and files; from where such a piece begins it also moves up to two squares straight forward, without capturing.",
        ),
        (
            "NiB",
            "leaps two squares one way and one to the side, over whatever stands between; from where such a piece begins it also moves any distance along diagonals.",
        ),
        (
            "WimNicA",
            "moves one square along ranks and files; from where such a piece begins it also leaps two squares one way and one to the side, over whatever stands between, without capturing, or leaps two squares along diagonals, over whatever stands between, only to capture.",
        ),
        (
            "iN",
            "moves only from where such a piece begins: it leaps two squares one way and one to the side, over whatever stands between.",
        ),
    ] {
        assert_eq!(told(moves), said, "{moves}");
    }
}

fn what_is_made_for_pieces_of_ours_is_what_we_say_of_them() {
    let words = Words::english();
    let chess = games::from_slug("chess").expect("a game");
    let own = game("own-1", &read("docs/own-games/los-alamos.toml"));
    for letter in ['Q', 'R', 'N'] {
        let piece = |game: Variant| game.spec().piece_type(game.spec().kind(letter).expect("a piece"));
        assert_eq!(words.piece(own, piece(own)), words.piece(chess, piece(chess)));
    }
    let king = &own.spec().piece_types()[0];
    assert_eq!(words.piece(own, king), "moves one square in any direction, and never castles.");
}

fn how_pawns_go_is_said_by_the_rule_of_the_game() {
    let words = Words::english();
    let captures = "captures one square diagonally forward";
    for (pawn, said) in [
        ("", "moves one square forward, or up to two from rank 2 (Black 7)"),
        ("steps = 1", "moves one square forward"),
        ("steps = 2", "moves up to two squares forward"),
        (
            "steps = 2\nsteps_from = { 2 = 3, 5 = 1, 6 = 0 }",
            "moves up to two squares forward, or up to three from rank 2 (Black 7), but only one from rank 5 (Black 4), but not from rank 6 (Black 3)",
        ),
        (
            "steps_from = { 2 = 2, 3 = 2 }",
            "moves one square forward, or up to two from ranks 2 and 3 (Black 7 and 6)",
        ),
    ] {
        let file = format!(
            "name = \"Pawns\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"\n\
             pieces = [\"king\", \"queen\", \"rook\", \"bishop\", \"knight\", \"pawn\"]\n[pawn]\n{pawn}\n"
        );
        let game = game("own-1", &file);
        let passing = if pawn == "steps = 1" { "." } else { ", also en passant." };
        let piece = game.spec().piece_types().last().expect("a pawn");
        assert_eq!(words.piece(game, piece), format!("{said}, and {captures}{passing}"), "{pawn}");
    }
}

fn the_rules_in_short_say_what_differs_from_chess() {
    let words = Words::english();
    let capablanca = game("own-1", &read("docs/own-games/capablanca.toml"));
    assert_eq!(
        words.game_in_short(capablanca),
        "A game on 10 x 8 squares with 8 kinds of pieces, 2 of its own: Archbishop and Chancellor."
    );
    assert_eq!(
        words.summary(capablanca),
        "You win by checkmate; stalemate is a draw. Castling: the King goes from f1 to i1 with the Rook from j1 to h1, or from f1 to c1 with the Rook from a1 to d1; Black the same on rank 8. Neither has moved before, nothing stands between them, and the King is not attacked before, on its way or after. Pawns promote on rank 8 (Black 1) to Queen, Chancellor, Archbishop, Rook, Bishop or Knight. The game is drawn when only the two Kings are left, or with them one Knight or Bishop in all, or only Bishops on squares of one colour. Threefold repetition and fifty moves without a capture or a pawn's move may be claimed with `/draw`; fivefold repetition and seventy-five moves end the game."
    );
    let alamos = words.summary(game("own-1", &read("docs/own-games/los-alamos.toml")));
    assert!(
        alamos.contains("There is no castling. Pawns promote on rank 6 (Black 1) to Queen, Rook or Knight."),
        "{alamos}"
    );
    for (base, said) in [
        (
            "birds-scepter",
            "You win by checkmate, or as soon as your King reaches e11 or f11 (Black e0 or f0): it has captured the scepter. Stalemate is a draw.",
        ),
        ("prison-break", "or as soon as your King reaches a4 or a5: it has escaped."),
        ("prison-break", "Only Kings may enter a4 and a5; lines pass over them."),
        (
            "prison-break",
            "Beside an enemy Ice Queen a piece is frozen, a King as well: it cannot move, capture, give check or guard.",
        ),
        (
            "squirrel",
            "Pawns promote on rank 10 (Black 1): a side's first to Knight, Guard or Camel, its next to Squirrel, Rook or Bishop, its next to Queen, all others to",
        ),
        (
            "squirrel",
            "Brake, beside an enemy Guard: Queens, Rooks and Bishops move one square only, and stop there when they come from outside; Knights, Squirrels and Camels cannot move, and never capture a Guard; Pawns make no second step.",
        ),
        (
            "birds-and-ninjas",
            "Drop: instead of a move you may put a Ninja Pawn from your hand on an empty square of a2-j2 (Black a9-j9) and, if you like, push it up at once, as far as rank 5 (Black 6); write `J@` and the square.",
        ),
        ("ninjutsu", "become Insane Ninja Knights."),
    ] {
        let start = &games::from_slug(base).expect("a game").spec().start_fen;
        let file = format!("name = \"Own\"\nextends = \"{base}\"\nstart = \"{start}\"\n");
        let summary = words.summary(game("own-1", &file));
        assert!(summary.contains(said), "{base}: {summary}");
    }
}

fn a_game_that_changes_nothing_keeps_the_texts_of_the_other() {
    let words = Words::english();
    let chess = games::from_slug("chess").expect("a game");
    let start = "name = \"Odd Start\"\nextends = \"chess\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"\n";
    let (same, other) = (game("own-1", start), game("own-2", &format!("{start}castling = false\n")));
    let (king, diagram) =
        (&chess.spec().piece_types()[0], chess.spec().diagrams().next().expect("a diagram"));
    assert_eq!(words.readings(same), words.readings(chess));
    assert_eq!(words.piece(same, king), words.piece(chess, king));
    assert_eq!(words.caption(same, diagram), words.caption(chess, diagram));
    assert_eq!(words.readings(other), [""; 0]);
    assert_eq!(words.piece(other, king), "moves one square in any direction, and never castles.");
    assert_ne!(words.caption(other, diagram), words.caption(chess, diagram));
}

fn a_source_that_is_no_address_is_not_repeated() {
    let words = Words::english();
    let chess = games::from_slug("chess").expect("a game");
    assert_eq!(words.rules_source("<https://example.org/a?b=c>"), "Source: <https://example.org/a?b=c>");
    for odd in
        ["", "<>", "<https://>", "@everyone", "<https://a.b> <@1>", "javascript:alert(1)", "https://a.b/`x`"]
    {
        assert_eq!(words.rules_source(odd), "Its file names no source.", "{odd}");
        assert_eq!(words.rules_piece_of(chess, odd), "A piece of Chess.", "{odd}");
    }
}
