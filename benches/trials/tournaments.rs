//! Tournaments and ladders in several processes that are killed.
//!
//! Each tournament ends, each pair is paired as often as its kind prescribes, and the table follows from the
//! results.

use std::process::{Child, Command};
use std::time::{Duration, Instant};

use rookery::app::{App, Caller, Limits, Target, TournamentWish};
use rookery::game::{ChannelId, GameId, GuildId, Pace, TournamentId, TournamentKind, UserId};
use rookery::games;
use rookery::rules::Position;
use rookery::store::StoreUrl;

use crate::databases::{self, DbProbe};
use crate::ladders::{self, any};
use crate::runtime::on_real_time;
use crate::sim::standings::{ALL, checked};
use crate::standing::{
    GUILDS, PEOPLE, PROCESSES, Years, caller, chance, now, now_of_computer, panics_end_it, went,
};

/// Thread ids are above this.
const THREADS: u64 = 1 << 61;

/// Plays the tournaments while the processes are killed.
pub fn live(years: Years) {
    on_real_time(async {
        let dir = tempfile::tempdir().expect("a directory");
        let url = databases::fresh(dir.path()).await;
        let app = App::open_at(&url).await.expect("a database");
        ladders::open(&app, now_of_computer()).await;
        app.close().await;
        let beside = DbProbe::open(&url).await;
        let count = if matches!(url, StoreUrl::Sqlite(_)) { 1 } else { PROCESSES };
        let (begun, since) = (Instant::now(), now_of_computer());
        let start = || {
            Command::new(std::env::current_exe().expect("this program"))
                .args([
                    "tournaments-process",
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
            let open =
                beside.number("SELECT count(*) FROM tournaments WHERE state IN ('open', 'running')").await;
            let all = beside.number("SELECT count(*) FROM tournaments").await;
            if all >= years.games && open == 0 && killed >= years.kills {
                break;
            }
            let process = fastrand::choice(&mut processes).expect("a process");
            let ended = process.try_wait().expect("a look");
            assert!(ended.is_none(), "a process ended by itself: {ended:?}");
            process.kill().expect("a kill");
            process.wait().expect("an end");
            *process = start();
            killed += 1;
        }
        for process in &mut processes {
            process.kill().expect("a kill");
            process.wait().expect("an end");
        }
        let app = App::open_at(&url).await.expect("the database opens");
        assert_eq!(beside.number(OF_NO_PAIRING).await, 0, "a game is of no pairing");
        let told = {
            let all = beside.rows(ALL).await;
            let tournaments = checked(&app, all, async |query| beside.number(query).await).await;
            format!("{tournaments}; {}", ladders::checked(&app, &beside, since).await)
        };
        app.close().await;
        println!("{killed} kills, {:.0} s: {told}", begun.elapsed().as_secs_f64());
        beside.close().await;
        databases::done_with(&url).await;
    });
}

/// Query for games in a thread of their own that belong to no pairing.
const OF_NO_PAIRING: &str = "SELECT count(*) FROM games WHERE channel >= 2305843009213693952
    AND id NOT IN (SELECT game FROM tournament_games WHERE game IS NOT NULL)";

/// A process in which people play until it is killed.
pub fn process(store: &str, since: i64, count: i64) {
    panics_end_it();
    on_real_time(async {
        let url: StoreUrl = store.parse().expect("an address");
        let app = App::open_at(&url).await.expect("a database").with_limits(Limits::NONE);
        let beside = DbProbe::open(&url).await;
        for _ in 0..5 {
            let (app, beside) = (app.clone(), beside.clone());
            tokio::spawn(async move {
                loop {
                    Box::pin(deed(&app, &beside, since, count)).await;
                }
            });
        }
        loop {
            tokio::time::sleep(Duration::from_millis(30)).await;
            for id in app.store().tournaments_due(now(since), 100).await.expect("a read") {
                went(app.go_on_with_tournament(id, now(since)).await);
            }
            ladders::go_on(&app, since).await;
            for game in app.store().due_games(now(since), 100).await.expect("a read") {
                went(app.do_job(game, now(since)).await);
            }
            let waiting = "SELECT tournament, number FROM tournament_games WHERE game IS NULL AND result IS NULL LIMIT 50";
            let waiting: Vec<(i64, i64)> = beside.rows(waiting).await;
            for (id, number) in waiting {
                let thread = ChannelId(THREADS + id as u64 * 10_000 + number as u64);
                went(app.begin_paired_game((TournamentId(id), number as u32), thread, now(since)).await);
            }
        }
    });
}

/// A random action of a random person.
async fn deed(app: &App, beside: &DbProbe, since: i64, count: i64) {
    let somebody = UserId(fastrand::u64(1..=PEOPLE));
    match fastrand::u8(..100) {
        0..3 => make(app, beside, since, count).await,
        3..25 => {
            if let Some((id, guild)) =
                any(beside, "SELECT id, guild FROM tournaments WHERE state = 'open'").await
            {
                let by = caller(somebody, ChannelId(1), GuildId(guild as u64), since);
                went(app.join_tournament(&by, TournamentId(id)).await);
                if chance(4) {
                    went(app.leave_tournament(&by, TournamentId(id)).await);
                }
            }
        }
        25 if chance(20) => {
            went(app.forget(somebody, now(since)).await);
        }
        26 if chance(20) => {
            let of =
                "SELECT tournament, person FROM tournament_players WHERE person IS NOT NULL AND state = 'in'
                AND tournament IN (SELECT id FROM tournaments WHERE state = 'running')";
            if let Some((id, person)) = any(beside, of).await {
                let by = caller(UserId(person as u64), ChannelId(1), GuildId(1), since);
                went(app.withdraw_from_tournament(&by, TournamentId(id)).await);
            }
        }
        27 if chance(20) => {
            if let Some((channel, _)) =
                any(beside, "SELECT channel, id FROM games WHERE state = 'live'").await
            {
                went(app.channel_deleted(ChannelId(channel as u64), now(since)).await);
            }
        }
        28 if chance(20) => {
            let other = UserId(fastrand::u64(1..=PEOPLE));
            if other != somebody {
                went(app.store().block(somebody, other).await.map_err(Into::into));
            }
        }
        29..31 => tokio::time::sleep(Duration::from_millis(20)).await,
        31..45 => ladders::deed(app, beside, since).await,
        _ => Box::pin(play(app, beside, since)).await,
    }
}

async fn make(app: &App, beside: &DbProbe, since: i64, count: i64) {
    if beside.number("SELECT count(*) FROM tournaments").await >= count {
        return;
    }
    let kinds = [TournamentKind::RoundRobin, TournamentKind::KnockOut, TournamentKind::Swiss];
    let kind = *fastrand::choice(&kinds).expect("a kind");
    let (least, _) = kind.players();
    let most = least + fastrand::u32(0..8).min(kind.players().1 - least);
    let variants = ["chess", "claustrophobia", "prison-break"];
    let variants = variants.iter().filter_map(|slug| games::from_slug(slug)).take(fastrand::usize(1..=3));
    let wish = TournamentWish {
        kind,
        variants: variants.collect(),
        pace: if chance(50) { Pace::Day } else { Pace::ThreeDays },
        rated: chance(50),
        twice: chance(30),
        least: None,
        most: Some(most),
        in_days: chance(50).then_some(fastrand::u32(1..10)),
    };
    let guild = GuildId(fastrand::u64(1..=GUILDS));
    let by = caller(UserId(1), ChannelId(fastrand::u64(1_000..1 << 60)), guild, since);
    went(app.make_tournament(&Caller { manages: true, ..by }, wish).await);
}

/// The player to move in a random game acts; some never do.
async fn play(app: &App, beside: &DbProbe, since: i64) {
    let live =
        "SELECT id, to_move FROM games WHERE state = 'live' AND to_move IS NOT NULL AND to_move % 9 <> 0";
    let Some((id, mover)) = any(beside, live).await else {
        return tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let Some(stored) = app.store().game(GameId(id)).await.expect("a read") else { return };
    let by = caller(UserId(mover as u64), stored.channel, GuildId(1), since);
    let variant = games::from_slug(&stored.variant).expect("a game");
    let Some(position) = stored.stands.fen.as_deref().and_then(|fen| Position::from_fen(variant, fen).ok())
    else {
        return;
    };
    match fastrand::u8(..10) {
        0..3 if stored.stands.ply.0 > 1 => {
            went(app.resign(&by, Target::Here).await);
        }
        3 if stored.stands.ply.0 > 1 => {
            for user in [stored.white, stored.black].into_iter().flatten() {
                let by = caller(user, stored.channel, GuildId(1), since);
                went(app.draw_sure(&by, Target::Here).await);
            }
        }
        _ => {
            let Some(mv) = fastrand::choice(position.legal_moves().clone()) else { return };
            went(app.play(&by, &mv.to_string()).await);
        }
    }
}
