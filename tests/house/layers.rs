//! Dependencies between the layers have one direction, and a layer does not name what it must not know.
//!
//! Layers that are crates can only name what their manifest lists; there the compiler checks the source.

use std::collections::BTreeSet;

use super::circles::named_by;
use super::code::bare;
use super::{crates, files_below, files_ending, none, read, sources};

tests!(
    every_layer_knows_only_what_it_may,
    every_crate_depends_only_on_what_it_may,
    every_file_of_the_source_belongs_to_a_layer,
    chat_pictures_are_drawn_in_one_place,
    drawing_asks_no_rules,
    the_driver_of_the_database_is_named_in_few_places,
    the_world_of_the_sandbox_knows_nothing_of_http,
    the_chat_asks_the_store_only_for_what_it_delivers,
    no_room_of_the_chat_uses_a_later_one,
    the_rooms_are_listed_in_their_order,
    an_arrow_back_is_seen,
    a_forbidden_path_is_seen,
    a_path_that_climbs_out_is_seen,
    a_forbidden_word_is_seen,
);

/// A layer: its location, the layers it may name (itself always), and the words it must not contain.
struct Layer {
    name: &'static str,
    may_name: &'static [&'static str],
    forbidden: &'static [&'static str],
}

/// Words that a pure layer must not contain: time, randomness, disk, network, threads, foreign formats.
const IMPURE: &[&str] = &[
    "async",
    "axum",
    "fastrand",
    "println",
    "eprintln",
    "rand",
    "reqwest",
    "serde",
    "serde_json",
    "serenity",
    "sqlx",
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
    "Instant",
    "SystemTime",
    "tokio",
    "tracing",
    "twilight_gateway",
];

const LAYERS: &[Layer] = &[
    Layer { name: "rules", may_name: &[], forbidden: IMPURE },
    Layer { name: "game", may_name: &["rules"], forbidden: IMPURE },
    Layer { name: "games", may_name: &["rules"], forbidden: IMPURE },
    Layer { name: "engine", may_name: &["games", "rules"], forbidden: IMPURE },
    Layer { name: "training", may_name: &["engine", "games", "rules"], forbidden: IMPURE },
    Layer { name: "render", may_name: &["games", "rules"], forbidden: IMPURE },
    Layer { name: "pairing", may_name: &[], forbidden: IMPURE },
    Layer {
        name: "push",
        may_name: &[],
        forbidden: &["axum", "serenity", "sqlx", "SystemTime", "twilight_gateway"],
    },
    Layer {
        name: "store",
        may_name: &["game", "timing"],
        forbidden: &["axum", "reqwest", "serenity", "SystemTime", "twilight_gateway"],
    },
    Layer {
        name: "app",
        may_name: &["game", "games", "store", "render", "engine", "pairing", "push", "rules", "timing"],
        forbidden: &["axum", "reqwest", "serenity", "sqlx", "SystemTime", "twilight_gateway"],
    },
    Layer {
        name: "discord",
        may_name: &["app", "game", "games", "http_server", "render", "rules", "store", "timing", "words"],
        // Only `app` creates and changes games and challenges.
        forbidden: &["axum", "sqlx", "std::fs", "Change", "NewChallenge", "NewGame"],
    },
    Layer {
        name: "web",
        may_name: &["app", "game", "games", "http_server", "render", "rules", "store", "timing", "words"],
        forbidden: &["reqwest", "serenity", "sqlx", "std::fs", "twilight_gateway", "Change", "NewGame"],
    },
    // Listens, and limits the number of connections.
    Layer {
        name: "http_server",
        may_name: &[],
        forbidden: &["reqwest", "serenity", "sqlx", "SystemTime", "twilight_gateway"],
    },
    Layer {
        name: "timing",
        may_name: &[],
        forbidden: &["axum", "reqwest", "serenity", "sqlx", "twilight_gateway"],
    },
    // Test code only.
    Layer { name: "testing", may_name: &["games", "rules"], forbidden: &[] },
    Layer { name: "sandbox", may_name: &["timing"], forbidden: &["serenity", "sqlx", "twilight_gateway"] },
    Layer { name: "config", may_name: &[], forbidden: &["axum", "serenity", "sqlx", "tokio"] },
    Layer {
        name: "words",
        may_name: &["app", "engine", "game", "games", "render", "rules"],
        forbidden: &["axum", "reqwest", "serenity", "sqlx", "tokio"],
    },
    Layer {
        name: "cli",
        may_name: &["engine", "games", "render", "rules", "training", "words"],
        forbidden: &["axum", "reqwest", "serenity", "sqlx", "tokio"],
    },
    // These only connect other layers.
    Layer {
        name: "program",
        may_name: &[
            "app", "cli", "config", "discord", "engine", "game", "push", "sandbox", "store", "web", "words",
        ],
        forbidden: &["axum", "reqwest", "serenity", "sqlx"],
    },
    Layer {
        name: "main",
        may_name: &["program"],
        forbidden: &["axum", "reqwest", "serenity", "sqlx", "tokio"],
    },
    Layer { name: "lib", may_name: &[], forbidden: &["axum", "reqwest", "serenity", "sqlx", "tokio"] },
];

/// Paths of `std` and of a file's own that a layer may name although they contain a forbidden word.
const EXCEPTIONS: &[(&str, &str)] = &[
    // The heartbeat is a file by design: a health check must not need the network.
    ("src/discord/ops/heartbeat.rs", "std::fs"),
    // Linux reports a process's resource usage in files.
    ("src/discord/ops/process_metrics.rs", "std::fs"),
    // The only place that listens for interactions by HTTP.
    ("src/discord/ingress/http_endpoint.rs", "axum"),
    // The only place that listens for monitoring requests.
    ("src/discord/monitoring.rs", "axum"),
];

/// Unit tests may check the sentence of a refusal.
fn may_ask_for_words(path: &str) -> bool {
    path.ends_with("/tests.rs") || EXCEPTIONS.contains(&(path, "words"))
}

/// The layer of a file: `src/app/game/play.rs` and `src/app.rs` belong to `app`,
/// `crates/rules/src/notation/fen.rs` to `rules`.
fn layer_of(path: &str) -> Option<&'static Layer> {
    let within = path.strip_prefix("src/").or_else(|| path.strip_prefix("crates/"))?;
    let name = within.split('/').next()?.trim_end_matches(".rs");
    LAYERS.iter().find(|layer| layer.name == name)
}

/// True if `text[at..]` is a whole word there, not a part of a longer name.
pub fn stands_alone(text: &str, at: usize, word: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    !text[..at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word)
}

/// All errors in one file.
fn offences(path: &str, source: &str) -> Vec<String> {
    let layer = layer_of(path).expect("a layer");
    let code = bare(source);
    let own = crates();
    // Names that the file imports from our paths, or defines itself.
    let begins = |line: &str| {
        let line = line.trim_start();
        ["use ", "pub use ", "pub(crate) use ", "pub(super) use ", "mod ", "pub mod "]
            .iter()
            .any(|word| line.starts_with(word))
    };
    let imports = code.split(';').filter_map(|statement| {
        let lines: Vec<&str> = statement.lines().skip_while(|line| !begins(line)).collect();
        let text = lines.join(" ");
        ["crate::", "super::", "self::", "mod "].iter().any(|from| text.contains(from)).then_some(text)
    });
    let imports = imports.collect::<Vec<_>>().join(" ");
    let is_known = |name: &str| imports.match_indices(name).any(|(at, _)| stands_alone(&imports, at, name));
    let mut found = Vec::new();
    for (number, line) in code.lines().enumerate() {
        let mut complain = |what: String| {
            found.push(format!("{path}:{}: {what}", number + 1));
        };
        // A crate named directly is not covered by the check of `crate::` below.
        let outright = |name: &str| {
            let first = |at: usize| {
                !line[..at].trim_end_matches("::").ends_with(|c: char| c.is_alphanumeric() || c == '_')
            };
            let mut places = line.match_indices(name).map(|(at, _)| at);
            let called = places.any(|at| {
                stands_alone(line, at, name) && line[at + name.len()..].starts_with("::") && first(at)
            });
            called && !is_known(name) || line.trim_end().ends_with(&format!("use {name};"))
        };
        if path.starts_with("src/")
            && path != "src/lib.rs"
            && let Some(name) = own.iter().find(|name| outright(name))
        {
            complain(format!("say `crate::{name}`"));
        }
        for (at, _) in line.match_indices("crate::") {
            if !stands_alone(line, at, "crate") {
                continue;
            }
            for named in first_segments(&line[at + "crate::".len()..]) {
                let ours = LAYERS.iter().any(|other| other.name == named);
                let excepted = named == "words" && may_ask_for_words(path);
                if ours && named != layer.name && !excepted && !layer.may_name.contains(&named.as_str()) {
                    complain(format!("`{}` must not know `{named}`", layer.name));
                }
            }
        }
        for word in layer.forbidden {
            let excepted = EXCEPTIONS.contains(&(path, word));
            if !excepted && line.match_indices(word).any(|(at, _)| stands_alone(line, at, word)) {
                complain(format!("`{}` must not name `{word}`", layer.name));
            }
        }
        if supers(line) > depth(path) + usize::from(line.starts_with(' ')) {
            complain("a path climbs out of its layer; say `crate::`".to_owned());
        }
    }
    found
}

/// The names that can follow `crate::`: one, or those of a group.
fn first_segments(rest: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    match rest.strip_prefix('{') {
        None => vec![word(rest)],
        // Intentionally too broad: inner names of a nested group are included.
        Some(group) => group.split([',', '{']).map(word).collect(),
    }
}

/// The length of the longest `super::super::...` of a line.
fn supers(line: &str) -> usize {
    let run = |at: usize| {
        let mut rest = &line[at..];
        let mut count = 0;
        while let Some(more) = rest.strip_prefix("super::") {
            rest = more;
            count += 1;
        }
        count
    };
    line.match_indices("super::").map(|(at, _)| run(at)).max().unwrap_or(0)
}

/// The number of `super` from a file to the root of its layer: `src/app/game/play.rs` 1, `src/app/mod.rs` 0,
/// `crates/rules/src/notation/fen.rs` 1.
fn depth(path: &str) -> usize {
    let above = if path.starts_with("crates/") { 2 } else { 1 };
    let root = path.ends_with("/mod.rs") || path.ends_with("/lib.rs");
    path.matches('/').count().saturating_sub(usize::from(root) + above)
}

fn every_layer_knows_only_what_it_may() {
    let found: Vec<String> = sources()
        .into_iter()
        .filter(|path| layer_of(path).is_some())
        .flat_map(|path| offences(&path, &read(&path)))
        .collect();
    none(&found);
}

fn every_crate_depends_only_on_what_it_may() {
    let own = crates();
    let mut found = Vec::new();
    for name in &own {
        let layer = LAYERS.iter().find(|layer| layer.name == name).expect("each crate is a layer");
        let manifest: toml::Table = read(&format!("crates/{name}/Cargo.toml")).parse().expect("TOML");
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let listed = manifest.get(kind).and_then(toml::Value::as_table);
            let wrong = listed.into_iter().flat_map(toml::Table::keys);
            let wrong = wrong.filter(|one| *one == "rookery" || own.contains(one));
            let wrong = wrong.filter(|one| !layer.may_name.contains(&one.as_str()));
            let wrong = wrong
                .filter(|one| kind != "dev-dependencies" || !["games", "testing"].contains(&one.as_str()));
            found.extend(wrong.map(|one| format!("`{name}` must not depend on `{one}`")));
        }
    }
    none(&found);
}

fn every_file_of_the_source_belongs_to_a_layer() {
    let all = files_below("src").into_iter().chain(sources());
    let stray: Vec<String> = all.filter(|path| layer_of(path).is_none()).collect();
    none(&stray);
}

/// Rendering is slow and must not happen on the threads that answer, which a single place ensures.
fn chat_pictures_are_drawn_in_one_place() {
    let draws = |path: &String| {
        let code = bare(&read(path));
        ["png", "gif", "diagram", "review", "render_rgba", "contact_sheet", "prepare"].iter().any(|name| {
            let called = format!("render::{name}");
            code.match_indices(&called).any(|(at, _)| stands_alone(&code, at, &called))
        })
    };
    let places: Vec<String> = files_below("src/discord").into_iter().filter(draws).collect();
    assert_eq!(places, ["src/discord/rest/pictures.rs"]);
}

/// The view contains everything to be drawn; one file makes it from positions.
fn drawing_asks_no_rules() {
    let asks = |path: &String| {
        // A straight part of a letter has nothing to do with a game's `Line`.
        let code = bare(&read(path)).replace("OutlineCurve::Line", "");
        ["Position", "Line", "Move", "termination()", "legal_moves"]
            .iter()
            .any(|name| code.match_indices(name).any(|(at, _)| stands_alone(&code, at, name)))
    };
    let places: Vec<String> = files_below("crates/render/src").into_iter().filter(asks).collect();
    assert_eq!(places, ["crates/render/src/boards.rs"]);
}

/// All other files of the store use the database through `sql.rs`.
fn the_driver_of_the_database_is_named_in_few_places() {
    let places = |driver: &str| {
        let names = |path: &String| {
            let code = bare(&read(path));
            code.match_indices(driver).any(|(at, _)| stands_alone(&code, at, driver))
        };
        let paths = files_ending("crates/store/src", "rs").into_iter().filter(names);
        paths.map(|path| path["crates/store/src/".len()..].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        places("sqlx::sqlite"),
        [
            "admin/check.rs",
            "admin/new_file.rs",
            "db/schema.rs",
            "db/sql.rs",
            "db/sql/rows.rs",
            "sqlite/open.rs"
        ]
    );
    assert_eq!(places("sqlx::postgres"), ["db/sql.rs", "db/sql/rows.rs", "db/url.rs", "error/code.rs"]);
    assert!(places("sqlx::{sqlite").is_empty() && places("sqlx::{postgres").is_empty());
}

/// The stand-in's state is below its interfaces: only `http` names the server library, and only scripts name
/// `http`.
fn the_world_of_the_sandbox_knows_nothing_of_http() {
    let names = |path: &str, word: &str| {
        let code = bare(&read(path));
        code.match_indices(word).any(|(at, _)| stands_alone(&code, at, word))
    };
    let above = ["crates/sandbox/src/http/", "crates/sandbox/src/script/", "crates/sandbox/src/lib.rs"];
    for path in files_ending("crates/sandbox/src", "rs") {
        if !path.starts_with(above[0]) {
            assert!(!names(&path, "axum"), "{path} names axum");
        }
        if !above.iter().any(|place| path.starts_with(place)) {
            assert!(!names(&path, "http"), "{path} names what stands above it");
        }
    }
    assert!(
        names("crates/sandbox/src/http/server.rs", "axum")
            && names("crates/sandbox/src/script/mod.rs", "http")
    );
}

/// The store methods that `discord` calls directly: delivery, closed places, due work, leases.
///
/// Anything that needs a decision about a game, a challenge or a person goes through `app`.
const ASKED: &[&str] = &[
    "alive_shards",
    "ask_about_server_outages",
    "backlog",
    "beat_leases",
    "board_shows",
    "boards_retired",
    "challenge_posted",
    "challenge_told",
    "close_channel",
    "close_guild",
    "closed_to_look_at",
    "command_scopes",
    "due_games",
    "engine_to_move",
    "event_at",
    "forget_command_scope",
    "forget_daily",
    "forget_lobby",
    "forget_other_shards",
    "forget_unnoted_board",
    "gateway_session",
    "give_time_back",
    "give_time_back_on",
    "give_up_board",
    "hold_lease",
    "in_server_outages",
    "is_shared",
    "keep_gateway_session",
    "kept_shards",
    "ladder_shown",
    "ladder_without_channel",
    "ladders_due",
    "leases_of",
    "leave_boards_in_hand",
    "leave_lease",
    "leave_leases",
    "left_servers",
    "left_untold",
    "left_with_games",
    "live_board",
    "lobby_gone",
    "lobby_shown",
    "new_user_install",
    "next_due",
    "next_of_owed",
    "next_quiet_server",
    "next_unseen_server",
    "no_answer_about",
    "not_nudged",
    "not_reminded",
    "note_alive",
    "note_command_scope",
    "note_left_told",
    "note_offer",
    "note_refused",
    "note_silent",
    "note_tried",
    "note_unreached",
    "open_available",
    "open_channel",
    "open_without_code",
    "outdated_by",
    "owe_first_board",
    "owe_old_board",
    "owe_unnoted_board",
    "owed",
    "owed_about",
    "owed_board",
    "owed_one",
    "own",
    "pairing_shown",
    "pull_forward",
    "put_off_owed",
    "server_outage",
    "settle_first_board",
    "settle_owed",
    "some_closed",
    "take_owed",
    "take_owed_into",
    "thread_use",
    "time_is_up",
    "tournament_shown",
    "tournaments_due",
    "unnoted_answers",
    "user_install",
    "void_pairing",
    "wipe_token",
];

fn the_chat_asks_the_store_only_for_what_it_delivers() {
    let mut asked = BTreeSet::new();
    for path in files_ending("src/discord", "rs") {
        let source: String = bare(&read(&path)).split_whitespace().collect();
        let calls = source.split("store.").skip(1).filter_map(|rest| rest.split_once('('));
        asked.extend(
            calls
                .map(|(call, _)| call.to_owned())
                .filter(|call| call.chars().all(|c| c.is_ascii_lowercase() || c == '_')),
        );
    }
    asked.remove("clone");
    let listed: BTreeSet<String> = ASKED.iter().map(|&call| call.to_owned()).collect();
    let new: Vec<_> =
        asked.difference(&listed).map(|call| format!("the store is asked for {call}")).collect();
    let gone: Vec<_> =
        listed.difference(&asked).map(|call| format!("{call} is not asked for any more")).collect();
    none(&[new, gone].concat());
}

/// The rooms of `src/discord`, each of which may use those before it.
const ROOMS: &[&str] = &[
    "operator",
    "clock",
    "discord_clock",
    "actions",
    "interaction",
    "locale",
    "metrics",
    "bot_state",
    "reply",
    "rest",
    "places",
    "messages",
    "ops",
    "outbox_sender",
    "context",
    "channels",
    "outbox",
    "presence",
    "components",
    "features",
    "commands",
    "dispatch",
    "ingress",
    "background",
    "monitoring",
    "startup",
    "bot",
];

/// Returns the uses of a later room in a file of `src/discord`, without its tests.
fn arrows_back(path: &str, source: &str) -> Vec<String> {
    let rank = |room: &str| ROOMS.iter().position(|one| *one == room);
    let inside = path.strip_prefix("src/discord/").expect("a file of the chat");
    let room = inside.split(['/', '.']).next().expect("a room");
    let Some(own) = rank(room) else { return vec![format!("{path}: {room} is no room")] };
    let source = source.split("#[cfg(test)]\nmod tests {").next().expect("a part");
    let mut found = BTreeSet::new();
    for named in named_by(path, source) {
        if let [discord, used, ..] = &named[..]
            && discord == "discord"
            && used != room
            && rank(used).is_none_or(|rank| rank > own)
        {
            found.insert(format!("{path}: {room} uses {used}"));
        }
    }
    found.into_iter().collect()
}

fn no_room_of_the_chat_uses_a_later_one() {
    let mut back = Vec::new();
    for path in files_ending("src/discord", "rs") {
        if path != "src/discord/mod.rs" && !path.ends_with("/tests.rs") {
            back.extend(arrows_back(&path, &read(&path)));
        }
    }
    none(&back);
}

/// ARCHITECTURE.md lists the rooms that are folders in the same order.
fn the_rooms_are_listed_in_their_order() {
    let table = read("ARCHITECTURE.md");
    let listed: Vec<&str> = (table.lines().filter(|line| line.starts_with("| `src/discord/")))
        .flat_map(|line| line.split('`').filter_map(|part| part.strip_prefix("src/discord/")))
        .collect();
    let folders: Vec<&str> = (ROOMS.iter().copied())
        .filter(|room| {
            files_below("src/discord").iter().any(|file| file.starts_with(&format!("src/discord/{room}/")))
        })
        .collect();
    assert_eq!(listed, folders);
}

fn an_arrow_back_is_seen() {
    for (path, line) in [
        ("src/discord/rest/wire.rs", "use crate::discord::outbox::Plan;"),
        ("src/discord/rest/wire.rs", "    crate::discord::commands::find(name)"),
        ("src/discord/context.rs", "use super::outbox::worker;"),
        ("src/discord/reply/form.rs", "use crate::discord::{actions, features};"),
        ("src/discord/reply/form.rs", "use crate::discord::{actions::{Id, Row}, features};"),
        ("src/discord/reply/form.rs", "use crate::{app::App, discord::outbox::Plan};"),
        ("src/discord/reply/form.rs", "use super::super::outbox::Plan;"),
        ("src/discord/reply/mod.rs", "use super::outbox::Plan;"),
        ("src/discord/reply/form.rs", "use crate::discord::Poster;"),
        ("src/discord/reply/form.rs", "#[cfg(test)]\nmod tests;\nuse crate::discord::outbox::Plan;"),
        ("src/discord/new/mod.rs", ""),
    ] {
        assert_eq!(arrows_back(path, line).len(), 1, "{path}: {line}");
    }
    let innocent = "use crate::discord::actions::ComponentAction; // crate::discord::features would be wrong";
    assert_eq!(arrows_back("src/discord/reply/form.rs", innocent), Vec::<String>::new());
}

fn a_forbidden_path_is_seen() {
    for (path, line) in [
        ("src/words/game/fen.rs", "use rules::FenError;"),
        ("src/config/mod.rs", "pub use crate::rules::Move;"),
        ("src/discord/context.rs", "    let level = crate::engine::Level::Hard;"),
        ("src/discord/context.rs", "use crate::{app::App, engine};"),
        ("src/discord/context.rs", "    let store = store::Store::open();"),
        ("src/discord/context.rs", "    let store = ::store::Store::open();"),
        ("src/discord/context.rs", "pub(crate) use store::Store;"),
        ("src/app/game/play.rs", "use crate::words::Words;"),
        ("src/words/mod.rs", "use crate::discord::Context;"),
    ] {
        assert_eq!(offences(path, line).len(), 1, "{path}: {line}");
    }
    for (path, line) in [
        ("src/discord/context.rs", "use crate::{app::App, store::Store};"),
        ("src/words/game/fen.rs", "use crate::rules::Move; // crate::discord would be wrong"),
        ("src/discord/context.rs", "use store_of_tokens::Store;"),
        ("src/app/game/play.rs", "use crate::store;\nlet store = store::Store::open();"),
        ("crates/engine/src/node.rs", "use rules::Position;"),
        ("crates/sandbox/src/http/rest/mod.rs", "use crate::world::World;"),
        ("crates/store/src/tables/games.rs", "pub(crate) use other;"),
    ] {
        assert_eq!(offences(path, line), Vec::<String>::new(), "{path}: {line}");
    }
}

fn a_path_that_climbs_out_is_seen() {
    assert_eq!(offences("crates/rules/src/notation/fen.rs", "use super::super::super::game::Game;").len(), 1);
    assert_eq!(offences("crates/rules/src/lib.rs", "use super::game::Game;").len(), 1);
    assert_eq!(
        offences("crates/rules/src/notation/fen.rs", "use super::super::board::square::Square;"),
        Vec::<String>::new()
    );
    assert_eq!(
        offences("crates/rules/src/reader/mod.rs", "use super::square::Square;"),
        Vec::<String>::new()
    );
    assert_eq!(offences("crates/rules/src/lib.rs", "    use super::*;"), Vec::<String>::new());
}

fn a_forbidden_word_is_seen() {
    for (path, line) in [
        ("crates/rules/src/perft.rs", "let start = std::time::Instant::now();"),
        ("crates/game/src/decide.rs", "use std::time::SystemTime;"),
        ("crates/render/src/frame.rs", "std::fs::write(path, bytes);"),
        ("crates/rules/src/spec.rs", "#[derive(serde::Serialize)]"),
        ("src/app/game/play.rs", "use sqlx::Row;"),
        ("src/discord/context.rs", "use crate::store::{Change, Store};"),
        ("src/main.rs", "use serenity::all::Client;"),
        ("crates/sandbox/src/model.rs", "use serenity::all::Message;"),
    ] {
        assert!(!offences(path, line).is_empty(), "{path}: {line}");
    }
    let innocent = "/// Never `Instant::now()`.\nconst TEXT: &str = \"tokio::spawn\"; let operand = 1;";
    assert_eq!(offences("crates/rules/src/perft.rs", innocent), Vec::<String>::new());
}
