//! What a person can set.

use super::Words;
use crate::app::{BoardSide, BoardSize, ReminderWay, Setting, SettingOf};

/// The messages with the names of the themes.
const THEMES: [&str; 5] = [
    "setting-theme.wood",
    "setting-theme.green",
    "setting-theme.blue-grey",
    "setting-theme.ice",
    "setting-theme.high-contrast",
];

/// The message with the name of this theme, if there is one.
fn theme_key(name: &str) -> Option<&'static str> {
    THEMES.into_iter().find(|key| key.split_once('.').is_some_and(|(_, theme)| theme == name))
}

/// A sentence for each of these themes without a name, and for each name without a theme.
pub(super) fn defects(themes: &[&str]) -> Vec<String> {
    let lacking = themes.iter().filter(|name| theme_key(name).is_none());
    let lacking = lacking.map(|name| format!("the theme {name} has no name in the settings"));
    let is_known = |key: &&str| themes.iter().any(|name| theme_key(name) == Some(key));
    let unknown = THEMES.into_iter().filter(|key| !is_known(key));
    lacking.chain(unknown.map(|key| format!("{key} is the name of no theme"))).collect()
}

impl Words {
    /// The text above the menus of settings.
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
    ///
    /// # Panics
    /// If a theme has no name; a start refuses that ([`Words::defects`]).
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
            Setting::Theme(theme) => theme_key(theme.name()).expect("every theme has its name"),
            Setting::Coordinates(true) => "setting-coordinates.on",
            Setting::Coordinates(false) => "setting-coordinates.off",
            Setting::Size(BoardSize::Normal) => "setting-size.normal",
            Setting::Size(BoardSize::Large) => "setting-size.large",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Theme;

    #[test]
    fn a_theme_without_a_name_and_a_name_without_a_theme_are_told() {
        let themes: Vec<&str> = Theme::all().map(Theme::name).collect();
        assert_eq!(defects(&themes), Vec::<String>::new());
        let (last, others) = themes.split_last().expect("there are themes");
        assert_eq!(defects(others), [format!("setting-theme.{last} is the name of no theme")]);
        let with_another: Vec<&str> = themes.iter().copied().chain(["sepia"]).collect();
        assert_eq!(defects(&with_another), ["the theme sepia has no name in the settings"]);
    }
}
