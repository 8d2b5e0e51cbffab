//! Tests moves that are allowed only from the squares where the start position has such pieces.

use games::trial::{self, Plan};
use games::{Refused, of_file};
use rules::{Position, ReadError, Square, Variant, read_move};

/// Returns a game of kings and one custom piece, which starts on b1 and g1 (Black's on b8 and g8).
fn game(moves: &str, more: &str) -> Variant {
    let text = format!(
        "name = \"A game\"\nstart = \"1g2k1g1/8/8/8/8/8/8/1G2K1G1 w - - 0 1\"\npieces = [\"king\", \"goat\"]\n{more}\n[piece.goat]\nname = \"Goat\"\nletter = \"G\"\nmoves = \"{moves}\"\n"
    );
    of_file("goats", &text).unwrap_or_else(|refused| panic!("{moves}: {refused:?}"))
}

/// Returns the targets of the Goat on a square, sorted.
fn targets(game: Variant, fen: &str, from: &str) -> String {
    let position = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let from: Square = from.parse().expect("a square");
    let mut names: Vec<String> = position.moves_from(from).iter().map(|mv| mv.to().to_string()).collect();
    names.sort_unstable();
    names.join(" ")
}

#[test]
fn a_piece_moves_so_from_where_such_a_piece_begins() {
    for (moves, fen, from, to) in [
        // Steps, leaps and slides that only move, and that may capture.
        ("WimfW2", "4k3/8/8/8/8/8/8/1G2K3 w - - 0 1", "b1", "a1 b2 b3 c1"),
        ("WimfW2", "4k3/8/8/8/8/1g6/8/1G2K3 w - - 0 1", "b1", "a1 b2 c1"),
        ("WimfW2", "4k3/8/8/8/8/8/1G6/4K3 w - - 0 1", "b2", "a2 b1 b3 c2"),
        ("WifD", "4k3/8/8/8/8/1g6/1g6/1G2K3 w - - 0 1", "b1", "a1 b2 b3 c1"),
        ("WicN", "4k3/8/8/8/8/g7/8/1G2K3 w - - 0 1", "b1", "a1 a3 b2 c1"),
        ("WicN", "4k3/8/8/8/8/1g6/8/G3K3 w - - 0 1", "a1", "a2 b1"),
        ("WiB", "4k3/8/8/4g3/8/8/8/1G2K3 w - - 0 1", "b1", "a1 a2 b2 c1 c2 d3 e4 f5 g6 h7"),
        ("WiNN", "4k3/8/8/8/8/8/8/1G2K3 w - - 0 1", "b1", "a1 a3 b2 c1 c3 d2 d5 e7 f3 h4"),
        // It need not be the piece that started there, but it must be of that side.
        ("WimfW2", "4k3/8/8/8/8/8/8/4K1G1 w - - 0 1", "g1", "f1 g2 g3 h1"),
        ("WimfW2", "1g2k3/8/8/8/8/8/8/4K3 b - - 0 1", "b8", "a8 b6 b7 c8"),
        ("WimvW2", "4k3/8/8/8/8/8/8/1g2K3 b - - 0 1", "b1", "a1 b2 c1"),
    ] {
        assert_eq!(targets(game(moves, ""), fen, from), to, "{moves} {fen}");
    }
}

#[test]
fn it_gives_check_from_there_alone() {
    let goats = game("WicR", "");
    for (fen, is_check) in [
        ("1k6/8/8/8/8/8/8/1G2K3 b - - 0 1", true),
        ("1k6/8/8/8/8/8/1G6/4K3 b - - 0 1", false),
        ("1k6/8/8/1g6/8/8/8/1G2K3 b - - 0 1", false),
        ("k7/8/8/8/8/8/8/G3K3 b - - 0 1", false),
    ] {
        let position = Position::from_fen(goats, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.is_check(), is_check, "{fen}");
    }
    // A Goat in between is pinned, and one that has left its start square pins nothing.
    assert_eq!(targets(goats, "1k6/8/8/1g6/8/8/8/1G2K3 b - - 0 1", "b5"), "b4 b6");
    assert_eq!(targets(goats, "1k6/8/8/1g6/8/8/1G6/4K3 b - - 0 1", "b5"), "a5 b4 b6 c5");
    // A king cannot stay or move where it could be captured.
    assert!(Position::from_fen(goats, "1k6/8/8/8/8/8/8/1G2K3 w - - 0 1").is_err());
    let position = Position::from_fen(goats, "k7/8/8/8/8/8/8/1G2K3 b - - 0 1").expect("a position");
    assert!(position.legal_move("a8b8").is_none() && position.legal_move("a8a7").is_some());
}

#[test]
fn a_brake_holds_first_moves_too() {
    let braked = "4k3/8/8/8/8/8/g7/1G2K3 w - - 0 1";
    let leaps = |more: &str| targets(game("WimN", more), braked, "b1");
    assert_eq!(leaps(""), "a1 a3 b2 c1 c3 d2");
    assert_eq!(leaps("[brake]\npiece = \"G\""), "a1 a3 b2 c1 c3 d2");
    assert_eq!(leaps("[brake]\npiece = \"G\"\nholds_leapers = true"), "");
    assert_eq!(targets(game("WimR3", "[brake]\npiece = \"G\""), braked, "b1"), "a1 b2 c1");
}

#[test]
fn it_is_said_that_it_does_not_move_so_elsewhere() {
    let goats = game("WimfW2", "");
    let position = Position::from_fen(goats, "4k3/8/8/8/8/8/1G6/4K3 w - - 0 1").expect("a position");
    let told = format!("{:?}", read_move(&position, "b2-b4"));
    assert!(matches!(read_move(&position, "b2-b4"), Err(ReadError::Illegal(_))), "{told}");
    assert!(told.contains("DoesNotMoveLikeThat"), "{told}");
}

/// The moves of each position match a test of each pseudo-legal move, and their texts read back.
#[test]
fn games_with_first_moves_stand_a_trial() {
    for (moves, more) in [
        ("WifN", ""),
        ("FicRimNN", ""),
        ("mWcFimfR3", "[brake]\npiece = \"G\"\nholds_leapers = true"),
        ("KiQ", "[zone]\npieces = \"G\"\nbecomes = \"G\"\nwhite = \"a8-h8\""),
        ("KiQ", "freezer = \"G\""),
    ] {
        let plan = Plan { games: 12, seed: 3, ..Plan::default() };
        let report = trial::run(game(moves, more).spec(), &plan, &mut |_| true);
        assert!(report.is_ok(), "{moves} {more}: {report:?}");
    }
}

#[test]
fn a_king_has_no_first_moves() {
    let text = "name = \"A game\"\nstart = \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\npieces = [\"emperor\"]\n[piece.emperor]\nname = \"Emperor\"\nletter = \"K\"\nmoves = \"KimN\"\n";
    let Err(Refused::Faults(faults)) = of_file("emperors", text) else { panic!("it is refused") };
    assert_eq!(faults[0].text, "a king can only step and leap, and takes kings.");
}

/// The diagram shows all moves of a piece, so the piece is on a start square.
#[test]
fn a_diagram_shows_first_moves() {
    let goats = game("WimfW2", "");
    let goat = goats.spec().kind('G').expect("a piece");
    let diagram = games::diagrams(goats, goat).remove(0);
    assert!(["b1", "g1"].contains(&diagram.from.as_str()), "{}", diagram.from);
    assert_eq!(targets(goats, &diagram.fen, &diagram.from).split(' ').count(), 4, "{}", diagram.fen);
}

/// A game that extends another one with a different start has different first moves, so its pieces are not
/// shared.
#[test]
fn games_that_begin_otherwise_play_otherwise() {
    let [one, other] = ["1g2k1g1/8/8/8/8/8/8/1G2K1G1", "g3k1g1/8/8/8/8/8/8/1G2K1G1"].map(|start| {
        let text = format!("name = \"A game\"\nstart = \"{start} w - - 0 1\"\npieces = [\"king\", \"goat\"]\n[piece.goat]\nname = \"Goat\"\nletter = \"G\"\nmoves = \"WimN\"\n");
        of_file("goats", &text).expect("a game")
    });
    assert!(one.spec().plays_like(one.spec()) && !one.spec().plays_like(other.spec()));
}

/// In an Interactive Diagram, `i` applies only until the piece has moved, even if it returns.
#[test]
fn a_diagram_of_another_program_has_first_moves_once() {
    let steps = games::xbetza(game("WimfW2", ""));
    assert!(steps.definition.contains("\nGoat:G:WimfW2::b1,g1:b8,g8\n"), "{}", steps.definition);
    assert_eq!(steps.lacking, ["That the Goat has its first moves again where such a piece begins."]);
    let forward = games::xbetza(game("fWimfW2", ""));
    assert!(forward.definition.contains("Goat:G:fWimfW2:") && forward.lacking.is_empty());
    // A piece that goes forward can reach the start square of another one.
    let text = "name = \"A game\"\nstart = \"4k3/6g1/8/8/8/8/1G6/1G2K3 w - - 0 1\"\npieces = [\"king\", \"goat\"]\n[piece.goat]\nname = \"Goat\"\nletter = \"G\"\nmoves = \"fWimfW2\"\n";
    let ranks = games::xbetza(of_file("goats", text).expect("a game"));
    assert_eq!(ranks.lacking, ["That the Goat has its first moves again where such a piece begins."]);
}
