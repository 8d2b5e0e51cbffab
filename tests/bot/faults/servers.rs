//! Faults of the PostgreSQL server itself: a restart, a full disk, a failover, a power failure.

use std::time::Duration;

use libtest_mimic::Trial;

use super::cluster::{self, Balancer, Cluster};
use super::scene::{Scene, TABLES, pause, times};
use super::small_disk::SmallDisk;
use crate::bot::bench::on_real_time;
use crate::bot::process::several::Way;
use crate::databases::DbProbe;

/// Number of power failures.
const CUTS: usize = 3;

/// The tests of this module. All need PostgreSQL's programs, and some need more.
pub fn tests() -> Vec<Trial> {
    let named = |name: &str| format!("{}::{name}", module_path!());
    let insisted = std::env::var_os("ROOKERY_REQUIRE_POSTGRES").is_some();
    let servers = insisted || cluster::is_there();
    let balanced = insisted || servers && Balancer::is_there();
    // Permission to mount a disk depends on the machine, not on installed programs.
    let small = servers && SmallDisk::is_allowed();
    let tests: [(&str, fn(), bool); 7] = [
        ("restarted_by_gateway", || restarted(Way::Gateway), servers),
        ("restarted_by_http", || restarted(Way::Http), servers),
        ("another_takes_over_by_gateway", || another_takes_over(Way::Gateway), balanced),
        ("another_takes_over_by_http", || another_takes_over(Way::Http), balanced),
        ("a_full_disk_by_gateway", || full_disk(Way::Gateway), small),
        ("a_full_disk_by_http", || full_disk(Way::Http), small),
        ("the_power_goes", the_power_goes, servers),
    ];
    let trial = |(name, test, can): (&str, fn(), bool)| {
        let run = move || {
            test();
            Ok(())
        };
        crate::slowest::trial(named(name), run).with_ignored_flag(!can)
    };
    tests.map(trial).into()
}

/// A server of this scene, in the directory with this name.
fn server(scene: &Scene, name: &str) -> Cluster {
    let home = scene.dir().join(name);
    std::fs::create_dir_all(&home).expect("a directory");
    Cluster::new(&home)
}

fn restarted(way: Way) {
    on_real_time(async {
        let mut scene = Scene::of(way, 1).await;
        let server = server(&scene, "server");
        scene.set_store(&server.address("postgres"));
        scene.begin().await;
        for number in 0..times(2) {
            scene.company().moves_on().await;
            server.stop(if number % 2 == 0 { "immediate" } else { "fast" });
            pause(100, 2_000).await;
            server.start();
            scene.company().moves_on().await;
        }
        scene.ends("PostgreSQL restarted", times(2), "postgres").await;
    });
}

/// The first server crashes, and after a while its replica is promoted.
fn another_takes_over(way: Way) {
    on_real_time(async {
        for _ in 0..times(1) {
            let mut scene = Scene::of(way, 1).await;
            let first = server(&scene, "first");
            let home = scene.dir().join("second");
            std::fs::create_dir_all(&home).expect("a directory");
            let second = first.followed(&home);
            let balancer = Balancer::before([&first, &second], scene.dir());
            scene.set_store(&cluster::address(balancer.port, "postgres"));
            scene.begin().await;
            scene.company().moves_on().await;
            first.stop("immediate");
            // New connections meanwhile reach a server that is read-only.
            tokio::time::sleep(Duration::from_secs(3)).await;
            second.promote();
            scene.company().moves_on().await;
            scene.ends("another server takes over", 1, "postgres").await;
        }
    });
}

fn full_disk(way: Way) {
    on_real_time(async {
        let mut scene = Scene::of(way, 1).await;
        let disk = SmallDisk::mount(&scene.dir().join("server"), 150).expect("a small disk is allowed");
        let server = server(&scene, "server");
        scene.set_store(&server.address("postgres"));
        scene.begin().await;
        for _ in 0..times(2) {
            scene.company().moves_on().await;
            let before = scene.company().refusals();
            disk.fill();
            scene.company().is_refused(before + 1).await;
            disk.make_room();
            scene.company().moves_on().await;
        }
        scene.ends("disk full", times(2), "postgres").await;
        drop((server, disk));
    });
}

/// Copies of a suspended server's files work as servers and contain what was acknowledged.
fn the_power_goes() {
    on_real_time(async {
        let mut scene = Scene::of(Way::Http, 1).await;
        let server = server(&scene, "server");
        scene.set_store(&server.address("postgres"));
        scene.begin().await;
        let mut copies = Vec::new();
        for cut in 0..times(CUTS) {
            pause(300, 1_000).await;
            // Read before the files are copied, so the copy contains all of it.
            let acknowledged = scene.company().acknowledged();
            copies.push((server.copied(&scene.dir().join(format!("copy-{cut}"))), acknowledged));
        }
        for (copy, acknowledged) in copies {
            copy.start();
            let beside = DbProbe::at(&copy.address("postgres")).await;
            assert_eq!(acknowledged.len(), TABLES);
            for (channel, moves) in acknowledged {
                let stored = beside.number(format!("SELECT ply FROM games WHERE channel = {channel}")).await;
                assert!(stored >= moves as i64, "{stored} of {moves} moves");
            }
            beside.close().await;
            scene.is_whole(&copy.address("postgres"));
        }
        scene.company().moves_on().await;
        scene.ends("power cut", times(CUTS), "postgres").await;
    });
}
