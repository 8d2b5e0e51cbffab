//! Work that falls due without anybody's action. The row of each game says when something is next due in it (`next_at`); what that
//! is follows from its clock. Each job is one guarded write, so that it is done once, however often it is started. What is to be
//! told of them is owed, as somebody may move meanwhile.
//!
//! Places that are gone are looked for beside these jobs, by a state in the store.
//! What a job brought about is shown like any other change: its board stays due until it is shown.

use crate::app::load::{Loaded, ended};
use crate::app::people::preferences::ReminderWay;
use crate::app::view::Place;
use crate::app::{App, AppError, AppResult};
use crate::game::{Game, GameId, MessageId, Millis, Rev, UserId, listed};
use crate::rules::Variant;
use crate::store::{StoredState, WriteError};
use std::sync::Arc;

listed! {
    /// A job that can be due in a game. Of several that are due at once, the first one listed is done.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in crate::app) enum Job {
        /// The time of the side to move is up.
        TimeUp,
        /// The player to move is reminded, once a turn.
        Remind,
    }
}

impl Job {
    /// Whether the job is due in a game now.
    fn is_due(self, game: &Game, now: Millis) -> bool {
        match self {
            Self::TimeUp => game.time_out(now).is_some(),
            Self::Remind => game.clock.is_some_and(|clock| now >= clock.reminds_at()),
        }
    }
}

/// What was due in a game and is to be announced.
#[derive(Clone, Debug)]
pub enum JobDone {
    /// The game ended by this event; its board is still to be posted.
    Ended(GameId, Rev),
    /// A reminder of the player to move is owed in this game.
    ReminderOwed(GameId),
}

/// A reminder for the player to move.
#[derive(Clone, Debug)]
pub struct Reminder {
    pub game: GameId,
    /// Where it is played.
    pub place: Place,
    /// The locale last seen there.
    pub locale: Option<String>,
    pub variant: Variant,
    /// The player to move.
    pub who: UserId,
    /// The same player, if they want to be notified.
    pub ping: Option<UserId>,
    /// The opponent, who is notified where the player to move has left; `None` if they do not want to be.
    pub waits: Option<UserId>,
    /// Whether the player to move wants to be reminded at all.
    pub wanted: bool,
    /// The player to move, if they want the reminder as a direct message, and their locale.
    pub alone: Option<(UserId, Option<String>)>,
    /// The newest message with its board, if one is known.
    pub board: Option<MessageId>,
    /// The deadline.
    pub until: Millis,
    pub game_now: Arc<Game>,
}

impl App {
    /// Does what is due in a game: ends it, or owes a reminder ([`App::reminder`]).
    pub async fn do_job(&self, id: GameId, now: Millis) -> AppResult<Option<JobDone>> {
        let Some(row) = self.store.game(id).await?.filter(|row| row.stands.state == StoredState::Live) else {
            return Ok(None);
        };
        let loaded = match self.replayed(row, now).await {
            Ok(loaded) => loaded,
            // Set aside; its players are told.
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
            // Something else happened first.
            Err(WriteError::Conflict) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The reminder of the player to move in a game, as long as it goes on and stands as after this event. One that was put off
    /// meanwhile is noted as not sent, so that it is due again.
    ///
    /// # Errors
    /// Refused when today's rules cannot replay the game.
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
