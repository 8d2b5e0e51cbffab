//! Tests a game: seeded games in which the rules are checked for consistency in every position, with
//! statistics for the inventor. It prints nothing and has no clock: before each move the caller is asked
//! whether to continue.
//!
//! ```
//! use games::trial::{Plan, Style, run};
//!
//! let chess = games::from_slug("chess").ok_or("no such game")?;
//! let plan = Plan { games: 4, ..Plan::default() };
//! let report = run(chess.spec(), &plan, &mut |_| true).map_err(|fault| fault.fen)?;
//! assert_eq!(report.statistics(Style::Greedy).games(), 2);
//! # Ok::<(), String>(())
//! ```

mod comparing;
mod playing;
mod statistics;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rules::{LineOf, PositionOf, Spec};

pub use comparing::{Comparisons, Wrong};
pub use playing::Style;
use playing::{Dice, chosen};
use statistics::Tally;
pub use statistics::{Ending, Share, Statistics};

/// The plies after which a game is stopped.
pub const MOST_PLIES: u32 = 1_000;
/// The most moves that a position may have.
pub const MOST_MOVES: usize = 400;
/// Number of games at the start whose move texts are read back in every position.
pub const GAMES_IN_FULL: u32 = 2;
/// In the other games move texts are read back once in this many plies.
///
/// Reading texts back takes longer than everything else together. The number is odd so that both sides are
/// covered.
pub const PLIES_BETWEEN_TEXTS: u32 = 15;

/// The parameters of a trial.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The number of games, alternately random and greedy.
    pub games: u32,
    /// The seed of the first game; each following game has the next one. A seed determines the moves of a
    /// game.
    pub seed: u64,
    /// The second implementation for each check.
    pub comparisons: Comparisons,
}

impl Default for Plan {
    fn default() -> Self {
        Self { games: 200, seed: 1, comparisons: Comparisons::default() }
    }
}

/// The results of a trial without faults.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The number of positions checked.
    pub positions: u64,
    /// The number of those in which the texts of all moves were read back.
    pub with_texts: u64,
    /// Whether it was stopped early. The unfinished game does not count in the statistics.
    pub stopped: bool,
    statistics: [Statistics; Style::ALL.len()],
}

impl Report {
    /// Returns the statistics of the games played in this style.
    pub fn statistics(&self, style: Style) -> &Statistics {
        &self.statistics[style as usize]
    }
}

/// A fault found by a trial, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialFault {
    /// The seed of the game. A trial of one game with it reproduces the fault or an earlier one.
    pub seed: u64,
    /// The number of plies before it.
    pub ply: u32,
    /// The position as an extended FEN; empty if it cannot be written.
    pub fen: String,
    /// The fault.
    pub wrong: Wrong,
}

/// Runs a trial. Before each move, `goes_on` gets the number of finished games and returns false to stop.
///
/// # Errors
/// The first fault. A panic of the rules counts as one.
pub fn run(game: &Spec, plan: &Plan, goes_on: &mut dyn FnMut(u32) -> bool) -> Result<Report, TrialFault> {
    let mut report = Report {
        positions: 0,
        with_texts: 0,
        stopped: false,
        statistics: Style::ALL.map(|_| Statistics::new(game)),
    };
    for number in 0..plan.games {
        let seed = plan.seed.wrapping_add(u64::from(number));
        let mut one = Game::begin(game, seed, number < GAMES_IN_FULL)?;
        let ending = loop {
            if !goes_on(number) {
                report.stopped = true;
                return Ok(report);
            }
            let next = caught(|| one.step(&plan.comparisons, &mut report)).map_err(Wrong::Panic);
            match next.and_then(|next| next).map_err(|wrong| one.fault(wrong))? {
                None => {}
                Some(ending) => break ending,
            }
        };
        report.statistics[one.style as usize].add(one.tally, &one.line, ending);
    }
    Ok(report)
}

/// A game in progress.
struct Game<'s> {
    seed: u64,
    style: Style,
    /// Whether the texts are read back in every position.
    in_full: bool,
    line: LineOf<'s>,
    dice: Dice,
    tally: Tally,
}

impl<'s> Game<'s> {
    fn begin(game: &'s Spec, seed: u64, in_full: bool) -> Result<Self, TrialFault> {
        let fault = |wrong| TrialFault { seed, ply: 0, fen: game.start_fen.clone(), wrong };
        let start = caught(|| PositionOf::start_of(game)).map_err(|why| fault(Wrong::Panic(why)))?;
        let line = LineOf::new(start.map_err(|_| fault(Wrong::Fen))?);
        let style = Style::of_seed(seed);
        Ok(Self { seed, style, in_full, line, dice: Dice(seed), tally: Tally::new(game) })
    }

    fn ply(&self) -> u32 {
        self.line.moves().len() as u32
    }

    fn fault(&self, wrong: Wrong) -> TrialFault {
        let fen = caught(|| self.line.position().fen()).unwrap_or_default();
        TrialFault { seed: self.seed, ply: self.ply(), fen, wrong }
    }

    /// Checks the position and plays a move. Returns the ending if the game is over.
    fn step(&mut self, comparisons: &Comparisons, report: &mut Report) -> Result<Option<Ending>, Wrong> {
        let position = *self.line.position();
        let legal = position.legal_moves();
        comparisons.compare(&position, &legal)?;
        report.positions += 1;
        let turn = u64::from(self.ply()) % u64::from(PLIES_BETWEEN_TEXTS);
        if self.in_full || turn == self.seed % u64::from(PLIES_BETWEEN_TEXTS) {
            comparisons.compare_texts(&position, &legal)?;
            report.with_texts += 1;
        }
        let ending = Ending::of(&self.line);
        if ending.is_some() {
            return Ok(ending);
        }
        if self.ply() >= MOST_PLIES {
            return Ok(Some(Ending::Unfinished));
        }
        let mv = chosen(self.style, &position, &legal, &mut self.dice).ok_or(Wrong::Stuck)?;
        self.line.play(mv).map_err(|_| Wrong::Refused(mv.to_string()))?;
        self.tally.add(&position, legal.len(), &mv);
        Ok(None)
    }
}

/// Runs a closure that may panic.
///
/// # Errors
/// The message of the panic.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| message(&*panic))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("?").to_owned()
}
