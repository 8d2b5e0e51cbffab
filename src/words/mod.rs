//! Every sentence for people, in one language.
//!
//! The sentences are Fluent messages in `en/*.ftl`. The modules here format them from the types of `rules`,
//! `game`, `render` and `app`, which contain no sentences. Only `discord`, `cli` and `program` use this
//! module.
//!
//! A message names pieces, sides and games by functions: `{ KIND($kind) }`, `{ KIND($kind, form: "a") }`, `{
//! COLOR($side) }`, `{ GAME($game) }`. The forms are the attributes of `kind-...` in `pieces.ftl`, so each
//! language has the forms that it needs.

mod answers;
mod choices;
mod cli;
mod commands;
mod defects;
mod fluent;
mod game;
mod games;
mod labels;
mod ladder;
mod learning;
mod lobby;
mod operator;
mod own;
mod page;
mod people;
mod replies;
mod rules;
mod server;
mod server_games;
mod settings;
mod standing;
#[cfg(test)]
mod tests;
mod tournament;
mod trial;
mod vacation;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, OnceLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::app::Place;
use crate::game::{ChannelId, MessageId, Millis, RoleId, UserId};
use crate::rules::PieceType;

use fluent::args::args;
use game::moves::MoveTemplates;

pub use answers::Receipt;
pub use cli::CliMistake;
pub use commands::{CommandGroup, CommandText, NoDm, Start};
pub use defects::defects_of_games;
pub use fluent::languages::Languages;
pub use fluent::typed::{legible, seen};
pub use game::beside::Beside;
pub use game::marks::LegendLine;
pub use game::menus::MenuText;
pub use game::moves::ByHand;
pub use labels::Label;
pub use page::{PagePerson, PageSays};
pub use replies::{Needs, NotDone, Permission};
pub use tournament::TournamentText;

/// The complete language. Its messages replace those that another language lacks.
const FALLBACK: &str = "en";

/// The maximum number of parts of a longer list that a sentence names.
const SOME: usize = 6;

/// The sorts of things that a message can name by a function. The keys of the names' messages start with
/// these words.
const NAMED: [&str; 4] = ["kind", "color", "game", "level"];

/// The English messages that belong to no game: the name and content of each file of `en`, listed by `build.rs`.
pub const ENGLISH: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/english.rs"));

/// Returns all English messages: those of no game, and those in the games' folders.
pub fn english_messages() -> impl Iterator<Item = (&'static str, &'static str)> {
    ENGLISH.iter().copied().chain(crate::games::folders().iter().map(|folder| (folder.slug, folder.words)))
}

static IN_ENGLISH: LazyLock<Words> = LazyLock::new(|| {
    let files = english_messages().map(|(_, text)| text.to_owned());
    Words::over(None, FALLBACK, files).unwrap_or_else(|defects| panic!("English: {}", defects.join("; ")))
});

/// The sentences of one language.
pub struct Words {
    bundle: FluentBundle<FluentResource>,
    names: Names,
    /// The language whose messages replace missing ones.
    fallback: Option<&'static Self>,
    templates: OnceLock<MoveTemplates>,
    /// See [`Words::to_move`].
    to_move: OnceLock<String>,
}

/// Something that a chat formats in its own way, as a mention or a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mentioned {
    Person(UserId),
    /// A channel, for readers in its server.
    Channel(ChannelId),
    /// A role of the server.
    Role(RoleId),
    /// A link to a channel, for everyone.
    Place(Place),
    /// A link to a message.
    Message(Place, MessageId),
    /// A moment, shown relative to the time of reading.
    Moment(Millis),
    /// An absolute time of day, to the second.
    Clock(Millis),
    /// An absolute date and time, to the minute.
    Date(Millis),
}

/// Formats a [`Mentioned`] as the chat does.
pub type Naming<'a> = &'a dyn Fn(Mentioned) -> String;

/// How the last two parts of a list are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joined {
    /// "a, b and c".
    And,
    /// "a, b or c".
    Or,
    /// "a, b, c".
    More,
    /// "a; b; c".
    Apart,
}

impl Words {
    /// Returns the tag of its language, such as `en`.
    pub fn tag(&self) -> String {
        self.bundle.locales.first().map(ToString::to_string).unwrap_or_default()
    }

    pub fn english() -> &'static Self {
        &IN_ENGLISH
    }

    /// Whether this is English.
    pub fn is_english(&self) -> bool {
        std::ptr::eq(self, Self::english())
    }

    /// Parses the sentences of a language from the contents of its files.
    ///
    /// # Errors
    /// All defects of the language's name and the files.
    pub fn new(language: &str, files: impl Iterator<Item = String>) -> Result<Self, Vec<String>> {
        Self::over(Some(Self::english()), language, files)
    }

    fn over(
        fallback: Option<&'static Self>,
        language: &str,
        files: impl Iterator<Item = String>,
    ) -> Result<Self, Vec<String>> {
        let language: LanguageIdentifier =
            language.parse().map_err(|error| vec![format!("{language}: {error}")])?;
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // The isolation marks around arguments would break mentions and commands.
        bundle.set_use_isolating(false);
        let mut defects = Vec::new();
        for text in files {
            let resource = FluentResource::try_new(text).unwrap_or_else(|(resource, errors)| {
                defects.extend(errors.iter().map(ToString::to_string));
                resource
            });
            if let Err(errors) = bundle.add_resource(resource) {
                defects.extend(errors.iter().map(ToString::to_string));
            }
        }
        let mut names = fallback.map_or_else(Names::new, |fallback| fallback.names.clone());
        for (function, what) in ["KIND", "COLOR", "GAME", "LEVEL"].into_iter().zip(NAMED) {
            add_names(&mut names, &bundle, what);
            let known = names.clone();
            let added = bundle.add_function(function, move |name, how| named(&known, what, name, how));
            defects.extend(added.err().map(|error| error.to_string()));
        }
        let (templates, to_move) = (OnceLock::new(), OnceLock::new());
        if defects.is_empty() {
            Ok(Self { bundle, names, fallback, templates, to_move })
        } else {
            Err(defects)
        }
    }

    /// Formats the message `key`, or an attribute of it as in `kind-rook.a`.
    fn say(&self, key: &str, args: &FluentArgs<'_>) -> String {
        let (id, attribute) = key.split_once('.').map_or((key, None), |(id, name)| (id, Some(name)));
        let message = self.bundle.get_message(id);
        let pattern = message.and_then(|message| match attribute {
            None => message.value(),
            Some(name) => message.get_attribute(name).map(|attribute| attribute.value()),
        });
        let Some(pattern) = pattern else {
            let fallback = self.fallback.unwrap_or_else(|| panic!("there is no message {key}"));
            return fallback.say(key, args);
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(args), &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{key}: {errors:?}");
        text
    }

    /// Formats a message without arguments.
    fn plain(&self, key: &str) -> String {
        self.say(key, &FluentArgs::new())
    }

    /// Whether the message `key`, or its attribute, exists.
    fn has(&self, key: &str) -> bool {
        let (id, attribute) = key.split_once('.').map_or((key, None), |(id, name)| (id, Some(name)));
        let is_there = self.bundle.get_message(id).is_some_and(|message| match attribute {
            None => message.value().is_some(),
            Some(name) => message.get_attribute(name).is_some(),
        });
        is_there || self.fallback.is_some_and(|fallback| fallback.has(key))
    }

    /// Lists pieces in order of first occurrence. A single one uses the message `one`, several are counted.
    fn counted(&self, pieces: &[&PieceType], one: &str) -> String {
        let mut kinds: Vec<(&PieceType, usize)> = Vec::new();
        for piece in pieces {
            match kinds.iter_mut().find(|(kind, _)| kind.slug == piece.slug) {
                Some((_, count)) => *count += 1,
                None => kinds.push((piece, 1)),
            }
        }
        let told = kinds.into_iter().map(|(kind, count)| match count {
            1 => self.say(one, &args! { "kind" => kind }),
            _ => self.say("pieces-several", &args! { "kind" => kind, "count" => count }),
        });
        self.list(Joined::And, &told.collect::<Vec<_>>())
    }

    /// Joins the parts of a list.
    fn list(&self, joined: Joined, parts: &[String]) -> String {
        let [earlier @ .., last] = parts else { return String::new() };
        let [first, middle @ ..] = earlier else { return last.clone() };
        let next = |so_far: String, part: &String, key: &str| {
            self.say(key, &args! { "first" => so_far, "second" => part.as_str() })
        };
        let between = if joined == Joined::Apart { "list-apart" } else { "list-more" };
        let earlier = middle.iter().fold(first.clone(), |so_far, part| next(so_far, part, between));
        let end = match joined {
            Joined::And => "list-and",
            Joined::Or => "list-or",
            Joined::More => "list-more",
            Joined::Apart => "list-apart",
        };
        next(earlier, last, end)
    }
}

/// The texts of names and their forms, by key: `kind-rook`, `kind-rook.a`.
type Names = HashMap<String, Arc<str>>;

fn add_names(names: &mut Names, bundle: &FluentBundle<FluentResource>, what: &str) {
    for (_, slug) in fluent::args::named().filter(|(named, _)| *named == what) {
        let id = format!("{what}-{slug}");
        let Some(message) = bundle.get_message(&id) else { continue };
        let forms = message.attributes().map(|one| (format!("{id}.{}", one.id()), one.value()));
        for (name, pattern) in message.value().map(|value| (id.clone(), value)).into_iter().chain(forms) {
            let text = bundle.format_pattern(pattern, None, &mut Vec::new());
            names.insert(name, text.into());
        }
    }
}

/// Returns the name of a piece without a message, in a form: that of `kind-own`, with the name in place of
/// `~`.
fn own_name<'a>(names: &Names, name: &str, how: &FluentArgs<'_>) -> FluentValue<'a> {
    let form = match how.get("form") {
        Some(FluentValue::String(form)) => format!("kind-own.{form}"),
        _ => "kind-own".to_owned(),
    };
    let before_vowel = form == "kind-own.a" && name.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']);
    let special = names.get("kind-own.a-vowel").filter(|_| before_vowel);
    let found = special.or_else(|| names.get(&form));
    found.map_or(FluentValue::Error, |text| text.replace('~', name).into())
}

/// Evaluates a function such as `KIND`. An unknown name or form is an error of the message.
fn named<'a>(names: &Names, what: &str, name: &[FluentValue<'a>], how: &FluentArgs<'_>) -> FluentValue<'a> {
    let [FluentValue::String(slug)] = name else { return FluentValue::Error };
    match slug.strip_prefix(fluent::args::OWN) {
        Some(name) if what == "kind" => return own_name(names, name, how),
        Some(name) => return name.to_owned().into(),
        None => {}
    }
    let found = match how.get("form") {
        None => names.get(&format!("{what}-{slug}")),
        Some(FluentValue::String(form)) => names.get(&format!("{what}-{slug}.{form}")),
        Some(_) => None,
    };
    found.map_or(FluentValue::Error, |text| text.to_string().into())
}
