//! Reads what Discord says is wrong with a request body: `errors`, nested like the body.
//! <https://docs.discord.com/developers/reference#error-messages>

use serde_json::Value;

/// Returns the first few mistakes, each with its place in the body.
pub fn mistakes(errors: &Value) -> Vec<String> {
    const SHOWN: usize = 3;
    let mut found = Vec::new();
    collect(errors, &mut String::new(), &mut found);
    let more = found.len().saturating_sub(SHOWN);
    found.truncate(SHOWN);
    if more > 0 {
        found.push(format!("and {more} more"));
    }
    found
}

fn collect(errors: &Value, path: &mut String, found: &mut Vec<String>) {
    let Some(fields) = errors.as_object() else { return };
    for (key, value) in fields {
        if key == "_errors" {
            for mistake in value.as_array().into_iter().flatten() {
                let message = mistake["message"].as_str().unwrap_or("no reason given");
                found.push(if path.is_empty() { message.to_owned() } else { format!("{path}: {message}") });
            }
            continue;
        }
        let before = path.len();
        if before > 0 {
            path.push('.');
        }
        path.push_str(key);
        collect(value, path, found);
        path.truncate(before);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn mistakes_are_told_with_their_places() {
        assert!(mistakes(&Value::Null).is_empty());
        let one =
            json!({ "_errors": [{ "code": "TOO_LARGE", "message": "Command exceeds maximum size (8000)" }] });
        assert_eq!(mistakes(&one), ["Command exceeds maximum size (8000)"]);
        let wrong = |text: &str| json!({ "_errors": [{ "code": "X", "message": text }] });
        let two = json!({ "3": { "options": { "0": { "name": wrong("Too long.") } } }, "7": { "name": wrong("Twice.") } });
        assert_eq!(mistakes(&two), ["3.options.0.name: Too long.", "7.name: Twice."]);
        let many =
            json!({ "1": wrong("a"), "2": wrong("b"), "3": wrong("c"), "4": wrong("d"), "5": wrong("e") });
        assert_eq!(mistakes(&many), ["1: a", "2: b", "3: c", "and 2 more"]);
    }
}
