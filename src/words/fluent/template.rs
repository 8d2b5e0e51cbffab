//! Precompiled messages: parsed once, so that formatting only joins texts. For messages that are formatted
//! often.

use std::fmt::{Display, Write as _};

use fluent_bundle::FluentArgs;

use crate::words::Words;

/// A message that only inserts its open arguments. A message that selects by such an argument cannot be
/// precompiled.
#[derive(Clone)]
pub(in crate::words) struct Template {
    /// Each text precedes the argument with this number.
    parts: Vec<(String, usize)>,
    rest: String,
}

/// Private-use characters, which no language uses, stand in for the arguments.
const FIRST_MARK: u32 = 0xe000;

fn mark(number: usize) -> char {
    char::from_u32(FIRST_MARK + number as u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}

impl Template {
    /// Compiles the message `key` with the `fixed` arguments filled in and the `open` ones left.
    pub(in crate::words) fn new(
        words: &Words,
        key: &str,
        mut fixed: FluentArgs<'_>,
        open: &[&'static str],
    ) -> Self {
        for (number, name) in open.iter().enumerate() {
            fixed.set(*name, mark(number).to_string());
        }
        let text = words.say(key, &fixed);
        let mut parts = Vec::new();
        let mut rest = String::new();
        for c in text.chars() {
            match (0..open.len()).find(|number| mark(*number) == c) {
                Some(number) => parts.push((std::mem::take(&mut rest), number)),
                None => rest.push(c),
            }
        }
        Self { parts, rest }
    }

    /// Fills in the open arguments, in the order in which they were named.
    pub(in crate::words) fn fill(&self, args: &[&dyn Display]) -> String {
        let mut text = String::with_capacity(64);
        for (before, number) in &self.parts {
            text.push_str(before);
            if let Some(arg) = args.get(*number) {
                // Writing into a `String` cannot fail.
                let _ = write!(text, "{arg}");
            }
        }
        text.push_str(&self.rest);
        text
    }
}
