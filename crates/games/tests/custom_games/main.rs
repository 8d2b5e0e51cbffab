//! Tests games from files: move counts equal those of another program, and faults are reported.

mod duties_and_ends;

use std::fs;
use std::path::{Path, PathBuf};

use games::{Refused, of_file};
use rules::{Position, ReadError, Variant, perft, read_move};

fn text(slug: &str) -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places: [PathBuf; 2] = [here.join("../../docs/own-games"), here.join("tests/games")];
    let mut files = places.iter().map(|place| place.join(format!("{slug}.toml")));
    let file = files.find(|file| file.is_file()).unwrap_or_else(|| panic!("no file of {slug}"));
    fs::read_to_string(file).expect("a file that can be read")
}

fn game(slug: &str) -> Variant {
    of_file(slug, &text(slug)).unwrap_or_else(|refused| panic!("{slug}: {refused:?}"))
}

/// The counts are those of Fairy-Stockfish 14.0.1 (Python module 0.0.90).
///
/// They cover the start, positions from random games, and a few with castling and promotion. Its
/// `behind-the-lines` is los-alamos with `pieceDrops`, nothing added to the hand, a drop region, and
/// `j:mfsWcfF` for the dropped pawn: it has neither `pushes` nor runs nor sideways captures, which that
/// program does not support.
#[test]
fn thirty_two_games_have_as_many_moves_as_fairy_stockfish_finds() {
    let table = include_str!("../games/perft.txt");
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split(" | ").collect()).collect();
    let mut games: Vec<(&str, Variant)> = Vec::new();
    let mut counted = 0;
    for row in rows {
        let [slug, fen, counts] = row[..] else { panic!("{row:?}") };
        if games.last().is_none_or(|(last, _)| *last != slug) {
            games.push((slug, game(slug)));
        }
        let (_, game) = games[games.len() - 1];
        let position = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{slug} {fen}: {error}"));
        for (depth, count) in (1..).zip(counts.split(' ')) {
            assert_eq!(perft(&position, depth).to_string(), count, "{slug} {fen}, depth {depth}");
            counted += 1;
        }
    }
    games.sort_unstable_by_key(|(slug, _)| *slug);
    games.dedup_by_key(|(slug, _)| *slug);
    assert_eq!((games.len(), counted > 300), (32, true), "{counted} counts");
}

/// A ride is blocked by a piece on its path even if the path is not a line of the board.
#[test]
fn it_is_said_what_blocks_a_rider_and_that_a_piece_takes_otherwise() {
    for (slug, fen, text, said) in [
        (
            "nightrider",
            "4k3/8/3p4/8/2P5/8/1N6/4K3 w - - 0 1",
            "b2-e8",
            "Blocked { from: b2, to: e8, by: c4 }",
        ),
        ("nightrider", "4k3/8/8/8/3P4/1N6/8/4K3 w - - 0 1", "b3-f5", "Blocked { from: b3, to: f5, by: d4 }"),
        ("nightrider", "7k/5p2/8/8/3P4/8/1N6/4K3 w - - 0 1", "b2-e4", "DoesNotMoveLikeThat"),
        ("newzealand", "4k3/8/8/8/p7/8/8/R3K3 w - - 0 1", "a1-a4", "TakesOtherwise { from: a1, to: a4 }"),
        ("newzealand", "4k3/8/8/8/p7/8/8/R3K3 w - - 0 1", "a1-b3", "NothingToTake { from: a1, to: b3 }"),
        ("small-letters", "4k3/8/8/8/3D4/8/8/4K3 w - - 0 1", "d4-d3", "DoesNotMoveLikeThat"),
    ] {
        let position = Position::from_fen(game(slug), fen).expect("a position");
        match read_move(&position, text) {
            Err(ReadError::Illegal(reason)) => {
                let told = format!("{reason:?}");
                assert!(told.starts_with(said), "{slug} {text}: {told} is not {said}");
            }
            other => panic!("{slug} {text}: {other:?}"),
        }
    }
}

/// Returns the reported lines and sentences for Capablanca's game with one change.
fn told(from: &str, to: &str) -> Vec<String> {
    let text = text("capablanca");
    assert!(text.contains(from), "{from}");
    match of_file("changed", &text.replacen(from, to, 1)) {
        Err(Refused::Faults(faults)) => faults.iter().map(ToString::to_string).collect(),
        Err(Refused::Start(line, error)) => vec![format!("line {line}: {error:?}")],
        Ok(_) => Vec::new(),
    }
}

#[test]
fn a_mistake_is_named_with_its_line_and_what_would_be_right() {
    for (from, to, said) in [
        ("files = 10", "files = \"ten\"", "line 9: `files` must be a whole number from 1 to less than 11."),
        (
            "files = 10",
            "flies = 10",
            "line 9: `flies` is no key of [board]. Did you mean `files`? There are: `files`, `first_rank`, `last_rank`, `squares`, `holes_end_lines`.",
        ),
        ("files = 10", "files = 11", "line 9: `files` must be a whole number from 1 to less than 11."),
        ("a1-j8", "a1-k8", "line 10: \"k8\" is no square."),
        ("moves = \"BN\"", "moves = \"BX\"", "line 15: 'X' is not known. There are W, F, D, N"),
        (
            "letter = \"A\"",
            "letter = \"AB\"",
            "line 14: `letter` must be one letter from A to Z, not \"AB\".",
        ),
        ("letter = \"A\"", "letter = \"N\"", "line 6: Knight and Archbishop both have the letter N."),
        ("\"archbishop\", ", "\"archer\", ", "line 6: there is no piece \"archer\". There are: archbishop,"),
        ("\"Kf1-i1 Rj1-h1\"", "\"O-O\"", "line 26: \"O-O\" must be written like \"Ke1-g1 Rh1-f1\"."),
        (
            "files = 10",
            "files = 9",
            "line 10: j1 lies outside the board, which has 9 files and ranks 1 to 8.",
        ),
        ("\"a1-j8\"", "\"a1-j7, a8\"", "line 10: `squares`: put spaces between squares, such as"),
        ("\"king\", ", "", "line 6: the king, K, is not the first of the pieces."),
        ("\"archbishop\", ", "", "line 12: \"archbishop\" is not among `pieces`: add it there."),
        ("QCARBN", "queen", "line 23: `to` takes the letters of pieces, such as \"QN\", not \"queen\"."),
        ("w KQkq", "w -", "line 25: no castling is possible: `start` has - for castling."),
        (
            "files = 10",
            "files = 10\nfreezer = \"A\"",
            "line 10: `freezer` is no key of [board]. It belongs to the game",
        ),
        (
            ", \"pawn\"]",
            "]",
            "line 22: [promotion] has no effect: it is for `pawn`, `sliding-pawn` and `ninja-pawn` alone.",
        ),
        ("QCARBN", "QCARBNN", "line 23: two promotions share a letter."),
        ("QCARBN", "QCAXBN", "line 23: 'X' is no kind of the game."),
        ("name = \"Capablanca Chess\"\n", "", "line 1: `name` is missing in the file."),
        ("[board]", "[bored]", "line 8: `bored` is no key of a game."),
        ("[board]", "[board", "line 8: this line cannot be read: "),
        ("w KQkq", "x KQkq", "line 5: [SideToMove(\"x\")]"),
        (
            "name = \"Archbishop\"",
            "name = \"Arch*bishop\"",
            "line 12: the name of \"archbishop\" must be of letters",
        ),
    ] {
        let told = told(from, to);
        assert!(told.iter().any(|one| one.starts_with(said)), "{to}: {told:#?} lacks {said}");
    }
}

/// Each key is requested by its section, and the refusal of an unknown key lists them.
#[test]
fn the_page_names_every_key() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/own-games.md"));
    let page = page.expect("a page that can be read");
    let mut keys = 0;
    for section in [
        "",
        "[board]",
        "[piece.archbishop]",
        "[pawn]",
        "[promotion]",
        "[castling]",
        "[palace]",
        "[goal]",
        "[king]",
        "[moves]",
        "[explosion]",
        "[ends]",
        "[extinction]",
        "[zone]",
        "[drops]",
        "[brake]",
        "[insufficient]",
        "[[diagram]]",
        "[[lesson]]",
    ] {
        let text = format!("name = \"A game\"\n{section}\nodd = 1\n");
        let Err(Refused::Faults(faults)) = of_file("odd", &text) else { panic!("{section} is refused") };
        let told = faults.iter().find(|fault| fault.text.starts_with("`odd` is no key"));
        let told = told.unwrap_or_else(|| panic!("{section}: {faults:#?}"));
        let known = told.text.split_once("There are: ").expect("a list").1;
        for key in known.trim_end_matches('.').split(", ") {
            let heading = key.trim_matches('`');
            let named =
                [key.to_owned(), format!("[{heading}]"), format!("[[{heading}]]"), format!("[{heading}.")];
            assert!(named.iter().any(|name| page.contains(name)), "{section}: the page lacks {key}");
            keys += 1;
        }
    }
    assert!(keys > 60, "{keys}");
}

#[test]
fn all_mistakes_are_named_at_once() {
    let text =
        text("capablanca").replace("files = 10", "files = 0").replace("moves = \"BN\"", "moves = \"\"");
    let Err(Refused::Faults(faults)) = of_file("changed", &text.replace("castling", "casting")) else {
        panic!("it is refused")
    };
    let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
    assert!(faults.len() >= 3 && lines.is_sorted(), "{faults:#?}");
}

#[test]
fn what_is_too_large_is_refused() {
    let text = text("capablanca");
    let long = format!("{text}#{}\n", "x".repeat(games::MOST_BYTES));
    assert!(of_file("long", &long).is_err());
    for (files, squares) in [(4, "a1-d4"), (10, "a0-j11")] {
        let small = format!(
            "name = \"A board\"\npieces = [\"king\"]\nstart = \"k w - - 0 1\"\n[board]\nfiles = {files}\nfirst_rank = 0\nlast_rank = 11\nsquares = \"{squares}\"\n"
        );
        match of_file("board", &small) {
            Err(Refused::Start(..)) => assert_eq!(squares, "a0-j11"),
            Err(Refused::Faults(faults)) => {
                assert_eq!((squares, faults.len()), ("a1-d4", 1), "{faults:?}");
                assert!(faults[0].text.starts_with("a board has 20 to 120 squares"), "{faults:?}");
            }
            Ok(game) => panic!("{squares}: {game:?}"),
        }
    }
}

/// Returns a small game of kings, rooks and pawns with additions.
fn small(pieces: &str, start: &str, more: &str) -> String {
    format!("name = \"A game\"\nstart = \"{start}\"\npieces = [{pieces}]\n{more}\n")
}

#[test]
fn what_cannot_work_is_refused() {
    let kings = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1";
    let rooks = "\"king\", \"rook\"";
    let pawns = "\"king\", \"rook\", \"pawn\"";
    let emperor =
        |moves: &str| format!("[piece.emperor]\nname = \"Emperor\"\nletter = \"K\"\nmoves = \"{moves}\"");
    let way = |ways: &str| format!("[castling]\nways = [{ways}]");
    let drops = |more: &str| format!("[drops]\nin_hand = 1\nwhite = \"a2-h2\"\nblack = \"a7-h7\"\n{more}");
    for (pieces, more, said) in [
        (rooks, way("\"Ke1-g1 Rh1-g1\""), "king and rook stand on one square."),
        (rooks, way("\"Ke1-h3 Rh3-e1\""), "the four squares of a castling are not on one rank."),
        (rooks, way("\"Ke1-g1 Rh1-f1\", \"Ke1-g1 Rh1-f1\""), "two castlings of a king end on one square."),
        ("\"emperor\"", emperor("special:pawn"), "a king can only step and leap, and takes kings."),
        ("\"emperor\"", emperor("Q"), "a king can only step and leap, and takes kings."),
        (pawns, "[promotion]\nto = [\"RK\"]".to_owned(), "a pawn becomes neither a royal king nor a pawn."),
        (pawns, "[promotion]\nto = [\"RP\"]".to_owned(), "a pawn becomes neither a royal king nor a pawn."),
        (
            pawns,
            "[promotion]\nwhite = 7\nblack = 2\n[pawn]\nsteps = 2".to_owned(),
            "a pawn can pass the rank on which it promotes.",
        ),
        (
            pawns,
            "[pawn]\nbacks = true".to_owned(),
            "pawns that step back must be allowed on the first ranks.",
        ),
        (pawns, "[zone]\npieces = \"R\"\nwhite = \"a8\"".to_owned(), "`becomes` is missing in [zone]."),
        (
            pawns,
            "[zone]\npieces = \"P\"\nbecomes = \"R\"".to_owned(),
            "kings and pawns neither change in a zone",
        ),
        (
            pawns,
            "[zone]\npieces = \"R\"\nbecomes = \"K\"".to_owned(),
            "kings and pawns neither change in a zone",
        ),
        (pawns, "pawn = false".to_owned(), "`pawn` is a section: write [pawn], and its keys below it."),
        (pawns, "[board]\nsquares = \"h8-a1\"".to_owned(), "h8-a1 is no rectangle from its lowest"),
        (pawns, "[brake]\nholds_leapers = true".to_owned(), "`piece` is missing in [brake]."),
        ("\"king\", \"ninja-pawn\", \"rook\"", drops(""), "`white_half` is missing in [drops]."),
        (
            "\"king\", \"ninja-pawn\", \"rook\"",
            drops("white_half = 8\nblack_half = 5"),
            "drops are within a half",
        ),
        (
            "\"king\", \"pawn\", \"sliding-pawn\", \"rook\"",
            String::new(),
            "\"Pawn\" is the name of two pieces.",
        ),
        (
            "\"king\", \"ox\"",
            "[piece.ox]\nname = \"Ox\"\nletter = \"X\"\nmoves = \"N\"".to_owned(),
            "X stands for a capture",
        ),
        (
            "\"king\", \"ox\"",
            "[piece.ox]\nname = \"King\"\nletter = \"O\"\nmoves = \"N\"".to_owned(),
            "\"King\" is the name of two pieces.",
        ),
    ] {
        match (of_file("small", &small(pieces, kings, &more)), said) {
            (Err(Refused::Faults(faults)), said) => {
                assert!(
                    faults.iter().any(|fault| fault.text.starts_with(said)),
                    "{more}: {faults:#?} lacks {said}"
                );
            }
            (other, _) => panic!("{pieces} {more}: {other:?}, not {said:?}"),
        }
    }
}

/// A piece has the drawing named by its file, or its letter; no two pieces of a game look the same.
#[test]
fn a_drawing_is_chosen_by_its_name() {
    let drawn = |change: &str| -> Vec<String> {
        let text = text("capablanca").replacen("moves = \"BN\"", &format!("moves = \"BN\"\n{change}"), 1);
        let game = of_file("changed", &text).unwrap_or_else(|refused| panic!("{refused:?}"));
        game.spec().piece_types().iter().map(|piece| piece.drawing.to_string()).collect()
    };
    let ours = ["king", "queen", "rook", "bishop", "knight"];
    assert_eq!(drawn(""), [&ours[..], &["letter-A", "letter-C", "pawn"]].concat());
    assert_eq!(drawn("drawing = \"camel\""), [&ours[..], &["camel", "letter-C", "pawn"]].concat());
    let named = |name: &str| told("moves = \"BN\"", &format!("moves = \"BN\"\ndrawing = \"{name}\""));
    let unknown = named("griffin");
    assert_eq!(unknown.len(), 1, "{unknown:?}");
    assert!(
        unknown[0].contains("there is no drawing \"griffin\". There are: king, queen, rook,"),
        "{unknown:?}"
    );
    assert!(unknown[0].ends_with(", tree, wizard."), "{unknown:?}");
    let same = named("knight");
    assert_eq!(same.len(), 1, "{same:?}");
    assert!(
        same[0].ends_with(
            "\"Knight\" and \"Archbishop\" have the same drawing, \"knight\": choose another `drawing`."
        ),
        "{same:?}"
    );
}

/// A custom piece is shown alone near the middle, with something to capture if it captures differently than
/// it moves.
#[test]
fn a_diagram_is_made_for_a_piece_that_has_none() {
    let letters = game("small-letters");
    for kind in letters.spec().kinds() {
        let [diagram] = &games::diagrams(letters, kind)[..] else { panic!("one diagram") };
        let position = Position::from_fen(letters, &diagram.fen).expect("a position");
        let from = diagram.square().expect("a square");
        assert_eq!(position.piece_at(from).map(|piece| piece.kind), Some(kind), "{}", diagram.fen);
        assert!(!position.moves_from(from).is_empty(), "{}", diagram.fen);
    }
    let moves = |letter: char| {
        let kind = letters.spec().kind(letter).expect("a piece");
        let diagram = games::diagrams(letters, kind).remove(0);
        let position = Position::from_fen(letters, &diagram.fen).expect("a position");
        let from = diagram.square().expect("a square");
        let takes = position.moves_from(from).iter().filter(|mv| !mv.victims().is_empty()).count();
        (position.moves_from(from).len(), takes)
    };
    // The Archer moves as a rook and captures as a knight; the pawn captures to both sides; the Charger only
    // rides.
    assert_eq!(moves('A'), (14 + 8, 8));
    assert_eq!(moves('P').1, 2);
    assert_eq!(moves('C').1, 0);
    let chess = games::from_slug("chess").expect("a game");
    assert_eq!(games::diagrams(chess, rules::Kind::KING).len(), 2);
}

/// A diagram with an invalid position is left out.
#[test]
fn a_diagram_that_is_wrong_is_not_shown() {
    let text =
        format!("{}\n[[diagram]]\npiece = \"A\"\nfrom = \"e4\"\nfen = \"nothing\"\n", text("capablanca"));
    let game = of_file("changed", &text).unwrap_or_else(|refused| panic!("{refused:?}"));
    let kind = game.spec().kind('A').expect("a piece");
    let shown: Vec<String> = games::diagrams(game, kind).into_iter().map(|diagram| diagram.fen).collect();
    assert!(shown.len() == 1 && shown[0] != "nothing", "{shown:?}");
}
