//! The lists of ARCHITECTURE (and of CONTRIBUTING for a theme) on how to add something are accurate.
//!
//! Everything of each kind is present in all places that its list names, and the lists name no other places.

use super::papers::named;
use super::{files_below, none, read, root};
use crate::store::plans;
use rookery::app::{ServerPart, SettingOf};
use rookery::config;
use rookery::discord::actions::{ComponentAction, ServerAction, SettingsAction};
use rookery::discord::commands;
use rookery::games;
use rookery::render::Theme;
use rookery::rules::PieceType;
use std::path::Path;

tests!(
    whoever_adds_a_game_is_led_to_every_place,
    whoever_adds_a_theme_is_led_to_every_place,
    whoever_adds_a_piece_is_led_to_every_place,
    whoever_adds_a_command_is_led_to_every_place,
    whoever_adds_a_setting_is_led_to_every_place,
    whoever_adds_a_table_is_led_to_every_place,
    a_place_without_the_thing_is_seen,
);

/// A place in a list: a file, or a folder with such files, and the text for each thing to be found there.
type Place<'a> = (&'a str, Vec<String>);

/// A place without such texts: an example to copy, or a tool.
fn tool(path: &str) -> Place<'_> {
    (path, Vec::new())
}

/// The content of a file, or the contents and names of the files in a folder.
fn content(path: &str) -> String {
    if root().join(path).is_file() {
        return read(path);
    }
    let inside = files_below(path);
    let text = |file: &String| std::fs::read_to_string(root().join(file)).unwrap_or_default();
    inside.iter().flat_map(|file| [file.clone(), text(file)]).collect::<Vec<_>>().join("\n")
}

/// The errors in the places of a list.
fn missing(list: &str, places: &[Place<'_>]) -> Vec<String> {
    let page = read("ARCHITECTURE.md");
    let list_of = page.split_once(&format!("\n## {list}\n")).unwrap_or_else(|| panic!("no list: {list}")).1;
    let list_of = list_of.split("\n## ").next().unwrap_or_default();
    let known = |path: &str| places.iter().any(|(place, _)| *place == path);
    let mut missing: Vec<String> = named(list_of)
        .filter(|path| !known(path))
        .map(|path| format!("{list}: nobody looks whether {path} is led to"))
        .collect();
    for (path, things) in places {
        if !list_of.contains(&format!("`{path}`")) {
            missing.push(format!("{list}: the list does not name {path}"));
        }
        if things.is_empty() {
            continue;
        }
        let content = content(path);
        let lacking = things.iter().filter(|thing| !content.contains(thing.as_str()));
        missing.extend(lacking.map(|thing| format!("{list}: {path} lacks {thing}")));
    }
    missing
}

fn whoever_adds_a_game_is_led_to_every_place() {
    let slugs: Vec<String> = games::all().map(|game| format!("\"{}\"", game.slug())).collect();
    let files = ["game.toml", "words.ftl", "diagrams.txt", "checks.toml", "rules.md"];
    let mut places = vec![
        tool("crates/games/hiashatar"),
        tool("crates/testing/src/checks.rs"),
        ("crates/testing/src/oracle/games.rs", slugs.clone()),
        ("crates/testing/src/oracle/tests", slugs),
        tool("tests/render/documents.rs"),
    ];
    places.extend(files.map(tool));
    let mut lacks = missing("Adding a game", &places);
    let needed = files[..4].iter().chain(&["start.png"]);
    let paths =
        needed.flat_map(|file| games::all().map(move |game| format!("crates/games/{}/{file}", game.slug())));
    lacks
        .extend(paths.filter(|path| !root().join(path).is_file()).map(|path| format!("{path} is not there")));
    none(&lacks);
}

fn whoever_adds_a_theme_is_led_to_every_place() {
    let page = read("CONTRIBUTING.md");
    let how = page.split_once("**A theme.**").expect("a word on themes").1;
    let how = how.split("\n## ").next().unwrap_or_default();
    let mut lacks = Vec::new();
    let path = "src/words/en/settings.ftl";
    for named in [path, "crates/render/src/themes/mod.rs", "docs/themes.png", "CHANGELOG.md"] {
        assert!(how.contains(named), "{named} is not named");
    }
    let content = read(path);
    let unnamed = Theme::all().filter(|theme| !content.contains(&format!("\n    .{}", theme.name())));
    lacks.extend(unnamed.map(|theme| format!("{path} lacks {}", theme.name())));
    none(&lacks);
}

fn whoever_adds_a_piece_is_led_to_every_place() {
    let pieces = || games::all().flat_map(|game| game.spec().piece_types());
    let slugs = |text: fn(&PieceType) -> String| pieces().map(text).collect::<Vec<_>>();
    none(&missing(
        "Adding a piece",
        &[
            ("crates/rules/src/board/piece_type.rs", slugs(|piece| format!("\"{}\"", piece.slug))),
            tool("movement.rs"),
            tool("pseudo_legal.rs"),
            ("src/words/en/pieces.ftl", slugs(|piece| format!("\nkind-{} =", piece.slug))),
            tool("crates/render/src/pieces"),
            ("crates/render/src/figure.rs", slugs(|piece| format!("\"{}\"", piece.slug))),
            tool("docs/pieces.png"),
            ("crates/games/src/file/drawings.rs", slugs(|piece| format!("\"{}\"", piece.slug))),
            tool("crates/testing/src/oracle/role.rs"),
            tool("crates/testing/src/oracle/pieces.rs"),
            tool("game.toml"),
        ],
    ));
}

fn whoever_adds_a_command_is_led_to_every_place() {
    let names =
        |text: fn(&str) -> String| commands::ALL.iter().map(|one| text(one.name())).collect::<Vec<_>>();
    let files = files_below("src/discord/commands");
    let each_in_a_file = files.iter().filter(|file| read(file).contains("impl SlashCommand for")).count();
    assert_eq!(each_in_a_file, commands::ALL.len(), "one file each");
    let tables = files_below("src/discord/actions");
    let press = read("src/discord/dispatch/press.rs");
    let carried_out: Vec<String> = tables
        .iter()
        .filter(|file| {
            !["/mod.rs", "/payload.rs", "/custom_id.rs", "/custom_id/tests.rs"]
                .iter()
                .any(|end| file.ends_with(end))
        })
        .map(|file| {
            let content = read(file);
            let by = content.split_once("\n//! Carried out in `").and_then(|(_, rest)| rest.split_once("`."));
            let (by, _) = by.unwrap_or_else(|| panic!("{file} does not say who carries out its actions"));
            let action = content.lines().find_map(|line| line.trim().strip_suffix("Action {"));
            let action = action.unwrap_or_else(|| panic!("{file} has no actions"));
            let taken = format!("action: {action}Action,");
            let code = read(&format!("src/discord/{by}")).replace(['\n', ')'], ",");
            assert!(code.contains("fn run(") && code.contains(&taken), "{file}: {by} does not take {taken}");
            let place = Path::new(by.trim_end_matches("/mod.rs")).file_stem().and_then(|stem| stem.to_str());
            let place = format!("{}::run(", place.expect("a file"));
            let arm = format!("ComponentAction::{action}(action) => ");
            let (_, by_press) = press.split_once(&arm).expect("an arm");
            let by_press = by_press.split("ComponentAction::").next().expect("a part");
            assert!(by_press.contains(&place), "{file}: {by_press}");
            place
        })
        .collect();
    none(&missing(
        "Adding a command",
        &[
            tool("src/discord/commands/note.rs"),
            tool("src/discord/features"),
            tool("src/app"),
            tool("src/discord/actions"),
            ("src/discord/dispatch/press.rs", carried_out),
            tool("src/words/labels.rs"),
            tool("src/discord/commands/mod.rs"),
            tool("src/discord/commands/menus.rs"),
            ("src/words/en/commands.ftl", names(|name| format!("\ncommand-{name} ="))),
            ("docs/commands.md", names(|name| format!("| `/{name}` |"))),
        ],
    ));
}

fn whoever_adds_a_setting_is_led_to_every_place() {
    // Used before the start, and after the end.
    const FIRST: [&str; 3] = ["level", "format", "pause"];
    let operators = || config::KEYS.iter().map(|key| key.name.to_owned()).collect::<Vec<_>>();
    let handed_on = || operators().into_iter().filter(|name| !FIRST.contains(&&**name)).collect::<Vec<_>>();
    let own = || SettingOf::ALL.map(|of| ComponentAction::from(SettingsAction::Set(of)).to_string());
    let own = || own().map(|id| id.trim_start_matches("v2:setting:").to_owned()).to_vec();
    let columns = || own().into_iter().map(|name| name.replace('-', "_")).collect::<Vec<_>>();
    // The others do not affect games.
    let of_boards =
        || columns().into_iter().filter(|name| name != "standing" && name != "bot_games").collect::<Vec<_>>();
    let titled = || own().iter().map(|name| format!("\nsetting-{name} =")).collect::<Vec<_>>();
    let variants = || SettingOf::ALL.map(|of| format!("SettingOf::{of:?}")).to_vec();
    let parts = || ServerPart::ALL.map(|part| format!("ServerPart::{part:?}")).to_vec();
    let lines = || {
        let id = |part: ServerPart| ComponentAction::from(ServerAction::Set(part.into())).to_string();
        let name = |part| id(part).trim_start_matches("v2:server-set:").to_owned();
        ServerPart::ALL.map(|part| format!("\nserver-part-{} =", name(part))).to_vec()
    };
    none(&missing(
        "Adding a setting",
        &[
            tool("src/config/keys.rs"),
            ("src/config.rs", operators()),
            ("src/program/prepared.rs", handed_on()),
            ("src/program/mod.rs", FIRST.map(str::to_owned).to_vec()),
            ("config.example.toml", operators()),
            ("docs/settings.md", operators()),
            ("crates/store/src/tables/preferences.rs", columns()),
            tool("crates/store/src/tables/guild_settings.rs"),
            ("crates/store/src/tables/games.rs", of_boards()),
            ("src/app/people/preferences.rs", columns()),
            tool("src/app/guild/settings.rs"),
            ("src/discord/features/guild_settings.rs", parts()),
            ("src/words/settings.rs", variants()),
            ("src/words/en/settings.ftl", titled()),
            ("src/words/server.rs", parts()),
            ("src/words/en/server.ftl", lines()),
        ],
    ));
}

fn whoever_adds_a_table_is_led_to_every_place() {
    // SQLite's own tables, and the one that tests for free space, have no statements there.
    let is_kept = |name: &String| !name.starts_with('_') && !name.starts_with("sqlite") && name != "trials";
    let tables: Vec<String> = plans::tables().into_iter().filter(is_kept).collect();
    assert!(tables.len() > 20, "{tables:?}");
    none(&missing(
        "Adding a table",
        &[
            ("crates/store/migrations", tables.clone()),
            ("crates/store/src/tables", tables.clone()),
            tool("crates/store/src/tables/mod.rs"),
            ("crates/store/src/tables/notes.rs", vec!["const PERSONAL".to_owned()]),
            ("src/words/en/privacy.ftl", vec!["\nkept-notes =".to_owned()]),
            tool("docs/privacy.md"),
        ],
    ));
}

fn a_place_without_the_thing_is_seen() {
    let words = ("src/words/en/commands.ftl", vec!["command-castle =".to_owned()]);
    let told = missing("Adding a command", &[words, tool("src/main.rs")]);
    let says = |text: &str| told.iter().any(|line| line == &format!("Adding a command: {text}"));
    assert!(says("src/words/en/commands.ftl lacks command-castle ="), "{told:?}");
    assert!(says("the list does not name src/main.rs"), "{told:?}");
    assert!(says("nobody looks whether docs/commands.md is led to"), "{told:?}");
}
