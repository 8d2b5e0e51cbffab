//! Checks of embeds. The limit of 6,000 characters applies to all embeds of a message together.

use serde_json::{Value, json};

use super::form::{Form, length};

/// Checks `object.embeds` and returns them as Discord echoes them.
pub(super) fn check_embeds(form: &mut Form, object: &Value) -> Vec<Value> {
    let embeds = form.list(object, "embeds", 0, 10);
    let mut total = 0;
    form.inside("embeds", |form| {
        for (i, embed) in embeds.iter().enumerate() {
            form.inside(i, |form| total += check_embed(form, embed));
        }
        if total > 6000 {
            form.fail("", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
        }
    });
    embeds.iter().map(echo).collect()
}

fn check_embed(form: &mut Form, embed: &Value) -> usize {
    if !form.object(embed) {
        return 0;
    }
    let size = |text: Option<&str>| text.map_or(0, length);
    let mut total = size(form.text(embed, "title", 0, 256)) + size(form.text(embed, "description", 0, 4096));
    form.number(embed, "color", 0, 0xFF_FFFF);
    form.text(embed, "url", 0, 2048);
    let fields = form.list(embed, "fields", 0, 25);
    form.inside("fields", |form| {
        for (i, field) in fields.iter().enumerate() {
            form.inside(i, |form| {
                total += size(form.required_text(field, "name", 1, 256));
                total += size(form.required_text(field, "value", 1, 1024));
            });
        }
    });
    form.inside("footer", |form| total += size(form.text(&embed["footer"], "text", 0, 2048)));
    form.inside("author", |form| total += size(form.text(&embed["author"], "name", 0, 256)));
    for key in ["image", "thumbnail"] {
        if embed[key].is_object() {
            form.inside(key, |form| {
                form.required_text(&embed[key], "url", 1, 2048);
            });
        }
    }
    total
}

fn echo(embed: &Value) -> Value {
    let keys = [
        "title",
        "description",
        "url",
        "timestamp",
        "color",
        "footer",
        "image",
        "thumbnail",
        "author",
        "fields",
    ];
    let known = keys.iter().filter(|k| !embed[**k].is_null()).map(|k| ((*k).to_owned(), embed[*k].clone()));
    let mut echo = Value::Object(known.collect());
    echo["type"] = json!("rich");
    for field in echo["fields"].as_array_mut().into_iter().flatten() {
        field["inline"] = json!(field["inline"] == true);
    }
    echo
}
