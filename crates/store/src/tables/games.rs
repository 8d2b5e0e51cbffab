//! Games and their event logs.

use super::acts::StoppedRow;
use super::boards::expect_answer;
use super::change::{add_events, note_locales};
use super::closed_challenges::{ClosedAs, close};
use super::engine_games::EngineRow;
use super::game_lists::{side, snapshot};
use super::preferences::{GuildBoardsRow, PreferencesRow, PreferencesRows};
use super::rematches::admit_rematch;
use super::vacations::VacationsRow;
use super::{blocks, ladder_changes, limits, tournament_changes, user_installs};
use crate::db::sql::{FromRow, SqlRow};
use crate::types::{Change, LocalesRow, NewGame, PremovesRow, StoredGame};
use crate::unreadable::unreadable;
use crate::{Store, StoreError, Write, WriteError, retry_claimed};
use game::{ChannelId, EventKind, GameId, InteractionId, LogEntry, Millis, Rev, UserId};
use std::sync::Arc;

/// Reads games with their whole logs in one statement.
///
/// A log is stored as lines: first the text of each event, then the side of each event, with its kind unless
/// it is a move. That costs less than half of lines with all three. The events come in key order; an
/// `ORDER BY` within `string_agg` would sort them twice.
macro_rules! select_games {
    ($rest:literal) => {
        concat!(
            "SELECT id, variant, rules_version, white, black, guild, channel, created_at, rev, position_rev, ply, turn, ",
            "to_move, fen, state, ending, moved_at, deadline, remind_at, pace, premoves, locale, hints, rated, ",
            "CASE WHEN engine IS NOT NULL THEN concat_ws(' ', engine, level, coalesce(mood, '-'), lowered, lowered_at) END AS engine, ",
            "(SELECT since FROM closed_channels c WHERE c.channel = games.channel) AS closed_since, ",
            "(SELECT CASE WHEN a.silent = 0 THEN a.at ELSE 0 END FROM last_alive a ",
            "WHERE a.number = (coalesce(games.guild, 0) >> 22) % a.total) AS last_alive, ",
            "CASE WHEN pace IS NOT NULL THEN (SELECT vacations.until FROM vacations WHERE vacations.person = white) END AS white_away, ",
            "CASE WHEN pace IS NOT NULL THEN (SELECT vacations.until FROM vacations WHERE vacations.person = black) END AS black_away, ",
            "(SELECT concat_ws(' ', coalesce(locale, '-'), coalesce(CAST(pings AS TEXT), '-'), coalesce(side, '-'), coalesce(theme, '-'), ",
            "coalesce(CAST(coordinates AS TEXT), '-'), coalesce(size, '-'), coalesce(reminders, '-'), coalesce(language, '-')) ",
            "FROM people WHERE people.id = white) AS white_set, ",
            "(SELECT concat_ws(' ', coalesce(locale, '-'), coalesce(CAST(pings AS TEXT), '-'), coalesce(side, '-'), coalesce(theme, '-'), ",
            "coalesce(CAST(coordinates AS TEXT), '-'), coalesce(size, '-'), coalesce(reminders, '-'), coalesce(language, '-')) ",
            "FROM people WHERE people.id = black) AS black_set, ",
            "CASE WHEN EXISTS (SELECT 1 FROM push_subscriptions p WHERE p.person = white AND coalesce(p.game, games.id) = games.id) ",
            "THEN 1 ELSE 0 END AS white_pushed, ",
            "CASE WHEN EXISTS (SELECT 1 FROM push_subscriptions p WHERE p.person = black AND coalesce(p.game, games.id) = games.id) ",
            "THEN 1 ELSE 0 END AS black_pushed, ",
            "(SELECT concat_ws(' ', coalesce(side, '-'), coalesce(theme, '-')) FROM servers WHERE servers.id = guild) AS house, ",
            "CASE WHEN shown < set_back THEN 1 ELSE 0 END AS set_back_untold, ",
            "CASE WHEN state = 'over' THEN (SELECT reason FROM stopped_games v WHERE v.game = games.id AND v.voided = 1) END AS voided, ",
            "CASE WHEN pace IS NOT NULL THEN (SELECT CASE WHEN g.result = 'halves' AND t.ended_early = 1 THEN 'ended-early' ",
            "WHEN g.result = 'white-forfeits' THEN 'white-left' WHEN g.result = 'black-forfeits' THEN 'black-left' ",
            "WHEN t.kind = 'knock-out' AND (SELECT count(*) FROM tournament_games e WHERE e.tournament = g.tournament ",
            "AND e.round = g.round AND e.number < g.number AND e.black IS NOT NULL AND g.white IN (e.white, e.black)) >= 2 ",
            "THEN 'decides' END FROM tournament_games g JOIN tournaments t ON t.id = g.tournament ",
            "WHERE g.game = games.id) END AS tournament, ",
            "(SELECT string_agg(text, '\n') || '\n' || string_agg(kind, '\n') FROM (",
            "SELECT text, coalesce(CASE WHEN kind = 'move' THEN \"by\" END, kind || ' ' || coalesce(\"by\", '-')) AS kind ",
            "FROM events WHERE events.game = games.id ORDER BY seq) AS entries) AS log FROM games ",
            $rest
        )
    };
}

impl Store {
    /// Returns the live game of a channel.
    pub async fn live_in(&self, channel: ChannelId) -> Result<Option<StoredGame>, StoreError> {
        self.first(select_games!("WHERE channel = $1 AND state = 'live'"), channel).await
    }

    /// Returns the newest game of a channel, in any state.
    pub async fn newest_in(&self, channel: ChannelId) -> Result<Option<StoredGame>, StoreError> {
        self.first(select_games!("WHERE channel = $1 ORDER BY id DESC LIMIT 1"), channel).await
    }

    /// Returns the newest game of a channel that this person plays or has played, in any state.
    pub async fn newest_of(
        &self,
        user: UserId,
        channel: ChannelId,
    ) -> Result<Option<StoredGame>, StoreError> {
        self.first(
            select_games!("WHERE channel = $1 AND (white = $2 OR black = $2) ORDER BY id DESC LIMIT 1"),
            (channel, user),
        )
        .await
    }

    /// Returns the newest finished game of this person.
    pub async fn last_over_of(&self, user: UserId) -> Result<Option<GameId>, StoreError> {
        let id = self
            .one(
                "SELECT max(id) FROM (SELECT max(id) AS id FROM games WHERE white = $1 AND state = 'over'
                 UNION ALL SELECT max(id) FROM games WHERE black = $1 AND state = 'over') AS newest",
                user,
            )
            .await?;
        Ok(id)
    }

    /// Loads a game by its id.
    pub async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        self.first(select_games!("WHERE id = $1"), id).await
    }

    /// Whether an interaction has been handled (within the last hour).
    pub async fn seen(&self, interaction: InteractionId) -> Result<bool, StoreError> {
        self.exists("SELECT 1 FROM interactions WHERE id = $1", interaction).await
    }

    /// Begins a game. The change holds its first event. The game's challenge, if any, ends in the same
    /// transaction.
    ///
    /// # Errors
    /// [`WriteError::Occupied`], [`WriteError::Gone`] (the challenge), [`WriteError::Blocked`],
    /// [`WriteError::Limit`] (live games), [`WriteError::Conflict`] (another rematch of the same game), or
    /// [`WriteError::Replayed`].
    pub async fn begin_game(&self, new: &NewGame, change: &Change) -> Result<GameId, WriteError> {
        self.begin_game_by(new, change, None).await
    }

    /// Begins a game from a menu message, which can begin only one. Its id is remembered as long as an
    /// interaction.
    ///
    /// # Errors
    /// As [`Store::begin_game`], and [`WriteError::Gone`] if the menu has begun a game. [`Store::answer_of`]
    /// returns that game.
    pub async fn begin_game_by(
        &self,
        new: &NewGame,
        change: &Change,
        menu: Option<InteractionId>,
    ) -> Result<GameId, WriteError> {
        retry_claimed!(self, (change.interaction, change.now), self.begun(new, change).await, |tx| {
            admit_rematch(&mut tx, new.rematch_of).await?;
            if let Some(challenge) = new.challenge {
                blocks::admit(&mut tx, new.white, new.black).await?;
                limits::no_pause_after(&mut tx, challenge).await?;
                let how = ClosedAs::Accepted { players: [new.white, new.black], place: new.channel };
                if !close(&mut tx, challenge, how, change.now).await? {
                    return Err(WriteError::Gone);
                }
            }
            limits::admit_game(&mut tx, &self.1, new).await?;
            if let Some((person, place)) = &new.user_install {
                user_installs::take(&mut tx, *person, place).await?;
            }
            tx.hold_clocks([new.white, new.black], new.channel).await?;
            let after = &change.after;
            let number = self.number(&mut tx, "games", change.now).await?;
            let id = tx.one(
                "INSERT INTO games (variant, rules_version, white, black, guild, channel, parent, state, created_at, moved_at,
                     due_at, rev, position_rev, due, ply, turn, to_move, fen, deadline, locale, pace, remind_at,
                     rematch_of, engine, level, hints, rated, id)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, 'live', $8, $8, $8, $9, $9, $9, $10, $11, $12, $13,
                     $14 + coalesce((SELECT v.until - $8 FROM vacations v WHERE v.person = $12 AND v.until > $8
                         AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = $6)), 0)
                         + coalesce((SELECT a.at - $8 FROM last_alive a WHERE a.at - 60000 > $8
                             AND a.number = (coalesce(CAST($5 AS BIGINT), 0) >> 22) % a.total), 0),
                     $15, $16,
                     $17 + coalesce((SELECT v.until - $8 FROM vacations v WHERE v.person = $12 AND v.until > $8
                         AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = $6)), 0)
                         + coalesce((SELECT a.at - $8 FROM last_alive a WHERE a.at - 60000 > $8
                             AND a.number = (coalesce(CAST($5 AS BIGINT), 0) >> 22) % a.total), 0),
                     $18, $19, $20, $21, $22, $23)
                 RETURNING id",
                (
                    (&new.variant, new.rules_version, new.white, new.black),
                    (new.guild, new.channel, new.parent),
                    (change.now, after.rev, after.ply, after.turn, after.to_move, &after.fen),
                    (after.deadline, change.game_locale(), new.pace, after.remind_at, new.rematch_of),
                    new.engine.as_ref().map(|engine| engine.side),
                    new.engine.as_ref().map(|engine| engine.level.as_str()),
                    (new.hints, new.rated, number),
                ),
            )
            .await;
            let id = match id {
                Err(error) if crate::error::Code::of(&error) == crate::error::Code::Unique => {
                    return Err(WriteError::Occupied);
                }
                other => other?,
            };
            if let Some(pairing) = new.tournament
                && !tournament_changes::begun(&mut tx, pairing, id).await?
            {
                return Err(WriteError::Gone);
            }
            if let Some(challenge) = new.challenge {
                ladder_changes::accepted(&mut tx, challenge, id).await?;
            }
            add_events(&mut tx, id, Rev(0), change).await?;
            note_locales(&mut tx, change).await?;
            expect_answer(&mut tx, change.interaction, change.answer.as_ref(), id, after.rev).await?;
            if !spend(&mut tx, menu, (id, after.rev), change.now).await? {
                return Err(WriteError::Gone);
            }
            id
        })
    }

    /// Returns the game begun by an earlier attempt of this write: the one in the interaction's response, or
    /// else the live game of the channel.
    async fn begun(&self, new: &NewGame, change: &Change) -> Result<GameId, WriteError> {
        let id = self
            .first(
                "SELECT id FROM games WHERE id = (SELECT game FROM interactions WHERE id = $1)
             OR channel = $2 AND state = 'live' ORDER BY id DESC LIMIT 1",
                (change.interaction, new.channel),
            )
            .await?;
        id.ok_or(WriteError::Replayed)
    }
}

impl FromRow for StoredGame {
    fn from_row(row: SqlRow) -> Result<Self, sqlx::Error> {
        let (white_locale, white) = PreferencesRow::read(row.try_get("white_set")?)?;
        let (black_locale, black) = PreferencesRow::read(row.try_get("black_set")?)?;
        Ok(StoredGame {
            id: row.try_get("id")?,
            variant: row.try_get("variant")?,
            rules_version: row.try_get("rules_version")?,
            white: row.try_get("white")?,
            black: row.try_get("black")?,
            engine: row.try_get::<Option<&str>>("engine")?.map(engine).transpose()?,
            guild: row.try_get("guild")?,
            channel: row.try_get("channel")?,
            created_at: row.try_get("created_at")?,
            pace: row.try_get("pace")?,
            hints: row.try_get("hints")?,
            rated: row.try_get("rated")?,
            premoves: row.try_get::<Option<_>>("premoves")?.map(PremovesRow),
            stands: snapshot(&row)?,
            vacations: VacationsRow { white: row.try_get("white_away")?, black: row.try_get("black_away")? },
            locales: LocalesRow { game: row.try_get("locale")?, white: white_locale, black: black_locale },
            preferences: PreferencesRows {
                white,
                black,
                pushed: [row.try_get("white_pushed")?, row.try_get("black_pushed")?],
            },
            closed: row.try_get("closed_since")?,
            last_alive: row.try_get("last_alive")?,
            house: GuildBoardsRow::read(row.try_get("house")?)?,
            set_back: row.try_get("set_back_untold")?,
            voided: row
                .try_get::<Option<String>>("voided")?
                .map(|reason| Arc::new(StoppedRow { reason, voided: true })),
            tournament: row.try_get::<Option<&str>>("tournament")?.and_then(|news| news.parse().ok()),
            log: row.try_get::<Option<&str>>("log")?.map_or(Ok(Vec::new()), log)?,
        })
    }
}

/// Parses the stored side and level of the bot.
pub(crate) fn engine(words: &str) -> Result<EngineRow, sqlx::Error> {
    let mut parts = words.split(' ');
    let (of, level, mood) = (parts.next().and_then(side), parts.next(), parts.next());
    let mood = mood.filter(|mood| *mood != "-").map(str::to_owned);
    let lowered = parts.next().zip(parts.next().and_then(|at| at.parse().ok()));
    let (Some(side), Some(level)) = (of, level) else {
        return Err(unreadable(format!("the opponent {words:?} of a game")));
    };
    let lowered = lowered.map(|(level, at)| (level.to_owned(), Rev(at)));
    Ok(EngineRow { side, level: level.to_owned(), mood, lowered })
}

/// Parses the stored events of a game.
fn log(text: &str) -> Result<Vec<LogEntry>, sqlx::Error> {
    let lines: Vec<&str> = text.split('\n').collect();
    let (texts, kinds) = lines.split_at(lines.len() / 2);
    if texts.len() != kinds.len() {
        return Err(unreadable(format!("the {} lines of a log", lines.len())));
    }
    texts.iter().zip(kinds).map(|(text, kind)| entry(kind, text)).collect()
}

fn entry(kind: &str, text: &str) -> Result<LogEntry, sqlx::Error> {
    let read = || {
        if let Some(by) = side(kind) {
            return Some((EventKind::Move, Some(by)));
        }
        let (kind, by) = kind.split_once(' ')?;
        Some((kind.parse().ok()?, if by == "-" { None } else { Some(side(by)?) }))
    };
    let (kind, by) = read().ok_or_else(|| unreadable(format!("the event {kind:?} of a game")))?;
    Ok(LogEntry { kind, by, text: text.to_owned() })
}

/// Records that a menu has begun a game. Returns false if it had begun another one.
async fn spend(
    tx: &mut Write,
    menu: Option<InteractionId>,
    (game, rev): (GameId, Rev),
    now: Millis,
) -> Result<bool, WriteError> {
    let Some(menu) = menu else { return Ok(true) };
    let noted = tx
        .execute(
            "INSERT INTO interactions (id, at, game, rev) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            (menu, now, game, rev),
        )
        .await?;
    Ok(noted > 0)
}
