//! What is stored, as plain data.

use crate::tables::engine_games::EngineRow;
use crate::tables::preferences::{GuildBoardsRow, PreferencesRows};
use crate::tables::vacations::VacationsRow;
use game::{
    AnswerToken, ChallengeId, ChannelId, Color, EventKind, GameId, GuildId, InteractionId, LogEntry,
    MessageId, Millis, MoveClock, Pace, Ply, Rev, UserId, listed,
};
use std::fmt;

/// So much time the player to move has at least when a channel opens, in milliseconds: nobody sees at once that it has.
pub(super) const LEAST: i64 = Millis::HOUR;

listed! {
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
}

impl StoredState {
    /// The word that is stored.
    pub(super) const fn slug(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Over => "over",
            Self::SetAside => "set aside",
        }
    }
}

/// How a game stands. It follows from the log, and is kept beside it so that lists and guards need not read the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of the last event; a write names the one that it was decided on.
    pub rev: Rev,
    /// The number of the last event that changed the position.
    pub position_rev: Rev,
    /// How many moves it has had.
    pub ply: Ply,
    /// The side to move.
    pub turn: Color,
    /// The player to move, while the game goes on and has one.
    pub to_move: Option<UserId>,
    /// The position (extended FEN); none of a game of an older database that no start has looked at yet.
    pub fen: Option<String>,
    /// Whether it goes on.
    pub state: StoredState,
    /// How it ended, when it is over.
    pub ending: Option<String>,
    /// When the last move was made, or it began.
    pub moved_at: Millis,
    /// When the player to move has to have moved; none without a clock.
    pub deadline: Option<Millis>,
    /// When the player to move is to be reminded of that, once.
    pub remind_at: Option<Millis>,
}

/// What the players of a game have prepared. It never prints, as nobody else may see it.
#[derive(Clone, PartialEq, Eq)]
pub struct PremovesRow(pub String);

impl fmt::Debug for PremovesRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeptPremoves(***)")
    }
}

/// A game with its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its id.
    pub id: GameId,
    /// The variant's slug.
    pub variant: String,
    /// The version of the variant's rules that it was begun under.
    pub rules_version: u32,
    /// White's player; none: a former player.
    pub white: Option<UserId>,
    /// Black's player; none: a former player.
    pub black: Option<UserId>,
    /// The bot itself, if it plays.
    pub engine: Option<EngineRow>,
    /// The server it is played in.
    pub guild: Option<GuildId>,
    /// The channel it is played in.
    pub channel: ChannelId,
    /// When it began.
    pub created_at: Millis,
    /// How long each move may take; none: no clock.
    pub pace: Option<Pace>,
    /// Its players have agreed that both may have hints.
    pub hints: bool,
    /// Until when its players are or were on vacation; without a clock it does not matter.
    pub vacations: VacationsRow,
    /// What its players have prepared, as text.
    pub premoves: Option<PremovesRow>,
    /// How it stands.
    pub stands: Snapshot,
    /// In which languages it is told of.
    pub locales: LocalesRow,
    /// What its players have set.
    pub tastes: PreferencesRows,
    /// Since when nothing can be posted where it is played, so that its clock stands still; none: it is open.
    pub closed: Option<Millis>,
    /// What its server has set.
    pub house: GuildBoardsRow,
    /// What has happened, from the beginning on.
    pub log: Vec<LogEntry>,
}

/// The locales that were seen last, as the chat names them; none is English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalesRow {
    /// That of the game's server; in direct messages the person's.
    pub game: Option<String>,
    /// That of White's player.
    pub white: Option<String>,
    /// That of Black's player.
    pub black: Option<String>,
}

impl StoredGame {
    /// The clock as it stands; none without one, and after the end.
    pub fn clock(&self) -> Option<MoveClock> {
        Some(MoveClock { pace: self.pace?, deadline: self.stands.deadline? })
    }

    /// The same where it stands still, as it will be if its channel opens now.
    pub fn clock_if_open(&self, now: Millis) -> Option<MoveClock> {
        let clock = self.clock()?;
        let Some(since) = self.closed else { return Some(clock) };
        let stood = now.0 - since.0.max(self.stands.moved_at.0);
        let rest = self.vacations.of(self.stands.turn).map_or(0, |until| until.since(now));
        let deadline =
            if stood > 0 { (clock.deadline.0 + stood).max(now.0 + LEAST) } else { clock.deadline.0 };
        Some(MoveClock { deadline: Millis(deadline + rest), ..clock })
    }

    /// The texts of its moves, in order.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.log.iter().filter(|entry| entry.kind == EventKind::Move).map(|entry| entry.text.as_str())
    }
}

/// A live game without its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveGame {
    /// Its id.
    pub id: GameId,
    /// The variant's slug.
    pub variant: String,
    /// White's player; none: a former player.
    pub white: Option<UserId>,
    /// Black's player; none: a former player.
    pub black: Option<UserId>,
    /// The server it is played in.
    pub guild: Option<GuildId>,
    /// The channel it is played in.
    pub channel: ChannelId,
    /// How it stands.
    pub stands: Snapshot,
    /// Until when the player to move is or was on vacation; without a clock it does not matter.
    pub away: Option<Millis>,
    /// Nothing can be posted in its channel just now, and the chat's code for why.
    pub closed: Option<u32>,
    /// When the player to move was last nudged.
    pub nudged: Option<Millis>,
    /// How long each move may take; none: no clock.
    pub pace: Option<Pace>,
    /// The name of the level of the bot itself, if it plays.
    pub level: Option<String>,
}

/// A game about to begin.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The variant's slug.
    pub variant: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// White's player.
    pub white: UserId,
    /// Black's player.
    pub black: UserId,
    /// The bot itself, if it plays.
    pub engine: Option<EngineRow>,
    /// The server.
    pub guild: Option<GuildId>,
    /// The channel.
    pub channel: ChannelId,
    /// The channel that holds it, when it is a thread.
    pub parent: Option<ChannelId>,
    /// How long each move may take; none: no clock.
    pub pace: Option<Pace>,
    /// Its players have agreed that both may have hints.
    pub hints: bool,
    /// The challenge that is accepted by this; it ends in the same transaction.
    pub challenge: Option<ChallengeId>,
    /// The game that it is a rematch of.
    pub rematch_of: Option<GameId>,
    /// What the channel stands for, when it is a new seat of the player's.
    pub seat: Option<StoredSeat>,
}

impl NewGame {
    /// The game as it is stored once it has begun, without what its players and its server have set.
    pub fn stored(self, id: GameId, change: Change) -> StoredGame {
        StoredGame {
            id,
            variant: self.variant,
            rules_version: self.rules_version,
            white: Some(self.white),
            black: Some(self.black),
            engine: self.engine,
            guild: self.guild,
            channel: self.channel,
            created_at: change.now,
            pace: self.pace,
            hints: self.hints,
            premoves: None,
            vacations: VacationsRow::default(),
            tastes: PreferencesRows::default(),
            closed: None,
            house: GuildBoardsRow::default(),
            locales: LocalesRow { game: change.game_locale().map(str::to_owned), ..LocalesRow::default() },
            log: change.events().cloned().collect(),
            stands: change.after,
        }
    }
}

/// One thing that a change does beside what the game's row says afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The next event of the log.
    Event(LogEntry),
    /// No board of it can be shown, and none is due.
    NoBoard,
    /// It holds only while the time of the side to move is up, as a vacation may have begun meanwhile, and its channel is open.
    IfLate,
    /// The locale of the game's server is this one now; in direct messages that of the person.
    GameLocale(String),
    /// The locale of a player is this one now.
    PersonLocale(UserId, String),
    /// What the bot makes of the game is this now, in a word of its own.
    EngineMood(String),
    /// What the players have prepared is another now, if it still was as it was seen.
    Premoves {
        /// What it was.
        seen: Option<PremovesRow>,
        /// What it is now.
        now: Option<PremovesRow>,
    },
}

/// What an action does to a game: all of it in one transaction, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// In order.
    pub effects: Vec<Effect>,
    /// How the game stands then.
    pub after: Snapshot,
    /// The interaction that is acted on.
    pub interaction: Option<InteractionId>,
    /// Its token, when the answer to it will be the new board.
    pub answer: Option<AnswerToken>,
    /// The present moment, which the events are noted with.
    pub now: Millis,
}

impl Change {
    /// The events among the effects.
    pub fn events(&self) -> impl Iterator<Item = &LogEntry> {
        self.effects.iter().filter_map(|effect| match effect {
            Effect::Event(entry) => Some(entry),
            Effect::NoBoard
            | Effect::IfLate
            | Effect::GameLocale(_)
            | Effect::PersonLocale(..)
            | Effect::EngineMood(_)
            | Effect::Premoves { .. } => None,
        })
    }

    /// Whether it does more than the game's row and log say.
    pub fn goes_further(&self) -> bool {
        let further = |effect: &Effect| {
            matches!(effect, Effect::PersonLocale(..) | Effect::EngineMood(_) | Effect::Premoves { .. })
        };
        self.effects.iter().any(further)
    }

    /// The locale of the game's server, if it is another one now.
    pub fn game_locale(&self) -> Option<&str> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::GameLocale(locale) => Some(locale.as_str()),
            _ => None,
        })
    }
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
    /// How long each move may take; none: no clock.
    pub pace: Option<Pace>,
    /// Both players may have hints.
    pub hints: bool,
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
    /// The server's locale; what becomes of the challenge is told in its language.
    pub locale: Option<String>,
    /// The game that a rematch is asked for of.
    pub rematch_of: Option<GameId>,
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

/// A message that shows a game's board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMessage {
    /// Its channel.
    pub channel: ChannelId,
    /// Its id.
    pub message: MessageId,
    /// The event of the game that it shows.
    pub rev: Rev,
    /// The interaction by whose token it was made, with that; none: a message of its own.
    pub answer: Option<(InteractionId, AnswerToken)>,
    /// The present moment.
    pub now: Millis,
}

/// A message whose buttons are to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetiredBoard {
    /// Its channel.
    pub channel: ChannelId,
    /// Its id.
    pub message: MessageId,
    /// The token that it was made by, while that can still be used.
    pub token: Option<AnswerToken>,
}

/// What came of noting a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotedBoard {
    /// The message that is the newest board no longer.
    pub old: Option<RetiredBoard>,
    /// That one got through later than the newest board and stands below it in the same channel. The interaction by which it was made; none:
    /// it does not, or it is a message of its own.
    pub below: Option<InteractionId>,
    /// Something has happened since that the board is to show, but that needs no new one: an offer.
    pub behind: bool,
    /// Something has happened after an offer of the game, whose message may have to say so.
    pub offers: bool,
}

/// A game whose players have not been shown how it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnshownGame {
    /// The game.
    pub id: GameId,
    /// The event that is to be shown.
    pub due: Rev,
    /// When the change was made that is to be shown.
    pub due_at: Millis,
    /// It is over because a player was removed.
    pub left: bool,
}

/// Where somebody plays alone by the bot's answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredSeat {
    /// What stands for the person and the channel in their games.
    pub seat: ChannelId,
    /// The server.
    pub guild: Option<GuildId>,
    /// The channel itself.
    pub channel: ChannelId,
}
