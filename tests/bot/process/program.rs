//! The program as a process: exit codes, messages, signals.

use rookery::timing::ComputerClock;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::time::Instant;

use crate::bot::bench::{Bench, message, on_real_time, soon};
use crate::bot::playing::refusals::Table;

tests!(
    sigterm_ends_the_sandbox_in_order,
    sigterm_ends_a_start_that_hangs,
    a_file_that_is_watched_has_to_be_there,
    a_game_is_watched_from_a_file_at_fault_to_a_sound_one,
    a_wrong_configuration_is_told_whole,
    check_config_masks_the_token,
    check_config_tells_what_a_start_would_fail_at,
    check_config_and_run_tell_the_same_and_all_of_it,
    a_backup_is_a_working_copy,
    a_taken_port_is_told_and_the_next_one_used,
    healthcheck_without_a_heartbeat_fails,
    run_tells_its_invitation_and_beats,
    a_killed_bot_finds_its_games_again,
);

pub fn rookery(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    command.args(arguments).current_dir(dir).env_remove("DISCORD_TOKEN").stdin(Stdio::null());
    command
}

/// The exit code, stdout and stderr.
pub fn done(command: &mut Command) -> (i32, String, String) {
    let output = command.output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// A sandbox that has printed its address.
struct Sandbox {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
    told: String,
}

impl Sandbox {
    fn start(dir: &Path, port: u16) -> Self {
        Self::of(dir, &["sandbox"], port)
    }

    /// Starts this command, which takes the options of a sandbox.
    fn of(dir: &Path, command: &[&str], port: u16) -> Self {
        let port = port.to_string();
        let mut child = rookery(dir, &[command, &["--port", &port, "--data", "data"]].concat())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped"));
        let mut told = String::new();
        while !told.contains("plays at") {
            assert!(lines.read_line(&mut told).expect("text") > 0, "the sandbox ended early: {told}");
        }
        Self { child, lines, told }
    }

    /// Reads output until it contains this.
    fn says(&mut self, text: &str) {
        let begun = self.told.len();
        while !self.told[begun..].contains(text) {
            assert!(self.lines.read_line(&mut self.told).expect("text") > 0, "it ended: {}", self.told);
        }
    }

    fn terminate(mut self) -> (i32, Duration) {
        let begun = Instant::now();
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill is there").success());
        let code = self.child.wait().expect("a child").code().unwrap_or(-1);
        drop(self.lines);
        (code, begun.elapsed())
    }
}

fn sigterm_ends_the_sandbox_in_order() {
    let dir = tempfile::tempdir().expect("a directory");
    for _ in 0..2 {
        let (code, took) = Sandbox::start(dir.path(), 0).terminate();
        assert_eq!(code, 0);
        assert!(took < Duration::from_secs(6), "{took:?}");
    }
    assert!(dir.path().join("data/rookery.db").exists());
}

fn sigterm_ends_a_start_that_hangs() {
    let dir = tempfile::tempdir().expect("a directory");
    // It accepts connections and stays silent.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let mut child = rookery(dir.path(), &["run"])
        .env("DISCORD_TOKEN", "a.b.c")
        .env("ROOKERY_DISCORD_API_URL", format!("http://{}", silent.local_addr().expect("an address")))
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let _waiting = silent.accept().expect("it connects");
    let begun = Instant::now();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill is there").success());
    assert_eq!(child.wait().expect("a child").code(), Some(0));
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

fn a_file_that_is_watched_has_to_be_there() {
    let dir = tempfile::tempdir().expect("a directory");
    let (code, said, wrong) = done(&mut rookery(dir.path(), &["game", "watch", "none.toml"]));
    assert_eq!((code, said.as_str()), (2, ""));
    assert!(wrong.starts_with("error: none.toml: it cannot be read: "), "{wrong}");
    assert!(!dir.path().join("sandbox-data").exists(), "nothing was begun");
}

fn a_game_is_watched_from_a_file_at_fault_to_a_sound_one() {
    let dir = tempfile::tempdir().expect("a directory");
    let sound = include_str!("../places/own_game.toml").replace("NAME", "Watched");
    let save = |text: &str| {
        // As editors do.
        std::fs::write(dir.path().join("new"), text).expect("writable");
        std::fs::rename(dir.path().join("new"), dir.path().join("mine.toml")).expect("writable");
    };
    save(&sound.replace("steps = 1", "step = 1"));
    let mut sandbox = Sandbox::of(dir.path(), &["game", "watch", "mine.toml"], 0);
    sandbox.says("mine.toml:16: ");
    sandbox.says("There is no game yet. Save the file once that is mended.");
    save(&sound);
    sandbox.says("Watched can be played as it is now. Begin with `/challenge` at http://127.0.0.1:");
    save(&sound.replace("rnbqk/", "rnbqq/"));
    sandbox.says("mine.toml:2: ");
    sandbox.says("Watched stays as it was when its file was last sound.");
    std::fs::remove_file(dir.path().join("mine.toml")).expect("it was there");
    sandbox.says("mine.toml: it cannot be read: ");
    sandbox.says("Watched stays as it was");
    save(&sound.replace("Watched", "Renamed"));
    sandbox.says("Renamed can be played as it is now.");
    assert_eq!(sandbox.terminate().0, 0);
}

fn a_wrong_configuration_is_told_whole() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = "[discord]\ntokn = 'x'\n[store]\npath = 5\n[run]\ngrace = 1000\n";
    std::fs::write(dir.path().join("config.toml"), text).expect("writable");
    for arguments in [&["check-config"][..], &["check-config", "config.toml"], &["run"]] {
        let (code, _, said) = done(&mut rookery(dir.path(), arguments));
        assert_eq!(code, 78, "{arguments:?}: {said}");
        assert!(said.contains("config.toml:2:") && said.contains("config.toml:6:"), "{said}");
    }
}

fn check_config_masks_the_token() {
    let dir = tempfile::tempdir().expect("a directory");
    let (code, said, wrong) =
        done(rookery(dir.path(), &["check-config"]).env("DISCORD_TOKEN", "abc.very-secret.def"));
    assert_eq!((code, wrong.as_str()), (0, ""));
    assert!(
        !said.contains("very-secret") && said.contains("********") && said.contains("DISCORD_TOKEN"),
        "{said}"
    );
}

fn check_config_tells_what_a_start_would_fail_at() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = "[log]\nlevel = 'loud'\n[store]\npath = 'no/where.db'\n";
    std::fs::write(dir.path().join("config.toml"), text).expect("writable");
    let (code, _, said) = done(&mut rookery(dir.path(), &["check-config"]));
    assert_eq!(code, 78);
    for part in ["config.toml:2: `log.level`", "config.toml:4: `store.path`", "`discord.token`: is not set"] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
    std::fs::remove_file(dir.path().join("config.toml")).expect("it was there");
    let (code, _, said) = done(&mut rookery(dir.path(), &["check-config", "--sandbox"]));
    assert_eq!((code, said.as_str()), (0, ""), "the sandbox needs no token");
    assert_eq!(done(&mut rookery(dir.path(), &["check-config"])).0, 78);
}

/// Settings in a file and in the environment, and the expected message.
type Stopping = (&'static str, &'static [(&'static str, &'static str)], &'static str);

/// Settings at which only `run` would stop otherwise, one at a time.
const STOPPING: [Stopping; 12] = [
    ("[web]\nlisten = '127.0.0.1:8792'\n", &[], "`web.public_url`: is needed where web.listen is set"),
    (
        "[web]\nlisten = '127.0.0.1:8792'\npublic_url = 'https://here.example/chess'\n",
        &[],
        "config.toml:3: `web.public_url`: ",
    ),
    ("[discord]\nhttp.listen = '127.0.0.1:8790'\n", &[], "`discord.public_key`: is needed"),
    (
        "[metrics]\nlisten = '127.0.0.1:8790'\n[web]\nlisten = '0.0.0.0:8790'\npublic_url = 'https://here.example'\n",
        &[],
        "config.toml:4: `web.listen`: 0.0.0.0:8790 is listened at by `metrics.listen` as well",
    ),
    (
        "[metrics]\nlisten = '192.0.2.7:9464'\n",
        &[],
        "`metrics.listen`: 192.0.2.7 is no address of this computer",
    ),
    ("[discord]\napi_ca = 'none.pem'\n", &[], "config.toml:2: `discord.api_ca`: none.pem cannot be read: "),
    ("[discord]\napi_ca = 'config.toml'\n", &[], "`discord.api_ca`: config.toml has no certificate in PEM"),
    ("[run]\nheartbeat = 'no/beat'\n", &[], "config.toml:2: `run.heartbeat`: there is no directory no;"),
    ("[run]\nheartbeat = '.'\n", &[], "`run.heartbeat`: . is a directory; name a file"),
    ("[store]\npath = '.'\n", &[], "`store.path`: "),
    ("[store]\nurl = 'sqlite:no/where.db'\n", &[], "config.toml:2: `store.url`: there is no directory no;"),
    (
        "",
        &[("ROOKERY_STORE_PAHT", "there.db")],
        "environment variable ROOKERY_STORE_PAHT: there is no such setting",
    ),
];

fn check_config_and_run_tell_the_same_and_all_of_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("config.toml");
    let both = |set: &[(&str, &str)]| {
        [&["check-config"][..], &["run"]].map(|arguments| {
            let mut command = rookery(dir.path(), arguments);
            // Nothing listens there, so a start that goes too far does not reach Discord.
            command.env("DISCORD_TOKEN", "a.b.c").env("ROOKERY_DISCORD_API_URL", "http://127.0.0.1:1");
            let mut child = command
                .envs(set.iter().copied())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the program starts");
            let until = Instant::now() + Duration::from_secs(20);
            while child.try_wait().expect("a child").is_none() && Instant::now() < until {
                std::thread::yield_now();
            }
            // It is running, so it did not stop at this.
            child.kill().expect("a child, or what is left of it");
            let output = child.wait_with_output().expect("a child");
            (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
        })
    };
    for (text, set, told) in STOPPING {
        std::fs::write(&file, text).expect("writable");
        let [checked, run] = both(set);
        assert_eq!(checked, run, "{text}");
        assert_eq!(checked.0, Some(78), "{text}: {checked:?}");
        assert!(
            checked.1.starts_with("The configuration has 1 mistake:") && checked.1.contains(told),
            "{checked:?}"
        );
    }
    // All mistakes at once: one port three times, and settings without their counterpart.
    let text = "[discord]\napi_ca = 'none.pem'\nhttp.listen = '127.0.0.1:8790'\n[metrics]\nlisten = '127.0.0.1:8790'\n[web]\nlisten = \
        '127.0.0.1:8790'\n[run]\nheartbeat = 'no/beat'\n[store]\npath = 'no/where.db'\n";
    std::fs::write(&file, text).expect("writable");
    let [checked, run] = both(&[("ROOKERY_LOG_LEVLE", "debug")]);
    assert_eq!(checked, run);
    assert!(checked.1.starts_with("The configuration has 8 mistakes:"), "{}", checked.1);
    // Valid settings do not stop it: a directory of its own, and a port that another program uses now.
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    std::fs::write(&file, "[store]\nurl = 'sqlite:there.db'\n").expect("writable");
    let (code, _, said) = done(
        rookery(dir.path(), &["check-config"])
            .env("DISCORD_TOKEN", "a.b.c")
            .env("ROOKERY_METRICS_LISTEN", address),
    );
    assert_eq!((code, said.as_str()), (0, ""));
    let left = std::fs::read_dir(dir.path()).expect("a directory");
    assert_eq!(left.map(|one| one.expect("a file").file_name()).collect::<Vec<_>>(), ["config.toml"]);
}

fn a_backup_is_a_working_copy() {
    let dir = tempfile::tempdir().expect("a directory");
    let sandbox = Sandbox::start(dir.path(), 0);
    let backup = |file: &str| {
        done(rookery(dir.path(), &["store", "backup", file]).env("ROOKERY_STORE_PATH", "data/rookery.db"))
    };
    let (code, _, said) = backup("copy.db");
    assert_eq!(code, 0, "{said}");
    let (code, _, said) = backup("copy.db");
    assert_eq!(code, 1, "an existing file is not overwritten: {said}");
    assert_eq!(sandbox.terminate().0, 0);
    let forget =
        done(rookery(dir.path(), &["forget", "700000000000000042"]).env("ROOKERY_STORE_PATH", "copy.db"));
    assert_eq!(forget.0, 0, "{}", forget.2);
}

fn a_taken_port_is_told_and_the_next_one_used() {
    let dir = tempfile::tempdir().expect("a directory");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    if port > 65_000 {
        return;
    }
    let sandbox = Sandbox::start(dir.path(), port);
    assert!(sandbox.told.contains(&format!("Port {port} is taken")), "{}", sandbox.told);
    assert_eq!(sandbox.terminate().0, 0);
}

fn healthcheck_without_a_heartbeat_fails() {
    let dir = tempfile::tempdir().expect("a directory");
    let (code, _, said) = done(&mut rookery(dir.path(), &["healthcheck"]));
    assert_eq!(code, 1);
    assert!(said.starts_with("The bot is not healthy: no heartbeat in rookery.heartbeat"), "{said}");
    assert!(said.trim_end().ends_with("Does it run, and is this the directory that it runs in?"), "{said}");
    let now = ComputerClock::here().now_ms() / 1_000;
    std::fs::write(dir.path().join("rookery.heartbeat"), now.to_string()).expect("writable");
    assert_eq!(done(&mut rookery(dir.path(), &["healthcheck"])).0, 0);
}

fn run_tells_its_invitation_and_beats() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        let guild = bench.discord.guild_id().to_string();
        let mut child = rookery(dir.path(), &["run"])
            .env("DISCORD_TOKEN", bench.discord.token())
            .env("ROOKERY_DISCORD_API_URL", bench.discord.url())
            .env("ROOKERY_DISCORD_TEST_GUILD", &guild)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        assert!(bench.discord.wait_for_command("help").await);
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut line = || lines.next().expect("a line").expect("text");
        let invitation = line();
        assert_eq!(line(), concat!("Rookery ", env!("CARGO_PKG_VERSION"), " is connected."));
        assert!(
            invitation.contains(&format!("client_id={}&", bench.discord.application_id())),
            "{invitation}"
        );
        assert!(invitation.ends_with("permissions=309237681152"), "{invitation}");
        let registered = format!("/guilds/{guild}/commands");
        // A request is recorded with its response, after its effect is visible.
        let noted = || bench.discord.requests().iter().any(|request| request.path.ends_with(&registered));
        soon("the registration", noted).await;
        soon("a heartbeat", || done(&mut rookery(dir.path(), &["healthcheck"])).0 == 0).await;
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill is there").success());
        assert_eq!(child.wait().expect("a child").code(), Some(0));
        assert_eq!(done(&mut rookery(dir.path(), &["healthcheck"])).0, 1, "no heartbeat is left behind");
        bench.finish().await;
    });
}

fn a_killed_bot_finds_its_games_again() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        let start = || {
            rookery(dir.path(), &["run"])
                .env("DISCORD_TOKEN", bench.discord.token())
                .env("ROOKERY_DISCORD_API_URL", bench.discord.url())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts")
        };
        let mut bot = start();
        assert!(bench.discord.wait_for_command("help").await);
        let game = bench.game("games", "chess", None).await;
        let board = message(&game.play(&["e4", "e5", "Nf3"]).await);
        // SIGKILL: no cleanup.
        bot.kill().expect("a child");
        bot.wait().expect("a child");
        bot = start();
        soon("the bot is back", || bench.discord.commands().len() >= rookery::discord::commands::ALL.len())
            .await;
        let mut answer = game.blue.click(&board, "Flip board").await;
        for _ in 0..20 {
            // If the machine was too slow for the picture, its description is shown instead.
            if answer.message.as_ref().is_some_and(|message| message.picture().is_some()) {
                break;
            }
            answer = game.blue.click(&board, "Flip board").await;
        }
        assert!(message(&answer).picture().is_some(), "the old buttons work: {}", answer.text());
        let played = game.blue.slash("move", &[("move", "Nc6")]).await;
        assert!(!played.is_ephemeral() && played.text().contains("b8-c6"), "{}", played.text());
        let stale = &board.buttons()[1].custom_id;
        let told = game.red.click_stale(&board, stale).await;
        assert!(told.is_ephemeral() && told.text().contains("old"), "{}", told.text());
        bot.kill().expect("a child");
        bot.wait().expect("a child");
    });
}

/// The rows of the table of wrong inputs about the whole program.
pub fn wrong_inputs(table: &mut Table) {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path();
    let token = ("DISCORD_TOKEN", "a.b.c");
    // Nothing listens there, so a start that goes too far fails instead of reaching Discord.
    let nowhere = ("ROOKERY_DISCORD_API_URL", "http://127.0.0.1:1");
    let mut row = |what: &str, arguments: &[&str], set: &[(&str, &str)], code: i32| {
        let (got, _, said) = done(rookery(path, arguments).envs(set.iter().copied()));
        assert_eq!(got, code, "{what}: {said}");
        table.add(&format!("{what} (exit {code})"), said.trim_end());
    };
    std::fs::write(path.join("damaged.db"), "this is no database, ".repeat(500)).expect("writable");
    std::fs::write(path.join("wrong.toml"), "[discord]\ncolour = 1\n[run]\ngrace = 99\n").expect("writable");
    std::fs::write(path.join("broken.toml"), "[discord\n").expect("writable");
    row("run without a token", &["run"], &[nowhere], 78);
    row("run with a configuration that is not there", &["run", "--config", "none.toml"], &[nowhere], 78);
    row("a configuration with two mistakes", &["check-config", "wrong.toml"], &[token], 78);
    row("a configuration that is no TOML", &["check-config", "broken.toml"], &[token], 78);
    row("a configuration without a token", &["check-config"], &[], 78);
    row("a log level that is none", &["run"], &[("ROOKERY_LOG_LEVEL", "info,rookery=loud"), nowhere], 78);
    let no_directory = ("ROOKERY_STORE_PATH", "no/where.db");
    row("a configuration with a database in no directory", &["check-config"], &[token, no_directory], 78);
    row(
        "a log format from the environment that is none",
        &["run"],
        &[("ROOKERY_LOG_FORMAT", "neon"), nowhere],
        78,
    );
    row("the same for the sandbox", &["sandbox"], &[("ROOKERY_LOG_FORMAT", "neon")], 78);
    row("store and nothing more", &["store"], &[], 2);
    row("a database that is damaged", &["run"], &[token, nowhere, ("ROOKERY_STORE_PATH", "damaged.db")], 78);
    row("a database in no directory", &["run"], &[token, nowhere, no_directory], 78);
    row("a database that is a directory", &["run"], &[token, nowhere, ("ROOKERY_STORE_PATH", ".")], 78);
    row("a backup of nothing", &["store", "backup", "copy.db"], &[("ROOKERY_STORE_PATH", "none.db")], 1);
    row("healthcheck of a bot that is not running", &["healthcheck"], &[], 1);
    let damaged = std::fs::read_to_string(path.join("damaged.db")).expect("still there");
    assert!(damaged.starts_with("this is no database"), "nothing was overwritten");
    let sandbox = Sandbox::start(path, 0);
    let store = ("ROOKERY_STORE_PATH", "data/rookery.db");
    row("a second process on the same database", &["run"], &[token, nowhere, store], 1);
    row("a backup on a file that exists", &["store", "backup", "wrong.toml"], &[store], 1);
    row("forgetting nobody", &["forget", "nobody"], &[], 2);
    sandbox.terminate();
}
