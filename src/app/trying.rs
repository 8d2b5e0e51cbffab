//! The analysis board on pages: users try moves for both sides. Nothing is stored, and no game changes.

use std::time::Duration;

use crate::app::caller::{Caller, Target};
use crate::app::error::Rejection;
use crate::app::game::analysis::studied;
use crate::app::game::history::rows;
use crate::app::pages::{PageChoices, PageHolds, holds};
use crate::app::refusals::NotTried;
use crate::app::{App, AppError, AppResult, LearningAt, NotAnalysed, PastRow};
use crate::engine::{Engine, Merit, SearchLimits, Weights};
use crate::game::{GameId, Ply};
use crate::render::BoardView;
use crate::rules::{Color, DescribedMove, Line, Termination, moves_in_san, numbers};

/// The most moves tried in a row.
const MOST: usize = 200;
/// Search limits of a best line. Fixed, so that the same position gives the same line.
const HINT_LIMITS: SearchLimits = SearchLimits::nodes(40_000);
/// Size in bytes of the search's transposition table.
const TABLE: usize = 4 << 20;
/// At most this many moves of a best line are shown.
const TOLD: usize = 6;
/// Together below ten seconds, the longest a page waits for a response.
const QUEUE: Duration = Duration::from_secs(3);
const SEARCH: Duration = Duration::from_secs(6);

/// The game or exercise whose positions are tried.
#[derive(Clone, Copy, Debug)]
pub enum TriedAt<'a> {
    Game(GameId),
    Learning(&'a LearningAt),
}

/// The tried moves, after the first `from` plies of the original line.
#[derive(Clone, Copy, Debug)]
pub struct Trying<'a> {
    pub at: TriedAt<'a>,
    pub from: Ply,
    pub moves: &'a [String],
}

/// The board after the tried moves.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The tried moves in their written form.
    pub moves: Vec<String>,
    /// The move list, including the moves played before.
    pub rows: Vec<PastRow>,
    pub ply: Ply,
    /// The last move.
    pub last: Option<DescribedMove>,
    /// How the game would be over here.
    pub ended: Option<Termination>,
    /// The position as an extended FEN.
    pub position: String,
    pub board: BoardView,
    pub holds: PageHolds,
    pub choices: PageChoices,
}

/// The engine's best line from a position.
#[derive(Clone, Debug)]
pub struct BestLine {
    /// The side to move.
    pub side: Color,
    pub best: DescribedMove,
    /// Why it is best; `None` if no reason is proven.
    pub why: Option<Merit>,
    /// The line as text, such as `5. Nf3 Nc6`.
    pub line: String,
    /// White's chance to win, from 0 to 1.
    pub chance: f64,
}

impl App {
    /// The board after the tried moves: from a finished game, a game the user plays without another person,
    /// or a completed exercise.
    ///
    /// # Errors
    /// Refused: the game or exercise is not open to it yet, a move is illegal, or there are too many.
    pub async fn try_moves(&self, by: &Caller, trying: Trying<'_>) -> AppResult<Tried> {
        let (line, from) = self.tried_line(by, trying).await?;
        let ended = line.termination();
        let board = BoardView::of_line(&line, Color::White);
        let is_over = ended.is_some();
        Ok(Tried {
            moves: line.moves()[from..].iter().map(ToString::to_string).collect(),
            rows: rows(&line),
            ply: Ply(line.moves().len() as u32),
            last: line.last().map(|(before, mv)| DescribedMove::new(before, mv)),
            ended,
            position: line.position().fen(),
            holds: holds(line.position(), &board),
            choices: if is_over { PageChoices::default() } else { PageChoices::of(line.position()) },
            board,
        })
    }

    /// The best line after the tried moves. It shares the queue of game analyses, one at a time per user.
    ///
    /// # Errors
    /// Refused as [`App::try_moves`], or because it would help in a live game between people; the queue is
    /// full, or it takes too long.
    pub async fn best_line(&self, by: &Caller, trying: Trying<'_>) -> AppResult<BestLine> {
        let (line, _) = self.tried_line(by, trying).await?;
        if line.termination().is_some() {
            return Err(NotTried::Over.into());
        }
        self.fair(by.user, &line).await?;
        let place = self.analyses.take(by.user);
        let _place = place.map_err(|why| Rejection::NotAnalysed(NotAnalysed::from(why)))?;
        let found = studied(QUEUE, SEARCH, move |stop| best(&line, stop)).await;
        found.map_err(|why| Rejection::NotAnalysed(why).into())
    }

    /// The line with the tried moves, and the number of plies before them.
    async fn tried_line(&self, by: &Caller, trying: Trying<'_>) -> AppResult<(Line, usize)> {
        let mut line = match trying.at {
            TriedAt::Game(game) => {
                let (loaded, _) = self.load(by, Target::Game(game)).await?;
                if !may_try(loaded.game.ending.is_some(), loaded.game.alone() == Some(by.user)) {
                    return Err(NotTried::GoesOn.into());
                }
                loaded.game.line
            }
            TriedAt::Learning(at) => at.open_line().ok_or(NotTried::NotDone)?,
        };
        line.take_back_to(trying.from.0 as usize);
        let from = line.moves().len();
        if trying.moves.len() > MOST {
            return Err(NotTried::TooMany(MOST).into());
        }
        for typed in trying.moves {
            if line.termination().is_some() {
                return Err(NotTried::Over.into());
            }
            let before = *line.position();
            if let Err(error) = line.play_typed(typed) {
                return Err(NotTried::Move(Box::new(before), error).into());
            }
        }
        Ok((line, from))
    }
}

/// True if moves may be tried in a game. Games between people allow it once they are over.
pub(in crate::app) fn may_try(is_over: bool, is_alone: bool) -> bool {
    is_over || is_alone
}

impl From<NotTried> for AppError {
    fn from(why: NotTried) -> Self {
        Rejection::NotTried(why).into()
    }
}

fn best(line: &Line, stop: &dyn Fn() -> bool) -> Option<BestLine> {
    let position = *line.position();
    let weights = Weights::of(position.variant());
    let mut engine = Engine::new(weights, TABLE);
    let thought = engine.think(line, HINT_LIMITS, stop, &mut |_| ());
    let mv = thought.best().filter(|_| !stop())?;
    let chance = weights.win_chance(thought.score);
    let side = position.turn();
    Some(BestLine {
        side,
        best: DescribedMove::new(&position, &mv),
        why: engine.merit_of_best(line, &mv, thought.score),
        line: written(line, &thought.line),
        chance: if side == Color::White { chance } else { 1.0 - chance },
    })
}

/// The moves after a line, with their numbers.
fn written(line: &Line, moves: &[crate::rules::Move]) -> String {
    let mut all = line.clone();
    for mv in moves.iter().take(TOLD) {
        if all.termination().is_some() || all.play(*mv).is_err() {
            break;
        }
    }
    let new = line.moves().len();
    let told = numbers(&all).zip(moves_in_san(&all)).enumerate().skip(new);
    let told = told.map(|(ply, ((number, side), san))| match side {
        Color::White => format!("{number}. {san}"),
        Color::Black if ply == new => format!("{number}... {san}"),
        Color::Black => san,
    });
    told.collect::<Vec<_>>().join(" ")
}
