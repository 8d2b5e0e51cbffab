//! Validates a body against a schema of the description, by the rules of JSON Schema 2020-12.
//!
//! Unknown keywords are reported as well, so that a newer description's requirements are not skipped.

use std::cmp::Ordering;
use std::fmt;

use serde_json::{Map, Value};

/// Keywords that reject nothing, in addition to those with the prefix `x-`. A format is an annotation, as is
/// usual.
const REMARKS: &[&str] =
    &["contentEncoding", "default", "deprecated", "description", "examples", "format", "title"];

/// The prefix of references.
const COMPONENTS: &str = "#/components/schemas/";

/// The errors in a body by this schema, each with its place in the body, and the unknown parts of the schema.
pub fn complaints(description: &Value, schema: &Value, body: &Value) -> Vec<String> {
    let (mut checker, mut found) = (Checker { description, unknown: Vec::new() }, Vec::new());
    checker.check(schema, body, Place::Body, &mut found);
    found.extend(checker.unknown);
    found
}

/// True if a keyword rejects nothing.
pub fn is_remark(keyword: &str) -> bool {
    REMARKS.contains(&keyword) || keyword.starts_with("x-")
}

/// A place in the body, displayed as a JSON pointer after `body`.
#[derive(Clone, Copy)]
enum Place<'a> {
    Body,
    Member(&'a Place<'a>, &'a str),
    Item(&'a Place<'a>, usize),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Place::Body => f.write_str("body"),
            Place::Member(above, name) => {
                write!(f, "{above}/{}", name.replace('~', "~0").replace('/', "~1"))
            }
            Place::Item(above, at) => write!(f, "{above}/{at}"),
        }
    }
}

/// Validates values against the schemas of a description.
struct Checker<'a> {
    /// The description, for resolving references.
    description: &'a Value,
    /// Unknown parts of schemas, even if another of several alternatives fits.
    unknown: Vec<String>,
}

impl<'a> Checker<'a> {
    /// Appends the errors of a value; none for a valid one.
    fn check(&mut self, schema: &Value, value: &Value, place: Place, found: &mut Vec<String>) {
        match schema {
            Value::Object(keywords) => {
                for (keyword, said) in keywords {
                    if self.keyword(schema, keyword, value, place, found).is_none() {
                        let what = format!("{place}: `{keyword}` of {said} is not known here");
                        self.unknown.push(what);
                    }
                }
            }
            Value::Bool(true) => {}
            Value::Bool(false) => found.push(format!("{place} may not be there")),
            other => self.unknown.push(format!("{place}: {other} is not known here as a schema")),
        }
    }

    /// Checks one keyword of the schema. Returns `None` if the keyword or its form is unknown.
    fn keyword(
        &mut self,
        schema: &Value,
        keyword: &str,
        value: &Value,
        place: Place,
        found: &mut Vec<String>,
    ) -> Option<()> {
        let said = &schema[keyword];
        match keyword {
            "$ref" => self.check(self.target(said)?, value, place, found),
            "allOf" => said.as_array()?.iter().for_each(|part| self.check(part, value, place, found)),
            "anyOf" | "oneOf" => self.choose(said.as_array()?, keyword == "anyOf", value, place, found),
            "not" => {
                let mut missed = Vec::new();
                self.check(said, value, place, &mut missed);
                found.extend(missed.is_empty().then(|| format!("{place} is what it must not be, {said}")));
            }
            "properties" => {
                for (name, schema) in said.as_object()? {
                    if let Some(member) = value.get(name) {
                        self.check(schema, member, Place::Member(&place, name), found);
                    }
                }
            }
            "additionalProperties" => {
                let named = schema.get("properties");
                for (name, member) in value.as_object().into_iter().flatten() {
                    if named.is_none_or(|named| named.get(name).is_none()) {
                        self.check(said, member, Place::Member(&place, name), found);
                    }
                }
            }
            "prefixItems" => {
                let items = value.as_array().into_iter().flatten();
                for (at, (schema, item)) in said.as_array()?.iter().zip(items).enumerate() {
                    self.check(schema, item, Place::Item(&place, at), found);
                }
            }
            "items" => {
                let before = schema.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                for (at, item) in value.as_array().into_iter().flatten().enumerate().skip(before) {
                    self.check(said, item, Place::Item(&place, at), found);
                }
            }
            "required" => {
                for name in said.as_array()? {
                    let name = name.as_str()?;
                    if value.as_object().is_some_and(|members| !members.contains_key(name)) {
                        found.push(format!("{place} lacks {name}"));
                    }
                }
            }
            _ => {
                let (fits, complaint) = plain(keyword, said, value)?;
                found.extend((!fits).then(|| format!("{place} {complaint} {said}")));
            }
        }
        Some(())
    }

    /// Appends the errors if exactly one of several schemas must fit, or any.
    ///
    /// If only one can be meant, its own errors are more helpful.
    fn choose(&mut self, all: &[Value], any: bool, value: &Value, place: Place, found: &mut Vec<String>) {
        let (mut fitting, mut missed) = (0, Vec::new());
        for schema in all {
            if self.is_meant(schema, value) {
                let mut complaints = Vec::new();
                self.check(schema, value, place, &mut complaints);
                if complaints.is_empty() {
                    fitting += 1;
                } else {
                    missed.push(complaints);
                }
            }
        }
        match (fitting, missed.len()) {
            (1, _) => {}
            (2.., _) if any => {}
            (2.., _) => found.push(format!("{place} fits {fitting} of {}, not one", all.len())),
            (_, 1) => found.extend(missed.into_iter().flatten()),
            _ => {
                let closest = missed.into_iter().min_by_key(Vec::len);
                let told = closest.map(|complaints| format!(", by the closest {}", complaints.join(", ")));
                found.push(format!("{place} fits none of {}{}", all.len(), told.unwrap_or_default()));
            }
        }
    }

    /// True if a value's type and discriminating constants match a schema, so that this schema is meant. A
    /// schema that is not meant does not fit.
    fn is_meant(&self, schema: &Value, value: &Value) -> bool {
        let schema = schema.get("$ref").and_then(|name| self.target(name)).unwrap_or(schema);
        let holds = |schema: &Value, keyword, value| {
            schema.get(keyword).and_then(|said| plain(keyword, said, value)).is_none_or(|(fits, _)| fits)
        };
        let listed = |schema, value| holds(schema, "const", value) && holds(schema, "enum", value);
        let named = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        let mut members = named.filter_map(|(name, schema)| Some((schema, value.get(name)?)));
        holds(schema, "type", value)
            && listed(schema, value)
            && members.all(|(schema, member)| listed(schema, member))
    }

    fn target(&self, reference: &Value) -> Option<&'a Value> {
        self.description["components"]["schemas"].get(reference.as_str()?.strip_prefix(COMPONENTS)?)
    }
}

/// Checks a keyword that does not look into the value.
///
/// Returns true if it fits, and the error text otherwise, to be followed by the keyword's value. `None` is as
/// in [`Checker::keyword`].
fn plain(keyword: &str, said: &Value, value: &Value) -> Option<(bool, &'static str)> {
    let number = |fits: fn(Ordering) -> bool| {
        said.as_f64().map(|_| !value.is_number() || order(value, said).is_some_and(fits))
    };
    let size = |size: Option<usize>, fits: fn(&u64, &u64) -> bool| {
        said.as_u64().map(|bound| size.is_none_or(|size| fits(&(size as u64), &bound)))
    };
    let length = || value.as_str().map(|text| text.chars().count());
    let items = || value.as_array().map(Vec::len);
    let members = || value.as_object().map(Map::len);
    Some(match keyword {
        "type" => (is_of(value, said)?, "is not of type"),
        "const" => (same(value, said), "is not"),
        "enum" => (said.as_array()?.iter().any(|one| same(value, one)), "is none of"),
        "minimum" => (number(Ordering::is_ge)?, "is less than"),
        "maximum" => (number(Ordering::is_le)?, "is more than"),
        "exclusiveMinimum" => (number(Ordering::is_gt)?, "is not more than"),
        "exclusiveMaximum" => (number(Ordering::is_lt)?, "is not less than"),
        "minLength" => (size(length(), u64::ge)?, "is shorter than"),
        "maxLength" => (size(length(), u64::le)?, "is longer than"),
        "minItems" => (size(items(), u64::ge)?, "has fewer items than"),
        "maxItems" => (size(items(), u64::le)?, "has more items than"),
        "minProperties" => (size(members(), u64::ge)?, "has fewer members than"),
        "maxProperties" => (size(members(), u64::le)?, "has more members than"),
        "uniqueItems" => (!said.as_bool()? || differ(value), "has an item twice, while uniqueItems is"),
        "pattern" => (matches(value, said)?, "does not match"),
        _ => (is_remark(keyword).then_some(true)?, ""),
    })
}

/// True if a value has this type, or one of these. A number without a fraction is an integer, however
/// written.
fn is_of(value: &Value, kind: &Value) -> Option<bool> {
    if let Value::Array(kinds) = kind {
        return kinds.iter().try_fold(false, |fits, kind| Some(fits || is_of(value, kind)?));
    }
    Some(match kind.as_str()? {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => return None,
    })
}

/// Compares two numbers. Integers are compared exactly: permissions have more bits than a float can
/// represent.
fn order(one: &Value, other: &Value) -> Option<Ordering> {
    let whole = |number: &Value| {
        let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < 1e30);
        let exact = number.as_i64().map(i128::from).or(number.as_u64().map(i128::from));
        exact.or(float.map(|float| float as i128))
    };
    match (whole(one), whole(other)) {
        (Some(one), Some(other)) => Some(one.cmp(&other)),
        _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

/// True if two values are equal JSON, where 1 and 1.0 are one number.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(_), Value::Number(_)) => order(one, other) == Some(Ordering::Equal),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let held = |(name, value)| other.get(name).is_some_and(|other| same(value, other));
            one.len() == other.len() && one.iter().all(held)
        }
        _ => one == other,
    }
}

/// True if a list has no duplicates.
fn differ(value: &Value) -> bool {
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    items.iter().enumerate().all(|(at, item)| !items[..at].iter().any(|before| same(item, before)))
}

/// Matches a pattern, implemented by hand: the description has only one, that of an id.
fn matches(value: &Value, pattern: &Value) -> Option<bool> {
    match pattern.as_str()? {
        "^(0|[1-9][0-9]*)$" => Some(value.as_str().is_none_or(|text| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits && (text == "0" || !text.starts_with('0'))
        })),
        _ => None,
    }
}
