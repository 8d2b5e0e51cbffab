//! Challenges: making, accepting, declining, withdrawing, and expiry.

mod begin;
pub(super) mod bot_games;
mod closed;
mod lapse;
pub(super) mod lobbies;
mod rematch;

pub use closed::{AskedFor, Became, Closed};
pub use rematch::Rematched;

use begin::{BegunFrom, own_side, seats, start_position, variant};
use closed::{closed, closed_as};

use super::caller::{Caller, ChallengeWish, ColorWish, ThreadWish};
use super::error::{AppError, AppFault, Rejection, Surplus};
use super::guild::settings::ServerSettings;
use super::people::blocks::{accept_refused, challenge_refused};
use super::standing::refusals::NotRated;
use super::view::{Accepted, ChallengeView, Challenged};
use super::{App, AppResult};
use crate::engine::Level;
use crate::game::{ChallengeId, ChannelId, GameId, InteractionId, LadderId, MessageId, Millis, Pace, UserId};
use crate::render::BoardView;
use crate::rules::{Color, Position};
use crate::store::{self, CHALLENGE_LASTS, ChallengeShown, EngineRow, Limit, StoredChallenge, WriteError};

/// A challenge for a place on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct ForPlace {
    pub(in crate::app) ladder: LadderId,
    /// The challenged player's place, from 1.
    pub(in crate::app) place: u32,
}

/// A challenge's parameters, parsed and checked.
pub(in crate::app) struct Asking {
    /// `None`: open to anyone.
    pub(in crate::app) opponent: Option<UserId>,
    /// The bot's level, if it is the opponent.
    pub(in crate::app) engine: Option<Level>,
    pub(in crate::app) color: ColorWish,
    pub(in crate::app) pace: Option<Pace>,
    pub(in crate::app) hints: bool,
    pub(in crate::app) rated: bool,
    pub(in crate::app) thread: ThreadWish,
    pub(in crate::app) start: Position,
    /// The start is not the variant's own.
    pub(in crate::app) own_position: bool,
    pub(in crate::app) rematch_of: Option<GameId>,
    pub(in crate::app) ladder: Option<ForPlace>,
    pub(in crate::app) shown: ChallengeShown,
}

impl App {
    /// Makes a challenge. Against oneself or the bot, begins a game at once.
    ///
    /// [`Challenged::ThreadFirst`]: nothing is stored yet; open a thread and call again with `thread`.
    /// If it is then the bot's turn, call [`App::engine_answer`].
    /// After posting the challenge, call `Store::challenge_posted`.
    ///
    /// # Errors
    /// Refused: a channel or game that the server does not allow; a bot as opponent; a bad position (with all
    /// its defects); a position that is already over; a channel that hosts a game if no thread is wanted,
    /// possible or allowed; more challenges or games than one user may have.
    pub async fn challenge(
        &self,
        by: &Caller,
        new: ChallengeWish,
        thread: Option<ChannelId>,
    ) -> AppResult<Challenged> {
        if new.engine.is_none() && new.opponent.is_some_and(|o| o.bot) {
            return Err(Rejection::Bot.into());
        }
        if let Some(why) = not_rated(&new, by.user) {
            return Err(why.into());
        }
        let asking = Asking {
            opponent: new.opponent.map(|o| o.user),
            engine: new.engine,
            color: new.color,
            pace: new.pace,
            hints: new.hints,
            rated: new.rated,
            thread: new.thread,
            start: start_position(&new)?,
            own_position: new.position.is_some(),
            rematch_of: None,
            ladder: None,
            shown: ChallengeShown::default(),
        };
        let made = self.ask(by, &asking, thread).await?;
        Ok(made.ok_or_else(|| AppFault::internal("a challenge lost a race that it was not in"))?)
    }

    /// Makes a challenge, or begins a game alone or against the bot.
    ///
    /// `None`: another request for this rematch was stored first or began it, or one of the two has a
    /// challenge for a place on this ladder.
    pub(in crate::app) async fn ask(
        &self,
        by: &Caller,
        asking: &Asking,
        thread: Option<ChannelId>,
    ) -> AppResult<Option<Challenged>> {
        let server = match by.guild {
            Some(guild) => self.server(guild).await?,
            None => ServerSettings::default(),
        };
        self.admit_once(by, &server, asking.start.variant()).await?;
        if let Some(opponent) = asking.opponent.filter(|user| asking.engine.is_some() || *user == by.user) {
            return self.at_once(by, asking, opponent, thread).await;
        }
        self.may_be_challenged(by, asking.opponent)?;
        // Refused now rather than when the challenge is accepted.
        self.thread_needed(by, by.channel, asking.thread, false).await?;
        let asked = store::NewChallenge {
            challenger: by.user,
            opponent: asking.opponent,
            variant: asking.start.variant().slug().to_owned(),
            color: asking.color.slug().to_owned(),
            pace: asking.pace,
            hints: asking.hints,
            rated: asking.rated,
            thread: asking.thread.slug().to_owned(),
            may_thread: by.may_thread,
            start: asking.start.fen(),
            guild: by.guild,
            channel: by.channel,
            locale: by.public_locale().map(str::to_owned),
            rematch_of: asking.rematch_of,
            ladder: asking.ladder.map(|asked| asked.ladder),
            shown: asking.shown,
            created_at: by.now,
        };
        let stakes = if asking.rated {
            let players = (by.user, asking.opponent);
            Some(self.stakes_offered(players, by.guild, asking.start.variant().slug(), by.now).await?)
        } else {
            None
        };
        let challenge = match self.store.new_challenge(&asked, Some(by.interaction)).await {
            Err(WriteError::Limit(limit)) => {
                return Err(too_many(limit, by.user, asked.opponent).into());
            }
            Err(WriteError::Conflict) => return Ok(None),
            // The process ended before the challenge was visible, and its interaction was delivered again.
            Err(WriteError::Replayed) => {
                self.store.unposted_challenge(by.interaction).await?.ok_or(AppError::Replayed)?
            }
            Err(WriteError::Blocked(blocker)) => {
                return Err(challenge_refused(by, asked.opponent, blocker).into());
            }
            other => other?,
        };
        let side = if asking.color == ColorWish::Black { Color::Black } else { Color::White };
        Ok(Some(Challenged::Open(Box::new(ChallengeView {
            challenge,
            challenger: by.user,
            color: asking.color,
            pace: asking.pace,
            hints: asking.hints,
            stakes,
            own_position: asking.own_position,
            rematch: asking.rematch_of.is_some(),
            for_place: asking.ladder.map(|asked| asked.place),
            lapses: Millis(by.now.0 + CHALLENGE_LASTS),
            ping: asked.opponent,
            ping_role: server.role.filter(|_| asked.opponent.is_none()),
            board: BoardView::new(&asking.start, None, side),
        }))))
    }

    /// Begins a game against oneself or the bot.
    async fn at_once(
        &self,
        by: &Caller,
        asking: &Asking,
        opponent: UserId,
        thread: Option<ChannelId>,
    ) -> AppResult<Option<Challenged>> {
        let variant = asking.start.variant();
        self.fair_to_begin(asking.engine, (by.user, &asking.start)).await?;
        if thread.is_none() && self.thread_needed(by, by.channel, asking.thread, false).await? {
            self.room_for([by.user; 2], by.user).await?;
            return Ok(Some(Challenged::ThreadFirst(variant, asking.engine)));
        }
        if by.channel == ChannelId::NO_USER_INSTALL {
            return Err(AppFault::internal("a game is to begin at nobody's place").into());
        }
        let own = own_side(asking.color);
        let players = seats(own, by.user, opponent);
        let channel = thread.unwrap_or(by.channel);
        let engine = asking.engine.map(|level| EngineRow {
            side: own.other(),
            level: level.slug().to_owned(),
            mood: None,
            lowered: None,
        });
        // A game alone has no clock, because no opponent waits.
        let from = BegunFrom {
            challenge: None,
            pace: None,
            hints: asking.hints,
            rated: false,
            rematch_of: asking.rematch_of,
            engine,
        };
        match self.begin(by, &asking.start, players, channel, from).await {
            Ok(begun) => {
                let view = self.first_view(begun, players, by.now).await?;
                Ok(Some(Challenged::Started(Box::new(view))))
            }
            Err(WriteError::Conflict) => Ok(None),
            Err(WriteError::Occupied) => Err(begin::occupied(by).into()),
            Err(WriteError::Limit(limit)) => Err(too_many(limit, by.user, None).into()),
            Err(error @ WriteError::Gone) => match by.menu {
                Some(menu) => Err(self.begun_by_menu(menu).await?.map_or(error.into(), Into::into)),
                None => Err(error.into()),
            },
            Err(error) => Err(error.into()),
        }
    }

    /// Records the message that shows an interaction's challenge, if the process ended before it could.
    pub async fn posted_unnoted(&self, interaction: InteractionId, message: MessageId) -> AppResult<()> {
        match self.store.unposted_challenge(interaction).await? {
            Some(challenge) => Ok(self.store.challenge_posted(challenge, message).await?),
            None => Ok(()),
        }
    }

    /// Ends a challenge whose message could not be posted, and which therefore cannot be answered.
    pub async fn drop_challenge(&self, challenge: ChallengeId, now: Millis) -> AppResult<()> {
        match self.store.drop_challenge(challenge, now).await {
            Ok(()) | Err(WriteError::Gone) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Accepts a challenge. The game begins in the challenge's channel or in `thread`.
    ///
    /// [`Accepted::ThreadFirst`]: nothing is stored yet; open a thread on the message and call again.
    ///
    /// # Errors
    /// Refused: addressed to another user, the caller's own, expired or no longer open, or the channel hosts
    /// a game and no thread is possible.
    pub async fn accept(
        &self,
        by: &Caller,
        challenge: ChallengeId,
        thread: Option<ChannelId>,
    ) -> AppResult<Accepted> {
        let stored = self.open_challenge(by, challenge).await?;
        let asked = &stored.asked;
        if asked.challenger == by.user {
            return Err(Rejection::OwnChallenge.into());
        }
        if asked.opponent.is_some_and(|opponent| opponent != by.user) {
            return Err(Rejection::ForAnother(asked.opponent).into());
        }
        self.may_accept(by, asked.challenger).await?;
        let variant = variant(asked)?;
        self.admit_own_game(by, variant).await?;
        let wish: ThreadWish = asked.thread.parse().unwrap_or_default();
        if thread.is_none() && self.thread_needed(by, asked.channel, wish, asked.may_thread).await? {
            self.room_for([by.user, asked.challenger], by.user).await?;
            return Ok(Accepted::ThreadFirst(variant));
        }
        let Ok(start) = Position::from_fen(variant, &asked.start) else {
            return Err(Rejection::PositionOutdated.into());
        };
        let players = seats(own_side(asked.color.parse().unwrap_or_default()), asked.challenger, by.user);
        let channel = thread.unwrap_or(asked.channel);
        let from = BegunFrom {
            challenge: Some(challenge),
            pace: asked.pace,
            hints: asked.hints,
            rated: asked.rated,
            rematch_of: asked.rematch_of,
            engine: None,
        };
        match self.begin(by, &start, players, channel, from).await {
            Ok(begun) => Ok(Accepted::Started(Box::new(self.first_view(begun, players, by.now).await?))),
            Err(WriteError::Occupied) => Err(begin::occupied(by).into()),
            Err(WriteError::Limit(limit)) => Err(too_many(limit, by.user, None).into()),
            Err(WriteError::Blocked(blocker)) => Err(accept_refused(by, asked.challenger, blocker).into()),
            Err(WriteError::Gone | WriteError::Conflict) => {
                Err(self.refused_or_replayed(by, Rejection::ChallengeGone).await?)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Declines (the opponent) or withdraws (the challenger) a challenge, depending on who clicks.
    ///
    /// # Errors
    /// Refused: neither of the two, or no longer open.
    pub async fn decline(&self, by: &Caller, challenge: ChallengeId) -> AppResult<Closed> {
        let stored = self.open_challenge(by, challenge).await?;
        if stored.asked.challenger == by.user {
            return self.end(by, &stored, false).await;
        }
        if stored.asked.opponent != Some(by.user) {
            return Err(Rejection::ForAnother(stored.asked.opponent).into());
        }
        self.end(by, &stored, true).await
    }

    /// Withdraws a challenge; the challenger only.
    ///
    /// # Errors
    /// Refused: not the caller's, or no longer open.
    pub async fn cancel(&self, by: &Caller, challenge: ChallengeId) -> AppResult<Closed> {
        let stored = self.open_challenge(by, challenge).await?;
        if stored.asked.challenger != by.user {
            return Err(Rejection::NotYours(stored.asked.challenger).into());
        }
        self.end(by, &stored, false).await
    }

    /// The outcome of a challenge whose message does not show it yet.
    pub async fn closed_challenge(&self, challenge: ChallengeId) -> AppResult<Option<Closed>> {
        let Some(row) = self.store.closed_challenge(challenge).await? else { return Ok(None) };
        self.know_own_game(&row.variant).await?;
        Ok(Some(closed(&row)))
    }

    /// Returns a challenge that can still be answered.
    async fn open_challenge(&self, by: &Caller, id: ChallengeId) -> AppResult<StoredChallenge> {
        match self.store.challenge(id).await? {
            Some(stored) if by.now.since(stored.asked.created_at) <= CHALLENGE_LASTS => {
                self.know_own_game(&stored.asked.variant).await?;
                Ok(stored)
            }
            _ => Err(self.refused_or_replayed(by, Rejection::ChallengeGone).await?),
        }
    }

    async fn end(&self, by: &Caller, stored: &StoredChallenge, declined: bool) -> AppResult<Closed> {
        let interaction = Some(by.interaction);
        let asked = match self.store.ladder_of_challenge(stored.id).await? {
            Some(ladder) => AskedFor::Place(ladder),
            None if stored.asked.rematch_of.is_some() => AskedFor::Rematch,
            None => AskedFor::Game,
        };
        let (ended, outcome) = if declined {
            (self.store.decline_challenge(stored.id, interaction, by.now).await, "declined")
        } else {
            (self.store.end_challenge(stored.id, interaction, by.now).await, "withdrawn")
        };
        match ended {
            Ok(()) => Ok(Closed { asked, ..closed(&closed_as(outcome, stored, by.now)) }),
            Err(WriteError::Gone) => Err(self.refused_or_replayed(by, Rejection::ChallengeGone).await?),
            Err(error) => Err(error.into()),
        }
    }
}

/// The reason why the requested game cannot be rated; `None` if it can or need not be.
fn not_rated(new: &ChallengeWish, by: UserId) -> Option<NotRated> {
    let checks = [
        (new.variant.is_custom(), NotRated::OwnGame),
        (new.engine.is_some(), NotRated::Engine),
        (new.opponent.is_some_and(|opponent| opponent.user == by), NotRated::Alone),
        (new.hints, NotRated::Hints),
        (new.position.is_some(), NotRated::OwnPosition),
        (new.pace.is_none(), NotRated::NoPace),
    ];
    checks.into_iter().find_map(|(is_so, why)| (new.rated && is_so).then_some(why))
}

/// A limit is reached: `who` acts, `opponent` is the user they challenge.
fn too_many(limit: Limit, who: UserId, opponent: Option<UserId>) -> Rejection {
    Rejection::TooMany(Surplus { limit, who, opponent })
}
