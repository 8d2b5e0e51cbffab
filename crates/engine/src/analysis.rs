//! The analysis of a finished game: the winning chance after each move, and the moves that lost it.
//!
//! A move is judged by the winning chance (0 to 1) that it loses against the best move: an inaccuracy from
//! 0.06, a mistake from 0.1, a blunder from 0.15. The curve from score to chance is that of the game. A move
//! that allows a forced win, or that loses the most valuable piece, is a blunder whatever it loses. If the
//! chance was already below 0.07 it is only a mistake, and below 0.025 only the loss counts, because there
//! was hardly anything left to lose.

mod short_wins;

use super::reason::Merit;
use super::root::{Engine, SearchLimits};
use super::score::Score;
use rules::{ByColor, Color, DescribedMove, Kind, Line, Move, listed};

pub use short_wins::ShortWin;
use short_wins::{short_wins, stood_before};

/// Minimum losses of winning chance for an inaccuracy, a mistake and a blunder.
const INACCURACY: f64 = 0.06;
const MISTAKE: f64 = 0.1;
const BLUNDER: f64 = 0.15;
/// Below this chance, a move that allows a forced win is at most a mistake, ...
const NEARLY_LOST: f64 = 0.07;
/// ... and below this one only its loss counts.
const LOST: f64 = 0.025;
/// A captured piece counts as lost if more winning chance than this was lost with it.
const NO_TRADE: f64 = 0.03;
/// A judgment that may matter is repeated with this many times the nodes.
const AGAIN: u64 = 4;
/// A loss that is less than this below an inaccuracy is judged again.
const DOUBTFUL: f64 = 0.02;
/// The most moments shown ...
const MOMENTS: usize = 3;
/// ... or this many, if more short wins than that were missed or allowed; the limit of a message with its
/// picture.
const MOST_MOMENTS: usize = 6;

listed! {
    /// The severity of a move's loss of winning chance.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Lapse {
        /// A small loss.
        Inaccuracy,
        /// A large loss.
        Mistake,
        /// A very large loss.
        Blunder,
        /// A certain win was lost.
        MissedWin,
    }
}

/// Number of lapses of each sort for each side, in the order of [`Lapse::ALL`].
pub type Lapses = ByColor<[usize; Lapse::ALL.len()]>;

/// Why a move is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurningKind {
    /// It lost winning chance.
    Lapse(Lapse),
    /// It missed or allowed a short win; with the lapse if it also lost enough winning chance.
    Short(ShortWin, Option<Lapse>),
}

/// A turning point: a critical move.
#[derive(Clone, Debug)]
pub struct Turning {
    /// The number of moves played before it.
    pub ply: usize,
    /// The side that played it.
    pub side: Color,
    /// Why it is shown.
    pub kind: TurningKind,
    /// White's winning chance before and after it.
    pub chances: [f64; 2],
    /// The move played.
    pub played: DescribedMove,
    /// The better move.
    pub better: DescribedMove,
    /// Why that move was better.
    pub why: Option<Merit>,
    /// The other side's best reply to the move played, with its merit.
    pub answer: Option<(DescribedMove, Merit)>,
}

/// The analysis of a game.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// White's winning chance at the start and after each move: 0 to 1, with a draw as a half.
    pub chances: Vec<f64>,
    /// The lapse of each move, if it was one.
    pub lapses: Vec<Option<Lapse>>,
    /// The most critical moves, in game order.
    pub turnings: Vec<Turning>,
}

impl Analysis {
    /// Nodes per ply when a player is waiting for the analysis.
    pub const NODES: u64 = 8_000;

    /// Counts the lapses of each sort for each side; `first` is the side that moved first.
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
    /// Analyses a game with this many nodes for each position, and more where it matters.
    ///
    /// `stop` is polled; once it is true, the result is `None`. `each` is called with the number of finished
    /// steps and of all steps.
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

    /// Judges the position of a line; the result is exact if the game is over.
    fn judge(&mut self, line: &Line, nodes: u64, stop: &dyn Fn() -> bool) -> JudgedMove {
        if let Some(end) = line.termination() {
            let turn = line.position().turn();
            let chance = end.winner().map_or(0.5, |winner| if winner == turn { 1.0 } else { 0.0 });
            return JudgedMove { best: None, score: Score(0), chance };
        }
        // A search scores any repetition as a draw, which a second occurrence is not. It therefore gets the
        // history only after a repetition.
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

    /// True if the best reply captures the mover's most valuable piece, other than pawns and the King.
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
        // Every legal move gets out of check, so that is not a reason.
        let why = self.merit_of_best(line, &better, before.score).filter(|why| *why != Merit::Escapes);
        // Neither is a reason that also holds for the move played.
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

/// Returns the plies to show, in game order.
///
/// Short wins that were missed or allowed come first, the shortest first, then the largest losses, up to the
/// limit. A win that already existed two plies before sorts after its equals.
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

/// Returns the line at the start and after each of its moves.
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

/// Returns the winning chance that a side lost by a move; 0 for the best move.
fn loss(judged: &[JudgedMove], ply: usize, played: Move) -> f64 {
    let (before, after) = (&judged[ply], &judged[ply + 1]);
    if before.best == Some(played) { 0.0 } else { (before.chance + after.chance - 1.0).max(0.0) }
}

/// Classifies a move. `gives` means that the reply captures the most valuable piece.
fn lapse(loss: f64, (before, after): (&JudgedMove, &JudgedMove), gives: bool) -> Option<Lapse> {
    let wins = |score: Score| score.plies_to_win();
    let had = wins(before.score).is_some_and(|plies| plies > 0);
    let has = wins(after.score).is_some_and(|plies| plies < 0) || after.chance == 0.0;
    if had && !has && loss >= INACCURACY {
        return Some(Lapse::MissedWin);
    }
    // The best move loses nothing, and a game that was already lost by force cannot be given away.
    let forced = loss > 0.0
        && wins(after.score).is_some_and(|plies| plies > 0)
        && wins(before.score).is_none_or(|plies| plies > 0);
    let gives = gives && loss > NO_TRADE && (after.chance > 0.5 || loss >= MISTAKE);
    let grave = (forced || gives).then_some(before.chance).and_then(|had| {
        if had < LOST { None } else { Some(if had < NEARLY_LOST { Lapse::Mistake } else { Lapse::Blunder }) }
    });
    grave.max(lost(loss))
}

/// Classifies a loss of winning chance alone.
fn lost(loss: f64) -> Option<Lapse> {
    if loss >= BLUNDER {
        Some(Lapse::Blunder)
    } else if loss >= MISTAKE {
        Some(Lapse::Mistake)
    } else {
        (loss >= INACCURACY).then_some(Lapse::Inaccuracy)
    }
}
