//! Every component of the bot's messages works after a restart; an outdated one shows the current state.
//!
//! The table `restarts.txt` has each message with the answers of its buttons and menus; `ROOKERY_BLESS=1`
//! rewrites it.

mod scenes;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use rookery::discord::actions;
use rookery::sandbox::{Message, Response, Upshot};
use rookery::words::Languages;
use serde_json::Value;

use super::restored::{copied, restore};
use crate::bot::bench::{Bench, message, wait_for};
use scenes::{LONG, Table, word};

tests_on_both!(
    what_is_settled_says_so,
    forms_of_before_a_restart_play_and_know_an_old_board,
    what_a_restore_lost_is_told_as_lost_by_every_message_and_form,
    everything_below_a_message_works_after_a_restart;
    every_word_of_an_id_is_in_the_table,
    what_was_made_for_a_board_of_before_shows_the_present_one,
    what_was_made_for_a_game_that_is_over_shows_its_end,
);

/// Every message, by its kind and variant. Those that change server settings are last.
const SCENES: &[&str] = &[
    // First, because a day passes for it.
    "card: games to nudge",
    "board: start",
    "board: plain",
    "board: claimable",
    "board: draw offered",
    "board: takeback asked",
    "board: abort asked",
    "board: draw offered on a page",
    "board: takeback asked on a page",
    "board: abort asked on a page",
    "board: with hints",
    "board: bot gives up",
    "board: final",
    "question: draw",
    "question: draw alone",
    "question: accept a draw",
    "question: takeback",
    "question: abort at once",
    "question: abort",
    "question: abort asked",
    "question: agree to abort",
    "question: resign",
    "question: hint",
    "card: page of pieces",
    "card: piece",
    "card: promotion",
    "next: game",
    "next: piece",
    "next: promotion",
    "next: out of date",
    "challenge: to one",
    "challenge: open",
    "challenge: rematch",
    "puzzle: open",
    "puzzle: hinted",
    "puzzle: piece",
    "puzzle: promotion",
    "puzzle: end",
    "puzzle: solution",
    "help: first",
    "help: commands",
    "help: friend",
    "help: bot",
    "help: level",
    "help: where",
    "help: where else",
    "help: which game",
    "help: from here",
    "help: whom",
    "help: rules of a game",
    "help: families of games",
    "help: games of a family",
    "learn: all",
    "learn: step",
    "learn: piece",
    "learn: promotion",
    "learn: middle",
    "learn: end",
    "list: leaders",
    "list: games",
    "list: later games",
    "list: position",
    "list: history",
    "list: earlier moves",
    "own: settings",
    "own: settings one by one",
    "own: settings on vacation",
    "own: settings with days",
    "own: privacy",
    "own: delete",
    "own: premoves",
    "own: vacation",
    "own: pages",
    "own: link",
    "own: link of a game that nobody watches",
    OF_THE_DAY,
    "server: game added",
    "server: places",
    "server: games",
    "server: boards",
    "server: tournament",
    "server: tournament that runs",
    "server: withdrawal",
    "server: tournament cancelled",
    "server: tournament refused",
    "server: ladder",
    "server: ladder above",
    "server: ladder left",
    "server: ladder closed",
];

/// The message of the daily puzzle.
const OF_THE_DAY: &str = "server: puzzle of the day";

/// The id words of menus that set something.
const SETTINGS: &[&str] = &["setting", "language", "server-set"];

const TABLE: &str = "tests/bot/delivery/restarts.txt";

/// A component of a message, at a table of its own.
struct Part {
    scene: &'static str,
    table: Table,
    shown: Message,
    json: Value,
}

impl Part {
    fn id(&self) -> &str {
        self.json["custom_id"].as_str().expect("an id")
    }

    /// The id without numbers: its action.
    fn name(&self) -> String {
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let words = self.id().split(':').skip(1).filter(|part| !is_number(part));
        words.collect::<Vec<_>>().join(":")
    }

    fn what(&self) -> String {
        format!("{}, {}", self.scene, self.name())
    }

    async fn press(&self) -> Response {
        self.table.press(&self.shown, &self.json).await
    }

    /// True if the card shows that the menu has changed the setting.
    fn has_set(&self, answer: &Response) -> bool {
        let after = message(answer);
        let menu = after.components().find(|part| part["custom_id"] == self.json["custom_id"]);
        menu.is_some_and(|menu| !chosen(menu).is_empty() && chosen(menu) != chosen(&self.json))
    }
}

/// The selected options of a menu.
fn chosen(menu: &Value) -> Vec<Value> {
    let lines = menu["options"].as_array().into_iter().flatten();
    let lines = lines.filter(|line| line["default"] == true).map(|line| line["value"].clone());
    lines.chain(menu["default_values"].as_array().cloned().unwrap_or_default()).collect()
}

fn parts(of: &Message) -> Vec<Value> {
    of.components().filter(|part| part["custom_id"].is_string()).cloned().collect()
}

/// A bot that also has a language with long texts.
async fn bench() -> Bench {
    let mut bench = Bench::without_bot().await;
    bench.settings.languages = Languages::embedded().with("fi", &LONG);
    bench.serve_pages();
    bench.start().await;
    bench
}

async fn restart(bench: &mut Bench) {
    bench.stop().await;
    bench.start().await;
}

/// Every component of these messages, each on a message of its own.
async fn all(bench: &Bench, wanted: impl Fn(&str) -> bool) -> Vec<Part> {
    let mut all: Vec<Part> = Vec::new();
    for &scene in SCENES.iter().filter(|scene| wanted(scene)) {
        let first = all.len();
        for nth in 0.. {
            let table = Table::new(bench, scene);
            let shown = table.shows(scene).await;
            let mut parts = parts(&shown);
            assert!(!parts.is_empty(), "{scene} has nothing to press: {}", shown.content);
            let more = nth + 1 < parts.len();
            all.push(Part { scene, table, shown, json: parts.swap_remove(nth) });
            if !more {
                break;
            }
        }
        let names: BTreeSet<String> = all[first..].iter().map(Part::name).collect();
        assert!(names.len() == all.len() - first || scene == "list: position", "{scene}: {names:?}");
    }
    all
}

/// The first line of an answer, without the ids of people and places and without times.
fn first_line(answer: &Response) -> String {
    match &answer.outcome {
        Upshot::Modal => "(a form)".to_owned(),
        Upshot::Message | Upshot::Update => {
            let line = answer.text().lines().next().unwrap_or_default();
            let bare = |part: &str| match part.split_once('>') {
                Some((inside, after)) => {
                    let kind = inside.split_once(':').map_or("", |(kind, _)| kind);
                    format!("{kind}>{after}")
                }
                None => part.to_owned(),
            };
            line.split('<').map(bare).collect::<Vec<_>>().join("<")
        }
        other => panic!("no answer: {other:?}"),
    }
}

fn everything_below_a_message_works_after_a_restart() {
    wait_for(async {
        let mut bench = bench().await;
        let all = all(&bench, |_| true).await;
        restart(&mut bench).await;
        let mut table = String::new();
        let mut last = "";
        for part in &all {
            let here = part.table.red.channel();
            let now = here.message(&part.shown.id);
            let kept = |now: &Message| parts(now).contains(&part.json);
            assert!(part.shown.is_ephemeral() || now.as_ref().is_some_and(kept), "{}: gone", part.what());
            if part.scene != last {
                writeln!(table, "{}", part.scene).expect("written");
                last = part.scene;
            }
            let answer = part.press().await;
            let said = first_line(&answer);
            if SETTINGS.contains(&word(part.id())) {
                assert!(part.has_set(&answer), "{}: nothing was set", part.what());
            }
            let (name, said) = match word(part.id()) {
                "puzzle-again" if part.scene == OF_THE_DAY => {
                    assert!(said.contains(" puzzle**"), "{said}");
                    ("puzzle-again".to_owned(), "(a puzzle that depends on the day)".to_owned())
                }
                // Each table has another game.
                word if part.scene == "server: game added" => {
                    (word.to_owned(), said.split(" at table-").next().unwrap_or_default().to_owned())
                }
                // The place of the new game differs as well.
                "begin-at" | "begin-once" => {
                    (part.name(), said.split("https://").next().unwrap_or_default().trim_end().to_owned())
                }
                _ => (part.name(), said),
            };
            writeln!(table, "    {name:<22} {said}").expect("written");
        }
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE);
        if std::env::var_os("ROOKERY_BLESS").is_some() {
            std::fs::write(&file, &table).expect("writable");
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        for (now, then) in table.lines().zip(expected.lines()) {
            assert_eq!(now, then, "{TABLE} says otherwise (ROOKERY_BLESS=1 writes it anew)");
        }
        assert_eq!(table.lines().count(), expected.lines().count(), "{TABLE} is of another length");
        bench.finish().await;
    });
}

/// The first words of custom ids, each with its payload.
fn words() -> Vec<(String, String)> {
    let first = |word: &str| word.split(':').next().unwrap_or_default().to_owned();
    actions::rows().map(|row| (first(row.word), row.carries.to_owned())).collect()
}

fn every_word_of_an_id_is_in_the_table() {
    let table: Vec<&str> =
        include_str!("restarts.txt").lines().filter_map(|line| line.strip_prefix("    ")).collect();
    let is_of =
        |line: &str, word: &str| line.strip_prefix(word).is_some_and(|rest| rest.starts_with([':', ' ']));
    let words: Vec<&str> = actions::rows().map(|row| row.word).collect();
    assert!(words.len() > 60, "{words:?}");
    let missing: Vec<_> = words.iter().filter(|word| !table.iter().any(|line| is_of(line, word))).collect();
    let unknown: Vec<_> = table.iter().filter(|line| !words.iter().any(|word| is_of(line, word))).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "{missing:?} {unknown:?}");
}

/// The actions that are bound to a moment of a game and invalid after it. A rematch stays valid for days.
fn of_a_moment() -> BTreeSet<String> {
    let timed = |(word, carried): (String, String)| {
        (["GameRev", "PieceThen", "Offered"].contains(&carried.as_str()) && word != "rematch").then_some(word)
    };
    words().into_iter().filter_map(timed).collect()
}

fn is_of_a_game(scene: &str) -> bool {
    ["board: ", "question: ", "card: ", "next: "].iter().any(|kind| scene.starts_with(kind))
}

/// Uses all components bound to a moment after it has passed. Returns their private answers, which include
/// the board.
async fn late(bench: &mut Bench, timed: &BTreeSet<String>, all: Vec<Part>) -> Vec<(String, String)> {
    restart(bench).await;
    let (mut said, mut pressed) = (Vec::new(), BTreeSet::new());
    for part in all {
        let answer = part.press().await;
        let line = first_line(&answer);
        assert!(answer.is_ephemeral(), "{}: everybody saw {line}", part.what());
        assert!(message(&answer).picture().is_some(), "{}: no board: {line}", part.what());
        pressed.insert(word(part.id()).to_owned());
        said.push((part.what(), line));
    }
    assert_eq!(pressed, *timed, "all that was made for a moment");
    said
}

/// All components bound to a moment of a game.
async fn timed(bench: &Bench, timed: &BTreeSet<String>) -> Vec<Part> {
    let all = all(bench, is_of_a_game).await;
    all.into_iter().filter(|part| timed.contains(word(part.id()))).collect()
}

fn what_was_made_for_a_board_of_before_shows_the_present_one() {
    wait_for(async {
        let mut bench = bench().await;
        let mut words = of_a_moment();
        // Continuing a game is possible while it is live.
        assert!(words.remove("never"));
        let all = timed(&bench, &words).await;
        for part in &all {
            part.table.plays_on().await;
        }
        for (what, said) in late(&mut bench, &words, all).await {
            let wanted = match what.rsplit_once(", ").map_or("", |(_, word)| word) {
                "draw-take"
                | "draw-take-yes"
                | "draw-yes"
                | "draw-no"
                | "draw-refuse"
                | "offer-withdraw:draw"
                | "offer-retract:draw" => "That draw offer is no longer open; ",
                "takeback-take"
                | "takeback-yes"
                | "takeback-no"
                | "takeback-refuse"
                | "offer-withdraw:takeback"
                | "offer-retract:takeback" => "That takeback is no longer asked for; ",
                "abort-agree"
                | "abort-take"
                | "abort-refuse"
                | "abort-play-on"
                | "offer-withdraw:abort"
                | "offer-retract:abort" => "That request to abort is no longer open; ",
                // The selected choice is the first one offered, and that has been played.
                "become:a7" | "next-as:a7" => "Your move is played already: it is now move ",
                _ => "That board is old: it is now move ",
            };
            assert!(said.starts_with(wanted), "{what}: {said}");
        }
        bench.finish().await;
    });
}

fn what_was_made_for_a_game_that_is_over_shows_its_end() {
    wait_for(async {
        let mut bench = bench().await;
        let words = of_a_moment();
        let all = timed(&bench, &words).await;
        for part in &all {
            part.table.ends().await;
        }
        for (what, said) in late(&mut bench, &words, all).await {
            let flipped = what.ends_with(", flip") && said.starts_with("The board from ");
            assert!(flipped || said.starts_with("This game is over: "), "{what}: {said}");
        }
        bench.finish().await;
    });
}

fn what_is_settled_says_so() {
    wait_for(async {
        let mut bench = bench().await;
        let settled = ["challenge: to one", "challenge: open", "challenge: rematch", "own: vacation"];
        let all = all(&bench, |scene| settled.contains(&scene)).await;
        for part in &all {
            let by = if part.scene == "own: vacation" { "End vacation" } else { "Accept" };
            let who = if by == "Accept" { &part.table.blue } else { &part.table.red };
            assert!(who.click(&part.shown, by).await.answered(), "{}", part.what());
        }
        restart(&mut bench).await;
        for part in &all {
            let wanted = match word(part.id()) {
                "rules" => "**Chess** ",
                "end-vacation" => "That vacation is over already.",
                _ => "That challenge is no longer open; ",
            };
            let answer = part.press().await;
            assert!(answer.is_ephemeral(), "{}: {}", part.what(), answer.text());
            assert!(answer.text().starts_with(wanted), "{}: {}", part.what(), answer.text());
        }
        bench.finish().await;
    });
}

fn forms_of_before_a_restart_play_and_know_an_old_board() {
    wait_for(async {
        let mut bench = bench().await;
        let mut forms = Vec::new();
        for old in [false, true] {
            let all = all(&bench, |scene| ["board: plain", "next: game"].contains(&scene)).await;
            for part in all.into_iter().filter(|part| word(part.id()).ends_with("type")) {
                let form = part.press().await;
                assert_eq!(form.outcome, Upshot::Modal, "{}", part.what());
                if old {
                    part.table.plays_on().await;
                }
                forms.push((part, form, old));
            }
        }
        assert_eq!(forms.len(), 4);
        restart(&mut bench).await;
        for (part, form, old) in &forms {
            let answer = part.table.red.submit(form, &[("move", "Nc3")]).await;
            let (wanted, picture) = match (*old, part.scene) {
                (true, _) => ("That board is old: it is now move ", true),
                (false, "board: plain") => ("White: Knight b1-c3. ", true),
                (false, _) => ("Your move is played.", false),
            };
            assert!(answer.text().starts_with(wanted), "{}: {}", part.what(), answer.text());
            assert_eq!(message(&answer).picture().is_some(), picture, "{}", part.what());
        }
        bench.finish().await;
    });
}

/// The payloads that name something with a number of the bot.
const NAMES: &[&str] = &[
    "GameRev",
    "GameId",
    "PieceThen",
    "Offered",
    "Leaf",
    "ChallengeId",
    "TournamentId",
    "LadderId",
    "OnLadder",
    "PageGrantId",
];

/// Everything that a lost button or form could have changed.
async fn stored(bench: &Bench) -> Vec<i64> {
    let mut all = Vec::new();
    for query in [
        "SELECT count(*) FROM games WHERE state = 'live'",
        "SELECT count(*) FROM events",
        "SELECT count(*) FROM games WHERE premoves IS NOT NULL",
        "SELECT count(*) FROM challenges",
        "SELECT count(*) FROM tournaments WHERE state = 'open'",
        "SELECT count(*) FROM tournament_players",
        "SELECT count(*) FROM ladders",
        "SELECT count(*) FROM ladder_players",
        "SELECT count(*) FROM page_grants",
        "SELECT count(*) FROM page_links",
    ] {
        all.push(bench.count(query).await);
    }
    all
}

#[track_caller]
fn is_lost(part: &Part, answer: &Response) {
    const WORDS: [&str; 4] =
        [" is no longer ", "There is no such ", "You have no board open", "You have prepared nothing"];
    let is_lost = WORDS.iter().any(|words| answer.text().contains(words));
    assert!(answer.is_ephemeral() && is_lost, "{}: {}", part.what(), answer.text());
}

fn what_a_restore_lost_is_told_as_lost_by_every_message_and_form() {
    wait_for(async {
        let mut bench = bench().await;
        let dir = tempfile::tempdir().expect("a directory");
        bench.stop().await;
        let backup = copied(&bench, &dir).await;
        bench.start().await;
        // "next" names only the game from which the list goes on.
        let naming: BTreeSet<String> = words()
            .into_iter()
            .filter_map(|(word, carries)| (NAMES.contains(&&*carries) && word != "next").then_some(word))
            .collect();
        let mut lost = all(&bench, |_| true).await;
        lost.retain(|part| naming.contains(word(part.id())));
        let pressed: BTreeSet<String> = lost.iter().map(|part| word(part.id()).to_owned()).collect();
        assert_eq!(pressed, naming, "each of them is below some message");
        let mut forms = Vec::new();
        for part in lost.iter().filter(|part| word(part.id()).ends_with("type")) {
            let form = part.press().await;
            assert_eq!(form.outcome, Upshot::Modal, "{}", part.what());
            forms.push((part, form));
        }
        assert!(forms.len() > 10, "{} forms", forms.len());
        restore(&mut bench, backup).await;
        // What could be taken for it.
        let others =
            ["board: plain", "challenge: open", "own: pages", "server: tournament", "server: ladder"];
        all(&bench, |scene| others.contains(&scene)).await;
        let before = stored(&bench).await;
        for part in &lost {
            is_lost(part, &part.press().await);
        }
        for (part, form) in &forms {
            is_lost(part, &part.table.red.submit(form, &[("move", "Nc3")]).await);
        }
        assert_eq!(stored(&bench).await, before);
        bench.finish().await;
    });
}
