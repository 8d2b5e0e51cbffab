//! Forced wins within a few moves that a player missed, or allowed the other side.
//!
//! How reliably a win is found depends on the cost of the search for it. A position of the solver costs as
//! much as several of the search, because all its moves are made.
//!
//! - One move: every move is made in every position. None is overlooked.
//! - Two moves: proven in every position, regardless of the search. Ruling one out takes some hundred
//!   positions, a few per cent of the search, because the first or second reply refutes nearly every move.
//! - Three moves: ruling one out takes a hundred times as many. A search of thousands of positions sees
//!   nearly all of these wins, because it extends checks; the solver only proves them. Wins that the search
//!   has not seen are searched for if a win is likely, and otherwise among the checks of a side that is not
//!   lost, those with the fewest replies first.

use super::JudgedMove;
use crate::score::Score;
use crate::solver::{OutOfBudget, Solver, ends};
use rules::{Line, Move, Position};

/// The most moves of the winning side in a short win: as far as people look for one.
const SHORT: u32 = 3;
/// The solver's budget in positions for one position of the game, and again for one move if there is a short
/// win.
///
/// Anything not proven within it keeps the result of the search.
const PROOF: u64 = 4_000;
/// The budget for a win in three moves that the search has not seen, if a win is likely.
///
/// Half of it otherwise, for checks only.
const TRY: u64 = 1_000;
/// Above this winning chance, only wins that begin with a check are searched for ...
const NOT_LOST: f64 = 0.3;
/// ... and above this one, all wins.
const LIKELY_WON: f64 = 0.7;

/// The relation of a move to a forced win within three moves of the winning side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortWin {
    /// Its side had a win within this many moves and missed it.
    ///
    /// It did not win at once although it could, or no longer wins within three moves.
    Missed(u32),
    /// It allowed the other side a win within this many moves that another move would have prevented.
    Allowed(u32),
}

impl ShortWin {
    /// Returns the number of moves that the winning side needs.
    pub fn moves(self) -> u32 {
        match self {
            Self::Missed(moves) | Self::Allowed(moves) => moves,
        }
    }
}

/// Returns the short win that each move missed or allowed; `None` once `stop` is true.
///
/// Judgments that have not seen a win are corrected.
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

/// True if the win that a move missed or allowed was already missed or allowed two plies before.
pub(super) fn stood_before(short: &[Option<ShortWin>], judged: &[JudgedMove], ply: usize) -> bool {
    let winning = |ply: usize| match short[ply]? {
        ShortWin::Missed(_) => judged[ply].best,
        ShortWin::Allowed(_) => judged[ply + 1].best,
    };
    let before = ply.checked_sub(2).and_then(winning);
    before.is_some() && before == winning(ply)
}

/// Returns a move that wins at once.
fn winning_at_once(position: &Position) -> Option<Move> {
    position.legal_moves().into_iter().find(|mv| ends(position, mv, &position.after_known(mv)))
}

/// Returns the number of own moves in which the side to move wins, according to the search.
fn seen(judged: &JudgedMove) -> Option<u32> {
    judged.score.moves_to_win().filter(|_| judged.score.0 > 0)
}

/// True if, according to the search, the side to move loses within this many moves of the other side.
fn is_lost(judged: &JudgedMove, within: u32) -> bool {
    let soon = -(2 * within as i32)..0;
    judged.score.plies_to_win().is_some_and(|plies| soon.contains(&plies))
}

/// The solver, with a way to stop it.
struct Proof<'a> {
    solver: Solver,
    stop: &'a dyn Fn() -> bool,
}

impl Proof<'_> {
    /// Returns the number of own moves in which the side to move forces a win, up to [`SHORT`].
    fn of_position(&mut self, stage: &Line, judged: &mut JudgedMove) -> Option<u32> {
        if stage.termination().is_some() {
            return None;
        }
        let (moves, mv) = self.find(stage.position(), judged)?;
        if seen(judged) != Some(moves) {
            *judged = JudgedMove { best: Some(mv), score: Score::win_in(moves), chance: 1.0 };
        }
        Some(moves)
    }

    /// Finds a short win: the number of moves of the winning side, and the first of them.
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
            // The search saw a longer win, but there may be a shorter one too. The rest of the budget is
            // spent on that.
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

    /// Returns the short win that a move missed or allowed.
    ///
    /// If the move judged best allows one too, another move replaces it as the best.
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

    /// Returns a better move than the played one, which allowed a win within `moves`.
    ///
    /// This is the best move unless it is known to allow a short win too, otherwise a move proven not to.
    /// `None` if every move allows one.
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
                // The budget is used up. The game must at least be proven to last longer than after the move
                // played.
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
