//! Lists the schema migrations for `src/db/schema.rs`, so that adding one only takes a file in `migrations`.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=migrations");
    let folder = |name| env::var(name).expect("cargo names a folder");
    let (own, out) = (folder("CARGO_MANIFEST_DIR"), folder("OUT_DIR"));
    match lists(&Path::new(&own).join("migrations")) {
        Ok(lists) => fs::write(format!("{out}/steps.rs"), lists).expect("cargo's folder can be written to"),
        Err(defect) => println!("cargo::error={defect}"),
    }
}

/// Returns the source of one list per kind of database: each migration's number, name and content.
pub(crate) fn lists(root: &Path) -> Result<String, String> {
    let [sqlite, postgres] = [steps(root, "sqlite")?, steps(root, "postgres")?];
    if sqlite.keys().last() != postgres.keys().last() {
        return Err("the newest step of the schema is for one kind of database only".to_owned());
    }
    let rows = |steps: BTreeMap<_, String>| steps.into_values().collect::<String>();
    let (sqlite, postgres) = (rows(sqlite), rows(postgres));
    Ok(format!("const SQLITE: Steps = &[{sqlite}];\nconst POSTGRES: Steps = &[{postgres}];\n"))
}

/// Returns the rows of a list by migration number: from the database's own folder and from the shared one.
/// Numbers have no gaps and no duplicates.
fn steps(root: &Path, kind: &str) -> Result<BTreeMap<i64, String>, String> {
    let mut found = BTreeMap::new();
    // Git keeps no empty folders, so one may be missing.
    for folder in [kind, "both"].into_iter().filter(|folder| root.join(folder).is_dir()) {
        let unreadable = |error| format!("migrations/{folder}: {error}");
        for entry in fs::read_dir(root.join(folder)).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let parts = stem.split_once('_').and_then(|(number, name)| Some((number.parse().ok()?, name)));
            let (number, name) = parts.ok_or(format!("{stem} is not named like 0001_games.sql"))?;
            let (name, path) = (name.replace('_', " "), path.to_string_lossy());
            let row = format!("({number}, {name:?}, include_str!({path:?})),");
            if found.insert(number, row).is_some() {
                return Err(format!("step {number} of the schema is there twice for {kind}; one is {path}"));
            }
        }
    }
    match (1..).zip(found.keys()).find(|(number, there)| number != *there) {
        Some((number, _)) => Err(format!("step {number} of the schema is missing for {kind}")),
        None => Ok(found),
    }
}
