//! The gateway's shards in one process, or distributed over several on one database.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tokio::time::Instant;

use libtest_mimic::Trial;
use rookery::app::App;
use rookery::discord::Running;
use rookery::sandbox::{Channel, Member, Options, Recorded};
use rookery::store::{GatewaySession, GatewayShard};

use crate::bot::bench::{Bench, Game, done, idle, message, soon, wait_for};
use crate::bot::delivery::unreached::Standings;
use crate::bot::people::tournaments::{join, made, with_a_board};
use crate::bot::playing::time::{REMINDER, timed, told_once};
use crate::databases::{at_server, on_both};

/// The stand-in's minimum interval between IDENTIFYs of a group here, and the bot's interval.
const EVERY: (Duration, Duration) = (Duration::from_millis(500), Duration::from_millis(600));

const LIVE: &str = "SELECT count(*) FROM games WHERE state = 'live'";
/// Query for shards without a sign of life from their process.
const SILENT: &str = "SELECT count(*) FROM last_alive WHERE silent = 1";

/// The tests of this module; several processes need a server database.
pub fn tests() -> Vec<Trial> {
    let named = |name: &str| format!("{}::{name}", module_path!());
    let both: [(&str, fn()); 4] = [
        ("one_process_carries_all_shards", one_process_carries_all_shards),
        ("shards_that_are_chosen_are_the_only_ones", shards_that_are_chosen_are_the_only_ones),
        ("more_shards_are_taken_when_more_are_recommended", more_shards_are_taken_when_more_are_recommended),
        ("a_recommendation_of_less_costs_no_session", a_recommendation_of_less_costs_no_session),
    ];
    let shared: [(&str, fn()); 13] = [
        (
            "nobody_loses_on_time_where_a_dead_shard_is_taken_over",
            nobody_loses_on_time_where_a_dead_shard_is_taken_over,
        ),
        ("nobody_loses_on_time_on_a_dead_shard", nobody_loses_on_time_on_a_dead_shard),
        (
            "no_rating_tournament_or_ladder_suffers_on_a_dead_shard",
            no_rating_tournament_or_ladder_suffers_on_a_dead_shard,
        ),
        ("shards_are_shared_out_while_people_play", shards_are_shared_out_while_people_play),
        ("whoever_stands_by_takes_over", whoever_stands_by_takes_over),
        ("the_shards_of_a_dead_process_are_taken_over", the_shards_of_a_dead_process_are_taken_over),
        ("who_has_lost_a_shard_leaves_it", who_has_lost_a_shard_leaves_it),
        ("processes_identify_one_after_the_other", processes_identify_one_after_the_other),
        ("without_the_database_no_shard_is_taken_back", without_the_database_no_shard_is_taken_back),
        (
            "one_that_dies_every_five_seconds_does_what_is_due",
            one_that_dies_every_five_seconds_does_what_is_due,
        ),
        (
            "one_that_dies_every_five_seconds_lets_a_knock_out_go_on",
            one_that_dies_every_five_seconds_lets_a_knock_out_go_on,
        ),
        (
            "one_that_dies_every_five_seconds_beside_another_lets_a_knock_out_go_on",
            one_that_dies_every_five_seconds_beside_another_lets_a_knock_out_go_on,
        ),
        ("who_stands_by_takes_no_part_of_the_limits", who_stands_by_takes_no_part_of_the_limits),
    ];
    let both = both.iter().flat_map(|(name, test)| on_both(&named(name), *test));
    both.chain(shared.iter().map(|(name, test)| at_server(&named(name), *test))).collect()
}

/// A stand-in that recommends this many shards, and lets `max_concurrency` of them identify at once.
async fn recommending(shards: u64, max_concurrency: u64) -> Bench {
    let change = |options: &mut Options| {
        (options.shards, options.max_concurrency, options.identify_every) =
            (shards, max_concurrency, EVERY.0);
    };
    let mut bench = Bench::with(change).await;
    bench.settings.identify_every = EVERY.1;
    bench
}

/// The shards that identified, with their times, in order.
fn identified(bench: &Bench) -> Vec<((u64, u64), Instant)> {
    let handshakes = bench.discord.handshakes();
    let asked = handshakes.iter().filter(|one| one.resume.is_none());
    asked
        .map(|one| {
            assert!(one.taken, "one came too early: {handshakes:?}");
            (one.shard.expect("a shard"), one.at)
        })
        .collect()
}

/// Number of resumed sessions.
fn resumed(bench: &Bench) -> usize {
    bench.discord.handshakes().iter().filter(|one| one.resume.is_some() && one.taken).count()
}

/// Number of sessions that a process has started, and resumed.
fn sessions(bot: &Running) -> (u64, u64) {
    let counts = bot.counts();
    let line = counts.split("; ").find(|part| part.contains("new sessions")).expect("counts");
    let numbers: Vec<u64> =
        line.split(", ").take(2).filter_map(|part| part.split(' ').next()?.parse().ok()).collect();
    (numbers[0], numbers[1])
}

fn one_process_carries_all_shards() {
    wait_for(async {
        let mut bench = recommending(4, 2).await;
        bench.start().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let asked = identified(&bench);
        let shards: BTreeSet<_> = asked.iter().map(|(shard, _)| *shard).collect();
        assert_eq!(shards, (0..4).map(|number| (number, 4)).collect(), "{asked:?}");
        let mut groups: BTreeMap<u64, Vec<Instant>> = BTreeMap::new();
        for ((number, _), at) in asked {
            groups.entry(number % 2).or_default().push(at);
        }
        let apart = |pair: &[Instant]| pair[1] - pair[0] >= EVERY.0;
        assert!(groups.values().all(|asked| asked.windows(2).all(apart)), "{groups:?}");
        bench.stop().await;
        bench.start().await;
        done(&game.play(&["Nf3", "Nc6"]).await);
        assert_eq!((identified(&bench).len(), resumed(&bench)), (4, 4));
        // Three of the four sessions do not contain its server, which does not mean that the bot was removed.
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live'").await, 1);
        bench.finish().await;
    });
}

fn shards_that_are_chosen_are_the_only_ones() {
    wait_for(async {
        let mut bench = recommending(1, 1).await;
        // The server's shard is among them.
        let number = u32::try_from((bench.discord.guild_id() >> 22) % 8).expect("small");
        bench.settings.shards = Some((number..=number.max(6), 8));
        bench.start().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let shards: BTreeSet<_> = identified(&bench).into_iter().map(|(shard, _)| shard).collect();
        let chosen = u64::from(number)..=u64::from(number.max(6));
        assert_eq!(shards, chosen.map(|number| (number, 8)).collect());
        bench.finish().await;
    });
}

/// Stores a session of this shard, as left by an earlier process.
async fn keep(bench: &Bench, shard: GatewayShard) {
    let app = App::open_at(&bench.store).await.expect("a database");
    let session = GatewaySession {
        session: Some("of a process before".to_owned()),
        sequence: 7,
        resume_url: Some(format!("ws://{}/resume", bench.discord.gateway_address())),
        ..GatewaySession::default()
    };
    app.store().keep_gateway_session(shard, &session).await.expect("kept");
    app.close().await;
}

fn more_shards_are_taken_when_more_are_recommended() {
    wait_for(async {
        let mut bench = recommending(2, 1).await;
        keep(&bench, GatewayShard::ONLY).await;
        bench.start().await;
        let shards: BTreeSet<_> = identified(&bench).into_iter().map(|(shard, _)| shard).collect();
        assert_eq!(shards, [(0, 2), (1, 2)].into());
        assert_eq!(bench.count("SELECT count(*) FROM gateway_sessions WHERE shards <> 2").await, 0);
        bench.finish().await;
    });
}

fn a_recommendation_of_less_costs_no_session() {
    wait_for(async {
        let mut bench = recommending(1, 1).await;
        keep(&bench, GatewayShard { number: 1, total: 2 }).await;
        bench.start().await;
        let shards: BTreeSet<_> = identified(&bench).into_iter().map(|(shard, _)| shard).collect();
        assert_eq!(shards, [(0, 2), (1, 2)].into(), "the stand-in does not know the session");
        assert!(bench.discord.handshakes().iter().any(|one| one.resume.is_some()), "it was tried");
        bench.finish().await;
    });
}

fn shards_are_shared_out_while_people_play() {
    wait_for(async {
        let mut bench = recommending(2, 1).await;
        bench.start().await;
        assert_eq!(sessions(bench.bot()), (2, 0));
        let mut asking = Vec::new();
        for name in ["hall-1", "hall-2"] {
            let (discord, until) = (bench.discord.clone(), Instant::now() + Duration::from_secs(9));
            asking.push(tokio::spawn(async move {
                let red = discord.member("red").in_channel(name);
                let mut asked = 0;
                while Instant::now() < until {
                    let told = red.slash("help", &[]).await;
                    assert!(told.answered(), "without an answer: {}", told.text());
                    asked += 1;
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                asked
            }));
        }
        bench.start_another().await;
        soon("the second takes one over", || bench.processes().nth(1).map(sessions) == Some((0, 1))).await;
        assert!(bench.processes().all(|bot| !bot.stands_by()));
        bench.stop_first().await;
        soon("the second takes the other one over", || {
            bench.processes().next().map(sessions) == Some((0, 2))
        })
        .await;
        bench.start().await;
        for one in asking {
            assert!(one.await.expect("no panic") > 50);
        }
        assert_eq!(identified(&bench).len(), 2, "all sessions were taken up");
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.finish().await;
    });
}

fn whoever_stands_by_takes_over() {
    wait_for(async {
        let mut bench = recommending(1, 1).await;
        bench.start().await;
        bench.start_another().await;
        let stands_by = |bench: &Bench, nth| bench.processes().nth(nth).expect("a process").stands_by();
        assert!(!stands_by(&bench, 0) && stands_by(&bench, 1));
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.stop_first().await;
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        done(&game.blue.slash("move", &[("move", "Nc6")]).await);
        assert!(!stands_by(&bench, 0));
        assert_eq!((identified(&bench).len(), resumed(&bench)), (1, 1));
        // It now is the leader as well.
        bench.settings.clock.advance(Duration::from_hours(19));
        assert_eq!(told_once(&game, REMINDER).await.pings(), [game.red.id()]);
        bench.finish().await;
    });
}

fn the_shards_of_a_dead_process_are_taken_over() {
    wait_for(async {
        let mut bench = recommending(2, 1).await;
        bench.start().await;
        bench.stop().await;
        bench
            .sql(
                "INSERT INTO leases (name, holder, beat)
                 VALUES ('shard 0/2', 42, 7), ('shard 1/2', 42, 7), ('shards of 2 by 42', 42, 7)",
            )
            .await;
        let began = Instant::now();
        bench.start().await;
        soon("it has both", || sessions(bench.bot()) == (0, 2)).await;
        assert!(began.elapsed() >= Duration::from_secs(3), "it might have lived: {:?}", began.elapsed());
        assert_eq!(bench.count("SELECT count(*) FROM leases WHERE holder = 42").await, 0);
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.finish().await;
    });
}

/// Starts two processes, the first of which has only the server's shard. Returns the shard's number.
async fn start_two(bench: &mut Bench) -> u64 {
    let shard = (bench.discord.guild_id() >> 22) % 2;
    let number = u32::try_from(shard).expect("small");
    bench.settings.shards = Some((number..=number, 2));
    bench.start().await;
    bench.settings.shards = None;
    bench.start_another().await;
    soon("each has one", || bench.processes().all(|bot| !bot.stands_by())).await;
    bench.pass(Duration::from_mins(1)).await;
    shard
}

/// This shard is down for longer than a player has for a move, although both processes live: none of this
/// many games ends.
async fn is_out_for_a_day(bench: &Bench, shard: u64, games: i64) {
    bench.pass(Duration::from_mins(1)).await;
    bench.discord.shard_down(shard);
    idle().await;
    for _ in 0..26 {
        bench.settings.clock.advance(Duration::from_mins(59));
        bench.pass(Duration::from_mins(1)).await;
    }
    assert_eq!(bench.count(LIVE).await, games, "the other process still does what is due");
    assert_eq!(bench.count(SILENT).await, 1);
}

/// Two processes, and a game on the first one's shard, which is down for a day. White is to move.
async fn out_for_a_day(bench: &mut Bench) -> Game {
    let shard = start_two(bench).await;
    let game = timed(bench).await;
    done(&game.play(&["e4", "e5"]).await);
    bench.boards_are_noted().await;
    is_out_for_a_day(bench, shard, 1).await;
    game
}

/// The shard comes back, and White gets the time back. Returns White's remaining time.
async fn is_given_back(bench: &Bench) -> Duration {
    bench.pass(Duration::from_mins(2)).await;
    bench.soon_counts(SILENT, 0).await;
    bench.pass(Duration::from_mins(2)).await;
    assert_eq!(bench.count(LIVE).await, 1);
    let left = bench.count("SELECT deadline FROM games").await - bench.settings.clock.now().0;
    assert!(left > 23 * 3_600_000 && left < 25 * 3_600_000, "{left}");
    Duration::from_millis(left.unsigned_abs())
}

fn nobody_loses_on_time_where_a_dead_shard_is_taken_over() {
    wait_for(async {
        let mut bench = recommending(2, 1).await;
        let _game = out_for_a_day(&mut bench).await;
        bench.discord.shard_up();
        bench.stop_first().await;
        is_given_back(&bench).await;
        bench.finish().await;
    });
}

fn nobody_loses_on_time_on_a_dead_shard() {
    wait_for(async {
        let mut bench = recommending(2, 1).await;
        let game = out_for_a_day(&mut bench).await;
        bench.discord.shard_up();
        let left = is_given_back(&bench).await;
        // The shard's process reports every few seconds, but not during a clock jump.
        bench.settings.clock.advance(left.saturating_sub(Duration::from_mins(1)));
        bench.pass(Duration::from_mins(3)).await;
        told_once(&game, "Time is up for White").await;
        bench.finish().await;
    });
}

fn no_rating_tournament_or_ladder_suffers_on_a_dead_shard() {
    wait_for(async {
        let mut bench = recommending(2, 1).await;
        let shard = start_two(&mut bench).await;
        let standings = Standings::begin(&bench).await;
        is_out_for_a_day(&bench, shard, Standings::GAMES).await;
        bench.discord.shard_up();
        bench.pass(Duration::from_mins(2)).await;
        bench.soon_counts(SILENT, 0).await;
        standings.goes_on(&bench).await;
        bench.finish().await;
    });
}

fn who_has_lost_a_shard_leaves_it() {
    wait_for(async {
        let mut bench = recommending(1, 1).await;
        bench.start().await;
        bench.sql("UPDATE leases SET holder = 42 WHERE name = 'shard 0/1'").await;
        soon("it stands by", || bench.bot().stands_by() && !bench.discord.bot_is_online()).await;
        // The process that took it is dead.
        soon("it has it again", || !bench.bot().stands_by() && bench.discord.bot_is_online()).await;
        assert_eq!((identified(&bench).len(), resumed(&bench)), (1, 1));
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.finish().await;
    });
}

fn processes_identify_one_after_the_other() {
    wait_for(async {
        let mut bench = recommending(4, 1).await;
        bench.settings.shards = Some((0..=1, 4));
        bench.start().await;
        bench.stop().await;
        // All sessions are new, and both processes want theirs at once.
        bench.discord.gateway_invalidate(false);
        bench.sql("DELETE FROM gateway_sessions").await;
        let other = bench.settings.clone();
        let app = App::open_at(&bench.store).await.expect("a database");
        let second = async {
            let settings = rookery::discord::Settings { shards: Some((2..=3, 4)), ..other };
            let bot = rookery::discord::start(app, settings).await.expect("a bot");
            bot.connected().await.expect("a connection");
            bot
        };
        let (second, ()) = tokio::join!(second, bench.start());
        let asked = identified(&bench);
        let shards: BTreeSet<_> = asked[2..].iter().map(|(shard, _)| *shard).collect();
        assert_eq!((asked.len(), shards), (6, (0..4).map(|number| (number, 4)).collect()), "{asked:?}");
        let times: Vec<Instant> = asked.into_iter().map(|(_, at)| at).collect();
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] >= EVERY.0), "{times:?}");
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        second.stop().await;
        bench.finish().await;
    });
}

fn without_the_database_no_shard_is_taken_back() {
    wait_for(async {
        let mut bench = recommending(1, 1).await;
        bench.start().await;
        bench.sql("ALTER TABLE leases RENAME TO leases_away").await;
        tokio::time::sleep(Duration::from_secs(5)).await;
        assert!(bench.discord.bot_is_online(), "what it has it keeps");
        let known = bench.discord.handshakes().len();
        bench.discord.gateway_close(None);
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(bench.discord.handshakes().len(), known, "another one may have it by now");
        bench.sql("ALTER TABLE leases_away RENAME TO leases").await;
        soon("it is back", || bench.discord.handshakes().len() > known && bench.discord.bot_is_online())
            .await;
        assert_eq!((identified(&bench).len(), resumed(&bench)), (1, 1));
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.finish().await;
    });
}

/// Lifetime of the process that dies repeatedly.
const LIVES: Duration = Duration::from_secs(5);

fn one_that_dies_every_five_seconds_does_what_is_due() {
    wait_for(async {
        let mut bench = recommending(1, 1).await;
        bench.start().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.stop().await;
        bench.settings.clock.advance(Duration::from_hours(19));
        // As left by a process that was killed.
        bench
            .sql(
                "INSERT INTO leases (name, holder, beat)
                 VALUES ('duty', 42, 7), ('process 42', 42, 7), ('shard 0/1', 42, 7), ('shards of 1 by 42', 42, 7)",
            )
            .await;
        let began = Instant::now();
        bench.start().await;
        assert_eq!(told_once(&game, REMINDER).await.pings(), [game.red.id()]);
        assert!(began.elapsed() < LIVES, "it is dead by now: {:?}", began.elapsed());
        bench.finish().await;
    });
}

/// What a process that was killed leaves behind.
const LEFT_BEHIND: &str = "INSERT INTO leases (name, holder, beat)
     VALUES ('duty', 42, 7), ('process 42', 42, 7), ('shard 0/1', 42, 7), ('shards of 1 by 42', 42, 7)
     ON CONFLICT (name) DO NOTHING";

/// Lives of the process until the knock-out of four must be over.
const MOST_LIVES: u64 = 40;

/// The player to move in a thread resigns, unless the game is over and only its board is not changed yet.
async fn resigns(thread: &Channel, people: &[&Member]) {
    let board = thread.messages().into_iter().rfind(|one| one.labels().contains(&"Resign".to_owned()));
    let board = board.expect("a board").content;
    let is_to_move = |who: &&&Member| board.contains(&format!("({}) to move", who.mention()));
    let mover = people.iter().find(is_to_move).expect("the player to move is named").at(thread);
    let asked = mover.slash("resign", &[]).await;
    assert!(asked.answered(), "{}", asked.text());
    if asked.labels().contains(&"Yes, resign".to_owned()) {
        done(&mover.click(&message(&asked), "Yes, resign").await);
    }
}

/// Four play a knock-out while the first process dies every five seconds.
async fn a_knock_out_goes_on(mut bench: Bench) {
    let (_, _) = made(&bench, &[("kind", "knock-out"), ("most", "4")]).await;
    let people = join(&bench, &["red", "blue", "green", "grey"]).await;
    let all: Vec<_> = people.iter().collect();
    let over = "SELECT count(*) FROM tournaments WHERE state = 'over'";
    for life in 0..MOST_LIVES {
        // Not always the same time: a try at the end of one life would come again at the end of another.
        let lives = LIVES.saturating_sub(Duration::from_millis(life * 170 % 500));
        bench.stop().await;
        bench.sql(LEFT_BEHIND).await;
        let began = Instant::now();
        bench.start().await;
        while began.elapsed() < lives {
            for thread in with_a_board(&bench) {
                if began.elapsed() < lives {
                    resigns(&thread, &all).await;
                }
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        if bench.count(over).await == 1 {
            assert_eq!(bench.count("SELECT count(*) FROM tournament_games").await, 9);
            bench.finish().await;
            return;
        }
    }
    panic!("{} games were played", bench.count("SELECT count(*) FROM games WHERE state <> 'live'").await);
}

fn one_that_dies_every_five_seconds_lets_a_knock_out_go_on() {
    wait_for(async {
        let mut bench = recommending(1, 1).await;
        bench.start().await;
        a_knock_out_goes_on(bench).await;
    });
}

fn one_that_dies_every_five_seconds_beside_another_lets_a_knock_out_go_on() {
    wait_for(async {
        let mut bench = recommending(1, 1).await;
        bench.start().await;
        bench.start_another().await;
        a_knock_out_goes_on(bench).await;
    });
}

/// Number of people reminded at once.
const TOLD: usize = 24;

/// A game with a day for each move, in its own channel.
async fn waits_for_black(bench: &Bench, number: usize) {
    let member = |name: &str| bench.discord.member(name).in_channel(&format!("hall-{number}"));
    let (white, black) = (member(&format!("white-{number}")), member(&format!("black-{number}")));
    let options = [
        ("variant", "chess"),
        ("opponent", black.id()),
        ("color", "white"),
        ("pace", "1d"),
        ("thread", "no"),
    ];
    let offer = message(&white.slash("challenge", &options).await);
    done(&black.click(&offer, "Accept").await);
    done(&white.slash("move", &[("move", "e4")]).await);
}

fn who_stands_by_takes_no_part_of_the_limits() {
    wait_for(async {
        let mut bench = recommending(1, 1).await;
        bench.start().await;
        for _ in 0..5 {
            bench.start_another().await;
        }
        assert_eq!(bench.processes().filter(|bot| bot.stands_by()).count(), 5);
        timed(&bench).await;
        futures_util::future::join_all((0..TOLD).map(|number| waits_for_black(&bench, number))).await;
        bench.boards_are_noted().await;
        // By then all processes know of each other.
        tokio::time::sleep(Duration::from_secs(10)).await;
        bench.settings.clock.advance(Duration::from_hours(19));
        let told = || {
            let told = |r: &&Recorded| r.method == "POST" && r.body.to_string().contains(REMINDER);
            bench.discord.requests().iter().filter(told).count()
        };
        soon("the first reminder", || told() > 0).await;
        let first = Instant::now();
        soon("all reminders", || told() >= TOLD).await;
        // A sixth of the global limit would take six seconds.
        assert!(first.elapsed() < Duration::from_secs(2), "{:?}", first.elapsed());
        bench.finish().await;
    });
}
