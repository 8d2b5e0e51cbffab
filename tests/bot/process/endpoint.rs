//! Interactions by HTTP: signed, processed once, and equivalent to those of the gateway.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderName, Request};
use rookery::discord::{ENDPOINT_PATH, EVENTS_PATH};
use rookery::http_server::InMemory;
use rookery::sandbox::{Options, StandIn};
use rookery::timing::ComputerClock;
use serde_json::{Value, json};

use super::program::rookery;
use crate::bot::bench::{Bench, done, message, on_real_time, wait_for};

tests_on_both!(
    a_game_is_played_over_http,
    what_is_typed_chosen_and_filled_in_comes_over_http,
    a_game_goes_on_after_a_restart,
    what_is_sent_twice_is_played_once,
    what_discord_has_not_signed_is_refused,
    what_is_signed_but_no_interaction_is_refused,
    what_was_made_long_ago_is_refused,
    a_channel_that_was_deleted_unheard_ends_its_game,
    a_server_that_the_bot_is_invited_to_again_is_told_of,
    what_is_no_event_is_refused,
    a_process_says_that_it_takes_interactions,
    a_key_of_another_application_ends_the_start,
    an_address_that_is_taken_ends_the_start,
);

fn a_game_is_played_over_http() {
    wait_for(async {
        let bench = Bench::over_http().await;
        assert_eq!(bench.bot().ws_url(), None);
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["f3", "e5", "g4"]).await);
        let offer = message(&game.red.slash("draw", &[]).await);
        done(&game.blue.click(&offer, "Decline").await);
        let mate = message(&game.blue.slash("move", &[("move", "Qh4")]).await);
        assert!(mate.content.contains("Checkmate.") && mate.picture().is_some(), "{}", mate.content);
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'over'").await, 1);
        assert!(bench.discord.handshakes().is_empty(), "the gateway is not asked");
        bench.finish().await;
    });
}

fn what_is_typed_chosen_and_filled_in_comes_over_http() {
    wait_for(async {
        let bench = Bench::over_http().await;
        let game = bench.game("games", "chess", None).await;
        let choices = game.red.types("/move e").await.expect("choices");
        assert!(!choices.is_empty());
        let form = game.red.click(&game.board, "Type a move").await;
        let played = game.red.submit(&form, &[("move", "e4")]).await;
        assert!(message(&played).content.contains("e2-e4"), "{played:?}");
        bench.finish().await;
    });
}

fn a_game_goes_on_after_a_restart() {
    wait_for(async {
        let mut bench = Bench::over_http().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        bench.stop().await;
        bench.start().await;
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        assert_eq!(bench.count("SELECT count(*) FROM events WHERE kind = 'move'").await, 2);
        bench.finish().await;
    });
}

fn what_is_sent_twice_is_played_once() {
    wait_for(async {
        let bench = Bench::over_http().await;
        let game = bench.game("games", "chess", None).await;
        let played = game.red.slash("move", &[("move", "e4")]).await;
        done(&played);
        assert!(bench.discord.replay(&played.interaction_id), "it is known");
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        assert_eq!(bench.count("SELECT count(*) FROM events WHERE kind = 'move'").await, 2);
        bench.finish().await;
    });
}

fn a_channel_that_was_deleted_unheard_ends_its_game() {
    wait_for(async {
        let bench = Bench::over_http().await;
        let (gone, stays) =
            (bench.game("games", "chess", None).await, bench.game("other", "chess", None).await);
        bench.soon_counts("SELECT count(*) FROM games WHERE shown > 0", 2).await;
        // All have been checked; the next check starts with the first again.
        bench.pass(Duration::from_mins(6)).await;
        gone.red.channel().delete();
        bench.pass(Duration::from_mins(6)).await;
        bench.soon_counts("SELECT count(*) FROM closed_channels", 1).await;
        bench.pass(Duration::from_mins(1)).await;
        bench.settings.clock.advance(Duration::from_hours(25));
        // A check in progress at that moment is repeated.
        bench.pass(Duration::from_mins(1)).await;
        bench.soon_counts("SELECT count(*) FROM games WHERE ending = 'channel deleted'", 1).await;
        done(&stays.play(&["e4"]).await);
        bench.finish().await;
    });
}

fn a_server_that_the_bot_is_invited_to_again_is_told_of() {
    wait_for(async {
        let bench = Bench::over_http().await;
        bench.discord.send_events_to(&bench.events_url()).await.expect("an address for events");
        let game = bench.game("games", "chess", None).await;
        bench.soon_counts("SELECT count(*) FROM games WHERE shown > 0", 1).await;
        bench.discord.remove_bot();
        bench.pass(Duration::from_mins(6)).await;
        bench.soon_counts("SELECT count(*) FROM closed_channels", 1).await;
        bench.discord.invite_bot();
        // At once, before the channel's next check.
        bench.soon_counts("SELECT count(*) FROM closed_channels", 0).await;
        done(&game.play(&["e4"]).await);
        bench.finish().await;
    });
}

fn what_is_no_event_is_refused() {
    wait_for(async {
        let bench = Bench::over_http().await;
        let poster = Poster { path: EVENTS_PATH, ..Poster::of(&bench) };
        for (body, status) in [
            (r#"{"version":1,"application_id":"2","type":0}"#, 204),
            (r#"{"type":1,"event":{"type":"ENTITLEMENT_CREATE","data":{}}}"#, 204),
            (r#"{"type":1,"event":{"type":"APPLICATION_AUTHORIZED","data":{"integration_type":1}}}"#, 204),
            (
                r#"{"type":1,"event":{"type":"APPLICATION_AUTHORIZED","data":{"integration_type":0,"guild":7}}}"#,
                204,
            ),
            (r#"{"type":1}"#, 204),
            (r#"{"type":2}"#, 400),
            ("null", 400),
            ("{", 400),
        ] {
            assert_eq!(
                poster.signed(&bench, body).await,
                (status, text_of(status, body).to_owned()),
                "{body}"
            );
            assert_eq!(poster.post(&headers("1", &"0".repeat(128)), body).await.0, 401, "{body}");
        }
        bench.finish().await;
    });
}

/// The expected body for this status.
fn text_of(status: u16, body: &str) -> &'static str {
    match status {
        204 => "",
        _ if body == "{" => "no JSON",
        _ => "no event",
    }
}

/// A client that posts to the bot directly.
struct Poster {
    endpoint: InMemory,
    path: &'static str,
}

impl Poster {
    fn of(bench: &Bench) -> Self {
        let endpoint = bench.bot().endpoint_in_memory().expect("an endpoint").clone();
        Self { endpoint, path: ENDPOINT_PATH }
    }

    /// Posts a body with these headers. Returns the status and text of the response.
    async fn post(&self, headers: &[(&str, &str)], body: impl Into<Body>) -> (u16, String) {
        let mut request = Request::post(self.path).body(body.into()).expect("a request");
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("a name");
            request.headers_mut().insert(name, value.parse().expect("a value"));
        }
        self.ask(request).await
    }

    async fn ask(&self, request: Request<Body>) -> (u16, String) {
        let answer = self.endpoint.ask(Ipv4Addr::LOCALHOST.into(), request).await.expect("an answer");
        let (status, body) = (answer.status().as_u16(), to_bytes(answer.into_body(), usize::MAX).await);
        (status, String::from_utf8(body.expect("a body").into()).expect("text"))
    }

    /// Posts a body signed by Discord's key.
    async fn signed(&self, bench: &Bench, body: &str) -> (u16, String) {
        let (timestamp, signature) = bench.discord.sign(body);
        self.post(&headers(&timestamp, &signature), body.to_owned()).await
    }
}

fn headers<'a>(timestamp: &'a str, signature: &'a str) -> [(&'static str, &'a str); 2] {
    [("X-Signature-Timestamp", timestamp), ("X-Signature-Ed25519", signature)]
}

const PING: &str = r#"{"type":1,"id":"1","token":"t","application_id":"2","version":1}"#;

fn what_discord_has_not_signed_is_refused() {
    wait_for(async {
        let bench = Bench::over_http().await;
        let poster = Poster::of(&bench);
        assert_eq!(poster.signed(&bench, PING).await, (200, r#"{"type":1}"#.to_owned()));
        let (timestamp, signature) = bench.discord.sign(PING);
        let later = format!("{timestamp}0");
        let other = StandIn::start(Options::new(tempfile::tempdir().expect("a directory").path())).await;
        let (_, strange) = other.expect("a stand-in").sign(PING);
        for given in [
            &headers(&timestamp, &signature)[..1],
            &headers(&timestamp, &signature)[1..],
            &headers(&timestamp, "")[..],
            &headers(&timestamp, &signature[2..])[..],
            &headers(&timestamp, &"zz".repeat(64))[..],
            &headers(&timestamp, &strange)[..],
            &headers(&later, &signature)[..],
            &[],
        ] {
            let (status, text) = poster.post(given, PING).await;
            assert_eq!((status, text.as_str()), (401, "invalid request signature"), "{given:?}");
        }
        let changed = PING.replace("\"1\"", "\"3\"");
        assert_eq!(poster.post(&headers(&timestamp, &signature), changed).await.0, 401);
        bench.finish().await;
    });
}

fn what_is_signed_but_no_interaction_is_refused() {
    wait_for(async {
        let bench = Bench::over_http().await;
        let poster = Poster::of(&bench);
        for garbage in ["", "{", "[]", "null", r#"{"type":2}"#, r#"{"type":"x","id":"7","token":""}"#] {
            assert_eq!(poster.signed(&bench, garbage).await.0, 400, "{garbage}");
        }
        let large = format!("{PING}{}", " ".repeat(600_000));
        assert_eq!(poster.signed(&bench, &large).await.0, 413);
        let asked = Request::get(ENDPOINT_PATH).body(Body::empty()).expect("a request");
        assert_eq!(poster.ask(asked).await.0, 405);
        assert_eq!(Poster { path: "/else", ..poster }.post(&[], "").await.0, 404);
        bench.finish().await;
    });
}

/// An id created this long ago.
fn id_before(ago: Duration) -> String {
    let made = ComputerClock::here().now_ms() - ago.as_millis() as i64;
    ((made - 1_420_070_400_000) << 22).to_string()
}

fn what_was_made_long_ago_is_refused() {
    wait_for(async {
        let bench = Bench::over_http().await;
        let game = bench.game("games", "chess", None).await;
        let poster = Poster::of(&bench);
        let act = |id: String| {
            let user = json!({ "id": game.red.id(), "username": "red" });
            let options = json!([{ "type": 3, "name": "move", "value": "e4" }]);
            let act = json!({
                "type": 2, "id": id, "token": "an old one", "application_id": "2", "version": 1, "user": user,
                "channel_id": game.red.channel().id(), "data": { "name": "move", "options": options },
            });
            Value::to_string(&act)
        };
        assert_eq!(poster.signed(&bench, &act(id_before(Duration::from_mins(10)))).await.0, 401);
        assert_eq!(bench.count("SELECT count(*) FROM events WHERE kind = 'move'").await, 0);
        assert_eq!(poster.signed(&bench, &act(id_before(Duration::ZERO))).await, (202, String::new()));
        bench.soon_counts("SELECT count(*) FROM events WHERE kind = 'move'", 1).await;
        bench.finish().await;
    });
}

fn a_process_says_that_it_takes_interactions() {
    on_real_time(async {
        let dir = tempfile::tempdir().expect("a directory");
        let discord = StandIn::start(Options::new(dir.path().join("discord"))).await.expect("a stand-in");
        let mut child = rookery(dir.path(), &["run"])
            .env("DISCORD_TOKEN", discord.token())
            .env("ROOKERY_DISCORD_API_URL", discord.url())
            .env("ROOKERY_DISCORD_HTTP_LISTEN", "127.0.0.1:0")
            .env("ROOKERY_DISCORD_PUBLIC_KEY", discord.public_key())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a child");
        let out = child.stdout.take().expect("piped");
        let line = tokio::task::spawn_blocking(move || {
            let mut lines = BufReader::new(out).lines().map(|line| line.expect("text"));
            let line = lines.find(|line| line.contains("takes interactions at")).expect("where");
            // Keeps reading, so that the pipe does not fill.
            std::thread::spawn(move || lines.for_each(drop));
            line
        });
        let line = line.await.expect("a line");
        let url = line.trim_end().rsplit_once(" at ").map(|(_, url)| url.trim_end_matches('.').to_owned());
        let url = url.unwrap_or_else(|| panic!("{line}"));
        let health = url.replace(ENDPOINT_PATH, "/health");
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let answer = client.get(health).send().await.expect("an answer");
        assert_eq!(
            (answer.status().as_u16(), answer.text().await.expect("text").as_str()),
            (200, "taking interactions\n")
        );
        discord.send_interactions_to(std::slice::from_ref(&url)).await.expect("a door");
        assert!(discord.wait_for_command("help").await);
        let help = discord.member("red").slash("help", &[]).await;
        assert!(help.text().contains("**To play:**"), "{}", help.text());
        assert!(
            Command::new("kill")
                .args(["-TERM", &child.id().to_string()])
                .status()
                .expect("kill is there")
                .success()
        );
        assert_eq!(child.wait().expect("a child").code(), Some(0));
        discord.stop().await;
    });
}

fn a_key_of_another_application_ends_the_start() {
    on_real_time(async {
        let dir = tempfile::tempdir().expect("a directory");
        let discord = StandIn::start(Options::new(dir.path().join("discord"))).await.expect("a stand-in");
        let ended = rookery(dir.path(), &["run"])
            .env("DISCORD_TOKEN", discord.token())
            .env("ROOKERY_DISCORD_API_URL", discord.url())
            .env("ROOKERY_DISCORD_HTTP_LISTEN", "127.0.0.1:0")
            .env("ROOKERY_DISCORD_PUBLIC_KEY", "0".repeat(64))
            .stderr(Stdio::piped())
            .spawn()
            .expect("a child");
        let ended = tokio::task::spawn_blocking(move || ended.wait_with_output().expect("its end"));
        let ended = ended.await.expect("its end");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        let why = "discord.public_key is not the key of the application that the token is of.";
        assert!(!ended.status.success() && said.contains(why), "{said}");
        discord.stop().await;
    });
}

fn an_address_that_is_taken_ends_the_start() {
    on_real_time(async {
        let mut bench = Bench::over_http().await;
        bench.stop().await;
        let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
        let listen = taken.local_addr().expect("an address");
        if let Some(endpoint) = &mut bench.settings.endpoint {
            endpoint.listen = Some(listen);
        }
        let app = rookery::app::App::open_at(&bench.store).await.expect("a database");
        let why = rookery::discord::start(app.clone(), bench.settings.clone()).await.err().expect("no start");
        assert!(!why.needs_a_person(), "another program may end");
        let why = why.to_string();
        assert!(why.starts_with(&format!("{listen} cannot be listened at: ")), "{why}");
        app.close().await;
        bench.finish().await;
    });
}
