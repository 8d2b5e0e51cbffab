//! Why a move is good: the one truest reason, proven by the generator and by searches that are bounded.
//!
//! A claim about one position, such as what is frozen now and was not before, is read off the generator. What a move wins is what it wins
//! against every answer, and what it threatens is what could be taken if the other side passed. What cannot be proven so is not said.

mod force;
mod lasting;
mod merit;
mod prover;
mod quiet;

pub use merit::{Freedom, Merit, Placed, Rescue, Victory};
pub use prover::balance;
use prover::{MeritProver, may_win};

use super::root::{Engine, SearchLimits, Thought};
use super::weights::Weights;
use super::worth::Score;
use rules::{Line, Move, Position, Square, Termination, Variant};

/// Positions that may be looked at for a win by force, after a move and after passing.
const FORCE: SearchLimits = SearchLimits { depth: 9, ..SearchLimits::nodes(6_000) };
/// The same for a win that is threatened: within two own moves.
const THREAT: SearchLimits = SearchLimits { depth: 4, ..SearchLimits::nodes(4_000) };
/// The same for what is expected to come.
const FOLLOW: SearchLimits = SearchLimits { depth: 6, ..SearchLimits::nodes(6_000) };

/// A move that somebody is advised to play.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// Why; none where no reason is proven.
    pub merit: Option<Merit>,
    /// What the position is worth to the side to move.
    pub worth: Score,
}

/// A move in question, with the positions around it.
pub(super) struct Case<'a> {
    pub(super) line: &'a Line,
    pub(super) before: Position,
    pub(super) mv: Move,
    pub(super) after: Position,
}

impl<'a> Case<'a> {
    fn new(line: &'a Line, mv: &Move) -> Option<Self> {
        let before = *line.position();
        Some(Self { line, before, mv: *mv, after: before.after(mv).ok()? })
    }

    /// The pieces on these squares before the move.
    pub(super) fn placed(&self, squares: impl IntoIterator<Item = Square>) -> Vec<Placed> {
        placed(&self.before, squares)
    }
}

/// The pieces on these squares of a position.
pub(super) fn placed(position: &Position, squares: impl IntoIterator<Item = Square>) -> Vec<Placed> {
    let what = |at| Some(Placed { piece: position.piece_type_at(at)?, at });
    squares.into_iter().filter_map(what).collect()
}

impl Engine {
    /// Makes all that is judged by, which is kept from then on; this takes a moment.
    pub fn make_ready() {
        for variant in Variant::all() {
            Weights::of(variant);
            prover::counted(variant);
        }
    }

    /// The best move where a game stands, found with this toil, with the reason for it; none where the game is over. `stop` is asked now and
    /// then, and then there is nothing.
    pub fn hint(&mut self, line: &Line, toil: SearchLimits, stop: &dyn Fn() -> bool) -> Option<Hint> {
        let thought = self.think(line, toil, stop, &mut |_| ());
        let mv = thought.best().filter(|_| !stop())?;
        Some(Hint { mv, merit: self.merit_of_best(line, &mv, thought.worth), worth: thought.worth })
    }

    /// The truest reason for the move that a search has found to be best, where the position is worth so much.
    pub fn merit_of_best(&mut self, line: &Line, mv: &Move, worth: Score) -> Option<Merit> {
        let merit = self.merit(line, mv);
        let moves = |plies: i32| plies.unsigned_abs().div_ceil(2);
        match (worth.plies_to_win(), &merit) {
            (_, Some(Merit::Only)) => merit,
            (Some(plies), _) if plies < 0 => Some(Merit::HoldsOut(moves(plies))),
            (Some(_), Some(Merit::Wins(_) | Merit::Forces { .. })) => merit,
            // A longer search has seen what a short one does not.
            (Some(plies), _) => Some(Merit::Forces {
                moves: moves(plies),
                by: line.position().spec().goal.is_none().then_some(Victory::Mate),
            }),
            _ => merit,
        }
    }

    /// The truest reason for a legal move, if there is one: what it does for the side that plays it.
    pub fn merit(&mut self, line: &Line, mv: &Move) -> Option<Merit> {
        let case = Case::new(line, mv)?;
        self.plain_merit(&case)
            .or_else(|| self.following(&case))
            .or_else(|| quiet::weak(&case))
            .or_else(|| quiet::repeats(&case))
    }

    /// The same without what is only said where nothing else is.
    fn plain_merit(&mut self, case: &Case<'_>) -> Option<Merit> {
        let (before, after) = (&case.before, &case.after);
        if let Some(victory) = victory(after) {
            return Some(Merit::Wins(victory));
        }
        if after.termination().is_some() {
            return None;
        }
        if before.count_legal_moves() == 1 {
            return Some(Merit::Only);
        }
        self.won_by_force(case)
            .or_else(|| force::material(case))
            .or_else(|| self.stopped(case))
            .or_else(|| self.menaced(case))
            .or_else(|| quiet::thaws(case))
            .or_else(|| force::saved(case))
            .or_else(|| force::even(case))
            .or_else(|| force::threatened(case))
            .or_else(|| quiet::plain(case))
            .or_else(|| self.prevented(case))
            .or_else(|| force::denied(case))
    }

    /// What a position is worth by a search that does not know how it came about.
    fn look(&mut self, position: &Position, toil: SearchLimits) -> Thought {
        self.think(&Line::new(*position), toil, &|| false, &mut |_| ())
    }

    fn won_by_force(&mut self, case: &Case<'_>) -> Option<Merit> {
        let thought = self.look(&case.after, FORCE);
        let plies = thought.worth.plies_to_win().filter(|plies| *plies < 0)?.unsigned_abs();
        Some(Merit::Forces { moves: plies / 2 + 1, by: end(&case.after, &thought.line) })
    }

    /// What the other side would win by if this side passed, and wins by no longer.
    fn stopped(&mut self, case: &Case<'_>) -> Option<Merit> {
        let passed = case.before.passed_on()?;
        let (mv, moves, by) = self.winning(&passed)?;
        (!may_win(&case.after)).then_some(Merit::Stops { mv, moves, by })
    }

    /// What this side wins by if the other one passes, and could not win by at once.
    fn menaced(&mut self, case: &Case<'_>) -> Option<Merit> {
        let passed = case.after.passed_on()?;
        let (mv, moves, by) = self.winning(&passed)?;
        (!may_win(&case.before)).then_some(Merit::Menaces { mv, moves, by })
    }

    /// A win of the side to move within two moves.
    fn winning(&mut self, position: &Position) -> Option<(Move, u32, Option<Victory>)> {
        let thought = self.look(position, THREAT);
        let plies = thought.worth.plies_to_win().filter(|plies| (1..=3).contains(plies))?;
        let moves = plies.unsigned_abs().div_ceil(2);
        Some((thought.best()?, moves, end(position, &thought.line)))
    }

    /// What a search expects to come, where the own next move does something that is easily seen.
    fn following(&mut self, case: &Case<'_>) -> Option<Merit> {
        let expected = self.look(&case.after, FOLLOW).line;
        let [answer, mv, ..] = expected[..] else { return None };
        let mut line = Line::new(case.after);
        line.play(answer).ok()?;
        let next = Case::new(&line, &mv)?;
        // What could be played at once is no idea of this move.
        if case.before.is_legal(&mv) && !mv.is_capture() || case.mv.from() == Some(mv.to()) {
            return None;
        }
        let merit = self.plain_merit(&next).filter(Merit::is_idea)?;
        // Nor is a capture that does as much now as it would then.
        let now = Case::new(case.line, &mv).and_then(|now| self.plain_merit(&now));
        (now.as_ref() != Some(&merit)).then(|| Merit::Follows { answer, mv, merit: Box::new(merit) })
    }

    /// What the other side would play if this side passed, where the move makes it impossible or bad.
    fn prevented(&mut self, case: &Case<'_>) -> Option<Merit> {
        let passed = case.before.passed_on()?;
        let mv = self.look(&passed, THREAT).best()?;
        // Captures are a matter of what is saved.
        let gone = case.mv.victims().contains(mv.from().unwrap_or(mv.to()));
        if passed.count_legal_moves() < 2 || gone || mv.is_capture() {
            return None;
        }
        // It may take something now where it took nothing.
        let is_same =
            |one: &Move| (one.from(), one.to(), one.promotion()) == (mv.from(), mv.to(), mv.promotion());
        let Some(now) = case.after.legal_moves().into_iter().find(is_same) else {
            return (!case.after.is_check()).then_some(Merit::Prevents { mv, costs: false });
        };
        let mut prover = MeritProver::new(case.before.variant());
        let turned = prover.newly_falls((&passed, &mv), (&case.after, &now));
        let turned = turned && force::loses_piece(&case.after, &now, &mut prover);
        (turned && !prover.is_spent()).then_some(Merit::Prevents { mv, costs: true })
    }
}

/// How the side that has just moved has won, if it has.
fn victory(position: &Position) -> Option<Victory> {
    match position.termination()? {
        Termination::Checkmate(_) => Some(Victory::Mate),
        Termination::Goal(arrival) => Some(Victory::Arrival(arrival.goal, position.king(arrival.winner))),
        Termination::Stalemate | Termination::Draw(_) => None,
    }
}

/// How a line ends, if it leads to a win.
fn end(position: &Position, line: &[Move]) -> Option<Victory> {
    let mut position = *position;
    for mv in line {
        position = position.after(mv).ok()?;
    }
    victory(&position)
}
