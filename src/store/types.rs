//! What is stored, as plain data.

use crate::game::{
    AnswerToken, ChallengeId, ChannelId, GameId, GuildId, InteractionId, MessageId, Millis, Ply, UserId,
    Version,
};

/// Whether a stored game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredState {
    /// It is being played.
    Live,
    /// It has ended.
    Over,
    /// This version of the rules cannot replay it; kept as it is.
    SetAside,
}

/// A game with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its id.
    pub id: GameId,
    /// Counts its changes; a write names the version that it was decided on.
    pub version: i64,
    /// The variant's slug.
    pub variant: String,
    /// The version of the variant's rules that it was begun under.
    pub rules_version: u32,
    /// The position it began from (extended FEN).
    pub start: String,
    /// White's player; none: a former player.
    pub white: Option<UserId>,
    /// Black's player; none: a former player.
    pub black: Option<UserId>,
    /// The server it is played in.
    pub guild: Option<GuildId>,
    /// The channel it is played in.
    pub channel: ChannelId,
    /// Whether it goes on.
    pub state: StoredState,
    /// How it ended, when it is over.
    pub ending: Option<String>,
    /// Open and spent offers.
    pub offers: String,
    /// When it began.
    pub created_at: Millis,
    /// When the last move was made, or it began.
    pub moved_at: Millis,
    /// The moves in canonical text, in order.
    pub moves: Vec<String>,
}

/// A live game without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveGame {
    /// Its id.
    pub id: GameId,
    /// Counts its changes.
    pub version: i64,
    /// The variant's slug.
    pub variant: String,
    /// The position it began from (extended FEN).
    pub start: String,
    /// White's player; none: a former player.
    pub white: Option<UserId>,
    /// Black's player; none: a former player.
    pub black: Option<UserId>,
    /// The server it is played in.
    pub guild: Option<GuildId>,
    /// The channel it is played in.
    pub channel: ChannelId,
    /// When the last move was made, or it began.
    pub moved_at: Millis,
    /// How many moves it has had.
    pub ply: Ply,
    /// Nothing can be posted in its channel just now, and the chat's code for why.
    pub closed: Option<u32>,
}

/// A game about to begin.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The variant's slug.
    pub variant: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The position it begins from.
    pub start: String,
    /// White's player.
    pub white: UserId,
    /// Black's player.
    pub black: UserId,
    /// The server.
    pub guild: Option<GuildId>,
    /// The channel.
    pub channel: ChannelId,
    /// The channel that holds it, when it is a thread.
    pub parent: Option<ChannelId>,
    /// The token of the interaction, when the answer to it will be the first board.
    pub answer: Option<AnswerToken>,
    /// The present moment.
    pub now: Millis,
}

impl NewGame {
    /// The game as it is stored once it has begun.
    pub fn stored(self, id: GameId) -> StoredGame {
        StoredGame {
            id,
            version: 1,
            variant: self.variant,
            rules_version: self.rules_version,
            start: self.start,
            white: Some(self.white),
            black: Some(self.black),
            guild: self.guild,
            channel: self.channel,
            state: StoredState::Live,
            ending: None,
            offers: String::new(),
            created_at: self.now,
            moved_at: self.now,
            moves: Vec::new(),
        }
    }
}

/// What an action changes in a game: the moves it adds, and what the game's row says afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The ply of the first move added.
    pub from: Ply,
    /// Moves to add, in canonical text.
    pub moves: Vec<String>,
    /// How it ended, if it did.
    pub ending: Option<String>,
    /// Open and spent offers.
    pub offers: String,
    /// When the last move was made.
    pub moved_at: Millis,
    /// The interaction that is acted on.
    pub interaction: Option<InteractionId>,
    /// Its token, when the answer to it will be the new board.
    pub answer: Option<AnswerToken>,
    /// The present moment.
    pub now: Millis,
}

/// A challenge about to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChallenge {
    /// Who asks.
    pub challenger: UserId,
    /// Who is asked; none: anyone.
    pub opponent: Option<UserId>,
    /// The variant's slug.
    pub variant: String,
    /// `white`, `black` or `random`: the challenger's wish.
    pub color: String,
    /// `auto`, `yes` or `no`: whether the game gets a thread.
    pub thread: String,
    /// The challenger may open threads there.
    pub may_thread: bool,
    /// The position it would begin from.
    pub start: String,
    /// The server.
    pub guild: Option<GuildId>,
    /// The channel.
    pub channel: ChannelId,
    /// When it was made.
    pub created_at: Millis,
}

/// An open challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredChallenge {
    /// Its id.
    pub id: ChallengeId,
    /// What was asked for.
    pub asked: NewChallenge,
    /// The message that shows it, once that is known.
    pub message: Option<MessageId>,
}

/// What becomes of an open challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// A game has begun.
    Accepted {
        /// Who plays; one of them is the challenger.
        players: [UserId; 2],
        /// Where.
        place: ChannelId,
    },
    /// By the one who was challenged.
    Declined,
    /// By the challenger.
    Withdrawn,
}

impl Settled {
    /// As it is stored; beside these there are `lapsed` and `closed` (a player was removed).
    pub(super) fn slug(self) -> &'static str {
        match self {
            Self::Accepted { .. } => "accepted",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// A challenge that is no longer open, whose message does not say so yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledChallenge {
    /// Its id.
    pub id: ChallengeId,
    /// `accepted`, `declined`, `withdrawn`, `lapsed` or `closed` (a player was removed).
    pub outcome: String,
    /// The variant's slug.
    pub variant: String,
    /// Who asked; none: a former player.
    pub challenger: Option<UserId>,
    /// Who accepted or declined.
    pub answerer: Option<UserId>,
    /// The channel.
    pub channel: ChannelId,
    /// The message that shows it, once that is known.
    pub message: Option<MessageId>,
    /// Where the game is played, when it was accepted.
    pub place: Option<ChannelId>,
    /// The challenger of a declined one was told in a message of its own.
    pub told: bool,
    /// When it was settled; of one that has lapsed, when it was made.
    pub at: Millis,
}

/// A message that shows a game's board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMessage {
    /// Its channel.
    pub channel: ChannelId,
    /// Its id.
    pub message: MessageId,
    /// The version of the game that it shows.
    pub version: Version,
    /// The interaction whose answer it is, with its token; none: a message of its own.
    pub answer: Option<(InteractionId, AnswerToken)>,
    /// The present moment.
    pub now: Millis,
}

/// A message whose buttons are to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldBoard {
    /// Its channel.
    pub channel: ChannelId,
    /// Its id.
    pub message: MessageId,
    /// The token of the interaction whose answer it is, while that can still be used.
    pub token: Option<AnswerToken>,
}

/// A game whose players have not been shown how it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnshownGame {
    /// The game.
    pub id: GameId,
    /// The version that is to be shown.
    pub due: Version,
    /// When the change was made that is to be shown.
    pub due_at: Millis,
    /// It is over because a player was removed.
    pub left: bool,
}

/// An interaction whose answer should be a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingAnswer {
    /// The interaction.
    pub interaction: InteractionId,
    /// Its token.
    pub token: AnswerToken,
}
