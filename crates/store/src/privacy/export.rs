//! Exports everything stored about one person, for that person.

use crate::db::sql::row;
use crate::tables::closed_challenges::ClosedChallenge;
use crate::tables::engine_games::EngineRow;
use crate::tables::games::engine;
use crate::tables::owed_kinds::OwedKind;
use crate::tables::ratings::StoredRating;
use crate::tables::removed_places::sides;
use crate::types::PremovesRow;
use crate::{Store, StoreError};
use game::{ChannelId, Color, GameId, GuildId, MessageId, Millis, UserId};
use serde_json::Value;

/// Everything stored about one person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonRows {
    /// Rows that are theirs alone, by their keys in the export file.
    pub own: Value,
    /// Their current and former games, newest first.
    pub games: Vec<GameRow>,
    /// Their ratings at the ends of rating periods, oldest first.
    pub ratings: Vec<StoredRating>,
    /// Challenges that are closed but whose messages do not show it yet.
    pub closed_challenges: Vec<ClosedChallenge>,
}

/// A game's row and its event log, with the time of each event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The game's id.
    pub id: GameId,
    /// The variant's slug.
    pub variant: String,
    /// The version of the variant's rules when the game began.
    pub rules_version: u32,
    /// White's player; `None` for a former player.
    pub white: Option<UserId>,
    /// Black's player; `None` for a former player.
    pub black: Option<UserId>,
    /// The server in which it is played.
    pub guild: Option<GuildId>,
    /// The channel in which it is played.
    pub channel: ChannelId,
    /// The parent channel, if the channel is a thread.
    pub parent: Option<ChannelId>,
    /// The newest message with its board, by channel and id.
    pub board: Option<(ChannelId, MessageId)>,
    /// Messages of offers that do not show their outcome yet.
    pub offers: Vec<(ChannelId, MessageId)>,
    /// The game that this is the rematch of.
    pub rematch_of: Option<GameId>,
    /// When the game began.
    pub created_at: Millis,
    /// When the last move was made or, without one, when the game began.
    pub moved_at: Millis,
    /// The time control as stored; `None` without a clock.
    pub pace: Option<String>,
    /// When the player to move runs out of time.
    pub deadline: Option<Millis>,
    /// Whether the player to move was reminded.
    pub reminded: bool,
    /// When the player to move was last nudged.
    pub nudged_at: Option<Millis>,
    /// The sides whose players have been announced as having left the server.
    pub left_told: Vec<Color>,
    /// Whether its result counts for the players' ratings.
    pub rated: bool,
    /// The sides that do not allow spectators.
    pub unwatched: Vec<Color>,
    /// The bot's side and level, if the bot plays.
    pub engine: Option<EngineRow>,
    /// The premoves of both sides as text. Each player may see only their own.
    pub premoves: Option<PremovesRow>,
    /// Its state: `live`, `over` or `set aside`.
    pub state: String,
    /// How it ended, if it is over.
    pub ending: Option<String>,
    /// The position (extended FEN).
    pub fen: Option<String>,
    /// The locale of its server or, in direct messages, of the person.
    pub locale: Option<String>,
    /// Why the operator ended it or voided its result, if so.
    pub stopped: Option<String>,
    /// The event log; `None` if it did not fit.
    pub log: Option<Vec<EventRow>>,
}

/// An event of a log, with its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// The kind of event.
    pub kind: String,
    /// The move in canonical text, the request, or the ending.
    pub text: String,
    /// The side that acted.
    pub by: Option<String>,
    /// When it happened.
    pub at: Millis,
}

impl EventRow {
    /// Returns the approximate size of the event in an export file.
    pub fn bytes(&self) -> usize {
        // The rest: field names, punctuation, blanks and the time.
        self.kind.len() + self.text.len() + 130
    }
}

impl Store {
    /// Reads everything stored about a person, newest game first. Logs are included until they fill `room`
    /// bytes; the remaining games come without theirs.
    pub async fn kept_of(&self, person: UserId, room: usize) -> Result<PersonRows, StoreError> {
        let closed_challenges = self.all(
            "SELECT *, CASE WHEN outcome = 'declined' AND NOT EXISTS (SELECT 1 FROM outbox
                 WHERE kind = $2 AND subject = settled_challenges.id AND step = 'decline') THEN 1 ELSE 0 END AS told
             FROM settled_challenges WHERE challenger = $1 OR answerer = $1 ORDER BY id",
            (person, OwedKind::Challenge),
        )
        .await?;
        Ok(PersonRows {
            own: self.personal(person).await?,
            games: self.games_of(person, room).await?,
            ratings: self.all_ratings_of(person).await?,
            closed_challenges,
        })
    }

    async fn games_of(&self, user: UserId, room: usize) -> Result<Vec<GameRow>, StoreError> {
        let mut games: Vec<GameRow> = self.all(
            "SELECT id, variant, rules_version, white, black, guild, channel, parent, board_channel, board_message, rematch_of, created_at,
                 moved_at, pace, deadline, nudged_at, left_told, unwatched, rated, premoves, state, ending, fen, locale,
                 (SELECT reason FROM stopped_games WHERE stopped_games.game = games.id) AS stopped,
                 CASE WHEN reminded = position_rev THEN 1 ELSE 0 END AS was_reminded,
                 CASE WHEN engine IS NOT NULL THEN concat_ws(' ', engine, level, coalesce(mood, '-'), lowered, lowered_at) END AS engine
             FROM games WHERE white = $1 OR black = $1 ORDER BY id DESC",
            user,
        )
        .await?;
        let offers = self.offers_of(user).await?;
        let mut left = room;
        for game in &mut games {
            game.offers =
                offers.iter().filter(|(of, _)| *of == game.id).map(|(_, message)| *message).collect();
            if left > 0 {
                let log = self.log_with_times(game.id).await?;
                left = left.saturating_sub(log.iter().map(EventRow::bytes).sum());
                game.log = Some(log);
            }
        }
        Ok(games)
    }

    /// Returns the messages of offers in a person's games.
    async fn offers_of(&self, user: UserId) -> Result<Vec<(GameId, (ChannelId, MessageId))>, StoreError> {
        let offers = self
            .all(
                "SELECT games.id AS game, outbox.channel, message FROM games CROSS JOIN outbox
             WHERE kind = $2 AND subject = games.id AND (white = $1 OR black = $1) AND message IS NOT NULL
             ORDER BY subject, part",
                (user, OwedKind::Offer),
            )
            .await?;
        Ok(offers.into_iter().map(|(game, channel, message)| (game, (channel, message))).collect())
    }

    async fn log_with_times(&self, game: GameId) -> Result<Vec<EventRow>, StoreError> {
        self.all("SELECT kind, text, \"by\", at FROM events WHERE game = $1 ORDER BY seq", game).await
    }
}

row!(|row| GameRow {
    id,
    variant,
    rules_version,
    white,
    black,
    guild,
    channel,
    parent,
    board: row.try_get::<Option<_>>("board_channel")?.zip(row.try_get("board_message")?),
    offers: Vec::new(),
    rematch_of,
    created_at,
    moved_at,
    pace,
    engine: row.try_get::<Option<&str>>("engine")?.map(engine).transpose()?,
    premoves: row.try_get::<Option<_>>("premoves")?.map(PremovesRow),
    deadline,
    reminded: row.try_get("was_reminded")?,
    nudged_at,
    left_told: sides(row.try_get("left_told")?),
    unwatched: sides(row.try_get("unwatched")?),
    rated,
    state,
    ending,
    fen,
    locale,
    stopped,
    log: None,
});

row!(|row| EventRow { kind, text, by, at });
