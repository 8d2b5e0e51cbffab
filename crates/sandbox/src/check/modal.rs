//! Checks of modals: a title and 1 to 5 top-level components.
//!
//! These are rows with one text input each, text displays, or labels around an input, a select, a radio
//! or checkbox group, or a checkbox.

use std::collections::HashSet;

use serde_json::Value;

use super::components::{STRING_SELECT, check_counts, check_custom_id, check_lines, check_select};
use super::form::{Form, length};

const ROW: i64 = 1;
const INPUT: i64 = 4;
const TEXT: i64 = 10;
const LABEL: i64 = 18;
pub(crate) const RADIO_GROUP: i64 = 21;
pub(crate) const CHECKBOX_GROUP: i64 = 22;
pub(crate) const CHECKBOX: i64 = 23;
/// Component types that a label can contain.
const LABELLED: &[i64] = &[STRING_SELECT, INPUT, 5, 6, 7, 8, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX];
/// The maximum number of options in a radio or checkbox group.
const GROUP_MAX: usize = 10;

/// Our own error code: Discord documents that it refuses these fields, but not the code.
const NOT_ALLOWED: &str = "COMPONENT_FIELD_NOT_ALLOWED";

/// Checks the `data` of a modal response.
pub(crate) fn check_modal(form: &mut Form, data: &Value) {
    if !form.object(data) {
        return;
    }
    form.required_text(data, "custom_id", 1, 100);
    form.required_text(data, "title", 1, 45);
    if data["components"].is_null() {
        form.required("components");
    }
    let rows = form.list(data, "components", 1, 5);
    let mut ids = HashSet::new();
    form.inside("components", |form| {
        for (i, row) in rows.iter().enumerate() {
            form.inside(i, |form| check_row(form, row, &mut ids));
        }
    });
}

fn check_row(form: &mut Form, row: &Value, ids: &mut HashSet<String>) {
    if !form.object(row) {
        return;
    }
    match form.one_of(row, "type", &[ROW, TEXT, LABEL]) {
        Some(ROW) => {
            let inputs = form.list(row, "components", 1, 1);
            if row["components"].is_null() {
                form.required("components");
            }
            form.inside("components", |form| {
                for (i, input) in inputs.iter().enumerate() {
                    form.inside(i, |form| {
                        if form.one_of(input, "type", &[INPUT]).is_some() {
                            form.required_text(input, "label", 1, 45);
                            check_input(form, input, ids);
                        }
                    });
                }
            });
        }
        Some(LABEL) => {
            form.required_text(row, "label", 1, 45);
            form.text(row, "description", 0, 100);
            form.inside("component", |form| check_labelled(form, &row["component"], ids));
        }
        Some(TEXT) => {
            form.required_text(row, "content", 1, 4000);
        }
        _ => {}
    }
}

/// Checks a component inside a label.
///
/// Its name comes from the label, and components of a modal cannot be disabled.
fn check_labelled(form: &mut Form, part: &Value, ids: &mut HashSet<String>) {
    if part["type"] != INPUT && part["disabled"] == true {
        form.fail("disabled", NOT_ALLOWED, "A component of a modal cannot be disabled");
    }
    match form.one_of(part, "type", LABELLED) {
        Some(INPUT) => {
            if form.text(part, "label", 1, 45).is_some() {
                form.fail("label", NOT_ALLOWED, "The label of a text input is that of its label component");
            }
            check_input(form, part, ids);
        }
        Some(RADIO_GROUP) => check_radio_group(form, part, ids),
        Some(CHECKBOX_GROUP) => check_checkbox_group(form, part, ids),
        Some(CHECKBOX) => {
            check_custom_id(form, part, ids);
            form.boolean(part, "default");
            if form.boolean(part, "required") == Some(true) {
                form.fail("required", NOT_ALLOWED, "A single checkbox cannot be required");
            }
        }
        Some(kind) => {
            check_select(form, part, kind, ids, 1);
            form.boolean(part, "required");
        }
        None => {}
    }
}

/// Checks a radio group, where exactly one option is chosen.
fn check_radio_group(form: &mut Form, part: &Value, ids: &mut HashSet<String>) {
    check_custom_id(form, part, ids);
    form.boolean(part, "required");
    let options = check_lines(form, part, 2, GROUP_MAX);
    check_counts(form, options, 1, 1);
}

/// Checks a checkbox group, where the number of choices is bounded.
fn check_checkbox_group(form: &mut Form, part: &Value, ids: &mut HashSet<String>) {
    check_custom_id(form, part, ids);
    let required = form.boolean(part, "required").unwrap_or(true);
    let options = check_lines(form, part, 1, GROUP_MAX);
    let least = form.number(part, "min_values", 0, GROUP_MAX as i64).unwrap_or(1);
    let all = options.len().clamp(1, GROUP_MAX) as i64;
    let most = form.number(part, "max_values", 1, GROUP_MAX as i64).unwrap_or(all);
    if least > most {
        form.fail("min_values", "BASE_TYPE_MAX_LENGTH", "Must be no more than max_values");
    }
    if required && least == 0 {
        form.fail("min_values", NOT_ALLOWED, "Must be at least 1 where something has to be chosen");
    }
    check_counts(form, options, least, most);
}

fn check_input(form: &mut Form, input: &Value, ids: &mut HashSet<String>) {
    check_custom_id(form, input, ids);
    form.one_of(input, "style", &[1, 2]);
    let least = form.number(input, "min_length", 0, 4000).unwrap_or(0);
    let most = form.number(input, "max_length", 1, 4000).unwrap_or(4000);
    if least > most {
        form.fail("min_length", "BASE_TYPE_MAX_LENGTH", "Must be no more than max_length");
    }
    form.text(input, "placeholder", 0, 100);
    if form.text(input, "value", 0, 4000).is_some_and(|value| length(value) as i64 > most) {
        form.fail("value", "BASE_TYPE_MAX_LENGTH", &format!("Must be {most} or fewer in length."));
    }
    form.boolean(input, "required");
}
