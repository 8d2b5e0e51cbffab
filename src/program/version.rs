//! The version of the program, set by `build.rs`.

/// Includes the commit, if known.
pub const VERSION: &str = env!("ROOKERY_VERSION");

#[cfg(test)]
#[path = "../../build.rs"]
#[expect(dead_code, reason = "its tests are here")]
mod build;

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::build::{commit, named};

    #[test]
    fn the_version_names_the_commit_where_there_is_one() {
        assert_eq!(named("1.2.3", None), "1.2.3");
        assert_eq!(named("1.2.3", Some("0123456789ab")), "1.2.3 (commit 0123456789ab)");
    }

    #[test]
    fn the_commit_is_that_of_the_folder_itself() {
        let root = tempfile::tempdir().expect("a folder");
        assert_eq!(commit(root.path()), None, "an archive");
        let git = |arguments: &[&str]| {
            let who = ["-c", "user.name=me", "-c", "user.email=me@example.org"];
            let mut git = Command::new("git");
            assert!(
                git.arg("-C").arg(root.path()).args(who).args(arguments).status().expect("git").success()
            );
        };
        git(&["init", "--quiet"]);
        git(&["commit", "--quiet", "--allow-empty", "--message", "first"]);
        let found = commit(root.path()).expect("a commit");
        assert!(found.len() == 12 && found.chars().all(|c| c.is_ascii_hexdigit()), "{found}");
        let within = root.path().join("within");
        std::fs::create_dir(&within).expect("a folder");
        assert_eq!(commit(&within), None, "an archive in a folder of another project");
    }
}
