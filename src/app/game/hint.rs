//! Hints: a good move and the reason for it.

use std::sync::LazyLock;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::app::caller::{Caller, Target};
use crate::app::error::{NoHint, Rejection};
use crate::app::load::Loaded;
use crate::app::long_work::LongWork;
use crate::app::{App, AppResult};
use crate::engine::{Engine, Merit, SearchLimits, Weights};
use crate::game::{GameId, Rev};
use crate::render::{BoardView, Look};
use crate::rules::{Color, DescribedMove, Line, Variant};

/// Search limits of a hint. Fixed, so that the same position gives the same hint.
const HINT_LIMITS: SearchLimits = SearchLimits::nodes(20_000);
/// Size in bytes of the search's transposition table.
const TABLE: usize = 4 << 20;

/// Limits concurrent hint searches, for chat and pages together.
static HINTING: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(std::thread::available_parallelism().map_or(1, std::num::NonZero::get).div_ceil(2))
});

/// A position for which a hint was requested.
#[derive(Clone)]
pub struct HintAsked {
    /// Carried by the button.
    pub game: GameId,
    /// The game's last event at that time; carried by the button.
    pub rev: Rev,
    variant: Variant,
    line: Line,
    board: BoardView,
    look: Look,
}

/// A good move for the player who asked.
#[derive(Clone, Debug)]
pub struct HintView {
    /// Carried by the button.
    pub game: GameId,
    /// The game's last event at that time; carried by the button.
    pub rev: Rev,
    /// The side to move.
    pub side: Color,
    pub told: DescribedMove,
    /// Why it is good; `None` if no reason is proven.
    pub merit: Option<Merit>,
    /// The board with the move marked.
    pub board: BoardView,
    pub look: Look,
}

impl Loaded {
    /// True if its players may use hints: in hot-seat games, against the bot, and if both players have
    /// agreed.
    pub(in crate::app) fn has_hints(&self) -> bool {
        self.game.alone().is_some() || self.row.hints
    }
}

impl App {
    /// Prepares a hint for the current position; it must be the caller's turn.
    ///
    /// # Errors
    /// Refused: the players have not agreed on hints; it would help in another game between people; not your
    /// turn, not your game, over, stale.
    pub async fn ask_hint(&self, by: &Caller, target: Target) -> AppResult<HintAsked> {
        let loaded = self.load_to_move(by, target).await?;
        if !loaded.has_hints() {
            return Err(Rejection::NoHint(NoHint::Others).into());
        }
        self.fair(by.user, &loaded.game.line).await?;
        let (preferences, bottom) = loaded.asked(None);
        Ok(HintAsked {
            game: loaded.row.id,
            rev: loaded.game.rev,
            variant: loaded.variant,
            board: loaded.picture(bottom),
            look: preferences.look(loaded.variant),
            line: loaded.game.line,
        })
    }
}

/// Time limits of a hint: its wait in the queue and its search.
#[derive(Clone, Copy, Debug)]
pub struct HintPatience {
    pub queue: Duration,
    pub search: Duration,
}

impl HintAsked {
    /// Queues and runs the search on a thread of its own. Work stops if the future is dropped.
    ///
    /// # Errors
    /// It waited too long in the queue, or took too long.
    pub async fn searched(self, patience: HintPatience) -> Result<HintView, NoHint> {
        let begun = LongWork::begin(&HINTING, patience.queue, move |stop| self.found(stop)).await;
        let mut work = begun.ok_or(NoHint::Busy)?;
        match timeout(patience.search, &mut work.task).await {
            Ok(Ok(Some(hint))) => Ok(hint),
            Ok(Ok(None) | Err(_)) | Err(_) => Err(NoHint::Late),
        }
    }

    /// Searches for a good move; this takes a while. `stop` is polled. `None`: it was stopped.
    pub fn found(self, stop: &dyn Fn() -> bool) -> Option<HintView> {
        let hint = Engine::new(Weights::of(self.variant), TABLE).hint(&self.line, HINT_LIMITS, stop)?;
        let position = self.line.position();
        Some(HintView {
            game: self.game,
            rev: self.rev,
            side: position.turn(),
            told: DescribedMove::new(position, &hint.mv),
            merit: hint.merit,
            board: self.board.with_dots(position, hint.mv.from(), &[hint.mv]),
            look: self.look,
        })
    }
}
