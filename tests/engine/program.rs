//! `rookery engine` and `rookery bench`, used as by other programs.

use std::io::Write as _;
use std::process::{Command, Stdio};

use rookery::games;
use testing::checks::checks;

tests!(
    it_introduces_itself,
    it_plays_a_move_of_each_game,
    it_thinks_until_it_is_told_to_stop,
    it_castles_as_other_programs_do,
    what_it_does_not_know_it_passes_over,
    a_game_from_a_file_is_tuned,
    a_file_that_cannot_take_weights_is_refused_at_once,
    whoever_takes_what_gains_most_loses_to_level_three,
    a_strength_can_be_tried_before_it_is_a_level,
    the_signature_of_the_search,
);

/// The output for these lines.
fn answers(lines: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    program.stdin.take().expect("an input").write_all(lines.as_bytes()).expect("it listens");
    let output = program.wait_with_output().expect("an end");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

fn it_introduces_itself() {
    let said = answers("uci\nisready\nquit\n");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("id name Rookery "));
    assert!(
        lines.iter().any(|line| line.starts_with("option name UCI_Variant type combo default chess var "))
    );
    assert!(lines.iter().any(|line| line.contains("var squirrel")));
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
}

fn it_plays_a_move_of_each_game() {
    for variant in games::all() {
        let said = answers(&format!(
            "setoption name UCI_Variant value {}\nposition startpos\ngo nodes 500\n",
            variant.slug()
        ));
        let best = said.lines().last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
        let start = rookery::rules::Position::start(variant);
        assert!(start.legal_move(best).is_some(), "{best} in {}", variant.slug());
        let info = said.lines().find(|line| line.starts_with("info depth 1 ")).expect("the first depth");
        for word in [" seldepth ", " score cp ", " nodes ", " nps ", " pv "] {
            assert!(info.contains(word), "{word}: {info}");
        }
    }
}

fn it_thinks_until_it_is_told_to_stop() {
    let said = answers("position startpos moves e2e4 e7e5\ngo infinite\nisready\nstop\nquit\n");
    assert!(said.contains("readyok"));
    assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{said}");
    let mate = answers("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo movetime 5000\n");
    assert!(mate.contains("score mate 1") && mate.ends_with("bestmove a1a8\n"), "{mate}");
    let endless = "go wtime 18446744073709551615 winc 18446744073709551615\nstop\ngo movetime 18446744073709551615\nstop\nquit\n";
    assert_eq!(answers(endless).matches("bestmove ").count(), 2, "a time that no clock can tell");
    let over = answers("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1\ngo depth 3\n");
    assert_eq!(over, "bestmove (none)\n");
}

/// As in other programs of this protocol, castling is written with the king's squares; if a step of the king
/// has that notation, castling has its own text.
fn it_castles_as_other_programs_do() {
    let before = "position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5";
    for castles in ["e1g1", "O-Og1"] {
        let said = answers(&format!("{before} {castles} b8c6\ngo depth 1\n"));
        assert!(!said.contains("no legal move"), "{said}");
    }
}

fn what_it_does_not_know_it_passes_over() {
    let said = answers(
        "hello\n\nsetoption name Nonsense value 7\nsetoption\nposition fen nonsense\nposition\nposition startpos moves e2e5\ngo depth 1\n",
    );
    let wrong: Vec<&str> = said.lines().filter(|line| line.starts_with("info string ")).collect();
    assert_eq!(
        wrong,
        ["info string no such position", "info string no such position", "info string no legal move e2e5"]
    );
    assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
}

/// Weights for a game from a file are written into a file of their own.
fn a_game_from_a_file_is_tuned() {
    let folder = tempfile::tempdir().expect("a directory");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/own-games/los-alamos.toml");
    let run = |arguments: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_rookery"));
        let output = program.args(arguments).current_dir(folder.path()).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {said}");
        (String::from_utf8(output.stdout).expect("text"), said)
    };
    let tune = ["tune", file, "-o", "made", "--games", "4", "--rounds", "1", "--nodes", "20"];
    let (told, played) = run(&tune);
    assert_eq!(
        told,
        "made/los-alamos-tuned.toml is Los Alamos Chess with these weights. The bot plays by them where that file is the game.\n"
    );
    assert!(played.contains("4 of 4 games"), "{played}");
    let tuned = std::fs::read_to_string(folder.path().join("made/los-alamos-tuned.toml")).expect("a file");
    assert!(tuned.starts_with(std::fs::read_to_string(file).expect("a file").trim_end()), "{tuned}");
    assert!(tuned.contains("\n[weights]\nslope = "), "{tuned}");
    let (again, played) = run(&tune);
    assert_eq!((again, played.as_str()), (told, ""), "what is made is not made again");
    let duel = |game| run(&["duel", game, "30n", "30n", "--pairs", "2", "--second-weights", "mobility"]).0;
    assert!(duel(file).starts_with("los-alamos 30n 30n: "));
    assert!(duel("made/los-alamos-tuned.toml").starts_with("los-alamos-tuned 30n 30n: "));
}

/// The output of `rookery duel` for two pairs of games of chess.
fn duel(first: &str, second: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_rookery"));
    let output = program.args(["duel", "chess", first, second, "--pairs", "2"]).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn whoever_takes_what_gains_most_loses_to_level_three() {
    let told = duel("3", "greedy");
    assert!(told.starts_with("chess 3 greedy: +4 =0 -0 "), "{told}");
    assert!(duel("random", "3").starts_with("chess random 3: +0 =0 -4 "));
}

fn a_strength_can_be_tried_before_it_is_a_level() {
    let levels = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/crates/games/chess/levels.txt"));
    let limits = levels.lines().find_map(|line| line.strip_prefix("3 ")).expect("level 3");
    let (of_level, of_limits) = (duel("3", "30n"), duel(limits, "30n"));
    assert_eq!(
        of_level.split_once(": ").expect("a result").1,
        of_limits.split_once(": ").expect("a result").1
    );
    for odd in ["4000 2", "4000 2 250 1", "4000 2 99999", "4000", "n", "4000 x 250"] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_rookery"));
        let output =
            program.args(["duel", "chess", odd, "1", "--pairs", "1"]).output().expect("the program runs");
        assert!(!output.status.success(), "{odd}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("a strength is a level"), "{odd}");
    }
}

/// A file in which the weights cannot be replaced is refused before hours of games are played.
fn a_file_that_cannot_take_weights_is_refused_at_once() {
    let folder = tempfile::tempdir().expect("a directory");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/own-games/los-alamos.toml");
    let text = std::fs::read_to_string(file).expect("a file");
    let values = |letter| format!("weights.{letter} = [\"1\", \"1\"]\n");
    let dotted: String = ["P", "N", "R", "Q"].map(values).concat();
    std::fs::write(folder.path().join("dotted.toml"), dotted + &text).expect("it is written");
    let mut program = Command::new(env!("CARGO_BIN_EXE_rookery"));
    let tune = ["tune", "dotted.toml", "-o", "made", "--games", "4", "--rounds", "1", "--nodes", "20"];
    let output = program.args(tune).current_dir(folder.path()).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && !said.contains("games"), "{said}");
    assert!(said.contains("made/dotted-tuned.toml:") && said.contains("duplicate key"), "{said}");
    assert!(!folder.path().join("made/dotted-tuned.toml").exists());
}

/// A change that must not affect the engine's play leaves these unchanged.
fn the_signature_of_the_search() {
    let output = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(["bench", "--depth", "4"])
        .output()
        .expect("the program runs");
    let said = String::from_utf8(output.stdout).expect("text");
    let counts: Vec<(String, String)> = said
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, rest)| (name.to_owned(), rest.split(' ').next().unwrap_or_default().to_owned()))
        .collect();
    let mut expected: Vec<(String, String)> =
        games::all().map(|game| (game.slug().to_owned(), checks(game).nodes.to_string())).collect();
    let sum: u64 = games::all().map(|game| checks(game).nodes).sum();
    expected.push((sum.to_string(), "nodes".to_owned()));
    assert_eq!(counts, expected);
}
