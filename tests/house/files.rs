//! Properties of the repository that a fresh clone relies on.

use super::code::bare;
use super::layers::stands_alone;
use super::{crates, files_below, files_ending, none, read, root, sources};

tests!(
    no_source_file_is_long,
    no_file_speaks_of_the_machine_it_was_made_on,
    the_package_says_what_it_is,
    the_licence_is_here,
    no_banned_crate_is_locked,
    the_documented_advisories_are_those_of_the_locked_crate,
    the_continuous_check_runs_what_the_readme_says,
    the_image_is_built_in_layers,
    every_dependency_is_named,
    the_sandbox_and_the_training_alone_are_optional,
);

/// Maximum lines of a source file; longer ones are split.
const MOST_LINES: usize = 450;

fn is_text(path: &str) -> bool {
    // Arbitrary bytes.
    if path.starts_with("fuzz/corpus/") {
        return false;
    }
    let last = path.rsplit('/').next().unwrap_or(path);
    let ending = last.rsplit_once('.').map_or("", |(_, ending)| ending);
    !["png", "ttf", "ico", "gif", "db", "network"].contains(&ending)
}

fn no_source_file_is_long() {
    let long: Vec<String> = sources()
        .into_iter()
        .map(|path| (read(&path).lines().count(), path))
        .filter(|(lines, _)| *lines > MOST_LINES)
        .map(|(lines, path)| format!("{path} has {lines} lines; {MOST_LINES} are enough"))
        .collect();
    none(&long);
}

fn no_file_speaks_of_the_machine_it_was_made_on() {
    // Split in two parts, so that this file does not contain them itself.
    let mut places: Vec<String> = ["ro|ot", "ho|me", "Us|ers", "wo|rk"]
        .iter()
        .map(|name| format!("/{}/", name.replace('|', "")))
        .collect();
    places.push(env!("CARGO_MANIFEST_DIR").to_owned());
    let mut found = Vec::new();
    for path in files_below("").into_iter().filter(|path| is_text(path)) {
        for (number, line) in read(&path).lines().enumerate() {
            for place in places.iter().filter(|place| speaks_of(line, place)) {
                found.push(format!("{path}:{}: {place}", number + 1));
            }
        }
    }
    none(&found);
    assert!(speaks_of(&format!("see {}notes.md", places[0]), &places[0]), "it would be seen");
    assert!(!speaks_of(&format!("https://example.org{}", places[1]), &places[1]), "an address is no path");
}

/// True if a local path starts in the line (in a URL such as `https://x.org/home/` it does not).
fn speaks_of(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(at, _)| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '.'))
}

fn the_package_says_what_it_is() {
    let text = read("Cargo.toml");
    for line in ["license = \"MIT\"", "publish = false", "edition = \"2024\"", "unsafe_code = \"forbid\""] {
        assert!(text.lines().any(|found| found == line), "Cargo.toml lacks {line}");
    }
    assert!(text.contains("\nrust-version = \""), "the Rust version needed is stated");
    assert!(
        !text.contains("lto = \"fat\"") && !text.contains("lto = true"),
        "fat LTO makes the first build slow"
    );
    let rust = env!("CARGO_PKG_RUST_VERSION");
    assert!(read("README.md").contains(&format!("Rust {rust}")), "README names Rust {rust}");
    assert!(
        read("Dockerfile").contains(&format!("ARG RUST={rust}")),
        "the Dockerfile builds with Rust {rust}"
    );
}

fn the_licence_is_here() {
    assert!(read("LICENSE").starts_with("MIT License"));
    assert!(read("README.md").contains("[MIT](LICENSE)"));
}

/// The names and versions of all locked packages.
fn locked() -> Vec<(String, String)> {
    let text = read("Cargo.lock");
    let value = |line: Option<&str>, key: &str| {
        line.and_then(|line| line.strip_prefix(key)).map(|rest| rest.trim_matches('"').to_owned())
    };
    text.split("[[package]]")
        .skip(1)
        .filter_map(|package| {
            let mut lines = package.trim_start().lines();
            Some((value(lines.next(), "name = ")?, value(lines.next(), "version = ")?))
        })
        .collect()
}

fn no_banned_crate_is_locked() {
    let rules: toml::Table = read("deny.toml").parse().expect("deny.toml is TOML");
    let banned: Vec<String> = rules["bans"]["deny"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| entry["crate"].as_str().expect("a name").to_owned())
        .collect();
    assert!(banned.iter().any(|name| name == "openssl-sys"));
    let locked = locked();
    assert!(locked.len() > 100, "Cargo.lock was read");
    let found: Vec<String> =
        locked.iter().filter(|(name, _)| banned.contains(name)).map(|(name, _)| name.clone()).collect();
    none(&found);
}

fn the_documented_advisories_are_those_of_the_locked_crate() {
    let rules: toml::Table = read("deny.toml").parse().expect("deny.toml is TOML");
    let ignored = rules["advisories"]["ignore"].as_array().expect("a list");
    assert!(ignored.iter().all(|entry| entry["reason"].as_str().is_some_and(|reason| reason.len() > 40)));
    // All of them are about this one; without it they must be removed.
    let old = locked().iter().any(|(name, version)| name == "rustls-webpki" && version.starts_with("0.102."));
    assert_eq!(old, !ignored.is_empty());
}

fn the_continuous_check_runs_what_the_readme_says() {
    let script = read(".ci/run");
    let last = script.lines().rev().find(|line| !line.trim().is_empty()).expect("a last line");
    assert!(last.ends_with("cargo test --locked --workspace"), "the last thing is README's own, not {last}");
    for part in [
        "cargo fmt --all --check",
        "cargo clippy",
        "cargo clippy --locked --no-default-features",
        "-D warnings",
        "cargo doc --locked --workspace --no-deps",
        "--locked check licenses bans sources",
        "--locked check advisories",
        "ROOKERY_REQUIRE_BROWSER=1",
        "hadolint\" Dockerfile",
        "bin/actionlint\" -shellcheck",
    ] {
        assert!(script.contains(part), ".ci/run lacks {part}");
    }
    // Builds and tests use the lock file.
    for line in script.lines().filter(|line| line.contains("cargo ") && !line.starts_with('#')) {
        let builds =
            ["cargo clippy", "cargo doc", "cargo test", "cargo install"].iter().any(|c| line.contains(c));
        assert!(
            !builds || line.contains("--locked") || line.contains("--version"),
            ".ci/run without --locked: {line}"
        );
    }
    let readme = read("README.md");
    for command in ["cargo run -- sandbox", "cargo test --workspace"] {
        assert!(readme.lines().any(|line| line == command), "README lacks {command}");
    }
}

/// The Docker image compiles dependencies before copying the program's sources, so that a source change does
/// not recompile them.
///
/// Everything the build needs is sent to it.
fn the_image_is_built_in_layers() {
    let text = read("Dockerfile").replace("\\\n", " ");
    let steps: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    let at = |what: &str, from: usize| {
        let found = steps.iter().skip(from).position(|step| step.contains(what));
        found.map_or_else(|| panic!("the Dockerfile lacks {what}"), |found| found + from)
    };
    let build = "cargo build --release --locked --bin rookery";
    let manifest = at("COPY Cargo.toml Cargo.lock", 0);
    let dependencies = at(build, manifest);
    let source = at("COPY . .", 0);
    assert!(manifest < dependencies && dependencies < source, "{steps:?}");
    let program = at(build, source);
    // A copied file keeps its modification time, which may be before that of the empty program.
    assert!(
        steps[program].contains("touch src/main.rs src/lib.rs crates/*/src/lib.rs"),
        "{}",
        steps[program]
    );
    // cargo requires a file for each target.
    let manifest: toml::Table = read("Cargo.toml").parse().expect("TOML");
    let benches = manifest["bench"].as_array().expect("benches").iter();
    let named = benches.map(|bench| bench["path"].as_str().expect("a path").to_owned());
    for target in named.chain(["src/main.rs", "src/lib.rs", "tests/main.rs"].map(str::to_owned)) {
        assert!(steps[dependencies].contains(&target), "the layer of dependencies lacks {target}");
    }
    for name in crates() {
        let manifest = at(&format!("COPY crates/{name}/Cargo.toml crates/{name}/"), 0);
        assert!(manifest < dependencies, "{steps:?}");
        let manifest: toml::Table = read(&format!("crates/{name}/Cargo.toml")).parse().expect("TOML");
        for target in manifest.get("test").and_then(toml::Value::as_array).into_iter().flatten() {
            let file = format!("crates/{name}/tests/{}/main.rs", target["name"].as_str().expect("a name"));
            assert!(steps[dependencies].contains(&file), "the layer of dependencies lacks {file}");
        }
    }
    let sent = read(".dockerignore");
    for part in ["Cargo.toml", "Cargo.lock", "crates", "src", "fonts"] {
        assert!(sent.lines().any(|line| line == format!("!{part}")), "{part} is not sent to the build");
    }
    assert!(steps.iter().rfind(|step| step.starts_with("USER")).is_some_and(|step| *step != "USER root"));
}

/// Every dependency of a manifest is used in the source beside it.
fn every_dependency_is_named() {
    let mut wrong = Vec::new();
    let packages = crates().into_iter().map(|name| format!("crates/{name}/"));
    for package in packages.chain([String::new()]) {
        let manifest: toml::Table = read(&format!("{package}Cargo.toml")).parse().expect("TOML");
        let named_in = |directories: &[&str], word: &str| {
            let files = directories.iter().filter(|directory| root().join(&package).join(directory).exists());
            let mut files = files.flat_map(|directory| files_ending(&format!("{package}{directory}"), "rs"));
            files.any(|path| {
                let code = bare(&read(&path));
                code.match_indices(word).any(|(at, _)| stands_alone(&code, at, word))
            })
        };
        let of_linux =
            manifest.get("target").map(|target| &target["cfg(target_os = \"linux\")"]["dependencies"]);
        let normal = manifest.get("dependencies").into_iter().chain(of_linux);
        let of_tests = manifest.get("dev-dependencies").into_iter();
        for (list, directories) in normal
            .map(|list| (list, &["src"][..]))
            .chain(of_tests.map(|list| (list, &["src", "tests", "benches"][..])))
        {
            let names = list.as_table().expect("a table").keys();
            let unnamed = names.filter(|name| !named_in(directories, &name.replace('-', "_")));
            wrong.extend(unnamed.map(|name| format!("{package}Cargo.toml: nobody names {name}")));
        }
    }
    none(&wrong);
}

/// The bot can be built without the sandbox, and dependencies needed only by the sandbox belong to that crate
/// only.
fn the_sandbox_and_the_training_alone_are_optional() {
    let manifest: toml::Table = read("Cargo.toml").parse().expect("TOML");
    let features: toml::Table =
        "default = [\"sandbox\", \"training\"]\ntraining = [\"dep:training\"]\nsandbox = [\"dep:sandbox\", \"timing/virtual-time\", \"twilight-gateway/rustls-native-roots\"]"
            .parse()
            .expect("TOML");
    assert_eq!(manifest["features"].as_table(), Some(&features));
    let optional = manifest["dependencies"].as_table().expect("dependencies").iter();
    let optional =
        optional.filter(|(_, listed)| listed.get("optional").is_some()).map(|(name, _)| name.as_str());
    assert_eq!(optional.collect::<Vec<_>>(), ["sandbox", "training"]);
    // A plain build makes only the bot, and plain tests cover everything it consists of.
    let built =
        crates().into_iter().filter(|name| !["sandbox", "testing", "training"].contains(&name.as_str()));
    let built: Vec<String> =
        [".".to_owned()].into_iter().chain(built.map(|name| format!("crates/{name}"))).collect();
    let listed = manifest["workspace"]["default-members"].as_array().expect("a list").iter();
    assert_eq!(listed.map(|one| one.as_str().expect("a path")).collect::<Vec<_>>(), built);
}
