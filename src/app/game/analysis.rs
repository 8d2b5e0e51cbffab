//! Analysis of finished games: mistakes by each side and the turning points.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::history::Past;
use crate::app::caller::{Caller, Target};
use crate::app::error::{AppError, NotAnalysed, Rejection};
use crate::app::long_work::LongWork;
use crate::app::operator::feature::Feature;
use crate::app::{App, AppResult};
use crate::engine::{Analysis, Engine, Lapses, Turning, Weights};
use crate::render::{BoardView, Curve};
use crate::rules::{Color, Line, moves_in_san, numbers};

/// Limits concurrent analyses, for chat and pages together. Few, because each keeps a core busy.
static STUDYING: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(std::thread::available_parallelism().map_or(1, NonZero::get).div_ceil(4).min(4))
});
/// How long an analysis may wait in the queue.
const QUEUE: Duration = Duration::from_mins(1);
/// How long one analysis may run.
const MOST: Duration = Duration::from_mins(3);
/// Size in bytes of a search's transposition table.
const TABLE: usize = 4 << 20;
/// At most this many move numbers are written below the curve.
const NUMBERS: u32 = 12;

/// An analysed game.
#[derive(Clone, Debug)]
pub struct Analysed {
    pub past: Past,
    pub analysis: Analysis,
}

/// Progress of an analysis.
#[derive(Debug, Default)]
pub struct HowFar {
    begun: AtomicBool,
    percent: AtomicUsize,
}

impl HowFar {
    /// The percentage; `None` while queued.
    pub fn percent(&self) -> Option<usize> {
        self.begun.load(Ordering::Acquire).then(|| self.percent.load(Ordering::Relaxed))
    }

    fn note(&self, percent: usize) {
        self.percent.store(percent, Ordering::Relaxed);
        self.begun.store(true, Ordering::Release);
    }
}

impl App {
    /// Returns a finished game to analyse, for anyone in the channel: the button's game, or the channel's
    /// last one; if there is none, the caller's own last game anywhere.
    ///
    /// # Errors
    /// Refused: the game is not over, there is none, or the analysis would help in a game between people.
    pub async fn past_to_analyse(&self, by: &Caller, target: Target) -> AppResult<Past> {
        self.is_on(Feature::Analysis)?;
        let past = match self.past(by, target).await {
            Err(AppError::Refused(Rejection::NoGameHere(_))) => {
                let last = self.store.last_over_of(by.user).await?;
                let id = last.ok_or(Rejection::NotAnalysed(NotAnalysed::NoGame))?;
                self.past(by, Target::Game(id)).await?
            }
            past => past?,
        };
        match past.game_now.ending {
            None => Err(Rejection::NotAnalysed(NotAnalysed::GoesOn).into()),
            Some(_) if past.plies().0 == 0 => Err(Rejection::NotAnalysed(NotAnalysed::NoMoves).into()),
            Some(_) => {
                self.fair_of_game(by.user, &past.game_now.line).await?;
                Ok(past)
            }
        }
    }
}

impl Past {
    /// Queues and runs the analysis on a thread of its own; this takes seconds.
    ///
    /// `far` is updated with the progress. Work stops if the future is dropped.
    ///
    /// # Errors
    /// It waited too long in the queue, or took too long.
    pub async fn analysed(self, far: Arc<HowFar>) -> Result<Analysed, NotAnalysed> {
        let work = move |stop: &dyn Fn() -> bool| {
            far.note(0);
            self.analyse(stop, &mut |done, all| far.note(100 * done / all.max(1)))
        };
        studied(QUEUE, MOST, work).await
    }

    /// Analyses the whole game; this takes seconds. `stop` is polled; `each` gets the steps done and the
    /// number of all steps.
    pub fn analyse(self, stop: &dyn Fn() -> bool, each: &mut dyn FnMut(usize, usize)) -> Option<Analysed> {
        let mut engine = Engine::new(Weights::of(self.variant), TABLE);
        let analysis = engine.analyse(&self.game_now.line, Analysis::NODES, stop, each)?;
        Some(Analysed { past: self, analysis })
    }
}

/// Queues such work and runs it on a thread of its own. `queue`: the longest wait; `most`: the longest run.
///
/// # Errors
/// It waited too long in the queue, or took too long.
pub(in crate::app) async fn studied<T: Send + 'static>(
    queue: Duration,
    most: Duration,
    work: impl FnOnce(&dyn Fn() -> bool) -> Option<T> + Send + 'static,
) -> Result<T, NotAnalysed> {
    let mut work = LongWork::begin(&STUDYING, queue, work).await.ok_or(NotAnalysed::Busy)?;
    match timeout(most, &mut work.task).await {
        Ok(Ok(Some(done))) => Ok(done),
        Ok(Ok(None) | Err(_)) | Err(_) => Err(NotAnalysed::Late),
    }
}

impl Analysed {
    fn line(&self) -> &Line {
        &self.past.game_now.line
    }

    /// Counts each side's mistakes by severity.
    pub fn lapses(&self) -> Lapses {
        self.analysis.counts(self.line().start().turn())
    }

    /// The sides that have moved, White first. In a game of one move there is only one.
    pub fn movers(&self) -> Vec<Color> {
        let has_moved = |side: &Color| numbers(self.line()).any(|(_, moved)| moved == *side);
        Color::BOTH.into_iter().filter(has_moved).collect()
    }

    /// The move at this ply with its number, such as `14... Qh4`.
    pub fn named(&self, ply: usize) -> String {
        let Some((number, side)) = numbers(self.line()).nth(ply) else { return String::new() };
        let san = moves_in_san(self.line()).into_iter().nth(ply).unwrap_or_default();
        let dots = if side == Color::White { "." } else { "..." };
        format!("{number}{dots} {san}")
    }

    /// The winning chances, as a curve to draw.
    pub fn curve(&self) -> Curve {
        let numbered: Vec<(usize, u32)> = numbers(self.line())
            .enumerate()
            .filter(|(_, (_, side))| *side == Color::White)
            .map(|(ply, (number, _))| (ply, number))
            .collect();
        let last = numbered.last().map_or(0, |(_, number)| *number);
        let step = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|step| last / step <= NUMBERS).unwrap_or(200);
        Curve {
            chances: self.analysis.chances.clone(),
            numbers: numbered.into_iter().filter(|(_, number)| number % step == 0).collect(),
            moments: self.analysis.turnings.iter().map(|turning| turning.ply + 1).collect(),
        }
    }

    /// The boards of the turning points, each before the played move, with the better move marked.
    pub fn boards(&self) -> Vec<BoardView> {
        let board = |turning: &Turning| {
            let mut line = self.line().clone();
            line.take_back_to(turning.ply);
            let better = turning.better.mv;
            BoardView::of_line(&line, self.past.side()).with_dots(line.position(), better.from(), &[better])
        };
        self.analysis.turnings.iter().map(board).collect()
    }
}
