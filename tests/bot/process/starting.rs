//! A start while Discord is unreachable, and its log.

use std::io::{BufRead, BufReader, Read as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;
use tokio::time::Instant;

use rookery::sandbox::{Options, StandIn};
use serde_json::Value;

use super::program::{done, rookery};
use crate::bot::bench::{on_real_time, soon};

tests!(
    a_start_says_what_it_waits_for_and_goes_on_when_discord_is_back,
    a_start_that_waits_ends_at_once_when_it_is_told_to,
    a_gateway_that_is_away_is_told_as_well,
    a_refused_token_ends_the_start,
    a_log_in_json_is_an_object_a_line_and_names_no_token,
);

/// Prefix of the line with the invitation.
const INVITE: &str = "Invite it to a server: ";

/// A port where nothing listens.
fn free_port() -> u16 {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    taken.local_addr().expect("an address").port()
}

fn run(dir: &Path, port: u16, token: &str) -> Command {
    let mut command = rookery(dir, &["run"]);
    command
        .env("DISCORD_TOKEN", token)
        .env("ROOKERY_DISCORD_API_URL", format!("http://127.0.0.1:{port}"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn lines(child: &mut Child) -> BufReader<ChildStdout> {
    BufReader::new(child.stdout.take().expect("piped"))
}

fn line(lines: &mut BufReader<ChildStdout>) -> String {
    let mut line = String::new();
    lines.read_line(&mut line).expect("text");
    line.trim_end().to_owned()
}

/// Sends SIGTERM. Returns the log.
fn terminate(mut child: Child) -> String {
    let begun = Instant::now();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill is there").success());
    assert_eq!(child.wait().expect("a child").code(), Some(0));
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let mut log = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut log).expect("text");
    log
}

fn a_start_says_what_it_waits_for_and_goes_on_when_discord_is_back() {
    on_real_time(async {
        let dir = tempfile::tempdir().expect("a directory");
        let port = free_port();
        let options = Options::new(dir.path().join("discord")).port(port);
        let mut child = run(dir.path(), port, &options.token).spawn().expect("the program starts");
        let mut said = lines(&mut child);
        let waits = |seconds| {
            format!(
                "Discord cannot be reached at http://127.0.0.1:{port} to ask who the bot is (Connection refused); \
                 trying again in {seconds} s."
            )
        };
        assert_eq!([line(&mut said), line(&mut said)], [waits(1), waits(2)], "the pauses grow");
        let (code, _, why) = done(&mut rookery(dir.path(), &["healthcheck"]));
        assert_eq!(
            (code, why.trim_end()),
            (1, "The bot is not healthy: it is not connected to Discord yet.")
        );

        let discord = StandIn::start(options).await.expect("a stand-in");
        assert_eq!(discord.url(), format!("http://127.0.0.1:{port}"), "nobody took the port");
        assert!(discord.wait_for_command("help").await);
        let connected = std::iter::repeat_with(|| line(&mut said))
            .find(|said| !said.starts_with("Discord cannot") && !said.starts_with(INVITE));
        assert_eq!(connected, Some(format!("Rookery {} is connected.", env!("CARGO_PKG_VERSION"))));
        soon("a heartbeat", || done(&mut rookery(dir.path(), &["healthcheck"])).0 == 0).await;
        let log = terminate(child);
        assert!(!log.contains("trying again"), "each sentence is said once: {log}");
        discord.stop().await;
    });
}

fn a_start_that_waits_ends_at_once_when_it_is_told_to() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut child = run(dir.path(), free_port(), "a.b.c").spawn().expect("the program starts");
    let mut said = lines(&mut child);
    assert!(line(&mut said).ends_with("trying again in 1 s."));
    terminate(child);
}

fn a_gateway_that_is_away_is_told_as_well() {
    on_real_time(async {
        let dir = tempfile::tempdir().expect("a directory");
        let options = Options { gateway_apart: true, ..Options::new(dir.path().join("discord")) };
        let discord = StandIn::start(options).await.expect("a stand-in");
        let port = discord.url().rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        discord.gateway_down().await;
        let mut child = run(dir.path(), port, discord.token()).spawn().expect("the program starts");
        let mut said = lines(&mut child);
        assert!(line(&mut said).starts_with(INVITE));
        let told = line(&mut said);
        let address = discord.gateway_address();
        assert!(
            told.starts_with(&format!("Discord's gateway cannot be reached at ws://{address}")),
            "{told}"
        );
        assert!(told.ends_with("; trying again."), "{told}");
        discord.gateway_up();
        assert_eq!(line(&mut said), format!("Rookery {} is connected.", env!("CARGO_PKG_VERSION")));
        terminate(child);
        discord.stop().await;
    });
}

fn a_refused_token_ends_the_start() {
    on_real_time(async {
        let dir = tempfile::tempdir().expect("a directory");
        let discord = StandIn::start(Options::new(dir.path().join("discord"))).await.expect("a stand-in");
        let port = discord.url().rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        let (code, said, why) = done(&mut run(dir.path(), port, "MTIzNDU2Nzg5.wrong.token"));
        assert_eq!((code, said.as_str()), (78, ""));
        let last = why.lines().last();
        assert_eq!(last, Some("Discord does not accept the token. Check DISCORD_TOKEN or discord.token."));
        discord.stop().await;
    });
}

fn a_log_in_json_is_an_object_a_line_and_names_no_token() {
    let dir = tempfile::tempdir().expect("a directory");
    let (port, secret) = (free_port(), "MTIzNDU2Nzg5.very-secret.token");
    for (format, is_json) in [("json", true), ("text", false)] {
        let mut command = run(dir.path(), port, secret);
        command.env("ROOKERY_LOG_FORMAT", format).env("ROOKERY_LOG_LEVEL", "trace");
        let mut child = command.spawn().expect("the program starts");
        let mut said = lines(&mut child);
        let told = line(&mut said);
        assert!(told.contains("Discord cannot be reached"), "{told}");
        let log = format!("{told}\n{}", terminate(child));
        let read: Vec<Value> = log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        assert_eq!(read.len(), if is_json { log.lines().count() } else { 0 }, "{log}");
        assert!(!log.contains("very-secret"), "{log}");
        let waits =
            |entry: &&Value| entry["message"].as_str().is_some_and(|text| text.contains("trying again"));
        if is_json {
            let told = read.iter().rfind(waits).expect("what it waits for");
            assert_eq!(told["level"], "WARN");
            assert!(told["timestamp"].is_string() && told["target"].is_string(), "{told}");
        } else {
            assert!(
                told.starts_with("Discord cannot be reached") && told.ends_with("trying again in 1 s."),
                "{told}"
            );
        }
    }
}
