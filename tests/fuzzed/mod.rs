//! Replays the inputs found by fuzzing (`fuzz`): for each target those of its corpus.

use std::path::{Path, PathBuf};

mod targets;

use crate::render::plain_gif;

use libtest_mimic::Trial;
use targets::{ALL, Target};

/// A test for each target.
pub fn tests() -> Vec<Trial> {
    let replayed = |target: Target| {
        crate::slowest::trial(format!("{}::{}", module_path!(), target.0), move || {
            replay(target);
            Ok(())
        })
    };
    let mut tests: Vec<Trial> = ALL.into_iter().map(replayed).collect();
    tests.push(crate::slowest::trial(concat!(module_path!(), "::every_target_can_be_fuzzed"), || {
        every_target_can_be_fuzzed();
        Ok(())
    }));
    tests
}

/// The files of a directory, in order.
fn files(dir: &Path) -> Vec<PathBuf> {
    let read = std::fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut files: Vec<PathBuf> = read.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

fn replay((name, target): Target) {
    let corpus = files(&Path::new("fuzz/corpus").join(name));
    assert!(corpus.len() >= 5, "{name}: only {} inputs", corpus.len());
    for file in corpus {
        let input = std::fs::read(&file).expect("a file");
        let outcome = std::panic::catch_unwind(|| target(&input));
        assert!(outcome.is_ok(), "{} fails", file.display());
    }
}

fn every_target_can_be_fuzzed() {
    let made = files(Path::new("fuzz/fuzz_targets"));
    let made: Vec<&str> = made.iter().filter_map(|file| file.file_stem()?.to_str()).collect();
    assert_eq!(made, ALL.map(|(name, _)| name));
}
