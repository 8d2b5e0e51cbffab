//! The sentences: each message is used, each requested one exists, and another language can replace them.

use std::collections::BTreeSet;

use super::kept::{FORMS, kept};
use super::{files_ending, none, read};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::parse;
use rookery::app::{FeatureRefusal, NoLadder, NoTournament, NotRated, TooFewPlayers};
use rookery::discord::commands::menus::MenuCommand;
use rookery::discord::commands::{self, OptionKind};
use rookery::games;
use rookery::render::Theme;
use rookery::rules::Variant;
use rookery::words::{ENGLISH, Words, english_messages};
use strum::IntoEnumIterator;

tests!(
    every_file_of_messages_is_embedded,
    every_message_is_used,
    every_message_asked_for_is_there,
    each_piece_is_told_in_one_sentence,
);

/// The messages of a text and their attributes: `kind-rook`, `kind-rook.a`.
fn messages(text: &str) -> Vec<String> {
    let resource = parse(text.to_owned()).unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
    let mut found = Vec::new();
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                found.extend(message.value.iter().map(|_| message.id.name.clone()));
                let of = |name: &String| format!("{}.{name}", message.id.name);
                found.extend(message.attributes.iter().map(|one| of(&one.id.name)));
            }
            Entry::Junk { content } => panic!("{content}"),
            _ => {}
        }
    }
    found
}

fn all_messages() -> BTreeSet<String> {
    english_messages().flat_map(|(_, text)| messages(text)).collect()
}

/// The forms that messages request, by function: `("KIND", "a")`.
fn forms() -> BTreeSet<(String, String)> {
    fn of_pattern(pattern: &Pattern<String>, found: &mut BTreeSet<(String, String)>) {
        for element in &pattern.elements {
            let PatternElement::Placeable { expression } = element else { continue };
            let inline = match expression {
                Expression::Inline(inline) => inline,
                Expression::Select { selector, variants } => {
                    for variant in variants {
                        of_pattern(&variant.value, found);
                    }
                    selector
                }
            };
            if let InlineExpression::FunctionReference { id, arguments } = inline {
                for named in &arguments.named {
                    let InlineExpression::StringLiteral { value } = &named.value else { panic!("{named:?}") };
                    found.insert((id.name.clone(), value.clone()));
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    for (_, text) in english_messages() {
        for entry in parse((*text).to_owned()).expect("messages").body {
            let Entry::Message(message) = entry else { continue };
            for pattern in message.value.iter().chain(message.attributes.iter().map(|one| &one.value)) {
                of_pattern(pattern, &mut found);
            }
        }
    }
    found
}

/// The strings in the source of `words` that look like message names.
fn asked_for() -> BTreeSet<String> {
    let is_key = |text: &&str| {
        text.contains('-')
            // A prefix of names is not a name.
            && !text.ends_with('-')
            && text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.chars().all(|c| c.is_ascii_lowercase() || "-.".contains(c))
            // The name of a game's own file.
            && games::from_slug(text).is_none()
    };
    files_ending("src/words", "rs")
        .into_iter()
        // It contains parts of names.
        .filter(|path| path != "src/words/fluent/args.rs")
        .flat_map(|path| {
            let code = read(&path);
            let texts: Vec<String> =
                code.split('"').skip(1).step_by(2).filter(is_key).map(str::to_owned).collect();
            texts
        })
        .collect()
}

/// The messages of every game, or of its base; its readings as far as they are numbered without a gap.
fn of_the_games() -> BTreeSet<String> {
    let there = all_messages();
    let mut found: BTreeSet<String> = Words::english().of_all_games().into_iter().collect();
    for variant in games::all() {
        found.insert(format!("game-{}", variant.slug()));
        let bases = std::iter::successors(Some(variant), |one| games::from_slug(one.spec().base.as_deref()?));
        let mut slugs = bases.map(Variant::slug);
        let Some(told) = slugs.find(|slug| there.contains(&format!("{slug}-reading-1"))) else { continue };
        let readings = 1..=Words::english().readings(variant).len();
        found.extend(readings.map(|number| format!("{told}-reading-{number}")));
    }
    found
}

/// The messages of every command, its options and their choices.
fn of_the_commands() -> BTreeSet<String> {
    let mut found: BTreeSet<String> =
        MenuCommand::iter().map(|command| format!("menu-{}", <&str>::from(command))).collect();
    for command in commands::ALL {
        let name = command.name();
        found.extend(["", ".description", ".help"].map(|form| format!("command-{name}{form}")));
        for (of, option) in commands::all_options(name, command.options()) {
            found.extend(["", ".description"].map(|form| format!("option-{of}-{}{form}", option.name)));
            if let OptionKind::OneOf(values) = option.kind {
                found.extend(values.iter().map(|value| format!("choice-{of}-{}-{value}", option.name)));
            }
        }
    }
    found
}

/// The messages about stored personal data.
fn of_what_is_kept() -> BTreeSet<String> {
    let there = all_messages();
    let mut found = BTreeSet::new();
    for kept in kept() {
        let [why, others @ ..] = FORMS.map(|form| format!("{}.{form}", kept.name));
        found.extend([kept.name, why]);
        // The others are optional.
        found.extend(others.into_iter().filter(|form| there.contains(form)));
    }
    found
}

/// The names of the themes.
fn of_the_themes() -> BTreeSet<String> {
    Theme::all().map(|theme| format!("setting-theme.{}", theme.name())).collect()
}

/// True for a name that functions such as `KIND` look up.
fn is_name(message: &str) -> bool {
    ["kind-", "color-", "game-", "level-"].iter().any(|start| message.starts_with(start))
}

fn every_file_of_messages_is_embedded() {
    let found: Vec<String> = files_ending("src/words", "ftl");
    let embedded: Vec<String> = ENGLISH.iter().map(|(name, _)| format!("src/words/en/{name}.ftl")).collect();
    assert_eq!(found, embedded);
}

/// The messages of refusals that derive them from their names.
fn of_the_refusals() -> BTreeSet<String> {
    let ladder = NoLadder::ALL.iter().map(FeatureRefusal::message);
    let tournament = NoTournament::ALL.iter().map(FeatureRefusal::message);
    let stakes = NotRated::ALL.iter().map(FeatureRefusal::message);
    let few = TooFewPlayers { joined: 2, least: 4 };
    ladder.chain(tournament).chain(stakes).chain([few.message()]).map(str::to_owned).collect()
}

fn every_message_is_used() {
    let (asked, forms) = (asked_for(), forms());
    let told: BTreeSet<String> =
        [of_the_games(), of_the_commands(), of_the_themes(), of_what_is_kept(), of_the_refusals()]
            .into_iter()
            .flatten()
            .collect();
    let is_used = |message: &String| {
        let form = message.split_once('.').map(|(name, form)| {
            let function = name.split('-').next().unwrap_or_default().to_uppercase();
            (function, form.to_owned())
        });
        asked.contains(message)
            || told.contains(message)
            || (is_name(message) && form.is_none_or(|form| forms.contains(&form)))
    };
    let unused: Vec<String> = all_messages().into_iter().filter(|message| !is_used(message)).collect();
    none(&unused);
}

fn every_message_asked_for_is_there() {
    let there = all_messages();
    let asked: BTreeSet<String> = [
        asked_for(),
        of_the_games(),
        of_the_commands(),
        of_the_themes(),
        of_what_is_kept(),
        of_the_refusals(),
    ]
    .into_iter()
    .flatten()
    .collect();
    let mut missing: Vec<String> = asked.difference(&there).cloned().collect();
    for (function, form) in forms() {
        let what = format!("{}-", function.to_lowercase());
        let names = there.iter().filter(|name| name.starts_with(&what) && !name.contains('.'));
        let lacking = names.map(|name| format!("{name}.{form}")).filter(|name| !there.contains(name));
        missing.extend(lacking);
    }
    none(&missing);
}

fn each_piece_is_told_in_one_sentence() {
    for variant in games::all() {
        for piece in variant.spec().piece_types() {
            let told = Words::english().piece(variant, piece);
            assert!(told.starts_with(char::is_lowercase) && told.ends_with('.'), "{told}");
            assert_eq!(told.matches('.').count(), 1, "{told}");
        }
    }
}
