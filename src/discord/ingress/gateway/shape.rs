//! The shape of JSON without its values, for the log: unreadable input can be investigated without
//! recording who wrote what.

use serde_json::Value;

/// Maximum depth; deeper parts are omitted.
const DEPTH: usize = 8;
/// Maximum length of a shape, in bytes; a longer one is cut.
const LONGEST: usize = 1_500;

/// Returns a shape such as `{id: text, data: {options: [{name: text, type: number}]}}`.
///
/// Keys that may be ids read `#`.
pub fn shape(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    if out.len() > LONGEST {
        out.truncate(out.floor_char_boundary(LONGEST));
        out.push('…');
    }
    out
}

fn write(value: &Value, depth: usize, out: &mut String) {
    if out.len() > LONGEST {
        return;
    }
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(_) => out.push_str("bool"),
        Value::Number(_) => out.push_str("number"),
        Value::String(_) => out.push_str("text"),
        Value::Array(_) | Value::Object(_) if depth >= DEPTH => out.push('…'),
        Value::Array(list) => {
            out.push('[');
            if let Some(first) = list.first() {
                write(first, depth + 1, out);
            }
            if list.len() > 1 {
                out.push_str(&format!(" x{}", list.len()));
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            for (number, (key, value)) in map.iter().enumerate() {
                if number > 0 {
                    out.push_str(", ");
                }
                // A key that does not look like one of Discord's names may be an id or user input.
                let known = key.len() <= 40 && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
                out.push_str(if known { key } else { "#" });
                out.push_str(": ");
                write(value, depth + 1, out);
            }
            out.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_shape_tells_keys_and_kinds_and_nothing_else() {
        let value = json!({
            "token": "secret", "id": "81", "big": 12,
            "resolved": { "users": { "1234567": { "username": "red", "bot": true } } },
            "options": [{ "name": "move", "value": null }, {}, {}],
        });
        assert_eq!(
            shape(&value),
            "{big: number, id: text, options: [{name: text, value: null} x3], \
             resolved: {users: {#: {bot: bool, username: text}}}, token: text}"
        );
    }

    #[test]
    fn a_shape_is_bounded() {
        let mut deep = json!("x");
        for _ in 0..100 {
            deep = json!([deep]);
        }
        assert_eq!(shape(&deep), "[[[[[[[[…]]]]]]]]");
        let wide: Value = (0..5_000)
            .map(|n| (format!("key_{}", "k".repeat(n % 9)) + &"z".repeat(n / 200), json!(1)))
            .collect();
        assert!(shape(&wide).len() <= LONGEST + 4);
    }
}
