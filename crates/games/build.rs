//! Generates the list of games for `src/list.rs`, so that adding a game only takes a new folder.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() {
    let folder = |name| env::var(name).expect("cargo names a folder");
    let (own, out) = (folder("CARGO_MANIFEST_DIR"), folder("OUT_DIR"));
    println!("cargo::rerun-if-changed=.");
    match list(Path::new(&own)) {
        Ok(list) => fs::write(format!("{out}/games.rs"), list).expect("cargo's folder can be written to"),
        Err(defect) => println!("cargo::error={defect}"),
    }
}

/// Returns the source of the list of games, in the `order` given by their files.
///
/// A folder whose `game.toml` has no `order` is a game in the making and is left out.
fn list(root: &Path) -> Result<String, String> {
    let unreadable = |error: io::Error| error.to_string();
    let mut rows = BTreeMap::new();
    for entry in fs::read_dir(root).map_err(unreadable)? {
        let folder = entry.map_err(unreadable)?.path();
        let Ok(game) = fs::read_to_string(folder.join("game.toml")) else { continue };
        let Some(order) = order(&game) else { continue };
        let slug = folder.file_name().unwrap_or_default().to_string_lossy();
        let order = order.parse::<u32>().map_err(|_| format!("{slug}: `order` is no number"))?;
        if let Some((other, _)) = rows.insert(order, (slug.to_string(), row(&slug, &folder))) {
            return Err(format!("{slug} and {other} have the same `order`"));
        }
    }
    let rows: String = rows.into_values().map(|(_, row)| row).collect();
    Ok(format!("pub(crate) static FOLDERS: &[Folder] = &[{rows}];\n"))
}

/// Returns the value of `order` in a game's file; it comes before all sections.
fn order(game: &str) -> Option<&str> {
    let mut keys = game.lines().take_while(|line| !line.starts_with('['));
    keys.find_map(|line| line.strip_prefix("order")?.trim_start().strip_prefix('=')).map(str::trim)
}

/// Returns a row of the list with the files found in the folder.
fn row(slug: &str, folder: &Path) -> String {
    let mut row = format!("Folder {{ slug: {slug:?}, ");
    for (field, file, is_text) in [
        ("game", "game.toml", true),
        ("words", "words.ftl", true),
        ("levels", "levels.txt", true),
        ("weights", "weights.txt", true),
        ("network", "weights.network", false),
        ("puzzles", "puzzles.txt", true),
    ] {
        let path = folder.join(file);
        let needed = matches!(field, "game" | "words");
        let include = if is_text { "include_str!" } else { "include_bytes!" };
        let included = format!("{include}({:?})", path.to_string_lossy());
        let value = match (needed, path.is_file()) {
            (true, _) => included,
            (false, true) => format!("Some({included})"),
            (false, false) => "None".to_owned(),
        };
        write!(row, "{field}: {value}, ").expect("a text takes all");
    }
    row + "},"
}
