//! Tournaments: what they are, who plays in them, and how far they have come. Triggers in the schema write the result of a game with the change
//! that ends it, and owe the message of a tournament with each of its changes.
//!
//! What follows next is decided on what was read, and written only if nothing has changed since (`rev`): `tournament_changes`.

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

/// What tables here have of a person.
pub(crate) const PERSONAL: &[Personal] = &[
    // In a tournament that has begun the place stays, without them.
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

/// The most tournaments of a server that are open or running.
pub const TOURNAMENTS_OF_GUILD: u32 = 10;
/// The most of them that one person plays in.
pub const TOURNAMENTS_OF_PERSON: u32 = 3;

/// A tournament that does not fill up is open for so long, in milliseconds, unless it has a day.
pub const TOURNAMENT_OPEN_FOR: i64 = 30 * Millis::DAY;
/// The step of a message that is owed once more after the end was told.
pub const TOURNAMENT_AGAIN: &str = "again";

/// A tournament that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTournament {
    /// The server.
    pub guild: GuildId,
    /// Where its message is, and on which its games hang.
    pub channel: ChannelId,
    /// How it is decided who meets whom.
    pub kind: TournamentKind,
    /// The slugs of its variants; the rounds have them in turn.
    pub variants: Vec<String>,
    /// The time for each move.
    pub pace: Pace,
    /// Whether its games count for ratings.
    pub rated: bool,
    /// How many games each two have: one or two.
    pub games: u32,
    /// The fewest players with which it begins.
    pub least: u32,
    /// The most.
    pub most: u32,
    /// When it begins; none: when it is full.
    pub starts_at: Option<Millis>,
    /// What draws by lot follow from.
    pub seed: i64,
    /// The locale of the server.
    pub locale: Option<String>,
}

/// A tournament as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// Its number.
    pub id: TournamentId,
    /// What was made.
    pub made: NewTournament,
    /// The message that tells how it stands.
    pub message: Option<MessageId>,
    /// How far it is.
    pub state: TournamentState,
    /// The rounds that have begun.
    pub round: u32,
    /// When it was made.
    pub created_at: Millis,
    /// When it ended.
    pub ended_at: Option<Millis>,
    /// It was ended before all its games were played, so nobody has won it.
    pub ended_early: bool,
    /// Raised by each change.
    pub rev: i64,
    /// Those who blocked each other when it began, by their numbers.
    pub apart: Vec<(u32, u32)>,
    /// Who plays, in the order of their numbers.
    pub players: Vec<TournamentPlayer>,
    /// Its games, in the order of their numbers.
    pub games: Vec<TournamentGame>,
}

/// Who plays in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentPlayer {
    /// Their number, from 1.
    pub number: u32,
    /// Who it is; none is a former player.
    pub person: Option<UserId>,
    /// Whether they have withdrawn, let games go, or were removed.
    pub is_out: bool,
    /// The round in which they stood when they went out, once that is known.
    pub out_in: Option<u32>,
    /// Their rating when it began, in points.
    pub rating: i64,
}

/// A game that a tournament has paired.
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
    /// Black's number; none: White has a bye.
    pub black: Option<u32>,
    /// The message on which its thread hangs.
    pub message: Option<MessageId>,
    /// The game, once it has begun.
    pub game: Option<GameId>,
    /// How it came out, if it is over.
    pub result: Option<TournamentResult>,
    /// The side that let time run out.
    pub late: Option<Color>,
}

/// A game that is to be paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPairing {
    /// Its round, from 1.
    pub round: u32,
    /// The variant's slug.
    pub variant: String,
    /// White's number.
    pub white: u32,
    /// Black's number; none: White has a bye.
    pub black: Option<u32>,
    /// Set if it is not to be played.
    pub result: Option<TournamentResult>,
}

/// What a tournament goes on with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentStep {
    /// Set when it begins: the players in the order of their new numbers, with their ratings in points.
    pub seeded: Option<Vec<(UserId, i64)>>,
    /// Set when it begins: those who block each other, by their new numbers.
    pub apart: Vec<(u32, u32)>,
    /// Players who are out from now on, each with the round in which they stood.
    pub out: Vec<(u32, u32)>,
    /// Results of games that are not to be played any more.
    pub results: Vec<(u32, TournamentResult)>,
    /// New games.
    pub paired: Vec<NewPairing>,
    /// The rounds that have begun by then.
    pub round: u32,
    /// Set when it ends.
    pub ended: Option<TournamentState>,
}

/// Whether a tournament was made, or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentMade {
    /// It was.
    Now(TournamentId),
    /// Its channel has one that is not over.
    ChannelHasOne,
    /// Its server has as many that are not over as it may.
    TooMany,
}

/// Whether somebody is in a tournament now, or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joining {
    /// They are.
    In,
    /// They were already.
    Already,
    /// It is full.
    Full,
    /// It is not open any more.
    NotOpen,
    /// They play in as many as one person may.
    TooMany,
}

impl Store {
    /// The tournament of a channel that is open or running.
    pub async fn tournament_in(&self, channel: ChannelId) -> Result<Option<TournamentId>, StoreError> {
        self.first("SELECT id FROM tournaments WHERE channel = $1 AND state IN ('open', 'running')", channel)
            .await
    }

    /// The tournament that was in a channel last, whatever its state.
    pub async fn last_tournament_in(&self, channel: ChannelId) -> Result<Option<TournamentId>, StoreError> {
        self.first("SELECT id FROM tournaments WHERE channel = $1 ORDER BY id DESC LIMIT 1", channel).await
    }

    /// A tournament with its players and games.
    pub async fn tournament(&self, id: TournamentId) -> Result<Option<TournamentRow>, StoreError> {
        let read: Option<TournamentRow> = self.first("SELECT * FROM tournaments WHERE id = $1", id).await?;
        let Some(mut read) = read else { return Ok(None) };
        let players = "SELECT number, person, state, out_in, rating FROM tournament_players WHERE tournament = $1 ORDER BY number";
        read.players = self.all(players, id).await?;
        let games = "SELECT * FROM tournament_games WHERE tournament = $1 ORDER BY number";
        read.games = self.all(games, id).await?;
        Ok(Some(read))
    }

    /// The tournaments in which something is due by now, the longest due first.
    pub async fn tournaments_due(&self, now: Millis, most: u32) -> Result<Vec<TournamentId>, StoreError> {
        self.all("SELECT id FROM tournaments WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2", (now, most))
            .await
    }

    /// The games of a tournament that go on although their results are known already, as a player of theirs is out.
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

    /// Whether a game is one of a tournament.
    pub async fn is_of_tournament(&self, game: GameId) -> Result<bool, StoreError> {
        self.exists("SELECT 1 FROM tournament_games WHERE game = $1", game).await
    }

    /// Which pairs of these people block each other, whoever of the two does.
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

/// Pairs of numbers, as they are stored.
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
