//! Stored personal data is described in one place, the messages `kept-...`: the card of `/privacy` and the
//! table of `docs/privacy.md` are generated from them.

use super::{read, root};
use fluent_syntax::ast::{Entry, Pattern, PatternElement};
use fluent_syntax::parser::parse;
use rookery::words::ENGLISH;

tests!(the_table_of_what_is_kept_is_made_of_the_messages);

/// The page with the table.
const PAGE: &str = "docs/privacy.md";

/// The head of the table.
const HEAD: &str = "| what | why | until | in your file |\n|---|---|---|---|\n";

/// The attributes of such a message, in addition to its own text.
pub const FORMS: [&str; 4] = ["why", "more", "until", "file"];

/// A kind of data, as described by a message.
pub struct Kept {
    /// The message's name.
    pub name: String,
    /// The data.
    pub what: String,
    /// Its [`FORMS`].
    forms: [Option<String>; 4],
}

impl Kept {
    /// The keys in a person's export file that contain it.
    pub fn in_file(&self) -> Vec<String> {
        match &self.forms[3] {
            Some(names) => names.split(", ").map(str::to_owned).collect(),
            None => vec![self.name.trim_start_matches("kept-").replace('-', "_")],
        }
    }

    fn row(&self) -> String {
        let [why, more, until, _] = &self.forms;
        let what = more.as_ref().map_or(self.what.clone(), |more| format!("{}. {more}", self.what));
        let why = why.as_ref().unwrap_or_else(|| panic!("{} lacks .why", self.name));
        let until = until.as_deref().unwrap_or("you delete it");
        let names: Vec<String> = self.in_file().iter().map(|name| format!("`{name}`")).collect();
        format!("| {what} | {why} | {until} | {} |\n", names.join(", "))
    }
}

/// All kinds, in the order of the card.
pub fn kept() -> Vec<Kept> {
    let mut found = Vec::new();
    for (_, file) in ENGLISH {
        for entry in parse((*file).to_owned()).expect("messages").body {
            let Entry::Message(message) = entry else { continue };
            if !message.id.name.starts_with("kept-") {
                continue;
            }
            let form = |form: &str| message.attributes.iter().find(|one| one.id.name == form);
            found.push(Kept {
                what: message.value.as_ref().map(text).expect("a text"),
                forms: FORMS.map(|name| form(name).map(|form| text(&form.value))),
                name: message.id.name,
            });
        }
    }
    found
}

fn text(pattern: &Pattern<String>) -> String {
    let plain = |element: &PatternElement<String>| match element {
        PatternElement::TextElement { value } => value.replace('\n', " "),
        PatternElement::Placeable { .. } => panic!("an argument in what is kept"),
    };
    pattern.elements.iter().map(plain).collect()
}

fn the_table_of_what_is_kept_is_made_of_the_messages() {
    let made: String = kept().iter().map(Kept::row).collect();
    let page = read(PAGE);
    let (before, rest) = page.split_once(HEAD).expect("a table");
    let written: usize =
        rest.split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum();
    if std::env::var_os("ROOKERY_BLESS").is_some() {
        let anew = format!("{before}{HEAD}{made}{}", &rest[written..]);
        std::fs::write(root().join(PAGE), anew).expect("writable");
        return;
    }
    for (said, made) in rest[..written].lines().zip(made.lines()) {
        assert_eq!(said, made, "{PAGE} says otherwise than the bot (ROOKERY_BLESS=1 writes the table anew)");
    }
    assert_eq!(
        written,
        made.len(),
        "{PAGE} has other rows than the bot (ROOKERY_BLESS=1 writes the table anew)"
    );
}
