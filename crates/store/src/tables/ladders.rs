//! Ladders: who is on them, and who challenges whom. Triggers in the schema write what comes of a challenge with the change that settles it, and owe
//! the message of a ladder with each of its changes.
//!
//! How the order changes is decided on what was read, and written only if nothing has changed since (`rev`): `ladder_changes`.

use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::{Id, Number, Text},
    Personal,
    Rows::Many,
};
use crate::{Store, StoreError};
use game::{ChallengeId, ChannelId, GameId, GuildId, LadderId, MessageId, Millis, Pace, UserId};
use strum::EnumString;

/// What tables here have of a person.
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
];

/// The most people on a ladder.
pub const LADDER_PLAYERS: u32 = 100;

/// A ladder that is to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLadder {
    /// The server.
    pub guild: GuildId,
    /// Where its message is; none: that channel is gone.
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
    /// Its number.
    pub id: LadderId,
    /// What was opened.
    pub made: NewLadder,
    /// The message that tells how it stands.
    pub message: Option<MessageId>,
    /// Nobody challenges on it any more.
    pub is_closed: bool,
    /// Raised by each change.
    pub rev: i64,
    /// Who is on it, from the top.
    pub players: Vec<LadderPlayer>,
    /// Its challenges, the oldest first.
    pub challenges: Vec<LadderChallenge>,
}

/// Somebody on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderPlayer {
    /// Who it is.
    pub person: UserId,
    /// Challenges that they declined or let pass since they last lost a place for that.
    pub refusals: u8,
}

/// A challenge for a place on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderChallenge {
    /// The challenge, also after it was answered.
    pub challenge: ChallengeId,
    /// Who challenged.
    pub challenger: UserId,
    /// Whom.
    pub opponent: UserId,
    /// Where its game is played, once it was accepted.
    pub place: Option<ChannelId>,
    /// What came of it; none: it is open, or played.
    pub outcome: Option<LadderOutcome>,
}

/// What came of a challenge that changes a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum LadderOutcome {
    /// Whoever challenged has won.
    Won,
    /// It was declined, or let pass.
    Refused,
}

impl Store {
    /// Whether a game is one for a place on a ladder.
    pub async fn is_for_place(&self, game: GameId) -> Result<bool, StoreError> {
        self.exists("SELECT 1 FROM ladder_challenges WHERE game = $1", game).await
    }

    /// The open ladder of a game in a server.
    pub async fn ladder_of(&self, guild: GuildId, variant: &str) -> Result<Option<LadderId>, StoreError> {
        self.first(
            "SELECT id FROM ladders WHERE guild = $1 AND variant = $2 AND state = 'open'",
            (guild, variant),
        )
        .await
    }

    /// The open ladders of a server in the order in which they were opened, each with its channel; none: that is gone.
    pub async fn ladders_in(&self, guild: GuildId) -> Result<Vec<(LadderId, Option<ChannelId>)>, StoreError> {
        self.all(
            "SELECT id, NULLIF(channel, 0) FROM ladders WHERE guild = $1 AND state = 'open' ORDER BY id",
            guild,
        )
        .await
    }

    /// A ladder with its people and its challenges.
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

    /// The ladders in which something is to follow, the longest due first.
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
