//! Finds which line of a menu was chosen.

use super::MenuLine;

/// Returns the item chosen in a menu that has a `line` for each of `all`. Some clients send a line's label
/// instead of its value.
pub fn meant<T>(all: impl IntoIterator<Item = T>, line: impl Fn(&T) -> MenuLine, text: &str) -> Option<T> {
    all.into_iter().find(|one| {
        let line = line(one);
        line.value == text || line.name == text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_meant_by_its_value_or_by_what_it_says() {
        let line = |days: &u32| MenuLine::new(&format!("{days} days"), &days.to_string());
        for (text, days) in [("7", Some(7)), ("7 days", Some(7)), ("days", None), ("31", None)] {
            assert_eq!(meant(1..=30, line, text), days, "{text}");
        }
    }
}
