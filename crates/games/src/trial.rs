//! A trial of a game: seeded games in which the rules are compared with themselves in every position, and what an inventor wants to know of
//! these games. It prints nothing and knows no clock: whoever runs it is asked before each move whether it goes on.
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

/// The plies after which a game is given up.
pub const MOST_PLIES: u32 = 1_000;
/// The most moves that a position may have.
pub const MOST_MOVES: usize = 400;
/// So many games, the first ones, have the texts of their moves read back in every position.
pub const GAMES_IN_FULL: u32 = 2;
/// The others have them read back once in so many plies. Reading texts back takes longer than everything else together. The number is odd, so that both sides have their turn.
pub const PLIES_BETWEEN_TEXTS: u32 = 15;

/// How a game is tried.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many games are played. They are at random and greedy in turn.
    pub games: u32,
    /// The seed of the first game; each other game has the next one. A seed and a game make the same moves each time.
    pub seed: u64,
    /// What the rules are compared with.
    pub comparisons: Comparisons,
}

impl Default for Plan {
    fn default() -> Self {
        Self { games: 200, seed: 1, comparisons: Comparisons::default() }
    }
}

/// What a trial has shown of a game in which it found nothing wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The positions in which the rules were compared.
    pub positions: u64,
    /// Those of them in which the texts of all moves were read back.
    pub with_texts: u64,
    /// Whether it was stopped before all games were played. What had been played of the last one does not count in the statistics.
    pub stopped: bool,
    statistics: [Statistics; Style::ALL.len()],
}

impl Report {
    /// What was seen in the games that were played like this.
    pub fn statistics(&self, style: Style) -> &Statistics {
        &self.statistics[style as usize]
    }
}

/// Something that a trial has shown to be wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialFault {
    /// The seed of the game. A trial of one game with it comes to the same position, or to an earlier fault.
    pub seed: u64,
    /// The moves made before, of both sides.
    pub ply: u32,
    /// The position as an extended FEN; empty if it cannot be written.
    pub fen: String,
    /// What is wrong in it.
    pub wrong: Wrong,
}

/// Tries a game. Before each move, `goes_on` is asked with the number of games that are over; if it says no, the trial stops there.
///
/// # Errors
/// The first thing that is wrong. A panic of the rules is one.
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
        report.statistics[one.style as usize].add(one.tally, one.line.moves().len() as u32, ending);
    }
    Ok(report)
}

/// A game that is being played.
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

    /// Compares what the rules say of the position, and plays a move. Tells how the game has ended if it has.
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

/// Does something that may panic.
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
