//! Statements use only SQL common to SQLite and PostgreSQL, as described at the top of
//! `crates/store/src/db/sql.rs`.

use super::plans::statements;

tests!(statements_are_in_shared_words, words_of_one_database_are_seen);

/// Words that one of the two does not know, or treats differently.
const WORDS: [&str; 11] = [
    "changes()",
    "char(",
    "glob ",
    "ifnull(",
    "iif(",
    "indexed by",
    "insert or ",
    "is $",
    "not $",
    "rowid",
    "zeroblob(",
];

/// Statements about SQLite itself.
const OWN: [&str; 2] = ["sqlite_schema", "pragma_"];

/// The text inside a parenthesis at the beginning, and the text after it.
fn bracket(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return (&text[1..at], &text[at + 1..]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    panic!("a bracket is open in {text}");
}

/// The text after each occurrence of a word.
fn after<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(word).map(move |(at, _)| &text[at + word.len()..])
}

/// The number of commas outside of parentheses.
fn commas(text: &str) -> usize {
    let mut depth = 0;
    text.chars()
        .filter(|c| {
            depth += i32::from(*c == '(') - i32::from(*c == ')');
            *c == ',' && depth == 0
        })
        .count()
}

/// The errors of a statement.
fn faults(statement: &str) -> Vec<String> {
    let text = statement.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let mut found: Vec<String> =
        WORDS.iter().filter(|word| text.contains(**word)).map(|word| format!("`{word}`")).collect();
    for name in ["max", "min"] {
        // With one argument it is an aggregate.
        if after(&text, name).any(|rest| rest.starts_with('(') && commas(bracket(rest).0) > 0) {
            found.push(format!("`{name}` of several values"));
        }
    }
    // `IS DISTINCT FROM (SELECT ...)` compares a value.
    let sources = text.replace("distinct from", "distinct");
    for word in [" from ", " join "] {
        let mut made = after(&sources, word).filter(|rest| rest.starts_with('('));
        if made.any(|rest| !bracket(rest).1.starts_with(" as ")) {
            found.push(format!("what comes `{}` a bracket has no name", word.trim()));
        }
    }
    if after(&text, " cross join ").any(|rest| {
        let (joined, _) = rest.split_once(" where ").unwrap_or((rest, ""));
        [" on ", " using "].iter().any(|word| joined.contains(word))
    }) {
        found.push("`cross join` with a condition of its own".to_owned());
    }
    if text.contains("on conflict do update") {
        found.push("`do update` without its key".to_owned());
    }
    found
}

fn statements_are_in_shared_words() {
    let found: Vec<String> = statements()
        .iter()
        .filter(|statement| !OWN.iter().any(|own| statement.contains(own)))
        .flat_map(|statement| faults(statement).into_iter().map(move |fault| format!("{fault}: {statement}")))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn words_of_one_database_are_seen() {
    for statement in [
        "SELECT iif(a = 1, 2, 3) FROM t",
        "SELECT a FROM t WHERE b IS $1",
        "SELECT a FROM t WHERE\n    NOT $1",
        "UPDATE t SET a = max(a, coalesce($1, 0))",
        "SELECT a FROM (SELECT a FROM t) WHERE a = 1",
        "SELECT a FROM t CROSS JOIN u ON u.a = t.a WHERE b = 1",
        "INSERT INTO t (a) VALUES ($1) ON CONFLICT DO UPDATE SET a = excluded.a",
    ] {
        assert_eq!(faults(statement).len(), 1, "{statement}: {:?}", faults(statement));
    }
    for statement in [
        "SELECT max(coalesce(a, 0)), b FROM (SELECT a, b FROM t) AS u WHERE a IS DISTINCT FROM (SELECT 1)",
        "SELECT a FROM t CROSS JOIN u WHERE u.a = t.a AND EXISTS (SELECT 1 FROM v JOIN w ON w.a = v.a)",
        "INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = CASE WHEN t.b IS NOT NULL THEN 1 END",
        "INSERT INTO t (a) VALUES ($1) ON CONFLICT DO NOTHING",
    ] {
        assert_eq!(faults(statement), Vec::<String>::new(), "{statement}");
    }
}
