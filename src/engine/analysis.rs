//! What went well and what went wrong in a game: after each move the chance to win, and where it was lost.

use super::reason::Merit;
use super::root::{Engine, Toil};
use super::solver::{OutOfToil, Solver};
use super::worth::{MATE, Worth};
use crate::rules::{ByColor, Color, DescribedMove, Line, Move, listed};

/// A chance that is lost counts as so much from here on.
const INACCURACY: f64 = 0.08;
const MISTAKE: f64 = 0.15;
const BLUNDER: f64 = 0.25;
/// A judgment that may matter is made again with so many times the nodes.
const AGAIN: u64 = 4;
/// So much less than an inaccuracy is looked at again.
const DOUBTFUL: f64 = 0.03;
/// So many moments are told.
const MOMENTS: usize = 3;
/// A win by force within so many own moves is one that people look for: where it is missed or allowed, that comes before all else.
const SHORT: u32 = 3;
/// The proof of one looks at so many positions at most; beyond them what the search has seen counts.
const PROOF: u64 = 4_000;

listed! {
    /// What a move has lost.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Lapse {
        /// A little.
        Inaccuracy,
        /// Much.
        Mistake,
        /// Very much.
        Blunder,
        /// A win that was certain.
        MissedWin,
    }
}

/// How many of each side's moves were what, in the order of [`Lapse::ALL`].
pub type Lapses = ByColor<[usize; Lapse::ALL.len()]>;

/// A move on which much depended.
#[derive(Clone, Debug)]
pub struct Turning {
    /// After how many moves of the game it was played.
    pub ply: usize,
    /// Whose it was.
    pub side: Color,
    /// What it was.
    pub lapse: Lapse,
    /// White's chance to win before it and after it.
    pub chances: [f64; 2],
    /// What was played.
    pub played: DescribedMove,
    /// What was better.
    pub better: DescribedMove,
    /// Why that was better.
    pub why: Option<Merit>,
    /// How the other side could answer what was played, and what that does.
    pub answer: Option<(DescribedMove, Merit)>,
}

/// A game as it is judged.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// White's chance to win, at the start and after each move: 0 to 1, a draw counted half.
    pub chances: Vec<f64>,
    /// What each move was, if it was a lapse.
    pub lapses: Vec<Option<Lapse>>,
    /// The moves on which most depended, in the order of the game.
    pub turnings: Vec<Turning>,
}

impl Analysis {
    /// Positions that are looked at for each ply of a game that somebody waits for.
    pub const NODES: u64 = 8_000;

    /// How many lapses of each sort each side had, when this side began.
    pub fn counts(&self, first: Color) -> Lapses {
        let mut counts = Lapses::default();
        for (ply, lapse) in self.lapses.iter().enumerate() {
            let side = if ply % 2 == 0 { first } else { first.other() };
            if let Some(lapse) = lapse {
                counts[side][*lapse as usize] += 1;
            }
        }
        counts
    }
}

/// What a search makes of a position.
#[derive(Clone, Copy)]
struct JudgedMove {
    best: Option<Move>,
    worth: Worth,
    /// The chance of the side to move.
    chance: f64,
}

impl Engine {
    /// Judges a game, looking at so many nodes for each move, and at more where it matters. `stop` is asked now and then, and then there
    /// is nothing; `each` hears how many of all steps are done.
    pub fn analyse(
        &mut self,
        line: &Line,
        nodes: u64,
        stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(usize, usize),
    ) -> Option<Analysis> {
        let plies = line.moves().len();
        let all = plies + 1 + MOMENTS;
        let stages = stages(line);
        let mut judged = Vec::new();
        for stage in &stages {
            judged.push(self.judge(stage, nodes, stop));
            if stop() {
                return None;
            }
            each(judged.len(), all);
        }
        for ply in 0..plies {
            if loss(&judged, ply, line.moves()[ply]) > INACCURACY - DOUBTFUL {
                for (at, stage) in stages.iter().enumerate().skip(ply).take(2) {
                    judged[at] = self.judge(stage, nodes * AGAIN, stop);
                }
            }
            if stop() {
                return None;
            }
        }
        let short = short_wins(&stages, &mut judged, stop)?;
        let losses: Vec<f64> = (0..plies).map(|ply| loss(&judged, ply, line.moves()[ply])).collect();
        let lapses: Vec<Option<Lapse>> = (0..plies)
            .map(|ply| short[ply].lapse(losses[ply]).max(lapse(losses[ply], &judged[ply], &judged[ply + 1])))
            .collect();
        let mut worst: Vec<usize> = (0..plies).filter(|ply| lapses[*ply].is_some()).collect();
        worst.sort_by(|a, b| {
            let moves = |ply: &usize| short[*ply].moves().unwrap_or(u32::MAX);
            moves(a).cmp(&moves(b)).then(losses[*b].total_cmp(&losses[*a]))
        });
        worst.truncate(MOMENTS);
        worst.sort_unstable();
        let mut turnings = Vec::new();
        for ply in worst {
            let turning = self.turning(&stages, ply, (&judged[ply], &judged[ply + 1]), lapses[ply]);
            turnings.extend(turning);
            if stop() {
                return None;
            }
            each(plies + 1 + turnings.len(), all);
        }
        each(all, all);
        let chances = stages.iter().zip(&judged).map(|(stage, judged)| whites(stage, judged)).collect();
        Some(Analysis { chances, lapses, turnings })
    }

    /// What a game stands at; exactly where it is over.
    fn judge(&mut self, line: &Line, nodes: u64, stop: &dyn Fn() -> bool) -> JudgedMove {
        if let Some(end) = line.termination() {
            let turn = line.position().turn();
            let chance = end.winner().map_or(0.5, |winner| if winner == turn { 1.0 } else { 0.0 });
            return JudgedMove { best: None, worth: Worth(0), chance };
        }
        // A search takes what was on the board once for a draw if it comes again, which one more visit is not.
        let alone;
        let line = if line.repetitions() > 1 {
            line
        } else {
            alone = Line::new(*line.position());
            &alone
        };
        let thought = self.think(line, Toil::nodes(nodes), stop, &mut |_| ());
        let chance = self.weights().win_chance(thought.worth);
        JudgedMove { best: thought.best(), worth: thought.worth, chance }
    }

    fn turning(
        &mut self,
        stages: &[Line],
        ply: usize,
        (before, after): (&JudgedMove, &JudgedMove),
        lapse: Option<Lapse>,
    ) -> Option<Turning> {
        let (line, next) = (&stages[ply], &stages[ply + 1]);
        let position = line.position();
        let (_, played) = next.last()?;
        let better = before.best?;
        // Every legal move gets out of check.
        let why = self.merit_of_best(line, &better, before.worth).filter(|why| *why != Merit::Escapes);
        // Nor does what the move that was played does too tell why another one was better.
        let why = why.filter(|why| self.merit(line, played).as_ref() != Some(why));
        let answer = after.best.and_then(|mv| {
            let merit = self.merit_of_best(next, &mv, after.worth).filter(Merit::is_idea)?;
            Some((DescribedMove::new(next.position(), &mv), merit))
        });
        Some(Turning {
            ply,
            side: position.turn(),
            lapse: lapse?,
            chances: [whites(line, before), whites(next, after)],
            played: DescribedMove::new(position, played),
            better: DescribedMove::new(position, &better),
            why,
            answer,
        })
    }
}

/// What a move had to do with a win by force within [`SHORT`] own moves, and how many that takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShortWin {
    /// There was none.
    Nothing,
    /// It let it go.
    Missed(u32),
    /// It gave it to the other side.
    Allowed(u32),
}

impl ShortWin {
    fn moves(self) -> Option<u32> {
        match self {
            Self::Nothing => None,
            Self::Missed(moves) | Self::Allowed(moves) => Some(moves),
        }
    }

    /// The least that the move counts as, if it lost this much of the chance to win.
    fn lapse(self, loss: f64) -> Option<Lapse> {
        match self {
            Self::Nothing => None,
            Self::Missed(moves) if moves == 1 || loss >= INACCURACY => Some(Lapse::MissedWin),
            Self::Missed(_) | Self::Allowed(_) => Some(Lapse::Inaccuracy),
        }
    }
}

/// What each move had to do with a short win. A judgment that has not seen one is put right. None: `stop` said so.
fn short_wins(stages: &[Line], judged: &mut [JudgedMove], stop: &dyn Fn() -> bool) -> Option<Vec<ShortWin>> {
    let mut solver = Solver::new(PROOF);
    let mut wins = Vec::new();
    for (stage, judged) in stages.iter().zip(judged.iter_mut()) {
        if stop() {
            return None;
        }
        wins.push(short_win(&mut solver, stage, judged));
    }
    let mut found = Vec::new();
    for ply in 0..stages.len() - 1 {
        if stop() {
            return None;
        }
        found.push(short_win_of_move(&mut solver, stages, ply, &wins, judged));
    }
    Some(found)
}

/// The same of one move. Where the move that seemed best allows a short win too, another one that is proven to hold takes its place.
fn short_win_of_move(
    solver: &mut Solver,
    stages: &[Line],
    ply: usize,
    wins: &[Option<u32>],
    judged: &mut [JudgedMove],
) -> ShortWin {
    let (line, next) = (&stages[ply], &stages[ply + 1]);
    let Some((_, played)) = next.last() else { return ShortWin::Nothing };
    let side = line.position().turn();
    let has_won = next.termination().is_some_and(|end| end.winner() == Some(side));
    if let Some(moves) = wins[ply].filter(|_| !has_won) {
        let seen = judged[ply + 1].worth.plies_to_win().is_some_and(|plies| plies < 0);
        let keeps = moves > 1 && solver.wins_by(line.position(), played, SHORT).unwrap_or(seen);
        return if keeps { ShortWin::Nothing } else { ShortWin::Missed(moves) };
    }
    let Some(moves) = wins[ply + 1] else { return ShortWin::Nothing };
    // Where every move allows one, nothing could be done.
    let Some(better) = holding(solver, line, &judged[ply], *played) else { return ShortWin::Nothing };
    judged[ply].best = Some(better);
    ShortWin::Allowed(moves)
}

/// Another move than the one that was played, after which the other side has no short win: the best one, as far as is known of it, or one
/// that is proven.
fn holding(solver: &mut Solver, line: &Line, before: &JudgedMove, played: Move) -> Option<Move> {
    let is_lost = |plies: i32| plies < 0 && plies >= -(2 * SHORT as i32);
    if before.worth.plies_to_win().is_some_and(is_lost) {
        return None;
    }
    let position = line.position();
    let mut allowed = |mv: &Move| solver.shortest(&position.after_known(mv), SHORT);
    if let Some(best) = before.best.filter(|best| *best != played)
        && !matches!(allowed(&best), Ok(Some(_)))
    {
        return Some(best);
    }
    for mv in position.legal_moves().into_iter().filter(|mv| *mv != played) {
        match allowed(&mv) {
            Ok(None) => return Some(mv),
            Ok(Some(_)) => {}
            // Others would take as long.
            Err(OutOfToil) => return None,
        }
    }
    None
}

/// In how many own moves the side to move wins by force, if within [`SHORT`].
fn short_win(solver: &mut Solver, stage: &Line, judged: &mut JudgedMove) -> Option<u32> {
    if stage.termination().is_some() {
        return None;
    }
    let seen = judged.worth.plies_to_win().filter(|plies| *plies > 0);
    let seen = seen.map(|plies| plies.unsigned_abs().div_ceil(2)).filter(|moves| *moves <= SHORT);
    let Ok(proven) = solver.shortest(stage.position(), SHORT) else { return seen };
    let position = stage.position();
    if let Some(moves) = proven.filter(|moves| seen.is_none_or(|seen| seen > *moves))
        // One is enough: to know all of them takes longer than to know that there is one.
        && let Some(best) =
            position.legal_moves().into_iter().find(|mv| solver.wins_by(position, mv, moves) == Ok(true))
    {
        *judged = JudgedMove { best: Some(best), worth: Worth(MATE + 1 - 2 * moves as i32), chance: 1.0 };
    }
    proven
}

/// The game after each of its moves, the start first.
fn stages(line: &Line) -> Vec<Line> {
    let mut stage = Line::new(*line.start());
    let mut stages = vec![stage.clone()];
    for mv in line.moves() {
        if stage.play(*mv).is_err() {
            break;
        }
        stages.push(stage.clone());
    }
    stages
}

fn whites(stage: &Line, judged: &JudgedMove) -> f64 {
    match stage.position().turn() {
        Color::White => judged.chance,
        Color::Black => 1.0 - judged.chance,
    }
}

/// How much of its chance a side lost by a move; nothing by the best one.
fn loss(judged: &[JudgedMove], ply: usize, played: Move) -> f64 {
    let (before, after) = (&judged[ply], &judged[ply + 1]);
    if before.best == Some(played) { 0.0 } else { (before.chance + after.chance - 1.0).max(0.0) }
}

fn lapse(loss: f64, before: &JudgedMove, after: &JudgedMove) -> Option<Lapse> {
    let wins = |worth: Worth| worth.plies_to_win();
    let had = wins(before.worth).is_some_and(|plies| plies > 0);
    let has = wins(after.worth).is_some_and(|plies| plies < 0) || after.chance == 0.0;
    if had && !has && loss >= INACCURACY {
        Some(Lapse::MissedWin)
    } else if loss >= BLUNDER {
        Some(Lapse::Blunder)
    } else if loss >= MISTAKE {
        Some(Lapse::Mistake)
    } else {
        (loss >= INACCURACY).then_some(Lapse::Inaccuracy)
    }
}
