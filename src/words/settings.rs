//! What a person can set.

use super::Words;
use crate::app::{BoardSide, BoardSize, ReminderWay, Setting, SettingOf};

/// What the themes are called.
const THEMES: [&str; 5] = [
    "setting-theme.wood",
    "setting-theme.green",
    "setting-theme.blue-grey",
    "setting-theme.ice",
    "setting-theme.high-contrast",
];

impl Words {
    /// What stands above the menus of what can be set.
    pub fn settings_card(&self) -> String {
        self.plain("settings-card")
    }

    /// What can be set, before anything is chosen.
    pub fn setting_of(&self, of: SettingOf) -> String {
        self.plain(match of {
            SettingOf::Pings => "setting-pings",
            SettingOf::Reminders => "setting-reminders",
            SettingOf::Side => "setting-side",
            SettingOf::Theme => "setting-theme",
            SettingOf::Coordinates => "setting-coordinates",
            SettingOf::Size => "setting-size",
        })
    }

    /// The same of the language.
    pub fn setting_language(&self) -> String {
        self.plain("setting-language")
    }

    /// The same of vacations.
    pub fn setting_vacation(&self) -> String {
        self.plain("setting-vacation")
    }

    /// What something is set to.
    pub fn setting(&self, setting: Setting) -> String {
        self.plain(match setting {
            Setting::Pings(true) => "setting-pings.on",
            Setting::Pings(false) => "setting-pings.off",
            Setting::Reminders(ReminderWay::Channel) => "setting-reminders.channel",
            Setting::Reminders(ReminderWay::Dm) => "setting-reminders.dm",
            Setting::Reminders(ReminderWay::None) => "setting-reminders.none",
            Setting::Side(BoardSide::Own) => "setting-side.own",
            Setting::Side(BoardSide::ToMove) => "setting-side.to-move",
            Setting::Side(BoardSide::White) => "setting-side.white",
            Setting::Theme(theme) => {
                let named = |key: &&str| key.split('.').nth(1) == Some(theme.name());
                // A new one has a name before it has a message; the tests say which is missing.
                let Some(key) = THEMES.into_iter().find(named) else { return theme.name().to_owned() };
                key
            }
            Setting::Coordinates(true) => "setting-coordinates.on",
            Setting::Coordinates(false) => "setting-coordinates.off",
            Setting::Size(BoardSize::Normal) => "setting-size.normal",
            Setting::Size(BoardSize::Large) => "setting-size.large",
        })
    }
}
