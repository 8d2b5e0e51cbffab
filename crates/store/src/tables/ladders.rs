//! Ladders: their players and challenges.
//!
//! Triggers in the schema record the outcome of a challenge in the transaction that decides it, and queue an
//! update of the ladder's message with each change. A new order is computed from what was read, and written
//! only if nothing has changed since (`rev`), see `ladder_changes`.

use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Id, Number, Text},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError};
use game::{ChallengeId, ChannelId, GameId, GuildId, LadderId, MessageId, Millis, Pace, UserId};
use strum::EnumString;

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[
    Personal {
        table: "ladder_players",
        person: &["person"],
        key: "ladders",
        rows: Many,
        columns: &[
            ("ladder", "ladder", Number),
            ("place", "place", Number),
            ("refusals", "refusals", Number),
            ("joined_at", "joined_ms", Number),
        ],
    },
    Personal {
        table: "ladder_challenges",
        person: &["challenger", "opponent"],
        key: "ladder_challenges",
        rows: Many,
        columns: &[
            ("challenge", "challenge", Number),
            ("ladder", "ladder", Number),
            ("challenger", "challenger", Id),
            ("opponent", "opponent", Id),
            ("game", "game", Number),
            ("outcome", "outcome", Text),
        ],
    },
    Personal {
        table: "outbox",
        person: &["kind = 'fallen' AND part"],
        key: "ladder_places_lost_untold",
        rows: Many,
        columns: &[("subject", "", Number)],
    },
];

/// The maximum number of people on a ladder.
pub const LADDER_PLAYERS: u32 = 100;

/// A ladder to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLadder {
    /// The server.
    pub guild: GuildId,
    /// The channel of its message; `None` if the channel was deleted.
    pub channel: Option<ChannelId>,
    /// The variant's slug.
    pub variant: String,
    /// The time for each move.
    pub pace: Pace,
    /// Whether its games count for ratings.
    pub rated: bool,
    /// The locale of the server.
    pub locale: Option<String>,
}

/// A ladder as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderRow {
    /// The ladder's id.
    pub id: LadderId,
    /// The server, channel and settings.
    pub made: NewLadder,
    /// The message with its standings.
    pub message: Option<MessageId>,
    /// Whether it is closed, so that no challenges are possible.
    pub is_closed: bool,
    /// Incremented by each change.
    pub rev: i64,
    /// Its players, from the top.
    pub players: Vec<LadderPlayer>,
    /// Its challenges, oldest first.
    pub challenges: Vec<LadderChallenge>,
}

/// A person on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderPlayer {
    /// The person.
    pub person: UserId,
    /// How many challenges they have declined or let lapse since they last lost a place for that.
    pub refusals: u8,
}

/// A challenge for a place on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderChallenge {
    /// The challenge's id, which stays after it was answered.
    pub challenge: ChallengeId,
    /// The challenger.
    pub challenger: UserId,
    /// The challenged person.
    pub opponent: UserId,
    /// Where its game is played, once it was accepted.
    pub place: Option<ChannelId>,
    /// The outcome; `None` while it is open or being played.
    pub outcome: Option<LadderOutcome>,
}

/// The outcome of a challenge that changes a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum LadderOutcome {
    /// The challenger won.
    Won,
    /// The challenge was declined or lapsed.
    Refused,
}

impl Store {
    /// Whether a game is for a place on a ladder.
    pub async fn is_for_place(&self, game: GameId) -> Result<bool, StoreError> {
        self.exists("SELECT 1 FROM ladder_challenges WHERE game = $1", game).await
    }

    /// Returns the ladder on which a challenge is for a place, until the ladder has followed its outcome.
    pub async fn ladder_of_challenge(&self, id: ChallengeId) -> Result<Option<LadderId>, StoreError> {
        self.first("SELECT ladder FROM ladder_challenges WHERE challenge = $1", id).await
    }

    /// Returns the open ladder of a variant in a server.
    pub async fn ladder_of(&self, guild: GuildId, variant: &str) -> Result<Option<LadderId>, StoreError> {
        self.first(
            "SELECT id FROM ladders WHERE guild = $1 AND variant = $2 AND state = 'open'",
            (guild, variant),
        )
        .await
    }

    /// Returns the open ladders of a server, oldest first, each with its channel; `None` if the channel was
    /// deleted.
    pub async fn ladders_in(&self, guild: GuildId) -> Result<Vec<(LadderId, Option<ChannelId>)>, StoreError> {
        self.all(
            "SELECT id, NULLIF(channel, 0) FROM ladders WHERE guild = $1 AND state = 'open' ORDER BY id",
            guild,
        )
        .await
    }

    /// Loads a ladder with its players and challenges.
    pub async fn ladder(&self, id: LadderId) -> Result<Option<LadderRow>, StoreError> {
        let read: Option<LadderRow> = self.first("SELECT * FROM ladders WHERE id = $1", id).await?;
        let Some(mut read) = read else { return Ok(None) };
        let players = "SELECT person, refusals FROM ladder_players WHERE ladder = $1 ORDER BY place";
        read.players = self.all(players, id).await?;
        let challenges =
            "SELECT l.*, games.channel AS place FROM ladder_challenges l LEFT JOIN games ON games.id = l.game
             WHERE l.ladder = $1 ORDER BY l.challenge";
        read.challenges = self.all(challenges, id).await?;
        Ok(Some(read))
    }

    /// Returns the ladders that are due for an update, longest due first.
    pub async fn ladders_due(&self, now: Millis, most: u32) -> Result<Vec<LadderId>, StoreError> {
        self.all("SELECT id FROM ladders WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2", (now, most))
            .await
    }
}

row!(|row| LadderRow {
    id,
    made: NewLadder {
        guild: row.try_get("guild")?,
        channel: row.try_get::<Option<ChannelId>>("channel")?.filter(|channel| channel.0 != 0),
        variant: row.try_get("variant")?,
        pace: row.try_get("pace")?,
        rated: row.try_get("rated")?,
        locale: row.try_get("locale")?,
    },
    message,
    is_closed: row.try_get::<&str>("state")? == "closed",
    rev,
    players: Vec::new(),
    challenges: Vec::new(),
});

row!(|row| LadderPlayer {
    person,
    refusals: u8::try_from(row.try_get::<u32>("refusals")?).unwrap_or(u8::MAX),
});

row!(|row| LadderChallenge { challenge, challenger, opponent, place, outcome });
