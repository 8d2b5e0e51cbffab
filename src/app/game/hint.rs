//! A hint: a good move, and why it is one.

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

/// Search limits of a hint. They are the same for the same position, so that asking again gives the same hint.
const HINT_LIMITS: SearchLimits = SearchLimits::nodes(20_000);
/// Bytes of the transposition table that the search has while it lasts.
const TABLE: usize = 4 << 20;

/// Hints that are searched for at the same time, for chat and pages together.
static HINTING: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(std::thread::available_parallelism().map_or(1, std::num::NonZero::get).div_ceil(2))
});

/// A position in which somebody may have a hint.
#[derive(Clone)]
pub struct HintAsked {
    /// The button carries it.
    pub game: GameId,
    /// The last event that it knows of; the button carries it.
    pub rev: Rev,
    variant: Variant,
    line: Line,
    board: BoardView,
    look: Look,
}

/// A good move for the player who asks.
#[derive(Clone, Debug)]
pub struct HintView {
    /// The button carries it.
    pub game: GameId,
    /// The last event that it knows of; the button carries it.
    pub rev: Rev,
    /// Whose move it is.
    pub side: Color,
    pub told: DescribedMove,
    /// Why it is good; `None` if no reason is proven.
    pub merit: Option<Merit>,
    /// The board with the move marked.
    pub board: BoardView,
    pub look: Look,
}

impl Loaded {
    /// Whether its players may have hints: in games alone or against the bot, and where both players have agreed to it.
    pub(in crate::app) fn has_hints(&self) -> bool {
        self.game.alone().is_some() || self.row.hints
    }
}

impl App {
    /// The position in which the caller wants a hint; it has to be their turn.
    ///
    /// # Errors
    /// Refused: the players have not agreed on hints; it would help in another game between people; not your turn, not your game, over, stale.
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

/// How long a hint waits for its turn, and how long its search may take.
#[derive(Clone, Copy, Debug)]
pub struct HintPatience {
    pub queue: Duration,
    pub search: Duration,
}

impl HintAsked {
    /// Searches for a good move when its turn comes, on a thread of its own. Nothing goes on if nobody waits for it any more.
    ///
    /// # Errors
    /// Its turn does not come, or it takes too long.
    pub async fn searched(self, patience: HintPatience) -> Result<HintView, NoHint> {
        let begun = LongWork::begin(&HINTING, patience.queue, move |stop| self.found(stop)).await;
        let mut work = begun.ok_or(NoHint::Busy)?;
        match timeout(patience.search, &mut work.task).await {
            Ok(Ok(Some(hint))) => Ok(hint),
            Ok(Ok(None) | Err(_)) | Err(_) => Err(NoHint::Late),
        }
    }

    /// Searches for a good move; this takes a while. `stop` is polled. None: it was stopped.
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
