//! What went well and what went wrong in a game: after each move the chance to win, and where it was lost.

mod short_wins;

use super::reason::Merit;
use super::root::{Engine, SearchLimits};
use super::worth::Score;
use rules::{ByColor, Color, DescribedMove, Line, Move, listed};

pub use short_wins::ShortWin;
use short_wins::{short_wins, stood_before};

/// A chance that is lost counts as so much from here on.
const INACCURACY: f64 = 0.08;
const MISTAKE: f64 = 0.15;
const BLUNDER: f64 = 0.25;
/// A judgment that may matter is made again with so many times the nodes.
const AGAIN: u64 = 4;
/// So much less than an inaccuracy is looked at again.
const DOUBTFUL: f64 = 0.03;
/// So many moments are told, ...
const MOMENTS: usize = 3;
/// ... and so many where more short wins than that were missed or allowed: what a message has room for, with its picture.
const MOST_MOMENTS: usize = 6;

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

/// Why a move is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurningKind {
    /// It lost so much.
    Lapse(Lapse),
    /// It missed a short win or allowed one, and lost so much by that, if it is much.
    Short(ShortWin, Option<Lapse>),
}

/// A move on which much depended.
#[derive(Clone, Debug)]
pub struct Turning {
    /// After how many moves of the game it was played.
    pub ply: usize,
    /// Whose it was.
    pub side: Color,
    /// Why it is told.
    pub kind: TurningKind,
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
    worth: Score,
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
        let all = plies + 1 + MOST_MOMENTS;
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
        let lapses: Vec<Option<Lapse>> =
            (0..plies).map(|ply| lapse(losses[ply], &judged[ply], &judged[ply + 1])).collect();
        let kinds: Vec<Option<TurningKind>> = short
            .iter()
            .zip(&lapses)
            .map(|(short, lapse)| match short {
                Some(short) => Some(TurningKind::Short(*short, *lapse)),
                None => lapse.map(TurningKind::Lapse),
            })
            .collect();
        let mut turnings = Vec::new();
        for ply in moments(&short, &losses, &lapses, &judged) {
            let turning = self.turning(&stages, ply, (&judged[ply], &judged[ply + 1]), kinds[ply]);
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
            return JudgedMove { best: None, worth: Score(0), chance };
        }
        // A search takes what was on the board once for a draw if it comes again, which one more visit is not.
        let alone;
        let line = if line.repetitions() > 1 {
            line
        } else {
            alone = Line::new(*line.position());
            &alone
        };
        let thought = self.think(line, SearchLimits::nodes(nodes), stop, &mut |_| ());
        let chance = self.weights().win_chance(thought.worth);
        JudgedMove { best: thought.best(), worth: thought.worth, chance }
    }

    fn turning(
        &mut self,
        stages: &[Line],
        ply: usize,
        (before, after): (&JudgedMove, &JudgedMove),
        kind: Option<TurningKind>,
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
            kind: kind?,
            chances: [whites(line, before), whites(next, after)],
            played: DescribedMove::new(position, played),
            better: DescribedMove::new(position, &better),
            why,
            answer,
        })
    }
}

/// The moves that are told, in the order of the game: every short win that was missed or allowed, the shortest first, and then what lost
/// most; no more of all that than there is room for. Of equals the one comes last that was there two plies before, too.
fn moments(
    short: &[Option<ShortWin>],
    losses: &[f64],
    lapses: &[Option<Lapse>],
    judged: &[JudgedMove],
) -> Vec<usize> {
    let rank = |ply: usize| {
        let moves = short[ply].map_or(u32::MAX, ShortWin::moves);
        (moves, stood_before(short, judged, ply))
    };
    let mut told: Vec<usize> =
        (0..losses.len()).filter(|ply| short[*ply].is_some() || lapses[*ply].is_some()).collect();
    told.sort_by(|a, b| rank(*a).cmp(&rank(*b)).then(losses[*b].total_cmp(&losses[*a])));
    told.truncate(short.iter().flatten().count().clamp(MOMENTS, MOST_MOMENTS));
    told.sort_unstable();
    told
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
    let wins = |worth: Score| worth.plies_to_win();
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
