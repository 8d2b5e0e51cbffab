//! Games in which a short win is planted: one side lets it go, or gives it to the other. The analysis names that move before all else.

use rookery::engine::{Aim, Analysis, Engine, Lapse, Puzzle, Solver, Toil, Weights};
use rookery::rules::{Line, Move, Position, Variant};

use super::finding::think;

tests!(
    the_mate_that_was_missed_in_a_whole_game_is_named,
    planted_wins_are_named_in_chess,
    planted_wins_are_named_in_claustrophobia,
    planted_wins_are_named_in_prison_break,
    planted_wins_are_named_in_birds_and_ninjas,
    planted_wins_are_named_in_squirrel_chess,
);

/// Positions that are looked at for each ply, ...
const NODES: u64 = 1_500;
/// ... so many times as many where that is in doubt, ...
const AGAIN: u64 = 4;
/// ... and as many for a proof as an analysis has for one.
const PROOF: u64 = 4_000;
/// A win within so many own moves is short.
const SHORT: u32 = 3;
/// Games of each of the five, 200 in all; ...
const GAMES: usize = 40;
/// ... in so many of them the win is given to the other side.
const GIVEN: usize = 8;

/// A game in which there is a short win.
struct PlantedGame {
    line: Line,
    /// The move that lets it go or gives it, ...
    ply: usize,
    /// ... in how many moves it is won, ...
    moves: u32,
    /// ... and whether it was the mover's own.
    missed: bool,
}

fn analysed(line: &Line) -> Analysis {
    let mut engine = Engine::new(Weights::of(line.position().variant()), 1 << 20);
    engine.analyse(line, NODES, &|| false, &mut |_, _| ()).expect("nobody stops it")
}

fn the_mate_that_was_missed_in_a_whole_game_is_named() {
    let mut line = Line::new(Position::start(Variant::from_slug("chess").expect("a game")));
    // Black plays 9... Bg4 where 9... Qf1 mates; nearly every other move loses much as well.
    let game = "d4 d5 e4 e5 Qh5 Nc6 Bb5 Nf6 Qxf7 Kxf7 dxe5 Nxe4 Bxc6 Qh4 Bxb7 Qxf2 Kd1 Bg4 Nf3 Rd8";
    for text in game.split(' ') {
        line.play_typed(text).expect("a legal move");
    }
    let found = analysed(&line);
    let told: Vec<(usize, Lapse)> = found.turnings.iter().map(|one| (one.ply, one.lapse)).collect();
    let turning = found.turnings.iter().find(|one| one.played.mv.to_string() == "c8g4");
    let turning = turning.unwrap_or_else(|| panic!("{told:?} of {:?}", found.lapses));
    assert_eq!((turning.ply, turning.lapse), (17, Lapse::MissedWin), "{told:?}");
    assert_eq!(turning.better.mv.to_string(), "f2f1");
}

fn planted_wins_are_named_in_chess() {
    planted_wins_are_named("chess");
}

fn planted_wins_are_named_in_claustrophobia() {
    planted_wins_are_named("claustrophobia");
}

fn planted_wins_are_named_in_prison_break() {
    planted_wins_are_named("prison-break");
}

fn planted_wins_are_named_in_birds_and_ninjas() {
    planted_wins_are_named("birds-and-ninjas");
}

fn planted_wins_are_named_in_squirrel_chess() {
    planted_wins_are_named("squirrel");
}

fn planted_wins_are_named(slug: &str) {
    let variant = Variant::from_slug(slug).expect("a game");
    let mut dice = fastrand::Rng::with_seed(24);
    let puzzles = short_wins(variant);
    let mut games: Vec<PlantedGame> =
        puzzles.iter().filter_map(|puzzle| given(puzzle, &mut dice)).take(GIVEN).collect();
    let given = games.len();
    for puzzle in puzzles.iter().cycle().take(10 * GAMES) {
        if games.len() < GAMES {
            games.extend(let_go(puzzle, &mut dice));
        }
    }
    assert!(games.len() == GAMES && given > 2, "{slug}: {} games, {given} of them given", games.len());
    // By moves, and those after which there are more lapses than are told.
    let (mut counts, mut crowded) = ([0; SHORT as usize], 0);
    for game in &games {
        let found = analysed(&game.line);
        check(game, &found);
        counts[game.moves as usize - 1] += 1;
        crowded += usize::from(found.lapses.iter().flatten().count() > found.turnings.len());
    }
    println!(
        "{slug}: {given} of {GAMES} given; in 1, 2, 3 moves: {counts:?}; in {crowded} not all lapses are told"
    );
    assert!(counts[0] > 0 && counts[1] > 0, "{slug}: {counts:?}");
}

#[track_caller]
fn check(game: &PlantedGame, found: &Analysis) {
    let PlantedGame { line, ply, moves, missed } = game;
    let told: Vec<usize> = found.turnings.iter().map(|turning| turning.ply).collect();
    let whence = format!(
        "ply {ply} of {:?} from {:?}, a win in {moves}, missed: {missed}; told {told:?} of {:?}",
        line.moves(),
        line.start(),
        found.lapses
    );
    let turning = found.turnings.iter().find(|turning| turning.ply == *ply);
    let turning = turning.unwrap_or_else(|| panic!("{whence}"));
    assert_ne!(turning.better.mv, turning.played.mv, "{whence}");
    if *missed {
        let (before, ..) = line.plies().nth(*ply).expect("the move");
        let wins = Solver::new(1_000_000).wins_by(&before, &turning.better.mv, SHORT);
        assert_eq!(wins, Ok(true), "{} is better: {whence}", turning.better.mv);
        assert!(*moves > 1 || turning.lapse == Lapse::MissedWin, "{:?}: {whence}", turning.lapse);
    }
}

/// The puzzles of a game that are short wins, those with the fewest moves to look at first.
fn short_wins(variant: Variant) -> Vec<&'static Puzzle> {
    let is_short = |puzzle: &&Puzzle| matches!(puzzle.aim(), Aim::Win(own) if own <= SHORT);
    let mut all: Vec<&Puzzle> = Puzzle::all(variant).iter().filter(is_short).collect();
    all.sort_by_key(|puzzle| puzzle.start().count_legal_moves());
    all
}

/// Whether a game goes on after a move.
fn goes_on(position: &Position, mv: &Move) -> bool {
    position.after_known(mv).termination().is_none()
}

/// The solver of a puzzle plays something else where it can be won, perhaps after the first moves of the solution.
fn let_go(puzzle: &Puzzle, dice: &mut fastrand::Rng) -> Option<PlantedGame> {
    let ply = 2 * dice.usize(..puzzle.own_moves());
    let mut line = puzzle.line(ply);
    let position = *line.position();
    let mut solver = Solver::new(PROOF);
    let moves = solver.shortest(&position, SHORT).ok().flatten()?;
    let mut others = position.legal_moves();
    dice.shuffle(&mut others);
    let wrong = others
        .into_iter()
        .find(|mv| goes_on(&position, mv) && solver.wins_by(&position, mv, SHORT) == Ok(false))?;
    line.play(wrong).expect("a legal move");
    // Where nothing is as short as this win the game may go on for longer, with whatever else is lost in it.
    let after = match dice.u8(..8) {
        0 if moves == 1 => 6,
        0..=2 => 2,
        _ => 0,
    };
    go_on(&mut line, after, dice);
    Some(PlantedGame { line, ply, moves, missed: true })
}

/// The other side is to move where a puzzle begins, has better, and leaves the win where it is.
fn given(puzzle: &Puzzle, dice: &mut fastrand::Rng) -> Option<PlantedGame> {
    let start = puzzle.start().passed_on().filter(|start| start.termination().is_none())?;
    let mut line = Line::new(start);
    let mut solver = Solver::new(PROOF);
    let mut lost = |mv: &Move| solver.shortest(&start.after_known(mv), SHORT).ok().flatten();
    let mut better = Vec::new();
    for nodes in [NODES, AGAIN * NODES] {
        let thought = think(&line, Toil::nodes(nodes));
        let best = thought.best().filter(|_| thought.worth.plies_to_win().is_none())?;
        if lost(&best).is_some() {
            return None;
        }
        better.push(best);
    }
    let mut others = start.legal_moves();
    dice.shuffle(&mut others);
    others.retain(|mv| goes_on(&start, mv) && !better.contains(mv));
    let (wrong, moves) = others.into_iter().find_map(|mv| Some((mv, lost(&mv)?)))?;
    if solver.shortest(&start, SHORT).is_ok_and(|own| own.is_some()) {
        return None;
    }
    line.play(wrong).expect("a legal move");
    if dice.bool() {
        let after = *line.position();
        let wins = |mv: &Move| solver.wins_by(&after, mv, moves) == Ok(true);
        line.play(after.legal_moves().into_iter().find(wins)?).expect("a legal move");
    }
    Some(PlantedGame { line, ply: 0, moves, missed: false })
}

/// So many moves more, whichever come, after none of which the game can be won at once.
fn go_on(line: &mut Line, plies: usize, dice: &mut fastrand::Rng) {
    for _ in 0..plies {
        let position = *line.position();
        let mut moves = position.legal_moves();
        moves.retain(|mv| {
            let after = position.after_known(mv);
            after.termination().is_none() && Solver::new(16).shortest(&after, 1) == Ok(None)
        });
        let Some(mv) = dice.choice(moves) else { return };
        line.play(mv).expect("a legal move");
    }
}
