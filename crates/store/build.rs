//! Lists the steps of the schema for `src/db/schema.rs`, so that a new one is a file in `migrations` and nothing else.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=migrations");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder")).join("steps.rs");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    match lists(&root) {
        Ok(lists) => fs::write(out, lists).expect("cargo's folder can be written to"),
        Err(defect) => println!("cargo::error={defect}"),
    }
}

/// The source of a list for each kind of database. Of each step they have the number, the name and the content.
pub(crate) fn lists(root: &Path) -> Result<String, String> {
    let [sqlite, postgres] = [steps(root, "sqlite")?, steps(root, "postgres")?];
    let newest = |of: &BTreeMap<u32, PathBuf>| of.keys().next_back().copied().unwrap_or(0);
    if newest(&sqlite) != newest(&postgres) {
        return Err(format!(
            "the newest step of the schema is {} for SQLite and {} for PostgreSQL; write one for each, or one in migrations/both",
            newest(&sqlite),
            newest(&postgres),
        ));
    }
    let list = |(name, steps): (&str, BTreeMap<u32, PathBuf>)| {
        let rows = steps.iter().map(|(number, path)| {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let title = stem.split_once('_').map_or("", |(_, title)| title).replace('_', " ");
            format!("    ({number}, {title:?}, include_str!({:?})),\n", path.to_string_lossy())
        });
        format!("const {name}: &[(i64, &str, &str)] = &[\n{}];\n", rows.collect::<String>())
    };
    Ok([("SQLITE", sqlite), ("POSTGRES", postgres)].map(list).concat())
}

/// The steps for one kind of database by number: those of its own folder, and those that are the same for both. None is missing or
/// there twice.
fn steps(root: &Path, kind: &str) -> Result<BTreeMap<u32, PathBuf>, String> {
    let mut found = BTreeMap::new();
    for folder in [kind, "both"].map(|folder| root.join(folder)) {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let number = name.strip_suffix(".sql").and_then(|name| name.split_once('_')?.0.parse().ok());
            let number: u32 =
                number.ok_or_else(|| format!("{} is not named like 0001_games.sql", path.display()))?;
            if let Some(other) = found.insert(number, path.clone()) {
                let (one, other) = (path.display(), other.display());
                return Err(format!("step {number} of the schema is there twice: {one} and {other}"));
            }
        }
    }
    let mut numbers = found.keys().zip(found.keys().skip(1));
    match numbers.find(|(one, next)| *one + 1 < **next) {
        Some((one, next)) => Err(format!(
            "step {} of the schema is missing in migrations/{kind} or migrations/both, although there is a step {next}",
            one + 1
        )),
        None => Ok(found),
    }
}
