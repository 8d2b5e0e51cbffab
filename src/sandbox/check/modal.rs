//! Modals: title, 1 to 5 rows with one text input each, or labels.

use std::collections::HashSet;

use serde_json::Value;

use super::form::Form;

/// Checks the `data` of a modal answer.
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

fn check_row<'v>(form: &mut Form, row: &'v Value, ids: &mut HashSet<&'v str>) {
    if !form.object(row) {
        return;
    }
    match form.one_of(row, "type", &[1, 10, 18]) {
        Some(1) => {
            let inputs = form.list(row, "components", 1, 1);
            if row["components"].is_null() {
                form.required("components");
            }
            form.inside("components", |form| {
                for (i, input) in inputs.iter().enumerate() {
                    form.inside(i, |form| {
                        if form.one_of(input, "type", &[4]).is_some() {
                            form.required_text(input, "label", 1, 45);
                            check_input(form, input, ids);
                        }
                    });
                }
            });
        }
        Some(18) => {
            form.required_text(row, "label", 1, 45);
            form.text(row, "description", 0, 100);
            form.inside("component", |form| {
                if form.one_of(&row["component"], "type", &[3, 4, 5, 6, 7, 8]) == Some(4) {
                    check_input(form, &row["component"], ids);
                }
            });
        }
        _ => {}
    }
}

fn check_input<'v>(form: &mut Form, input: &'v Value, ids: &mut HashSet<&'v str>) {
    if let Some(id) = form.required_text(input, "custom_id", 1, 100)
        && !ids.insert(id)
    {
        form.fail("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
    }
    form.one_of(input, "style", &[1, 2]);
    let least = form.number(input, "min_length", 0, 4000).unwrap_or(0);
    let most = form.number(input, "max_length", 1, 4000).unwrap_or(4000);
    if least > most {
        form.fail("min_length", "BASE_TYPE_MAX_LENGTH", "Must be no more than max_length");
    }
    form.text(input, "placeholder", 0, 100);
    form.text(input, "value", 0, 4000);
    form.boolean(input, "required");
}
