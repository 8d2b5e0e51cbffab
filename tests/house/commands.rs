//! The commands as registered with Discord, within Discord's limits in every language.

use std::collections::HashSet;

use rookery::discord::commands::{self, InstallFields, help};
use rookery::discord::reply::CARD_TEXT_MAX;
use rookery::words::{CommandText, Languages, Words};
use serde_json::Value;

use super::languages::{PSEUDO, check, fits, said};

tests!(
    names_are_unique_and_within_the_limits,
    options_are_within_the_limits_and_required_ones_come_first,
    the_whole_of_a_command_keeps_below_discords_sum,
    a_name_in_english_is_that_of_the_program,
    english_alone_has_no_other_locale,
    help_fits_cards_and_names_every_command,
    what_is_in_menus_is_within_the_limits,
);

/// An application with all integration types.
const EVERYWHERE: InstallFields = InstallFields::Said { servers: true, people: true };

/// A locale that Discord knows, for the pseudo language.
const LOCALE: &str = "fi";

fn registered() -> Vec<Value> {
    let languages = Languages::embedded().with(LOCALE, &PSEUDO);
    let all: Vec<Value> =
        serde_json::from_value(commands::registration(&languages, EVERYWHERE)).expect("a list");
    all.into_iter().filter(|one| !is_in_a_menu(one)).collect()
}

/// True for a context menu command of users or messages.
fn is_in_a_menu(command: &Value) -> bool {
    [2, 3].iter().any(|kind| command["type"] == *kind)
}

fn what_is_in_menus_is_within_the_limits() {
    let languages = Languages::embedded().with(LOCALE, &PSEUDO);
    let all = commands::registration(&languages, EVERYWHERE);
    let of = |kind: u64| -> Vec<&Value> {
        all.as_array().expect("a list").iter().filter(|one| one["type"] == kind).collect()
    };
    for kind in [2, 3] {
        let mut names = HashSet::new();
        assert!((1..=15).contains(&of(kind).len()));
        for command in of(kind) {
            assert!(command["description"].is_null() && command["options"].is_null(), "{command}");
            for (language, name) in both(command, "name").into_iter().enumerate() {
                assert!((1..=32).contains(&name.chars().count()), "{name}");
                assert!(names.insert((language, name)), "twice: {command}");
            }
        }
    }
}

/// A text of a command in English and in the pseudo language; it must have both.
fn both(of: &Value, what: &str) -> [String; 2] {
    let english = of[what].as_str().unwrap_or_else(|| panic!("no {what}: {of}"));
    let other = of[format!("{what}_localizations")][LOCALE].as_str();
    let other = other.unwrap_or_else(|| panic!("no {what} in another language: {of}"));
    check(other);
    [english.to_owned(), other.to_owned()]
}

fn is_name(name: &str) -> bool {
    let fits = |c: char| (c.is_alphanumeric() && !c.is_uppercase()) || c == '-' || c == '_';
    (1..=32).contains(&name.chars().count()) && name.chars().all(fits)
}

/// A description, or the name of a choice.
fn check_short(text: &str) {
    assert!(!text.is_empty());
    fits(text, 100);
}

fn list<'a>(of: &'a Value, what: &str) -> &'a [Value] {
    of[what].as_array().map_or(&[], Vec::as_slice)
}

fn names_are_unique_and_within_the_limits() {
    let mut names = HashSet::new();
    let registered = registered();
    assert!(registered.len() == commands::ALL.len() && registered.len() <= 100);
    for command in &registered {
        for name in both(command, "name") {
            assert!(is_name(&name), "{name}");
            assert!(names.insert(name.clone()), "{name} twice");
        }
        for text in &both(command, "description") {
            check_short(text);
        }
    }
}

fn options_are_within_the_limits_and_required_ones_come_first() {
    let registered = registered();
    let subcommands = registered.iter().flat_map(|command| list(command, "options"));
    let subcommands = subcommands.filter(|option| option["type"] == 1);
    for command in registered.iter().chain(subcommands) {
        let options = list(command, "options");
        let mut names = HashSet::new();
        assert!(options.len() <= 25, "{command}");
        assert!(options.is_sorted_by_key(|option| option["required"] != true), "{command}");
        for option in options {
            for (language, name) in both(option, "name").into_iter().enumerate() {
                assert!(is_name(&name), "{name}");
                assert!(names.insert((language, name)), "twice: {option}");
            }
            for text in &both(option, "description") {
                check_short(text);
            }
            let mut values = HashSet::new();
            assert!(list(option, "choices").len() <= 25);
            for choice in list(option, "choices") {
                let value = choice["value"].as_str().expect("a text");
                assert!(values.insert(value), "{choice}");
                check_short(value);
                for text in &both(choice, "name") {
                    check_short(text);
                }
            }
            assert!(option["max_length"].as_u64().is_none_or(|most| (1..=6_000).contains(&most)));
        }
    }
}

fn the_whole_of_a_command_keeps_below_discords_sum() {
    for command in &registered() {
        let mut sums = [0; 2];
        let mut stack = vec![command];
        while let Some(value) = stack.pop() {
            let kept = value["value"].as_str().map_or(0, |text| text.chars().count());
            for what in ["name", "description"].into_iter().filter(|what| !value[what].is_null()) {
                let texts = both(value, what);
                sums = [0, 1].map(|language| sums[language] + texts[language].chars().count());
            }
            sums = sums.map(|sum| sum + kept);
            stack.extend(["options", "choices"].iter().flat_map(|key| list(value, key)));
        }
        assert!(sums.iter().all(|sum| *sum <= 8_000), "{sums:?}: {}", command["name"]);
    }
}

fn a_name_in_english_is_that_of_the_program() {
    let english = Words::english();
    for command in commands::ALL {
        let name = command.name();
        assert_eq!(english.command(CommandText::Name(name)), name);
        for (of, option) in commands::all_options(name, command.options()) {
            assert_eq!(english.command(CommandText::OptionName(&of, option.name)), option.name);
        }
    }
}

fn english_alone_has_no_other_locale() {
    let registered = commands::registration(&Languages::embedded(), EVERYWHERE).to_string();
    let without =
        registered.replace("\"name_localizations\":{}", "").replace("\"description_localizations\":{}", "");
    assert!(!without.contains("_localizations"), "{without}");
}

fn help_fits_cards_and_names_every_command() {
    for words in [Words::english(), &*PSEUDO] {
        let start = said(&help::card(words, true, true, None));
        let pages: Vec<String> = (0..9).map(|page| said(&help::all_commands(words, true, page))).collect();
        pages.iter().chain([&start]).for_each(|text| fits(text, CARD_TEXT_MAX));
        assert_eq!(start.lines().count(), 3, "{start}");
        let text = pages.join("\n");
        for command in commands::ALL {
            let name = command.name();
            let called = [format!("`/{name}`"), format!("`/{name} ")];
            assert!(called.iter().any(|called| text.contains(called)), "/{name}");
            assert!(words.command(CommandText::Help(name)).ends_with('.'), "/{name}");
        }
        if !std::ptr::eq(words, Words::english()) {
            check(&start);
            check(&text);
        }
    }
}
