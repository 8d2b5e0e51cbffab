//! Games from files that others have written. They are read as ours are, and have to keep within bounds.

use std::fmt;
use std::sync::Arc;

use rules::{Color, FenDefect, PositionOf, Spec};
use unicode_script::{Script, UnicodeScript};
use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::{MixedScript, skeleton};

use crate::file::{self, document::Fault};
use crate::list;

/// The longest file, in bytes.
pub const MOST_BYTES: usize = 16 * 1024;
/// The fewest and the most squares of a board.
const SQUARES: std::ops::RangeInclusive<usize> = 20..=120;
/// The most pieces of both sides together, in the start position.
const MOST_PIECES: usize = 64;
/// Letters that nobody sees.
const BLANKS: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];
/// The longest address of a source, in characters.
const MOST_OF_ADDRESS: usize = 200;
/// The longest names.
const MOST_LETTERS: usize = 40;

/// Why a file is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Everything that is wrong in it, in the order of its lines.
    Faults(Vec<Fault>),
    /// Its start position is not one, and the line on which that is.
    Start(usize, BadStart),
}

/// What is wrong with the start position of a file, and the game that it would be of, which is gone with this.
#[derive(Clone)]
pub struct BadStart {
    spec: Arc<Spec>,
    defects: Vec<FenDefect>,
}

impl BadStart {
    /// The game.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Everything that is wrong with its start position.
    pub fn defects(&self) -> &[FenDefect] {
        &self.defects
    }
}

impl PartialEq for BadStart {
    fn eq(&self, other: &Self) -> bool {
        self.spec.start_fen == other.spec.start_fen && self.defects == other.defects
    }
}

impl Eq for BadStart {}

/// For logs.
impl fmt::Debug for BadStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.defects)
    }
}

/// Whether it is a web address of plain letters and signs, in which nothing is markup, and which leads where it seems to: `https`, and nothing
/// before the host.
pub fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").unwrap_or_default();
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~:/?#@!$&'()+,;=%".contains(letter);
    !host.is_empty() && !host.contains('@') && rest.chars().all(is_plain)
}

/// Whether all letters are of one script, or of those that are written together. Where letters of several are mixed, some look like others
/// and a name is not what it seems to be. Latin letters may stand beside Chinese, Japanese and Korean ones, which look like none of them.
fn is_of_one_script(text: &str) -> bool {
    let is_latin = |letter: &char| letter.script() == Script::Latin;
    let rest: String = text.chars().filter(|letter| !is_latin(letter)).collect();
    let set = AugmentedScriptSet::for_str(&rest);
    text.is_single_script() || set.hanb || set.jpan || set.kore
}

/// Whether two texts look alike, whatever letters they are made of.
pub fn looks_like(one: &str, other: &str) -> bool {
    skeleton(one).eq(skeleton(other))
}

/// Reads a game from the text of a file, under this slug.
///
/// # Errors
/// Everything that is wrong with the file.
pub(crate) fn spec_of_file(slug: &str, text: &str) -> Result<Spec, Refused> {
    let fault = |line, text: String| Refused::Faults(vec![Fault { line, text }]);
    if text.len() > MOST_BYTES {
        return Err(fault(1, format!("the file is longer than {MOST_BYTES} bytes.")));
    }
    let (description, spec) = file::read(slug, text, &mut list::description).map_err(Refused::Faults)?;
    let line =
        |key: &str| 1 + text.lines().position(|line| line.trim_start().starts_with(key)).unwrap_or_default();
    let mut faults = Vec::new();
    let mut check = |holds: bool, line: usize, text: String| {
        if !holds {
            faults.push(Fault { line, text });
        }
    };
    let plain = |name: &str| {
        let is_plain =
            |letter: char| letter.is_alphanumeric() && !BLANKS.contains(&letter) || " -'".contains(letter);
        // What begins with a hyphen is a list to Markdown.
        name.starts_with(char::is_alphanumeric)
            && name.trim() == name
            && !name.contains("  ")
            && is_of_one_script(name)
            && name.chars().count() <= MOST_LETTERS
            && name.chars().all(is_plain)
    };
    let form = format!(
        "letters of one script, digits, single spaces, - and ', at most {MOST_LETTERS}, a letter or digit first"
    );
    check(plain(&description.name), line("name"), format!("a name is of {form}."));
    for piece in &description.kinds {
        check(
            plain(&piece.name),
            line(&format!("[piece.{}]", piece.slug)),
            format!("the name of {:?} must be of {form}.", piece.slug),
        );
    }
    let source = &description.source_url;
    let form = format!(
        "`source` must be an address that begins with https:// and names nobody before its host, of at most {MOST_OF_ADDRESS} characters."
    );
    check(source.is_empty() || is_address(source) && source.len() <= MOST_OF_ADDRESS, line("source"), form);
    for key in ["rules_version", "family", "order"] {
        let there = text.lines().any(|one| one.trim_start().starts_with(key));
        check(!there, line(key), format!("`{key}` is for the games of the bot."));
    }
    let squares = spec.squares.len();
    let bounds =
        format!("a board has {} to {} squares, and this has {squares}.", SQUARES.start(), SQUARES.end());
    check(SQUARES.contains(&squares), line("[board]"), bounds);
    if !faults.is_empty() {
        return Err(Refused::Faults(faults));
    }
    let start = match PositionOf::start_of(&spec) {
        Ok(start) => start,
        Err(defects) => {
            return Err(Refused::Start(line("start"), BadStart { spec: Arc::new(spec), defects }));
        }
    };
    let hands = Color::BOTH.map(|side| usize::from(start.hand(side)));
    let pieces = start.pieces().count() + hands.iter().sum::<usize>();
    if pieces > MOST_PIECES {
        return Err(fault(line("start"), format!("{pieces} pieces are too many; {MOST_PIECES} at most.")));
    }
    if start.termination().is_some() {
        return Err(fault(line("start"), "the game is over before it begins.".to_owned()));
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_refused_start_nothing_stays() {
        let text = include_str!("../../../docs/own-games/los-alamos.toml").replace("rnqknr/", "rnqqnr/");
        let Err(Refused::Start(5, start)) = spec_of_file("refused", &text) else {
            panic!("Black has no king")
        };
        assert_eq!(start.spec().name, "Los Alamos Chess");
        assert!(start.defects().contains(&FenDefect::Kings(Color::Black, 0)), "{start:?}");
        let spec = Arc::downgrade(&start.spec);
        drop(start);
        assert!(spec.upgrade().is_none());
    }
}
