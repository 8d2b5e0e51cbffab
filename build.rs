//! Lists the English sentences, and sets the program's version, with its commit.
//!
//! `ROOKERY_COMMIT` names the commit if the build has no repository, as in an image. Otherwise git does, but
//! only for release builds, because everything would be recompiled after every commit. A build from an
//! archive has no commit.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ROOKERY_COMMIT");
    println!("cargo::rerun-if-changed=src/words/en");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder");
    let out = env::var("OUT_DIR").expect("cargo names the folder");
    let list = english(&Path::new(&root).join("src/words/en"));
    fs::write(Path::new(&out).join("english.rs"), list).expect("the list is written");
    let version = env::var("CARGO_PKG_VERSION").expect("cargo names the version");
    let given = env::var("ROOKERY_COMMIT").ok();
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = given.filter(|given| !given.is_empty()).map(|given| shortened(&given)).or_else(|| {
        let commit = is_release.then(|| commit(Path::new(&root))).flatten()?;
        for file in ["HEAD", "logs/HEAD"] {
            let file = git(Path::new(&root), &["rev-parse", "--git-path", file])?;
            println!("cargo::rerun-if-changed={file}");
        }
        Some(commit)
    });
    println!("cargo::rustc-env=ROOKERY_VERSION={}", named(&version, commit.as_deref()));
}

/// Returns a Rust expression: the name and content of each Fluent file of a folder, by name.
fn english(folder: &Path) -> String {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder of the sentences")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ftl"))
        .collect();
    paths.sort();
    let row = |path: &PathBuf| {
        let name = path.file_stem().and_then(OsStr::to_str).expect("a name");
        // Not an absolute path: cargo may find this list again after the folder has moved.
        let there = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/src/words/en/{name}.ftl\")");
        format!("({name:?}, include_str!({there})),")
    };
    format!("&[{}]", paths.iter().map(row).collect::<String>())
}

/// Formats the version.
pub(crate) fn named(version: &str, commit: Option<&str>) -> String {
    commit.map_or_else(|| version.to_owned(), |commit| format!("{version} (commit {commit})"))
}

/// Returns the commit of a repository whose top level is this folder.
pub(crate) fn commit(root: &Path) -> Option<String> {
    // Inside another project's folder, git would return that project's commit.
    let is_top = git(root, &["rev-parse", "--show-prefix"])?.is_empty();
    if is_top { Some(shortened(&git(root, &["rev-parse", "HEAD"])?)) } else { None }
}

/// Shortens a commit's name to a unique prefix.
pub(crate) fn shortened(commit: &str) -> String {
    commit.chars().take(12).collect()
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
    let told = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| told.trim().to_owned())
}
