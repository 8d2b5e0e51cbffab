//! Advances tournaments. Each step is one conditional write and so happens once.

use super::plan;
use crate::app::load::{ended, snapshot};
use crate::app::{App, AppFault, AppResult};
use crate::game::{
    ChannelId, Color, Ending, Game, GameId, LogEntry, Millis, Rating, Rev, TournamentId, TournamentKind,
    TournamentResult, TournamentState, UserId,
};
use crate::games;
use crate::rules::{ByColor, Line, Position};
use crate::store::{
    Change, Effect, NewGame, StoredState, TOURNAMENT_OPEN_FOR, TournamentPlayer, TournamentRow,
    TournamentStep, WriteError,
};

impl App {
    /// Makes the tournament's next step, if any is due.
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
            // Lost a race: a later call decides again.
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
        let until = row.made.starts_at.unwrap_or(Millis(row.created_at.0 + TOURNAMENT_OPEN_FOR));
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

    /// Seeds the players by rating, the strongest first; ties are broken by lot. A player whose rating is
    /// hidden here counts as a newcomer, because their seed would reveal it.
    async fn first_step(&self, row: &TournamentRow, now: Millis) -> Result<TournamentStep, WriteError> {
        let slug = row.made.variants.first().map_or("", String::as_str);
        let mut seeded: Vec<(UserId, i64, u64)> = Vec::new();
        for person in row.players.iter().filter_map(|player| player.person) {
            let shown = async || {
                let hidden = self.unseen_in(Some(row.made.guild), person).await?.is_some();
                if hidden { Ok(None) } else { self.standing_of(person, slug, now).await }
            };
            let rating = match shown().await {
                Ok(found) => found.map_or(Rating::NEW, |standing| standing.now),
                Err(error) => {
                    tracing::warn!(%error, "somebody is seeded as a newcomer");
                    Rating::NEW
                }
            };
            seeded.push((person, rating.points(), tie_break_hash(row.made.seed as u64, person)));
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
        // Games with known results end first: if this process dies in between, the next call does the rest.
        let decided = self.store.decided_games(row.id).await?;
        let again = !decided.is_empty();
        for (game, result) in decided {
            self.end_decided(game, result, now).await?;
        }
        let people: Vec<UserId> = row.players.iter().filter_map(|player| player.person).collect();
        let number =
            |person: UserId| row.players.iter().find(|one| one.person == Some(person)).map(|one| one.number);
        let blocked: Vec<(u32, u32)> = match row.made.kind {
            TournamentKind::Swiss | TournamentKind::KnockOut => self.store.blocks_among(&people).await?,
            // All its games were made when it began.
            TournamentKind::RoundRobin => Vec::new(),
        }
        .into_iter()
        .filter_map(|(one, other)| Some((number(one)?, number(other)?)))
        .collect();
        let step = plan::next(row, &blocked).unwrap_or_else(|error| {
            // A retry would fail the same way.
            tracing::error!(
                tournament = row.id.0,
                ?error,
                "a tournament cannot go on, and ends as it stands"
            );
            TournamentStep { ended: Some(TournamentState::Over), ..still(row) }
        });
        // If the step needs no further game, the next step follows at once. Otherwise the end of a game wakes
        // the tournament.
        let waits = step.ended.is_some() || step.paired.iter().any(|pairing| pairing.result.is_none());
        let next_at = (again || step != still(row) && !waits).then_some(Millis(0));
        self.write_step(row, &step, next_at, now).await
    }

    /// Ends a game whose tournament result is already decided.
    async fn end_decided(
        &self,
        game: GameId,
        result: TournamentResult,
        now: Millis,
    ) -> Result<(), WriteError> {
        let ending = match result {
            TournamentResult::WhiteForfeits => Ending::Resigned(Color::Black),
            TournamentResult::BlackForfeits => Ending::Resigned(Color::White),
            _ => Ending::Aborted,
        };
        let Some(stored) = self.store.game(game).await?.filter(|game| game.stands.state == StoredState::Live)
        else {
            return Ok(());
        };
        match self.store.change(game, stored.stands.rev, &ended(&stored.stands, ending, now)).await {
            // On a conflict a player moved meanwhile; the next call ends the game.
            Ok(()) | Err(WriteError::Conflict) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Begins a paired game in its thread.
    pub async fn begin_paired_game(
        &self,
        (id, number): (TournamentId, u32),
        thread: ChannelId,
        now: Millis,
    ) -> AppResult<PairedBegun> {
        let Some(row) = self.store.tournament(id).await? else { return Ok(PairedBegun::Over) };
        let paired = row.games.iter().find(|game| game.number == number);
        let Some(paired) = paired.filter(|game| game.game.is_none() && game.result.is_none()) else {
            return Ok(PairedBegun::Over);
        };
        let person = |number: u32| find(&row, number).and_then(|player| player.person);
        let (Some(white), Some(black)) = (person(paired.white), paired.black.and_then(person)) else {
            return Ok(PairedBegun::Over);
        };
        let variant = games::from_slug(&paired.variant)
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
            Ok(game) => Ok(PairedBegun::Now(game, change.after.rev)),
            // Another process began it first, or an earlier attempt of this one.
            Err(WriteError::Gone) => Ok(PairedBegun::Over),
            // The thread hosts a game, or a player has too many games.
            Err(WriteError::Occupied | WriteError::Limit(_)) => Ok(PairedBegun::NotYet),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends a tournament early, or because its channel no longer exists.
    pub async fn abandon_tournament(&self, id: TournamentId, now: Millis) -> AppResult<()> {
        Ok(self.store.abandon_tournament(id, now).await?)
    }
}

/// The outcome of beginning a paired game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairedBegun {
    /// It has begun, and its newest event is this one.
    Now(GameId, Rev),
    /// It cannot begin yet.
    NotYet,
    /// It had already begun, or is no longer to be played.
    Over,
}

/// A step that changes nothing.
fn still(row: &TournamentRow) -> TournamentStep {
    TournamentStep { round: row.round, ..TournamentStep::default() }
}

/// The player with a number.
pub fn find(row: &TournamentRow, number: u32) -> Option<&TournamentPlayer> {
    row.players.iter().find(|player| player.number == number)
}

/// A user's lot: fixed per tournament, and independent of when they joined.
fn tie_break_hash(seed: u64, person: UserId) -> u64 {
    let mixed = (seed ^ person.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}
