//! Tests trials of games: they are deterministic and find faults, including panics of the rules.

use std::fs;
use std::path::Path;

use games::of_file;
use games::trial::{Comparisons, GAMES_IN_FULL, MOST_MOVES, Plan, Report, Style, TrialFault, Wrong, run};
use rules::{Color, Move, Position, PositionOf, Spec, Variant, read_written};

fn game(slug: &str) -> Variant {
    games::from_slug(slug).expect("a game")
}

fn plan(games: u32) -> Plan {
    Plan { games, ..Plan::default() }
}

#[track_caller]
fn sound(game: Variant, plan: &Plan) -> Report {
    run(game.spec(), plan, &mut |_| true).unwrap_or_else(|fault| panic!("{game}: {fault:?}"))
}

#[test]
fn a_seed_plays_the_same_games_each_time() {
    let game = game("prison-break");
    let report = sound(game, &plan(6));
    assert_eq!(report, sound(game, &plan(6)));
    assert_ne!(report, sound(game, &Plan { seed: 7, ..plan(6) }));
}

#[test]
fn the_statistics_add_up() {
    let report = sound(game("prison-break"), &plan(9));
    assert!(report.positions > report.with_texts && report.with_texts > 0 && !report.stopped);
    for (style, games) in [(Style::Random, 4), (Style::Greedy, 5)] {
        let seen = report.statistics(style);
        let ended: u32 = seen.endings().iter().map(|(_, count)| count).sum();
        let won: u32 = Color::BOTH.map(|side| seen.wins(side)).iter().sum();
        assert_eq!((seen.games(), ended, won + seen.drawn()), (games, games, games), "{style:?}");
        assert!((1..=seen.longest_plies()).contains(&seen.median_plies()), "{style:?}");
        let share = seen.white_scored().expect("there were games");
        assert!(0.0 <= share.least && share.least <= share.seen && share.seen <= share.most, "{share:?}");
        assert!(share.most <= 1.0 && share.least < share.most, "{share:?}");
        assert!(seen.moves_in_a_position() > 1.0);
    }
}

#[test]
fn the_sixteen_games_of_the_page_are_sound_and_named_there() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let read = |path: &Path| fs::read_to_string(path).expect("a file that can be read");
    let page = read(&docs.join("own-games.md"));
    let files = fs::read_dir(docs.join("own-games")).expect("a folder");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    assert_eq!(files.len(), 16, "{files:?}");
    for file in files {
        let slug = file.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        assert!(page.contains(&format!("| [{slug}](own-games/{slug}.toml) | ")), "the page lacks {slug}");
        let text = read(&file);
        assert!(text.starts_with("# "), "{slug} begins with a remark");
        let game = of_file(slug, &text).unwrap_or_else(|refused| panic!("{slug}: {refused:?}"));
        sound(game, &plan(4));
    }
}

#[test]
fn a_trial_stops_when_it_is_told_to() {
    let mut plies = 0;
    let mut goes_on = |over: u32| {
        plies += u32::from(over == 1);
        plies < 5
    };
    let report = run(game("chess").spec(), &plan(9), &mut goes_on).expect("nothing is wrong");
    let games = Style::ALL.map(|style| report.statistics(style).games());
    assert_eq!((report.stopped, games), (true, [0, 1]));
    assert!(report.statistics(Style::Random).white_scored().is_none());
}

/// Runs a trial of chess with a wrong comparison.
fn fault(comparisons: Comparisons) -> TrialFault {
    let plan = Plan { comparisons, ..plan(4) };
    run(game("chess").spec(), &plan, &mut |_| true).expect_err("a fault is planted")
}

/// True if a piece can be captured. The start position has no captures, so the fault is found later.
fn has_capture(position: &PositionOf<'_>) -> bool {
    position.legal_moves().iter().any(Move::is_capture)
}

/// Refuses every position in which a piece can be captured.
fn refuses<'s>(game: &'s Spec, fen: &str) -> Option<PositionOf<'s>> {
    PositionOf::of_fen(game, fen).ok().filter(|found| !has_capture(found))
}

/// Reads every position without one castling right.
fn forgets_castling<'s>(game: &'s Spec, fen: &str) -> Option<PositionOf<'s>> {
    PositionOf::of_fen(game, &fen.replace(" KQkq ", " KQk ")).ok()
}

#[test]
fn what_is_wrong_is_found_and_said_where() {
    let usual = Comparisons::default();
    let lacks_captures = |position: &PositionOf<'_>| {
        let all = position.legal_moves_by_testing_each().into_iter();
        all.filter(|mv| !mv.is_capture()).collect()
    };
    let found = fault(Comparisons { moves: lacks_captures, ..usual });
    let position = Position::from_fen(game("chess"), &found.fen).expect("a position");
    let captures: Vec<String> =
        position.legal_moves().iter().filter(|mv| mv.is_capture()).map(Move::to_string).collect();
    let Wrong::Moves { mut wrongly_listed, missing } = found.wrong.clone() else { panic!("{found:?}") };
    wrongly_listed.sort_unstable();
    let mut sorted = captures.clone();
    sorted.sort_unstable();
    assert_eq!((wrongly_listed, missing), (sorted, Vec::new()));
    assert!(found.ply > 0 && !captures.is_empty());

    let only_there =
        Plan { games: 1, seed: found.seed, comparisons: Comparisons { moves: lacks_captures, ..usual } };
    assert_eq!(run(game("chess").spec(), &only_there, &mut |_| true).expect_err("it is there again"), found);

    let finds_more = |position: &PositionOf<'_>| {
        let mut moves = position.legal_moves_by_testing_each();
        moves.extend(
            position.passed_on().iter().filter(|_| has_capture(position)).flat_map(PositionOf::legal_moves),
        );
        moves
    };
    let found = fault(Comparisons { moves: finds_more, ..usual });
    assert!(
        matches!(&found.wrong, Wrong::Moves { wrongly_listed, missing } if wrongly_listed.is_empty() && !missing.is_empty())
    );

    assert_eq!(fault(Comparisons { position: refuses, ..usual }).wrong, Wrong::Fen);
    assert_eq!(fault(Comparisons { position: forgets_castling, ..usual }).wrong, Wrong::Fen);

    let reads_no_checks =
        |position: &PositionOf<'_>, san: &str| read_written(position, san).filter(|_| !san.ends_with('+'));
    let found = fault(Comparisons { san: reads_no_checks, ..usual });
    assert!(matches!(&found.wrong, Wrong::Text { text, .. } if text.ends_with('+')), "{found:?}");
}

#[test]
fn a_panic_of_the_rules_is_a_fault_of_the_game() {
    let panics = |position: &PositionOf<'_>| {
        assert!(!has_capture(position), "a capture in {position:?}");
        position.legal_moves_by_testing_each()
    };
    let found = fault(Comparisons { moves: panics, ..Comparisons::default() });
    assert_eq!(found.wrong, Wrong::Panic(format!("a capture in chess {}", found.fen)));
    assert!(found.ply > 0);
}

/// Rooks walled in on islands.
const WALLED_IN: &str = r#"
name = "Islands"
start = "*******r/********/1nqkn1**/pppppp**/6**/6**/PPPPPP**/1NQKN1*R w - - 0 1"
pieces = ["king", "queen", "rook", "knight", "pawn"]
[board]
squares = "a1-f6 h1 h8"
holes_end_lines = true
[pawn]
steps = 1
[promotion]
white = 6
to = ["QR"]
"#;

#[test]
fn a_piece_that_never_moves_is_named() {
    let text = WALLED_IN.replace("\"QR\"", "\"Q\"");
    let islands = of_file("islands", &text).expect("a sound game");
    let rook = islands.spec().kind('R').expect("a rook");
    let report = sound(islands, &plan(GAMES_IN_FULL + 8));
    for style in Style::ALL {
        let seen = report.statistics(style);
        assert_eq!((seen.never_moved(), seen.never_took()), (vec![rook], vec![rook]), "{style:?}");
        assert_eq!(seen.never_became(), Vec::new(), "nobody can become a rook");
    }
}

#[test]
fn what_a_pawn_never_becomes_is_named() {
    let islands = of_file("islands", WALLED_IN).expect("a sound game");
    let report = sound(islands, &plan(10));
    let rook = islands.spec().kind('R').expect("a rook");
    assert_eq!(report.statistics(Style::Greedy).never_became(), [rook], "a queen is worth more");
    assert!(!report.statistics(Style::Random).never_became().contains(&rook));
}

#[test]
fn a_game_of_too_many_moves_is_found() {
    let text = r#"
name = "Spiders"
start = "k1********/**********/10/10/10/10/10/10/10/10/1SSSSSSSS1/KSSSSSSSS1 w - - 0 1"
pieces = ["king", "spider"]
[board]
files = 10
first_rank = 0
last_rank = 11
squares = "a0-j9 a11 b11"
[piece.spider]
name = "Spider"
letter = "S"
moves = "KNCZDAHG"
spares_kings = true
"#;
    let spiders = of_file("spiders", text).expect("a sound game");
    let found = run(spiders.spec(), &plan(1), &mut |_| true).expect_err("too many moves");
    let position = Position::from_fen(spiders, &found.fen).expect("a position");
    let count = position.legal_moves().len();
    assert_eq!(found.wrong, Wrong::TooManyMoves(count));
    assert!(count > MOST_MOVES && found.ply > 0, "{count} moves after {}", found.ply);
}
