//! The bot as an opponent: its moves, and its answers to draw offers.
//!
//! The bot's games are ordinary games in which one player is the bot (`games.engine`). Its move is a separate
//! change, made after the player's move is stored. A search is determined by level, game number and ply, and
//! a level lowered for lack of time is stored, so a repeated search finds the same move.
//!
//! Any other event in the game cancels the search. A query finds the games in which the bot's move is
//! missing. The `search_pool` has at most one thread per processor, and its threads yield to all other work
//! (on Linux; elsewhere one processor is left free).

mod mood;
pub(super) mod search_pool;

use super::caller::{Caller, Target};
use super::error::{AppError, AppFault};
use super::game::play::{TRIES, refused};
use super::load::{Loaded, snapshot};
use super::view::{GameView, News, Outcome};
use super::{App, AppResult};
use crate::engine::{Level, Score, SearchLimits, Thought};
use crate::game::{Ending, Event, EventKind, GameId, Intent, LogEntry, Millis, OfferKind, Ply, Refusal, Rev};
use crate::rules::Move;
use crate::store::{Change, Effect, StoredState, WriteError};
use mood::{Aside, Mood};
use search_pool::NoThought;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// Search limits for deciding whether the bot accepts a draw.
const DRAW: SearchLimits = SearchLimits::nodes(4_000);
/// Search limits for judging the bot's game when its level's own evaluation is noisy.
const SOBER: SearchLimits = SearchLimits::nodes(2_000);
/// The longest wait for the draw decision, while the offering player waits.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// The longest wait for the judgement, while the bot's own move waits.
const ASIDE: Duration = Duration::from_millis(300);
/// The bot accepts no draw before this ply, unless it would resign.
const NO_DRAW_BEFORE: Ply = Ply(20);
/// The bot accepts no draw if its advantage exceeds this, in hundredths of a pawn.
const DRAWN: i32 = 10;

impl Loaded {
    /// The bot's level, if it plays.
    pub(super) fn level(&self) -> Option<Level> {
        // A level that no longer exists counts as the default one.
        self.row.engine.as_ref().map(|engine| engine.level.parse().unwrap_or_default())
    }

    /// The lowered level at which the bot plays in the position of this event, for lack of time.
    fn lowered(&self, at: Rev) -> Option<Level> {
        let (level, of) = self.row.engine.as_ref()?.lowered.as_ref()?;
        level.parse().ok().filter(|_| *of == at)
    }

    /// The lowered level at which the bot has just played, for lack of time.
    pub(super) fn lowered_level(&self) -> Option<Level> {
        let moved = self.game.position_rev;
        let by_engine = self.entry(moved).is_some_and(|entry| self.is_engines(entry));
        self.lowered(Rev(moved.0 - 1)).filter(|_| by_engine)
    }

    /// The event in whose position the bot moved, if that move is the last event shown publicly.
    pub(super) fn has_answered(&self) -> Option<Rev> {
        let moved = self.game.position_rev;
        let is_last = self.game.ending.is_none_or(|ending| matches!(ending, Ending::Played(_)));
        let by_engine = self.entry(moved).is_some_and(|entry| self.is_engines(entry));
        (is_last && by_engine).then_some(Rev(moved.0 - 1))
    }

    fn mood(&self) -> Mood {
        let kept = self.row.engine.as_ref().and_then(|engine| engine.mood.as_deref());
        kept.and_then(|mood| mood.parse().ok()).unwrap_or_default()
    }

    /// True if the bot has asked the player to mate it or to accept its resignation.
    pub(super) fn asks_to_resign(&self) -> bool {
        let game = &self.game;
        game.engine.is_some_and(|engine| game.ending.is_none() && game.turn() != engine)
            && self.mood().asks_after(game.ply().0)
    }

    fn entry(&self, at: Rev) -> Option<&LogEntry> {
        self.row.log.get(usize::try_from(at.0.checked_sub(1)?).ok()?)
    }

    fn is_engines(&self, entry: &LogEntry) -> bool {
        entry.kind == EventKind::Move && entry.by.is_some() && entry.by == self.game.engine
    }
}

impl App {
    /// Precomputes the engine's evaluation data, so that no move or hint waits for it.
    pub fn make_ready(&self) {
        self.search_pool.make_ready();
    }

    /// Plays the bot's move if it is to move, however long that takes.
    ///
    /// Returns the game if its last event is the bot's move in the position of `seen` (`None`: in any
    /// position). Other events are shown by the action that made them.
    pub async fn engine_answer(
        &self,
        id: GameId,
        seen: impl Into<Option<Rev>>,
        now: Millis,
    ) -> AppResult<Option<Box<GameView>>> {
        let seen = seen.into();
        let begun = Instant::now();
        let alone = self.search_pool.alone_with(id).await;
        for _ in 0..TRIES {
            // Created before the read, so that it resolves on any later event.
            let gone_on = alone.gone_on();
            let Some(row) = self.store.game(id).await? else { return Ok(None) };
            if row.stands.state == StoredState::SetAside {
                return Ok(None);
            }
            let loaded = match self.replayed(row, now).await {
                Ok(loaded) => loaded,
                // Set aside; the players are notified separately.
                Err(AppError::Refused(_)) => return Ok(None),
                Err(error) => return Err(error),
            };
            if !loaded.game.is_engines_turn() {
                return Ok(seen
                    .is_some_and(|seen| loaded.has_answered() == Some(seen))
                    .then(|| Box::new(loaded.answered())));
            }
            let was_seen = seen.is_none_or(|seen| loaded.game.position_rev <= seen);
            if let Some(after) = self.play_engine(loaded, gone_on, (begun, now)).await? {
                return Ok(was_seen.then(|| Box::new(after.answered())));
            }
        }
        Err(AppFault::internal("the bot's move lost every race for its game").into())
    }

    /// Makes one move of the bot, requested at `asked`. `None`: another event came first and cancelled the
    /// search.
    async fn play_engine(
        &self,
        mut loaded: Loaded,
        gone_on: impl Future<Output = ()>,
        (begun, asked): (Instant, Millis),
    ) -> AppResult<Option<Loaded>> {
        let Some(own) = loaded.level() else {
            return Err(AppFault::internal("the bot is to move in a game between people").into());
        };
        let (id, at) = (loaded.row.id, loaded.game.position_rev);
        let mut level = loaded.lowered(at).unwrap_or(own);
        if level == own && level.quick() < level && self.search_pool.are_busy() {
            level = level.quick();
            self.lower(&mut loaded, level).await?;
        }
        let (mv, score) = tokio::select! {
            biased;
            () = gone_on => return Ok(None),
            found = self.found(&mut loaded, level, asked) => found?,
        };
        let now = Millis(asked.0 + begun.elapsed().as_millis() as i64);
        let (mood, aside) = self.mood_with(&loaded, loaded.lowered(at).unwrap_or(level), score).await;
        let mut after = loaded.game.clone();
        let mut effects = vec![Effect::EngineMood(mood.to_string())];
        let draw = Event::Asked(OfferKind::Draw, loaded.game.turn());
        let mut events = loaded.game.answered_by(mv);
        events.extend((aside == Some(Aside::OffersDraw)).then_some(draw));
        for event in events {
            if after.ending.is_some() || event == draw && after.line.claim().is_some() {
                continue;
            }
            after.apply(&event, now).map_err(|error| AppFault::internal(error.to_string()))?;
            let by = matches!(event, Event::Moved(_)).then(|| loaded.game.turn());
            loaded.row.log.push(event.entry(by));
            effects.push(Effect::Event(event.entry(by)));
        }
        if let Some(engine) = &mut loaded.row.engine {
            engine.mood = Some(mood.to_string());
        }
        let change = Change { effects, after: snapshot(&after), interaction: None, answer: None, now };
        match self.store.change(id, loaded.row.stands.rev, &change).await {
            Err(WriteError::Conflict) => Ok(None),
            Err(error) => Err(error.into()),
            Ok(()) => {
                self.tell_happened(id, after.rev);
                Ok(Some(Loaded { game: after, ..loaded }))
            }
        }
    }

    /// Lowers the level for this one move, and stores it for a repeated search.
    async fn lower(&self, loaded: &mut Loaded, level: Level) -> AppResult<()> {
        let at = loaded.game.position_rev;
        self.store.lower_engine(loaded.row.id, at, level.slug()).await?;
        if let Some(engine) = &mut loaded.row.engine {
            engine.lowered = Some((level.slug().to_owned(), at));
        }
        Ok(())
    }

    /// The bot's move at a level, and its score. A search that panics would panic again, so the weakest level
    /// moves instead, or else any legal move is played.
    async fn found(
        &self,
        loaded: &mut Loaded,
        level: Level,
        now: Millis,
    ) -> AppResult<(Move, Option<Score>)> {
        let weakest = Level::all().next().filter(|weakest| *weakest != level);
        for (attempt, level) in [Some(level), weakest].into_iter().flatten().enumerate() {
            let limits = level.limits(loaded.variant, seed(loaded.row.id, loaded.game.ply()));
            match self.search_pool.think(loaded.variant, loaded.game.line.clone(), limits).await {
                Ok(thought) => {
                    let best = thought.best().ok_or_else(|| AppFault::internal("the bot found no move"))?;
                    return Ok((best, Some(thought.score)));
                }
                Err(why @ NoThought::NoThread) => return Err(AppFault::internal(why.to_string()).into()),
                Err(why) => {
                    tracing::error!(game = %loaded.row.id, %level, %why);
                    // A move counts as one failure, however many searches it takes.
                    if attempt == 0 {
                        self.note_own_game_failure(loaded.variant, now).await;
                    }
                    if let Some(weakest) = Level::all().next() {
                        self.lower(loaded, weakest).await?;
                    }
                }
            }
        }
        let any = loaded.game.line.position().legal_moves().into_iter().next();
        let any = any.ok_or_else(|| AppFault::internal("the bot is to move where no move is left"))?;
        Ok((any, None))
    }

    /// The bot's mood after this move with this score, and its remark. A move without a score counts neither
    /// way.
    async fn mood_with(&self, loaded: &Loaded, level: Level, score: Option<Score>) -> (Mood, Option<Aside>) {
        let (position, before) = (loaded.game.line.position(), loaded.mood());
        let ply = loaded.game.ply().0;
        let Some(own) = score else { return (before.unjudged(ply), None) };
        let noise = level.limits(loaded.variant, 0).noise as i32;
        let score = if noise > 0 && Mood::may_speak(position, own, noise) {
            // The move is already found; do not hold it up for a remark.
            match timeout(ASIDE, self.thought(loaded, SOBER)).await {
                Ok(Ok(thought)) => thought.score,
                _ => return (before.unjudged(ply), None),
            }
        } else {
            own
        };
        before.next(ply, position, score)
    }

    /// Accepts the resignation that the bot has offered.
    ///
    /// # Errors
    /// Refused: the bot does not offer it (any more), not your game.
    pub async fn take_resignation(&self, by: &Caller, target: Target) -> AppResult<Outcome> {
        let asks = |loaded: Loaded| {
            if loaded.asks_to_resign() { Ok(loaded) } else { Err(refused(loaded, by.user, Refusal::Stale)) }
        };
        Ok(Box::pin(self.act_unless(by, target, &Intent::TakeResignation, asks)).await??)
    }

    async fn thought(&self, loaded: &Loaded, limits: SearchLimits) -> AppResult<Thought> {
        let line = loaded.game.line.clone();
        let thought = self.search_pool.think(loaded.variant, line, limits).await;
        Ok(thought.map_err(|why| AppFault::internal(why.to_string()))?)
    }

    /// Resolves a draw request: the bot answers it at once.
    pub(super) async fn draw_intent(&self, by: &Caller, loaded: &Loaded) -> AppResult<Intent> {
        let game = &loaded.game;
        let (Some(engine), None) = (game.engine, game.ending) else { return Ok(Intent::Draw) };
        let offered = game.offers.open_of(OfferKind::Draw, engine).is_some();
        if game.side_of(by.user).is_none() || game.line.claim().is_some() || offered {
            return Ok(Intent::Draw);
        }
        if game.ply() < NO_DRAW_BEFORE && !loaded.asks_to_resign() {
            return Ok(Intent::DrawWithEngine { agrees: false });
        }
        // While long searches of other games keep the pool busy, the bot declines.
        let Ok(thought) = timeout(PATIENCE, self.thought(loaded, DRAW)).await else {
            return Ok(Intent::DrawWithEngine { agrees: false });
        };
        let score = thought?.score.0;
        let of_engine = if game.turn() == engine { score } else { -score };
        Ok(Intent::DrawWithEngine { agrees: of_engine <= DRAWN })
    }
}

impl Loaded {
    /// The game after the bot's move, for the waiting callers.
    fn answered(self) -> GameView {
        self.view_asked(News::Answered, None)
    }
}

/// The seed of a weak level's mistakes: different in each game and ply, identical for a repeated search.
fn seed(game: GameId, ply: Ply) -> u64 {
    (game.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(ply.0).wrapping_mul(0xd1b5_4a32_d192_ed03)
}

#[cfg(test)]
mod tests;
