//! The components of a message as a tree: rows, and cards with all their nested components.

use serde_json::Value;

/// Returns the children of a component: those of containers, rows and sections, and a section's accessory.
fn parts(component: &Value) -> impl Iterator<Item = &Value> {
    let inside = component["components"].as_array().map_or(&[][..], Vec::as_slice);
    inside.iter().chain(component.get("accessory").filter(|beside| beside.is_object()))
}

/// Returns all components in reading order, each before its children.
pub(crate) fn all(components: &[Value]) -> Vec<&Value> {
    fn walk<'v>(component: &'v Value, found: &mut Vec<&'v Value>) {
        found.push(component);
        for part in parts(component) {
            walk(part, found);
        }
    }
    let mut found = Vec::new();
    for component in components {
        walk(component, &mut found);
    }
    found
}

/// Returns the interactive components: buttons and selects.
pub(crate) fn usable(components: &[Value]) -> impl Iterator<Item = &Value> {
    all(components).into_iter().filter(|one| matches!(one["type"].as_i64(), Some(2..=8)))
}

/// Returns the content of all text displays, one per line.
pub(crate) fn text(components: &[Value]) -> String {
    let texts = all(components).into_iter().filter(|one| one["type"] == 10);
    texts.filter_map(|one| one["content"].as_str()).collect::<Vec<_>>().join("\n")
}

/// Calls `change` for each picture and file that a card shows.
pub(crate) fn each_media(components: &mut [Value], change: &mut impl FnMut(&mut Value)) {
    for component in components {
        for key in ["media", "file"] {
            component.get_mut(key).into_iter().for_each(&mut *change);
        }
        let items = component.get_mut("items").and_then(Value::as_array_mut);
        items.into_iter().flatten().filter_map(|item| item.get_mut("media")).for_each(&mut *change);
        if let Some(inside) = component.get_mut("components").and_then(Value::as_array_mut) {
            each_media(inside, change);
        }
        if let Some(beside) = component.get_mut("accessory") {
            each_media(std::slice::from_mut(beside), change);
        }
    }
}
