//! A person's settings, with their vacation.
//!
//! Carried out in `features/settings.rs`.

use super::{Payload, actions, payload::words};
use crate::app::{Preferences, Setting, SettingOf};
use crate::game::Millis;

actions! {
    /// What is done on the card of one's settings, or on that of one's vacation.
    SettingsAction {
        /// See what is set.
        "settings" => Card(()): Reads ForOne,
        /// See a menu for each preference.
        "settings-menus" => Menus(()): Reads ForOne,
        /// Set several preferences in a form.
        "settings-form" => Form(ShownSettings): Reads ForOne Form,
        /// Set a preference to what is chosen.
        "setting" => Set(SettingOf): ForOne,
        /// Choose one's own language.
        "language" => Language(()): ForOne,
        /// Ask whether to begin a vacation of the chosen days.
        "vacation" => Vacation(()): Reads,
        /// Begin a vacation of this many days.
        "begin-vacation" => BeginVacation(u32): ForOne,
        /// End one's vacation, if it is the one that would last until this moment.
        "end-vacation" => EndVacation(Millis): ForOne,
    }
}

words! { SettingOf }

/// What a form of preferences showed when it was opened: what is different in it was changed there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownSettings(pub Preferences);

impl Payload for ShownSettings {
    fn write(&self) -> String {
        let slugs: Vec<&str> = SettingOf::in_form().map(|of| self.0.setting(of).slug()).collect();
        slugs.join(".")
    }

    fn parse(text: &str) -> Option<Self> {
        let mut slugs = text.split('.');
        let mut shown = Preferences::default();
        for of in SettingOf::in_form() {
            let slug = slugs.next()?;
            shown = shown.with(Setting::all(of).into_iter().find(|setting| setting.slug() == slug)?);
        }
        slugs.next().is_none().then_some(Self(shown))
    }
}
