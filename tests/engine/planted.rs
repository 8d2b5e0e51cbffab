//! Games with a planted short win that one side misses, or allows the other. The analysis must name that move
//! before all others.

use rookery::engine::{Aim, Analysis, Engine, Puzzle, SearchLimits, ShortWin, Solver, TurningKind, Weights};
use rookery::games;
use rookery::rules::{Line, Move, Position};

use super::finding::think;

tests!(
    the_mate_that_was_missed_in_a_whole_game_is_named,
    planted_wins_are_named_in_chess,
    planted_wins_are_named_in_claustrophobia,
    planted_wins_are_named_in_prison_break,
    planted_wins_are_named_in_birds_and_ninjas,
    planted_wins_are_named_in_squirrel_chess,
);

/// Nodes per ply: half of a user's analysis, so that whatever is named here is named there, ...
const NODES: u64 = Analysis::NODES / 2;
/// ... and this many times as many in doubtful cases.
const AGAIN: u64 = 4;
/// Nodes for proving a planted win: many times the budget of an analysis.
const PROVEN: u64 = 200_000;
/// Nodes for proving that a side has better, or has no short win itself.
const KNOWN: u64 = 10_000;
/// A win within this many own moves is short.
const SHORT: u32 = 3;
/// By number of moves, the required percentage of planted wins named, in each variant.
const SHARES: [(usize, usize); SHORT as usize] = [(1, 100), (2, 100), (3, 90)];
/// Games per variant of the five, 200 in all; ...
const GAMES: usize = 40;
/// ... in this many of them the win is given to the other side.
const GIVEN: usize = 8;

/// A game with a short win.
struct PlantedGame {
    line: Line,
    /// The ply of the move that misses or allows it, ...
    ply: usize,
    /// ... and which of the two.
    win: ShortWin,
}

fn analysed(line: &Line) -> Analysis {
    let mut engine = Engine::new(Weights::of(line.position().variant()), 1 << 20);
    engine.analyse(line, NODES, &|| false, &mut |_, _| ()).expect("nobody stops it")
}

fn the_mate_that_was_missed_in_a_whole_game_is_named() {
    let mut line = Line::new(Position::start(games::from_slug("chess").expect("a game")));
    // Black plays 9... Bg4 although 9... Qf1 mates; nearly every other move loses much as well.
    let game = "d4 d5 e4 e5 Qh5 Nc6 Bb5 Nf6 Qxf7 Kxf7 dxe5 Nxe4 Bxc6 Qh4 Bxb7 Qxf2 Kd1 Bg4 Nf3 Rd8";
    for text in game.split(' ') {
        line.play_typed(text).expect("a legal move");
    }
    let found = analysed(&line);
    let turning = found.turnings.iter().find(|one| one.played.mv.to_string() == "c8g4");
    let turning = turning.unwrap_or_else(|| panic!("{:?}", found.turnings));
    assert_eq!(turning.ply, 17);
    assert!(matches!(turning.kind, TurningKind::Short(ShortWin::Missed(1), _)), "{:?}", turning.kind);
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
    let variant = games::from_slug(slug).expect("a game");
    let mut dice = fastrand::Rng::with_seed(24);
    let is_short = |puzzle: &&Puzzle| matches!(puzzle.aim(), Aim::Win(own) if own <= SHORT);
    let mut puzzles: Vec<&Puzzle> = Puzzle::all(variant).iter().filter(is_short).collect();
    dice.shuffle(&mut puzzles);
    let mut solver = Solver::new(PROVEN);
    let given = puzzles.iter().filter_map(|puzzle| given(puzzle, &mut solver, &mut dice));
    let mut games: Vec<PlantedGame> = given.take(GIVEN).collect();
    let given = games.len();
    // The same number of each length, as far as available.
    let mut next = puzzles.iter().cycle();
    for moves in (1..=SHORT).cycle().take(10 * GAMES) {
        if games.len() == GAMES {
            break;
        }
        let puzzle = next.find(|puzzle| puzzle.own_moves() >= moves as usize).expect("a puzzle");
        games.extend(let_go(puzzle, moves, &mut solver, &mut dice));
    }
    assert!(games.len() == GAMES && given > 2, "{slug}: {} games, {given} of them given", games.len());
    // By number of moves; and the games with more losing moves than are named.
    let (mut planted, mut named, mut crowded) = ([0; SHORT as usize], [0; SHORT as usize], 0);
    let mut unnamed = Vec::new();
    for game in &games {
        let found = analysed(&game.line);
        let at = game.win.moves() as usize - 1;
        planted[at] += 1;
        match check(game, &found, &mut solver) {
            Ok(()) => named[at] += 1,
            Err(why) => unnamed.push(why),
        }
        crowded += usize::from(found.lapses.iter().flatten().count() > found.turnings.len());
    }
    let told = format!(
        "{slug}: {given} of {GAMES} given; planted in 1, 2, 3 moves: {planted:?}, named: {named:?}; in {crowded} not all lapses are told"
    );
    println!("{told}");
    for (moves, share) in SHARES {
        let (planted, named) = (planted[moves - 1], named[moves - 1]);
        assert!(planted >= 5, "{told}");
        assert!(100 * named >= share * planted, "{told}\n{}", unnamed.join("\n"));
    }
}

/// Checks that the planted win is named, with a better move. Otherwise returns what is named instead.
fn check(game: &PlantedGame, found: &Analysis, solver: &mut Solver) -> Result<(), String> {
    let PlantedGame { line, ply, win } = game;
    let told: Vec<(usize, TurningKind)> =
        found.turnings.iter().map(|turning| (turning.ply, turning.kind)).collect();
    let whence = format!(
        "ply {ply} of {:?} from {:?}, {win:?}; told {told:?} of {:?}",
        line.moves(),
        line.start(),
        found.lapses
    );
    let is_planted = |kind: TurningKind| matches!(kind, TurningKind::Short(told, _) if told == *win);
    let turning = found.turnings.iter().find(|turning| turning.ply == *ply && is_planted(turning.kind));
    let Some(turning) = turning else { return Err(whence) };
    assert_ne!(turning.better.mv, turning.played.mv, "{whence}");
    if let ShortWin::Missed(moves) = *win {
        let (before, ..) = line.plies().nth(*ply).expect("the move");
        let wins = solver.wins_by(&before, &turning.better.mv, moves);
        assert_eq!(wins, Ok(true), "{} is better: {whence}", turning.better.mv);
    }
    Ok(())
}

/// True if the game is not over after a move.
fn goes_on(position: &Position, mv: &Move) -> bool {
    position.after_known(mv).termination().is_none()
}

/// The solver of a puzzle who could win in this many moves plays something else. This win is proven for every
/// own turn of a puzzle.
fn let_go(puzzle: &Puzzle, moves: u32, solver: &mut Solver, dice: &mut fastrand::Rng) -> Option<PlantedGame> {
    let ply = 2 * (puzzle.own_moves() - moves as usize);
    let mut line = puzzle.line(ply);
    let position = *line.position();
    let mut others = position.legal_moves();
    dice.shuffle(&mut others);
    // A player who does not win at once has missed that, even if a longer win remains.
    let any = moves == 1 && dice.bool();
    let wrong = others
        .into_iter()
        .find(|mv| goes_on(&position, mv) && (any || solver.wins_by(&position, mv, SHORT) == Ok(false)))?;
    line.play(wrong).expect("a legal move");
    // If no other win is as short, the game may continue for longer, with further losing moves.
    let after = match dice.u8(..8) {
        0 if moves == 1 => 6,
        0..=2 => 2,
        _ => 0,
    };
    go_on(&mut line, after, dice);
    Some(PlantedGame { line, ply, win: ShortWin::Missed(moves) })
}

/// The opponent is to move before the puzzle's start, has better, and allows the win.
fn given(puzzle: &Puzzle, solver: &mut Solver, dice: &mut fastrand::Rng) -> Option<PlantedGame> {
    let start = puzzle.start().passed_on().filter(|start| start.termination().is_none())?;
    let mut line = Line::new(start);
    let mut better = Vec::new();
    for nodes in [NODES, AGAIN * NODES] {
        let thought = think(&line, SearchLimits::nodes(nodes));
        better.push(thought.best().filter(|_| thought.score.plies_to_win().is_none())?);
    }
    let (first, own) = (puzzle.solution()[0], puzzle.own_moves() as u32);
    let mut others = start.legal_moves();
    dice.shuffle(&mut others);
    let wrong = others.into_iter().find(|mv| {
        let after = start.after_known(mv);
        !better.contains(mv)
            && goes_on(&start, mv)
            && after.is_legal(&first)
            && solver.wins_by(&after, &first, own) == Ok(true)
    })?;
    // It may allow a shorter one.
    let after = start.after_known(&wrong);
    let moves = solver.shortest(&after, own - 1).ok()?.unwrap_or(own);
    let mut soon = Solver::new(KNOWN);
    let mut has_win = |position: &Position| soon.shortest(position, SHORT).is_ok_and(|own| own.is_some());
    if has_win(&start) || better.iter().any(|mv| has_win(&start.after_known(mv))) {
        return None;
    }
    line.play(wrong).expect("a legal move");
    if dice.bool() {
        line.play(first).expect("a legal move");
    }
    Some(PlantedGame { line, ply: 0, win: ShortWin::Allowed(moves) })
}

/// Plays this many random moves, after none of which there is an immediate win.
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
