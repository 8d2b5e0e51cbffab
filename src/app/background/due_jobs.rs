//! Jobs that fall due by time: timeouts and reminders.
//!
//! Each game's row stores when its next job is due (`next_at`), computed from its clock. Each job is one
//! conditional write and so happens once, however often it is started. What a job produces is sent through
//! the outbox, because a player may move in the meantime. A board stays due until it is shown.
//!
//! Lost channels are handled separately, by a state in the store.

use crate::app::load::{Loaded, ended};
use crate::app::people::preferences::ReminderWay;
use crate::app::view::Place;
use crate::app::{App, AppError, AppResult};
use crate::game::{Game, GameId, MessageId, Millis, Rev, UserId, listed};
use crate::rules::Variant;
use crate::store::{StoredState, WriteError};
use std::sync::Arc;

listed! {
    /// A job that can be due in a game. If several are due at once, the first one listed runs.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in crate::app) enum Job {
        /// The side to move is out of time.
        TimeUp,
        /// Reminds the player to move, once a turn.
        Remind,
    }
}

impl Job {
    /// Whether the job is due now.
    fn is_due(self, game: &Game, now: Millis) -> bool {
        match self {
            Self::TimeUp => game.time_out(now).is_some(),
            Self::Remind => game.clock.is_some_and(|clock| now >= clock.reminds_at()),
        }
    }
}

/// A job's result that is to be announced.
#[derive(Clone, Debug)]
pub enum JobDone {
    /// The game ended by this event; its board is still to be posted.
    Ended(GameId, Rev),
    /// A reminder for the player to move is pending in this game.
    ReminderOwed(GameId),
}

/// A reminder for the player to move.
#[derive(Clone, Debug)]
pub struct Reminder {
    pub game: GameId,
    /// Where the game is played.
    pub place: Place,
    /// The locale last seen there.
    pub locale: Option<String>,
    pub variant: Variant,
    /// The player to move.
    pub who: UserId,
    /// The player to move, if they want pings.
    pub ping: Option<UserId>,
    /// The opponent, notified instead of a player to move who has left; `None` if they want no pings.
    pub waits: Option<UserId>,
    /// Whether the player to move wants reminders at all.
    pub wanted: bool,
    /// The player to move and their locale, if they want the reminder as a direct message.
    pub alone: Option<(UserId, Option<String>)>,
    /// The newest message showing the board, if known.
    pub board: Option<MessageId>,
    /// The deadline of the move.
    pub until: Millis,
    pub game_now: Arc<Game>,
}

impl App {
    /// Runs the job that is due in a game: ends the game, or queues a reminder ([`App::reminder`]).
    pub async fn do_job(&self, id: GameId, now: Millis) -> AppResult<Option<JobDone>> {
        let Some(row) = self.store.game(id).await?.filter(|row| row.stands.state == StoredState::Live) else {
            return Ok(None);
        };
        let loaded = match self.replayed(row, now).await {
            Ok(loaded) => loaded,
            // Set aside; the players are notified separately.
            Err(AppError::Refused(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        match Job::ALL.into_iter().find(|job| job.is_due(&loaded.game, now)) {
            Some(Job::TimeUp) => self.time_up(&loaded, now).await,
            Some(Job::Remind) => {
                let noted = self.store.note_reminded(id, loaded.game.position_rev, now).await?;
                Ok(noted.then_some(JobDone::ReminderOwed(id)))
            }
            None => Ok(None),
        }
    }

    async fn time_up(&self, loaded: &Loaded, now: Millis) -> AppResult<Option<JobDone>> {
        let Some(ending) = loaded.game.time_out(now) else { return Ok(None) };
        let stands = &loaded.row.stands;
        let end = ended(stands, ending, now);
        match self.store.change(loaded.row.id, stands.rev, &end).await {
            Ok(()) => Ok(Some(JobDone::Ended(loaded.row.id, end.after.rev))),
            // Another event was stored first.
            Err(WriteError::Conflict) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the reminder for the player to move, if the game is live and its position is still the one of
    /// this event.
    ///
    /// If the reminder is no longer due (the deadline was extended), clears the "reminded" mark so that it
    /// falls due again.
    ///
    /// # Errors
    /// Refused if the current rules cannot replay the game.
    pub async fn reminder(&self, id: GameId, position: Rev, now: Millis) -> AppResult<Option<Reminder>> {
        let Some(row) = self.store.game(id).await?.filter(|row| row.stands.state == StoredState::Live) else {
            return Ok(None);
        };
        let loaded = self.replayed(row, now).await?;
        if loaded.game.position_rev != position {
            return Ok(None);
        }
        let Some(who) = loaded.game.to_move() else { return Ok(None) };
        let place = loaded.place();
        let ping = loaded.wants_pings(Some(who));
        let waits = loaded.wants_pings(loaded.game.players[loaded.game.turn().other()]);
        let way = loaded.preferences_of(who).unwrap_or_default().reminders;
        let own_locale = loaded.locale_on(loaded.game.turn());
        let Loaded { row, variant, game, .. } = loaded;
        let Some(clock) = game.clock else { return Ok(None) };
        if now < clock.reminds_at() {
            self.store.not_reminded(id, position).await?;
            return Ok(None);
        }
        let alone = (way == ReminderWay::Dm).then_some((who, own_locale));
        let board = match alone {
            Some(_) => self.store.live_board(row.id).await?.and_then(|(board, _)| board),
            None => None,
        };
        Ok(Some(Reminder {
            game: row.id,
            place,
            locale: row.locales.game,
            variant,
            who,
            ping,
            waits,
            wanted: way != ReminderWay::None,
            alone,
            board,
            until: clock.deadline,
            game_now: Arc::new(game),
        }))
    }
}
