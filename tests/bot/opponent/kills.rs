//! The real program is killed while people play against it: afterwards every game has the bot's move, once, and its board is shown.
//!
//! A few kills are part of every run of the tests; `cargo bench --bench trials -- opponent kill:200` kills it 200 times, in fuller rooms.

use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

use rookery::app::App;
use rookery::game::GameId;
use rookery::sandbox::{Response, Upshot};
use rookery::store::StoreUrl;
use tokio_util::sync::CancellationToken;

use crate::bot::bench::{Bench, on_real_time};
use crate::bot::months::audit::{Outcome, Sent, agrees};
use crate::bot::running::Process;
use crate::bot::tables::Table;
use crate::databases::Beside;

/// The longest that a move of the bot, or a board, may take after a start.
const PATIENCE: Duration = Duration::from_mins(2);
/// Commands are given as fast as one person may.
const THINKING: std::ops::Range<u64> = 100..1_200;

/// By game, what its player sent.
type AllSent = BTreeMap<i64, Vec<Sent>>;

/// So many kills while people sit at so many tables, against these levels.
pub fn killed(kills: usize, tables: usize, levels: &'static [&'static str]) {
    on_real_time(async {
        let change = |options: &mut rookery::sandbox::Options| {
            options.in_memory = false;
            options.patience = PATIENCE;
            options.session_starts = 1_000_000;
            options.remembered_requests = 0;
        };
        let bench = Bench::with(change).await;
        let dir = tempfile::tempdir().expect("a directory");
        let store = StoreUrl::Sqlite(dir.path().join("house/rookery.db"));
        let mut bot = Process::start(&bench.discord, dir.path());
        assert!(bench.discord.wait_for_command("challenge").await, "it did not connect");
        let beside = Beside::open(&store).await;
        let stop = CancellationToken::new();
        let playing: Vec<_> = (0..tables)
            .map(|number| {
                let table = Table::new(&bench.discord, number);
                tokio::spawn(play(table, levels, beside.clone(), stop.clone()))
            })
            .collect();
        let (begun, mut caught, mut at_most) = (Instant::now(), 0, Duration::ZERO);
        for kill in 1..=kills {
            pause(50, 1_500).await;
            bot.signal("-KILL");
            let owed = in_thought(&beside).await;
            caught += owed.len();
            replays(&store, &beside).await;
            bot = Process::start(&bench.discord, dir.path());
            if fastrand::u8(..5) == 0 {
                // Also while it starts.
                pause(10, 1_000).await;
                bot.signal("-KILL");
                bot = Process::start(&bench.discord, dir.path());
            }
            assert!(bench.discord.wait_for_bot().await, "it did not connect again");
            let started = Instant::now();
            for (game, rev) in owed {
                let waits = format!("id = {game} AND rev = {rev} AND state = 'live'");
                none(&beside, &waits, "without the bot's move").await;
            }
            at_most = at_most.max(started.elapsed());
            if kill % 50 == 0 {
                println!("{kill} kills, {caught} moves owed, at most {} ms", at_most.as_millis());
            }
        }
        stop.cancel();
        let mut sent = AllSent::new();
        for person in playing {
            sent.extend(person.await.expect("no panic"));
        }
        let took = begun.elapsed().as_secs();
        none(&beside, "state = 'live' AND engine = turn", "without the bot's move at the end").await;
        none(&beside, "shown < due", "with a board that nobody was shown").await;
        bot.signal("-KILL");
        replays(&store, &beside).await;
        let counts = compare(&beside, &sent).await;
        println!(
            "{kills} kills in {took} s: the bot was to move in {caught} games; the last of them had its move {} ms after the \
             connection at most; {counts}",
            at_most.as_millis()
        );
        beside.close().await;
        bench.discord.stop().await;
    });
}

async fn pause(from_ms: u64, to_ms: u64) {
    tokio::time::sleep(Duration::from_millis(fastrand::u64(from_ms..to_ms))).await;
}

/// The games in which the bot is to move, and where they stand.
async fn in_thought(beside: &Beside) -> Vec<(i64, i64)> {
    beside.rows("SELECT id, rev FROM games WHERE state = 'live' AND engine = turn").await
}

/// Waits until there are none of these.
async fn none(beside: &Beside, games: &str, what: &str) {
    let begun = Instant::now();
    loop {
        let left = beside.number(format!("SELECT count(*) FROM games WHERE {games}")).await;
        if left == 0 {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "{left} games {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Every game follows from its log.
async fn replays(store: &StoreUrl, beside: &Beside) {
    let games: Vec<(i64,)> = beside.rows("SELECT id FROM games").await;
    let app = App::open_at(store).await.expect("the database opens");
    for (game,) in games {
        assert_eq!(app.contradiction_in(GameId(game)).await.expect("a look"), None);
    }
    app.close().await;
}

/// Somebody plays on until `stop`, and begins again where a game is over; what they sent.
async fn play(table: Table, levels: &[&str], beside: Beside, stop: CancellationToken) -> AllSent {
    let mut sent = AllSent::new();
    while !stop.is_cancelled() {
        match table.stands(&beside).await {
            None => {
                let level = fastrand::choice(levels).expect("a level");
                came_of(&table.begin(level, fastrand::choice(&["white", "black"]).expect("a side")).await);
            }
            Some(game) if !game.mine => {}
            Some(_) if fastrand::u8(..20) == 0 => {
                came_of(&table.who.slash("takeback", &[]).await);
            }
            Some(game) => {
                let text = game.some_move();
                let outcome = came_of(&table.who.slash("move", &[("move", &text)]).await);
                sent.entry(game.id).or_default().push(Sent { text, outcome });
            }
        }
        pause(THINKING.start, THINKING.end).await;
    }
    sent
}

/// What is said where it is not known whether it was done.
const OPEN: [&str; 3] = ["I was interrupted", "may still happen", "may have got through"];

fn came_of(answer: &Response) -> Outcome {
    match (&answer.outcome, &answer.message) {
        (Upshot::Failed(_) | Upshot::Refused(_), _) | (_, None) => Outcome::Unknown,
        (_, Some(message)) if OPEN.iter().any(|words| message.content.contains(words)) => Outcome::Unknown,
        (_, Some(message)) if message.is_ephemeral() => {
            assert!(!message.content.starts_with("Something went wrong"), "{}", message.content);
            Outcome::Refused(message.content.clone())
        }
        (_, Some(_)) => Outcome::Acknowledged,
    }
}

/// What people sent against what is stored: nothing is lost, nothing is there twice. In numbers.
async fn compare(beside: &Beside, sent: &AllSent) -> String {
    let by = |side: &str| {
        format!(
            "SELECT game, text FROM events JOIN games ON games.id = game WHERE kind = 'move' AND \"by\" {side} engine
                 ORDER BY game, seq"
        )
    };
    let theirs: Vec<(i64, String)> = beside.rows(by("<>")).await;
    let own: Vec<(i64, String)> = beside.rows(by("=")).await;
    let mut stored: BTreeMap<i64, Vec<String>> = sent.keys().map(|game| (*game, Vec::new())).collect();
    for (game, text) in &theirs {
        stored.entry(*game).or_default().push(text.clone());
    }
    for (game, stored) in &stored {
        let sent = sent.get(game).map_or(&[][..], Vec::as_slice);
        assert_eq!(agrees(sent, stored), Ok(()), "game {game}: sent {sent:?}, stored {stored:?}");
    }
    let all = sent.values().flatten();
    let count = |wanted: fn(&Outcome) -> bool| all.clone().filter(|one| wanted(&one.outcome)).count();
    format!(
        "{} games; people's moves: {} acknowledged, {} refused, {} without an answer, {} stored; moves of the bot: {}; lost 0, \
         doubled 0",
        stored.len(),
        count(|outcome| *outcome == Outcome::Acknowledged),
        count(|outcome| matches!(outcome, Outcome::Refused(_))),
        count(|outcome| *outcome == Outcome::Unknown),
        theirs.len(),
        own.len(),
    )
}
