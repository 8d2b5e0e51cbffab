//! Application commands: names, options, choices.

use std::collections::HashSet;

use serde_json::Value;

use super::form::{Form, length};

const SUBCOMMAND: i64 = 1;
const GROUP: i64 = 2;

/// Settings that only options of the listed types accept. Choices and autocomplete are checked
/// separately.
const ONLY_OF: [(&str, &[i64]); 7] = [
    ("options", &[SUBCOMMAND, GROUP]),
    ("channel_types", &[7]),
    ("min_value", &[4, 10]),
    ("max_value", &[4, 10]),
    ("min_length", &[3]),
    ("max_length", &[3]),
    ("file_types", &[11]),
];

/// Checks a bulk overwrite.
///
/// Allows at most 100 chat commands, 15 user commands and 15 message commands, with no duplicate names.
pub(crate) fn check_commands(form: &mut Form, list: &[Value]) {
    let mut names = HashSet::new();
    for (i, command) in list.iter().enumerate() {
        form.inside(i, |form| {
            check_command(form, command, true);
            let key = (command["type"].as_i64().unwrap_or(1), command["name"].as_str().unwrap_or_default());
            if !names.insert(key) {
                form.fail(
                    "name",
                    "APPLICATION_COMMANDS_DUPLICATE_NAME",
                    "Application command names must be unique",
                );
            }
        });
    }
    for (kind, most) in [(1, 100), (2, 15), (3, 15)] {
        if names.iter().filter(|(k, _)| *k == kind).count() > most {
            let message = format!("Maximum number of application commands reached ({most})");
            form.fail("", "APPLICATION_COMMAND_TOO_MANY", &message);
        }
    }
}

/// Checks one command.
///
/// `whole` means a new command, which needs a name and a description. Otherwise the command is an edit.
pub(crate) fn check_command(form: &mut Form, command: &Value, whole: bool) {
    if !form.object(command) {
        return;
    }
    let kind = if command["type"].is_null() { Some(1) } else { form.one_of(command, "type", &[1, 2, 3, 4]) };
    if whole && command["name"].is_null() {
        form.required("name");
    }
    if kind == Some(1) {
        check_name(form, command);
        if whole {
            form.required_text(command, "description", 1, 100);
        } else {
            form.text(command, "description", 1, 100);
        }
    } else {
        form.text(command, "name", 1, 32);
        if command["description"].as_str().is_some_and(|d| !d.is_empty()) {
            form.fail(
                "description",
                "APPLICATION_COMMAND_DESCRIPTION_INVALID",
                "Context menu commands cannot have a description",
            );
        }
    }
    check_localizations(form, command, 32);
    for (key, most) in [("contexts", 2), ("integration_types", 1)] {
        let list = form.list(command, key, 0, most + 1);
        form.inside(key, |form| {
            for (i, value) in list.iter().enumerate() {
                if value.as_u64().is_none_or(|v| v > most as u64) {
                    form.fail(
                        &i.to_string(),
                        "ENUM_TYPE_COERCE",
                        &format!("Value {value} is not a valid enum value."),
                    );
                }
            }
        });
    }
    let total = size(command);
    if total > 8000 {
        let message = format!("Command exceeds maximum size (8000), is {total}");
        form.fail("", "APPLICATION_COMMAND_TOO_LARGE", &message);
    }
    check_options(form, command, 0);
}

/// Checks a name against Discord's `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`.
///
/// Letters must be lower case if they have one.
fn check_name(form: &mut Form, object: &Value) {
    let Some(name) = form.text(object, "name", 1, 32) else {
        return;
    };
    let fits = name.chars().all(|c| c.is_alphanumeric() || "-_'".contains(c));
    if !name.is_empty() && (!fits || name.to_lowercase() != name) {
        let message = "Command name is invalid: lower-case letters, digits, - and _ only";
        form.fail("name", "APPLICATION_COMMAND_INVALID_NAME", message);
    }
}

fn check_localizations(form: &mut Form, object: &Value, longest_name: usize) {
    for (key, most) in [("name_localizations", longest_name), ("description_localizations", 100)] {
        let Some(map) = object[key].as_object() else {
            continue;
        };
        form.inside(key, |form| {
            for (locale, text) in map {
                if !LOCALES.contains(&locale.as_str()) {
                    form.fail(locale, "LOCALE_INVALID", "Unknown locale");
                }
                if let Some(text) = text.as_str() {
                    form.text_length(locale, text, 1, most);
                }
            }
        });
    }
}

fn check_options(form: &mut Form, object: &Value, depth: usize) {
    let options = form.list(object, "options", 0, 25);
    let mut names = HashSet::new();
    let mut optional_seen = false;
    let nested = options.iter().filter(|o| is_nested(o)).count();
    form.inside("options", |form| {
        if nested != 0 && nested != options.len() {
            let message = "Sub-command and sub-command group options cannot be mixed with other options";
            form.fail("", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
        }
        for (i, option) in options.iter().enumerate() {
            form.inside(i, |form| {
                check_option(form, option, depth);
                if !names.insert(option["name"].as_str().unwrap_or_default()) {
                    form.fail(
                        "name",
                        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                        "Option name already exists",
                    );
                }
                let required = option["required"] == true;
                if required && optional_seen {
                    let message = "Required options must be placed before non-required options";
                    form.fail("", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
                }
                optional_seen |= !required;
            });
        }
    });
}

fn is_nested(option: &Value) -> bool {
    matches!(option["type"].as_i64(), Some(SUBCOMMAND | GROUP))
}

fn check_option(form: &mut Form, option: &Value, depth: usize) {
    if !form.object(option) {
        return;
    }
    let kinds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    let Some(kind) = form.one_of(option, "type", &kinds) else {
        return;
    };
    if option["name"].is_null() {
        form.required("name");
    }
    check_name(form, option);
    form.required_text(option, "description", 1, 100);
    check_localizations(form, option, 32);
    form.boolean(option, "required");
    form.boolean(option, "autocomplete");
    match kind {
        GROUP if depth > 0 => {
            form.fail(
                "type",
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "Sub-command groups cannot be nested",
            );
        }
        SUBCOMMAND if depth > 1 => {
            form.fail("type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands cannot be nested");
        }
        SUBCOMMAND | GROUP => {
            return check_options(form, option, if kind == GROUP { 1 } else { 2 });
        }
        _ => {}
    }
    let has_choices = option["choices"].as_array().is_some_and(|c| !c.is_empty());
    if !matches!(kind, 3 | 4 | 10) && (has_choices || option["autocomplete"] == true) {
        let message = "Choices and autocomplete are for string, integer and number options only";
        form.fail("choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", message);
    }
    if has_choices && option["autocomplete"] == true {
        let message = "Autocomplete and choices are mutually exclusive";
        form.fail("autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", message);
    }
    if kind == 3 {
        form.number(option, "min_length", 0, 6000);
        form.number(option, "max_length", 1, 6000);
    }
    check_option_choices(form, option, kind);
    for (key, kinds) in ONLY_OF {
        let set = !option[key].is_null() && option[key].as_array().is_none_or(|list| !list.is_empty());
        if set && !kinds.contains(&kind) {
            let message = format!("{key} is not for options of type {kind}");
            form.fail(key, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", &message);
        }
    }
    check_file_types(form, option);
}

/// Checks `file_types`: at most 10 entries, each one of Discord's groups or an extension with its dot.
fn check_file_types(form: &mut Form, option: &Value) {
    let list = form.list(option, "file_types", 0, 10);
    form.inside("file_types", |form| {
        for (i, one) in list.iter().enumerate() {
            let word = one.as_str().unwrap_or_default();
            let extension = word.strip_prefix('.').is_some_and(|rest| !rest.is_empty());
            if !extension && file_group(word).is_none() {
                form.fail(
                    &i.to_string(),
                    "FILE_TYPE_INVALID",
                    "Must be a group of file types or an extension",
                );
            }
        }
    });
}

/// Returns the extensions in one of Discord's groups of file types.
pub(crate) fn file_group(name: &str) -> Option<&'static [&'static str]> {
    match name {
        "image" => Some(&[".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"]),
        "video" => Some(&[".mp4", ".mov", ".qt", ".webm"]),
        "audio" => Some(&[".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"]),
        _ => None,
    }
}

fn check_option_choices(form: &mut Form, option: &Value, kind: i64) {
    let choices = form.list(option, "choices", 0, 25);
    let mut names = HashSet::new();
    form.inside("choices", |form| {
        for (i, choice) in choices.iter().enumerate() {
            form.inside(i, |form| {
                if !form.object(choice) {
                    return;
                }
                check_localizations(form, choice, 100);
                if let Some(name) = form.required_text(choice, "name", 1, 100)
                    && !names.insert(name)
                {
                    let message = "Option choice name already exists";
                    form.fail("name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", message);
                }
                match (&choice["value"], kind) {
                    (Value::Null, _) => form.required("value"),
                    (Value::String(text), 3) => form.text_length("value", text, 1, 100),
                    (Value::Number(n), 4) if n.is_i64() => {}
                    (Value::Number(_), 10) => {}
                    _ => {
                        form.fail(
                            "value",
                            "STRING_TYPE_CONVERT",
                            "The value does not fit the option's type.",
                        );
                    }
                }
            });
        }
    });
}

/// Counts the characters of all names, descriptions and string values of a command.
///
/// Discord allows 8,000.
fn size(object: &Value) -> usize {
    let own = ["name", "description", "value"]
        .iter()
        .filter_map(|k| object[*k].as_str())
        .map(length)
        .sum::<usize>();
    let inner = ["options", "choices"]
        .iter()
        .filter_map(|k| object[*k].as_array())
        .flatten()
        .map(size)
        .sum::<usize>();
    own + inner
}

/// Discord's locales.
const LOCALES: [&str; 34] = [
    "ar", "he", "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN",
    "ja", "zh-TW", "ko",
];
