//! A TOML text that is read key by key, and what is wrong in it, with the line on which it is.

use std::fmt;
use std::ops::Range;

use rules::ByColor;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::near::did_you_mean;

/// Something that is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what would be right, as a sentence.
    pub text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

/// So many faults are told; somebody who mends them learns of others afterwards.
const MOST: usize = 50;

/// The faults of a text, found so far.
pub(super) struct Faults {
    /// Where lines end, in bytes: a text may have thousands of faults, and is read for their lines once.
    ends: Vec<usize>,
    found: Vec<Fault>,
}

impl Faults {
    pub(super) fn new(text: &str) -> Self {
        Self { ends: text.match_indices('\n').map(|(at, _)| at).collect(), found: Vec::new() }
    }

    /// Notes a fault at this place of the text.
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

    /// All of them, in the order of their lines.
    pub(super) fn into_sorted(mut self) -> Vec<Fault> {
        self.found.sort();
        self.found
    }
}

/// Keys that stand above all sections.
const OF_THE_GAME: [&str; 7] = ["name", "extends", "source", "start", "pieces", "exits", "freezer"];

/// Texts of a list, each with where it stands.
pub(super) type TextsAt = Vec<(String, Range<usize>)>;

type Value<'a> = Spanned<DeValue<'a>>;

/// A table of the text: the whole of it, or what stands below a heading.
pub(super) struct Table<'a> {
    /// How it is called in sentences: `[board]`, or nothing for the whole text.
    name: String,
    at: Range<usize>,
    keys: &'a DeTable<'a>,
    /// The keys that were asked for.
    asked: Vec<&'static str>,
}

/// What a key says that can also be `false`, for a game that has no such thing though the one that it extends has.
pub(super) enum Switchable<T> {
    On(T),
    Off,
}

impl<'a> Table<'a> {
    /// The whole text.
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

    /// Where it stands.
    pub(super) fn at(&self) -> Range<usize> {
        self.at.clone()
    }

    /// Where a key stands; without it, where the table does.
    pub(super) fn place(&self, key: &str) -> Range<usize> {
        self.keys.get_key_value(key).map_or(self.at(), |(key, _)| key.span())
    }

    /// Whether a key is there.
    pub(super) fn has(&self, key: &str) -> bool {
        self.keys.contains_key(key)
    }

    /// Where a key of a section stands; without it, where the section does.
    pub(super) fn inner_place(&self, section: &str, key: &str) -> Range<usize> {
        let inner = self.keys.get(section).and_then(|section| section.get_ref().as_table());
        let found = inner.and_then(|section| section.get_key_value(key));
        found.map_or_else(|| self.place(section), |(key, _)| key.span())
    }

    /// Notes a key that is not there.
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

    /// Notes every key that nothing asked for.
    pub(super) fn end(self, faults: &mut Faults) {
        for (key, _) in self.keys {
            if !self.asked.contains(&key.get_ref().as_ref()) {
                let place = if self.name.is_empty() { "a game".to_owned() } else { self.name.clone() };
                let keys = self.asked.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
                let odd = key.get_ref().escape_debug();
                let above = !self.name.is_empty() && OF_THE_GAME.contains(&key.get_ref().as_ref());
                let hint =
                    if above { " It belongs to the game: write it above the first [section]." } else { "" };
                let meant = did_you_mean(key.get_ref(), self.asked.iter().copied());
                faults.add(
                    &key.span(),
                    format!("`{odd}` is no key of {place}, which has {keys}.{hint}{meant}"),
                );
            }
        }
    }

    /// A text.
    pub(super) fn text(&mut self, key: &'static str, faults: &mut Faults) -> Option<String> {
        let value = self.value(key)?;
        let text = value.get_ref().as_str();
        if text.is_none() {
            faults.add(&value.span(), format!("`{key}` must be a text in quotation marks."));
        }
        text.map(str::to_owned)
    }

    /// A text that must be there.
    pub(super) fn needed(&mut self, key: &'static str, faults: &mut Faults) -> Option<String> {
        self.must_have(key, faults);
        self.text(key, faults)
    }

    /// Squares, with spaces between.
    pub(super) fn squares(&mut self, key: &'static str, faults: &mut Faults) -> Option<String> {
        let text = self.text(key, faults)?;
        if text.contains([',', ';']) {
            faults
                .add(&self.place(key), format!("`{key}`: put spaces between squares, such as \"a1-c4 e5\"."));
        }
        Some(text.replace([',', ';'], " "))
    }

    /// Letters of pieces, without anything between.
    pub(super) fn letters(&mut self, key: &'static str, faults: &mut Faults) -> Option<String> {
        let text = self.text(key, faults)?;
        Some(checked_letters(key, text, &self.place(key), faults))
    }

    /// A single letter from A to Z.
    pub(super) fn letter(&mut self, key: &'static str, faults: &mut Faults) -> Option<char> {
        let text = self.text(key, faults)?;
        let mut letters = text.chars();
        let found = letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none());
        if found.is_none() {
            faults.add(&self.place(key), format!("`{key}` must be one letter from A to Z, not {text:?}."));
        }
        found
    }

    /// A whole number of this range.
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

    /// Whether something holds.
    pub(super) fn flag(&mut self, key: &'static str, faults: &mut Faults) -> Option<bool> {
        let value = self.value(key)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            faults.add(&value.span(), format!("`{key}` must be true or false."));
        }
        flag
    }

    /// A single letter from A to Z, which can also be switched off with `false`.
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

    /// A list of texts, each with where it stands.
    pub(super) fn texts(&mut self, key: &'static str, faults: &mut Faults) -> Option<TextsAt> {
        let value = self.value(key)?;
        let texts = texts_of(value);
        if texts.is_none() {
            faults
                .add(&value.span(), format!("`{key}` must be a list of texts, such as [\"one\", \"two\"]."));
        }
        texts
    }

    /// The keys that nothing asked for, each with where it stands and the texts that it lists, if it does.
    pub(super) fn others(self) -> Vec<(&'a str, Range<usize>, Option<TextsAt>)> {
        let others = self.keys.iter().filter(|(key, _)| !self.asked.contains(&key.get_ref().as_ref()));
        others.map(|(key, value)| (key.get_ref().as_ref(), key.span(), texts_of(value))).collect()
    }

    /// A section, which can also be switched off with `false`.
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

    /// A section that cannot be switched off.
    pub(super) fn needed_section(&mut self, key: &'static str, faults: &mut Faults) -> Option<Table<'a>> {
        self.value(key).and_then(|value| Table::of(key, value, faults))
    }

    /// The sections below one heading, by their names.
    pub(super) fn named(&mut self, key: &'static str, faults: &mut Faults) -> Vec<(&'a str, Self)> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let Some(all) = Table::of(key, value, faults) else { return Vec::new() };
        let one = |(name, value): (&'a Spanned<DeString<'a>>, &'a Value<'a>)| {
            let name = name.get_ref().as_ref();
            Some((name, Table::of(&format!("{key}.{name}"), value, faults)?))
        };
        all.keys.iter().filter_map(one).collect()
    }

    /// The sections `[[key]]`, in their order, or `false` for none of them.
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

    /// Whole numbers by rank, such as `{ 2 = 3 }`.
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

    /// Squares for each side, by the keys `white` and `black`; a side without the key has none.
    pub(super) fn by_color(&mut self, faults: &mut Faults) -> ByColor<String> {
        ByColor {
            white: self.squares("white", faults).unwrap_or_default(),
            black: self.squares("black", faults).unwrap_or_default(),
        }
    }
}

/// Letters as they are; none if there is anything else, which is noted.
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
