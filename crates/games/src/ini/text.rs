//! The text of a `variants.ini`: its sections and their inheritance.

use std::sync::LazyLock;

use super::Fault;

/// A line of a section: `key = value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: String,
    /// The line, from 1.
    pub(super) line: usize,
}

/// A section with the heading `[name]` or `[name:parent]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) name: String,
    parent: Option<String>,
    /// The line of the heading, from 1.
    pub(super) line: usize,
    pub(super) entries: Vec<Entry>,
    /// Lines that are not entries.
    faults: Vec<Fault>,
}

/// Built-in games that sections may inherit from.
static BUILT_IN: LazyLock<Vec<Section>> =
    LazyLock::new(|| sections(include_str!("built_in.ini")).expect("sections of ours"));

/// Splits a text into sections.
///
/// # Errors
/// Headings that cannot be parsed.
pub(super) fn sections(text: &str) -> Result<Vec<Section>, Vec<Fault>> {
    let mut all: Vec<Section> = Vec::new();
    let mut faults = Vec::new();
    for (line, written) in (1..).zip(text.lines()) {
        let written = without_remark(written);
        if written.is_empty() {
            continue;
        }
        if let Some(heading) = written.strip_prefix('[') {
            let heading = heading.strip_suffix(']').map(str::trim).filter(|name| !name.is_empty());
            let Some(heading) = heading else {
                let text = "a heading is written [name] or [name:parent].".to_owned();
                faults.push(Fault { line, text });
                continue;
            };
            let (name, parent) = match heading.split_once(':') {
                Some((name, parent)) => (name.trim(), Some(parent.trim().to_owned())),
                None => (heading, None),
            };
            let name = name.to_owned();
            all.push(Section { name, parent, line, entries: Vec::new(), faults: Vec::new() });
            continue;
        }
        let Some(section) = all.last_mut() else { continue };
        match written.split_once('=') {
            Some((key, value)) if !key.trim().is_empty() => {
                let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
                section.entries.push(Entry { key, value, line });
            }
            _ => {
                let text = "a line of a section is written `key = value`.".to_owned();
                section.faults.push(Fault { line, text });
            }
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}

/// Strips blanks and the comment, which begins with # or ; at the start of the line or after a blank.
fn without_remark(line: &str) -> &str {
    let starts = |(at, letter): (usize, char)| {
        let before = line[..at].chars().next_back();
        (['#', ';'].contains(&letter) && before.is_none_or(char::is_whitespace)).then_some(at)
    };
    let end = line.char_indices().find_map(starts).unwrap_or(line.len());
    line[..end].trim().trim_start_matches('\u{feff}')
}

/// Returns the requested section after those that it inherits from, the root first.
///
/// The entries of built-in games get the line of the heading that names them.
///
/// # Errors
/// The faults of the headings or of the lines of these sections.
pub(super) fn inherited(all: &[Section], name: Option<&str>) -> Result<Vec<Section>, Vec<Fault>> {
    let fault = |line, text: String| vec![Fault { line, text }];
    let names =
        || all.iter().map(|section| section.name.as_str()).take(MOST_NAMED).collect::<Vec<_>>().join(", ");
    let meant = match name {
        _ if all.is_empty() => {
            return Err(fault(1, "there is no section, such as [my-game:chess].".to_owned()));
        }
        Some(name) => all.iter().rposition(|section| section.name == name).ok_or_else(|| {
            fault(1, format!("there is no section [{}]. There are: {}.", name.escape_debug(), names()))
        })?,
        None if all.len() == 1 => 0,
        None => return Err(fault(1, format!("name one of the sections: {}.", names()))),
    };
    let mut chain = vec![all[meant].clone()];
    let (mut above, mut line) = (&all[..meant], None);
    while let Some(parent) = chain.last().and_then(|section| section.parent.clone()) {
        let at = line.or(chain.last().map(|section| section.line)).unwrap_or(1);
        let found = above.iter().rposition(|section| section.name == parent);
        if let Some(found) = found {
            chain.push(above[found].clone());
            above = &above[..found];
        } else if let Some(built_in) = BUILT_IN.iter().find(|section| section.name == parent) {
            line = Some(at);
            let mut section = built_in.clone();
            section.line = at;
            section.entries.iter_mut().for_each(|entry| entry.line = at);
            chain.push(section);
            above = &[];
        } else if all.iter().any(|section| section.name == parent) {
            return Err(fault(at, format!("[{parent}] must stand above what inherits from it.")));
        } else {
            let known: Vec<_> = BUILT_IN.iter().map(|section| section.name.as_str()).collect();
            let (parent, known) = (parent.escape_debug(), known.join(", "));
            return Err(fault(
                at,
                format!(
                    "there is no section [{parent}] above, and none of the games that can be converted without one is called so. There are: {known}."
                ),
            ));
        }
    }
    let faults: Vec<Fault> = chain.iter().flat_map(|section| section.faults.clone()).collect();
    chain.reverse();
    if faults.is_empty() { Ok(chain) } else { Err(faults) }
}

/// The most sections named in a sentence.
const MOST_NAMED: usize = 40;
