//! The procedures of `docs/operating.md`, with the real program.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use libtest_mimic::Trial;

use super::program::{done as ended, rookery};
use crate::bot::bench::{Bench, done, on_real_time, soon};
use crate::bot::running::Process;
use crate::databases::{self, at_server, on_both};

/// The tests of this module; several processes need a server database.
pub fn tests() -> Vec<Trial> {
    let named = |name: &str| format!("{}::{name}", module_path!());
    let mut tests: Vec<Trial> =
        on_both(&named("a_backup_holds_what_was_played"), a_backup_holds_what_was_played);
    tests.extend(on_both(&named("a_backup_is_a_way_back"), a_backup_is_a_way_back));
    tests.push(at_server(&named("processes_take_over_from_each_other"), processes_take_over_from_each_other));
    tests.push(crate::slowest::trial(named("a_stand_in_alone_takes_a_bot"), || {
        a_stand_in_alone_takes_a_bot();
        Ok(())
    }));
    tests
}

/// A game of two moves, and a backup of it in this directory.
async fn backed_up(bench: &Bench, dir: &Path) {
    let game = bench.game("games", "chess", None).await;
    done(&game.play(&["e4", "e5"]).await);
    let backup = || {
        let url = databases::address(&bench.store);
        ended(rookery(dir, &["store", "backup", "copy.db"]).env("ROOKERY_STORE_URL", url))
    };
    let (code, told, wrong) = backup();
    assert!(code == 0 && told.contains("copy.db"), "{told}{wrong}");
    let (code, _, wrong) = backup();
    assert!(code == 1 && wrong.contains("copy.db exists already"), "{wrong}");
}

fn a_backup_holds_what_was_played() {
    on_real_time(async {
        let bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        backed_up(&bench, dir.path()).await;
        let checked = ended(rookery(dir.path(), &["store", "check"]).env("ROOKERY_STORE_PATH", "copy.db"));
        assert!(checked.1.contains("is whole: 1 game, 2 moves"), "{checked:?}");
        bench.finish().await;
    });
}

/// Replaces the lost database with an empty one of the same kind, in the directory `other`, and copies the
/// backup into it.
pub async fn copied_back(bench: &mut Bench, dir: &Path, other: &Path) {
    let lost = std::mem::replace(&mut bench.store, databases::fresh(other).await);
    databases::done_with(&lost).await;
    let to = databases::address(&bench.store);
    let copied = ended(&mut rookery(dir, &["store", "copy", "sqlite:copy.db", &to]));
    assert_eq!(copied.0, 0, "{copied:?}");
}

fn a_backup_is_a_way_back() {
    on_real_time(async {
        let mut bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        backed_up(&bench, dir.path()).await;
        bench.stop().await;
        let other = tempfile::tempdir().expect("a directory");
        copied_back(&mut bench, dir.path(), other.path()).await;
        bench.start().await;
        done(&bench.red("games").slash("move", &[("move", "Nf3")]).await);
        bench.finish().await;
    });
}

fn processes_take_over_from_each_other() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        let beats = ["heartbeat-1", "heartbeat-2", "heartbeat-3"];
        let start = |number: usize| {
            Process::spawn(
                &bench.discord,
                dir.path(),
                &databases::address(&bench.store),
                &[("ROOKERY_RUN_HEARTBEAT", beats[number])],
            )
        };
        let is_well = |number: usize| {
            let mut command = rookery(dir.path(), &["healthcheck"]);
            ended(command.env("ROOKERY_RUN_HEARTBEAT", beats[number])).0 == 0
        };
        let mut first = start(0);
        assert!(bench.discord.wait_for_command("help").await);
        let (mut second, mut third) = (start(1), start(2));
        soon("all are well, also those that stand by", || (0..3).all(is_well)).await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        first.signal("-KILL");
        soon("it is gone", || !bench.discord.bot_is_online()).await;
        soon("another one takes over", || bench.discord.bot_is_online()).await;
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        // One of these has become the leader. It stops gracefully, so that nothing is lost meanwhile.
        second.signal("-TERM");
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        std::fs::remove_file(dir.path().join(beats[0])).expect("what the killed one left");
        let first = start(0);
        soon("the new one is well", || is_well(0)).await;
        third.signal("-TERM");
        done(&game.blue.slash("move", &[("move", "Nc6")]).await);
        let began = bench.discord.handshakes().iter().filter(|one| one.resume.is_none()).count();
        assert_eq!(began, 1, "all others took the session up");
        drop(first);
        bench.finish().await;
    });
}

/// A stand-in process that prints the settings for a bot; killed on drop.
struct Alone {
    child: Child,
    settings: Vec<(String, String)>,
}

impl Alone {
    fn start(dir: &Path) -> Self {
        let mut child = rookery(dir, &["sandbox", "--port", "0", "--without-bot"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut line = || lines.next().expect("a line").expect("text");
        assert!(line().contains("it has no bot yet"));
        let told = line();
        let pairs = told.split(' ').filter_map(|word| word.split_once('='));
        let settings = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { child, settings }
    }
}

impl Drop for Alone {
    #[expect(clippy::let_underscore_must_use, reason = "it may be gone already")]
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn a_stand_in_alone_takes_a_bot() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut alone = Alone::start(dir.path());
    // The token, the URL and the server.
    assert_eq!(alone.settings.len(), 3, "{:?}", alone.settings);
    let mut bot = rookery(dir.path(), &["run"])
        .envs(alone.settings.iter().map(|(name, value)| (name, value)))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(bot.stdout.take().expect("piped")).lines();
    let mut line = || lines.next().expect("a line").expect("text");
    let (invitation, said) = (line(), line());
    assert!(
        invitation.starts_with("Invite it to a server: ") && said.ends_with("is connected."),
        "{invitation}\n{said}"
    );
    for child in [&mut bot, &mut alone.child] {
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill is there").success());
        let code = child.wait().expect("a child").code();
        assert_eq!(code, Some(0));
    }
}
