//! One word, one meaning: a search for the name of a type finds one type.

use std::collections::BTreeMap;

use super::code::bare;
use super::{none, read, sources};

tests!(no_two_types_share_a_name, a_shared_name_is_seen, a_known_name_that_is_no_longer_shared_is_seen);

/// Names that traits of the standard library and of others give to a type of each implementation.
const ASSOCIATED: &[&str] = &["Err", "Error", "Item", "IntoIter", "Output", "Rejection", "Target"];

/// Names that still mean more than one type.
const KNOWN: &[&str] = &[];

/// The types that a source declares, tests' own included.
fn types(source: &str) -> Vec<String> {
    let code = bare(source);
    let words: Vec<&str> =
        code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    words
        .windows(2)
        .filter(|pair| ["struct", "enum", "trait", "type"].contains(&pair[0]))
        .filter(|pair| pair[1].starts_with(|c: char| c.is_ascii_uppercase()))
        .map(|pair| pair[1].to_owned())
        .filter(|name| !ASSOCIATED.contains(&name.as_str()))
        .collect()
}

/// What is wrong: names of several types that are not known, and known ones of one type or none.
fn complaints(files: &[(String, String)], known: &[&str]) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (path, source) in files {
        for name in types(source) {
            places.entry(name).or_default().push(path);
        }
    }
    let shared: Vec<_> = places.iter().filter(|(_, places)| places.len() > 1).collect();
    let new = shared.iter().filter(|(name, _)| !known.contains(&name.as_str()));
    let gone = known.iter().filter(|known| !shared.iter().any(|(name, _)| name == *known));
    new.map(|(name, places)| format!("`{name}` is a type in {}", places.join(" and in ")))
        .chain(gone.map(|name| format!("`{name}` is no longer shared, take it off the list")))
        .collect()
}

fn no_two_types_share_a_name() {
    let files: Vec<(String, String)> = sources()
        .into_iter()
        .map(|path| {
            let source = read(&path);
            (path, source)
        })
        .collect();
    assert!(files.iter().flat_map(|(_, source)| types(source)).count() > 200, "the source was read");
    none(&complaints(&files, KNOWN));
}

fn planted(files: &[(&str, &str)], known: &[&str]) -> Vec<String> {
    let files: Vec<(String, String)> =
        files.iter().map(|(path, source)| ((*path).to_owned(), (*source).to_owned())).collect();
    complaints(&files, known)
}

fn a_shared_name_is_seen() {
    let found = planted(&[("a.rs", "pub struct Line<'a> { }"), ("b.rs", "enum Line {}")], &[]);
    assert_eq!(found, ["`Line` is a type in a.rs and in b.rs"]);
    let found = planted(&[("a.rs", "pub trait Desk {}\nmod tests { type Desk = u8; }")], &[]);
    assert_eq!(found, ["`Desk` is a type in a.rs and in a.rs"]);
    for innocent in ["type Err = E;", "// struct Line", "let text = \"enum Line\";", "enum Lines { Line }"] {
        assert_eq!(
            planted(&[("a.rs", innocent), ("b.rs", "struct Line;\ntype Err = F;")], &[]),
            Vec::<String>::new()
        );
    }
}

fn a_known_name_that_is_no_longer_shared_is_seen() {
    let both = [("a.rs", "struct Line;"), ("b.rs", "struct Line;")];
    assert_eq!(planted(&both, &["Line"]), Vec::<String>::new());
    assert_eq!(planted(&both[..1], &["Line"]), ["`Line` is no longer shared, take it off the list"]);
}
