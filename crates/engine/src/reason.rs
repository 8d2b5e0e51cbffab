//! Why a move is good: its strongest reason, proven by the generator and by bounded searches.
//!
//! A claim about one position, such as newly frozen pieces, comes from the generator. A move's gain must hold
//! against every reply, and a threat is what could be captured if the other side passed. Nothing is claimed
//! without such a proof.
//!
//! A threat counts only if the same piece could not make it before, not even at a loss. Material counts by
//! the usual piece values, not by the engine's weights.

mod force;
mod lasting;
mod merit;
mod prover;
mod quiet;

pub use merit::{Freedom, Merit, Placed, Rescue, Victory};
pub use prover::balance;
use prover::{MeritProver, may_win};

use super::root::{Engine, SearchLimits, Thought};
use super::score::Score;
use super::weights::Weights;
use rules::{Line, Move, Position, Spec, Square, Termination};

/// The limits of the search for a forced win after a move.
const FORCE: SearchLimits = SearchLimits { depth: 9, ..SearchLimits::nodes(6_000) };
/// The limits after a null move, for threats: a win within two moves of the winning side, or the best move.
const THREAT: SearchLimits = SearchLimits { depth: 4, ..SearchLimits::nodes(4_000) };
/// The limits for the moves expected to follow.
const FOLLOW: SearchLimits = SearchLimits { depth: 6, ..SearchLimits::nodes(6_000) };

/// A move suggested to a player.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// Why it is good; `None` if no reason is proven.
    pub merit: Option<Merit>,
    /// The score of the position for the side to move.
    pub score: Score,
}

/// A move to explain, with the positions before and after it.
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

    /// Returns the pieces on these squares before the move.
    pub(super) fn placed(&self, squares: impl IntoIterator<Item = Square>) -> Vec<Placed> {
        placed(&self.before, squares)
    }
}

/// Returns the pieces on these squares of a position.
pub(super) fn placed(position: &Position, squares: impl IntoIterator<Item = Square>) -> Vec<Placed> {
    let what = |at| Some(Placed { piece: position.piece_type_at(at)?, at });
    squares.into_iter().filter_map(what).collect()
}

impl Engine {
    /// Builds and caches the weights of all games. This takes a moment.
    pub fn make_ready() {
        for variant in games::all() {
            Weights::of(variant);
            prover::counted(variant);
        }
    }

    /// Returns the best move in the current position of a line, found within these limits, with its reason.
    ///
    /// `None` if the game is over, or once `stop`, which is polled, is true.
    pub fn hint(&mut self, line: &Line, limits: SearchLimits, stop: &dyn Fn() -> bool) -> Option<Hint> {
        let thought = self.think(line, limits, stop, &mut |_| ());
        let mv = thought.best().filter(|_| !stop())?;
        Some(Hint { mv, merit: self.merit_of_best(line, &mv, thought.score), score: thought.score })
    }

    /// Returns the strongest reason for the move that a search found to be best, given the position's score.
    pub fn merit_of_best(&mut self, line: &Line, mv: &Move, score: Score) -> Option<Merit> {
        let merit = self.merit(line, mv);
        let moves = |plies: i32| plies.unsigned_abs().div_ceil(2);
        match (score.plies_to_win(), &merit) {
            (_, Some(Merit::Only)) => merit,
            (Some(plies), _) if plies < 0 => Some(Merit::HoldsOut(moves(plies))),
            (Some(_), Some(Merit::Wins(_) | Merit::Forces { .. })) => merit,
            // The search that found the move saw a win that the short search for reasons does not see.
            (Some(plies), _) => Some(Merit::Forces {
                moves: moves(plies),
                by: is_won_by_mate_alone(line.position().spec()).then_some(Victory::Mate),
            }),
            _ => merit,
        }
    }

    /// Returns the strongest reason for a legal move: what it achieves for the side that plays it.
    pub fn merit(&mut self, line: &Line, mv: &Move) -> Option<Merit> {
        let case = Case::new(line, mv)?;
        self.plain_merit(&case)
            .or_else(|| self.following(&case))
            .or_else(|| quiet::weak(&case))
            .or_else(|| quiet::repeats(&case))
    }

    /// Like `merit`, without the weak reasons that are used only if there is no other.
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
        let by_force = self.won_by_force(case);
        // Material means nothing where one wins by losing it.
        if by_force.is_some() || before.spec().is_giveaway() {
            return by_force;
        }
        force::material(case)
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

    /// Searches a position without the history of the game.
    fn look(&mut self, position: &Position, limits: SearchLimits) -> Thought {
        self.think(&Line::new(*position), limits, &|| false, &mut |_| ())
    }

    fn won_by_force(&mut self, case: &Case<'_>) -> Option<Merit> {
        let thought = self.look(&case.after, FORCE);
        let plies = thought.score.plies_to_win().filter(|plies| *plies < 0)?.unsigned_abs();
        Some(Merit::Forces { moves: plies / 2 + 1, by: end(&case.after, &thought.line) })
    }

    /// Returns the win that the other side would have if this side passed, and that the move prevents.
    fn stopped(&mut self, case: &Case<'_>) -> Option<Merit> {
        let passed = case.before.passed_on()?;
        let (mv, moves, by) = self.winning(&passed)?;
        (!may_win(&case.after)).then(|| Merit::Stops { takes: placed(&passed, mv.victims()), mv, moves, by })
    }

    /// Returns the win that this side has if the other side passes, and did not have before the move.
    fn menaced(&mut self, case: &Case<'_>) -> Option<Merit> {
        let passed = case.after.passed_on()?;
        let (mv, moves, by) = self.winning(&passed)?;
        (!may_win(&case.before)).then(|| Merit::Menaces {
            takes: placed(&passed, mv.victims()),
            mv,
            moves,
            by,
        })
    }

    /// Returns a win of the side to move within two of its moves.
    fn winning(&mut self, position: &Position) -> Option<(Move, u32, Option<Victory>)> {
        let thought = self.look(position, THREAT);
        let plies = thought.score.plies_to_win().filter(|plies| (1..=3).contains(plies))?;
        let moves = plies.unsigned_abs().div_ceil(2);
        Some((thought.best()?, moves, end(position, &thought.line)))
    }

    /// Returns the line that a search expects, if this side's next move in it has a plain merit.
    fn following(&mut self, case: &Case<'_>) -> Option<Merit> {
        let expected = self.look(&case.after, FOLLOW).line;
        let [answer, mv, ..] = expected[..] else { return None };
        let mut line = Line::new(case.after);
        line.play(answer).ok()?;
        let next = Case::new(&line, &mv)?;
        // A move that could be played at once is not the idea behind this one.
        if case.before.is_legal(&mv) && !mv.is_capture() || case.mv.from() == Some(mv.to()) {
            return None;
        }
        let merit = self.plain_merit(&next).filter(Merit::is_idea)?;
        // Neither is a capture that achieves as much now as it would then.
        let now = Case::new(case.line, &mv).and_then(|now| self.plain_merit(&now));
        (now.as_ref() != Some(&merit)).then(|| Merit::Follows { answer, mv, merit: Box::new(merit) })
    }

    /// Returns the move that the other side would play if this side passed, if this move makes it impossible
    /// or bad.
    fn prevented(&mut self, case: &Case<'_>) -> Option<Merit> {
        let passed = case.before.passed_on()?;
        let mv = self.look(&passed, THREAT).best()?;
        // Captures are handled by `force::saved`.
        let gone = case.mv.victims().contains(mv.from().unwrap_or(mv.to()));
        if passed.count_legal_moves() < 2 || gone || mv.is_capture() {
            return None;
        }
        // Compared without the victims, because the move may capture something only in one of the positions.
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

/// True if mate is the only way to win.
fn is_won_by_mate_alone(spec: &Spec) -> bool {
    spec.goal.is_none() && !spec.has_own_ends()
}

/// Returns how the game has been won.
fn victory(position: &Position) -> Option<Victory> {
    match position.termination()? {
        Termination::Checkmate(_) => Some(Victory::Mate),
        Termination::Goal(arrival) => {
            Some(Victory::Arrival(arrival.goal, position.arrived_at(arrival.winner)?))
        }
        Termination::Rule(won) => Some(Victory::Rule(won.how)),
        Termination::Stalemate | Termination::Draw(_) => None,
    }
}

/// Returns how a line ends if it leads to a win.
fn end(position: &Position, line: &[Move]) -> Option<Victory> {
    let mut position = *position;
    for mv in line {
        position = position.after(mv).ok()?;
    }
    victory(&position)
}
