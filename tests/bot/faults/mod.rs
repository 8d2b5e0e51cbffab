//! Faults while people play at many tables, on both kinds of databases, by the gateway and by HTTP.
//!
//! Acknowledged moves are stored exactly once, every other move gets an answer about its outcome, and no log
//! contains a secret. `ROOKERY_FAULTS=10` injects ten times as many of each fault.

mod clocks;
mod cluster;
mod company;
mod scene;
mod servers;
pub mod small_disk;
mod upgrades;

use std::time::Duration;

use libtest_mimic::Trial;
use rookery::sandbox::{Fault, StandIn, Trouble};
use rookery::store::StoreUrl;
use sqlx::{Connection, SqliteConnection};

use super::bench::on_real_time;
use super::process::several::Way;
use crate::databases::{self, at_server, on_both};
use crate::proxy::{Cut, Proxy};
use scene::{Scene, pause, times};
use small_disk::SmallDisk;

/// Number of processes in tests of several.
const FLEET: usize = 3;

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    let named = |name: &str| format!("{}::{name}", module_path!());
    let both: [(&str, fn()); 6] = [
        ("killed_by_gateway", || killed(Way::Gateway)),
        ("killed_by_http", || killed(Way::Http)),
        ("out_of_reach_for_30_seconds_by_gateway", || out_of_reach(Way::Gateway)),
        ("out_of_reach_for_30_seconds_by_http", || out_of_reach(Way::Http)),
        ("discord_breaks_by_gateway", || discord_breaks(Way::Gateway)),
        ("discord_breaks_by_http", || discord_breaks(Way::Http)),
    ];
    let mut all: Vec<_> = both.iter().flat_map(|(name, test)| on_both(&named(name), *test)).collect();
    let shared: [(&str, fn()); 4] = [
        ("cut_in_mid_commit_by_gateway", || cut_in_mid_commit(Way::Gateway)),
        ("cut_in_mid_commit_by_http", || cut_in_mid_commit(Way::Http)),
        ("one_of_three_ends_by_gateway", || one_of_three_ends(Way::Gateway)),
        ("one_of_three_ends_by_http", || one_of_three_ends(Way::Http)),
    ];
    all.extend(shared.iter().map(|(name, test)| at_server(&named(name), *test)));
    // Permission to mount a disk depends on the machine, not on installed programs.
    let absent = !SmallDisk::is_allowed();
    for (name, test) in [
        ("a_full_disk_by_gateway", (|| full_disk(Way::Gateway)) as fn()),
        ("a_full_disk_by_http", || full_disk(Way::Http)),
    ] {
        let run = move || {
            test();
            Ok(())
        };
        all.push(crate::slowest::trial(named(name), run).with_ignored_flag(absent));
    }
    all.extend(clocks::tests());
    all.extend(servers::tests());
    all.extend(upgrades::tests());
    all
}

/// A fresh database of the kind that this thread's tests use.
async fn ordinary(scene: &mut Scene) -> StoreUrl {
    let store = databases::fresh(scene.dir()).await;
    scene.set_store(&databases::address(&store));
    store
}

fn kind(store: &StoreUrl) -> &'static str {
    match store {
        StoreUrl::Sqlite(_) => "sqlite",
        StoreUrl::Postgres(_) => "postgres",
    }
}

fn killed(way: Way) {
    on_real_time(async {
        let mut scene = Scene::of(way, 1).await;
        let store = ordinary(&mut scene).await;
        scene.begin().await;
        for _ in 0..times(3) {
            pause(300, 1_500).await;
            scene.bots.signal(0, "-KILL");
            scene.bots.start(&scene.discord).await;
            scene.company().moves_on().await;
        }
        scene.ends("kill -9", times(3), kind(&store)).await;
        databases::done_with(&store).await;
    });
}

/// The server does not answer, or another process locks the file.
fn out_of_reach(way: Way) {
    on_real_time(async {
        let mut scene = Scene::of(way, 1).await;
        let store = ordinary(&mut scene).await;
        let proxy = match &store {
            StoreUrl::Sqlite(_) => None,
            StoreUrl::Postgres(_) => Some(Proxy::before(&store).await),
        };
        if let Some(proxy) = &proxy {
            scene.reach_store_at(&proxy.address);
        }
        scene.begin().await;
        for _ in 0..times(1) {
            scene.company().moves_on().await;
            let before = scene.company().refusals();
            match (&store, &proxy) {
                (StoreUrl::Sqlite(path), _) => {
                    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
                    let mut other = SqliteConnection::connect_with(&options).await.expect("a connection");
                    sqlx::query("BEGIN EXCLUSIVE").execute(&mut other).await.expect("nobody writes for long");
                    tokio::time::sleep(Duration::from_secs(30)).await;
                    other.close().await.expect("an end");
                }
                (_, Some(proxy)) => {
                    proxy.close();
                    tokio::time::sleep(Duration::from_secs(30)).await;
                    proxy.mend();
                }
                _ => unreachable!("a server has its proxy"),
            }
            assert!(scene.company().refusals() > before, "nobody noticed");
            scene.company().moves_on().await;
        }
        scene.ends("out of reach for 30 s", times(1), kind(&store)).await;
        databases::done_with(&store).await;
    });
}

/// A random fault of Discord.
fn trouble(discord: &StandIn, way: Way) {
    let path = ["/callback", "/messages", "/webhooks", ""][fastrand::usize(..4)];
    let trouble = match fastrand::u8(..9) {
        0 => Trouble::DropBefore,
        1 => Trouble::DropAfter,
        2 => Trouble::RateLimit(0.5),
        3 => Trouble::Status(500),
        4 => Trouble::Status(502),
        5 => Trouble::Page,
        6 => Trouble::PageAfter,
        7 => Trouble::Delay(Duration::from_secs(1)),
        _ => Trouble::SlowAnswer(Duration::from_secs(1)),
    };
    discord.faults().add(Fault::next(path, trouble).times(fastrand::u32(1..4)));
    if way == Way::Gateway && fastrand::bool() {
        match fastrand::u8(..4) {
            0 => discord.gateway_reconnect(),
            1 => discord.gateway_invalidate(true),
            2 => discord.gateway_close(None),
            _ => discord.gateway_close(Some(4_000)),
        }
    }
}

fn discord_breaks(way: Way) {
    on_real_time(async {
        let mut scene = Scene::of(way, 1).await;
        let store = ordinary(&mut scene).await;
        scene.begin().await;
        for _ in 0..times(12) {
            pause(200, 800).await;
            trouble(&scene.discord, way);
        }
        scene.company().moves_on().await;
        scene.discord.faults().clear();
        scene.ends("Discord's errors, silences and cuts", times(12), kind(&store)).await;
        databases::done_with(&store).await;
    });
}

fn cut_in_mid_commit(way: Way) {
    on_real_time(async {
        let mut scene = Scene::of(way, 1).await;
        let store = ordinary(&mut scene).await;
        let proxy = Proxy::before(&store).await;
        scene.reach_store_at(&proxy.address);
        scene.begin().await;
        for number in 0..times(12) {
            pause(200, 600).await;
            proxy.cut_next_write(if number % 2 == 0 { Cut::After } else { Cut::Before });
        }
        scene.company().moves_on().await;
        assert!(proxy.writes_cut() > 0, "nothing was cut");
        scene.ends("connection cut in a commit", proxy.writes_cut() as usize, "postgres").await;
        databases::done_with(&store).await;
    });
}

/// One of several processes is killed, and then each is stopped and started in turn.
fn one_of_three_ends(way: Way) {
    on_real_time(async {
        for (what, rolls) in [("one of three killed", false), ("rolling restart of three", true)] {
            let mut scene = Scene::of(way, FLEET).await;
            let store = ordinary(&mut scene).await;
            scene.begin().await;
            for number in 0..times(2) {
                scene.company().moves_on().await;
                if rolls {
                    scene.bots.roll(&scene.discord).await;
                } else {
                    scene.bots.signal(number % FLEET, "-KILL");
                    scene.company().moves_on().await;
                    scene.bots.start(&scene.discord).await;
                }
            }
            scene.company().moves_on().await;
            scene.ends(what, times(2), "postgres").await;
            databases::done_with(&store).await;
        }
    });
}

fn full_disk(way: Way) {
    on_real_time(async {
        let mut scene = Scene::of(way, 1).await;
        let disk = SmallDisk::mount(&scene.dir().join("small"), 6).expect("a small disk is allowed");
        scene.set_store(&format!("sqlite:{}", scene.dir().join("small/rookery.db").display()));
        scene.begin().await;
        for _ in 0..times(2) {
            scene.company().moves_on().await;
            let before = scene.company().refusals();
            disk.fill();
            scene.company().is_refused(before + 5).await;
            disk.make_room();
            scene.company().moves_on().await;
        }
        scene.ends("disk full", times(2), "sqlite").await;
        drop(disk);
    });
}
