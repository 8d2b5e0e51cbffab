//! Mistyped arguments and settings, which are answered with a suggestion.

use std::path::Path;

use super::program::{done, rookery};
use crate::bot::bench::{Bench, on_real_time};

tests!(
    what_is_no_id_is_told,
    a_settings_file_is_named_either_way,
    a_token_that_cannot_be_read_is_one_mistake,
    a_setting_that_is_none_is_answered_by_all_that_are,
    a_copy_of_an_older_version_is_for_that_version,
);

/// The program's output; it must exit with this code.
fn says(dir: &Path, arguments: &[&str], set: &[(&str, &str)], code: i32) -> String {
    let (got, told, wrong) = done(rookery(dir, arguments).envs(set.iter().copied()));
    let said = told + &wrong;
    assert_eq!(got, code, "{arguments:?}: {said}");
    said
}

fn what_is_no_id_is_told() {
    let dir = tempfile::tempdir().expect("a directory");
    for command in
        [&["person", "Red"][..], &["server", "Red"], &["forget", "Red"], &["store", "adopt", "Red"]]
    {
        let said = says(dir.path(), command, &[], 2);
        assert!(said.contains("a Discord id is a number") && said.contains("*Copy ID*"), "{said}");
    }
    for command in [&["person", "99"][..], &["server", "99"], &["forget", "5"], &["store", "adopt", "99"]] {
        let said = says(dir.path(), command, &[], 2);
        assert!(said.contains(" is no Discord id: they have 17 digits or more"), "{said}");
    }
    let said = says(dir.path(), &["game-of", "abc"], &[], 2);
    assert!(said.contains("a game has a number, as `rookery person`"), "{said}");
}

fn a_settings_file_is_named_either_way() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("own.toml"), "[run]\ngrace = 7\n").expect("written");
    let token = [("DISCORD_TOKEN", "a.b.c")];
    let [bare, named] = [&["check-config", "own.toml"][..], &["check-config", "--config", "own.toml"]]
        .map(|command| says(dir.path(), command, &token, 0));
    assert!(bare.contains("run.grace = 7"), "{bare}");
    assert_eq!(bare, named);
}

fn a_token_that_cannot_be_read_is_one_mistake() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("lines.txt"), "one.two.three\nmore\n").expect("written");
    for (set, why) in [
        (&[("DISCORD_TOKEN", "a.b.c"), ("DISCORD_TOKEN_FILE", "lines.txt")][..], "is set as well"),
        (&[("DISCORD_TOKEN_FILE", "none.txt")], "cannot be read"),
        (&[("DISCORD_TOKEN_FILE", "lines.txt")], "has more than one line"),
    ] {
        let said = says(dir.path(), &["check-config"], set, 78);
        assert!(said.contains("has 1 mistake") && said.contains(why), "{said}");
        assert!(!said.contains("is not set: put"), "{said}");
    }
}

fn a_setting_that_is_none_is_answered_by_all_that_are() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("wrong.toml"), "[discord.htpp]\nlisten = \"127.0.0.1:1\"\n")
        .expect("written");
    let token = ("DISCORD_TOKEN", "a.b.c");
    let said = says(dir.path(), &["check-config", "wrong.toml"], &[token], 78);
    assert!(said.contains("known here: token, ") && said.contains(", http"), "{said}");
    let said = says(dir.path(), &["check-config"], &[token, (&*["ROOKERY", "TOKEN"].join("_"), "a.b.c")], 78);
    for known in ["DISCORD_TOKEN, ", "ROOKERY_DISCORD_TOKEN, ", "with _FILE at its end"] {
        assert!(said.contains(known), "{known}: {said}");
    }
    let said = says(dir.path(), &["check-config"], &[token, ("ROOKERY_LOG_LEVEL", "info,rokery=debug")], 78);
    assert!(said.contains("nothing here logs as `rokery`"), "{said}");
    says(
        dir.path(),
        &["check-config"],
        &[token, ("ROOKERY_LOG_LEVEL", "info,rookery::store=debug,sqlx=warn")],
        0,
    );
}

fn a_copy_of_an_older_version_is_for_that_version() {
    on_real_time(async {
        let mut bench = Bench::on_sockets().await;
        bench.start().await;
        bench.stop().await;
        bench
            .sql("DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)")
            .await;
        let dir = tempfile::tempdir().expect("a directory");
        let copy = bench.database();
        let copy = [("ROOKERY_STORE_PATH", copy.to_str().expect("text"))];
        for command in [&["forget", "123456789012345678"][..], &["person", "123456789012345678"]] {
            let said = says(dir.path(), command, &copy, 1);
            assert!(said.contains("was made by an older Rookery (schema "), "{said}");
            assert!(said.contains("with the version that made it, or delete it"), "{said}");
            assert!(!said.contains("`rookery run` once"), "{said}");
        }
        bench.finish().await;
    });
}
