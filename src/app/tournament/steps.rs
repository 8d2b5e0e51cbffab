//! What follows in tournaments is done by whoever does what falls due. Each step is one guarded write, so that it is done once.

use super::plan::{self, Plan};
use crate::app::load::{ended, snapshot};
use crate::app::{App, AppFault, AppResult};
use crate::game::{
    ChannelId, Game, GameId, LogEntry, Millis, Rating, Rev, TournamentId, TournamentKind, TournamentState,
    UserId,
};
use crate::rules::{ByColor, Line, Position, Variant};
use crate::store::{
    Change, Effect, NewGame, StoredState, TournamentPlayer, TournamentRow, TournamentStep, WriteError,
};

/// A tournament that does not fill up is open for so long, in milliseconds.
const OPEN_FOR: i64 = 30 * Millis::DAY;

impl App {
    /// Does what follows in a tournament now.
    pub async fn go_on_with_tournament(&self, id: TournamentId, now: Millis) -> AppResult<()> {
        let Some(row) = self.store.tournament(id).await? else { return Ok(()) };
        let done = match row.state {
            TournamentState::Open => self.begin_or_wait(&row, now).await,
            TournamentState::Running => self.go_on(&row, now).await,
            TournamentState::Over | TournamentState::CalledOff => {
                self.write_step(&row, &still(&row), None, now).await
            }
        };
        match done {
            // Something else happened first, and what follows is decided anew.
            Err(WriteError::Conflict) => Ok(()),
            other => Ok(other?),
        }
    }

    async fn write_step(
        &self,
        row: &TournamentRow,
        step: &TournamentStep,
        next_at: Option<Millis>,
        now: Millis,
    ) -> Result<(), WriteError> {
        self.store.step_tournament(row, step, next_at, now).await
    }

    async fn begin_or_wait(&self, row: &TournamentRow, now: Millis) -> Result<(), WriteError> {
        let players = row.players.len() as u32;
        let until = row.made.starts_at.unwrap_or(Millis(row.created_at.0 + OPEN_FOR));
        let is_time = now >= until;
        if !is_time && players < row.made.most {
            return self.write_step(row, &still(row), Some(until), now).await;
        }
        if players < row.made.least {
            let step = TournamentStep { ended: Some(TournamentState::CalledOff), ..still(row) };
            return self.write_step(row, &step, None, now).await;
        }
        let step = self.first_step(row, now).await?;
        self.write_step(row, &step, Some(Millis(0)), now).await
    }

    /// Seeds the players, the strongest first; those who are level by lot.
    async fn first_step(&self, row: &TournamentRow, now: Millis) -> Result<TournamentStep, WriteError> {
        let slug = row.made.variants.first().map_or("", String::as_str);
        let mut seeded: Vec<(UserId, i64, u64)> = Vec::new();
        for person in row.players.iter().filter_map(|player| player.person) {
            let standing = self.standing_of(person, slug, now).await;
            let rating = match standing {
                Ok(found) => found.map_or(Rating::NEW, |standing| standing.now),
                Err(error) => {
                    tracing::warn!(%error, "somebody is seeded as a newcomer");
                    Rating::NEW
                }
            };
            seeded.push((person, rating.points(), lot(row.made.seed as u64, person)));
        }
        seeded.sort_by_key(|(person, points, lot)| (std::cmp::Reverse(*points), *lot, person.0));
        let people: Vec<UserId> = seeded.iter().map(|(person, ..)| *person).collect();
        let number = |person: UserId| people.iter().position(|one| *one == person).map(|at| at as u32 + 1);
        let blocked = self.store.blocks_among(&people).await?;
        let mut apart: Vec<(u32, u32)> = blocked
            .into_iter()
            .filter_map(|(one, other)| Some((number(one)?, number(other)?)))
            .map(|(one, other)| (one.min(other), one.max(other)))
            .collect();
        apart.sort_unstable();
        apart.dedup();
        let seeded = seeded.into_iter().map(|(person, points, _)| (person, points)).collect();
        Ok(TournamentStep { seeded: Some(seeded), apart, ..still(row) })
    }

    async fn go_on(&self, row: &TournamentRow, now: Millis) -> Result<(), WriteError> {
        let plan = match plan::next(row) {
            Ok(plan) => plan,
            Err(error) => {
                // Nothing better comes of trying again.
                tracing::error!(
                    tournament = row.id.0,
                    ?error,
                    "a tournament cannot go on, and ends as it stands"
                );
                let step = TournamentStep { ended: Some(TournamentState::Over), ..still(row) };
                Plan { step, ends: Vec::new() }
            }
        };
        let Plan { step, ends } = plan;
        let changes = step != still(row);
        // What was decided on may lead on at once.
        let next_at = (step.ended.is_none() && (changes || !ends.is_empty())).then_some(Millis(0));
        let next_at = if step.paired.is_empty() || !ends.is_empty() { next_at } else { None };
        self.write_step(row, &step, next_at, now).await?;
        for (game, ending) in ends {
            let Some(stored) =
                self.store.game(game).await?.filter(|game| game.stands.state == StoredState::Live)
            else {
                continue;
            };
            match self.store.change(game, stored.stands.rev, &ended(&stored.stands, ending, now)).await {
                // Somebody moved meanwhile; it ends the next time.
                Ok(()) | Err(WriteError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Begins a paired game in its thread. None: it has begun already, or is not to be played any more.
    pub async fn begin_paired_game(
        &self,
        (id, number): (TournamentId, u32),
        thread: ChannelId,
        now: Millis,
    ) -> AppResult<Option<(GameId, Rev)>> {
        let Some(row) = self.store.tournament(id).await? else { return Ok(None) };
        let paired = row.games.iter().find(|game| game.number == number);
        let Some(paired) = paired.filter(|game| game.game.is_none() && game.result.is_none()) else {
            return Ok(None);
        };
        let person = |number: u32| find(&row, number).and_then(|player| player.person);
        let (Some(white), Some(black)) = (person(paired.white), paired.black.and_then(person)) else {
            return Ok(None);
        };
        let variant = Variant::from_slug(&paired.variant)
            .ok_or_else(|| AppFault::internal("a tournament of an unknown variant"))?;
        let start = Position::start(variant);
        let seats = ByColor { white: Some(white), black: Some(black) };
        let game = Game::new(seats, Line::new(start), now).timed(Some(row.made.pace));
        let new = NewGame {
            variant: paired.variant.clone(),
            rules_version: variant.spec().rules_version,
            white,
            black,
            engine: None,
            guild: Some(row.made.guild),
            channel: thread,
            parent: Some(row.made.channel),
            pace: Some(row.made.pace),
            hints: false,
            rated: row.made.rated,
            challenge: None,
            rematch_of: None,
            tournament: Some((id, number)),
            user_install: None,
        };
        let locale = row.made.locale.clone().map(Effect::GameLocale);
        let effects = std::iter::once(Effect::Event(LogEntry::begun(&start))).chain(locale).collect();
        let change = Change { effects, after: snapshot(&game), interaction: None, answer: None, now };
        match self.store.begin_game(&new, &change).await {
            Ok(game) => Ok(Some((game, change.after.rev))),
            // Another process was faster, or an earlier try of this one.
            Err(WriteError::Gone | WriteError::Occupied) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// A paired game can never be played where it was to be: each player has half a point.
    pub async fn give_up_pairing(&self, id: TournamentId, number: u32) -> AppResult<()> {
        Ok(self.store.give_up_pairing(id, number).await?)
    }
}

/// A step that changes nothing.
fn still(row: &TournamentRow) -> TournamentStep {
    TournamentStep { round: row.round, ..TournamentStep::default() }
}

/// The player with a number.
pub fn find(row: &TournamentRow, number: u32) -> Option<&TournamentPlayer> {
    row.players.iter().find(|player| player.number == number)
}

/// What a person draws: the same for the same tournament, and nothing that follows from when they joined.
fn lot(seed: u64, person: UserId) -> u64 {
    let mixed = (seed ^ person.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// Whether a knock-out has two games for each pair whatever was asked for.
pub const fn has_own_number_of_games(kind: TournamentKind) -> bool {
    !matches!(kind, TournamentKind::RoundRobin)
}
