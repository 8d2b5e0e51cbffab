//! Actions on a person's settings and vacation.
//!
//! Carried out in `features/settings.rs`.

use crate::app::{Preferences, Setting, SettingOf};
use crate::discord::actions::payload::words;
use crate::discord::actions::{Payload, actions};
use crate::game::Millis;

actions! {
    /// An action on the card of the person's settings, or on that of their vacation.
    SettingsAction {
        /// Shows the settings.
        "settings" => Card(()): Reads ForOne,
        /// Shows a menu for each preference.
        "settings-menus" => Menus(()): Reads ForOne,
        /// Sets several preferences in a form.
        "settings-form" => Form(ShownSettings): Reads ForOne Form,
        /// Sets a preference to the chosen value.
        "setting" => Set(SettingOf): ForOne,
        /// Sets the person's language.
        "language" => Language(()): ForOne,
        /// Asks for confirmation before a vacation of the chosen length.
        "vacation" => Vacation(()): Reads,
        /// Starts a vacation of this many days.
        "begin-vacation" => BeginVacation(u32): ForOne,
        /// Ends the person's vacation, if it is the one that would last until this time.
        "end-vacation" => EndVacation(Millis): ForOne,
    }
}

words! { SettingOf }

/// The values a preferences form showed when it was opened. Differences on submission are the changes.
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
