//! A person's settings, with their vacation.
//!
//! Carried out in `features/settings.rs`.

use super::{actions, payload::words};
use crate::app::SettingOf;
use crate::game::Millis;

actions! {
    /// What is done on the card of one's settings, or on that of one's vacation.
    SettingsAction {
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
