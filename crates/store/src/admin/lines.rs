//! Rows as lines of text, in the format of PostgreSQL's `COPY`.
//!
//! Columns are separated by tabs, NULL is `\N`, and backslashes and named control characters are escaped with
//! a backslash. A row has exactly one representation, whichever database it comes from.

use crate::db::schema::SchemaTable;
use crate::db::sql::SqlValue;
use serde_json::value::RawValue;
use std::hash::{DefaultHasher, Hasher as _};

/// The representation of NULL.
const NULL: &[u8] = br"\N";
/// Control characters with a named escape, and its letter.
const NAMED: [(u8, u8); 6] = [(8, b'b'), (9, b't'), (10, b'n'), (11, b'v'), (12, b'f'), (13, b'r')];

/// The number of a table's rows, and the order-independent sum of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) rows: u64,
    hashes: u64,
}

impl Sum {
    /// Adds rows.
    pub(super) fn add(&mut self, lines: &[u8]) {
        for line in each(lines) {
            let mut hasher = DefaultHasher::new();
            hasher.write(line);
            self.rows += 1;
            self.hashes = self.hashes.wrapping_add(hasher.finish());
        }
    }
}

/// Returns the lines without their line ends.
pub(super) fn each(lines: &[u8]) -> impl Iterator<Item = &[u8]> {
    lines.split_inclusive(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

fn push_text(line: &mut Vec<u8>, text: &str) {
    if !text.bytes().any(|byte| byte < b' ' || byte == b'\\') {
        line.extend_from_slice(text.as_bytes());
        return;
    }
    for byte in text.bytes() {
        if let Some((_, name)) = NAMED.iter().find(|(named, _)| *named == byte) {
            line.extend([b'\\', *name]);
        } else {
            if byte == b'\\' {
                line.push(byte);
            }
            line.push(byte);
        }
    }
}

/// Unescapes a field.
fn text_of(field: &[u8]) -> Result<String, sqlx::Error> {
    let mut text = Vec::with_capacity(field.len());
    if !field.contains(&b'\\') {
        text.extend_from_slice(field);
        return String::from_utf8(text).map_err(|error| sqlx::Error::Decode(error.into()));
    }
    let mut bytes = field.iter().copied();
    while let Some(byte) = bytes.next() {
        text.push(match byte {
            b'\\' => {
                let name = bytes.next().unwrap_or(byte);
                NAMED.iter().find(|(_, known)| *known == name).map_or(name, |(named, _)| *named)
            }
            byte => byte,
        });
    }
    String::from_utf8(text).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// Parses a line into the values of a table's columns.
pub(super) fn values(table: &SchemaTable, line: &[u8], to: &mut Vec<SqlValue>) -> Result<(), sqlx::Error> {
    let mut fields = line.split(|byte| *byte == b'\t');
    for (column, is_text) in &table.columns {
        let missing = || sqlx::Error::Decode(format!("a row has no column {column}").into());
        let field = Some(fields.next().ok_or_else(missing)?).filter(|field| *field != NULL);
        to.push(if *is_text {
            SqlValue::Text(field.map(text_of).transpose()?)
        } else {
            let number = |field| {
                let digits = std::str::from_utf8(field).map_err(|error| sqlx::Error::Decode(error.into()))?;
                digits.parse().map_err(|error: std::num::ParseIntError| sqlx::Error::Decode(error.into()))
            };
            SqlValue::Number(field.map(number).transpose()?)
        });
    }
    Ok(())
}

/// Converts rows that SQLite returned as a JSON list of lists, and appends them as lines.
///
/// The first `places` values of a row are its position in the table and are not part of it. Returns those of
/// the last row.
pub(super) fn from_json(
    json: &str,
    places: usize,
    lines: &mut Vec<u8>,
) -> Result<Vec<SqlValue>, sqlx::Error> {
    let unreadable = |error: serde_json::Error| sqlx::Error::Decode(error.into());
    let rows: Vec<Vec<&RawValue>> = serde_json::from_str(json).map_err(unreadable)?;
    for row in &rows {
        for (number, value) in row.iter().skip(places).enumerate() {
            if number > 0 {
                lines.push(b'\t');
            }
            match value.get() {
                "null" => lines.extend(NULL),
                text if text.starts_with('"') => match &text[1..text.len() - 1] {
                    plain if !plain.contains('\\') => push_text(lines, plain),
                    _ => push_text(lines, &serde_json::from_str::<String>(text).map_err(unreadable)?),
                },
                number => lines.extend(number.bytes()),
            }
        }
        lines.push(b'\n');
    }
    let last = rows.last().into_iter().flatten().take(places);
    let place = |value: &&RawValue| match value.get() {
        text if text.starts_with('"') => serde_json::from_str::<String>(text).map(SqlValue::from),
        number => serde_json::from_str::<i64>(number).map(SqlValue::from),
    };
    last.map(place).collect::<Result<_, _>>().map_err(unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> SchemaTable {
        let columns = [("a", true), ("b", false), ("c", true)];
        SchemaTable {
            name: "some".to_owned(),
            columns: columns.map(|(name, is_text)| (name.to_owned(), is_text)).to_vec(),
            key: Vec::new(),
            numbered: false,
        }
    }

    #[test]
    fn a_row_is_one_line_and_comes_back() {
        let json = r#"[[7, "a\tb\\\nN\u0008\u000b\u000c\r\u0001\"é", -9223372036854775808, null], [8, "", 9223372036854775807, "\\N"]]"#;
        let mut lines = Vec::new();
        let last = from_json(json, 1, &mut lines).expect("rows");
        assert!(matches!(last[..], [SqlValue::Number(Some(8))]));
        let written =
            "a\\tb\\\\\\nN\\b\\v\\f\\r\u{1}\"é\t-9223372036854775808\t\\N\n\t9223372036854775807\t\\\\N\n";
        assert_eq!(String::from_utf8_lossy(&lines), written);
        let mut back = Vec::new();
        for line in each(&lines) {
            values(&table(), line, &mut back).expect("values");
        }
        let texts: Vec<_> = back
            .iter()
            .map(|value| match value {
                SqlValue::Text(text) => text.clone(),
                SqlValue::Number(number) => number.map(|number| number.to_string()),
                SqlValue::Bytes(_) => None,
            })
            .collect();
        let texts: Vec<_> = texts.iter().map(|text| text.as_deref().unwrap_or("NULL")).collect();
        let (lowest, highest) = (i64::MIN.to_string(), i64::MAX.to_string());
        assert_eq!(texts, ["a\tb\\\nN\u{8}\u{b}\u{c}\r\u{1}\"é", &lowest, "NULL", "", &highest, "\\N"]);
    }

    #[test]
    fn a_row_that_is_lost_or_changed_is_seen_and_their_order_is_not() {
        let sum = |lines: &str| {
            let mut sum = Sum::default();
            sum.add(lines.as_bytes());
            sum
        };
        assert_eq!(sum("1\ta\n2\tb\n"), sum("2\tb\n1\ta\n"));
        for other in ["1\ta\n", "1\ta\n2\tc\n", "1\tb\n2\ta\n", "1\ta\n2\tb\n2\tb\n", "1\ta\n\n2\tb\n"] {
            assert_ne!(sum("1\ta\n2\tb\n"), sum(other), "{other}");
        }
    }

    #[test]
    fn what_is_no_row_of_the_table_is_an_error() {
        for line in ["a\t1", "a\tb\tc", "a\t1.5\tc", ""] {
            assert!(values(&table(), line.as_bytes(), &mut Vec::new()).is_err(), "{line}");
        }
    }
}
