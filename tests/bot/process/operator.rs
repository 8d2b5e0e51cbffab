//! The program's messages to its operator, its exit codes, and that it keeps running if its output is not
//! read.

use std::io::{BufRead, BufReader, Read as _};
use std::net::TcpListener;
use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::time::Instant;

use libtest_mimic::Trial;
use rookery::store::StoreUrl;
use serde_json::Value;

use super::program::{done, rookery};
use crate::bot::bench::{self, Bench, on_real_time, soon};
use crate::databases::{self, at_server};
use crate::proxy::Proxy;
use crate::slowest::trial;

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    let named = |name: &str| format!("{}::{name}", module_path!());
    let mut tests = Vec::new();
    for (name, test) in [
        ("a_log_that_nobody_reads_stops_nothing", a_log_that_nobody_reads_stops_nothing as fn()),
        ("each_sentence_is_said_once_and_in_json_where_that_is_asked", each_sentence_is_said_once),
        ("what_only_a_person_can_mend_ends_with_its_own_code", what_a_person_can_mend_has_its_own_code),
        ("a_pause_before_the_end_is_cut_short_by_a_signal", a_pause_is_cut_short_by_a_signal),
        ("a_start_logs_what_begins", a_start_logs_what_begins),
        ("a_copy_that_fails_says_so_in_json_where_that_is_asked", a_copy_that_fails_says_so_in_json),
        ("the_manager_of_services_is_told", the_manager_of_services_is_told),
        ("a_token_that_everybody_may_read_is_told_once", a_token_that_everybody_may_read_is_told_once),
    ] {
        tests.push(trial(named(name), move || {
            test();
            Ok(())
        }));
    }
    tests.push(at_server(&named("a_server_that_is_away_at_the_start_is_waited_for"), a_server_is_waited_for));
    tests.push(at_server(&named("a_server_that_denies_access_is_for_a_person"), a_denial_is_for_a_person));
    tests
}

/// The exit code for errors that only a person can fix.
const FOR_A_PERSON: i32 = 78;

/// The bot connected to a bench's stand-in.
fn bot(bench: &Bench, dir: &Path) -> Command {
    let mut command = rookery(dir, &["run"]);
    command
        .env("DISCORD_TOKEN", bench.discord.token())
        .env("ROOKERY_DISCORD_API_URL", bench.discord.url())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn terminate(child: &mut Child) -> (Option<i32>, Duration) {
    let begun = Instant::now();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill is there").success());
    (child.wait().expect("a child").code(), begun.elapsed())
}

/// The lines of stdout and stderr after the exit.
fn all_lines(child: &mut Child) -> Vec<String> {
    let mut text = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut text).expect("text");
    child.stderr.take().expect("piped").read_to_string(&mut text).expect("text");
    text.lines().map(str::to_owned).collect()
}

fn a_log_that_nobody_reads_stops_nothing() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        // Both pipes stay full because they are never read.
        let mut child =
            bot(&bench, dir.path()).env("ROOKERY_LOG_LEVEL", "trace").spawn().expect("the program starts");
        assert!(bench.discord.wait_for_command("help").await);
        let red = bench.red("games");
        // A pipe holds 64 KiB, and each command logs some hundred bytes.
        for number in 0..400 {
            let help = red.slash("help", &[]).await;
            assert!(help.answered(), "command {number} is not answered");
        }
        let is_well = || done(&mut rookery(dir.path(), &["healthcheck"])).0 == 0;
        soon("it is well", is_well).await;
        let (code, took) = terminate(&mut child);
        assert_eq!(code, Some(0));
        assert!(took < Duration::from_secs(8), "{took:?}");
        let log = all_lines(&mut child);
        let length: usize = log.iter().map(|line| line.len() + 1).sum();
        assert!(length >= 60_000, "only {length} bytes were logged, which a pipe holds");
        bench.finish().await;
    });
}

fn each_sentence_is_said_once() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let last = "Discord does not accept the token. Check DISCORD_TOKEN or discord.token.";
        let waits = "to ask who the bot is (Connection refused); trying again in 1 s.";
        for format in ["json", "text", "plain"] {
            let dir = tempfile::tempdir().expect("a directory");
            let mut refused = bot(&bench, dir.path());
            refused.env("DISCORD_TOKEN", "MTIzNDU2Nzg5.wrong.token").env("ROOKERY_LOG_FORMAT", format);
            let mut refused = refused.spawn().expect("the program starts");
            assert_eq!(refused.wait().expect("a child").code(), Some(FOR_A_PERSON));
            let mut waiting = bot(&bench, dir.path());
            waiting.env("ROOKERY_DISCORD_API_URL", "http://127.0.0.1:1").env("ROOKERY_LOG_FORMAT", format);
            let mut waiting = waiting.spawn().expect("the program starts");
            let mut first = BufReader::new(waiting.stdout.as_mut().expect("piped"));
            let mut said = String::new();
            first.read_line(&mut said).expect("text");
            assert_eq!(terminate(&mut waiting).0, Some(0));
            let waited: Vec<_> =
                [said.trim_end().to_owned()].into_iter().chain(all_lines(&mut waiting)).collect();
            for (lines, sentence) in [(all_lines(&mut refused), last), (waited, waits)] {
                let times = lines.iter().filter(|line| line.contains(sentence)).count();
                assert_eq!(times, 1, "{format}: {lines:#?}");
                let objects: Vec<Value> =
                    lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
                assert_eq!(objects.len(), if format == "json" { lines.len() } else { 0 }, "{lines:#?}");
            }
        }
        // Also if only the log format is valid and the rest is wrong.
        let dir = tempfile::tempdir().expect("a directory");
        let (code, _, wrong) = done(rookery(dir.path(), &["run"]).env("ROOKERY_LOG_FORMAT", "json"));
        let told: Value = serde_json::from_str(&wrong).expect("one object");
        assert_eq!((code, &told["level"]), (FOR_A_PERSON, &Value::from("ERROR")), "{wrong}");
        assert!(
            told["message"].as_str().is_some_and(|text| text.contains("`discord.token`: is not set")),
            "{wrong}"
        );
        let none = ["run", "--config", "none.toml"];
        let (code, _, wrong) = done(rookery(dir.path(), &none).env("ROOKERY_LOG_FORMAT", "json"));
        let told: Value = serde_json::from_str(&wrong).expect("one object");
        assert_eq!(code, FOR_A_PERSON);
        assert!(
            told["message"].as_str().is_some_and(|text| text.contains("none.toml cannot be read")),
            "{wrong}"
        );
        bench.finish().await;
    });
}

fn what_a_person_can_mend_has_its_own_code() {
    on_real_time(async {
        let mut bench = Bench::on_sockets().await;
        bench.start().await;
        bench.stop().await;
        let dir = tempfile::tempdir().expect("a directory");
        let on = |file: &Path| {
            let mut command = bot(&bench, dir.path());
            command.env("ROOKERY_STORE_PATH", file);
            let mut child = command.spawn().expect("the program starts");
            let code = child.wait().expect("a child").code();
            (code, all_lines(&mut child).pop().unwrap_or_default())
        };
        let file = dir.path().join("there.db");
        std::fs::copy(bench.database(), &file).expect("a copy");
        bench.sql("UPDATE _sqlx_migrations SET version = 4242 WHERE version > 1 AND version = (SELECT max(version) FROM _sqlx_migrations)").await;
        bench.sql("UPDATE compatible_from SET step = 4242").await;
        let newer = on(&bench.database());
        assert!(
            newer.0 == Some(FOR_A_PERSON) && newer.1.contains("was made by a newer Rookery"),
            "{newer:?}"
        );
        std::fs::write(dir.path().join("none.db"), "this is no database, ".repeat(500)).expect("writable");
        let damaged = on(&dir.path().join("none.db"));
        assert!(
            damaged.0 == Some(FOR_A_PERSON) && damaged.1.contains("is damaged or is no SQLite"),
            "{damaged:?}"
        );
        // The running process may end, so another start may succeed.
        let mut first =
            bot(&bench, dir.path()).env("ROOKERY_STORE_PATH", &file).spawn().expect("the program starts");
        assert!(bench.discord.wait_for_command("help").await);
        let second = on(&file);
        assert!(second.0 == Some(1) && second.1.contains("Another Rookery is already running"), "{second:?}");
        assert_eq!(terminate(&mut first).0, Some(0));
    });
}

fn a_pause_is_cut_short_by_a_signal() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut child = rookery(dir.path(), &["run"])
        .env("ROOKERY_RUN_PAUSE", "3600")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stderr.take().expect("piped"));
    let mut told = String::new();
    while !told.contains("`discord.token`: is not set") {
        assert!(lines.read_line(&mut told).expect("text") > 0, "it ended: {told}");
    }
    on_real_time(async { bench::long_after().await });
    assert!(child.try_wait().expect("a child").is_none(), "it has not waited");
    let (code, took) = terminate(&mut child);
    assert_eq!(code, Some(FOR_A_PERSON));
    assert!(took < Duration::from_secs(3), "{took:?}");
}

fn a_start_logs_what_begins() {
    on_real_time(async {
        let mut bench = Bench::on_sockets().await;
        bench.start().await;
        let game = bench.game("games", "chess", None).await;
        bench::done(&game.play(&["e4"]).await);
        bench.stop().await;
        let dir = tempfile::tempdir().expect("a directory");
        let free = TcpListener::bind("127.0.0.1:0").and_then(|there| there.local_addr());
        let metrics = free.expect("a port").to_string();
        let mut command = bot(&bench, dir.path());
        command
            .env("ROOKERY_STORE_URL", databases::address(&bench.store))
            .env("ROOKERY_METRICS_LISTEN", &metrics)
            .env("ROOKERY_LOG_FORMAT", "json");
        let mut child = command.spawn().expect("the program starts");
        let mut said = BufReader::new(child.stdout.as_mut().expect("piped"));
        let mut line = String::new();
        while !line.contains("is connected") {
            line.clear();
            assert!(said.read_line(&mut line).expect("text") > 0, "it ended");
        }
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let counted = client.get(format!("http://{metrics}/metrics")).send().await.expect("an answer");
        let counted = counted.text().await.expect("text");
        let free = counted.lines().find_map(|line| line.strip_prefix("rookery_disk_free_bytes "));
        let is_file = matches!(bench.store, StoreUrl::Sqlite(_));
        assert_eq!(
            free.is_some_and(|free| free.parse::<u64>().is_ok()),
            is_file,
            "of a database at a server it is not known"
        );
        assert_eq!(terminate(&mut child).0, Some(0));
        let log = all_lines(&mut child);
        let begins = log.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let begins: Vec<_> = begins.filter(|entry| entry["message"] == "Rookery begins").collect();
        assert_eq!(begins.len(), 1, "{log:#?}");
        let begins = &begins[0];
        let (code, version, _) = done(&mut rookery(dir.path(), &["--version"]));
        assert_eq!(
            (code, version.trim_end()),
            (0, &*format!("rookery {}", begins["version"].as_str().expect("text")))
        );
        assert_eq!(begins["games_live"], 1, "{begins}");
        assert_eq!(begins["interactions"], "gateway", "{begins}");
        assert_eq!(
            (&begins["boards"], &begins["metrics"]),
            (&Value::from("none"), &Value::from(metrics.as_str()))
        );
        assert!(begins["bytes"].as_u64().is_some_and(|bytes| bytes > 10_000), "{begins}");
        assert_eq!(begins["schema"], rookery::store::schema(), "{begins}");
        bench.finish().await;
    });
}

fn the_manager_of_services_is_told() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        let socket = UnixDatagram::bind(dir.path().join("notify")).expect("a socket");
        socket.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        let heard = || {
            let mut text = [0; 256];
            let length = socket.recv(&mut text).expect("it is told something");
            String::from_utf8_lossy(&text[..length]).trim_end().to_owned()
        };
        let mut child = bot(&bench, dir.path())
            .env("NOTIFY_SOCKET", dir.path().join("notify"))
            .env("WATCHDOG_USEC", "400000")
            .spawn()
            .expect("the program starts");
        let first = heard();
        assert_eq!(first, "READY=1");
        soon("it is well", || done(&mut rookery(dir.path(), &["healthcheck"])).0 == 0).await;
        assert_eq!([heard(), heard(), heard()], ["WATCHDOG=1"; 3]);
        assert_eq!(terminate(&mut child).0, Some(0));
        let mut last = heard();
        while last == "WATCHDOG=1" {
            last = heard();
        }
        assert_eq!(last, "STOPPING=1");
        bench.finish().await;
    });
}

fn a_token_that_everybody_may_read_is_told_once() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("config.toml");
    let told = "Everybody on this computer can read config.toml, which has a secret (`discord.token`): chmod 600 config.toml.";
    let warned = |mode: u32, text: &str, arguments: &[&str]| {
        std::fs::write(&file, text).expect("writable");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).expect("ours");
        let mut command = rookery(dir.path(), arguments);
        // A missing certificate ends the start before Discord is contacted.
        command.env("ROOKERY_DISCORD_API_CA", "none.pem").env("DISCORD_TOKEN", "");
        let (code, said, wrong) = done(&mut command);
        assert_eq!(code, FOR_A_PERSON, "{said}{wrong}");
        format!("{said}{wrong}").matches(told).count()
    };
    let with_token = "[discord]\ntoken = 'a.b.c'\n";
    for arguments in [["run"], ["check-config"]] {
        assert_eq!(warned(0o644, with_token, &arguments), 1, "{arguments:?}");
        assert_eq!(warned(0o640, with_token, &arguments), 0, "the group is somebody's choice");
        assert_eq!(
            warned(0o644, "[discord]\ntoken = ''\n[log]\nlevel = 'warn'\n", &arguments),
            0,
            "there is no secret"
        );
    }
}

fn a_server_is_waited_for() {
    on_real_time(async {
        let mut bench = Bench::on_sockets().await;
        let proxy = Proxy::before(&bench.store).await;
        proxy.close();
        let dir = tempfile::tempdir().expect("a directory");
        let mut command = bot(&bench, dir.path());
        let mut child = command.env("ROOKERY_STORE_URL", &proxy.address).spawn().expect("the program starts");
        let mut said = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut line = || said.next().expect("it goes on").expect("text");
        let away = line();
        assert!(
            away.contains("cannot be reached: ") && away.ends_with("The start goes on once it is reached."),
            "{away}"
        );
        let unhealthy = || done(&mut rookery(dir.path(), &["healthcheck"]));
        soon("it is not healthy", || unhealthy().2.contains("cannot be reached")).await;
        bench::long_after().await;
        assert!(child.try_wait().expect("a child").is_none(), "it waits");
        proxy.mend();
        assert!(bench.discord.wait_for_command("help").await);
        let told = line();
        assert!(
            told.starts_with("The database ") && told.ends_with(" is reached now."),
            "said once, and then this: {told}"
        );
        soon("it is healthy", || unhealthy().0 == 0).await;
        assert_eq!(terminate(&mut child).0, Some(0));
        // A process told to stop meanwhile does so.
        proxy.close();
        let mut child = bot(&bench, dir.path())
            .env("ROOKERY_STORE_URL", &proxy.address)
            .spawn()
            .expect("the program starts");
        let mut first = String::new();
        BufReader::new(child.stdout.as_mut().expect("piped")).read_line(&mut first).expect("text");
        let (code, took) = terminate(&mut child);
        assert!(code == Some(0) && took < Duration::from_secs(3), "{code:?} after {took:?}");
        proxy.mend();
        bench.stop().await;
        bench.finish().await;
    });
}

fn a_denial_is_for_a_person() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        let address = databases::address(&bench.store);
        let StoreUrl::Postgres(_) = &bench.store else { panic!("this test is about servers") };
        // No such database, and no such role.
        let (place, database) = address.rsplit_once('/').expect("an address with a database");
        let parameters = database.split_once('?').map_or("", |(_, parameters)| parameters);
        let absent = format!("{place}/rookery_is_not_there?{parameters}");
        let (scheme, rest) = address.split_once("://").expect("an address");
        let (_, at) = rest.split_once('@').expect("a name");
        let nobody = format!("{scheme}://rookery_nobody@{at}");
        for (address, why) in [(absent, "rookery_is_not_there"), (nobody, "rookery_nobody")] {
            let mut child = bot(&bench, dir.path())
                .env("ROOKERY_STORE_URL", address)
                .spawn()
                .expect("the program starts");
            soon("it has ended", || child.try_wait().expect("a child").is_some()).await;
            let code = child.wait().expect("a child").code();
            let last = all_lines(&mut child).pop().unwrap_or_default();
            assert_eq!(code, Some(FOR_A_PERSON), "{last}");
            assert!(last.contains("cannot be used: ") && last.contains(why), "{last}");
        }
        bench.finish().await;
    });
}

fn a_copy_that_fails_says_so_in_json() {
    let dir = tempfile::tempdir().expect("a directory");
    let copy = ["store", "copy", "sqlite:none.db", "sqlite:copy.db"];
    let sentence = "There is no database none.db.";
    let (code, said, wrong) = done(&mut rookery(dir.path(), &copy));
    assert_eq!((code, said.as_str(), wrong.trim_end()), (1, "", sentence));
    let (code, said, wrong) = done(rookery(dir.path(), &copy).env("ROOKERY_LOG_FORMAT", "json"));
    assert_eq!((code, said.as_str(), wrong.lines().count()), (1, "", 1), "{wrong}");
    let object: Value = serde_json::from_str(&wrong).expect("an object");
    assert_eq!(object["message"], sentence, "{wrong}");
}
