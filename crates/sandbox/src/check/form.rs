//! Collects all validation errors of a body, nested as Discord nests them, before the request takes
//! effect.

use serde_json::{Map, Value, json};

use crate::error::ApiError;

/// The errors found so far and the current path in the body.
#[derive(Debug, Default)]
pub(crate) struct Form {
    path: Vec<String>,
    errors: Map<String, Value>,
}

/// Counts UTF-16 units, as the client does. Never less than the number of characters.
pub(crate) fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

impl Form {
    /// Records an error at the field `key` of the current path. An empty key means the path itself.
    pub fn fail(&mut self, key: &str, code: &str, message: &str) {
        let mut at = &mut self.errors;
        let keys = self.path.iter().map(String::as_str).chain((!key.is_empty()).then_some(key));
        for key in keys {
            let next = at.entry(key.to_owned()).or_insert_with(|| json!({}));
            if !next.is_object() {
                *next = json!({});
            }
            let Value::Object(map) = next else { return };
            at = map;
        }
        let list = at.entry("_errors".to_owned()).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(json!({ "code": code, "message": message }));
        }
    }

    /// Runs `look` with the field `key` appended to the current path.
    pub fn inside<T>(&mut self, key: impl std::fmt::Display, look: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(key.to_string());
        let found = look(self);
        self.path.pop();
        found
    }

    /// Ends the check and returns all recorded errors.
    pub fn finish(self) -> Result<(), ApiError> {
        if self.errors.is_empty() { Ok(()) } else { Err(ApiError::form(Value::Object(self.errors))) }
    }

    /// Reads a text of `min..=max` characters. Returns `None` if it is absent, null or invalid.
    pub fn text<'v>(&mut self, object: &'v Value, key: &str, min: usize, max: usize) -> Option<&'v str> {
        match &object[key] {
            Value::Null => None,
            Value::String(text) => {
                self.text_length(key, text, min, max);
                Some(text)
            }
            other => {
                let message = format!("Could not interpret \"{other}\" as string.");
                self.fail(key, "STRING_TYPE_CONVERT", &message);
                None
            }
        }
    }

    /// Reads a text like [`Self::text`], but a missing field is an error.
    pub fn required_text<'v>(
        &mut self,
        object: &'v Value,
        key: &str,
        min: usize,
        max: usize,
    ) -> Option<&'v str> {
        if object[key].is_null() {
            self.required(key);
        }
        self.text(object, key, min, max)
    }

    pub fn required(&mut self, key: &str) {
        self.fail(key, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Records an error if the length is outside `min..=max`.
    pub fn text_length(&mut self, key: &str, text: &str, min: usize, max: usize) {
        let n = length(text);
        if n == 0 && min > 0 {
            self.required(key);
        } else if n < min {
            self.fail(key, "BASE_TYPE_BAD_LENGTH", &format!("Must be between {min} and {max} in length."));
        } else if n > max {
            let (code, message) = if min == 0 {
                ("BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."))
            } else {
                ("BASE_TYPE_BAD_LENGTH", format!("Must be between {min} and {max} in length."))
            };
            self.fail(key, code, &message);
        }
    }

    /// Reads a list of `min..=max` items. Returns an empty list if it is absent, null or not a list.
    pub fn list<'v>(&mut self, object: &'v Value, key: &str, min: usize, max: usize) -> &'v [Value] {
        match &object[key] {
            Value::Null => &[],
            Value::Array(list) => {
                if list.len() > max || list.len() < min {
                    let (code, message) = if min == 0 {
                        ("BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."))
                    } else {
                        ("BASE_TYPE_BAD_LENGTH", format!("Must be between {min} and {max} in length."))
                    };
                    self.fail(key, code, &message);
                }
                list
            }
            _ => {
                self.fail(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
                &[]
            }
        }
    }

    /// Reads an integer within a range.
    pub fn number(&mut self, object: &Value, key: &str, min: i64, max: i64) -> Option<i64> {
        let value = match &object[key] {
            Value::Null => return None,
            Value::Number(n) => n.as_i64(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        let Some(n) = value else {
            self.fail(key, "NUMBER_TYPE_COERCE", &format!("Value \"{}\" is not int.", object[key]));
            return None;
        };
        if n < min {
            self.fail(
                key,
                "NUMBER_TYPE_MIN",
                &format!("int value should be greater than or equal to {min}."),
            );
        } else if n > max {
            self.fail(key, "NUMBER_TYPE_MAX", &format!("int value should be less than or equal to {max}."));
        }
        Some(n)
    }

    /// Reads a required number that must be one of `values`.
    pub fn one_of(&mut self, object: &Value, key: &str, values: &[i64]) -> Option<i64> {
        let n = object[key].as_i64();
        if n.is_some_and(|n| values.contains(&n)) {
            return n;
        }
        if object[key].is_null() {
            self.required(key);
        } else {
            let list: Vec<_> = values.iter().map(ToString::to_string).collect();
            self.fail(key, "BASE_TYPE_CHOICES", &format!("Value must be one of {{{}}}.", list.join(", ")));
        }
        None
    }

    pub fn boolean(&mut self, object: &Value, key: &str) -> Option<bool> {
        match &object[key] {
            Value::Null => None,
            Value::Bool(truth) => Some(*truth),
            other => {
                let message = format!("Must be either true or false, not {other}.");
                self.fail(key, "BOOLEAN_TYPE_CONVERT", &message);
                None
            }
        }
    }

    /// Returns true if the value is an object. Otherwise records an error.
    pub fn object(&mut self, value: &Value) -> bool {
        if !value.is_object() {
            self.fail("", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
        }
        value.is_object()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_nested_as_discord_nests_them() {
        let mut form = Form::default();
        let body = json!({ "content": "x".repeat(2001), "components": [{ "components": [{ "label": 7 }] }] });
        form.text(&body, "content", 0, 2000);
        form.inside("components", |f| {
            f.inside(0, |f| f.text(&body["components"][0]["components"][0], "label", 0, 80));
        });
        let error = form.finish().expect_err("two mistakes");
        assert_eq!(error.code, 50035);
        assert_eq!(
            error.errors,
            Some(json!({
                "content": { "_errors": [{ "code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer in length." }] },
                "components": { "0": { "label": { "_errors": [{ "code": "STRING_TYPE_CONVERT", "message": "Could not interpret \"7\" as string." }] } } },
            }))
        );
    }
}
