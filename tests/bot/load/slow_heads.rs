//! Requests that never end, at the endpoint for interactions: they take no capacity from others, and the
//! health check stays correct.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::time::Instant;

use libtest_mimic::Trial;
use rookery::discord::ENDPOINT_PATH;
use rookery::sandbox::{Options, StandIn};

use crate::bot::bench::{Game, done, on_real_time};
use crate::bot::process::program::{done as ended, rookery};

/// The tests of this module, which need `prlimit` and system limits on descriptors.
pub fn tests() -> Vec<Trial> {
    let there = Command::new("prlimit").arg("--version").output().is_ok_and(|said| said.status.success());
    let trial = |name: &str, test: fn()| {
        let run = move || {
            test();
            Ok(())
        };
        let required = std::env::var("ROOKERY_REQUIRE_BROWSER").is_ok_and(|value| value == "1");
        let ignored = !there && !required;
        crate::slowest::trial(format!("{}::{name}", module_path!()), run).with_ignored_flag(ignored)
    };
    vec![
        trial("heads_that_never_end_stop_no_play", heads_that_never_end_stop_no_play),
        trial("whoever_can_take_no_connection_is_not_well", whoever_can_take_no_connection_is_not_well),
    ]
}

/// Number of connections that send half a request.
const SILENT: usize = 1_100;
/// Descriptor limit of the bot.
const DESCRIPTORS: u32 = 1_024;

/// The program with this descriptor limit, receiving interactions by HTTP.
struct Limited {
    child: Child,
    address: String,
}

impl Limited {
    async fn start(discord: &StandIn, dir: &Path) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
        let config = format!(
            "[discord]\npublic_key = \"{}\"\n[discord.http]\nlisten = \"{free}\"\n",
            discord.public_key()
        );
        std::fs::write(dir.join("config.toml"), config).expect("writable");
        let child = Command::new("sh")
            .args([
                "-c",
                &format!("ulimit -n {DESCRIPTORS} && exec \"$0\" run"),
                env!("CARGO_BIN_EXE_rookery"),
            ])
            .current_dir(dir)
            .env("DISCORD_TOKEN", discord.token())
            .env("ROOKERY_DISCORD_API_URL", discord.url())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(dir.join("log")).expect("writable"))
            .spawn()
            .expect("the program starts");
        let bot = Self { child, address: free.to_string() };
        let begun = Instant::now();
        while healthcheck(dir).0 != 0 {
            assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", healthcheck(dir));
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let url = format!("http://{free}{ENDPOINT_PATH}");
        discord.send_interactions_to(&[url]).await.expect("it takes interactions");
        assert!(discord.wait_for_command("help").await);
        bot
    }

    /// Opens a connection that sends half a request head.
    fn half_a_head(&self) -> TcpStream {
        let mut half = TcpStream::connect(&self.address).expect("a connection");
        half.write_all(b"POST /interactions HTTP/1.1\r\nhost: rookery\r\nx-never: ").expect("it is sent");
        half
    }

    /// Sets the bot's descriptor limit.
    fn may_have(&self, descriptors: u32) {
        let limit = format!("--nofile={descriptors}:");
        let set = Command::new("prlimit").args(["--pid", &self.child.id().to_string(), &limit]).status();
        assert!(set.expect("prlimit is there").success());
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        self.child.kill().expect("a child");
        self.child.wait().expect("a child");
    }
}

/// The health check's exit code and output.
fn healthcheck(dir: &Path) -> (i32, String) {
    let (code, said, wrong) = ended(&mut rookery(dir, &["healthcheck"]));
    (code, said + &wrong)
}

/// Raises this process's limit, for its side of the connections.
fn raise_own_limit() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        setrlimit(Resource::Nofile, limit).expect("up to the hard limit");
    }
}

/// A game in a channel of its own.
async fn game(discord: &StandIn, channel: &str) -> Game {
    let member = |name: &str| discord.member(name).in_channel(channel);
    Game::between(member("red"), member("blue"), "chess", None).await
}

fn heads_that_never_end_stop_no_play() {
    raise_own_limit();
    on_real_time(async {
        let dir = tempfile::tempdir().expect("a directory");
        let discord = StandIn::start(Options::new(dir.path().join("discord"))).await.expect("a stand-in");
        let bot = Limited::start(&discord, dir.path()).await;
        let table = game(&discord, "games").await;
        let mut silent = Vec::new();
        let mut longest = Duration::ZERO;
        // People play on while the connections arrive.
        for (ply, text) in ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"].into_iter().enumerate() {
            silent.extend((0..SILENT / 5).map(|_| bot.half_a_head()));
            let who = if ply % 2 == 0 { &table.red } else { &table.blue };
            let begun = Instant::now();
            done(&who.slash("move", &[("move", text)]).await);
            longest = longest.max(begun.elapsed());
        }
        assert!(silent.len() >= SILENT);
        assert_eq!(healthcheck(dir.path()).0, 0, "it takes interactions, and says so");
        // Sending a little more now and then does not help: all are closed.
        tokio::time::sleep(Duration::from_secs(12)).await;
        for (number, half) in silent.iter_mut().enumerate() {
            half.set_read_timeout(Some(Duration::from_secs(5))).expect("a socket");
            let end = half.read(&mut [0; 64]);
            let is_over = match &end {
                Ok(read) => *read == 0,
                Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
            };
            assert!(is_over, "connection {number} is still open: {end:?}");
        }
        done(&table.red.slash("move", &[("move", "d3")]).await);
        assert!(discord.failures().is_empty(), "{:?}", discord.failures());
        println!(
            "figure silent-heads {SILENT} at {DESCRIPTORS} descriptors: 7 moves, lost 0, longest {longest:?}"
        );
        drop(bot);
        discord.stop().await;
    });
}

fn whoever_can_take_no_connection_is_not_well() {
    on_real_time(async {
        let dir = tempfile::tempdir().expect("a directory");
        let discord = StandIn::start(Options::new(dir.path().join("discord"))).await.expect("a stand-in");
        let bot = Limited::start(&discord, dir.path()).await;
        bot.may_have(3);
        let begun = Instant::now();
        let (code, said) = healthcheck(dir.path());
        assert_eq!(code, 1, "{said}");
        assert!(said.contains("The bot is not healthy: interactions are not taken at"), "{said}");
        // The bot's own heartbeat reports it as well.
        let beat = || std::fs::read_to_string(dir.path().join("rookery.heartbeat")).unwrap_or_default();
        let says_well =
            |beat: &str| beat.trim().bytes().all(|byte| byte.is_ascii_digit()) && !beat.is_empty();
        while says_well(&beat()) {
            assert!(begun.elapsed() < Duration::from_secs(30), "{}", beat());
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        bot.may_have(DESCRIPTORS);
        let back = Instant::now();
        while healthcheck(dir.path()).0 != 0 {
            assert!(back.elapsed() < Duration::from_secs(30), "{:?}", healthcheck(dir.path()));
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        game(&discord, "games").await;
        drop(bot);
        discord.stop().await;
    });
}
