//! The documents describe the program: its commands, its settings, its own files.

use super::{files_below, files_ending, none, read, root};
use rookery::config;
use rookery::discord::commands;
use rookery::words::{CommandText, Words};
use std::collections::BTreeSet;
use std::process::Command;

tests!(
    the_table_of_commands_is_that_of_the_bot,
    every_setting_is_in_the_table_of_settings,
    every_variable_that_tests_read_is_known_to_be_no_setting,
    every_subcommand_of_the_program_is_explained,
    every_linked_file_exists,
    every_named_file_exists,
    a_file_that_is_gone_is_seen,
    the_readme_is_short,
    the_page_of_the_architecture_is_short,
    the_change_log_knows_this_version,
);

/// The rows of the first table with this first cell in its head, as cells without the outer bars.
fn table(page: &str, head: &str) -> Vec<Vec<String>> {
    let start = format!("| {head} |");
    page.lines()
        .skip_while(|line| !line.starts_with(&start))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

/// The first two columns are generated from the registration; the last one is written by hand. A new command
/// starts with its text in `/help`.
fn the_table_of_commands_is_that_of_the_bot() {
    const PAGE: &str = "docs/commands.md";
    let page = read(PAGE);
    let told = table(&page, "command");
    let rows = commands::ALL.iter().map(|command| {
        let name = format!("`/{}`", command.name());
        let options: Vec<String> =
            command.options().iter().map(|option| format!("`{}`", option.name)).collect();
        let told = told.iter().find(|row| row[0] == name).map(|row| row[2].clone());
        let told = told.unwrap_or_else(|| Words::english().command(CommandText::Help(command.name())));
        let options = if options.is_empty() { " ".to_owned() } else { format!(" {} ", options.join(", ")) };
        format!("| {name} |{options}| {told} |\n")
    });
    let made: String = rows.collect();
    let first = page.find("| `/").expect("a table");
    let written: usize =
        page[first..].split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum();
    if std::env::var_os("ROOKERY_BLESS").is_some() {
        let anew = format!("{}{made}{}", &page[..first], &page[first + written..]);
        std::fs::write(root().join(PAGE), anew).expect("writable");
        return;
    }
    for (said, made) in page[first..first + written].lines().zip(made.lines()) {
        assert_eq!(said, made, "{PAGE} says otherwise than the bot (ROOKERY_BLESS=1 writes the table anew)");
    }
    assert_eq!(page[first..first + written].len(), made.len(), "{PAGE} has other commands than the bot");
}

fn every_setting_is_in_the_table_of_settings() {
    let page = read("docs/settings.md");
    let said: Vec<String> =
        table(&page, "setting").into_iter().map(|row| row[0].trim_matches('`').to_owned()).collect();
    let known: Vec<String> = config::KEYS.iter().map(config::Key::path).collect();
    assert_eq!(said, known, "the table of docs/settings.md (left) is not the program's (right)");
}

/// The program rejects variables that are no settings, and inherits those of tests.
fn every_variable_that_tests_read_is_known_to_be_no_setting() {
    // Files that set wrong ones on purpose, and the list itself.
    const APART: [&str; 2] = ["tests/bot/process/program.rs", "src/config/"];
    let files =
        ["tests", "benches", "crates", "src"].into_iter().flat_map(|folder| files_ending(folder, "rs"));
    let files = files.chain(["build.rs".to_owned()]);
    let mut read_there = BTreeSet::new();
    for path in files.filter(|path| !APART.iter().any(|apart| path.starts_with(apart))) {
        let source = read(&path);
        let quoted = source.split("\"ROOKERY_").skip(1).filter_map(|rest| rest.split_once('"'));
        read_there.extend(
            quoted.map(|(name, _)| format!("ROOKERY_{name}")).filter(|name| {
                name.chars().all(|c| c.is_ascii_uppercase() || c == '_') && !name.ends_with('_')
            }),
        );
    }
    for setting in config::KEYS {
        read_there.remove(&setting.variable());
    }
    let listed: BTreeSet<String> = config::OTHERS.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(read_there, listed, "what is read (left) is not the list in src/config/variables.rs (right)");
}

fn every_subcommand_of_the_program_is_explained() {
    let help = Command::new(env!("CARGO_BIN_EXE_rookery")).arg("--help").output().expect("the program runs");
    let help = String::from_utf8(help.stdout).expect("text");
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() > 5, "{help}");
    let page = read("docs/cli.md");
    let missing: Vec<String> = commands
        .into_iter()
        .filter(|name| !page.contains(&format!("`rookery {name}")))
        .map(|name| format!("docs/cli.md does not explain `rookery {name}`"))
        .collect();
    none(&missing);
}

fn every_linked_file_exists() {
    let mut missing = Vec::new();
    for path in files_ending("", "md") {
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        for target in links(&read(&path)) {
            let file = target.split('#').next().unwrap_or_default();
            if !file.is_empty() && !root().join(directory).join(file).exists() {
                missing.push(format!("{path} names {target}, which does not exist"));
            }
        }
    }
    none(&missing);
    assert_eq!(links("![a](b.png) <img src=\"c.png\"> [d](https://e.org)"), ["b.png", "c.png"]);
}

/// The targets of a page's links and images in this repository.
fn links(page: &str) -> Vec<String> {
    let after = |start: &'static str, end: char| {
        page.split(start).skip(1).filter_map(move |rest| rest.split(end).next()).map(str::to_owned)
    };
    after("](", ')').chain(after("src=\"", '"')).filter(|target| !target.contains("://")).collect()
}

/// Our files and directories named in backticks on a page, without placeholders such as `NAME`.
pub fn named(page: &str) -> impl Iterator<Item = &str> {
    const OURS: &[&str] = &["src/", "crates/", "tests/", "benches/", "docs/"];
    let is_path = |text: &&str| {
        let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
        let ending = [".rs", ".ftl"].iter().any(|ending| text.ends_with(ending));
        plain && !text.contains("NAME") && (ending || OURS.iter().any(|start| text.starts_with(start)))
    };
    page.split('`').skip(1).step_by(2).filter(is_path)
}

/// The named ones that do not exist: full paths start at the root, shorter ones anywhere.
fn gone<'a>(page: &'a str, files: &[String]) -> Vec<&'a str> {
    let stands = |path: &str| {
        let path = path.trim_end_matches('/');
        let (inside, behind) = (format!("{path}/"), format!("/{path}"));
        files.iter().any(|file| file == path || file.starts_with(&inside) || file.ends_with(&behind))
    };
    named(page).filter(|path| !stands(path)).collect()
}

fn every_named_file_exists() {
    let files = files_below("");
    let mut missing = Vec::new();
    for path in files_ending("", "md") {
        let page = read(&path);
        missing.extend(
            gone(&page, &files).iter().map(|named| format!("{path} names {named}, which is not there")),
        );
    }
    none(&missing);
    assert!(named(&read("ARCHITECTURE.md")).count() > 40, "the page was read");
}

fn a_file_that_is_gone_is_seen() {
    let files = ["src/app/mod.rs", "src/words/en/cli.ftl"].map(str::to_owned);
    let page = "`src/app`, `app/mod.rs`, `src/words/en/`, `src/words/en/NAME.ftl`, `/move`, `e2e4`, `src/app/background/gateway_session.rs`, \
                `src/word`, `p.rs`";
    assert_eq!(gone(page, &files), ["src/app/background/gateway_session.rs", "src/word", "p.rs"]);
}

/// Fails if a page has more lines or words than these.
fn is_within(path: &str, most_lines: usize, most_words: usize) {
    let page = read(path);
    let (lines, words) = (page.lines().count(), page.split_whitespace().count());
    assert!(lines <= most_lines, "{path} has {lines} lines, at most {most_lines} are allowed");
    assert!(words <= most_words, "{path} has {words} words, at most {most_words} are allowed");
}

fn the_readme_is_short() {
    is_within("README.md", 120, 1_200);
}

fn the_page_of_the_architecture_is_short() {
    is_within("ARCHITECTURE.md", 150, 2_000);
}

fn the_change_log_knows_this_version() {
    let heading = format!("## {}", env!("CARGO_PKG_VERSION"));
    assert!(read("CHANGELOG.md").lines().any(|line| line.starts_with(&heading)), "CHANGELOG lacks {heading}");
}
