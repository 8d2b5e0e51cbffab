//! House rules: dependencies, file sizes, and that the documents describe the program.

mod additions;
mod circles;
mod code;
mod commands;
mod custom_games;
mod files;
pub mod kept;
pub mod languages;
mod layers;
mod outcomes;
mod papers;
mod rule_pages;
mod sentences;
mod words;

use libtest_mimic::Trial;
use std::path::{Path, PathBuf};

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    [
        additions::tests(),
        circles::tests(),
        code::tests(),
        commands::tests(),
        files::tests(),
        kept::tests(),
        languages::tests(),
        languages::answers::tests(),
        languages::families::tests(),
        languages::lessons::tests(),
        languages::merits::tests(),
        languages::menus::tests(),
        languages::people::tests(),
        languages::puzzles::tests(),
        languages::servers::tests(),
        languages::standing::tests(),
        layers::tests(),
        outcomes::tests(),
        custom_games::tests(),
        papers::tests(),
        rule_pages::tests(),
        sentences::tests(),
        words::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The directory of the package.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file of the repository.
fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files below a directory of the repository, as sorted paths from its root with `/`.
///
/// Paths that git ignores at the top (build output, played games) are left out.
fn files_below(directory: &str) -> Vec<String> {
    fn collect(root: &Path, directory: &Path, found: &mut Vec<String>) {
        let entries =
            std::fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
        for entry in entries {
            let path = entry.expect("a directory can be listed").path();
            let name = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                if !is_ignored(&name) {
                    collect(root, &path, found);
                }
            } else if !is_ignored(&name) {
                found.push(name);
            }
        }
    }
    let mut found = Vec::new();
    collect(&root(), &root().join(directory), &mut found);
    found.sort();
    found
}

/// The files of [`files_below`] with this ending, such as `rs`.
pub fn files_ending(directory: &str, ending: &str) -> Vec<String> {
    let ends = |path: &String| path.rsplit_once('.').is_some_and(|(_, found)| found == ending);
    files_below(directory).into_iter().filter(ends).collect()
}

/// The names of our crates other than the bot.
fn crates() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("crates")).expect("the crates can be listed");
    // The games' folders are among them, but are no crates.
    let is_crate = |path: &PathBuf| path.join("Cargo.toml").is_file();
    let mut found: Vec<String> = entries
        .map(|entry| entry.expect("a directory can be listed").path())
        .filter(is_crate)
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    found.sort();
    found
}

/// The sources of the bot and the crates, as paths from the root, without shared test code.
fn sources() -> Vec<String> {
    let of_crates = crates().into_iter().filter(|name| name != "testing");
    let of_crates = of_crates.flat_map(|name| files_ending(&format!("crates/{name}/src"), "rs"));
    files_ending("src", "rs").into_iter().chain(of_crates).collect()
}

/// True if `.gitignore` names this path at the top, or it is git's own.
fn is_ignored(name: &str) -> bool {
    name == ".git"
        || include_str!("../../.gitignore").lines().any(|line| {
            let line = line.trim().trim_start_matches('/');
            match line.strip_suffix('*') {
                Some(start) => name.starts_with(start),
                None => !line.is_empty() && name == line.trim_end_matches('/'),
            }
        })
}

/// Fails with all errors at once.
fn none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}
