//! The analysis of a finished game: the chance to win after each move, and the moves that lost it.
//!
//! A move is judged by how much of the chance to win it loses, from 0 to 1, against the best move: from 0.06 on it is an inaccuracy, from 0.1
//! a mistake, from 0.15 a blunder. The curve from score to chance is that of the game. A move into a win by force, or one that loses the most
//! valuable piece, is a blunder whatever it loses; only where the chance was below 0.07 it is a mistake, and below 0.025 what it
//! loses alone counts, as there was hardly anything left to lose.

mod short_wins;

use super::reason::Merit;
use super::root::{Engine, SearchLimits};
use super::score::Score;
use rules::{ByColor, Color, DescribedMove, Kind, Line, Move, listed};

pub use short_wins::ShortWin;
use short_wins::{short_wins, stood_before};

/// A loss of winning chance from this size on is an inaccuracy; below, a mistake and a blunder.
const INACCURACY: f64 = 0.06;
const MISTAKE: f64 = 0.1;
const BLUNDER: f64 = 0.15;
/// With a chance below this a move into a win by force is no more than a mistake, ...
const NEARLY_LOST: f64 = 0.07;
/// ... and below this it counts by what it loses alone.
const LOST: f64 = 0.025;
/// A piece that is taken costs something if more winning chance than this went with it.
const NO_TRADE: f64 = 0.03;
/// A judgment that may matter is repeated with this many times the nodes.
const AGAIN: u64 = 4;
/// A loss that falls short of an inaccuracy by less than this is judged again.
const DOUBTFUL: f64 = 0.02;
/// The most moments shown ...
const MOMENTS: usize = 3;
/// ... or, if more short wins than that were missed or allowed, this many: what fits a message with its picture.
const MOST_MOMENTS: usize = 6;

listed! {
    /// How much winning chance a move lost.
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

/// How many lapses of each sort each side made, in the order of [`Lapse::ALL`].
pub type Lapses = ByColor<[usize; Lapse::ALL.len()]>;

/// Why a move is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurningKind {
    /// It lost winning chance.
    Lapse(Lapse),
    /// It missed or allowed a short win; the lapse, if that also lost enough winning chance.
    Short(ShortWin, Option<Lapse>),
}

/// A turning point: a move on which much depended.
#[derive(Clone, Debug)]
pub struct Turning {
    /// How many moves of the game were played before it.
    pub ply: usize,
    /// The side that played it.
    pub side: Color,
    /// Why it is shown.
    pub kind: TurningKind,
    /// White's chance to win before it and after it.
    pub chances: [f64; 2],
    /// The move played.
    pub played: DescribedMove,
    /// The better move.
    pub better: DescribedMove,
    /// Why that move was better.
    pub why: Option<Merit>,
    /// The other side's best answer to the move played, and what it does.
    pub answer: Option<(DescribedMove, Merit)>,
}

/// The analysis of a game.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// White's chance to win, at the start and after each move: 0 to 1, a draw counted half.
    pub chances: Vec<f64>,
    /// The lapse of each move, if it was one.
    pub lapses: Vec<Option<Lapse>>,
    /// The moves on which most depended, in the order of the game.
    pub turnings: Vec<Turning>,
}

impl Analysis {
    /// Nodes searched for each ply when a player is waiting for the analysis.
    pub const NODES: u64 = 8_000;

    /// How many lapses of each sort each side made; `first` is the side that moved first.
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

/// The result of a search of a position.
#[derive(Clone, Copy)]
struct JudgedMove {
    best: Option<Move>,
    score: Score,
    /// The winning chance of the side to move.
    chance: f64,
}

impl Engine {
    /// Analyses a game with this many nodes for each position, and more where it matters. `stop` is polled; once it is true, the result is
    /// `None`. `each` is called with the number of steps done and of all steps.
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
        let lapses: Vec<Option<Lapse>> = (0..plies)
            .map(|ply| {
                let gives = judged[ply].best != Some(line.moves()[ply])
                    && self.loses_strongest(&stages[ply], &stages[ply + 1], judged[ply + 1].best);
                lapse(losses[ply], (&judged[ply], &judged[ply + 1]), gives)
            })
            .collect();
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

    /// Judges the position of a line; the result is exact when the game is over.
    fn judge(&mut self, line: &Line, nodes: u64, stop: &dyn Fn() -> bool) -> JudgedMove {
        if let Some(end) = line.termination() {
            let turn = line.position().turn();
            let chance = end.winner().map_or(0.5, |winner| if winner == turn { 1.0 } else { 0.0 });
            return JudgedMove { best: None, score: Score(0), chance };
        }
        // A search takes any repetition for a draw, which a second occurrence is not; so it gets the history only after a repetition.
        let alone;
        let line = if line.repetitions() > 1 {
            line
        } else {
            alone = Line::new(*line.position());
            &alone
        };
        let thought = self.think(line, SearchLimits::nodes(nodes), stop, &mut |_| ());
        let chance = self.weights().win_chance(thought.score);
        JudgedMove { best: thought.best(), score: thought.score, chance }
    }

    /// Whether the best answer to a move takes the most valuable piece of whoever made it; pawns and Kings are none.
    fn loses_strongest(&self, before: &Line, after: &Line, answer: Option<Move>) -> bool {
        let Some(answer) = answer else { return false };
        let (position, us) = (after.position(), before.position().turn());
        let spec = position.spec();
        let worth = |kind: Kind| self.weights().value(kind);
        let own =
            before.position().pieces().filter(|(_, piece)| piece.color == us && piece.kind != Kind::KING);
        let most =
            own.filter(|(_, piece)| !spec.is_pawn(piece.kind)).map(|(_, piece)| worth(piece.kind)).max();
        let mut taken = answer.victims().iter().filter_map(|at| position.piece_at(at));
        most.is_some_and(|most| taken.any(|piece| piece.color == us && worth(piece.kind) >= most))
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
        // Every legal move gets out of check, so that is no reason.
        let why = self.merit_of_best(line, &better, before.score).filter(|why| *why != Merit::Escapes);
        // Nor is a reason that holds for the move played as well.
        let why = why.filter(|why| self.merit(line, played).as_ref() != Some(why));
        let answer = after.best.and_then(|mv| {
            let merit = self.merit_of_best(next, &mv, after.score).filter(Merit::is_idea)?;
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

/// The plies that are shown, in the order of the game. Chosen are first the short wins that were missed or allowed, the shortest first,
/// and then the largest losses, up to the limit. A win that already stood there two plies before comes after its equals.
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

/// The line at the start and after each of its moves.
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

/// How much winning chance a side lost by a move; 0 for the best move.
fn loss(judged: &[JudgedMove], ply: usize, played: Move) -> f64 {
    let (before, after) = (&judged[ply], &judged[ply + 1]);
    if before.best == Some(played) { 0.0 } else { (before.chance + after.chance - 1.0).max(0.0) }
}

/// What a move was. `gives`: the answer takes the most valuable piece.
fn lapse(loss: f64, (before, after): (&JudgedMove, &JudgedMove), gives: bool) -> Option<Lapse> {
    let wins = |score: Score| score.plies_to_win();
    let had = wins(before.score).is_some_and(|plies| plies > 0);
    let has = wins(after.score).is_some_and(|plies| plies < 0) || after.chance == 0.0;
    if had && !has && loss >= INACCURACY {
        return Some(Lapse::MissedWin);
    }
    // A best move loses nothing, and what was lost by force before cannot be given away.
    let forced = loss > 0.0
        && wins(after.score).is_some_and(|plies| plies > 0)
        && wins(before.score).is_none_or(|plies| plies > 0);
    let gives = gives && loss > NO_TRADE && (after.chance > 0.5 || loss >= MISTAKE);
    let grave = (forced || gives).then_some(before.chance).and_then(|had| {
        if had < LOST { None } else { Some(if had < NEARLY_LOST { Lapse::Mistake } else { Lapse::Blunder }) }
    });
    grave.max(lost(loss))
}

/// What a loss of winning chance is by itself.
fn lost(loss: f64) -> Option<Lapse> {
    if loss >= BLUNDER {
        Some(Lapse::Blunder)
    } else if loss >= MISTAKE {
        Some(Lapse::Mistake)
    } else {
        (loss >= INACCURACY).then_some(Lapse::Inaccuracy)
    }
}
