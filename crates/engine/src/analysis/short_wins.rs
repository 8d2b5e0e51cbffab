//! Wins by force within few own moves that a player missed, or gave to the other side.
//!
//! How sure it is to find one goes by what that costs. A position of the solver costs as much as several of the search, as all moves are
//! made in each.
//!
//! - In one move: every move is made, in every position. None is overlooked.
//! - In two moves: proven in every position, whatever the search thinks. Where there is none that takes some hundred positions, a few per
//!   cent of what the search looks at, because nearly every move falls to the first reply or the second.
//! - In three moves: to rule that out takes a hundred times as many. A search that looks at thousands of positions sees nearly all of
//!   them, as it follows checks further; what it sees is only proven again. What it has not seen is looked for where a win is
//!   likely, and elsewhere among the checks of a side that is not lost; those that leave the fewest replies come first.

use super::JudgedMove;
use crate::solver::{OutOfBudget, Solver, ends};
use crate::worth::{MATE, Score};
use rules::{Line, Move, Position};

/// A win by force within so many own moves is one that people look for.
const SHORT: u32 = 3;
/// Positions that the solver looks at for one position of the game at most, and as many again for one move, where a short win is at hand.
/// What it has not proven by then counts as the search has seen it.
const PROOF: u64 = 4_000;
/// The same for a win in three moves that the search has not seen, where it is likely; half as many for one that begins with a check.
const TRY: u64 = 1_000;
/// Whose chance to win is better than this is tried for one that begins with a check, ...
const NOT_LOST: f64 = 0.3;
/// ... and whose is better than this, for any.
const LIKELY_WON: f64 = 0.7;

/// What a move had to do with a win by force within three own moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortWin {
    /// Its side had one within so many moves and let it go: it did not win where it could at once, or no longer wins within three.
    Missed(u32),
    /// It gave the other side one within so many moves, and another move would not have done so.
    Allowed(u32),
}

impl ShortWin {
    /// Within how many own moves whoever has it wins.
    pub fn moves(self) -> u32 {
        match self {
            Self::Missed(moves) | Self::Allowed(moves) => moves,
        }
    }
}

/// What each move had to do with a short win. A judgment that has not seen one is put right. None: `stop` said so.
pub(super) fn short_wins(
    stages: &[Line],
    judged: &mut [JudgedMove],
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Option<ShortWin>>> {
    let mut proof = Proof { solver: Solver::new(PROOF), stop };
    let mut wins = Vec::new();
    for (stage, judged) in stages.iter().zip(judged.iter_mut()) {
        if stop() {
            return None;
        }
        wins.push(proof.of_position(stage, judged));
    }
    let mut found = Vec::new();
    for ply in 0..stages.len() - 1 {
        if stop() {
            return None;
        }
        found.push(proof.of_move(stages, ply, &wins, judged));
    }
    (!stop()).then_some(found)
}

/// Whether the win that a move missed or allowed is the one that was missed or allowed two plies before: it has stood on the board since.
pub(super) fn stood_before(short: &[Option<ShortWin>], judged: &[JudgedMove], ply: usize) -> bool {
    let winning = |ply: usize| match short[ply]? {
        ShortWin::Missed(_) => judged[ply].best,
        ShortWin::Allowed(_) => judged[ply + 1].best,
    };
    let before = ply.checked_sub(2).and_then(winning);
    before.is_some() && before == winning(ply)
}

/// A move that wins on the spot, if there is one.
fn winning_at_once(position: &Position) -> Option<Move> {
    position.legal_moves().into_iter().find(|mv| ends(position, mv, &position.after_known(mv)))
}

/// In how many own moves the side to move wins, as the search has seen it.
fn seen(judged: &JudgedMove) -> Option<u32> {
    let plies = judged.worth.plies_to_win().filter(|plies| *plies > 0)?;
    Some(plies.unsigned_abs().div_ceil(2))
}

/// Whether the search has seen that the side to move loses within so many moves of the other one.
fn is_lost(judged: &JudgedMove, within: u32) -> bool {
    let soon = -(2 * within as i32)..0;
    judged.worth.plies_to_win().is_some_and(|plies| soon.contains(&plies))
}

/// What is proven, and what tells it to stop.
struct Proof<'a> {
    solver: Solver,
    stop: &'a dyn Fn() -> bool,
}

impl Proof<'_> {
    /// In how many own moves the side to move wins by force, if within [`SHORT`].
    fn of_position(&mut self, stage: &Line, judged: &mut JudgedMove) -> Option<u32> {
        if stage.termination().is_some() {
            return None;
        }
        let (moves, mv) = self.find(stage.position(), judged)?;
        if seen(judged) != Some(moves) {
            *judged = JudgedMove { best: Some(mv), worth: Score(MATE + 1 - 2 * moves as i32), chance: 1.0 };
        }
        Some(moves)
    }

    /// A short win: in how many own moves, and the first of them.
    fn find(&mut self, position: &Position, judged: &JudgedMove) -> Option<(u32, Move)> {
        if let Some(mv) = winning_at_once(position) {
            return Some((1, mv));
        }
        self.solver.allow(PROOF);
        let least = match self.solver.win(position, 2) {
            Ok(Some(mv)) => return Some((2, mv)),
            Ok(None) => SHORT,
            Err(OutOfBudget) => 2,
        };
        let seen = seen(judged);
        if let Some(moves) = seen.filter(|moves| *moves <= SHORT)
            && let Some(best) = judged.best
            && self.solver.still_wins(position, &best, SHORT) != Ok(false)
        {
            return Some((moves.max(least), best));
        }
        let mv = match seen {
            // A longer one, which a shorter one may stand beside: all that is left is spent on that.
            Some(_) => self.solver.win(position, SHORT),
            None if judged.chance > LIKELY_WON => {
                self.solver.allow(TRY);
                self.solver.win(position, SHORT)
            }
            None if judged.chance > NOT_LOST => {
                self.solver.allow(TRY / 2);
                self.solver.win_by_check(position, SHORT)
            }
            None => return None,
        };
        Some((SHORT, mv.ok()??))
    }

    /// What a move had to do with the short wins before it and after it. Where the move that seemed best allows one too, another one takes
    /// its place.
    fn of_move(
        &mut self,
        stages: &[Line],
        ply: usize,
        wins: &[Option<u32>],
        judged: &mut [JudgedMove],
    ) -> Option<ShortWin> {
        let (line, next) = (&stages[ply], &stages[ply + 1]);
        let (position, played) = next.last()?;
        if next.termination().is_some_and(|end| end.winner() == Some(position.turn())) {
            return None;
        }
        self.solver.allow(PROOF);
        if let Some(moves) = wins[ply] {
            let is_best = judged[ply].best == Some(*played);
            let is_seen = is_lost(&judged[ply + 1], SHORT - 1);
            let keeps =
                moves > 1 && (is_best || self.solver.still_wins(position, played, SHORT).unwrap_or(is_seen));
            return (!keeps).then_some(ShortWin::Missed(moves));
        }
        let moves = wins[ply + 1]?;
        let better = self.better_move(line, &judged[ply], *played, moves)?;
        judged[ply].best = Some(better);
        Some(ShortWin::Allowed(moves))
    }

    /// Another move than the one that was played, which allowed a win within so many moves: the best one, unless that is known to allow a
    /// short win as well, or one that is proven not to. None where nothing could be done, as every move allows one.
    fn better_move(&mut self, line: &Line, before: &JudgedMove, played: Move, moves: u32) -> Option<Move> {
        if is_lost(before, SHORT) {
            return None;
        }
        let position = line.position();
        let best = before.best.filter(|best| *best != played);
        let others = position.legal_moves().into_iter().filter(|mv| *mv != played && Some(*mv) != best);
        for mv in best.into_iter().chain(others) {
            if (self.stop)() {
                return None;
            }
            let after = position.after_known(&mv);
            if winning_at_once(&after).is_some() {
                continue;
            }
            let key = after.key();
            match self.solver.least(&after, key, SHORT) {
                Ok(None) => return Some(mv),
                Ok(Some(_)) => {}
                // Nothing is left to look at. At least as long as after the move that was played the game must be proven to go on.
                Err(OutOfBudget) => {
                    let holds =
                        moves == 1 || Some(mv) == best || self.solver.least(&after, key, moves) == Ok(None);
                    return holds.then_some(mv);
                }
            }
        }
        None
    }
}
