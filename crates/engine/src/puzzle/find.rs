//! Finds puzzles in the engine's games against itself, played with few nodes per move so that it overlooks
//! things.

use super::super::dice::{Dice, opening};
use super::super::level::Level;
use super::super::node::Node;
use super::super::root::{Engine, SearchLimits, Thought};
use super::super::solver::OutOfBudget;
use super::super::weights::Weights;
use super::line::Prover;
use super::{HARDEST, LONGEST_SOLUTION, Puzzle, motif};
use rules::{Line, Move, Position, Termination, Variant};

/// Size of the engine's table in bytes.
const TABLE: usize = 4 << 20;
/// The least and the most random plies at the start of each game.
const OPENING: (u64, u64) = (4, 6);
/// The plies after which a game is abandoned.
const LONGEST_GAME: usize = 160;
/// The kinds of players: nodes per move, and the evaluation noise in centipawns.
const PLAYERS: [(u64, u32); 4] = [(60, 200), (120, 120), (300, 60), (1_000, 30)];
/// Nodes to decide whether a position may hold a puzzle.
const GLANCE: u64 = 3_000;
/// Nodes to find each move of a line that wins material.
const LOOK: u64 = 60_000;
/// A position may hold a puzzle if its score exceeds the static score by this many centipawns.
const SURPRISE: i32 = 110;
/// The most positions searched for one question of a proof.
const PROOF_LIMIT: u64 = 6_000_000;
/// The least number of plies between two puzzles of a game.
const APART: usize = 6;
/// A position with a higher half-move clock is too close to the fifty-move rule for a puzzle.
const CALM: u32 = 40;
/// A position with fewer legal moves is too simple for a puzzle.
const FEWEST_MOVES: usize = 6;

/// A puzzle and the ply of the game at which it was found.
struct Candidate {
    ply: usize,
    puzzle: Puzzle,
}

/// Finds puzzles of a game.
pub struct PuzzleHunt {
    variant: Variant,
    engine: Engine,
    prover: Prover,
}

impl PuzzleHunt {
    /// Creates a hunt in one game.
    pub fn new(variant: Variant) -> Self {
        Self { variant, engine: Engine::new(Weights::of(variant), TABLE), prover: Prover::new(PROOF_LIMIT) }
    }

    /// Plays the game with this seed and looks for puzzles in each of its positions.
    pub fn game(&mut self, seed: u64) -> Vec<Puzzle> {
        let mut candidates: Vec<Candidate> = Vec::new();
        self.play(seed, &mut |hunt, line| {
            if let Some(puzzle) = hunt.puzzle_in(line) {
                candidates.push(Candidate { ply: line.moves().len(), puzzle });
            }
        });
        // Of puzzles close together, the longest is kept.
        candidates.sort_by_key(|one| (usize::MAX - one.puzzle.own_moves(), one.ply));
        let mut kept: Vec<Candidate> = Vec::new();
        for one in candidates {
            if kept.iter().all(|other| other.ply.abs_diff(one.ply) >= APART) {
                kept.push(one);
            }
        }
        kept.sort_by_key(|one| one.ply);
        kept.into_iter().map(|one| one.puzzle).collect()
    }

    /// Returns positions of the game with this seed in which the side to move wins in exactly `own` of its
    /// moves.
    ///
    /// They are found by exhaustive search in the last positions of the game. No engine search selects them,
    /// so they can be used to measure one.
    pub fn wins(&mut self, seed: u64, own: u32) -> Vec<Puzzle> {
        let mut before = Vec::new();
        let line = self.play(seed, &mut |_, line| before.push(*line.position()));
        if line.termination().and_then(Termination::winner).is_none() {
            return Vec::new();
        }
        let last = before.len().saturating_sub(2 * own as usize + 6);
        before[last..]
            .iter()
            .filter_map(|position| self.win_in(position, own).ok().flatten())
            .take(1)
            .collect()
    }

    fn win_in(&mut self, position: &Position, own: u32) -> Result<Option<Puzzle>, OutOfBudget> {
        if position.halfmove() > CALM || self.prover.solver.shortest(position, own)? != Some(own) {
            return Ok(None);
        }
        let (mut now, mut moves) = (*position, Vec::new());
        for left in (1..=own).rev() {
            let Some(mv) = self.prover.solver.winning(&now, left)?.first().copied() else { return Ok(None) };
            moves.push(mv);
            now = now.after_known(&mv);
            if left > 1 {
                let Some(reply) = self.prover.solver.longest_replies(&now, left - 1)?.0.first().copied()
                else {
                    return Ok(None);
                };
                moves.push(reply);
                now = now.after_known(&reply);
            }
        }
        Ok(finished(position, moves, 1))
    }

    /// Plays a game and calls `each` before every move.
    fn play(&mut self, seed: u64, each: &mut dyn FnMut(&mut Self, &Line)) -> Line {
        let mut dice = Dice(seed);
        let plies = OPENING.0 + dice.below(OPENING.1 - OPENING.0 + 1);
        let mut line = opening(self.variant, plies, &mut dice);
        let players = [(); 2].map(|()| PLAYERS[dice.below(PLAYERS.len() as u64) as usize]);
        while line.termination().is_none() && line.claim().is_none() && line.moves().len() < LONGEST_GAME {
            each(self, &line);
            let (nodes, noise) = players[line.moves().len() % 2];
            let limits =
                SearchLimits { noise, seed: seed ^ line.moves().len() as u64, ..SearchLimits::nodes(nodes) };
            let Some(mv) = self.think(&line, limits).best() else { break };
            if line.play(mv).is_err() {
                break;
            }
        }
        line
    }

    fn think(&mut self, line: &Line, limits: SearchLimits) -> Thought {
        self.engine.think(line, limits, &|| false, &mut |_| ())
    }

    fn puzzle_in(&mut self, line: &Line) -> Option<Puzzle> {
        let position = line.position();
        if position.halfmove() > CALM || position.count_legal_moves() < FEWEST_MOVES as u64 {
            return None;
        }
        // Without the history, as in the puzzle.
        let alone = Line::new(*position);
        let glance = self.think(&alone, SearchLimits::nodes(GLANCE));
        let most = 2 * LONGEST_SOLUTION as i32;
        let moves = match glance.score.plies_to_win() {
            Some(plies) if (1..most).contains(&plies) => {
                let own = self.prover.solver.shortest(position, (plies as u32).div_ceil(2)).ok()??;
                self.prover.win(position, own).ok()??
            }
            Some(_) => return None,
            None => {
                let weights = Weights::of(self.variant);
                let seems = Node::new(position, weights).score(weights);
                if glance.score.0 - seems < SURPRISE || takes_back(line, glance.best()?) {
                    return None;
                }
                let engine = &mut self.engine;
                self.prover.material(position, &mut |position| {
                    let line = Line::new(*position);
                    engine.think(&line, SearchLimits::nodes(LOOK), &|| false, &mut |_| ()).best()
                })?
            }
        };
        let puzzle = finished(position, moves, 1)?;
        let difficulty = self.difficulty(&puzzle);
        Some(Puzzle { difficulty, ..puzzle })
    }

    /// Rates the difficulty.
    ///
    /// It depends on the number of levels that miss the first move, the length, the number of legal moves,
    /// and whether the first move is quiet.
    fn difficulty(&mut self, puzzle: &Puzzle) -> u8 {
        let line = Line::new(*puzzle.start());
        let first = puzzle.solution().first().copied();
        let levels: Vec<Level> = Level::all().take(8).collect();
        let missed = levels
            .into_iter()
            .filter(|level| self.think(&line, level.limits(self.variant, 1)).best() != first)
            .count();
        let quiet = first.is_some_and(|mv| {
            !mv.is_capture() && mv.promotion().is_none() && !puzzle.start().after_known(&mv).is_check()
        });
        let many = puzzle.start().count_legal_moves() > 40;
        let points = 2 * (puzzle.own_moves() - 1) + missed + 2 * usize::from(quiet) + usize::from(many);
        (1 + points / 2).min(usize::from(HARDEST)) as u8
    }
}

/// Returns the puzzle of this line if it has any motif.
fn finished(position: &Position, moves: Vec<Move>, difficulty: u8) -> Option<Puzzle> {
    let puzzle = Puzzle::new(position, moves, Vec::new(), difficulty);
    let motifs = motif::of(&puzzle.line(puzzle.solution().len()));
    (!motifs.is_empty()).then_some(Puzzle { motifs, ..puzzle })
}

/// True if the move recaptures the piece that has just captured.
fn takes_back(line: &Line, mv: Move) -> bool {
    line.last().is_some_and(|(_, last)| last.is_capture() && mv.victims().contains(last.to()))
}
