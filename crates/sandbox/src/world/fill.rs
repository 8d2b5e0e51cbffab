//! Modals that a person fills in: the client-side checks, and the values that the bot receives.

use serde_json::{Map, Value, json};

use super::World;
use super::act::{Actor, ClientRefusal};
use crate::check::{CHECKBOX, CHECKBOX_GROUP, RADIO_GROUP, length};
use crate::id::Id;
use crate::interaction::{Act, kind};

impl World {
    /// Fills in a select of a modal with the given choice, or else its default.
    fn fill_menu(
        &self,
        by: Id,
        menu: &Value,
        custom_id: &str,
        given: Option<&Value>,
        answer: &mut Value,
    ) -> Result<(), ClientRefusal> {
        let mut values = chosen(menu, given);
        values.retain(|value| !value.is_empty());
        if values.is_empty() {
            if menu["required"] != false {
                return Err(ClientRefusal::at(custom_id, "This field is required"));
            }
            answer["values"] = json!([]);
            return Ok(());
        }
        let kind = menu["type"].as_i64().unwrap_or(3);
        self.choose(by, menu, (kind, &values), answer)
            .map_err(|refused| ClientRefusal::at(custom_id, &refused.text))
    }

    /// Submits the modal that the interaction `opened` showed.
    pub fn modal(
        &self,
        actor: &Actor,
        opened: Id,
        values: &Map<String, Value>,
    ) -> Result<Act, ClientRefusal> {
        self.open_stage(actor)?;
        let gone = || ClientRefusal::new("This form is no longer open.");
        let source =
            self.interactions.get(&opened).filter(|i| i.act.person == actor.person).ok_or_else(gone)?;
        let modal = source.modal.as_ref().ok_or_else(gone)?;
        let rows = modal["components"].as_array().map_or(&[][..], Vec::as_slice);
        let (mut filled, mut resolved) = (Vec::new(), Value::Null);
        for (i, row) in rows.iter().enumerate() {
            let (row_id, id) = (2 * i + 1, 2 * i + 2);
            let input = match row["type"].as_i64() {
                Some(18) => &row["component"],
                Some(10) => {
                    filled.push(json!({ "type": 10, "id": row_id }));
                    continue;
                }
                _ => &row["components"][0],
            };
            let custom_id = input["custom_id"].as_str().unwrap_or_default();
            let label = row["label"].as_str().or(input["label"].as_str()).unwrap_or_default();
            let given = values.get(custom_id).or_else(|| values.get(label));
            let mut answer = json!({ "type": input["type"], "id": id, "custom_id": custom_id });
            match input["type"].as_i64() {
                Some(4) => {
                    let text = given.or(input.get("value")).and_then(Value::as_str).unwrap_or_default();
                    check_input(input, custom_id, text)?;
                    answer["value"] = json!(text);
                }
                Some(RADIO_GROUP) => answer["value"] = pressed(input, custom_id, given)?,
                Some(CHECKBOX_GROUP) => answer["values"] = ticked(input, custom_id, given)?,
                Some(CHECKBOX) => answer["value"] = json!(is_ticked(input, given)),
                _ => {
                    self.fill_menu(actor.person, input, custom_id, given, &mut answer)?;
                    if let Some(Value::Object(more)) =
                        answer.as_object_mut().and_then(|map| map.remove("resolved"))
                    {
                        join(&mut resolved, more);
                    }
                }
            }
            // Labels and their descriptions are not sent back.
            filled.push(match row["type"].as_i64() {
                Some(18) => json!({ "type": 18, "id": row_id, "component": answer }),
                _ => json!({ "type": 1, "id": row_id, "components": [answer] }),
            });
        }
        let mut data = json!({ "custom_id": modal["custom_id"], "components": filled });
        if !resolved.is_null() {
            data["resolved"] = resolved;
        }
        let actor = Actor { channel: source.act.channel, ..actor.clone() };
        Ok(actor.act(kind::MODAL, data, source.act.source, &source.act.command))
    }
}

fn options(part: &Value) -> &[Value] {
    part["options"].as_array().map_or(&[][..], Vec::as_slice)
}

/// Returns the values of the chosen options, each given by value or label.
///
/// Without a given choice, returns the default options.
fn chosen(part: &Value, given: Option<&Value>) -> Vec<String> {
    let of = |text: &str| {
        let named = options(part).iter().find(|option| option["value"] == text || option["label"] == text);
        named.and_then(|option| option["value"].as_str()).unwrap_or(text).to_owned()
    };
    match given {
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(of).collect(),
        Some(Value::String(one)) => vec![of(one)],
        Some(Value::Null) => Vec::new(),
        _ => {
            let set = options(part).iter().filter(|option| option["default"] == true);
            set.filter_map(|option| option["value"].as_str()).map(str::to_owned).collect()
        }
    }
}

/// Returns the chosen options of a group: existing ones, each once. An empty text means no option.
fn chosen_of_group(
    group: &Value,
    custom_id: &str,
    given: Option<&Value>,
) -> Result<Vec<String>, ClientRefusal> {
    let mut values = chosen(group, given);
    values.retain(|value| !value.is_empty());
    for (at, value) in values.iter().enumerate() {
        if !options(group).iter().any(|option| option["value"] == *value) {
            return Err(ClientRefusal::at(custom_id, "The form has no such option."));
        }
        if values[..at].contains(value) {
            return Err(ClientRefusal::at(custom_id, "Choose each option once."));
        }
    }
    if values.is_empty() && group["required"] != false {
        return Err(ClientRefusal::at(custom_id, "This field is required"));
    }
    Ok(values)
}

/// Returns the value of a radio group. Null if no button is selected.
fn pressed(group: &Value, custom_id: &str, given: Option<&Value>) -> Result<Value, ClientRefusal> {
    match &chosen_of_group(group, custom_id, given)?[..] {
        [] => Ok(Value::Null),
        [one] => Ok(json!(one)),
        _ => Err(ClientRefusal::at(custom_id, "Choose one option.")),
    }
}

/// Returns the values of a checkbox group.
fn ticked(group: &Value, custom_id: &str, given: Option<&Value>) -> Result<Value, ClientRefusal> {
    let values = chosen_of_group(group, custom_id, given)?;
    let least = group["min_values"].as_u64().unwrap_or(1);
    let most = group["max_values"].as_u64().unwrap_or(options(group).len() as u64);
    let count = values.len() as u64;
    if count > 0 && count < least || count > most {
        return Err(ClientRefusal::at(custom_id, &format!("Choose {least} to {most} options.")));
    }
    Ok(json!(values))
}

/// Returns true if a checkbox is checked.
fn is_ticked(part: &Value, given: Option<&Value>) -> bool {
    match given {
        Some(Value::Bool(ticked)) => *ticked,
        Some(Value::String(text)) => text == "true",
        _ => part["default"] == true,
    }
}

/// Adds the resolved objects of one field to those of the modal.
fn join(all: &mut Value, more: Map<String, Value>) {
    for (kind, named) in more {
        let Value::Object(named) = named else { continue };
        for (id, one) in named {
            all[&kind][&id] = one;
        }
    }
}

fn check_input(input: &Value, custom_id: &str, text: &str) -> Result<(), ClientRefusal> {
    let required = input["required"].as_bool().unwrap_or(true);
    if text.is_empty() {
        return if required { Err(ClientRefusal::at(custom_id, "This field is required")) } else { Ok(()) };
    }
    let (least, most) =
        (input["min_length"].as_u64().unwrap_or(0), input["max_length"].as_u64().unwrap_or(4000));
    let n = length(text) as u64;
    if n < least || n > most {
        return Err(ClientRefusal::at(custom_id, &format!("Must be between {least} and {most} in length.")));
    }
    Ok(())
}
