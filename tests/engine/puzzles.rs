//! Puzzles: the solver proves exactly what is true, and the shipped puzzles are correct.

use std::collections::BTreeSet;
use std::process::Command;

use rookery::engine::{
    Aim, Doubt, Grade, Merit, Motif, OutOfBudget, Placed, Prover, Puzzle, PuzzleDefect, PuzzleHunt, Solver,
    WrongMoveCost, cost_of_reply, puzzle_file, puzzle_lines, refutation, select_puzzles,
};
use rookery::games;
use rookery::rules::piece_type::KNIGHT;
use rookery::rules::{Line, Position, Variant};
use strum::VariantArray;

use super::finding::{line, wins};

tests!(
    a_forced_win_is_found_in_as_many_moves_as_it_takes,
    stalemate_is_no_win,
    a_king_that_arrives_wins_and_one_that_may_reply_so_refutes,
    the_solver_agrees_with_trying_everything_without_a_memory,
    a_question_that_takes_too_long_is_not_answered,
    a_line_is_proven_and_a_wrong_one_is_not,
    won_material_is_proven_and_a_second_way_is_seen,
    a_line_that_is_no_puzzle_is_refused,
    what_a_wrong_move_costs_is_found,
    every_game_that_has_puzzles_has_a_hundred_over_all_its_motifs,
    every_shipped_puzzle_is_what_it_says,
    the_same_seed_finds_the_same_puzzles,
    what_is_kept_is_varied,
    the_program_proves_a_file_again,
    the_program_goes_on_where_it_was,
);

/// The exit code of `rookery puzzles`, stdout and stderr.
fn program(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .arg("puzzles")
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn position(variant: &str, fen: &str) -> Position {
    *line(variant, fen, "").position()
}

fn puzzle(variant: &str, text: &str) -> Puzzle {
    Puzzle::read(games::from_slug(variant).expect("a game"), text).expect("a puzzle")
}

fn texts(moves: &[rookery::rules::Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn shortest(variant: &str, fen: &str, most: u32, expected: Option<u32>) {
    let found = Solver::new(1_000_000).shortest(&position(variant, fen), most);
    assert_eq!(found, Ok(expected), "{variant} {fen}");
}

fn a_forced_win_is_found_in_as_many_moves_as_it_takes() {
    shortest("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 3, Some(1));
    shortest("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, Some(2));
    shortest("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 1, None);
    let after = position("chess", "kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1");
    let (replies, needed) = Solver::new(1_000_000).longest_replies(&after, 1).expect("soon known");
    assert_eq!((replies.len(), needed), (after.legal_moves().len(), Some(1)), "each is answered by mate");
}

fn stalemate_is_no_win() {
    // Qb6 and others would leave Black stalemated.
    let at = position("chess", "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1");
    let winning = Solver::new(1_000_000).winning(&at, 1).expect("soon known");
    assert_eq!(texts(&winning), ["b1b7"]);
    let stale = at.after_known(&at.legal_move("b1b6").expect("a move"));
    assert!(stale.legal_moves().is_empty() && !stale.is_check());
}

fn a_king_that_arrives_wins_and_one_that_may_reply_so_refutes() {
    shortest("prison-break", "5k/6/6/1K4/6/6/6/6 w - - 0 1", 1, Some(1));
    shortest("claustrophobia", "k5*/7/4K**/5**/5**/5**/7/6* w - - 0 1", 1, Some(1));
    // White's King is three steps from an exit, and Black's far away or one step.
    shortest("prison-break", "5k/6/6/6/3K2/6/6/6 w - - 0 1", 4, Some(3));
    shortest("prison-break", "6/6/1k4/6/3K2/6/6/6 w - - 0 1", 4, None);
    shortest("prison-break", "6/6/1k4/6/3K2/6/6/6 b - - 0 1", 4, Some(1));
}

fn the_solver_agrees_with_trying_everything_without_a_memory() {
    let mut compared = [0, 0];
    for variant in ["claustrophobia", "prison-break", "chess"] {
        let variant = games::from_slug(variant).expect("a game");
        let mut dice = fastrand::Rng::with_seed(8);
        let mut solver = Solver::new(1_000_000);
        for _ in 0..12 {
            let mut line = Line::new(Position::start(variant));
            while line.termination().is_none() && line.moves().len() < 80 {
                line.play(dice.choice(line.position().legal_moves()).expect("a move")).expect("legal");
                let few = line.position().legal_moves().len() < 14;
                if few && line.moves().len() > 20 && line.termination().is_none() {
                    let alone = Line::new(*line.position());
                    let expected = (1..=2).find(|own| wins(&alone, *own));
                    assert_eq!(solver.shortest(alone.position(), 2), Ok(expected), "{:?}", alone.position());
                    compared[usize::from(expected.is_some())] += 1;
                }
            }
        }
    }
    assert!(compared[0] > 100, "{compared:?}");
    for variant in games::all() {
        let few = |puzzle: &&Puzzle| puzzle.own_moves() <= 2 && puzzle.start().legal_moves().len() < 25;
        let won = |puzzle: &&Puzzle| matches!(puzzle.aim(), Aim::Win(_));
        for puzzle in Puzzle::all(variant).iter().filter(few).filter(won).take(8) {
            let alone = Line::new(*puzzle.start());
            let expected = (1..=2).find(|own| wins(&alone, *own));
            assert_eq!(expected, Some(puzzle.own_moves() as u32), "{puzzle}");
        }
    }
}

fn a_question_that_takes_too_long_is_not_answered() {
    let at = position("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    assert_eq!(Solver::new(3).shortest(&at, 3), Err(OutOfBudget));
    let long = puzzle("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1; a1a6 b7a6 b6b7; mate; 3");
    assert_eq!(Prover::new(3).check(&long), Err(Doubt::TooLong));
}

#[track_caller]
fn doubted(variant: &str, text: &str, expected: Result<(), Doubt>) {
    assert_eq!(Prover::new(2_000_000).check(&puzzle(variant, text)), expected, "{text}");
}

fn a_line_is_proven_and_a_wrong_one_is_not() {
    let start = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    doubted("chess", &format!("{start}; a1a6 b7a6 b6b7; mate; 3"), Ok(()));
    // Two rooks can mate on two ranks.
    doubted("chess", "6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1; a1a8; mate; 1", Err(Doubt::Second(0)));
    // It is mate, but one move later than possible.
    let late = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1; e1e2 g8h8 a1a8; mate; 1";
    doubted("chess", late, Err(Doubt::Less));
}

fn won_material_is_proven_and_a_second_way_is_seen() {
    let fork = "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1; b5c7 e8d7 c7a8; fork; 2";
    let read = puzzle("chess", fork);
    assert_eq!((read.aim(), read.motifs()), (Aim::Material(2), &[Motif::Fork][..]));
    doubted("chess", fork, Ok(()));
    // The Queen captures the Rook as well; or the Bishop captures the Knight first.
    let queen = "r3k3/8/8/1N6/8/8/8/4K2Q w - - 0 1; b5c7 e8d7 c7a8; fork; 2";
    doubted("chess", queen, Err(Doubt::Second(0)));
    let bishop = "r3k3/8/1b6/1N6/8/8/8/4K3 w - - 0 1; b5c7 e8d7 c7a8; fork; 2";
    doubted("chess", bishop, Err(Doubt::Less));
}

fn a_line_that_is_no_puzzle_is_refused() {
    let chess = games::from_slug("chess").expect("a game");
    let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let read = |rest: &str| Puzzle::read(chess, &format!("{fen}; {rest}")).map(|puzzle| puzzle.own_moves());
    assert_eq!(read("a1a8; mate; 1"), Ok(1));
    assert_eq!(read("a1a8; mate"), Err(PuzzleDefect::Parts));
    assert_eq!(read("a1a9; mate; 1"), Err(PuzzleDefect::Move("a1a9".to_owned())));
    assert_eq!(read("a1a8 g8h8; mate; 1"), Err(PuzzleDefect::Over));
    assert_eq!(read("a1a7 g8f8; mate; 1"), Err(PuzzleDefect::Length));
    assert_eq!(read("a1a8; escape; 1"), Err(PuzzleDefect::Motifs));
    assert_eq!(read("a1a7; ; 1"), Err(PuzzleDefect::Motifs));
    assert_eq!(read("a1a8; mate; 10"), Err(PuzzleDefect::Difficulty));
    assert_eq!(Puzzle::read(chess, "8/8; a1a8; mate; 1"), Err(PuzzleDefect::Position));
}

fn what_a_wrong_move_costs_is_found() {
    let mate = puzzle("chess", "6k1/5ppp/8/8/4N3/8/8/R3K3 w - - 0 1; a1a8; mate; 1");
    let of = |puzzle: &Puzzle, text: &str| {
        let wrong = puzzle.start().legal_move(text).expect("a legal move");
        let found = refutation(puzzle, 0, wrong).expect("a reply");
        (found.reply.to_string(), found.cost, cost_of_reply(puzzle, 0, wrong, found.reply))
    };
    // The Knight is captured, in addition to the missed mate.
    let (reply, cost, taken) = of(&mate, "e4f6");
    assert_eq!((reply.as_str(), cost), ("g7f6", Some(WrongMoveCost::Win(1))));
    let Some(Merit::Gains { won, lost }) = taken else { panic!("{taken:?}") };
    let knight = Placed { piece: &KNIGHT, at: "f6".parse().expect("a square") };
    assert_eq!((won, lost), (vec![knight], Vec::new()));
    let (_, cost, taken) = of(&mate, "e1e2");
    assert_eq!((cost, taken), (Some(WrongMoveCost::Win(1)), None));
    let late = puzzle("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1; a1a6 b7a6 b6b7; mate; 3");
    assert_eq!(of(&late, "a1a2").1, Some(WrongMoveCost::Win(2)));
    let fork = puzzle("chess", "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1; b5c7 e8d7 c7a8; fork; 2");
    assert_eq!(of(&fork, "e1d1").1, Some(WrongMoveCost::Material));
}

/// The motifs possible in a variant, by its rules.
fn motifs_of(variant: Variant) -> Vec<Motif> {
    let spec = variant.spec();
    let mut motifs = vec![Motif::Mate, Motif::Locust, Motif::Fork, Motif::Promotion];
    motifs.extend(spec.goal.and_then(|goal| goal.slug.parse::<Motif>().ok()));
    motifs.extend(spec.freezer.map(|_| Motif::Freeze));
    motifs.extend(spec.braker.map(|_| Motif::Brake));
    motifs.extend(spec.drops.map(|_| Motif::Drop));
    // Chess and Squirrel Chess have no captures at a distance; if a pawn's path is long, no puzzle contains a
    // promotion.
    let without = [
        ("chess", Motif::Locust),
        ("squirrel", Motif::Locust),
        ("squirrel", Motif::Promotion),
        ("birds-and-ninjas", Motif::Promotion),
    ];
    motifs.retain(|motif| !without.contains(&(variant.slug(), *motif)));
    motifs
}

fn every_game_that_has_puzzles_has_a_hundred_over_all_its_motifs() {
    assert!(
        games::all()
            .filter(|one| one.spec().base.is_none())
            .all(|one| Puzzle::games().any(|game| game == one))
    );
    for variant in Puzzle::games() {
        let puzzles = Puzzle::all(variant);
        assert!((100..=150).contains(&puzzles.len()), "{}: {}", variant.slug(), puzzles.len());
        let shown: BTreeSet<Motif> = puzzles.iter().flat_map(Puzzle::motifs).copied().collect();
        assert_eq!(shown, motifs_of(variant).into_iter().collect(), "{}", variant.slug());
        for &grade in Grade::VARIANTS {
            assert!(
                puzzles.iter().filter(|puzzle| puzzle.grade() == grade).count() >= 30,
                "{variant} {grade:?}"
            );
        }
        let numbers: BTreeSet<u32> = puzzles.iter().map(Puzzle::id).collect();
        assert_eq!(numbers.len(), puzzles.len(), "each has a number of its own");
        assert!(puzzles.is_sorted_by_key(Puzzle::difficulty));
    }
}

/// `rookery puzzles --check` proves that nothing else wins; this test checks what is quickly seen.
fn every_shipped_puzzle_is_what_it_says() {
    for variant in games::all() {
        let text =
            games::folders()[variant.spec().place.expect("a game of the list")].puzzles.unwrap_or_default();
        assert_eq!(puzzle_lines(text).count(), Puzzle::all(variant).len(), "each line is one");
        for (line, puzzle) in puzzle_lines(text).zip(Puzzle::all(variant)) {
            assert_eq!(puzzle.to_string(), line);
            assert_eq!(Puzzle::of_id(variant, puzzle.id()), Some(puzzle));
            let alone = Puzzle::read(variant, line).expect("a puzzle");
            assert_eq!((alone.id(), alone.solution()), (puzzle.id(), puzzle.solution()));
            let (us, played) = (puzzle.start().turn(), puzzle.line(puzzle.solution().len()));
            let won = played.termination().and_then(rookery::rules::Termination::winner);
            match puzzle.aim() {
                Aim::Win(own) => assert_eq!((won, own), (Some(us), puzzle.own_moves() as u32), "{line}"),
                Aim::Material(_) => assert_eq!(played.termination(), None, "{line}"),
            }
            let told = puzzle.motifs().iter().any(|motif| motif.is_an_end());
            assert_eq!(told, won.is_some(), "{line}");
        }
    }
}

fn the_same_seed_finds_the_same_puzzles() {
    let variant = games::from_slug("prison-break").expect("a game");
    let found = PuzzleHunt::new(variant).game(SHORT_GAME);
    assert!(!found.is_empty());
    assert_eq!(PuzzleHunt::new(variant).game(SHORT_GAME), found);
    for puzzle in &found {
        assert_eq!(Puzzle::read(variant, &puzzle.to_string()).as_ref(), Ok(puzzle));
        assert_eq!(Prover::default().check(puzzle), Ok(()));
    }
}

/// A game that ends soon, and has a puzzle.
const SHORT_GAME: u64 = 18;

fn what_is_kept_is_varied() {
    let variant = games::from_slug("prison-break").expect("a game");
    let all = Puzzle::all(variant);
    let twice: Vec<Puzzle> = all.iter().chain(all).cloned().collect();
    assert_eq!(select_puzzles(&twice, 500).len(), all.len(), "none twice");
    let few = select_puzzles(all, 12);
    assert_eq!(few.len(), 12);
    let shown: BTreeSet<Motif> = few.iter().flat_map(Puzzle::motifs).copied().collect();
    assert_eq!(shown, motifs_of(variant).into_iter().collect(), "{}", puzzle_file(&few));
}

fn the_program_proves_a_file_again() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("puzzles.txt");
    let path = file.to_str().expect("a path");
    let good = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1; a1a6 b7a6 b6b7; mate; 3";
    let two = "6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1; a1a8; mate; 1";
    std::fs::write(&file, format!("# A comment.\n{good}\n")).expect("a file");
    let (code, said, _) = program(&["chess", "--check", path]);
    assert!(code == 0 && said.starts_with("1 proven, ") && said.contains("\nmate 1\n"), "{said}");
    let (code, said, _) = program(&["chess", "--measure", path, "--nodes", "2000"]);
    assert_eq!((code, said.as_str()), (0, "1 of 1 at 2000 nodes\n"));
    std::fs::write(&file, format!("{good}\n{two}\n")).expect("a file");
    let (code, _, wrong) = program(&["chess", "--check", path]);
    assert!(code != 0 && wrong.contains("1 of 2 puzzles is not proven."), "{wrong}");
    std::fs::write(&file, format!("{good}\nnothing\n")).expect("a file");
    let (code, _, wrong) = program(&["chess", "--check", path]);
    assert!(code != 0 && wrong.contains("line 2 of ") && wrong.contains(" is no puzzle."), "{wrong}");
}

fn the_program_goes_on_where_it_was() {
    let find = |dir: &std::path::Path, games: &str| {
        let output = dir.to_str().expect("a path");
        let (code, _, wrong) = program(&["prison-break", "-o", output, "--wins", "2", "--games", games]);
        assert_eq!(code, 0, "{wrong}");
        std::fs::read_to_string(dir.join("prison-break-wins-2.txt")).expect("a file")
    };
    let (whole, parts) = (tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("another"));
    let all = find(whole.path(), "3");
    assert_eq!(all.lines().filter(|line| line.starts_with("# game ")).count(), 3, "{all}");
    let first = find(parts.path(), "1");
    assert!(all.starts_with(&first) && first.ends_with("# game 0\n"), "{first}");
    assert_eq!(find(parts.path(), "3"), all);
}
