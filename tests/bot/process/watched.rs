//! Monitoring of the bot: its heartbeat, readiness and metrics.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use rookery::app::App;
use rookery::discord;

use super::program::rookery;
use crate::bot::bench::{Bench, done, looked_for, message, on_real_time};
use crate::bot::pages::visitor::{Browser, link};
use crate::bot::playing::time::timed;
use crate::databases;

tests_on_both!(
    interactions_are_counted_by_what_became_of_them,
    answers_to_pages_are_counted,
    what_waits_is_told,
    whoever_cannot_reach_discord_is_alive_and_not_ready,
    whoever_has_no_token_any_more_is_not_ready,
    an_outage_in_which_nothing_of_the_players_arrives_is_told,
    an_address_that_is_taken_ends_the_start;
    whoever_cannot_save_is_not_ready,
    the_dashboard_and_the_alerts_ask_for_what_is_told,
);

/// A bench whose bot serves metrics, not started yet.
async fn watched() -> Bench {
    let mut bench = Bench::without_bot().await;
    bench.settings.metrics = Some((Ipv4Addr::LOCALHOST, 0).into());
    bench
}

/// Fetches a monitoring page: its status and text.
pub async fn page(at: SocketAddr, path: &str) -> (u16, String) {
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let answer = client.get(format!("http://{at}{path}")).send().await.expect("an answer");
    (answer.status().as_u16(), answer.text().await.expect("text"))
}

/// The metrics: lines of names with labels, and numbers.
struct Scrape(String);

impl Scrape {
    async fn of(bench: &Bench) -> Self {
        let at = bench.bot().metrics().expect("an address");
        let (status, text) = page(at, "/metrics").await;
        assert_eq!(status, 200);
        assert!(text.ends_with("# EOF\n"), "{text}");
        Self(text)
    }

    /// Scrapes once this many interactions are counted, since an answer arrives before it is counted.
    async fn of_all(bench: &Bench, interactions: f64) -> Self {
        for _ in 0..500 {
            let told = Self::of(bench).await;
            if told.sum("rookery_interactions_total") >= interactions {
                return told;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("not so many interactions are counted: {}", Self::of(bench).await.0);
    }

    /// The number of the only line with this prefix.
    fn number(&self, line: &str) -> f64 {
        let mut found = self.0.lines().filter_map(|said| said.strip_prefix(line)?.strip_prefix(' '));
        let number = found.next().unwrap_or_else(|| panic!("no {line} in\n{}", self.0));
        assert!(found.next().is_none(), "{line} twice");
        number.parse().expect("a number")
    }

    /// Like `Self::number`, for a counter.
    fn count(&self, line: &str) -> i64 {
        self.number(line) as i64
    }

    /// The sum of all lines with this name.
    fn sum(&self, name: &str) -> f64 {
        let of_name = self.0.lines().filter(|line| line.split(['{', ' ']).next() == Some(name));
        of_name.map(|line| line.rsplit_once(' ').expect("a number").1.parse::<f64>().expect("a number")).sum()
    }

    /// The names of all metrics.
    fn names(&self) -> BTreeSet<&str> {
        let lines = self.0.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split(['{', ' ']).next()).collect()
    }
}

fn interactions_are_counted_by_what_became_of_them() {
    on_real_time(async {
        let mut bench = watched().await;
        bench.start().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5", "Nf3"]).await);
        let refused = game.red.slash("move", &[("move", "Nc3")]).await;
        assert!(refused.is_ephemeral(), "{}", refused.text());
        let board = message(&game.blue.slash("board", &[]).await);
        let flipped = game.blue.click(&board, "Flip board").await;
        assert!(flipped.text().contains("from White's side"), "{}", flipped.text());
        assert!(!game.blue.types("/move N").await.expect("choices").is_empty());
        let told = Scrape::of_all(&bench, 9.0).await;
        let counted = |kind: &str, command: &str, outcome: &str| {
            told.count(&format!(
                "rookery_interactions_total{{kind=\"{kind}\",command=\"{command}\",outcome=\"{outcome}\"}}"
            ))
        };
        assert_eq!(
            told.count("rookery_interactions_read_leniently_total"),
            0,
            "the commands are in serenity's types"
        );
        assert_eq!(counted("command", "challenge", "done"), 1);
        assert_eq!(counted("button", "accept", "done"), 1);
        assert_eq!(counted("command", "move", "done"), 3);
        assert_eq!(counted("command", "move", "refused"), 1);
        assert_eq!(counted("button", "flip", "done"), 1);
        assert_eq!(counted("suggestions", "move", "done"), 1);
        assert_eq!(told.count("rookery_interactions_missed_total"), 0);
        let answered = told.sum("rookery_interaction_seconds_count");
        let total = told.sum("rookery_interactions_total");
        assert_eq!((answered as i64, total as i64), (9, 9));
        for part in ["rules", "store", "pictures", "discord"] {
            let sum = format!("rookery_interaction_part_seconds_sum{{part=\"{part}\"}}");
            let all = told.sum("rookery_interaction_seconds_sum");
            assert!(told.number(&sum) > 0.0 && told.number(&sum) < all, "{part}: {}", told.number(&sum));
        }
        assert!(told.number("rookery_discord_answers_total{status=\"200\"}") >= answered);
        assert!(told.number("rookery_shard_up{shard=\"0/1\"}") > 0.0);
        assert_eq!(told.count("rookery_games_live"), 1);
        assert_eq!(told.count("rookery_ready"), 1);
        if cfg!(target_os = "linux") {
            assert!(told.number("process_resident_memory_bytes") > 1e6);
        }
        bench.finish().await;
    });
}

fn answers_to_pages_are_counted() {
    on_real_time(async {
        let mut bench = watched().await;
        bench.serve_pages();
        bench.start().await;
        let game = bench.game("games", "chess", None).await;
        let page = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        page.play("e2e4").await;
        assert_eq!(page.act("move", serde_json::json!({ "move": "e2e4" })).await.status, 409);
        assert_eq!(page.browser.get("/g/1/state").await.status, 401);
        assert_eq!(page.browser.get("/nowhere/of/a/stranger").await.status, 404);
        let path = format!("/g/{}/events", page.grant);
        let stream = page.browser.request(&reqwest::Method::GET, &path).send().await;
        let told = Scrape::of(&bench).await;
        let counted = |what: &str, status: u16| {
            told.count(&format!("rookery_page_answers_total{{what=\"{what}\",status=\"{status}\"}}"))
        };
        assert_eq!((counted("link", 200), counted("act", 200), counted("act", 409)), (1, 1, 1));
        assert_eq!((counted("state", 401), counted("file", 404), counted("events", 200)), (1, 1, 1));
        assert_eq!(told.count("rookery_page_answer_seconds_count{what=\"act\"}"), 2);
        assert_eq!(told.count("rookery_page_streams"), 1);
        drop(stream);
        bench.finish().await;
    });
}

fn what_waits_is_told() {
    on_real_time(async {
        let mut bench = watched().await;
        bench.start().await;
        done(&bench.red("games").slash("challenge", &[("variant", "chess")]).await);
        let told = Scrape::of(&bench).await;
        assert_eq!(told.count("rookery_challenges_open"), 1);
        for nothing in ["games_live", "jobs_due", "jobs_late_seconds", "events_waiting"] {
            assert_eq!(told.count(&format!("rookery_{nothing}")), 0, "{nothing}");
        }
        bench.finish().await;
    });
}

fn whoever_cannot_reach_discord_is_alive_and_not_ready() {
    on_real_time(async {
        let mut bench = Bench::without_bot().await;
        // It accepts connections and stays silent.
        let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
        bench.settings.api_url = Some(format!("http://{}", silent.local_addr().expect("an address")));
        let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
        bench.settings.metrics = Some(free);
        let app = App::open_at(&bench.store).await.expect("a database");
        let looked = async {
            let client = reqwest::Client::builder().no_proxy().build().expect("a client");
            loop {
                match client.get(format!("http://{free}/healthz")).send().await {
                    Ok(_) => break,
                    // Nothing listens yet.
                    Err(why) => assert!(why.is_connect(), "{why}"),
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            assert_eq!(page(free, "/healthz").await, (200, "alive\n".to_owned()));
            assert_eq!(page(free, "/readyz").await, (503, "not connected to Discord\n".to_owned()));
            assert!(page(free, "/metrics").await.1.contains("rookery_ready 0\n"));
        };
        tokio::select! {
            started = discord::start(app.clone(), bench.settings.clone()) => panic!("{:?}", started.err()),
            () = looked => {}
        }
        app.close().await;
        bench.finish().await;
    });
}

fn an_address_that_is_taken_ends_the_start() {
    on_real_time(async {
        let mut bench = watched().await;
        let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
        let listen = taken.local_addr().expect("an address");
        bench.settings.metrics = Some(listen);
        let app = App::open_at(&bench.store).await.expect("a database");
        let why =
            discord::start(app.clone(), bench.settings.clone()).await.err().expect("no start").to_string();
        assert!(why.starts_with(&format!("{listen} cannot be listened at: ")), "{why}");
        assert!(why.ends_with("Change metrics.listen."), "{why}");
        app.close().await;
        bench.finish().await;
    });
}

fn whoever_has_no_token_any_more_is_not_ready() {
    on_real_time(async {
        let mut bench = watched().await;
        bench.start().await;
        let at = bench.bot().metrics().expect("an address");
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.discord.reset_token(true);
        // The reminder needs it.
        bench.settings.clock.advance(Duration::from_hours(19));
        let told = looked_for(async || {
            let (status, why) = page(at, "/readyz").await;
            (status == 503).then_some(why)
        });
        assert!(told.await.expect("it is not ready").contains("the bot's token"));
        bench.discord.reset_token(false);
        bench.settings.clock.advance(Duration::from_mins(2));
        let told = looked_for(async || (page(at, "/readyz").await.0 == 200).then_some(()));
        told.await.expect("it is ready");
        bench.stop().await;
    });
}

/// Lets the bot's time pass until the metrics say whether players get through, and how many shards they do
/// not.
async fn tells(bench: &Bench, wanted: [i64; 2]) {
    let found = async || {
        let told = Scrape::of(bench).await;
        let now = ["players_get_through", "shards_unreached"];
        let is_told = now.map(|name| told.count(&format!("rookery_{name}"))) == wanted;
        if !is_told {
            bench.settings.clock.advance(Duration::from_mins(5));
        }
        is_told.then_some(())
    };
    looked_for(found).await.unwrap_or_else(|| panic!("never {wanted:?}"));
}

fn an_outage_in_which_nothing_of_the_players_arrives_is_told() {
    on_real_time(async {
        let mut bench = watched().await;
        bench.start().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        tells(&bench, [1, 0]).await;
        bench.discord.set_interactions_url("https://elsewhere.test/interactions");
        tells(&bench, [0, 1]).await;
        bench.discord.clear_interactions_url();
        tells(&bench, [1, 0]).await;
        bench.discord.reset_token(true);
        tells(&bench, [0, 1]).await;
        bench.discord.reset_token(false);
        tells(&bench, [1, 0]).await;
        bench.finish().await;
    });
}

fn whoever_cannot_save_is_not_ready() {
    on_real_time(async {
        let mut bench = watched().await;
        bench.start().await;
        let at = bench.bot().metrics().expect("an address");
        assert_eq!(page(at, "/readyz").await, (200, "ready\n".to_owned()));
        // A database that was moved is reported as lost at the next check.
        let path = bench.database();
        std::fs::rename(&path, path.with_extension("moved")).expect("it is there");
        let refused = bench.red("games").slash("challenge", &[("variant", "chess")]).await;
        assert!(refused.is_ephemeral(), "{}", refused.text());
        let (status, why) = page(at, "/readyz").await;
        assert!(status == 503 && why.contains("moved"), "{status} {why}");
        assert_eq!(Scrape::of(&bench).await.count("rookery_store_well"), 0);
        bench.stop().await;
    });
}

fn the_dashboard_and_the_alerts_ask_for_what_is_told() {
    on_real_time(async {
        let mut bench = watched().await;
        bench.start().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        // Backups are counted once there is one.
        let dir = tempfile::tempdir().expect("a directory");
        let address = databases::address(&bench.store);
        let backup =
            rookery(dir.path(), &["store", "backup", "copy.db"]).env("ROOKERY_STORE_URL", address).output();
        assert!(backup.expect("it runs").status.success());
        let told = looked_for(async || {
            let told = Scrape::of(&bench).await;
            told.names().contains("rookery_backup_age_seconds").then_some(told)
        });
        let told = told.await.expect("the backup is told");
        assert_eq!(told.count("rookery_servers"), 1);
        assert_eq!([told.count("rookery_shards"), told.count("rookery_shards_unreached")], [1, 0]);
        assert!(told.count("rookery_database_bytes") > 100_000);
        let told = told.names();
        let dashboard = include_str!("../../../docs/watching/dashboard.json");
        let alerts = include_str!("../../../docs/watching/alerts.yml");
        for (file, least, text) in [("dashboard", 15, dashboard), ("alerts", 15, alerts)] {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let asked: BTreeSet<&str> =
                words.filter(|word| word.starts_with("rookery_") || word.starts_with("process_")).collect();
            assert!(asked.len() >= least, "{file}: {asked:?}");
            for name in asked {
                // HTTP has counters of its own. The free disk space is reported by the program itself
                // (`operator.rs`).
                assert!(
                    told.contains(name)
                        || name.starts_with("rookery_endpoint_")
                        || name == "rookery_disk_free_bytes",
                    "{file} asks for {name}"
                );
            }
        }
        bench.finish().await;
    });
}
