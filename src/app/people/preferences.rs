//! Users' preferences for boards, notifications and visibility.

use crate::app::caller::Caller;
use crate::app::load::Loaded;
use crate::app::{App, AppResult};
use crate::game::{Ending, UserId};
use crate::render::{Look, Theme};
use crate::rules::{Color, Variant, listed};
use crate::store::PreferencesRow;
use strum::{EnumIter, EnumString, IntoEnumIterator, IntoStaticStr};

listed! {
    /// A user setting.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
    #[strum(serialize_all = "kebab-case")]
    pub enum SettingOf {
        /// Whether their games ping them.
        Pings,
        /// Where they are reminded to move.
        Reminders,
        /// The side at the bottom of a board.
        Side,
        /// The colours.
        Theme,
        /// Letters and numbers along a board.
        Coordinates,
        /// The size of a board.
        Size,
        /// Where others see their ratings and results.
        Standing,
        /// Where their games against the bot begin.
        BotGames,
    }
}

impl SettingOf {
    /// The on/off settings.
    pub const SWITCHES: [Self; 3] = [Self::Pings, Self::Coordinates, Self::Size];
    /// The settings with a few values: with the switches, all that the settings form contains.
    pub const CHOICES: [Self; 4] = [Self::Reminders, Self::Side, Self::Theme, Self::Standing];

    /// All settings in the settings form.
    pub fn in_form() -> impl Iterator<Item = Self> {
        Self::SWITCHES.into_iter().chain(Self::CHOICES)
    }
}

/// The side at the bottom of a user's boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum BoardSide {
    /// Their own; the side to move if they do not play, and White if they play both.
    Own,
    /// The side to move.
    ToMove,
    /// White.
    White,
}

/// The size of a user's boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum BoardSize {
    /// The ordinary size.
    Normal,
    /// A third larger.
    Large,
}

/// Where a user is reminded to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ReminderWay {
    /// In the channel of the game.
    Channel,
    /// In a direct message, or in the channel if that cannot be delivered.
    Dm,
    /// Nowhere.
    None,
}

/// Where a user's games against the bot begin, if there is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum BotGames {
    /// They are asked.
    Ask,
    /// In the current channel.
    Channel,
    /// In a thread of the channel.
    Thread,
    /// In direct messages.
    Dm,
}

/// Where others see a person's ratings and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum StandingSeen {
    /// In the servers where they have played rated games.
    Server,
    /// Everywhere.
    Everywhere,
    /// Nowhere.
    Hidden,
}

/// A setting with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    Pings(bool),
    Reminders(ReminderWay),
    Side(BoardSide),
    Theme(&'static Theme),
    Coordinates(bool),
    Size(BoardSize),
    Standing(StandingSeen),
    BotGames(BotGames),
}

impl BoardSide {
    /// The stored word.
    pub fn slug(self) -> &'static str {
        self.into()
    }
}

impl Setting {
    /// The setting that this is a value of.
    pub fn of(self) -> SettingOf {
        match self {
            Self::Pings(_) => SettingOf::Pings,
            Self::Reminders(_) => SettingOf::Reminders,
            Self::Side(_) => SettingOf::Side,
            Self::Theme(_) => SettingOf::Theme,
            Self::Coordinates(_) => SettingOf::Coordinates,
            Self::Size(_) => SettingOf::Size,
            Self::Standing(_) => SettingOf::Standing,
            Self::BotGames(_) => SettingOf::BotGames,
        }
    }

    /// All values of a setting, the default first.
    pub fn all(of: SettingOf) -> Vec<Self> {
        match of {
            SettingOf::Pings => [true, false].map(Self::Pings).into(),
            SettingOf::Reminders => ReminderWay::iter().map(Self::Reminders).collect(),
            SettingOf::Side => BoardSide::iter().map(Self::Side).collect(),
            SettingOf::Theme => Theme::all().map(Self::Theme).collect(),
            SettingOf::Coordinates => [true, false].map(Self::Coordinates).into(),
            SettingOf::Size => BoardSize::iter().map(Self::Size).collect(),
            SettingOf::Standing => StandingSeen::iter().map(Self::Standing).collect(),
            SettingOf::BotGames => BotGames::iter().map(Self::BotGames).collect(),
        }
    }

    /// The value of an on/off setting; `None` for other settings.
    pub fn switched(of: SettingOf, on: bool) -> Option<Self> {
        match of {
            SettingOf::Pings => Some(Self::Pings(on)),
            SettingOf::Coordinates => Some(Self::Coordinates(on)),
            SettingOf::Size => Some(Self::Size(if on { BoardSize::Large } else { BoardSize::Normal })),
            _ => None,
        }
    }

    /// The stored word.
    pub fn slug(&self) -> &'static str {
        match self {
            Self::Pings(true) | Self::Coordinates(true) => "on",
            Self::Pings(false) | Self::Coordinates(false) => "off",
            Self::Reminders(way) => way.into(),
            Self::Side(side) => side.slug(),
            Self::Theme(theme) => theme.name(),
            Self::Size(size) => size.into(),
            Self::Standing(seen) => seen.into(),
            Self::BotGames(at) => at.into(),
        }
    }

    /// The stored form of these settings alone.
    pub(in crate::app) fn kept(settings: &[Self]) -> PreferencesRow {
        let mut kept = PreferencesRow::default();
        for setting in settings {
            let word = Some(setting.slug().to_owned());
            match setting {
                Self::Pings(on) => kept.pings = Some(*on),
                Self::Reminders(_) => kept.reminders = word,
                Self::Side(_) => kept.side = word,
                Self::Theme(_) => kept.theme = word,
                Self::Coordinates(on) => kept.coordinates = Some(*on),
                Self::Size(_) => kept.size = word,
                Self::Standing(_) => kept.standing = word,
                Self::BotGames(_) => kept.bot_games = word,
            }
        }
        kept
    }
}

/// A user's preferences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// Their games ping them.
    pub pings: bool,
    /// Where they are reminded to move.
    pub reminders: ReminderWay,
    /// The side at the bottom of a board.
    pub side: BoardSide,
    /// The colours.
    pub theme: &'static Theme,
    /// Letters and numbers along a board.
    pub coordinates: bool,
    /// The size of a board.
    pub size: BoardSize,
    /// Where others see their ratings and results.
    pub standing: StandingSeen,
    /// Where their games against the bot begin.
    pub bot_games: BotGames,
}

impl Preferences {
    /// Reads the stored row; unset or unknown values become the default.
    pub(in crate::app) fn of(kept: &PreferencesRow) -> Self {
        let chosen = |of, word: &Option<String>| {
            Setting::all(of).into_iter().find(|one| word.as_deref().is_some_and(|word| word == one.slug()))
        };
        let settings = [
            chosen(SettingOf::Side, &kept.side),
            chosen(SettingOf::Theme, &kept.theme),
            chosen(SettingOf::Size, &kept.size),
            chosen(SettingOf::Reminders, &kept.reminders),
            chosen(SettingOf::Standing, &kept.standing),
            chosen(SettingOf::BotGames, &kept.bot_games),
            kept.pings.map(Setting::Pings),
            kept.coordinates.map(Setting::Coordinates),
        ];
        settings.into_iter().flatten().fold(Self::default(), Self::with)
    }

    /// Replaces one setting.
    #[must_use]
    pub fn with(mut self, setting: Setting) -> Self {
        match setting {
            Setting::Pings(on) => self.pings = on,
            Setting::Reminders(way) => self.reminders = way,
            Setting::Side(side) => self.side = side,
            Setting::Theme(theme) => self.theme = theme,
            Setting::Coordinates(on) => self.coordinates = on,
            Setting::Size(size) => self.size = size,
            Setting::Standing(seen) => self.standing = seen,
            Setting::BotGames(at) => self.bot_games = at,
        }
        self
    }

    /// The current value of a setting.
    pub fn setting(&self, of: SettingOf) -> Setting {
        match of {
            SettingOf::Pings => Setting::Pings(self.pings),
            SettingOf::Reminders => Setting::Reminders(self.reminders),
            SettingOf::Side => Setting::Side(self.side),
            SettingOf::Theme => Setting::Theme(self.theme),
            SettingOf::Coordinates => Setting::Coordinates(self.coordinates),
            SettingOf::Size => Setting::Size(self.size),
            SettingOf::Standing => Setting::Standing(self.standing),
            SettingOf::BotGames => Setting::BotGames(self.bot_games),
        }
    }

    /// How a board of this game looks.
    pub(in crate::app) fn look(&self, variant: Variant) -> Look {
        let mut look = Look::of(self.theme);
        look.coordinates = self.coordinates;
        match self.size {
            BoardSize::Normal => look,
            BoardSize::Large => look.larger(variant),
        }
    }
}

impl Default for Preferences {
    /// The defaults.
    fn default() -> Self {
        Self {
            pings: true,
            reminders: ReminderWay::Channel,
            side: BoardSide::Own,
            theme: Look::default().theme,
            coordinates: true,
            size: BoardSize::Normal,
            standing: StandingSeen::Server,
            bot_games: BotGames::Ask,
        }
    }
}

impl App {
    /// A user's preferences.
    pub async fn preferences(&self, person: UserId) -> AppResult<Preferences> {
        Ok(Preferences::of(&self.store.preferences(person).await?))
    }

    /// Changes these settings in one write and returns all of them.
    pub async fn set(&self, by: &Caller, settings: &[Setting]) -> AppResult<Preferences> {
        let row = Setting::kept(settings);
        let kept = self.store.set_preferences(by.user, &row, Some(by.interaction), by.now).await?;
        Ok(Preferences::of(&kept))
    }

    /// Stores the user's chosen language; `None`: Discord's locale.
    pub async fn set_language(&self, by: &Caller, language: Option<&str>) -> AppResult<()> {
        Ok(self.store.set_language(by.user, language, Some(by.interaction), by.now).await?)
    }

    /// A viewer's preferences; those of the players were loaded with the game.
    pub(in crate::app) async fn preferences_at(
        &self,
        loaded: &Loaded,
        who: UserId,
    ) -> AppResult<Preferences> {
        match loaded.preferences_of(who) {
            Some(preferences) => Ok(preferences),
            None => self.preferences(who).await,
        }
    }
}

impl Loaded {
    /// A player's preferences; `None` for others.
    pub(in crate::app) fn preferences_of(&self, who: UserId) -> Option<Preferences> {
        let side = Color::BOTH.into_iter().find(|side| self.game.players[*side] == Some(who))?;
        Some(self.preferences_on(side))
    }

    fn preferences_on(&self, side: Color) -> Preferences {
        Preferences::of(self.kept_on(side))
    }

    fn kept_on(&self, side: Color) -> &PreferencesRow {
        match side {
            Color::White => &self.row.preferences.white,
            Color::Black => &self.row.preferences.black,
        }
    }

    /// The locale of a side's player: their chosen language, or the last one from Discord.
    pub(in crate::app) fn locale_on(&self, side: Color) -> Option<String> {
        let said = match side {
            Color::White => &self.row.locales.white,
            Color::Black => &self.row.locales.black,
        };
        self.kept_on(side).language.clone().or_else(|| said.clone())
    }

    /// Returns the user if a message should notify them of an event in the game; never the bot. A user
    /// notified by push message is not pinged as well.
    pub(in crate::app) fn pinged(&self, who: Option<UserId>) -> Option<UserId> {
        self.wants_pings(who).filter(|who| !self.is_pushed(*who))
    }

    /// True if they have a page with the game that receives push messages.
    pub(in crate::app) fn is_pushed(&self, who: UserId) -> bool {
        let [white, black] = self.row.preferences.pushed;
        self.game.players.white == Some(who) && white || self.game.players.black == Some(who) && black
    }

    /// Returns the user if they want to be notified; never the bot.
    pub(in crate::app) fn wants_pings(&self, who: Option<UserId>) -> Option<UserId> {
        let bot = self.game.engine.and_then(|side| self.game.players[side]);
        who.filter(|who| {
            Some(*who) != bot && self.preferences_of(*who).is_none_or(|preferences| preferences.pings)
        })
    }

    /// The preferences and bottom side of a public board: the server's choices, else those of the player to
    /// move (after the end, of `told`, the notified user).
    pub(in crate::app) fn asked(&self, told: Option<UserId>) -> (Preferences, Color) {
        let asked = match self.game.engine {
            Some(_) => self.game.alone(),
            None => self.game.to_move().or(told),
        };
        let preferences = self.of_all(asked.and_then(|who| self.preferences_of(who)).unwrap_or_default());
        (preferences, self.bottom(preferences, None))
    }

    /// The side at the bottom of a board for these preferences; `own` is the viewer's side.
    pub(in crate::app) fn bottom(&self, preferences: Preferences, own: Option<Color>) -> Color {
        // Against the bot, the human's side stays at the bottom after the end.
        match self.game.ending.and_then(Ending::winner) {
            Some(winner) if self.game.engine.is_none() && preferences.side != BoardSide::White => winner,
            _ => self.bottom_throughout(preferences, own),
        }
    }

    /// The side at the bottom on a page, where a player's own side stays after the end.
    pub(in crate::app) fn bottom_on_page(&self, preferences: Preferences, own: Option<Color>) -> Color {
        if own.is_some() && preferences.side == BoardSide::Own {
            return self.bottom_throughout(preferences, own);
        }
        self.bottom(preferences, own)
    }

    /// The side at the bottom, ignoring the result.
    fn bottom_throughout(&self, preferences: Preferences, own: Option<Color>) -> Color {
        match (preferences.side, self.game.is_hot_seat()) {
            (BoardSide::ToMove, _) => self.game.turn(),
            (BoardSide::White, _) | (_, true) => Color::White,
            (_, false) => own.or(self.game.engine.map(Color::other)).unwrap_or(self.game.turn()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_stored_as_these_words() {
        let words = [
            (SettingOf::Pings, vec!["on", "off"]),
            (SettingOf::Reminders, vec!["channel", "dm", "none"]),
            (SettingOf::Side, vec!["own", "to-move", "white"]),
            (SettingOf::Coordinates, vec!["on", "off"]),
            (SettingOf::Size, vec!["normal", "large"]),
            (SettingOf::BotGames, vec!["ask", "channel", "thread", "dm"]),
        ];
        for (of, words) in words {
            assert_eq!(Setting::all(of).iter().map(Setting::slug).collect::<Vec<_>>(), words, "{of:?}");
        }
    }
}
