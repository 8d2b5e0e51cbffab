//! Converts a section of a `variants.ini`, Fairy-Stockfish's format, to our file format. Anything that our
//! files cannot express is reported with its line, and then no file is produced.

mod ends;
mod keys;
mod pawns;
mod pieces;
mod start;
mod text;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use crate::file::document::Fault;
use crate::own::{self, Refused};
use keys::Meaning;
use pieces::Piece;
use text::Entry;

/// The longest text with sections, in bytes.
pub const MOST_BYTES_OF_INI: usize = 1 << 20;
/// The longest value quoted in a sentence, in characters.
const MOST_OF_VALUE: usize = 60;

/// A converted game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The name of the section.
    pub section: String,
    /// The file as TOML.
    pub file: String,
    /// Keys left out because they change no rule, with their lines in the section's text.
    pub remarks: Vec<Fault>,
}

/// Converts the section of this name; a text with one section needs no name.
///
/// The game stays in memory until the program ends.
///
/// # Errors
/// Everything that our files cannot express or that is wrong with the section, with its line.
pub fn of_ini(text: &str, name: Option<&str>) -> Result<Converted, Refused> {
    let fault = |line, text: String| Refused::Faults(vec![Fault { line, text }]);
    if text.len() > MOST_BYTES_OF_INI {
        return Err(fault(1, format!("the file is longer than {MOST_BYTES_OF_INI} bytes.")));
    }
    let chain = text::sections(text).and_then(|all| text::inherited(&all, name)).map_err(Refused::Faults)?;
    let Some(section) = chain.last() else { return Err(fault(1, "there is no section.".to_owned())) };
    let mut conversion = Conversion::new(section.line);
    conversion.read_pieces(&chain);
    for entry in chain.iter().flat_map(|section| &section.entries) {
        conversion.keys.insert(entry.key.clone(), entry.clone());
    }
    let file = conversion.file(&section.name);
    conversion.end();
    let Conversion { mut faults, mut remarks, start_line, .. } = conversion;
    if !faults.is_empty() {
        faults.sort();
        faults.dedup();
        return Err(Refused::Faults(faults));
    }
    // The reader of our files finds the remaining faults.
    match own::spec_of_file("converted", &file) {
        Ok(_) => {
            remarks.sort();
            Ok(Converted { section: section.name.clone(), file, remarks })
        }
        Err(Refused::Start(_, error)) => Err(Refused::Start(start_line, error)),
        Err(Refused::Faults(found)) => {
            let of_section = |found: Fault| Fault { line: section.line, ..found };
            Err(Refused::Faults(found.into_iter().map(of_section).collect()))
        }
    }
}

/// A section while it is converted.
struct Conversion {
    pieces: Vec<Piece>,
    keys: BTreeMap<String, Entry>,
    /// The keys requested so far.
    asked: BTreeSet<&'static str>,
    faults: Vec<Fault>,
    remarks: Vec<Fault>,
    /// The line of the heading.
    line: usize,
    /// The line of the start position.
    start_line: usize,
}

impl Conversion {
    fn new(line: usize) -> Self {
        Self {
            pieces: Vec::new(),
            keys: BTreeMap::new(),
            asked: BTreeSet::new(),
            faults: Vec::new(),
            remarks: Vec::new(),
            line,
            start_line: line,
        }
    }

    fn fault(&mut self, line: usize, text: impl Into<String>) {
        self.faults.push(Fault { line, text: text.into() });
    }

    /// Returns the value of a key and its line.
    fn value(&mut self, key: &'static str) -> Option<(String, usize)> {
        self.asked.insert(key);
        self.keys.get(key).map(|entry| (entry.value.clone(), entry.line))
    }

    /// Returns the line of a key, or of the heading if it is missing.
    fn line_of(&self, key: &str) -> usize {
        self.keys.get(key).map_or(self.line, |entry| entry.line)
    }

    fn flag(&mut self, key: &'static str, usual: bool) -> bool {
        let Some((value, line)) = self.value(key) else { return usual };
        let said = [true, false].into_iter().find(|said| value.eq_ignore_ascii_case(&said.to_string()));
        if said.is_none() {
            self.fault(line, format!("`{key}` must be true or false, not `{}`.", short(&value)));
        }
        said.unwrap_or(usual)
    }

    /// Reads a rank or a file, from 1; files may be letters.
    fn number(&mut self, key: &'static str, usual: u8) -> u8 {
        let Some((value, line)) = self.value(key) else { return usual };
        let letter = || file_of(value.chars().next().filter(|_| value.len() == 1)?);
        let number = value.parse().ok().or_else(letter).filter(|number| (1..=MOST_SIDE).contains(number));
        if number.is_none() {
            self.fault(
                line,
                format!("`{key}` must be a number from 1 to {MOST_SIDE}, not `{}`.", short(&value)),
            );
        }
        number.unwrap_or(usual)
    }

    /// Reads the letters of pieces in upper case.
    fn letters(&mut self, key: &'static str) -> Option<(String, usize)> {
        let (value, line) = self.value(key)?;
        let letters = value.chars().filter(|letter| !letter.is_whitespace() && *letter != '-');
        Some((letters.collect::<String>().to_ascii_uppercase(), line))
    }

    /// Reports the meaning of each key that was never requested.
    fn end(&mut self) {
        for (key, Entry { value, line, .. }) in &self.keys {
            if self.asked.contains(key.as_str()) || pieces::is_piece(key) {
                continue;
            }
            let (key, value) = (short(key), short(value));
            match keys::meaning(&key, &value) {
                Meaning::Nothing => {}
                Meaning::ForPrograms => {
                    let text = format!("`{key}` is for programs, and is left out.");
                    self.remarks.push(Fault { line: *line, text });
                }
                Meaning::Beyond(what) => {
                    let text = format!("`{key} = {value}` cannot be expressed: our files know no {what}.");
                    self.faults.push(Fault { line: *line, text });
                }
                Meaning::Unknown => {
                    let text = format!("`{key}` is not known, so what it does cannot be expressed.");
                    self.faults.push(Fault { line: *line, text });
                }
            }
        }
    }
}

/// The most ranks or files that a section may refer to.
const MOST_SIDE: u8 = 12;

/// Returns the number of a file, from 1.
fn file_of(letter: char) -> Option<u8> {
    let number = letter.to_ascii_lowercase() as u32;
    let first = 'a' as u32;
    (first..first + u32::from(MOST_SIDE)).contains(&number).then(|| (number - first) as u8 + 1)
}

/// Returns the letter of a file number, counted from 1.
fn letter_of(file: u8) -> char {
    char::from(b'a' + file.saturating_sub(1))
}

/// Shortens a value for quoting in a sentence.
fn short(value: &str) -> String {
    let plain: String = value.chars().flat_map(char::escape_debug).filter(|letter| *letter != '`').collect();
    match plain.char_indices().nth(MOST_OF_VALUE) {
        Some((end, _)) => format!("{}…", &plain[..end]),
        None => plain,
    }
}
