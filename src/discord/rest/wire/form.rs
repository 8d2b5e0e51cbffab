//! Forms as Discord's JSON; the builders have no labels, and no groups of radio buttons or checkboxes.

use serde_json::{Value, json};

use crate::discord::reply::{
    CHOICES_MAX, FIELDS_MAX, FORM_HINT_MAX, FORM_MAX, Field, Form, GROUP_MAX, Input, MenuLine, cut,
};

/// Discord's type numbers for the parts of a form.
mod kind {
    pub const MENU: u8 = 3;
    pub const TEXT: u8 = 4;
    pub const LABEL: u8 = 18;
    pub const RADIO_GROUP: u8 = 21;
    pub const CHECKBOX_GROUP: u8 = 22;
}

/// Returns the callback that opens a form.
pub(super) fn form(asked: &Form) -> Value {
    let fields = asked.fields.iter().filter(|field| !field.is_empty());
    let labels: Vec<Value> = fields.take(FIELDS_MAX).map(label).collect();
    let title = cut(&asked.title, FORM_MAX);
    json!({ "type": 9, "data": { "custom_id": asked.id.to_string(), "title": title, "components": labels } })
}

fn label(field: &Field) -> Value {
    let mut label =
        json!({ "type": kind::LABEL, "label": cut(&field.label, FORM_MAX), "component": component(field) });
    if let Some(hint) = &field.hint {
        label["description"] = cut(hint, FORM_HINT_MAX).into();
    }
    label
}

fn component(field: &Field) -> Value {
    let name = field.name;
    match &field.input {
        Input::Line { most, required, value } => {
            let mut line = json!({
                "type": kind::TEXT, "custom_id": name, "style": 1, "min_length": u8::from(*required), "max_length": most,
                "required": required,
            });
            if !value.is_empty() {
                line["value"] = value.as_str().into();
            }
            line
        }
        Input::OneOf(lines) => json!({
            "type": kind::RADIO_GROUP, "custom_id": name, "required": true, "options": options(lines, GROUP_MAX),
        }),
        Input::AnyOf(lines) => json!({
            "type": kind::CHECKBOX_GROUP, "custom_id": name, "required": false, "min_values": 0,
            "options": options(lines, GROUP_MAX),
        }),
        Input::Menu(lines, most) => {
            let options = options(lines, CHOICES_MAX);
            let most = usize::from(*most).min(options.len());
            json!({
                "type": kind::MENU, "custom_id": name, "required": true, "min_values": 1, "max_values": most,
                "options": options,
            })
        }
    }
}

fn options(lines: &[MenuLine], most: usize) -> Vec<Value> {
    lines.iter().take(most).map(option).collect()
}

fn option(line: &MenuLine) -> Value {
    let mut option = json!({ "label": line.name, "value": line.value, "default": line.chosen });
    if let Some(hint) = &line.hint {
        option["description"] = hint.as_str().into();
    }
    option
}
