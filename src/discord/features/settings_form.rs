//! The form in which a person sets several preferences at once.

use crate::app::{Preferences, Setting, SettingOf};
use crate::discord::actions::{SettingsAction, ShownSettings};
use crate::discord::components::click::{NotInForm, entered_lines, entered_text};
use crate::discord::interaction::Entered;
use crate::discord::reply::{Field, Form, Input, MenuLine, meant};
use crate::words::Words;

/// The field name of the group of boxes.
const SWITCHES: &str = "switches";

/// The initial form: the switches, and a group for each of the other preferences.
pub fn form(words: &Words, preferences: Preferences) -> Form {
    let is_on = |of| Setting::switched(of, true) == Some(preferences.setting(of));
    let switches = SettingOf::SWITCHES.map(|of| switch(words, of).chosen(is_on(of)));
    let switches = Field {
        name: SWITCHES,
        label: words.settings_switches(),
        hint: None,
        input: Input::AnyOf(switches.into()),
    };
    let choices = SettingOf::CHOICES.map(|of| {
        let marked = |one: Setting| line(words, one).chosen(preferences.setting(of) == one);
        let lines = Setting::all(of).into_iter().map(marked).collect();
        Field { name: of.into(), label: words.setting_of(of), hint: None, input: Input::OneOf(lines) }
    });
    Form {
        title: words.settings_form(),
        id: SettingsAction::Form(ShownSettings(preferences)).into(),
        fields: std::iter::once(switches).chain(choices).collect(),
    }
}

fn switch(words: &Words, of: SettingOf) -> MenuLine {
    MenuLine::new(&words.setting_switch(of), of.into())
}

fn line(words: &Words, setting: Setting) -> MenuLine {
    MenuLine::new(&words.setting_value(setting), setting.slug())
}

/// The settings changed in the form since it was opened. A missing field counts as unchanged.
///
/// # Errors
/// If a value is not among those the form offers.
pub fn changed(
    words: &Words,
    ShownSettings(shown): ShownSettings,
    fields: &[(String, Entered)],
) -> Result<Vec<Setting>, NotInForm> {
    let mut set = Vec::new();
    if let Some(lines) = entered_lines(fields, SWITCHES)? {
        let mut on = Vec::new();
        for text in lines {
            on.push(meant(SettingOf::SWITCHES, |of| switch(words, *of), text).ok_or(NotInForm)?);
        }
        set.extend(SettingOf::SWITCHES.into_iter().filter_map(|of| Setting::switched(of, on.contains(&of))));
    }
    for of in SettingOf::CHOICES {
        if let Some(text) = entered_text(fields, of.into())? {
            set.push(meant(Setting::all(of), |one| line(words, *one), text).ok_or(NotInForm)?);
        }
    }
    set.retain(|setting| shown.setting(setting.of()) != *setting);
    Ok(set)
}
