//! Names the version of the program, with the commit that it was built of.
//!
//! `ROOKERY_COMMIT` says which, where the build has no repository, as in an image. Otherwise git does, for a release build alone: all would be
//! compiled again after every commit. A build from an archive names none.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ROOKERY_COMMIT");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder");
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

/// The version as the program says it.
pub(crate) fn named(version: &str, commit: Option<&str>) -> String {
    commit.map_or_else(|| version.to_owned(), |commit| format!("{version} (commit {commit})"))
}

/// The commit of a repository that has this folder at its top.
pub(crate) fn commit(root: &Path) -> Option<String> {
    // In a folder of another project git would name a commit of that one.
    let is_top = git(root, &["rev-parse", "--show-prefix"])?.is_empty();
    if is_top { Some(shortened(&git(root, &["rev-parse", "HEAD"])?)) } else { None }
}

/// As much of a commit's name as tells it from all others.
pub(crate) fn shortened(commit: &str) -> String {
    commit.chars().take(12).collect()
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
    let told = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| told.trim().to_owned())
}
