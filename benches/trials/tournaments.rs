//! Tournaments and ladders at several processes that are killed: each ends, each pair has been paired as often as its kind says, and the table is what the
//! results come to.

use std::collections::HashMap;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use rookery::app::{App, Caller, Limits, Target, TournamentWish, Variant};
use rookery::game::{
    ChannelId, GameId, GuildId, Pace, TournamentId, TournamentKind, TournamentResult, TournamentState, UserId,
};
use rookery::rules::Position;
use rookery::store::{StoreUrl, TournamentRow};

use crate::databases::{self, Beside};
use crate::ladders;
use crate::runtime::wait_for;
use crate::standing::{
    GUILDS, PEOPLE, PROCESSES, Years, caller, chance, now, now_of_computer, panics_end_it, went,
};

/// Threads have numbers of their own.
const THREADS: u64 = 1 << 61;

/// Lets people play so many tournaments, while the processes are killed.
pub fn live(years: Years) {
    wait_for(async {
        let dir = tempfile::tempdir().expect("a directory");
        let url = databases::fresh(dir.path()).await;
        let app = App::open_at(&url).await.expect("a database");
        ladders::open(&app, now_of_computer()).await;
        app.close().await;
        let beside = Beside::open(&url).await;
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
        let told =
            format!("{}; {}", checked(&app, &beside).await, ladders::checked(&app, &beside, since).await);
        app.close().await;
        println!("{killed} kills, {:.0} s: {told}", begun.elapsed().as_secs_f64());
        beside.close().await;
        databases::done_with(&url).await;
    });
}

/// Looks at all tournaments; how many of each kind there were, and how many games.
async fn checked(app: &App, beside: &Beside) -> String {
    let ids: Vec<(i64,)> = beside.rows("SELECT id FROM tournaments ORDER BY id").await;
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (id,) in ids {
        let id = TournamentId(id);
        let row = app.store().tournament(id).await.expect("a read").expect("a tournament");
        let view = app.tournament_view(id).await.expect("a read").expect("a tournament");
        if row.state == TournamentState::CalledOff {
            *counts.entry("called off".to_owned()).or_default() += 1;
            continue;
        }
        assert_eq!(row.state, TournamentState::Over, "{id:?}");
        assert!(row.games.iter().all(|game| game.result.is_some()), "{id:?} has an open game");
        fits(&row);
        // Points of games that count, added up another way.
        for line in view
            .lines
            .iter()
            .filter(|line| line.place.is_some() && row.made.kind != TournamentKind::RoundRobin)
        {
            let sum: u32 = row.games.iter().map(|game| points(game, line.number)).sum();
            assert_eq!(line.half_points, sum, "{id:?}, player {}", line.number);
        }
        assert_eq!(view.lines.len(), row.players.len(), "{id:?}");
        *counts.entry(row.made.kind.slug().to_owned()).or_default() += 1;
        *counts.entry("games".to_owned()).or_default() += row.games.len();
        *counts.entry("played games".to_owned()).or_default() +=
            row.games.iter().filter(|game| game.game.is_some()).count();
        *counts.entry("players out".to_owned()).or_default() +=
            row.players.iter().filter(|player| player.is_out).count();
    }
    for (what, query) in WRONG {
        assert_eq!(beside.number(*query).await, 0, "{what}");
    }
    let mut counts: Vec<_> = counts.into_iter().map(|(what, count)| format!("{what} {count}")).collect();
    counts.sort();
    counts.join(", ")
}

/// What must not be found at the end.
const WRONG: &[(&str, &str)] = &[
    (
        "a game of a tournament that goes on",
        "SELECT count(*) FROM tournament_games t JOIN games ON games.id = t.game WHERE games.state = 'live'",
    ),
    (
        "a game that is of no pairing",
        "SELECT count(*) FROM games WHERE channel >= 2305843009213693952 AND id NOT IN (SELECT game FROM tournament_games WHERE game IS NOT NULL)",
    ),
    (
        "a result that is another than the game's",
        "SELECT count(*) FROM tournament_games t JOIN games ON games.id = t.game WHERE games.ending <> 'aborted time'
             AND t.result NOT IN ('white-forfeits', 'black-forfeits', 'both-forfeit') AND t.result <> CASE WHEN ending LIKE '% white' THEN 'white' WHEN ending LIKE '% black' THEN 'black'
                 WHEN ending LIKE 'draw%' THEN 'draw' ELSE 'halves' END",
    ),
];

fn points(game: &rookery::store::TournamentGame, number: u32) -> u32 {
    let white = match game.result.expect("it is over") {
        TournamentResult::White | TournamentResult::BlackForfeits | TournamentResult::Bye => [2, 0],
        TournamentResult::Black | TournamentResult::WhiteForfeits => [0, 2],
        TournamentResult::Draw | TournamentResult::Halves => [1, 1],
        TournamentResult::BothForfeit => [0, 0],
    };
    if game.white == number {
        white[0]
    } else if game.black == Some(number) {
        white[1]
    } else {
        0
    }
}

/// Whether people met as often as the kind says.
fn fits(row: &TournamentRow) {
    let mut met: HashMap<(u32, u32), u32> = HashMap::new();
    let mut rounds: HashMap<(u32, u32), u32> = HashMap::new();
    for game in &row.games {
        for number in std::iter::once(game.white).chain(game.black) {
            *rounds.entry((game.round, number)).or_default() += 1;
        }
        // Who has not come has met nobody.
        let is_played = matches!(
            game.result,
            Some(TournamentResult::White | TournamentResult::Black | TournamentResult::Draw)
        );
        if let Some(black) = game.black.filter(|_| is_played || row.made.kind != TournamentKind::Swiss) {
            *met.entry((game.white.min(black), game.white.max(black))).or_default() += 1;
        }
    }
    let players = row.players.len() as u32;
    match row.made.kind {
        TournamentKind::RoundRobin => {
            assert_eq!(
                met.len() as u32,
                players * (players - 1) / 2,
                "{:?}: everybody meets everybody",
                row.id
            );
            assert!(met.values().all(|times| *times == row.made.games), "{:?}", row.id);
        }
        TournamentKind::Swiss => {
            assert!(met.values().all(|times| *times == 1), "{:?}: nobody meets twice", row.id);
            assert!(rounds.values().all(|times| *times == 1), "{:?}: one game in a round", row.id);
        }
        TournamentKind::KnockOut => {
            assert!(met.values().all(|times| matches!(times, 2 | 3)), "{:?}: two games and one more", row.id);
        }
    }
}

/// A process that lets people play until it is killed.
pub fn process(store: &str, since: i64, count: i64) {
    panics_end_it();
    wait_for(async {
        let url: StoreUrl = store.parse().expect("an address");
        let app = App::open_at(&url).await.expect("a database").with_limits(Limits::NONE);
        let beside = Beside::open(&url).await;
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

/// Something that somebody does.
async fn deed(app: &App, beside: &Beside, since: i64, count: i64) {
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
        _ => play(app, beside, since).await,
    }
}

/// One of the rows, if there is any.
pub async fn any(beside: &Beside, query: &str) -> Option<(i64, i64)> {
    let mut found: Vec<(i64, i64)> = beside.rows(query).await;
    (!found.is_empty()).then(|| found.swap_remove(fastrand::usize(..found.len())))
}

async fn make(app: &App, beside: &Beside, since: i64, count: i64) {
    if beside.number("SELECT count(*) FROM tournaments").await >= count {
        return;
    }
    let kinds = [TournamentKind::RoundRobin, TournamentKind::KnockOut, TournamentKind::Swiss];
    let kind = *fastrand::choice(&kinds).expect("a kind");
    let (least, _) = kind.players();
    let most = least + fastrand::u32(0..8).min(kind.players().1 - least);
    let variants = ["chess", "claustrophobia", "prison-break"];
    let variants = variants.iter().filter_map(|slug| Variant::from_slug(slug)).take(fastrand::usize(1..=3));
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

/// Whoever is to move in some game does something; some never do.
async fn play(app: &App, beside: &Beside, since: i64) {
    let live =
        "SELECT id, to_move FROM games WHERE state = 'live' AND to_move IS NOT NULL AND to_move % 9 <> 0";
    let Some((id, mover)) = any(beside, live).await else {
        return tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let Some(stored) = app.store().game(GameId(id)).await.expect("a read") else { return };
    let by = caller(UserId(mover as u64), stored.channel, GuildId(1), since);
    let variant = Variant::from_slug(&stored.variant).expect("a game");
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
