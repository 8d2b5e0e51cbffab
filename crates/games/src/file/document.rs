//! A TOML text that is read key by key, collecting faults with their lines.

use std::fmt;
use std::ops::Range;

use rules::ByColor;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::near::did_you_mean;

/// A fault in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what is allowed, as a sentence.
    pub text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

/// The most faults reported at once; fixing them may reveal others.
const MOST: usize = 50;

/// The faults of a text found so far.
pub(super) struct Faults {
    /// Byte offsets of the line ends, computed once because a text may have thousands of faults.
    ends: Vec<usize>,
    found: Vec<Fault>,
}

impl Faults {
    pub(super) fn new(text: &str) -> Self {
        Self { ends: text.match_indices('\n').map(|(at, _)| at).collect(), found: Vec::new() }
    }

    /// Records a fault at this place of the text.
    pub(super) fn add(&mut self, at: &Range<usize>, text: impl Into<String>) {
        if self.found.len() >= MOST {
            return;
        }
        let line = 1 + self.ends.partition_point(|end| *end < at.start);
        let fault = Fault { line, text: text.into() };
        if !self.found.contains(&fault) {
            self.found.push(fault);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns all faults in line order.
    pub(super) fn into_sorted(mut self) -> Vec<Fault> {
        self.found.sort();
        self.found
    }
}

/// Keys that belong before all sections.
const OF_THE_GAME: [&str; 7] = ["name", "extends", "source", "start", "pieces", "exits", "freezer"];

/// Texts of a list with their places.
pub(super) type TextsAt = Vec<(String, Range<usize>)>;

type Value<'a> = Spanned<DeValue<'a>>;

/// A table of the text: the whole document, or one section.
pub(super) struct Table<'a> {
    /// Its name in sentences: `[board]`, or empty for the whole text.
    name: String,
    at: Range<usize>,
    keys: &'a DeTable<'a>,
    /// The keys requested so far.
    asked: Vec<&'static str>,
}

/// The value of a key that can also be `false`, to remove something inherited from the extended game.
pub(super) enum Switchable<T> {
    On(T),
    Off,
}

impl<'a> Table<'a> {
    /// Creates the table of the whole document.
    pub(super) fn whole(table: &'a DeTable<'a>) -> Self {
        Self { name: String::new(), at: 0..0, keys: table, asked: Vec::new() }
    }

    fn of(name: &str, value: &'a Value<'a>, faults: &mut Faults) -> Option<Self> {
        let found = value.get_ref().as_table();
        if found.is_none() {
            faults
                .add(&value.span(), format!("`{name}` is a section: write [{name}], and its keys below it."));
        }
        Some(Self { name: format!("[{name}]"), at: value.span(), keys: found?, asked: Vec::new() })
    }

    /// Returns its place.
    pub(super) fn at(&self) -> Range<usize> {
        self.at.clone()
    }

    /// Returns the place of a key, or of the table if the key is missing.
    pub(super) fn place(&self, key: &str) -> Range<usize> {
        self.keys.get_key_value(key).map_or(self.at(), |(key, _)| key.span())
    }

    /// True if the key is present.
    pub(super) fn has(&self, key: &str) -> bool {
        self.keys.contains_key(key)
    }

    /// Returns the place of a key in a section, or of the section if the key is missing.
    pub(super) fn inner_place(&self, section: &str, key: &str) -> Range<usize> {
        let inner = self.keys.get(section).and_then(|section| section.get_ref().as_table());
        let found = inner.and_then(|section| section.get_key_value(key));
        found.map_or_else(|| self.place(section), |(key, _)| key.span())
    }

    /// Reports the key if it is missing.
    pub(super) fn must_have(&self, key: &str, faults: &mut Faults) {
        if self.keys.get(key).is_none() {
            let place = if self.name.is_empty() { "the file" } else { &self.name };
            faults.add(&self.at, format!("`{key}` is missing in {place}."));
        }
    }

    fn value(&mut self, key: &'static str) -> Option<&'a Value<'a>> {
        self.asked.push(key);
        self.keys.get(key)
    }

    /// Reports every key that was never requested.
    pub(super) fn end(self, faults: &mut Faults) {
        for (key, _) in self.keys {
            if !self.asked.contains(&key.get_ref().as_ref()) {
                let place = if self.name.is_empty() { "a game".to_owned() } else { self.name.clone() };
                let mut known: Vec<&str> = Vec::new();
                for key in &self.asked {
                    // A key may be asked for twice.
                    if !known.contains(key) {
                        known.push(key);
                    }
                }
                let keys = known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
                let odd = key.get_ref().escape_debug();
                let above = !self.name.is_empty() && OF_THE_GAME.contains(&key.get_ref().as_ref());
                let hint =
                    if above { " It belongs to the game: write it above the first [section]." } else { "" };
                let meant = did_you_mean(key.get_ref(), self.asked.iter().copied());
                faults.add(
                    &key.span(),
                    // The list comes last, because it may be cut.
                    format!("`{odd}` is no key of {place}.{hint}{meant} There are: {keys}."),
                );
            }
        }
    }

    /// Reads a text.
    pub(super) fn text(&mut self, key: &'static str, faults: &mut Faults) -> Option<String> {
        let value = self.value(key)?;
        let text = value.get_ref().as_str();
        if text.is_none() {
            faults.add(&value.span(), format!("`{key}` must be a text in quotation marks."));
        }
        text.map(str::to_owned)
    }

    /// True if the key has this text.
    pub(super) fn is_text(&mut self, key: &'static str, text: &str) -> bool {
        self.value(key).is_some_and(|value| value.get_ref().as_str() == Some(text))
    }

    /// Reads a required text.
    pub(super) fn needed(&mut self, key: &'static str, faults: &mut Faults) -> Option<String> {
        self.must_have(key, faults);
        self.text(key, faults)
    }

    /// Reads squares separated by spaces.
    pub(super) fn squares(&mut self, key: &'static str, faults: &mut Faults) -> Option<String> {
        let text = self.text(key, faults)?;
        if text.contains([',', ';']) {
            faults
                .add(&self.place(key), format!("`{key}`: put spaces between squares, such as \"a1-c4 e5\"."));
        }
        Some(text.replace([',', ';'], " "))
    }

    /// Reads letters of pieces without separators.
    pub(super) fn letters(&mut self, key: &'static str, faults: &mut Faults) -> Option<String> {
        let text = self.text(key, faults)?;
        Some(checked_letters(key, text, &self.place(key), faults))
    }

    /// Reads a single letter from A to Z.
    pub(super) fn letter(&mut self, key: &'static str, faults: &mut Faults) -> Option<char> {
        let text = self.text(key, faults)?;
        let mut letters = text.chars();
        let found = letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none());
        if found.is_none() {
            faults.add(&self.place(key), format!("`{key}` must be one letter from A to Z, not {text:?}."));
        }
        found
    }

    /// Reads a whole number in this range.
    pub(super) fn number<N>(&mut self, key: &'static str, range: Range<N>, faults: &mut Faults) -> Option<N>
    where
        N: TryFrom<i64> + PartialOrd + fmt::Display + Copy,
    {
        let value = self.value(key)?;
        let number = number_of(value).filter(|number| range.contains(number));
        if number.is_none() {
            let most = format!("from {} to less than {}", range.start, range.end);
            faults.add(&value.span(), format!("`{key}` must be a whole number {most}."));
        }
        number
    }

    /// Reads a boolean.
    pub(super) fn flag(&mut self, key: &'static str, faults: &mut Faults) -> Option<bool> {
        let value = self.value(key)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            faults.add(&value.span(), format!("`{key}` must be true or false."));
        }
        flag
    }

    /// Reads a single letter from A to Z, or `false`.
    pub(super) fn letter_or_off(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Switchable<char>> {
        if self.value(key)?.get_ref().as_bool() == Some(false) {
            return Some(Switchable::Off);
        }
        self.letter(key, faults).map(Switchable::On)
    }

    /// Reads a list of texts with their places.
    pub(super) fn texts(&mut self, key: &'static str, faults: &mut Faults) -> Option<TextsAt> {
        let value = self.value(key)?;
        let texts = texts_of(value);
        if texts.is_none() {
            faults
                .add(&value.span(), format!("`{key}` must be a list of texts, such as [\"one\", \"two\"]."));
        }
        texts
    }

    /// Returns the keys that were never requested, with their places and the texts that they list.
    pub(super) fn others(self) -> Vec<(&'a str, Range<usize>, Option<TextsAt>)> {
        let others = self.keys.iter().filter(|(key, _)| !self.asked.contains(&key.get_ref().as_ref()));
        others.map(|(key, value)| (key.get_ref().as_ref(), key.span(), texts_of(value))).collect()
    }

    /// Reads a section, or `false`.
    pub(super) fn section(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Switchable<Table<'a>>> {
        let value = self.value(key)?;
        if value.get_ref().as_bool() == Some(false) {
            return Some(Switchable::Off);
        }
        Table::of(key, value, faults).map(Switchable::On)
    }

    /// Reads a section that cannot be `false`.
    pub(super) fn needed_section(&mut self, key: &'static str, faults: &mut Faults) -> Option<Table<'a>> {
        self.value(key).and_then(|value| Table::of(key, value, faults))
    }

    /// Reads the sections below one heading, by name.
    pub(super) fn named(&mut self, key: &'static str, faults: &mut Faults) -> Vec<(&'a str, Self)> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let Some(all) = Table::of(key, value, faults) else { return Vec::new() };
        let one = |(name, value): (&'a Spanned<DeString<'a>>, &'a Value<'a>)| {
            let name = name.get_ref().as_ref();
            Some((name, Table::of(&format!("{key}.{name}"), value, faults)?))
        };
        all.keys.iter().filter_map(one).collect()
    }

    /// Reads the sections `[[key]]` in order, or `false` for none.
    pub(super) fn list_or_off(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Switchable<Vec<Table<'a>>>> {
        let value = self.value(key)?;
        if value.get_ref().as_bool() == Some(false) {
            return Some(Switchable::Off);
        }
        let Some(list) = value.get_ref().as_array() else {
            faults.add(&value.span(), format!("`{key}` may be there several times: write [[{key}]]."));
            return None;
        };
        Some(Switchable::On(list.iter().filter_map(|one| Table::of(key, one, faults)).collect()))
    }

    /// Reads whole numbers by rank, such as `{ 2 = 3 }`.
    pub(super) fn by_rank(
        &mut self,
        key: &'static str,
        most: u8,
        faults: &mut Faults,
    ) -> Option<Vec<(u8, u8)>> {
        let value = self.value(key)?;
        let rows = value.get_ref().as_table().and_then(|table| {
            let rows = table.iter().map(|(rank, value)| {
                let rank = rank.get_ref().parse().ok()?;
                number_of(value).filter(|number| *number <= most).map(|number| (rank, number))
            });
            rows.collect()
        });
        if rows.is_none() {
            let form = format!("`{key}` must be numbers of at most {most} by rank, such as {{ 2 = 2 }}.");
            faults.add(&value.span(), form);
        }
        rows
    }

    /// Reads a list of ranks within these, such as `[2, 3]`.
    pub(super) fn ranks(
        &mut self,
        key: &'static str,
        within: Range<u8>,
        faults: &mut Faults,
    ) -> Option<Vec<u8>> {
        let value = self.value(key)?;
        let rank = |one| number_of(one).filter(|rank| within.contains(rank));
        let ranks = value.get_ref().as_array().and_then(|list| list.iter().map(rank).collect());
        if ranks.is_none() {
            let most = within.end - 1;
            faults
                .add(&value.span(), format!("`{key}` must be a list of ranks up to {most}, such as [2, 3]."));
        }
        ranks
    }

    /// Reads squares for each side from the keys `white` and `black`; a missing key means none.
    pub(super) fn by_color(&mut self, faults: &mut Faults) -> ByColor<String> {
        ByColor {
            white: self.squares("white", faults).unwrap_or_default(),
            black: self.squares("black", faults).unwrap_or_default(),
        }
    }
}

/// Returns the letters unchanged, or reports a fault and returns none if there is anything else.
pub(super) fn checked_letters(key: &str, text: String, at: &Range<usize>, faults: &mut Faults) -> String {
    if text.chars().all(|letter| letter.is_ascii_uppercase()) {
        return text;
    }
    faults.add(at, format!("`{key}` takes the letters of pieces, such as \"QN\", not {text:?}."));
    String::new()
}

fn texts_of(value: &Value<'_>) -> Option<TextsAt> {
    let list = value.get_ref().as_array()?;
    list.iter().map(|one| Some((one.get_ref().as_str()?.to_owned(), one.span()))).collect()
}

fn number_of<N: TryFrom<i64>>(value: &Value<'_>) -> Option<N> {
    let number = value.get_ref().as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok().and_then(|number| N::try_from(number).ok())
}
