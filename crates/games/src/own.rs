//! Games from files written by other people. They are read like ours, within limits on size and names.

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
/// The allowed number of squares of a board.
const SQUARES: std::ops::RangeInclusive<usize> = 20..=120;
/// The most pieces of both sides together in the start position.
const MOST_PIECES: usize = 64;
/// Letters that are invisible.
const BLANKS: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];
/// The longest URL of a source, in characters.
const MOST_OF_ADDRESS: usize = 200;
/// The longest name, in characters.
const MOST_LETTERS: usize = 40;

/// Why a file was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// All faults, in line order.
    Faults(Vec<Fault>),
    /// The start position is invalid; with its line.
    Start(usize, BadStart),
}

/// The defects of a file's start position, with its game, which is freed with this value.
#[derive(Clone)]
pub struct BadStart {
    spec: Arc<Spec>,
    defects: Vec<FenDefect>,
}

impl BadStart {
    /// Returns the game.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns all defects of its start position.
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

/// For logs only.
impl fmt::Debug for BadStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.defects)
    }
}

/// True if it is an `https` URL of plain characters that contain no markup.
///
/// It must also lead where it seems to, so nothing may come before the host.
pub fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").unwrap_or_default();
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~:/?#@!$&'()+,;=%".contains(letter);
    !host.is_empty() && !host.contains('@') && rest.chars().all(is_plain)
}

/// True if all letters are of one script, or of scripts that are normally written together.
///
/// Mixed scripts allow lookalike letters and misleading names. Latin letters may be combined with Chinese,
/// Japanese and Korean ones because these do not look alike.
fn is_of_one_script(text: &str) -> bool {
    let is_latin = |letter: &char| letter.script() == Script::Latin;
    let rest: String = text.chars().filter(|letter| !is_latin(letter)).collect();
    let set = AugmentedScriptSet::for_str(&rest);
    text.is_single_script() || set.hanb || set.jpan || set.kore
}

/// True if two texts look alike, whatever their code points.
pub fn looks_like(one: &str, other: &str) -> bool {
    skeleton(one).eq(skeleton(other))
}

/// Parses a game's file under this slug.
///
/// # Errors
/// All defects of the file.
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
        // A name that begins with a hyphen would be a list item in Markdown.
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
