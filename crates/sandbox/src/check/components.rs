//! Checks of action rows, buttons and selects.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::form::Form;
use crate::id::Id;

const BUTTON: i64 = 2;
pub(super) const STRING_SELECT: i64 = 3;
const USER_SELECT: i64 = 5;
const ROLE_SELECT: i64 = 6;
const CHANNEL_SELECT: i64 = 8;
const LINK: i64 = 5;
const PREMIUM: i64 = 6;

/// Checks `object.components` of a message and returns them as Discord echoes them.
pub(super) fn check_components(form: &mut Form, object: &Value) -> Vec<Value> {
    let rows = form.list(object, "components", 0, 5);
    let mut ids = HashSet::new();
    let mut next_id = 1;
    form.inside("components", |form| {
        rows.iter()
            .enumerate()
            .map(|(i, row)| form.inside(i, |form| check_row(form, row, &mut ids, &mut next_id)))
            .collect()
    })
}

/// Checks a row of buttons, or a row with a single select.
pub(super) fn check_row(form: &mut Form, row: &Value, ids: &mut HashSet<String>, next_id: &mut u32) -> Value {
    if !form.object(row) || form.one_of(row, "type", &[1]).is_none() {
        return Value::Null;
    }
    let items = form.list(row, "components", 1, 5);
    if row["components"].is_null() {
        form.required("components");
    }
    let row_id = take_id(next_id);
    let items: Vec<Value> = form.inside("components", |form| {
        items
            .iter()
            .enumerate()
            .map(|(i, item)| {
                form.inside(i, |form| {
                    let mut echo = check_item(form, item, ids, items.len());
                    if echo.is_object() {
                        echo["id"] = json!(take_id(next_id));
                    }
                    echo
                })
            })
            .collect()
    });
    json!({ "type": 1, "id": row_id, "components": items })
}

fn take_id(next: &mut u32) -> u32 {
    let id = *next;
    *next += 1;
    id
}

fn check_item(form: &mut Form, item: &Value, ids: &mut HashSet<String>, beside: usize) -> Value {
    if !form.object(item) {
        return Value::Null;
    }
    let Some(kind) = form.one_of(item, "type", &[BUTTON, STRING_SELECT, 5, 6, 7, 8]) else {
        return Value::Null;
    };
    if kind == BUTTON { check_button(form, item, ids) } else { check_select(form, item, kind, ids, beside) }
}

pub(super) fn check_button(form: &mut Form, item: &Value, ids: &mut HashSet<String>) -> Value {
    let style = form.number(item, "style", 1, 6);
    if style.is_none() && item["style"].is_null() {
        form.required("style");
    }
    form.text(item, "label", 0, 80);
    form.boolean(item, "disabled");
    check_emoji(form, item);
    if style == Some(LINK) {
        if form.required_text(item, "url", 1, 512).is_some_and(|url| !is_link(url)) {
            let message = "Scheme must be one of ('http', 'https', 'discord').";
            form.fail("url", "URL_TYPE_INVALID_SCHEME", message);
        }
        if !item["custom_id"].is_null() {
            form.fail(
                "custom_id",
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            );
        }
    } else if style != Some(PREMIUM) {
        check_custom_id(form, item, ids);
        if !item["url"].is_null() {
            form.fail(
                "url",
                "BUTTON_COMPONENT_URL_NOT_ALLOWED",
                "A url can only be specified for a link button",
            );
        }
    }
    let named = item["label"].as_str().is_some_and(|l| !l.trim().is_empty()) || item["emoji"].is_object();
    if !named && style != Some(PREMIUM) {
        form.fail("", "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji");
    }
    echo(item, &["type", "style", "label", "custom_id", "url", "disabled", "emoji", "sku_id"])
}

fn is_link(url: &str) -> bool {
    ["http://", "https://", "discord://"].iter().any(|scheme| url.starts_with(scheme))
}

pub(super) fn check_custom_id(form: &mut Form, item: &Value, ids: &mut HashSet<String>) {
    if let Some(id) = form.required_text(item, "custom_id", 1, 100)
        && !ids.insert(id.to_owned())
    {
        form.fail("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
    }
}

fn check_emoji(form: &mut Form, item: &Value) {
    let emoji = &item["emoji"];
    if emoji.is_null() {
        return;
    }
    form.inside("emoji", |form| {
        if form.object(emoji) && emoji["id"].is_null() && emoji["name"].as_str().is_none_or(str::is_empty) {
            form.fail("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
        }
    });
}

pub(super) fn check_select(
    form: &mut Form,
    item: &Value,
    kind: i64,
    ids: &mut HashSet<String>,
    beside: usize,
) -> Value {
    check_custom_id(form, item, ids);
    form.text(item, "placeholder", 0, 150);
    form.boolean(item, "disabled");
    let least = form.number(item, "min_values", 0, 25).unwrap_or(1);
    let most = form.number(item, "max_values", 1, 25).unwrap_or(1);
    if beside > 1 {
        let message = "The specified component exceeds the maximum width";
        form.fail("", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
    }
    if least > most {
        form.fail("min_values", "BASE_TYPE_MAX_LENGTH", "Must be no more than max_values");
    }
    if kind == STRING_SELECT {
        check_options(form, item, least, most);
    } else {
        check_defaults(form, item, kind, (least, most));
    }
    let mut echo = echo(
        item,
        &["type", "custom_id", "placeholder", "options", "disabled", "channel_types", "default_values"],
    );
    echo["min_values"] = json!(least);
    echo["max_values"] = json!(most);
    echo
}

fn check_options(form: &mut Form, item: &Value, least: i64, most: i64) {
    let options = check_lines(form, item, 1, 25);
    form.inside("options", |form| {
        for (i, option) in options.iter().enumerate() {
            form.inside(i, |form| check_emoji(form, option));
        }
    });
    check_counts(form, options, least, most);
}

/// Checks the options of a select or of a group in a modal, and returns them.
pub(super) fn check_lines<'v>(
    form: &mut Form,
    item: &'v Value,
    fewest: usize,
    largest: usize,
) -> &'v [Value] {
    let options = form.list(item, "options", fewest, largest);
    if item["options"].is_null() {
        form.required("options");
    }
    let mut values = HashSet::new();
    form.inside("options", |form| {
        for (i, option) in options.iter().enumerate() {
            form.inside(i, |form| {
                if !form.object(option) {
                    return;
                }
                form.required_text(option, "label", 1, 100);
                form.text(option, "description", 0, 100);
                form.boolean(option, "default");
                if let Some(value) = form.required_text(option, "value", 1, 100)
                    && !values.insert(value)
                {
                    let message = "The specified option value is already used";
                    form.fail("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
                }
            });
        }
    });
    options
}

/// Checks the minimum and maximum number of choices, and the number of defaults, against the options.
pub(super) fn check_counts(form: &mut Form, options: &[Value], least: i64, most: i64) {
    if !options.is_empty() && least as usize > options.len() {
        let message = "Must be no more than the number of options";
        form.fail("min_values", "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", message);
    }
    if !options.is_empty() && most as usize > options.len() {
        form.fail(
            "max_values",
            "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
            "Must be no more than the number of options",
        );
    }
    if options.iter().filter(|option| option["default"] == true).count() > most as usize {
        form.fail("options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "Too many default options");
    }
}

/// Checks the default values and channel types of a user, role or channel select.
fn check_defaults(form: &mut Form, item: &Value, kind: i64, (least, most): (i64, i64)) {
    let kinds = form.list(item, "channel_types", 0, 25);
    if kind != CHANNEL_SELECT && !kinds.is_empty() {
        form.fail("channel_types", "BASE_TYPE_CHOICES", "Only channel selects have channel types");
    }
    let values = form.list(item, "default_values", 0, 25);
    let count = values.len() as i64;
    if count > 0 && (count < least || count > most) {
        let message = format!("Must be between {least} and {most} in length.");
        form.fail("default_values", "BASE_TYPE_BAD_LENGTH", &message);
    }
    let fitting: &[&str] = match kind {
        USER_SELECT => &["user"],
        ROLE_SELECT => &["role"],
        CHANNEL_SELECT => &["channel"],
        _ => &["user", "role"],
    };
    form.inside("default_values", |form| {
        for (i, value) in values.iter().enumerate() {
            form.inside(i, |form| {
                if !form.object(value) {
                    return;
                }
                if !value["type"].as_str().is_some_and(|named| fitting.contains(&named)) {
                    let list = fitting.join(", ");
                    form.fail("type", "BASE_TYPE_CHOICES", &format!("Value must be one of {{{list}}}."));
                }
                if Id::from_json(&value["id"]).is_none() {
                    form.fail(
                        "id",
                        "NUMBER_TYPE_COERCE",
                        &format!("Value \"{}\" is not snowflake.", value["id"]),
                    );
                }
            });
        }
    });
}

/// Returns the known fields that are set. Drops unknown fields, as Discord does.
pub(super) fn echo(item: &Value, keys: &[&str]) -> Value {
    let known = keys.iter().filter(|k| !item[**k].is_null()).map(|k| ((*k).to_owned(), item[*k].clone()));
    Value::Object(known.collect())
}
