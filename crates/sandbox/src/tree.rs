//! The components of a message as a tree: rows, and cards with all that lies in them.

use serde_json::Value;

/// Containers, rows and sections hold parts; a section has one more at its side.
fn parts(component: &Value) -> impl Iterator<Item = &Value> {
    let inside = component["components"].as_array().map_or(&[][..], Vec::as_slice);
    inside.iter().chain(component.get("accessory").filter(|beside| beside.is_object()))
}

/// All components, each before what lies in it: the order in which they are read.
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

/// Those that can be clicked or chosen from: buttons and selects.
pub(crate) fn usable(components: &[Value]) -> impl Iterator<Item = &Value> {
    all(components).into_iter().filter(|one| matches!(one["type"].as_i64(), Some(2..=8)))
}

/// What text displays say, one below the other.
pub(crate) fn text(components: &[Value]) -> String {
    let texts = all(components).into_iter().filter(|one| one["type"] == 10);
    texts.filter_map(|one| one["content"].as_str()).collect::<Vec<_>>().join("\n")
}

/// Looks at each picture and file that a card shows, to change it.
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
