//! The tests and the long trials check every result.

use super::{files_ending, none, read, sources};

tests!(outcomes_are_not_swallowed, what_swallows_is_seen);

/// The errors in a file: results that are only queried, without an assertion, or discarded.
///
/// The compiler finds the others (`unused_must_use`, `let_underscore_must_use` in `tests/main.rs` and
/// `benches/trials/main.rs`).
fn complaints(path: &str, source: &str) -> Vec<String> {
    let bare = super::code::bare(source);
    let lines: Vec<&str> = bare.lines().collect();
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        // Our statements are at most this long.
        let before = &lines[number.saturating_sub(6)..=number];
        let begin =
            before[..before.len() - 1].iter().rposition(|line| line.trim_end().ends_with([';', '{', '}']));
        let statement = before[begin.map_or(0, |at| at + 1)..].concat();
        let asked = line.contains(".is_ok()") || line.contains(".is_err()");
        let thrown = line.trim_end().ends_with(".ok();");
        if (asked && !statement.contains("assert")) || thrown {
            found.push(format!("{path}:{}: {}", number + 1, line.trim()));
        }
    }
    found
}

fn outcomes_are_not_swallowed() {
    let of_units = sources().into_iter().filter(|path| path.ends_with("tests.rs"));
    let all = ["tests", "benches/trials", "crates/render/tests", "crates/rules/tests", "crates/testing"]
        .into_iter()
        .flat_map(|place| files_ending(place, "rs"));
    let all = all.chain(of_units);
    none(&all.flat_map(|path| complaints(&path, &read(&path))).collect::<Vec<_>>());
}

fn what_swallows_is_seen() {
    let bad = ["let moved = a.is_ok() && b.is_ok();", "app.play(&by, text).await.ok();", "if x.is_err() {"];
    for line in bad {
        assert_eq!(complaints("x", line).len(), 1, "{line}");
    }
    let good =
        ["assert!(a.is_ok());", "assert_eq!(\n    a.is_err(),\n    true\n);", "let a = b.ok().expect(c);"];
    for line in good {
        assert_eq!(complaints("x", line), Vec::<String>::new(), "{line}");
    }
}
