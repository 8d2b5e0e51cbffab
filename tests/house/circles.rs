//! Files do not import each other in a cycle, since the files of a cycle can only be understood together.
//!
//! A path leads to the deepest file it names; re-exports of a `mod.rs` count as that `mod.rs`. Imports of
//! ancestors are not counted.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::code::bare;
use super::{files_ending, none, read, sources};

tests!(
    no_files_know_each_other_in_a_circle,
    a_planted_circle_is_seen,
    a_path_leads_to_the_deepest_file_that_it_names,
    arrows_up_the_tree_are_not_counted,
);

/// A path of modules, from the root: `["sandbox", "world"]`.
type Module = Vec<String>;

/// The files of a crate by module.
struct Files(BTreeMap<Module, String>);

impl Files {
    fn new<'a>(paths: impl Iterator<Item = &'a String>) -> Self {
        Self(paths.map(|path| (module_of(path), path.clone())).collect())
    }

    /// The file of the deepest module in a path.
    fn deepest(&self, path: &[String]) -> Option<(&Module, &str)> {
        (0..=path.len())
            .rev()
            .find_map(|length| self.0.get_key_value(&path[..length]))
            .map(|(module, file)| (module, file.as_str()))
    }
}

/// The module of a file.
///
/// `src/app/game/play.rs` is `app::game::play`, `src/app/mod.rs` is `app`, `src/lib.rs` the root.
/// `crates/rules/src/notation/fen.rs` is `rules::fen`, its name in the bot. A bench is a crate of its own:
/// `benches/load/crowd.rs` is `load bench::crowd`, and the simulation a module `sim` of its bench.
fn module_of(path: &str) -> Module {
    let mut module = crate_of(path);
    if let Some(bench) = path.strip_prefix("benches/") {
        let within = bench.split_once('/').map_or("", |(_, within)| within.trim_end_matches(".rs"));
        let is_root = within.is_empty() || within == "main";
        module.extend((bench.starts_with("sim/") && !is_root).then(|| "sim".to_owned()));
        module.extend((!is_root && within != "mod").then(|| within.to_owned()));
        return module;
    }
    let within = path.split_once("src/").map_or(path, |(_, within)| within);
    let within = within.trim_end_matches(".rs").trim_end_matches("mod");
    module.extend(within.split('/').filter(|part| !part.is_empty() && *part != "lib").map(str::to_owned));
    module
}

/// The meaning of `crate` in a file.
fn crate_of(path: &str) -> Module {
    if let Some(bench) = path.strip_prefix("benches/") {
        let name = bench.split(['/', '.']).next().expect("a name");
        return vec![format!("{name} bench")];
    }
    let name = path.strip_prefix("crates/").and_then(|rest| rest.split('/').next());
    name.map(str::to_owned).into_iter().collect()
}

/// The words of a source, including `::`, and other characters one by one.
fn words(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    found
}

/// All paths in a file's code that start with `crate`, `self`, `super` or one of its own modules, from the
/// root.
fn paths(file: &str, files: &Files, source: &str) -> BTreeSet<Module> {
    let (home, code) = (module_of(file), bare(source));
    let words = words(&code);
    // Inline modules, with their brace depth.
    let mut inside: Vec<(usize, String)> = Vec::new();
    let (mut depth, mut found) = (0, BTreeSet::new());
    for at in 0..words.len() {
        match words[at] {
            "{" => {
                depth += 1;
                if at >= 2 && words[at - 2] == "mod" {
                    inside.push((depth, words[at - 1].to_owned()));
                }
            }
            "}" => {
                inside.retain(|(opened, _)| *opened < depth);
                depth -= 1;
            }
            word if words.get(at + 1) == Some(&"::") && (at == 0 || words[at - 1] != "::") => {
                let mut here = home.clone();
                here.extend(inside.iter().map(|(_, name)| name.clone()));
                let start = match word {
                    "crate" => crate_of(file),
                    "self" => here,
                    "super" => here[..here.len().saturating_sub(1)].to_vec(),
                    name => {
                        here.push(name.to_owned());
                        if !files.0.contains_key(&here) {
                            continue;
                        }
                        here
                    }
                };
                follow(&words[at + 2..], start, &mut found);
            }
            _ => {}
        }
    }
    found
}

/// The paths, from the root, that a file of the program names: `["discord", "outbox", "Plan"]`.
pub(super) fn named_by(file: &str, source: &str) -> BTreeSet<Vec<String>> {
    let all = sources();
    paths(file, &Files::new(all.iter()), source)
}

/// Follows a path after its first `::`, also into the groups of a `use`. Returns the rest after it.
fn follow<'a, 'w>(mut rest: &'a [&'w str], mut path: Module, found: &mut BTreeSet<Module>) -> &'a [&'w str] {
    loop {
        match rest {
            ["{", group @ ..] => {
                let mut inner = group;
                loop {
                    inner = match inner {
                        ["}", after @ ..] => return after,
                        [",", after @ ..] => after,
                        [] => return inner,
                        _ => follow(inner, path.clone(), found),
                    };
                }
            }
            ["super", "::", after @ ..] => {
                path.pop();
                rest = after;
            }
            [name, "::", after @ ..] if name.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                path.push((*name).to_owned());
                rest = after;
            }
            [last, after @ ..] => {
                if *last != "self" {
                    path.push((*last).to_owned());
                }
                found.insert(path);
                // The local name of the item.
                return if let ["as", _, beyond @ ..] = after { beyond } else { after };
            }
            [] => return rest,
        }
    }
}

/// The files that each file names, except its ancestors.
fn arrows(sources: &BTreeMap<String, String>) -> BTreeMap<&str, BTreeSet<&str>> {
    let files = Files::new(sources.keys());
    let mut arrows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (file, source) in sources {
        let home = module_of(file);
        let named = arrows.entry(file).or_default();
        for path in paths(file, &files, source) {
            if let Some((module, _)) = files.deepest(&path)
                && !home.starts_with(module)
            {
                let (name, _) = sources.get_key_value(&files.0[module]).expect("a file of these");
                named.insert(name.as_str());
            }
        }
    }
    arrows
}

/// The shortest path from a file along the arrows back to it.
fn way_round<'a>(start: &'a str, arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Option<Vec<&'a str>> {
    let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(file) = queue.pop_front() {
        for next in &arrows[file] {
            if *next == start {
                let mut way = vec![start, file];
                while way[way.len() - 1] != start {
                    way.push(came_from[way[way.len() - 1]]);
                }
                way.reverse();
                return Some(way);
            }
            if !came_from.contains_key(next) {
                came_from.insert(next, file);
                queue.push_back(next);
            }
        }
    }
    None
}

/// The files reachable along the arrows.
fn reached<'a>(start: &'a str, arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let (mut found, mut rest) = (BTreeSet::new(), vec![start]);
    while let Some(file) = rest.pop() {
        rest.extend(arrows[file].iter().filter(|next| found.insert(**next)));
    }
    found
}

/// Every strongly connected set of files, shown as the shortest cycle through its first file: `a -> b -> a`.
fn circles(sources: &BTreeMap<String, String>) -> Vec<String> {
    let arrows = arrows(sources);
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        arrows.keys().map(|file| (*file, reached(file, &arrows))).collect();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    let mut found = Vec::new();
    for start in arrows.keys() {
        if told.contains(start) {
            continue;
        }
        if let Some(way) = way_round(start, &arrows) {
            told.extend(reached[start].iter().filter(|file| reached[*file].contains(start)));
            found.push(way.join(" -> "));
        }
    }
    found
}

fn no_files_know_each_other_in_a_circle() {
    let sources: BTreeMap<String, String> = sources()
        .into_iter()
        .chain(files_ending("benches", "rs"))
        .map(|path| {
            let source = read(&path);
            (path, source)
        })
        .collect();
    assert!(
        sources.len() > 100 && sources.keys().any(|path| path.starts_with("benches/")),
        "the source was read"
    );
    none(&circles(&sources));
}

fn planted(files: &[(&str, &str)]) -> Vec<String> {
    circles(&files.iter().map(|(path, source)| ((*path).to_owned(), (*source).to_owned())).collect())
}

fn a_planted_circle_is_seen() {
    let inn = ("src/inn/mod.rs", "mod cook;\nmod host;\npub use host::Host;");
    let circle = "src/inn/cook.rs -> src/inn/host.rs -> src/inn/cook.rs";
    for (cook, host) in [
        ("use super::host::Host;", "use super::cook::Cook;"),
        ("use crate::inn::host::{Host, Guest};", "use super::{cook, Other};"),
        ("fn ask() { super::host::Host::ask() }", "use crate::{inn::{cook::Cook}, other};"),
        ("mod tests { use super::super::host::*; }", "use super::cook as kitchen;"),
    ] {
        assert_eq!(
            planted(&[inn, ("src/inn/cook.rs", cook), ("src/inn/host.rs", host)]),
            [circle],
            "{cook} {host}"
        );
    }
    let three = planted(&[
        ("src/a.rs", "use crate::b::B;"),
        ("src/b.rs", "use crate::c::x::C;"),
        ("src/c/mod.rs", "mod x;"),
        ("src/c/x.rs", "use crate::a::A;"),
    ]);
    assert_eq!(three, ["src/a.rs -> src/b.rs -> src/c/x.rs -> src/a.rs"]);
    let benches = planted(&[
        ("benches/sim/mod.rs", "mod cook;\nmod host;"),
        ("benches/sim/cook.rs", "use super::host::Host;"),
        ("benches/sim/host.rs", "use crate::sim::cook::Cook;"),
        ("benches/load.rs", "#[path = \"load/cook.rs\"]\nmod cook;"),
        ("benches/load/cook.rs", "use crate::host::Host;"),
        ("benches/load/host.rs", "use crate::cook::Cook;"),
    ]);
    assert_eq!(
        benches,
        [
            "benches/load/cook.rs -> benches/load/host.rs -> benches/load/cook.rs",
            "benches/sim/cook.rs -> benches/sim/host.rs -> benches/sim/cook.rs",
        ]
    );
    let innocent =
        [inn, ("src/inn/cook.rs", "use super::host::Host;"), ("src/inn/host.rs", "// super::cook")];
    assert_eq!(planted(&innocent), Vec::<String>::new());
}

fn a_path_leads_to_the_deepest_file_that_it_names() {
    let paths = ["src/lib.rs", "src/a/mod.rs", "src/a/b.rs", "src/a/b/c.rs"].map(str::to_owned);
    let files = Files::new(paths.iter());
    for (path, expected) in [
        ("a::b::c::Item", "src/a/b/c.rs"),
        ("a::b::Item", "src/a/b.rs"),
        ("a::Handed", "src/a/mod.rs"),
        ("Root", "src/lib.rs"),
    ] {
        let path: Module = path.split("::").map(str::to_owned).collect();
        assert_eq!(files.deepest(&path).map(|(_, file)| file), Some(expected), "{path:?}");
    }
}

fn arrows_up_the_tree_are_not_counted() {
    let shop = [
        ("src/shop/mod.rs", "mod till;\npub use till::Till;\nfn open() { till::open() }"),
        ("src/shop/till.rs", "use super::open;\nmod tests { use super::*; }"),
    ];
    assert_eq!(planted(&shop), Vec::<String>::new());
    let other = ("src/till_roll.rs", "use crate::shop::Till;");
    let through = [shop[0], ("src/shop/till.rs", "use crate::till_roll::Roll;"), other];
    assert_eq!(
        planted(&through),
        ["src/shop/mod.rs -> src/shop/till.rs -> src/till_roll.rs -> src/shop/mod.rs"]
    );
}
