//! Creating tournaments, joining and leaving them.

use super::refusals::{NoTournament, TooFewPlayers};
use super::table::TournamentView;
use crate::app::caller::Caller;
use crate::app::operator::feature::Feature;
use crate::app::{App, AppResult};
use crate::game::{GuildId, Millis, Pace, TournamentId, TournamentKind, TournamentState};
use crate::rules::Variant;
use crate::store::{Joining, NewTournament, TournamentMade};

/// The settings of a new tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentWish {
    pub kind: TournamentKind,
    /// Assigned to the rounds in turn.
    pub variants: Vec<Variant>,
    pub pace: Pace,
    pub rated: bool,
    /// Each pair plays two games.
    pub twice: bool,
    /// The fewest and the most players; `None`: the kind's limit.
    pub least: Option<u32>,
    pub most: Option<u32>,
    /// The number of days until it begins; `None`: as soon as it is full.
    pub in_days: Option<u32>,
}

/// A tournament form, possibly incomplete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TournamentDraft {
    pub kind: Option<TournamentKind>,
    /// The variants, in the order of the rounds.
    pub variants: [Option<Variant>; VARIANTS_MAX],
    pub pace: Option<Pace>,
    pub rated: bool,
    /// Each pair plays two games.
    pub twice: bool,
    pub least: Option<u32>,
    pub most: Option<u32>,
    pub in_days: Option<u32>,
}

/// The most variants of a tournament.
pub const VARIANTS_MAX: usize = 3;
/// The most days until a tournament begins.
pub const TOURNAMENT_DAYS_MAX: u32 = 30;

impl TournamentDraft {
    /// The tournament's settings, if complete: a kind and at least one variant.
    pub fn wish(&self) -> Option<TournamentWish> {
        let variants: Vec<Variant> = self.variants.into_iter().flatten().collect();
        let kind = self.kind.filter(|_| !variants.is_empty())?;
        let Self { rated, twice, least, most, in_days, .. } = *self;
        let pace = self.usual_pace();
        Some(TournamentWish { kind, variants, pace, rated, twice, least, most, in_days })
    }

    /// The pace, or the default.
    pub fn usual_pace(&self) -> Pace {
        self.pace.unwrap_or(Pace::ThreeDays)
    }
}

fn no<T>(why: NoTournament) -> AppResult<T> {
    Err(why.into())
}

/// The server in which the caller creates a tournament, if they may and the channel supports one.
fn makes(by: &Caller) -> AppResult<GuildId> {
    let Some(guild) = by.guild.filter(|_| by.can_thread) else { return no(NoTournament::NoThreads) };
    if by.manages { Ok(guild) } else { no(NoTournament::NotAllowed) }
}

impl App {
    /// Checks that the caller may create a tournament in their channel, before its settings are known.
    pub async fn may_make_tournament(&self, by: &Caller) -> AppResult<()> {
        self.is_on(Feature::Tournaments)?;
        makes(by)?;
        if self.store.tournament_in(by.channel).await?.is_some() {
            return no(NoTournament::ChannelHasOne);
        }
        Ok(())
    }

    /// Creates a tournament in the caller's channel and queues its message.
    pub async fn make_tournament(&self, by: &Caller, wish: TournamentWish) -> AppResult<TournamentId> {
        self.is_on(Feature::Tournaments)?;
        let guild = makes(by)?;
        let server = self.server(guild).await?;
        for variant in &wish.variants {
            self.admit(by, &server, *variant).await?;
        }
        let (fewest, largest) = wish.kind.players();
        let (least, most) = (wish.least.unwrap_or(fewest), wish.most.unwrap_or(largest));
        let possible = fewest..=largest;
        if [wish.least, wish.most].into_iter().flatten().any(|size| !possible.contains(&size)) {
            return no(match wish.kind {
                TournamentKind::RoundRobin => NoTournament::RoundRobinSize,
                TournamentKind::KnockOut => NoTournament::KnockOutSize,
                TournamentKind::Swiss => NoTournament::SwissSize,
            });
        }
        if least > most {
            return no(NoTournament::LeastAboveMost);
        }
        let new = NewTournament {
            guild,
            channel: by.channel,
            kind: wish.kind,
            variants: wish.variants.iter().map(|variant| variant.slug().to_owned()).collect(),
            pace: wish.pace,
            rated: wish.rated,
            // Only a round robin has this option; the other kinds decide how often two players meet.
            games: if wish.twice && wish.kind == TournamentKind::RoundRobin { 2 } else { 1 },
            least,
            most,
            starts_at: wish.in_days.map(|days| Millis(by.now.0 + i64::from(days) * Millis::DAY)),
            seed: i64::from(fastrand::u32(..)),
            locale: by.guild_locale.clone(),
        };
        match self.store.make_tournament(&new, by.interaction, by.now).await? {
            TournamentMade::Now(id) => Ok(id),
            TournamentMade::ChannelHasOne => no(NoTournament::ChannelHasOne),
            TournamentMade::TooMany => no(NoTournament::TooManyInServer),
        }
    }

    /// The tournament that a command in a channel refers to: the open or running one there, else the last
    /// one.
    pub async fn tournament_here(&self, by: &Caller) -> AppResult<TournamentId> {
        // The threads of its games belong to its channel.
        for channel in std::iter::once(by.channel).chain(by.parent) {
            if let Some(id) = self.store.tournament_in(channel).await? {
                return Ok(id);
            }
        }
        match self.store.last_tournament_in(by.parent.unwrap_or(by.channel)).await? {
            Some(id) => Ok(id),
            None => no(NoTournament::NotHere),
        }
    }

    /// Adds the caller to a tournament.
    pub async fn join_tournament(&self, by: &Caller, id: TournamentId) -> AppResult<TournamentView> {
        self.is_on(Feature::Tournaments)?;
        match self.store.join_tournament(id, by.user, by.interaction, by.now).await? {
            Joining::In => self.tournament_now(id).await,
            Joining::Already => no(NoTournament::Already),
            Joining::Full => no(NoTournament::Full),
            Joining::NotOpen => no(NoTournament::NotOpen),
            Joining::TooMany => no(NoTournament::TooManyOfYours),
        }
    }

    /// Removes the caller from a tournament that has not begun, as if they had never joined.
    pub async fn leave_tournament(&self, by: &Caller, id: TournamentId) -> AppResult<()> {
        match self.tournament_now(id).await?.state {
            TournamentState::Open => {}
            TournamentState::Running => return no(NoTournament::Begun),
            TournamentState::Over | TournamentState::CalledOff => return no(NoTournament::Over),
        }
        self.withdraw_in(by, id, TournamentState::Open).await
    }

    /// Withdraws the caller from a running tournament, for good.
    pub async fn withdraw_from_tournament(&self, by: &Caller, id: TournamentId) -> AppResult<()> {
        match self.tournament_now(id).await?.state {
            TournamentState::Running => {}
            TournamentState::Open => return no(NoTournament::NotBegun),
            TournamentState::Over | TournamentState::CalledOff => return no(NoTournament::Over),
        }
        self.withdraw_in(by, id, TournamentState::Running).await
    }

    async fn withdraw_in(&self, by: &Caller, id: TournamentId, state: TournamentState) -> AppResult<()> {
        if self.store.leave_tournament(id, by.user, state, by.interaction, by.now).await? {
            Ok(())
        } else {
            no(NoTournament::NotIn)
        }
    }

    /// Begins a tournament that has enough players before it is full.
    pub async fn start_tournament(&self, by: &Caller, id: TournamentId) -> AppResult<()> {
        if !by.manages {
            return no(NoTournament::NotAllowed);
        }
        let view = self.tournament_now(id).await?;
        if view.state != TournamentState::Open {
            return no(NoTournament::Begun);
        }
        if self.store.start_tournament(id).await? {
            return Ok(());
        }
        Err(TooFewPlayers { joined: view.lines.len() as u32, least: view.least }.into())
    }

    /// Checks that the caller can end a tournament early. True if it is running; false if it has not begun.
    pub async fn tournament_to_cancel(&self, by: &Caller, id: TournamentId) -> AppResult<bool> {
        if !by.manages {
            return no(NoTournament::NotAllowed);
        }
        match self.tournament_now(id).await?.state {
            TournamentState::Open => Ok(false),
            TournamentState::Running => Ok(true),
            TournamentState::Over | TournamentState::CalledOff => no(NoTournament::Over),
        }
    }

    /// Cancels a tournament, or ends a running one early.
    pub async fn cancel_tournament(&self, by: &Caller, id: TournamentId) -> AppResult<()> {
        self.tournament_to_cancel(by, id).await?;
        self.abandon_tournament(id, by.now).await
    }

    /// A tournament's current state.
    pub async fn tournament_now(&self, id: TournamentId) -> AppResult<TournamentView> {
        match self.tournament_view(id).await? {
            Some(view) => Ok(view),
            None => no(NoTournament::NotHere),
        }
    }
}
