//! The program's commands about games and positions: `moves`, `perft` and `render`.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use rookery::games;
use rookery::render::{self, BoardView, Look, Theme};
use rookery::rules::{ByColor, Color, PgnHeader, Position, Score, write_pgn};
use rookery::words::Words;
use testing::random::random_game;

use crate::render::usual;

tests!(
    moves_are_listed_sorted,
    leaves_are_counted,
    a_board_is_drawn_into_a_file,
    a_board_is_drawn_as_it_is_wished,
    what_cannot_be_read_is_told,
    a_game_is_read_back,
    a_game_from_a_file_is_checked_and_tried,
    a_new_game_is_sound_from_the_start,
    a_new_game_extends_any_other,
    every_example_in_a_new_game_can_be_used,
    a_trial_tells_how_the_games_go,
    a_trial_names_a_fault_and_where_it_is,
    a_game_from_a_file_is_shown,
    a_game_is_imported_and_exported,
);

/// A position in which each side has something to capture.
const OPEN: &str = "4k3/8/8/3p4/4P3/8/8/R3K3 w Q - 0 1";

/// The exit code, stdout and stderr.
fn rookery(dir: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// The output of a command that succeeds without other messages.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let (code, said, wrong) = rookery(Path::new("."), arguments);
    assert_eq!((code, wrong.as_str()), (0, ""), "{arguments:?}");
    said
}

fn moves_are_listed_sorted() {
    for variant in games::all() {
        let said = printed(&["moves", variant.slug()]);
        let listed: Vec<&str> = said.lines().collect();
        let mut legal: Vec<String> =
            Position::start(variant).legal_moves().iter().map(ToString::to_string).collect();
        legal.sort_unstable();
        assert_eq!(listed, legal);
    }
    let said = printed(&["moves", "chess", "--fen", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"]);
    let castlings: Vec<&str> = said.lines().filter(|mv| mv.starts_with('O')).collect();
    assert_eq!(castlings, ["O-O-Oc1", "O-Og1"]);
    assert_eq!(printed(&["moves", "chess", "--fen", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"]), "", "stalemate");
}

fn leaves_are_counted() {
    for (game, counts) in [
        ("chess", ["1", "20", "400"]),
        ("claustrophobia", ["1", "18", "324"]),
        ("prison-break", ["1", "17", "289"]),
        ("birds-and-ninjas", ["1", "36", "1296"]),
        ("squirrel", ["1", "48", "2304"]),
    ] {
        // The deepest ones are too slow in an unoptimised build.
        for (depth, count) in counts.iter().enumerate() {
            assert_eq!(printed(&["perft", game, &depth.to_string()]), format!("{count}\n"), "{game}");
        }
    }
    let said = printed(&["perft", "chess", "2", "--divide"]);
    let rows: Vec<&str> = said.lines().collect();
    let (total, rows) = rows.split_last().expect("a total");
    let leaves = |row: &&str| row.split_once(' ').and_then(|(_, leaves)| leaves.parse::<u64>().ok());
    let sum: u64 = rows.iter().map(|row| leaves(row).expect("a move and its leaves")).sum();
    assert_eq!((rows.len(), *total, sum), (20, "400", 400));
    assert!(rows.contains(&"e2e4 20"), "{rows:?}");
    let said = printed(&["perft", "chess", "1", "--fen", OPEN]);
    let position = Position::from_fen(games::from_slug("chess").expect("a game"), OPEN).expect("sound");
    assert_eq!(said.trim_end(), position.legal_moves().len().to_string());
}

/// The file written by `render`.
fn drawn(arguments: &[&str]) -> Vec<u8> {
    let dir = tempfile::tempdir().expect("a directory");
    let all = [&["render"], arguments, &["-o", "board.png"]].concat();
    let (code, said, wrong) = rookery(dir.path(), &all);
    assert_eq!((code, said.as_str(), wrong.as_str()), (0, "", ""), "{arguments:?}");
    std::fs::read(dir.path().join("board.png")).expect("a picture")
}

fn position(game: &str, fen: &str) -> Position {
    Position::from_fen(games::from_slug(game).expect("a game"), fen).expect("a sound position")
}

fn a_board_is_drawn_into_a_file() {
    for variant in games::all() {
        let view = BoardView::new(&Position::start(variant), None, Color::White);
        assert!(drawn(&[variant.slug()]) == render::png(&view, &usual()), "{}", variant.slug());
    }
}

fn a_board_is_drawn_as_it_is_wished() {
    let before = position("chess", OPEN);
    let taken = before.legal_moves().iter().find(|mv| mv.to_string() == "e4d5").copied().expect("a capture");
    let view = BoardView::played(&before, &taken, Color::Black).expect("it is legal");
    let mut look = Look::of(Theme::from_name("ice").expect("a theme")).saying(Words::english().to_move());
    look.coordinates = false;
    let look = look.with_cell(32);
    let wished = [
        "chess",
        "--fen",
        OPEN,
        "--last",
        "exd5",
        "--side",
        "black",
        "--theme",
        "ice",
        "--cell",
        "32",
        "--no-coordinates",
    ];
    let picture = drawn(&wished);
    assert!(picture == render::png(&view, &look));
    assert!(picture != render::png(&view, &usual()), "the wishes matter");
}

fn what_cannot_be_read_is_told() {
    let dir = tempfile::tempdir().expect("a directory");
    let nowhere = ["render", "chess", "-o", "no/where.png"];
    for (arguments, parts) in [
        (&["moves", "checkers"][..], &["claustrophobia, ", "squirrel"][..]),
        (
            &["moves", "chess", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
            &["White has no king", "Black has no king"],
        ),
        (&["perft", "chess", "21"], &["21"]),
        (&["render", "chess", "--theme", "neon", "-o", "board.png"], &["wood", "ice"]),
        (&["render", "chess", "--side", "red", "-o", "board.png"], &["white", "black"]),
        (&["render", "chess", "--last", "e2e5", "-o", "board.png"], &["e2e5"]),
        (&["render", "chess", "--cell", "5", "-o", "board.png"], &["5"]),
        (&nowhere, &["no/where.png"]),
    ] {
        let (code, said, why) = rookery(dir.path(), arguments);
        assert!(code > 0 && said.is_empty(), "{arguments:?}: {said}");
        for part in parts {
            assert!(why.contains(part), "{arguments:?}: {part} is not in {why}");
        }
    }
    let left = std::fs::read_dir(dir.path()).expect("it is there").count();
    assert_eq!(left, 0, "nothing was written");
}

fn a_game_is_read_back() {
    let mut random = fastrand::Rng::with_seed(14);
    let run = |arguments: &[&str], text: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rookery"))
            .arg("position")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut input = child.stdin.take().expect("its input");
        input.write_all(text.as_bytes()).expect("it reads");
        drop(input);
        child.wait_with_output().expect("it ends")
    };
    for variant in games::all() {
        let line = random_game(&Position::start(variant), 40, &mut random);
        let header = PgnHeader {
            event: "Rookery",
            site: "Discord",
            date: "2026.11.22",
            players: ByColor { white: None, black: None },
            score: Score::Open,
            termination: "normal",
            seconds_a_move: None,
        };
        let text = write_pgn(&line, &header);
        let output = run(&[variant.slug(), "--pgn", "-"], &text);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(said.lines().next(), Some(line.position().fen().as_str()), "{text}");
    }
    let squirrel = "[Variant \"Squirrel Chess\"]\n\n*\n\n";
    let output = run(&["chess", "--pgn", "-"], squirrel);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && told.contains("it holds a game of Squirrel Chess."), "{told}");
    let output = run(&["chess", "--pgn", "-", "e7e5"], "[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. e4");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("4k3/8/8/4p3/4P3/8/8/4K3 w - "), "moves may follow: {said}");
}

/// The page is self-contained, and has the same text as the text file.
fn a_game_from_a_file_is_shown() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = fs::read_to_string("docs/own-games/capablanca.toml").expect("the file is there");
    let source = "source = \"https://en.wikipedia.org/wiki/Capablanca_chess\"\n";
    assert!(file.contains(source), "it names a source");
    let file = file.replace("Capablanca Chess\"", "Capablanca's Chess\"").replace(source, "");
    fs::write(dir.path().join("capa.toml"), file).expect("it can be written");
    let (code, said, why) = rookery(dir.path(), &["game", "show", "capa.toml", "--out", "shown"]);
    let out = Path::new("shown");
    let told = format!(
        "{} shows the game, and {} its board.\n",
        out.join("capa.html").display(),
        out.join("capa.png").display()
    );
    assert_eq!((code, said), (0, told), "{why}");
    let read = |name: &str| fs::read(dir.path().join(out).join(name)).expect("it was written");
    assert!(read("capa.png").starts_with(b"\x89PNG"));
    let page = String::from_utf8(read("capa.html")).expect("text");
    for text in [
        "<h1>Capablanca&#39;s Chess</h1>",
        "2 of its own: Archbishop and Chancellor.",
        "<b>Chancellor</b> moves any distance along ranks and files, or leaps two squares one way and one to the side",
        "You win by checkmate; stalemate is a draw. Castling: the King goes from f1 to i1",
        "claimed with <code>/draw</code>;",
        "<figcaption>Where the Archbishop ",
        "Its file names no source.",
    ] {
        assert!(page.contains(text), "{text:?} is not in {page}");
    }
    // The board and a diagram of each piece, all embedded in the page.
    assert_eq!(page.matches("\" src=\"data:image/png;base64,").count(), 1 + 8);
    assert!(!page.contains("<script"), "{page}");
    let (code, _, why) = rookery(dir.path(), &["game", "show", "none.toml"]);
    assert!(code == 2 && why.contains("none.toml") && why.contains("cannot be read"), "{why}");
}

fn a_game_from_a_file_is_checked_and_tried() {
    let file = "docs/own-games/capablanca.toml";
    let sound = "Capablanca Chess: 80 squares, 8 kinds of pieces, 28 moves at the start. Nothing is wrong.\n";
    assert_eq!(printed(&["game", "check", file]), sound);
    assert_eq!(printed(&["moves", file]).lines().count(), 28);
    assert_eq!(printed(&["perft", file, "3"]), "25228\n");
    let shown = printed(&["position", file, "--board", "Nh3", "f5", "Archbishop to d3"]);
    assert!(shown.starts_with("rnabqkbcnr/ppppp1pppp/") && shown.contains("ongoing"), "{shown}");

    let (code, _, why) = rookery(Path::new("."), &["position", file, "Ae3"]);
    assert!(code == 2 && why.contains("the Archbishop c1 is blocked by your own Pawn d2"), "{why}");

    let dir = tempfile::tempdir().expect("a directory");
    let text = fs::read_to_string(file).expect("the file is there");
    let wrong = text.replace("files = 10", "files = 10\nflies = 9").replace("\"BN\"", "\"BX\"");
    fs::write(dir.path().join("wrong.toml"), wrong).expect("it can be written");
    for arguments in [["game", "check", "wrong.toml"].as_slice(), &["moves", "wrong.toml"]] {
        let (code, said, why) = rookery(dir.path(), arguments);
        assert_eq!((code, said.as_str()), (2, ""), "{why}");
        for told in [
            "wrong.toml:10: `flies` is no key of [board]",
            "wrong.toml:16: 'X' is not known. There are W, F,",
        ] {
            assert!(why.contains(told), "{why} lacks {told}");
        }
    }
    let odd = text.replace("start = \"rn", "start = \"zn");
    fs::write(dir.path().join("chess.toml"), odd).expect("it can be written");
    let (code, _, why) = rookery(dir.path(), &["game", "check", "chess.toml"]);
    assert!(
        code == 2 && why.contains("chess.toml:5: ") && why.contains("z is no piece of Capablanca Chess"),
        "{why}"
    );
    let (code, _, why) = rookery(dir.path(), &["game", "check", "none.toml"]);
    assert!(code == 2 && why.contains("none.toml") && why.contains("cannot be read"), "{why}");
}

/// The file written by `game new`.
fn begun(arguments: &[&str]) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().expect("a directory");
    let (code, said, why) = rookery(dir.path(), &[&["game", "new", "mine.toml"], arguments].concat());
    assert_eq!((code, why.as_str()), (0, ""), "{arguments:?}");
    assert!(
        said.starts_with("mine.toml is written.") && said.contains("  rookery game try mine.toml"),
        "{said}"
    );
    let text = fs::read_to_string(dir.path().join("mine.toml")).expect("it is written");
    (dir, text)
}

fn a_new_game_is_sound_from_the_start() {
    let (dir, written) = begun(&[]);
    let (code, said, why) = rookery(dir.path(), &["game", "check", "mine.toml"]);
    assert_eq!((code, why.as_str()), (0, ""));
    assert!(said.starts_with("My Chess: 64 squares, 6 kinds of pieces, "), "{said}");
    let (code, said, why) = rookery(dir.path(), &["game", "try", "mine.toml", "--games", "4"]);
    assert_eq!((code, why.as_str()), (0, ""));
    assert!(said.starts_with("My Chess: nothing is wrong. 4 games were played from seed 1"), "{said}");

    let own = format!("{written}# Mine.\n");
    fs::write(dir.path().join("mine.toml"), &own).expect("it can be written");
    for (arguments, told) in [
        (["game", "new", "mine.toml"], "mine.toml is there already"),
        (["game", "new", "mine.txt"], "mine.txt: the file of a game ends in .toml"),
        (["game", "new", "no/where.toml"], "cannot write no/where.toml"),
    ] {
        let (code, said, why) = rookery(dir.path(), &arguments);
        assert!(code == 2 && said.is_empty() && why.contains(told), "{arguments:?}: {said}{why}");
    }
    assert_eq!(fs::read_to_string(dir.path().join("mine.toml")).ok(), Some(own), "it is left as it was");
    assert_eq!(fs::read_dir(dir.path()).expect("it is there").count(), 1, "nothing else is written");
}

fn a_new_game_extends_any_other() {
    for game in games::all() {
        let text = Words::english().new_game(Some(game));
        let own = games::of_file("mine", &text).unwrap_or_else(|refused| panic!("{game}: {refused:?}"));
        assert_eq!((own.name(), &own.spec().start_fen), ("My Game", &game.spec().start_fen));
    }
    let (dir, text) = begun(&["--extends", "prison-break"]);
    assert_eq!(text, Words::english().new_game(games::from_slug("prison-break")));
    let (code, said, why) = rookery(dir.path(), &["game", "try", "mine.toml", "--games", "2"]);
    assert!(code == 0 && why.is_empty() && said.contains("My Game: nothing is wrong."), "{said}{why}");
    let (code, _, why) = rookery(dir.path(), &["game", "new", "other.toml", "--extends", "checkers"]);
    assert!(code == 2 && why.contains("claustrophobia, "), "{why}");
}

fn every_example_in_a_new_game_can_be_used() {
    let is_example =
        |line: &str| line.strip_prefix('#').is_some_and(|rest| !rest.is_empty() && !rest.starts_with(' '));
    let extending = games::all().map(|game| (Some(game), 3));
    for (extends, examples) in extending.chain([(None, 6)]) {
        let text = Words::english().new_game(extends);
        let lines: Vec<&str> = text.lines().collect();
        let blocks: Vec<&[&str]> =
            lines.split(|line| !is_example(line)).filter(|block| !block.is_empty()).collect();
        assert_eq!(blocks.len(), examples);
        for block in blocks {
            let used: Vec<&str> = block.iter().map(|line| &line[1..]).collect();
            let used = format!("\n{}\n", used.join("\n"));
            let whole = text.replace(&format!("\n{}\n", block.join("\n")), &used);
            assert!(whole.contains(&used) && games::of_file("mine", &whole).is_ok(), "{whole}");
        }
    }
}

fn a_trial_tells_how_the_games_go() {
    let trial = |more: &[&str]| printed(&[&["game", "try", "prison-break", "--games", "8"], more].concat());
    let said = trial(&[]);
    assert_eq!(said, trial(&["--seed", "1"]), "a seed plays the same games each time");
    assert_ne!(said, trial(&["--seed", "2"]));
    for part in [
        "Prison Break: nothing is wrong. 8 games were played from seed 1, and the rules compared in ",
        "\nPlayed at random: 4 games\n  Length: ",
        "\nPlayed greedily: 4 games\n  Length: ",
        "\n  Moves to choose from: ",
        "\n  Endings: ",
        "\n  White's score: ",
    ] {
        assert!(said.contains(part), "{said} lacks {part}");
    }
    let one = printed(&["game", "try", "prison-break", "--games", "1", "--seed", "8"]);
    assert!(one.contains("1 game was played from seed 8") && !one.contains("Played greedily"), "{one}");
}

fn a_trial_names_a_fault_and_where_it_is() {
    let dir = tempfile::tempdir().expect("a directory");
    // Spiders have up to 48 moves each, and soon exceed the total limit.
    let spiders = r#"name = "Spiders"
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
    fs::write(dir.path().join("spiders.toml"), spiders).expect("it can be written");
    let (code, said, why) = rookery(dir.path(), &["game", "try", "spiders.toml"]);
    assert_eq!((code, said.as_str()), (2, ""), "{why}");
    assert!(why.contains("Spiders: the trial found a fault. There are 4"), "{why}");
    let (_, place) = why.split_once("  seed 1, after ").expect("the seed");
    let fen = place.split_once(": ").and_then(|(_, rest)| rest.lines().next()).expect("a position");
    let (code, moves, _) = rookery(dir.path(), &["moves", "spiders.toml", "--fen", fen]);
    assert!(code == 0 && moves.lines().count() > 400, "{fen}");
    let (_, _, again) = rookery(dir.path(), &["game", "try", "spiders.toml", "--seed", "1", "--games", "1"]);
    assert_eq!(again, why, "the same position is found again");
}

fn a_game_is_imported_and_exported() {
    let dir = tempfile::tempdir().expect("a directory");
    let ini = "[tall:chess]\nvariantTemplate = fairy\nqueen = -\namazon = a\npromotionPieceTypes = arbn\nstartFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1\n[odd:tall]\ncapturesToHand = true\nnFoldRule = 4\n";
    fs::write(dir.path().join("variants.ini"), ini).expect("it can be written");
    let import = |more: &[&str]| rookery(dir.path(), &[&["game", "import", "variants.ini"], more].concat());
    let (code, said, why) = import(&["tall"]);
    assert_eq!((code, why.as_str()), (0, ""));
    let remark = "# variants.ini:2: `variantTemplate` is for programs, and is left out.\n";
    assert!(said.starts_with(remark) && said.contains("[piece.amazon]"), "{said}");
    let (code, said, why) = import(&["tall", "-o", "tall.toml"]);
    assert_eq!((code, why.as_str()), (0, ""));
    assert!(said.contains("variants.ini:2: ") && said.contains("tall.toml is written."), "{said}");
    let (code, said, _) = rookery(dir.path(), &["game", "check", "tall.toml"]);
    assert!(code == 0 && said.starts_with("Tall: 64 squares, 6 kinds of pieces, 22 moves"), "{said}");
    for (more, told) in [
        ([].as_slice(), "variants.ini:1: name one of the sections: tall, odd."),
        (&["odd"], "variants.ini:8: `capturesToHand = true` cannot be expressed"),
        (&["odd"], "variants.ini:9: `nFoldRule = 4` cannot be expressed"),
        (&["tall", "-o", "tall.toml"], "tall.toml is there already"),
        (&["tall", "-o", "tall.ini"], "tall.ini: the file of a game ends in .toml"),
    ] {
        let (code, said, why) = import(more);
        assert!(code == 2 && said.is_empty() && why.contains(told), "{more:?}: {said}{why}");
    }
    let (code, _, why) = rookery(dir.path(), &["game", "import", "none.ini"]);
    assert!(code == 2 && why.contains("none.ini") && why.contains("cannot be read"), "{why}");

    let (code, said, why) = rookery(dir.path(), &["game", "export", "tall.toml"]);
    assert_eq!((code, why.as_str()), (0, ""));
    let begin = "<div class=\"idiagram\">\nfiles=8\nranks=8\npromoZone=1\nmaxPromote=1\npromoChoice=ARBN\n";
    assert!(said.starts_with(begin) && said.contains("\nAmazon:A:NRB::d1:d8\n"), "{said}");
    let hiashatar = printed(&["game", "export", "hiashatar"]);
    assert!(hiashatar.starts_with("<!-- Not expressed: ") && hiashatar.ends_with("</div>\n"), "{hiashatar}");
}
