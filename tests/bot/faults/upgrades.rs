//! Rolling upgrade of three processes from an older version to this one and back, one at a time, while people
//! play.
//!
//! `ROOKERY_OLDER` names the older program, which `.ci/older` builds.

use std::path::PathBuf;

use libtest_mimic::Trial;

use super::scene::{Scene, times};
use super::{FLEET, ordinary};
use crate::bot::bench::on_real_time;
use crate::bot::process::several::Way;
use crate::bot::running::OLDER;
use crate::databases;

/// The tests of this module, ignored without an older program.
pub fn tests() -> Vec<Trial> {
    let absent = std::env::var_os(OLDER).is_none();
    let trial = |name: &str, way| {
        let run = move || Ok(databases::on_postgres(|| rolled(way))?);
        let name = format!("{}::rolled_from_an_older_version_by_{name}", module_path!());
        crate::slowest::trial(name, run).with_ignored_flag(absent || !databases::has_server())
    };
    vec![trial("gateway", Way::Gateway), trial("http", Way::Http)]
}

fn rolled(way: Way) {
    let older = PathBuf::from(std::env::var_os(OLDER).expect("the older program is named"));
    let newer = PathBuf::from(env!("CARGO_BIN_EXE_rookery"));
    on_real_time(async {
        let mut scene = Scene::of(way, FLEET).await;
        let store = ordinary(&mut scene).await;
        scene.bots.runs(&older);
        scene.begin().await;
        for _ in 0..times(1) {
            for program in [&newer, &older, &newer] {
                scene.company().moves_on().await;
                scene.bots.runs(program);
                scene.bots.roll(&scene.discord).await;
            }
        }
        scene.company().moves_on().await;
        scene.ends("rolled to a newer version and back", times(3), "postgres").await;
        databases::done_with(&store).await;
    });
}
