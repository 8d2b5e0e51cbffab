//! Tournaments: their settings, players and progress.
//!
//! Triggers in the schema record the result of a game in the transaction that ends it, and queue an update of
//! the tournament's message with each change. The next step is computed from what was read, and written only
//! if nothing has changed since (`rev`), see `tournament_changes`.

use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Number, Text},
    Personal,
    Rows::Many,
};
use crate::unreadable::unreadable;
use crate::{Store, StoreError};
use game::{
    ChannelId, Color, GameId, GuildId, MessageId, Millis, Pace, TournamentId, TournamentKind,
    TournamentResult, TournamentState, UserId,
};
use strum::EnumString;

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[
    // In a tournament that has begun the place stays, without the person.
    Personal {
        table: "tournament_players",
        person: &["person"],
        key: "tournaments",
        rows: Many,
        columns: &[
            ("tournament", "tournament", Number),
            ("number", "number", Number),
            ("state", "state", Text),
            ("out_in", "out_in_round", Number),
            ("rating", "rating", Number),
            ("joined_at", "joined_ms", Number),
        ],
    },
];

/// The maximum number of open or running tournaments per server.
pub const TOURNAMENTS_OF_GUILD: u32 = 10;
/// The maximum number of those that one person plays in.
pub const TOURNAMENTS_OF_PERSON: u32 = 3;

/// How long a tournament that does not fill up stays open, in milliseconds, unless it has a start date.
pub const TOURNAMENT_OPEN_FOR: i64 = 30 * Millis::DAY;
/// The step of an outbox entry that updates the message again after the end was announced.
pub const TOURNAMENT_AGAIN: &str = "again";

/// A tournament to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTournament {
    /// The server.
    pub guild: GuildId,
    /// The channel of its message and its games' threads.
    pub channel: ChannelId,
    /// The pairing system.
    pub kind: TournamentKind,
    /// The slugs of its variants. Rounds use them in turn.
    pub variants: Vec<String>,
    /// The time for each move.
    pub pace: Pace,
    /// Whether its games count for ratings.
    pub rated: bool,
    /// How many games each pair plays: one or two.
    pub games: u32,
    /// The minimum number of players.
    pub least: u32,
    /// The maximum number of players.
    pub most: u32,
    /// When it begins; `None` for when it is full.
    pub starts_at: Option<Millis>,
    /// The seed for random draws.
    pub seed: i64,
    /// The locale of the server.
    pub locale: Option<String>,
}

/// A tournament as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// The tournament's id.
    pub id: TournamentId,
    /// Its settings.
    pub made: NewTournament,
    /// The message with its standings.
    pub message: Option<MessageId>,
    /// Its state.
    pub state: TournamentState,
    /// The number of rounds that have begun.
    pub round: u32,
    /// When it was created.
    pub created_at: Millis,
    /// When it ended.
    pub ended_at: Option<Millis>,
    /// Whether it was ended before all its games were played, and so has no winner.
    pub ended_early: bool,
    /// Incremented by each change.
    pub rev: i64,
    /// Pairs of players who blocked each other when it began, by number.
    pub apart: Vec<(u32, u32)>,
    /// Its players, ordered by number.
    pub players: Vec<TournamentPlayer>,
    /// Its games, ordered by number.
    pub games: Vec<TournamentGame>,
}

/// A player in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentPlayer {
    /// Their number, from 1.
    pub number: u32,
    /// The person; `None` for a former player.
    pub person: Option<UserId>,
    /// Whether they have withdrawn, were removed, or missed games.
    pub is_out: bool,
    /// The current round when they dropped out, once that is known.
    pub out_in: Option<u32>,
    /// Their rating when it began, in points.
    pub rating: i64,
}

/// A game paired by a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentGame {
    /// Its number, from 1.
    pub number: u32,
    /// Its round, from 1.
    pub round: u32,
    /// The variant's slug.
    pub variant: String,
    /// White's number.
    pub white: u32,
    /// Black's number; `None` if White has a bye.
    pub black: Option<u32>,
    /// The message to which its thread is attached.
    pub message: Option<MessageId>,
    /// The game, once it has begun.
    pub game: Option<GameId>,
    /// The result, if it is over.
    pub result: Option<TournamentResult>,
    /// The side that lost on time.
    pub late: Option<Color>,
}

/// A game to be paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPairing {
    /// Its round, from 1.
    pub round: u32,
    /// The variant's slug.
    pub variant: String,
    /// White's number.
    pub white: u32,
    /// Black's number; `None` if White has a bye.
    pub black: Option<u32>,
    /// The result, if it is not to be played.
    pub result: Option<TournamentResult>,
}

/// The next step of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentStep {
    /// Set when it begins: the players in the order of their new numbers, with their ratings in points.
    pub seeded: Option<Vec<(UserId, i64)>>,
    /// Set when it begins: pairs who block each other, by their new numbers.
    pub apart: Vec<(u32, u32)>,
    /// Players who drop out now, each with the current round.
    pub out: Vec<(u32, u32)>,
    /// Results of games that are no longer to be played.
    pub results: Vec<(u32, TournamentResult)>,
    /// New games.
    pub paired: Vec<NewPairing>,
    /// The number of rounds that have begun after this step.
    pub round: u32,
    /// Set when it ends.
    pub ended: Option<TournamentState>,
}

/// What a tournament has to say about one of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum TournamentNews {
    /// It was ended early, before this game was over, so the game does not count in it.
    EndedEarly,
    /// White is out of it, and loses the game.
    WhiteLeft,
    /// Black is out of it, and loses the game.
    BlackLeft,
    /// This game decides a pairing after two others. If it is drawn, Black goes on to the next round.
    Decides,
}

/// The result of creating a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentMade {
    /// It was created.
    Now(TournamentId),
    /// Its channel has one that is not over.
    ChannelHasOne,
    /// Its server has the maximum number of tournaments that are not over.
    TooMany,
}

/// The result of joining a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joining {
    /// They have joined.
    In,
    /// They had joined before.
    Already,
    /// It is full.
    Full,
    /// It is no longer open.
    NotOpen,
    /// They play in the maximum number of tournaments.
    TooMany,
}

impl Store {
    /// Returns the open or running tournament of a channel.
    pub async fn tournament_in(&self, channel: ChannelId) -> Result<Option<TournamentId>, StoreError> {
        self.first("SELECT id FROM tournaments WHERE channel = $1 AND state IN ('open', 'running')", channel)
            .await
    }

    /// Returns the latest tournament of a channel, in any state.
    pub async fn last_tournament_in(&self, channel: ChannelId) -> Result<Option<TournamentId>, StoreError> {
        self.first("SELECT id FROM tournaments WHERE channel = $1 ORDER BY id DESC LIMIT 1", channel).await
    }

    /// Loads a tournament with its players and games.
    pub async fn tournament(&self, id: TournamentId) -> Result<Option<TournamentRow>, StoreError> {
        let read: Option<TournamentRow> = self.first("SELECT * FROM tournaments WHERE id = $1", id).await?;
        let Some(mut read) = read else { return Ok(None) };
        let players = "SELECT number, person, state, out_in, rating FROM tournament_players WHERE tournament = $1 ORDER BY number";
        read.players = self.all(players, id).await?;
        let games = "SELECT * FROM tournament_games WHERE tournament = $1 ORDER BY number";
        read.games = self.all(games, id).await?;
        Ok(Some(read))
    }

    /// Returns the tournaments in which something is due, longest due first.
    pub async fn tournaments_due(&self, now: Millis, most: u32) -> Result<Vec<TournamentId>, StoreError> {
        self.all("SELECT id FROM tournaments WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2", (now, most))
            .await
    }

    /// Returns the live games of a tournament whose results are already decided because one of the players is
    /// out.
    pub async fn decided_games(
        &self,
        id: TournamentId,
    ) -> Result<Vec<(GameId, TournamentResult)>, StoreError> {
        self.all(
            "SELECT t.game, t.result FROM tournament_games t JOIN games ON games.id = t.game
             WHERE t.tournament = $1 AND t.result IS NOT NULL AND games.state = 'live' ORDER BY t.number",
            id,
        )
        .await
    }

    /// Whether a game belongs to a tournament.
    pub async fn is_of_tournament(&self, game: GameId) -> Result<bool, StoreError> {
        self.exists("SELECT 1 FROM tournament_games WHERE game = $1", game).await
    }

    /// Returns which pairs of these people block each other, in either direction.
    pub async fn blocks_among(&self, people: &[UserId]) -> Result<Vec<(UserId, UserId)>, StoreError> {
        let mut found = Vec::new();
        for person in people {
            let blocked: Vec<UserId> =
                self.all("SELECT blocked FROM blocks WHERE person = $1", *person).await?;
            found.extend(
                blocked.into_iter().filter(|other| people.contains(other)).map(|other| (*person, other)),
            );
        }
        Ok(found)
    }
}

row!(|row| TournamentRow {
    id,
    made: NewTournament {
        guild: row.try_get("guild")?,
        channel: row.try_get("channel")?,
        kind: row.try_get("kind")?,
        variants: row.words("variants")?,
        pace: row.try_get("pace")?,
        rated: row.try_get("rated")?,
        games: row.try_get("games")?,
        least: row.try_get("least")?,
        most: row.try_get("most")?,
        starts_at: row.try_get("starts_at")?,
        seed: row.try_get("seed")?,
        locale: row.try_get("locale")?,
    },
    message,
    state,
    round,
    created_at,
    ended_at,
    ended_early,
    rev,
    apart: apart(row.try_get("apart")?)?,
    players: Vec::new(),
    games: Vec::new(),
});

/// Parses stored pairs of numbers.
fn apart(text: &str) -> Result<Vec<(u32, u32)>, sqlx::Error> {
    let pair = |pair: &str| {
        let two =
            pair.split_once('-').and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)));
        two.ok_or_else(|| unreadable(format!("the pair {pair:?} of a tournament")))
    };
    text.split_whitespace().map(pair).collect()
}

row!(|row| TournamentPlayer {
    number,
    person,
    is_out: row.try_get::<&str>("state")? == "out",
    out_in,
    rating,
});

row!(|row| TournamentGame {
    number,
    round,
    variant,
    white,
    black,
    message,
    game,
    result,
    late: row.try_get::<Option<&str>>("late")?.and_then(super::game_lists::side),
});
