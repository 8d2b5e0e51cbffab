//! Years of rated games in several processes that are killed.
//!
//! Ratings must follow from the games, and no week may be closed twice.

use std::process::{Child, Command};
use std::str::FromStr;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rookery::app::{
    Accepted, App, AppError, AppResult, Caller, ChallengeWish, Challenged, ColorWish, FaultKind, GameView,
    Limits, Opponent, Target, ThreadWish,
};
use rookery::game::{ChannelId, GuildId, InteractionId, Millis, Pace, UserId};
use rookery::games;
use rookery::store::StoreUrl;

use crate::databases::{self, DbProbe};
use crate::runtime::on_real_time;

/// The people and their servers.
pub const PEOPLE: u64 = 200;
pub const GUILDS: u64 = 8;
pub const PROCESSES: usize = 3;
/// The start of the simulated time, in Unix milliseconds.
const BEGIN: i64 = 1_800_000_000_000;
/// Speed of the simulated time: a week passes in some seconds.
const SPEED: i64 = 60_000;

/// Number of games, and of kills.
#[derive(Clone, Copy)]
pub struct Years {
    pub games: i64,
    pub kills: u32,
}

impl FromStr for Years {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text
            .split_once(':')
            .and_then(|(games, kills)| Some(Self { games: games.parse().ok()?, kills: kills.parse().ok()? }));
        numbers.ok_or_else(|| "give it as GAMES:KILLS".to_owned())
    }
}

/// Plays the games while the processes are killed.
pub fn live(years: Years) {
    on_real_time(async {
        let dir = tempfile::tempdir().expect("a directory");
        let url = databases::fresh(dir.path()).await;
        // It creates the tables.
        App::open_at(&url).await.expect("a database").close().await;
        let beside = DbProbe::open(&url).await;
        let count = if matches!(url, StoreUrl::Sqlite(_)) { 1 } else { PROCESSES };
        let (begun, since) = (Instant::now(), now_of_computer());
        let start = || {
            Command::new(std::env::current_exe().expect("this program"))
                .args([
                    "standing-process",
                    &databases::address(&url),
                    &since.to_string(),
                    &years.games.to_string(),
                ])
                .spawn()
                .expect("a process")
        };
        let mut processes: Vec<Child> = (0..count).map(|_| start()).collect();
        let mut killed = 0;
        loop {
            tokio::time::sleep(Duration::from_millis(fastrand::u64(200..1_500))).await;
            let finished = beside.number("SELECT count(*) FROM games WHERE state = 'over'").await;
            if finished >= years.games && killed >= years.kills {
                break;
            }
            let process = fastrand::choice(&mut processes).expect("a process");
            let ended = process.try_wait().expect("a look");
            assert!(ended.is_none() || finished >= years.games, "a process ended by itself: {ended:?}");
            // The kills are spread over the games.
            if i64::from(killed) * years.games <= finished * i64::from(years.kills) || finished >= years.games
            {
                process.kill().expect("a kill");
                process.wait().expect("an end");
                *process = start();
                killed += 1;
            }
        }
        for process in &mut processes {
            process.kill().expect("a kill");
            process.wait().expect("an end");
        }
        let app = App::open_at(&url).await.expect("the database opens").with_limits(Limits::NONE);
        while app.close_rating_period(now(since)).await.expect("a period") {}
        assert_eq!(app.wrong_ratings().await.expect("a look"), [], "ratings follow from the games");
        assert!(beside.number("SELECT count(*) FROM rating_periods").await > 0, "no week was closed");
        assert!(beside.number("SELECT count(*) FROM ratings").await > 0, "nobody has a rating");
        app.close().await;
        for (what, query) in WRONG {
            assert_eq!(beside.number(*query).await, 0, "{what}");
        }
        let counts = [
            ("games over", "SELECT count(*) FROM games WHERE state = 'over'"),
            ("games that nobody went on with", "SELECT count(*) FROM games WHERE state = 'live'"),
            ("rated results", "SELECT count(*) FROM rated_results"),
            ("weeks closed", "SELECT count(*) FROM rating_periods"),
            ("ratings", "SELECT count(*) FROM ratings"),
            ("players", "SELECT count(*) FROM rated_players"),
            ("former players", "SELECT count(*) FROM rated_players WHERE person IS NULL"),
            ("lines of leaderboards", "SELECT count(*) FROM rating_lists"),
            ("challenges left or declined", "SELECT count(*) FROM challenges"),
        ];
        let mut told = Vec::new();
        for (what, query) in counts {
            told.push(format!("{what} {}", beside.number(query).await));
        }
        println!("{killed} kills, {:.0} s: {}", begun.elapsed().as_secs_f64(), told.join(", "));
        beside.close().await;
        databases::done_with(&url).await;
    });
}

/// Queries that must find nothing at the end.
const WRONG: &[(&str, &str)] = &[
    (
        "a rated game with a result that is not stored",
        "SELECT count(*) FROM games WHERE rated = 1 AND state = 'over' AND ply >= 2 AND ending NOT LIKE 'aborted%'
             AND ending NOT IN ('channel deleted', 'removed') AND id NOT IN (SELECT game FROM rated_results)",
    ),
    (
        "a result of a game that has none",
        "SELECT count(*) FROM rated_results JOIN games ON games.id = game WHERE rated = 0 OR state <> 'over' OR ply < 2
             OR ending LIKE 'aborted%' OR ending IN ('channel deleted', 'removed')",
    ),
    (
        "a result that is another than the game's",
        "SELECT count(*) FROM rated_results JOIN games ON games.id = game
             WHERE half_points <> CASE WHEN ending LIKE '% white' THEN 2 WHEN ending LIKE '% black' THEN 0 ELSE 1 END",
    ),
    (
        "somebody on a leaderboard who has hidden or is gone",
        "SELECT count(*) FROM rating_lists LEFT JOIN rated_players ON rated_players.id = player
             LEFT JOIN people ON people.id = person WHERE person IS NULL OR standing = 'hidden'",
    ),
    (
        "a line of a leaderboard that is not the last rating",
        "SELECT count(*) FROM rating_lists l JOIN ratings r ON r.player = l.player AND r.variant = l.variant
             WHERE r.period = (SELECT max(period) FROM ratings m WHERE m.player = l.player AND m.variant = l.variant)
             AND (l.rating <> r.rating OR l.settled_until <> r.settled_until)",
    ),
];

pub fn now_of_computer() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |past| past.as_millis() as i64)
}

pub fn now(since: i64) -> Millis {
    Millis(BEGIN + (now_of_computer() - since) * SPEED)
}

/// Makes a panic in any task end this process, which the parent notices.
pub fn panics_end_it() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        told(panic);
        std::process::exit(101);
    }));
}

/// A process that plays until it is killed, or enough games have ended.
pub fn process(store: &str, since: i64, games: i64) {
    panics_end_it();
    on_real_time(async {
        let url: StoreUrl = store.parse().expect("an address");
        let app = App::open_at(&url).await.expect("a database").with_limits(Limits::NONE);
        let beside = DbProbe::open(&url).await;
        let tables = (0..6).map(|_| {
            let app = app.clone();
            tokio::spawn(async move {
                loop {
                    Box::pin(play(&app, since)).await;
                }
            })
        });
        let _tables: Vec<_> = tables.collect();
        loop {
            tokio::time::sleep(Duration::from_millis(100)).await;
            while went(app.close_rating_period(now(since)).await) == Some(true) {}
            for game in app.store().due_games(now(since), 100).await.expect("a read") {
                // Another process may have been faster.
                went(app.do_job(game, now(since)).await);
            }
            if beside.number("SELECT count(*) FROM games WHERE state = 'over'").await >= games {
                tokio::time::sleep(Duration::from_secs(1_000)).await;
            }
        }
    });
}

pub fn caller(user: UserId, channel: ChannelId, guild: GuildId, since: i64) -> Caller {
    Caller {
        guild: Some(guild),
        can_thread: true,
        may_thread: true,
        ..Caller::new((user, channel), InteractionId(fastrand::u64(1..1 << 60)), now(since))
    }
}

/// The result of an action.
///
/// It may be refused, because another person's action came first, such as their removal, or too many came at
/// once. Any other failure is an error.
#[track_caller]
pub fn went<T>(done: AppResult<T>) -> Option<T> {
    match done {
        Ok(done) => Some(done),
        Err(AppError::Refused(_) | AppError::Replayed) => None,
        Err(AppError::AppFault(fault)) if fault.kind() == FaultKind::Busy => None,
        Err(error) => panic!("{error}"),
    }
}

pub fn chance(percent: u8) -> bool {
    fastrand::u8(..100) < percent
}

/// Plays one game, as far as the two continue it.
async fn play(app: &App, since: i64) {
    let two = fastrand::u64(1..=PEOPLE);
    let (white, black) = (UserId(two), UserId(1 + (two + fastrand::u64(0..PEOPLE - 1)) % PEOPLE));
    let channel = ChannelId(fastrand::u64(1_000..1 << 60));
    let guild = GuildId(fastrand::u64(1..=GUILDS));
    let by = |user| caller(user, channel, guild, since);
    if chance(1) {
        went(app.forget(white, now(since)).await);
    }
    if chance(2) {
        let seen = fastrand::choice(["hidden", "everywhere", "server"]).expect("one of them");
        let wish = rookery::store::PreferencesRow { standing: Some(seen.to_owned()), ..Default::default() };
        went(app.store().set_preferences(white, &wish, None, now(since)).await.map_err(Into::into));
    }
    let variants = ["chess", "claustrophobia", "prison-break"];
    let variant = games::from_slug(fastrand::choice(variants).expect("a game")).expect("a game");
    let wish = ChallengeWish {
        variant,
        opponent: Some(Opponent { user: black, bot: false }),
        engine: None,
        color: ColorWish::White,
        pace: Some(if chance(30) { Pace::Day } else { Pace::Fortnight }),
        hints: false,
        rated: chance(95),
        thread: ThreadWish::No,
        position: None,
    };
    let Some(Challenged::Open(offer)) = went(app.challenge(&by(white), wish, None).await) else { return };
    if chance(5) {
        went(app.decline(&by(black), offer.challenge).await);
        return;
    }
    if chance(3) {
        return;
    }
    let accepted = went(app.accept(&by(black), offer.challenge, None).await);
    let Some(Accepted::Started(begun)) = accepted else { return };
    let mut view: GameView = *begun;
    for _ in 0..fastrand::u32(0..8) {
        let mv = fastrand::choice(view.game_now.line.position().legal_moves());
        let (Some(mv), Some(mover)) = (mv, view.to_move) else { return };
        let Some(played) = went(app.play(&by(mover), &mv.to_string()).await) else { return };
        view = played.view;
        if view.over {
            return;
        }
    }
    match fastrand::u8(..10) {
        // Both abandon it.
        0 => {}
        1 => {
            went(app.channel_deleted(channel, now(since)).await);
        }
        2 | 3 => {
            went(app.draw_sure(&by(white), Target::Here).await);
            went(app.draw_sure(&by(black), Target::Here).await);
        }
        4 => {
            went(app.abort(&by(white), Target::Here).await);
            went(app.abort(&by(black), Target::Here).await);
        }
        _ => {
            let loser = if fastrand::bool() { white } else { black };
            went(app.resign(&by(loser), Target::Here).await);
        }
    }
}
