//! The settings of a person.

use super::args;
use super::{Joined, Words};
use crate::app::{BoardSide, BoardSize, BotGames, ReminderWay, Setting, SettingOf, StandingSeen};

/// The name of a theme as an attribute of a message.
fn theme_key(name: &str) -> String {
    format!("setting-theme.{name}")
}

impl Words {
    /// Returns a sentence for each of these themes that has no name.
    pub(super) fn nameless(&self, themes: &[&str]) -> Vec<String> {
        let lacking = themes.iter().filter(|name| !self.has(&theme_key(name)));
        lacking.map(|name| format!("the theme {name} has no name: {}", theme_key(name))).collect()
    }

    /// The text at the top of the card of settings.
    pub fn settings_card(&self) -> String {
        self.plain("settings-card")
    }

    /// The title of the form of settings.
    pub fn settings_form(&self) -> String {
        self.plain("settings-form")
    }

    /// The heading of the switches in that form.
    pub fn settings_switches(&self) -> String {
        self.plain("settings-switches")
    }

    /// The effect of a switch when it is on.
    pub fn setting_switch(&self, of: SettingOf) -> String {
        self.plain(match of {
            SettingOf::Coordinates => "setting-coordinates.switch",
            SettingOf::Size => "setting-size.switch",
            _ => "setting-pings.switch",
        })
    }

    /// Says which settings were changed in the form.
    pub fn settings_changed(&self, changed: &[Setting]) -> String {
        let lines: Vec<String> = changed.iter().map(|setting| self.setting(*setting)).collect();
        self.lines_changed(&lines)
    }

    /// Lists the changed settings.
    pub(super) fn lines_changed(&self, lines: &[String]) -> String {
        if lines.is_empty() {
            return self.plain("settings-changed.nothing");
        }
        let lines: Vec<String> = lines.iter().map(|line| format!("**{line}**")).collect();
        self.say("settings-changed", &args! { "changed" => self.list(Joined::And, &lines) })
    }

    /// The name of a setting before a value is chosen.
    pub fn setting_of(&self, of: SettingOf) -> String {
        self.plain(match of {
            SettingOf::Pings => "setting-pings",
            SettingOf::Reminders => "setting-reminders",
            SettingOf::Side => "setting-side",
            SettingOf::Theme => "setting-theme",
            SettingOf::Coordinates => "setting-coordinates",
            SettingOf::Size => "setting-size",
            SettingOf::Standing => "setting-standing",
            SettingOf::BotGames => "setting-bot-games",
        })
    }

    /// The name of the setting for the language.
    pub fn setting_language(&self) -> String {
        self.plain("setting-language")
    }

    /// The name of the setting for vacations.
    pub fn setting_vacation(&self) -> String {
        self.plain("setting-vacation")
    }

    /// A setting with its value: "Theme: ice".
    ///
    /// # Panics
    /// If a theme has no name. A start refuses that ([`Words::defects`]).
    pub fn setting(&self, setting: Setting) -> String {
        self.setting_line(&self.setting_of(setting.of()), &self.setting_value(setting))
    }

    /// Joins a setting's name and value.
    pub(super) fn setting_line(&self, of: &str, value: &str) -> String {
        self.say("setting-line", &args! { "of" => of, "value" => value })
    }

    /// The value of a setting below its name: "ice".
    ///
    /// # Panics
    /// If a theme has no name.
    pub fn setting_value(&self, setting: Setting) -> String {
        self.plain(match setting {
            Setting::Pings(true) => "setting-pings.on",
            Setting::Pings(false) => "setting-pings.off",
            Setting::Reminders(ReminderWay::Channel) => "setting-reminders.channel",
            Setting::Reminders(ReminderWay::Dm) => "setting-reminders.dm",
            Setting::Reminders(ReminderWay::None) => "setting-reminders.none",
            Setting::Side(BoardSide::Own) => "setting-side.own",
            Setting::Side(BoardSide::ToMove) => "setting-side.to-move",
            Setting::Side(BoardSide::White) => "setting-side.white",
            Setting::Theme(theme) => return self.plain(&theme_key(theme.name())),
            Setting::Coordinates(true) => "setting-coordinates.on",
            Setting::Coordinates(false) => "setting-coordinates.off",
            Setting::Size(BoardSize::Normal) => "setting-size.normal",
            Setting::Size(BoardSize::Large) => "setting-size.large",
            Setting::Standing(StandingSeen::Server) => "setting-standing.server",
            Setting::Standing(StandingSeen::Everywhere) => "setting-standing.everywhere",
            Setting::Standing(StandingSeen::Hidden) => "setting-standing.hidden",
            Setting::BotGames(BotGames::Ask) => "setting-bot-games.ask",
            Setting::BotGames(BotGames::Channel) => "setting-bot-games.channel",
            Setting::BotGames(BotGames::Thread) => "setting-bot-games.thread",
            Setting::BotGames(BotGames::Dm) => "setting-bot-games.dm",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_without_a_name_is_told() {
        let words = Words::english();
        assert_eq!(words.nameless(&["wood", "sepia"]), ["the theme sepia has no name: setting-theme.sepia"]);
    }
}
