//! Tests games as PGN: written exactly as the standard asks, and read back to the same moves.

use rules::{ByColor, Color, Line, Pgn, PgnHeader, Position, Score, moves_in_san, numbers, write_pgn};

use testing::constructed;
use testing::random::random_game;

tests!(
    random_games_of_all_variants_read_back_move_by_move,
    games_from_other_positions_read_back,
    a_game_is_written_in_the_export_format,
    castling_is_written_as_other_programs_read_it,
);

/// The tags that the standard puts first, in order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

fn header(score: Score) -> PgnHeader<'static> {
    PgnHeader {
        event: "Rookery",
        site: "Discord",
        date: "2026.11.22",
        players: ByColor { white: Some("Re \"d\" \\"), black: None },
        score,
        termination: "normal",
        seconds_a_move: None,
    }
}

/// Imports a game from its tags and moves alone.
fn imported(text: &str) -> Line {
    let game = Pgn::read(text).unwrap_or_else(|error| panic!("{error:?}: {text}"));
    let variant = games::of_pgn(&game).expect("its Variant tag names a game");
    let start = game.tag("FEN").map_or(Position::start(variant), |fen| {
        Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("{error}: {fen}"))
    });
    let mut line = Line::new(start);
    for written in &game.moves {
        let fen = line.position().fen();
        line.play_typed(written).unwrap_or_else(|error| panic!("{written} in {fen}: {error:?}"));
    }
    line
}

fn check_round(line: &Line, score: Score) {
    let text = write_pgn(line, &header(score));
    check_format(&text, line);
    let again = imported(&text);
    assert_eq!(again.moves(), line.moves(), "{text}");
    assert_eq!(again.start(), line.start());
    let read = Pgn::read(&text).expect("one game");
    assert_eq!(read.score, Some(score));
    assert_eq!(read.tag("White"), Some("Re \"d\" \\"));
}

/// Asserts that the text follows the grammar of the standard's export format strictly.
fn check_format(text: &str, line: &Line) {
    let (head, moves) = text.split_once("\n\n").expect("an empty line behind the tags");
    let names: Vec<&str> = head.lines().map(check_tag).collect();
    assert_eq!(names[..7], ROSTER);
    assert!(names[7..].is_sorted(), "{names:?}");
    let own_start = *line.start() != Position::start(line.start().variant());
    for (name, wanted) in [
        ("FEN", own_start),
        ("SetUp", own_start),
        ("Variant", true),
        ("PlyCount", true),
        ("Termination", true),
        ("TimeControl", true),
    ] {
        assert_eq!(names.contains(&name), wanted, "{name}: {head}");
    }
    let moves = moves.strip_suffix("\n\n").expect("an empty line behind the moves");
    for row in moves.lines() {
        assert!((1..80).contains(&row.chars().count()) && row.trim() == row, "{row}");
        assert!(row.chars().all(|c| c.is_ascii_graphic() || c == ' ') && !row.contains("  "), "{row}");
    }
    let mut words = moves.split_ascii_whitespace();
    for ((number, side), (ply, san)) in numbers(line).zip(moves_in_san(line).iter().enumerate()) {
        match (side, ply) {
            (Color::White, _) => assert_eq!(words.next(), Some(format!("{number}.").as_str())),
            (Color::Black, 0) => assert_eq!(words.next(), Some(format!("{number}...").as_str())),
            (Color::Black, _) => {}
        }
        let word = words.next().expect("a move");
        assert_eq!(word, san);
        // A symbol token of the standard, plus the sign of a drop.
        assert!(word.starts_with(|c: char| c.is_ascii_alphanumeric()), "{word}");
        assert!(word.chars().all(|c| c.is_ascii_alphanumeric() || "_+#=:-@".contains(c)), "{word}");
    }
    let score = words.next().expect("the result comes last");
    assert!(head.contains(&format!("[Result \"{score}\"]")), "{score}: {head}");
    assert_eq!(words.next(), None);
}

/// Checks a tag line and returns its name: one blank, a quoted and escaped value, and nothing after it.
fn check_tag(row: &str) -> &str {
    let inner = row.strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]"));
    let (name, value) = inner.and_then(|inner| inner.split_once(" \"")).unwrap_or_else(|| panic!("{row}"));
    assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{row}");
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        assert_ne!(letter, '"', "{row}");
        if letter == '\\' {
            assert!(letters.next().is_some_and(|next| "\"\\".contains(next)), "{row}");
        }
    }
    assert!(row.chars().count() <= 255, "{row}");
    name
}

fn random_games_of_all_variants_read_back_move_by_move() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut plies = 0;
    for variant in games::all() {
        for score in [Score::Open, Score::Drawn, Score::Won(Color::White), Score::Won(Color::Black)] {
            let line = random_game(&Position::start(variant), 120, &mut random);
            plies += line.moves().len();
            check_round(&line, score);
        }
    }
    assert!(plies > 1_000, "only {plies} moves");
    check_round(&Line::new(Position::start(games::all().next().expect("a game"))), Score::Open);
}

fn games_from_other_positions_read_back() {
    let mut random = fastrand::Rng::with_seed(12);
    let mut black_begins = 0;
    for variant in games::all() {
        for _ in 0..12 {
            let start = constructed::position(variant, &mut random);
            if start.termination().is_none() {
                black_begins += usize::from(start.turn() == Color::Black);
                check_round(&random_game(&start, 30, &mut random), Score::Open);
            }
        }
    }
    assert!(black_begins > 3, "{black_begins}");
}

fn chess(fen: &str, moves: &[&str]) -> Line {
    let chess = games::from_slug("chess").expect("chess");
    let mut line = Line::new(Position::from_fen(chess, fen).expect("a position"));
    for text in moves {
        line.play_typed(text).expect("a legal move");
    }
    line
}

fn a_game_is_written_in_the_export_format() {
    let line = chess("4k3/8/8/8/8/8/4p3/4K3 b - - 4 39", &["Kd7", "Kxe2"]);
    assert_eq!(
        write_pgn(&line, &header(Score::Drawn)),
        "[Event \"Rookery\"]\n[Site \"Discord\"]\n[Date \"2026.11.22\"]\n[Round \"-\"]\n\
         [White \"Re \\\"d\\\" \\\\\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n\
         [FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 4 39\"]\n[PlyCount \"2\"]\n[SetUp \"1\"]\n\
         [Termination \"normal\"]\n[TimeControl \"-\"]\n[Variant \"Chess\"]\n\n39... Kd7 40. Kxe2 1/2-1/2\n\n"
    );
}

fn castling_is_written_as_other_programs_read_it() {
    let line = chess("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["O-Og1", "O-O-Oc8"]);
    assert_eq!(moves_in_san(&line), ["O-O", "O-O-O"]);
    // If the King has a choice of squares, the square is named.
    let ninjas = games::from_slug("birds-and-ninjas").expect("a game");
    let mut named = 0;
    let mut random = fastrand::Rng::with_seed(13);
    for _ in 0..300 {
        let line = random_game(&Position::start(ninjas), 60, &mut random);
        let castlings = moves_in_san(&line).into_iter().filter(|san| san.starts_with("O-O"));
        named += castlings.filter(|san| san.contains(|c: char| c.is_ascii_digit())).count();
        if named > 2 {
            return;
        }
    }
    panic!("only {named} castlings");
}
