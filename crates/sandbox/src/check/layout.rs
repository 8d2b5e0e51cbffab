//! Checks of Components V2 messages ("cards"): containers, sections, texts and media.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::components::{check_button, check_row, echo};
use super::form::{Form, length};
use crate::tree;

const ROW: i64 = 1;
const BUTTON: i64 = 2;
const SECTION: i64 = 9;
const TEXT: i64 = 10;
const THUMBNAIL: i64 = 11;
const GALLERY: i64 = 12;
const FILE: i64 = 13;
const SEPARATOR: i64 = 14;
const CONTAINER: i64 = 17;

/// Component types that a container accepts. A message also accepts containers.
const IN_CONTAINER: [i64; 6] = [ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR];
const IN_MESSAGE: [i64; 7] = [ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER];
/// The maximum number of components in a message, including nested ones.
const MOST: usize = 40;
/// The maximum number of characters in all text displays of a message together.
const TEXT_MOST: usize = 4000;

/// The URL scheme of media that refer to an attachment of the message.
const ATTACHMENT: &str = "attachment://";

/// Rejects the legacy fields, which a card cannot have.
///
/// `kept` lists the legacy fields that an edit leaves unchanged.
pub(super) fn refuse_old_fields(form: &mut Form, body: &Value, kept: &[&str]) {
    for key in ["content", "embeds", "poll", "sticker_ids", "stickers"] {
        let used = match body.get(key) {
            None => kept.contains(&key),
            Some(Value::Null) => false,
            Some(Value::String(text)) => !text.is_empty(),
            Some(Value::Array(list)) => !list.is_empty(),
            Some(_) => true,
        };
        if used {
            let message =
                format!("The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2");
            form.fail(key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", &message);
        }
    }
}

/// Checks `object.components` of a card and returns them as Discord echoes them.
///
/// `files` are the names of the attachments that the message will have.
pub(super) fn check_layout(form: &mut Form, object: &Value, files: &HashSet<String>) -> Vec<Value> {
    let given = form.list(object, "components", 0, MOST);
    let mut sheet = Sheet { custom_ids: HashSet::new(), files };
    let mut taken = HashSet::new();
    let mut echoes = form.inside("components", |form| {
        for (i, part) in given.iter().enumerate() {
            form.inside(i, |form| note_ids(form, part, &mut taken));
        }
        sheet.parts(form, given, &IN_MESSAGE)
    });
    let all = tree::all(given);
    if all.len() > MOST {
        let message = format!("Total number of components cannot exceed {MOST}");
        form.fail("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", &message);
    }
    let texts = all.iter().filter(|one| one["type"] == TEXT);
    let said: usize = texts.filter_map(|one| one["content"].as_str()).map(length).sum();
    if said > TEXT_MOST {
        let message = format!("Total displayable text size exceeds maximum size ({TEXT_MOST})");
        form.fail("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", &message);
    }
    let mut next = 1;
    for (part, echo) in given.iter().zip(&mut echoes) {
        number(part, echo, &taken, &mut next);
    }
    echoes
}

/// State shared by all components of one message.
struct Sheet<'a> {
    custom_ids: HashSet<String>,
    files: &'a HashSet<String>,
}

impl Sheet<'_> {
    fn parts(&mut self, form: &mut Form, given: &[Value], kinds: &[i64]) -> Vec<Value> {
        let each = |(i, part): (usize, &Value)| form.inside(i, |form| self.part(form, part, kinds));
        given.iter().enumerate().map(each).collect()
    }

    fn part(&mut self, form: &mut Form, part: &Value, kinds: &[i64]) -> Value {
        if !form.object(part) {
            return Value::Null;
        }
        match form.one_of(part, "type", kinds) {
            Some(ROW) => check_row(form, part, &mut self.custom_ids, &mut 1),
            Some(BUTTON) => check_button(form, part, &mut self.custom_ids),
            Some(SECTION) => self.section(form, part),
            Some(TEXT) => {
                form.required_text(part, "content", 1, TEXT_MOST);
                echo(part, &["type", "content"])
            }
            Some(THUMBNAIL) => {
                self.picture(form, part);
                echo(part, &["type", "media", "description", "spoiler"])
            }
            Some(GALLERY) => self.gallery(form, part),
            Some(FILE) => {
                self.media(form, part, "file", false);
                form.boolean(part, "spoiler");
                echo(part, &["type", "file", "spoiler"])
            }
            Some(SEPARATOR) => {
                let divider = form.boolean(part, "divider").unwrap_or(true);
                let spacing = form.number(part, "spacing", 1, 2).unwrap_or(1);
                json!({ "type": SEPARATOR, "divider": divider, "spacing": spacing })
            }
            Some(CONTAINER) => {
                form.number(part, "accent_color", 0, 0xFF_FFFF);
                form.boolean(part, "spoiler");
                let inside = self.inside(form, part, MOST, &IN_CONTAINER);
                let mut container = echo(part, &["type", "accent_color", "spoiler"]);
                container["components"] = inside;
                container
            }
            _ => Value::Null,
        }
    }

    /// Checks the children of a container or section, which needs at least one.
    fn inside(&mut self, form: &mut Form, part: &Value, most: usize, kinds: &[i64]) -> Value {
        if part["components"].is_null() {
            form.required("components");
        }
        let given = form.list(part, "components", 1, most);
        form.inside("components", |form| self.parts(form, given, kinds)).into()
    }

    fn section(&mut self, form: &mut Form, part: &Value) -> Value {
        let inside = self.inside(form, part, 3, &[TEXT]);
        if part["accessory"].is_null() {
            form.required("accessory");
            return Value::Null;
        }
        let beside =
            form.inside("accessory", |form| self.part(form, &part["accessory"], &[BUTTON, THUMBNAIL]));
        json!({ "type": SECTION, "components": inside, "accessory": beside })
    }

    fn gallery(&mut self, form: &mut Form, part: &Value) -> Value {
        if part["items"].is_null() {
            form.required("items");
        }
        let items = form.list(part, "items", 1, 10);
        form.inside("items", |form| {
            for (i, item) in items.iter().enumerate() {
                form.inside(i, |form| form.object(item).then(|| self.picture(form, item)));
            }
        });
        let items: Vec<_> =
            items.iter().map(|item| echo(item, &["media", "description", "spoiler"])).collect();
        json!({ "type": GALLERY, "items": items })
    }

    fn picture(&self, form: &mut Form, part: &Value) {
        self.media(form, part, "media", true);
        form.text(part, "description", 1, 1024);
        form.boolean(part, "spoiler");
    }

    /// Checks a media URL: an attachment of the message or, if `web` is set, a web address.
    fn media(&self, form: &mut Form, part: &Value, key: &str, web: bool) {
        if part[key].is_null() {
            return form.required(key);
        }
        form.inside(key, |form| {
            if !form.object(&part[key]) {
                return;
            }
            let Some(url) = form.required_text(&part[key], "url", 1, 2048) else { return };
            if let Some(name) = url.strip_prefix(ATTACHMENT) {
                if !self.files.contains(name) {
                    let message = format!("The referenced attachment '{name}' was not found");
                    form.fail("url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", &message);
                }
            } else if !web {
                let message = "Only attachment:// references are supported";
                form.fail("url", "URL_TYPE_INVALID_SCHEME", message);
            } else if !url.starts_with("http://") && !url.starts_with("https://") {
                let message = "Scheme must be one of ('http', 'https', 'attachment').";
                form.fail("url", "URL_TYPE_INVALID_SCHEME", message);
            }
        });
    }
}

/// Collects the ids that the bot set on components. 0 means no id.
fn note_ids(form: &mut Form, part: &Value, taken: &mut HashSet<i64>) {
    let id = form.number(part, "id", 0, i64::from(i32::MAX));
    if id.is_some_and(|id| id > 0 && !taken.insert(id)) {
        form.fail("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated");
    }
    let inside = part["components"].as_array().map_or(&[][..], Vec::as_slice);
    form.inside("components", |form| {
        for (i, part) in inside.iter().enumerate() {
            form.inside(i, |form| note_ids(form, part, taken));
        }
    });
    if part["accessory"].is_object() {
        form.inside("accessory", |form| note_ids(form, &part["accessory"], taken));
    }
}

/// Assigns ids to the components that have none.
fn number(part: &Value, echo: &mut Value, taken: &HashSet<i64>, next: &mut i64) {
    if !echo.is_object() {
        return;
    }
    let id = part["id"].as_i64().filter(|id| *id > 0).unwrap_or_else(|| {
        while taken.contains(next) {
            *next += 1;
        }
        *next += 1;
        *next - 1
    });
    echo["id"] = json!(id);
    let inside = part["components"].as_array().map_or(&[][..], Vec::as_slice);
    if let Some(echoes) = echo.get_mut("components").and_then(Value::as_array_mut) {
        inside.iter().zip(echoes).for_each(|(part, echo)| number(part, echo, taken, next));
    }
    if let Some(beside) = echo.get_mut("accessory") {
        number(&part["accessory"], beside, taken, next);
    }
}
