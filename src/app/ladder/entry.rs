//! Ladders: opening and closing them, joining, challenging and leaving.

use super::refusals::NoLadder;
use crate::app::caller::{Caller, ColorWish};
use crate::app::challenge::{Asking, ForPlace};
use crate::app::error::AppFault;
use crate::app::operator::feature::Feature;
use crate::app::view::Challenged;
use crate::app::{App, AppResult};
use crate::game::{ChannelId, GuildId, LadderId, MessageId, Pace, UserId};
use crate::games;
use crate::pairing::ladder::{Ladder, LadderError};
use crate::rules::{Position, Variant};
use crate::store::{ChallengeShown, LadderChallenge, LadderRow, NewLadder};

/// A ladder's current state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderView {
    pub id: LadderId,
    pub variant: Variant,
    pub pace: Pace,
    pub rated: bool,
    pub is_closed: bool,
    /// The channel with its message; `None`: that channel is gone.
    pub channel: Option<ChannelId>,
    pub message: Option<MessageId>,
    /// The server's locale.
    pub locale: Option<String>,
    /// The people on it, from the top.
    pub rungs: Vec<Rung>,
}

/// A place on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The place's number, from 1.
    pub place: u32,
    pub person: UserId,
    /// The challenger, if any.
    pub challenger: Option<UserId>,
    /// Where the challenge's game is played, once accepted.
    pub game: Option<ChannelId>,
}

/// What declining a challenge for one's place costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostOfDeclining {
    /// One place on the ladder of this variant; this is the new one, from 1.
    Place(Variant, u32),
    /// A place, when the next one is declined or lapses.
    PlaceNextTime(Variant),
}

/// Somebody who has lost a place on a ladder.
#[derive(Clone, Debug)]
pub struct Fallen {
    pub person: UserId,
    /// Their place now, from 1.
    pub place: u32,
    pub variant: Variant,
    /// The ladder's channel.
    pub channel: ChannelId,
    /// The server's locale.
    pub locale: Option<String>,
    /// The same person, if they want pings.
    pub ping: Option<UserId>,
}

fn no<T>(why: NoLadder) -> AppResult<T> {
    Err(why.into())
}

impl App {
    /// Opens a ladder in the caller's channel, or moves it there, and queues its message.
    pub async fn open_ladder(
        &self,
        by: &Caller,
        variant: Variant,
        (pace, rated): (Option<Pace>, Option<bool>),
    ) -> AppResult<LadderId> {
        self.is_on(Feature::Ladders)?;
        let Some(guild) = by.guild.filter(|_| by.manages) else { return no(NoLadder::NotAllowed) };
        self.admit(by, &self.server(guild).await?, variant).await?;
        let new = NewLadder {
            guild,
            channel: Some(by.channel),
            variant: variant.slug().to_owned(),
            pace: pace.unwrap_or(Pace::ThreeDays),
            rated: rated.unwrap_or(false),
            locale: by.guild_locale.clone(),
        };
        let opened = self.store.open_ladder(&new, (pace, rated), by.interaction, by.now).await?;
        opened.map_or_else(|| no(NoLadder::Exists), Ok)
    }

    /// Closes a ladder for good.
    pub async fn close_ladder(&self, by: &Caller, id: LadderId) -> AppResult<()> {
        if !by.manages {
            return no(NoLadder::NotAllowed);
        }
        self.ladder_row(by, id).await?;
        if self.store.close_ladder(id, by.interaction, by.now).await? { Ok(()) } else { no(NoLadder::Closed) }
    }

    /// The ladder a command refers to: the named game's, else the channel's, else the server's only one.
    pub async fn ladder_here(&self, by: &Caller, variant: Option<Variant>) -> AppResult<LadderId> {
        let Some(guild) = by.guild else { return no(NoLadder::NotHere) };
        let found = match variant {
            Some(variant) => self.store.ladder_of(guild, variant.slug()).await?,
            None => self.only_ladder(by, guild).await?,
        };
        found.map_or_else(|| no(NoLadder::NotHere), Ok)
    }

    async fn only_ladder(&self, by: &Caller, guild: GuildId) -> AppResult<Option<LadderId>> {
        let all = self.store.ladders_in(guild).await?;
        let here: Vec<LadderId> = all
            .iter()
            .filter(|(_, channel)| channel.is_some_and(|at| at == by.channel || by.parent == Some(at)))
            .map(|(id, _)| *id)
            .collect();
        Ok(match (here.as_slice(), all.as_slice()) {
            ([one], _) | ([], [(one, _)]) => Some(*one),
            (_, []) => None,
            _ => return no(NoLadder::Several),
        })
    }

    /// Puts the caller at the bottom of a ladder and returns their place.
    pub async fn join_ladder(&self, by: &Caller, id: LadderId) -> AppResult<usize> {
        self.is_on(Feature::Ladders)?;
        let row = self.ladder_row(by, id).await?;
        if row.players.iter().any(|player| player.person == by.user) {
            return no(NoLadder::Already);
        }
        if self.store.join_ladder(id, by.user, by.interaction, by.now).await? {
            Ok(row.players.len() + 1)
        } else {
            no(NoLadder::Full)
        }
    }

    /// Removes the caller from a ladder.
    pub async fn leave_ladder(&self, by: &Caller, id: LadderId) -> AppResult<()> {
        self.ladder_row(by, id).await?;
        if self.store.leave_ladder(id, by.user, by.interaction, by.now).await? {
            Ok(())
        } else {
            no(NoLadder::NotOn)
        }
    }

    /// A ladder's current state.
    pub async fn ladder_now(&self, id: LadderId) -> AppResult<LadderView> {
        self.ladder_view(id).await?.map_or_else(|| no(NoLadder::NotHere), Ok)
    }

    /// A ladder's current state, even if it is closed; `None` if it is not stored or its variant no longer
    /// exists.
    pub async fn ladder_view(&self, id: LadderId) -> AppResult<Option<LadderView>> {
        Ok(self.store.ladder(id).await?.and_then(|row| view(&row)))
    }

    /// The places that the caller may challenge on a ladder, the best first.
    pub async fn within_reach(&self, by: &Caller, id: LadderId) -> AppResult<Vec<Rung>> {
        let row = self.followed_ladder(by, id, None).await?;
        let ladder = ladder(&row)?;
        let Ok(reach) = ladder.within_reach(&by.user) else { return no(NoLadder::NotOn) };
        if reach.is_empty() {
            return no(NoLadder::First);
        }
        is_free(&row, by.user)?;
        let rungs = view(&row).map(|view| view.rungs).unwrap_or_default();
        Ok(rungs.into_iter().filter(|rung| reach.contains(&rung.person)).collect())
    }

    /// Challenges a player for their place. After posting the challenge, call `Store::challenge_posted`.
    ///
    /// # Errors
    /// Refused: one of the two is not on the ladder, or has a challenge; the opponent is not above the
    /// caller, or too far above; and everything that [`App::challenge`] refuses.
    pub async fn challenge_on_ladder(
        &self,
        by: &Caller,
        id: LadderId,
        opponent: UserId,
    ) -> AppResult<Challenged> {
        self.is_on(Feature::Ladders)?;
        let row = self.followed_ladder(by, id, None).await?;
        // The challenge must be visible to all, including the challenged player.
        if row.made.channel != Some(by.channel) {
            return no(NoLadder::Elsewhere);
        }
        let place = match ladder(&row)?.may_challenge(&by.user, &opponent) {
            Ok(()) => row.players.iter().position(|player| player.person == opponent).unwrap_or(0) as u32 + 1,
            Err(LadderError::Stranger) if row.players.iter().any(|player| player.person == by.user) => {
                return no(NoLadder::OtherNotOn);
            }
            Err(LadderError::Stranger) => return no(NoLadder::NotOn),
            Err(LadderError::TooFarAbove) => return no(NoLadder::TooFar),
            Err(_) if opponent == by.user => return no(NoLadder::Yourself),
            Err(LadderError::NotAbove | LadderError::AlreadyThere) => return no(NoLadder::NotAbove),
        };
        // A redelivered interaction finds its own challenge.
        if !self.store.seen(by.interaction).await? {
            is_free(&row, by.user)?;
            if row.challenges.iter().any(|challenge| challenge.opponent == opponent) {
                return no(NoLadder::OtherBusy);
            }
        }
        let variant = variant(&row).ok_or_else(|| AppFault::internal("a ladder of an unknown variant"))?;
        let thread = self.server(row.made.guild).await?.usual_thread(by);
        let asking = Asking {
            opponent: Some(opponent),
            engine: None,
            color: ColorWish::Random,
            pace: Some(row.made.pace),
            hints: false,
            rated: row.made.rated,
            thread,
            start: Position::start(variant),
            own_position: false,
            rematch_of: None,
            ladder: Some(ForPlace { ladder: id, place }),
            shown: ChallengeShown::default(),
        };
        // `None`: another challenge was stored first.
        self.ask(by, &asking, None).await?.map_or_else(|| no(NoLadder::OtherBusy), Ok)
    }

    /// What to tell a person who has lost a place on a ladder. `None`: they are no longer on it.
    pub async fn fallen(&self, id: LadderId, person: UserId) -> AppResult<Option<Fallen>> {
        let Some(view) = self.ladder_view(id).await?.filter(|view| !view.is_closed) else { return Ok(None) };
        let rung = view.rungs.iter().find(|rung| rung.person == person);
        let Some((rung, channel)) = rung.zip(view.channel) else { return Ok(None) };
        let wants_pings = self.why_shut_out(person).is_none() && self.preferences(person).await?.pings;
        Ok(Some(Fallen {
            person,
            place: rung.place,
            variant: view.variant,
            channel,
            locale: view.locale.clone(),
            ping: wants_pings.then_some(person),
        }))
    }

    /// What it cost the caller to have declined a challenge for their place. `None`: nothing so far.
    pub async fn cost_of_declining(&self, by: &Caller, id: LadderId) -> AppResult<Option<CostOfDeclining>> {
        let place = |row: &LadderRow| row.players.iter().position(|player| player.person == by.user);
        let before = self.ladder_row(by, id).await?;
        let after = self.followed_ladder(by, id, Some(by.user)).await?;
        let (Some(was), Some(is)) = (place(&before), place(&after)) else { return Ok(None) };
        let Some(variant) = variant(&after) else { return Ok(None) };
        if is > was {
            return Ok(Some(CostOfDeclining::Place(variant, is as u32 + 1)));
        }
        let is_counted = after.players.get(is).is_some_and(|player| player.refusals > 0);
        Ok(is_counted.then_some(CostOfDeclining::PlaceNextTime(variant)))
    }

    /// A ladder's row after the outcomes of its challenges have changed its order.
    ///
    /// `told`: who learns of the loss of a place by other means.
    async fn followed_ladder(&self, by: &Caller, id: LadderId, told: Option<UserId>) -> AppResult<LadderRow> {
        let row = self.ladder_row(by, id).await?;
        if row.challenges.iter().all(|challenge| challenge.outcome.is_none()) {
            return Ok(row);
        }
        self.follow_challenges(id, by.now, told).await?;
        self.ladder_row(by, id).await
    }

    async fn ladder_row(&self, by: &Caller, id: LadderId) -> AppResult<LadderRow> {
        match self.store.ladder(id).await? {
            Some(row) if by.guild != Some(row.made.guild) => no(NoLadder::NotHere),
            Some(row) if row.is_closed => no(NoLadder::Closed),
            Some(row) => Ok(row),
            None => no(NoLadder::NotHere),
        }
    }
}

fn is_free(row: &LadderRow, person: UserId) -> AppResult<()> {
    if row.challenges.iter().any(|challenge| challenge.challenger == person) {
        return no(NoLadder::Busy);
    }
    Ok(())
}

/// The order of a ladder.
pub(super) fn ladder(row: &LadderRow) -> Result<Ladder<UserId>, AppFault> {
    let people = row.players.iter().map(|player| player.person).collect();
    Ladder::new(people).map_err(|_| AppFault::internal("somebody is on a ladder twice"))
}

fn variant(row: &LadderRow) -> Option<Variant> {
    games::from_slug(&row.made.variant)
}

fn view(row: &LadderRow) -> Option<LadderView> {
    let rung = |(place, person): (u32, UserId)| {
        let challenge: Option<&LadderChallenge> =
            row.challenges.iter().find(|one| one.opponent == person && one.outcome.is_none());
        Rung {
            place,
            person,
            challenger: challenge.map(|one| one.challenger),
            game: challenge.and_then(|one| one.place),
        }
    };
    Some(LadderView {
        id: row.id,
        variant: variant(row)?,
        pace: row.made.pace,
        rated: row.made.rated,
        is_closed: row.is_closed,
        channel: row.made.channel,
        message: row.message,
        locale: row.made.locale.clone(),
        rungs: (1..).zip(row.players.iter().map(|player| player.person)).map(rung).collect(),
    })
}
