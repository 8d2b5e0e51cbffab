//! The stored data as plain types.

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

/// The minimum time left after a channel opens, in milliseconds, because it takes a while to notice.
pub(super) const LEAST: i64 = Millis::HOUR;

/// How long a record that moves can be accepted is trusted, in milliseconds (also in SQL statements). It is
/// renewed each minute: otherwise moves before the refund of an outage (or a clock's leap) would be late.
const BELIEVED_FOR: i64 = 120_000;

/// The state of a stored game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum StoredState {
    /// In progress.
    Live,
    /// Finished.
    Over,
    /// This version of the rules cannot replay it, so it is kept unchanged.
    #[strum(serialize = "set aside")]
    SetAside,
}

impl StoredState {
    /// The stored word.
    pub(super) fn slug(self) -> &'static str {
        self.into()
    }
}

/// The state of a game. It follows from the log, and is also stored for lists and conditional writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of the last event. A write names the one that it was decided on.
    pub rev: Rev,
    /// The number of the last event that changed the position.
    pub position_rev: Rev,
    /// The number of moves so far.
    pub ply: Ply,
    /// The side to move.
    pub turn: Color,
    /// The player to move, if the game is live and has one.
    pub to_move: Option<UserId>,
    /// The position (extended FEN); `None` if unknown.
    pub fen: Option<String>,
    /// Whether it is live, over or set aside.
    pub state: StoredState,
    /// How it ended, if it is over.
    pub ending: Option<String>,
    /// When the last move was made or, without one, when the game began.
    pub moved_at: Millis,
    /// When the player to move runs out of time; `None` without a clock.
    pub deadline: Option<Millis>,
    /// When to remind the player to move, once.
    pub remind_at: Option<Millis>,
}

/// The premoves of a game. Never printed, because only their player may see them.
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
    /// The version of the variant's rules when the game began.
    pub rules_version: u32,
    /// White's player; `None` for a former player.
    pub white: Option<UserId>,
    /// Black's player; `None` for a former player.
    pub black: Option<UserId>,
    /// The bot's side and level, if the bot plays.
    pub engine: Option<EngineRow>,
    /// The server in which it is played.
    pub guild: Option<GuildId>,
    /// The channel in which it is played.
    pub channel: ChannelId,
    /// When the game began.
    pub created_at: Millis,
    /// The time for each move; `None` without a clock.
    pub pace: Option<Pace>,
    /// Whether the players have agreed that both may use hints.
    pub hints: bool,
    /// Whether its result counts for their ratings.
    pub rated: bool,
    /// The ends of the players' vacations; irrelevant without a clock.
    pub vacations: VacationsRow,
    /// The premoves as text.
    pub premoves: Option<PremovesRow>,
    /// The state of the game.
    pub stands: Snapshot,
    /// The locales for texts about the game.
    pub locales: LocalesRow,
    /// The players' preferences.
    pub preferences: PreferencesRows,
    /// When its channel was closed, which stopped its clock; `None` if it is open.
    pub closed: Option<Millis>,
    /// When its players could last move, as far as known: 0 on a silent shard, `None` if never recorded.
    pub last_alive: Option<Millis>,
    /// How its server's public boards are drawn.
    pub house: GuildBoardsRow,
    /// All events.
    pub log: Vec<LogEntry>,
    /// Whether a backup has set it back and no message shows that yet.
    pub set_back: bool,
    /// Set if the operator has voided its result.
    pub voided: Option<Arc<StoppedRow>>,
    /// What its tournament has to say about it.
    pub tournament: Option<crate::TournamentNews>,
}

/// The locales last seen, as Discord names them. `None` means English.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalesRow {
    /// The locale of the game's server or, in direct messages, of the person.
    pub game: Option<String>,
    /// The locale of White's player.
    pub white: Option<String>,
    /// The locale of Black's player.
    pub black: Option<String>,
}

impl StoredGame {
    /// Returns the clock; `None` without a pace and after the end.
    pub fn clock(&self) -> Option<MoveClock> {
        Some(MoveClock { pace: self.pace?, deadline: self.stands.deadline? })
    }

    /// Returns the clock as if a closed channel opened now, or an unreachable shard became reachable.
    pub fn clock_if_open(&self, now: Millis) -> Option<MoveClock> {
        let clock = self.clock()?;
        let Some(since) = self.closed else {
            // A player who is late on an unreachable shard has not been given time back yet.
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
    /// White's player; `None` for a former player.
    pub white: Option<UserId>,
    /// Black's player; `None` for a former player.
    pub black: Option<UserId>,
    /// The server in which it is played.
    pub guild: Option<GuildId>,
    /// The channel in which it is played.
    pub channel: ChannelId,
    /// The state of the game.
    pub stands: Snapshot,
    /// The end of the vacation of the player to move; irrelevant without a clock.
    pub away: Option<Millis>,
    /// Discord's error code, if the bot cannot post in its channel.
    pub closed: Option<u32>,
    /// When the player to move was last nudged.
    pub nudged: Option<Millis>,
    /// The time for each move; `None` without a clock.
    pub pace: Option<Pace>,
    /// The level of the bot, if the bot plays.
    pub level: Option<String>,
}

/// A new game.
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
    /// The server in which it is played.
    pub guild: Option<GuildId>,
    /// The channel in which it is played.
    pub channel: ChannelId,
    /// The parent channel, if the channel is a thread.
    pub parent: Option<ChannelId>,
    /// The time for each move; `None` without a clock.
    pub pace: Option<Pace>,
    /// Whether the players have agreed that both may use hints.
    pub hints: bool,
    /// Whether its result counts for their ratings.
    pub rated: bool,
    /// The challenge that this game accepts. It ends in the same transaction.
    pub challenge: Option<ChallengeId>,
    /// The game that this is a rematch of.
    pub rematch_of: Option<GameId>,
    /// The tournament in which it is played, and its pairing's number.
    pub tournament: Option<(TournamentId, u32)>,
    /// The user install if the channel is a new one, and its owner.
    pub user_install: Option<(UserId, crate::UserInstallRow)>,
}

impl NewGame {
    /// Builds the stored form of the new game, without the players' and the server's settings.
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
            tournament: None,
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
    /// No response shows the change: the board is due at once, even if the position is unchanged.
    BoardAtOnce,
    /// Applies the change only if the side to move is still late, its channel open and its shard reachable.
    IfLate,
    /// The new locale of the game's server or, in direct messages, of the person.
    GameLocale(String),
    /// The new locale of a player.
    PersonLocale(UserId, String),
    /// The bot's new view of the game, in the engine player's own format.
    EngineMood(String),
    /// The premoves have changed. The change applies only if they were as seen.
    Premoves {
        /// The ones that the change was decided on.
        seen: Option<PremovesRow>,
        /// The new ones.
        now: Option<PremovesRow>,
    },
}

/// The effects of an action on a game: all of them in one transaction, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The effects, in order.
    pub effects: Vec<Effect>,
    /// The state of the game afterwards.
    pub after: Snapshot,
    /// The interaction that caused it.
    pub interaction: Option<InteractionId>,
    /// The interaction's token, if its response will be the new board.
    pub answer: Option<AnswerToken>,
    /// The current time, recorded with the events.
    pub now: Millis,
}

impl Change {
    /// Returns the events among the effects.
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

    /// Returns the new locale of the game's server, if it has changed.
    pub fn game_locale(&self) -> Option<&str> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::GameLocale(locale) => Some(locale.as_str()),
            _ => None,
        })
    }
}

/// A new challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChallenge {
    /// The person who makes it.
    pub challenger: UserId,
    /// The challenged person; `None` for an open challenge.
    pub opponent: Option<UserId>,
    /// The variant's slug.
    pub variant: String,
    /// The color that the challenger wants: `white`, `black` or `random`.
    pub color: String,
    /// The time for each move; `None` without a clock.
    pub pace: Option<Pace>,
    /// Whether both players may use hints.
    pub hints: bool,
    /// Whether the game will be rated.
    pub rated: bool,
    /// Whether the game gets a thread: `auto`, `yes` or `no`.
    pub thread: String,
    /// Whether the challenger may create threads there.
    pub may_thread: bool,
    /// The start position of the game.
    pub start: String,
    /// The server in which it is made.
    pub guild: Option<GuildId>,
    /// The channel in which it is made.
    pub channel: ChannelId,
    /// The server's locale, for announcing the outcome.
    pub locale: Option<String>,
    /// The game whose rematch is requested.
    pub rematch_of: Option<GameId>,
    /// The ladder, if it is for a place on one. Write-only: the ladder stores its challenges.
    pub ladder: Option<LadderId>,
    /// How its message is posted. Write-only.
    pub shown: crate::shown::ChallengeShown,
    /// When it was made.
    pub created_at: Millis,
}

/// An open challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredChallenge {
    /// The challenge's id.
    pub id: ChallengeId,
    /// The challenge as it was made.
    pub asked: NewChallenge,
    /// The message that shows it, if known.
    pub message: Option<MessageId>,
}

/// A message that shows a game's board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMessage {
    /// The channel in which it was posted.
    pub channel: ChannelId,
    /// The message's id.
    pub message: MessageId,
    /// The event of the game that it shows.
    pub rev: Rev,
    /// The interaction whose token made it, and that token; `None` for an ordinary message.
    pub answer: Option<(InteractionId, AnswerToken)>,
    /// The current time.
    pub now: Millis,
}

/// A message whose buttons must be removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetiredBoard {
    /// The channel in which it was posted.
    pub channel: ChannelId,
    /// The message's id.
    pub message: MessageId,
    /// The token that made it, while valid.
    pub token: Option<AnswerToken>,
}

/// The result of recording a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotedBoard {
    /// The message that is no longer the newest board, and the last event that it shows.
    pub old: Option<(RetiredBoard, Rev)>,
    /// The interaction of the recorded board, if that was posted later than the newest board and is below it
    /// in the same channel. `None` otherwise, and for an ordinary message.
    pub below: Option<InteractionId>,
    /// Whether the board should show something that has happened since and needs no new board: an offer.
    pub behind: bool,
    /// Whether a later event is already due, so this board may be searched for (`Store::owe_unnoted_board`).
    pub overtaken: bool,
    /// Whether something has happened after an offer of the game, so that its message may need an update.
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
