//! What is stored, as plain data.

use crate::tables::acts::StoppedRow;
use crate::tables::engine_games::EngineRow;
use crate::tables::preferences::{GuildBoardsRow, PreferencesRows};
use crate::tables::vacations::VacationsRow;
use game::{
    AnswerToken, ChallengeId, ChannelId, Color, EventKind, GameId, GuildId, InteractionId, LadderId,
    LogEntry, MessageId, Millis, MoveClock, Pace, Ply, Rev, TournamentId, UserId,
};
use std::fmt;
use std::sync::Arc;
use strum::{EnumString, IntoStaticStr};

/// The least time in milliseconds that the player to move has after a channel opens, because nobody notices that at once.
pub(super) const LEAST: i64 = Millis::HOUR;

/// For how many milliseconds a note that moves can be accepted is believed; statements have the number as well. It is made anew each minute at
/// least. Between the end of a process, or a leap of its clock, and the time that is given back for it, whoever acts first would be late.
const BELIEVED_FOR: i64 = 120_000;

/// Whether a stored game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum StoredState {
    /// It is being played.
    Live,
    /// It has ended.
    Over,
    /// This version of the rules cannot replay it, so it is kept as it is.
    #[strum(serialize = "set aside")]
    SetAside,
}

impl StoredState {
    /// The stored word.
    pub(super) fn slug(self) -> &'static str {
        self.into()
    }
}

/// The state of a game. It follows from the log, and is stored beside it so that lists and guards need not read the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of the last event. A write names the one that it was decided on.
    pub rev: Rev,
    /// The number of the last event that changed the position.
    pub position_rev: Rev,
    /// How many moves the game has had.
    pub ply: Ply,
    /// The side to move.
    pub turn: Color,
    /// The player to move, if the game is live and has one.
    pub to_move: Option<UserId>,
    /// The position (extended FEN); none if it is not known.
    pub fen: Option<String>,
    /// Whether the game goes on.
    pub state: StoredState,
    /// How it ended, when it is over.
    pub ending: Option<String>,
    /// When the last move was made, or else when the game began.
    pub moved_at: Millis,
    /// When the player to move runs out of time; none without a clock.
    pub deadline: Option<Millis>,
    /// When the player to move is to be reminded, once.
    pub remind_at: Option<Millis>,
}

/// The prepared moves of a game. They are never printed, because only their player may see them.
#[derive(Clone, PartialEq, Eq)]
pub struct PremovesRow(pub String);

impl fmt::Debug for PremovesRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PremovesRow(***)")
    }
}

/// A game with its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The game's id.
    pub id: GameId,
    /// The variant's slug.
    pub variant: String,
    /// The version of the variant's rules under which it began.
    pub rules_version: u32,
    /// White's player; none is a former player.
    pub white: Option<UserId>,
    /// Black's player; none is a former player.
    pub black: Option<UserId>,
    /// The bot's side and level, if the bot plays.
    pub engine: Option<EngineRow>,
    /// The server it is played in.
    pub guild: Option<GuildId>,
    /// The channel it is played in.
    pub channel: ChannelId,
    /// When it began.
    pub created_at: Millis,
    /// The time for each move; none without a clock.
    pub pace: Option<Pace>,
    /// Whether the players have agreed that both may have hints.
    pub hints: bool,
    /// Whether its result counts for their ratings.
    pub rated: bool,
    /// The ends of the players' vacations; irrelevant without a clock.
    pub vacations: VacationsRow,
    /// The prepared moves as text.
    pub premoves: Option<PremovesRow>,
    /// The state of the game.
    pub stands: Snapshot,
    /// The locales for texts about the game.
    pub locales: LocalesRow,
    /// The players' preferences.
    pub preferences: PreferencesRows,
    /// Since when its channel is closed, so that its clock stands still; none if it is open.
    pub closed: Option<Millis>,
    /// When its players could last move, as far as is known: 0 where its shard is silent, none where that was never noted.
    pub last_alive: Option<Millis>,
    /// How its server has boards drawn.
    pub house: GuildBoardsRow,
    /// The events from the beginning.
    pub log: Vec<LogEntry>,
    /// A backup has set it back, and no message says so yet.
    pub set_back: bool,
    /// That whoever runs the bot has taken its result back, if they have.
    pub voided: Option<Arc<StoppedRow>>,
}

/// The locales last seen, as Discord names them. None is English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalesRow {
    /// The locale of the game's server; in direct messages, that of the person.
    pub game: Option<String>,
    /// The locale of White's player.
    pub white: Option<String>,
    /// The locale of Black's player.
    pub black: Option<String>,
}

impl StoredGame {
    /// The clock; none without a pace, and after the end.
    pub fn clock(&self) -> Option<MoveClock> {
        Some(MoveClock { pace: self.pace?, deadline: self.stands.deadline? })
    }

    /// The clock as it would be if the channel, where it is closed, opened now, or its shard, where it is out of reach, were heard of.
    pub fn clock_if_open(&self, now: Millis) -> Option<MoveClock> {
        let clock = self.clock()?;
        let Some(since) = self.closed else {
            // Whoever is late on a shard that is out of reach has not been given time back yet.
            let is_out_of_reach = self.last_alive.is_some_and(|at| at.0 + BELIEVED_FOR < now.0);
            let is_late = is_out_of_reach && clock.deadline <= now;
            let deadline = if is_late { Millis(now.0 + LEAST) } else { clock.deadline };
            return Some(MoveClock { deadline, ..clock });
        };
        let stood = now.0 - since.0.max(self.stands.moved_at.0);
        let rest = self.vacations.of(self.stands.turn).map_or(0, |until| until.since(now));
        let deadline =
            if stood > 0 { (clock.deadline.0 + stood).max(now.0 + LEAST) } else { clock.deadline.0 };
        Some(MoveClock { deadline: Millis(deadline + rest), ..clock })
    }

    /// The texts of the moves, in order.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.log.iter().filter(|entry| entry.kind == EventKind::Move).map(|entry| entry.text.as_str())
    }
}

/// A live game without its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveGame {
    /// The game's id.
    pub id: GameId,
    /// The variant's slug.
    pub variant: String,
    /// White's player; none is a former player.
    pub white: Option<UserId>,
    /// Black's player; none is a former player.
    pub black: Option<UserId>,
    /// The server it is played in.
    pub guild: Option<GuildId>,
    /// The channel it is played in.
    pub channel: ChannelId,
    /// The state of the game.
    pub stands: Snapshot,
    /// The end of the vacation of the player to move; irrelevant without a clock.
    pub away: Option<Millis>,
    /// Discord's error code, if nothing can be posted in its channel.
    pub closed: Option<u32>,
    /// When the player to move was last nudged.
    pub nudged: Option<Millis>,
    /// The time for each move; none without a clock.
    pub pace: Option<Pace>,
    /// The level of the bot, if the bot plays.
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
    /// The bot's side and level, if the bot plays.
    pub engine: Option<EngineRow>,
    /// The server it is to be played in.
    pub guild: Option<GuildId>,
    /// The channel it is to be played in.
    pub channel: ChannelId,
    /// The parent channel, when it is a thread.
    pub parent: Option<ChannelId>,
    /// The time for each move; none without a clock.
    pub pace: Option<Pace>,
    /// Whether the players have agreed that both may have hints.
    pub hints: bool,
    /// Whether its result counts for their ratings.
    pub rated: bool,
    /// The challenge that this game accepts; it ends in the same transaction.
    pub challenge: Option<ChallengeId>,
    /// The game of which it is a rematch.
    pub rematch_of: Option<GameId>,
    /// The tournament that it is played in, and the number of its pairing there.
    pub tournament: Option<(TournamentId, u32)>,
    /// The user install that the channel is, if it is a new one, and the person who has it.
    pub user_install: Option<(UserId, crate::UserInstallRow)>,
}

impl NewGame {
    /// The game as it is stored when it begins, without what the players and the server have set.
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
            rated: self.rated,
            premoves: None,
            vacations: VacationsRow::default(),
            preferences: PreferencesRows::default(),
            closed: None,
            last_alive: None,
            house: GuildBoardsRow::default(),
            locales: LocalesRow { game: change.game_locale().map(str::to_owned), ..LocalesRow::default() },
            log: change.events().cloned().collect(),
            set_back: false,
            voided: None,
            stands: change.after,
        }
    }
}

/// One effect of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The next event of the log.
    Event(LogEntry),
    /// No board can be shown for the change, so none is due.
    NoBoard,
    /// No answer shows what is done: the game's board is owed at once, also if the position is as before.
    BoardAtOnce,
    /// The change applies only if the time of the side to move is up, the channel is open and its shard within reach. A vacation may have begun meanwhile.
    IfLate,
    /// The new locale of the game's server; in direct messages, that of the person.
    GameLocale(String),
    /// The new locale of a player.
    PersonLocale(UserId, String),
    /// The bot's new view of the game, as a word of the engine player's own.
    EngineMood(String),
    /// The prepared moves have changed. The change applies only if they were as seen.
    Premoves {
        /// The ones that the change was decided on.
        seen: Option<PremovesRow>,
        /// The ones to be stored.
        now: Option<PremovesRow>,
    },
}

/// What an action does to a game: all of it in one transaction, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The effects, in order.
    pub effects: Vec<Effect>,
    /// The state of the game afterwards.
    pub after: Snapshot,
    /// The interaction that caused it.
    pub interaction: Option<InteractionId>,
    /// The interaction's token, if its answer will be the new board.
    pub answer: Option<AnswerToken>,
    /// The current time, which the events get.
    pub now: Millis,
}

impl Change {
    /// The events among the effects.
    pub fn events(&self) -> impl Iterator<Item = &LogEntry> {
        self.effects.iter().filter_map(|effect| match effect {
            Effect::Event(entry) => Some(entry),
            Effect::NoBoard
            | Effect::BoardAtOnce
            | Effect::IfLate
            | Effect::GameLocale(_)
            | Effect::PersonLocale(..)
            | Effect::EngineMood(_)
            | Effect::Premoves { .. } => None,
        })
    }

    /// Whether the change has effects beyond the game's row and log.
    pub fn goes_further(&self) -> bool {
        let further = |effect: &Effect| {
            matches!(
                effect,
                Effect::PersonLocale(..)
                    | Effect::EngineMood(_)
                    | Effect::Premoves { .. }
                    | Effect::BoardAtOnce
            )
        };
        self.effects.iter().any(further)
    }

    /// The new locale of the game's server, if it has changed.
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
    /// Who makes it.
    pub challenger: UserId,
    /// The challenged person; none for anybody.
    pub opponent: Option<UserId>,
    /// The variant's slug.
    pub variant: String,
    /// The color that the challenger wants: `white`, `black` or `random`.
    pub color: String,
    /// The time for each move; none without a clock.
    pub pace: Option<Pace>,
    /// Whether both players may have hints.
    pub hints: bool,
    /// Whether the game is to be rated.
    pub rated: bool,
    /// Whether the game gets a thread: `auto`, `yes` or `no`.
    pub thread: String,
    /// Whether the challenger may create threads there.
    pub may_thread: bool,
    /// The position from which the game would begin.
    pub start: String,
    /// The server where it is made.
    pub guild: Option<GuildId>,
    /// The channel where it is made.
    pub channel: ChannelId,
    /// The server's locale; the outcome of the challenge is announced in its language.
    pub locale: Option<String>,
    /// The game whose rematch is requested.
    pub rematch_of: Option<GameId>,
    /// The ladder for a place of which it is made. Only to be written: the ladder knows its challenges.
    pub ladder: Option<LadderId>,
    /// How its message is posted. Only to be written.
    pub shown: crate::shown::ChallengeShown,
    /// When the challenge was made.
    pub created_at: Millis,
}

/// An open challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredChallenge {
    /// The challenge's id.
    pub id: ChallengeId,
    /// The challenge as it was made.
    pub asked: NewChallenge,
    /// The message that shows it, if it is known.
    pub message: Option<MessageId>,
}

/// A message that shows a game's board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMessage {
    /// The channel where it was posted.
    pub channel: ChannelId,
    /// The message's id.
    pub message: MessageId,
    /// The event of the game that it shows.
    pub rev: Rev,
    /// The interaction whose token made it, and that token; none for an ordinary message.
    pub answer: Option<(InteractionId, AnswerToken)>,
    /// The current time.
    pub now: Millis,
}

/// A message whose buttons are to be removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetiredBoard {
    /// The channel where it was posted.
    pub channel: ChannelId,
    /// The message's id.
    pub message: MessageId,
    /// The token that made it, while it is valid.
    pub token: Option<AnswerToken>,
}

/// The result of noting a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotedBoard {
    /// The message that is no longer the newest board.
    pub old: Option<RetiredBoard>,
    /// The interaction of the noted board, if it was posted later than the newest board and stands below it in the same channel. None if it
    /// does not, or if it is an ordinary message.
    pub below: Option<InteractionId>,
    /// Whether the board should show something that has happened since and needs no new board: an offer.
    pub behind: bool,
    /// Whether a later event is to be shown already, so that this board may be looked for (`Store::owe_unnoted_board`).
    pub overtaken: bool,
    /// Whether something has happened after an offer of the game, so that its message may have to say so.
    pub offers: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_hold_these_words() {
        let states = [StoredState::Live, StoredState::Over, StoredState::SetAside];
        assert_eq!(states.map(StoredState::slug), ["live", "over", "set aside"]);
        assert_eq!(states.map(|state| state.slug().parse()), states.map(Ok));
        assert!("set-aside".parse::<StoredState>().is_err());
    }
}
