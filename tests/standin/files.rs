//! Commands with files: permissions, the event for the bot, and the download.

use std::time::Duration;
use tokio::time::Instant;

use rookery::sandbox::{ChosenFile, Fault, Options, StandIn, Trouble};
use rookery::timing::Clock;
use serde_json::{Value, json};

use super::{Bench, START_MS, Wire, run, text};

tests!(
    a_command_brings_a_file,
    the_address_of_a_file_is_signed_and_expires,
    a_file_of_a_command_is_checked_before_it_is_sent,
    types_of_files_are_asked_for,
    fetching_a_file_fails_by_order,
    a_restart_forgets_the_files_of_commands,
);

const GAME: &str = "[game]\nname = \"Tower chess\"\n";

impl Bench {
    /// Registers `/game add`, with a required file and an optional picture.
    pub async fn register_game(&self) {
        let options = json!([
            { "type": 11, "name": "file", "description": "The file of the game", "required": true },
            { "type": 11, "name": "picture", "description": "How it looks", "file_types": ["image", ".SVG"] },
            { "type": 3, "name": "name", "description": "Another name" },
        ]);
        let add = json!({ "type": 1, "name": "add", "description": "Adds a game", "options": options });
        let command = json!([{ "name": "game", "description": "Your games", "options": [add] }]);
        let (status, made) = self.send("PUT", "/applications/{app}/commands", &command).await;
        assert_eq!(status, 200, "{made}");
        assert_eq!(made[0]["options"][0]["options"][1]["file_types"], json!(["image", ".SVG"]));
    }

    /// The event that the bot gets when Red adds this file.
    async fn added(&self, wire: &mut Wire, file: &ChosenFile) -> Value {
        let id = self.discord.member("red").attach(file).expect("a file that can be sent");
        self.discord.member("red").slash_now("game add", &[("file", &id)]).expect("a complete command");
        let event = wire.event("INTERACTION_CREATE").await;
        assert_eq!(event["data"]["options"][0]["options"][0]["value"], id);
        event["data"]["resolved"]["attachments"][&id].clone()
    }

    async fn fetch(&self, url: &str) -> (u16, Vec<u8>) {
        let answer = self.http.get(url).send().await.expect("an answer");
        (answer.status().as_u16(), answer.bytes().await.expect("a whole answer").to_vec())
    }
}

fn a_command_brings_a_file() {
    run(async {
        let bench = Bench::start().await;
        bench.register_game().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let asking = tokio::spawn(async move {
            let game = ChosenFile::new("Tower chess.toml", GAME).of_type("application/toml");
            red.slash_with_files("game add", &[("name", "Tower")], &[("file", &game)]).await
        });
        let event = wire.event("INTERACTION_CREATE").await;
        let add = &event["data"]["options"][0];
        let id = text(&add["options"][0]["value"]);
        let options = json!([
            { "name": "file", "type": 11, "value": id }, { "name": "name", "type": 3, "value": "Tower" },
        ]);
        assert_eq!((&add["type"], &add["options"]), (&json!(1), &options));
        let file = &event["data"]["resolved"]["attachments"][&id];
        let url = text(&file["url"]);
        let told = json!({
            "id": id, "filename": "Tower_chess.toml", "size": GAME.len(), "url": url, "proxy_url": url,
            "content_type": "application/toml", "ephemeral": true,
        });
        assert_eq!(file, &told);
        let answer = bench.http.get(&url).send().await.expect("an answer");
        assert_eq!(answer.headers()["content-type"], "application/toml");
        assert_eq!(answer.text().await.expect("a text"), GAME);
        bench.answer(&event, &json!({ "type": 4, "data": { "content": "added" } })).await;
        assert_eq!(asking.await.expect("the task ends").text(), "added");

        let unknown = bench.added(&mut wire, &ChosenFile::new("game", GAME)).await;
        assert_eq!((&unknown["filename"], unknown.get("content_type")), (&json!("game"), None));
        assert_eq!(bench.fetch(&text(&unknown["url"])).await, (200, GAME.into()));
        let empty = bench.added(&mut wire, &ChosenFile::new("empty.txt", "")).await;
        assert_eq!(
            (&empty["size"], &empty["content_type"]),
            (&json!(0), &json!("text/plain; charset=utf-8"))
        );
        assert_eq!(bench.fetch(&text(&empty["url"])).await, (200, Vec::new()));

        let fetched: Vec<_> =
            bench.discord.downloads().into_iter().map(|one| (one.method, one.status)).collect();
        assert_eq!(fetched, vec![("GET".to_owned(), 200); 3]);
        assert!(!bench.discord.requests().iter().any(|one| one.path.contains("attachments")));
        bench.discord.forget_requests();
        assert!(bench.discord.downloads().is_empty());
    });
}

fn the_address_of_a_file_is_signed_and_expires() {
    run(async {
        let clock = Clock::standing_at(START_MS as i64);
        let bench = Bench::with(|options| options.clock = clock.clone()).await;
        bench.register_game().await;
        let mut wire = bench.bot().await;
        let (one, other) = (ChosenFile::new("one.toml", GAME), ChosenFile::new("other.toml", "x"));
        let (one, other) = (bench.added(&mut wire, &one).await, bench.added(&mut wire, &other).await);
        let (url, other) = (text(&one["url"]), text(&other["url"]));
        let (path, query) = url.split_once('?').expect("a query");
        let (other_path, _) = other.split_once('?').expect("a query");
        let parts: Vec<_> = query.split('&').map(|part| part.split_once('=').unwrap_or((part, ""))).collect();
        let keys: Vec<_> = parts.iter().map(|(key, _)| *key).collect();
        assert_eq!(keys, ["ex", "is", "hm", ""], "as Discord's own end");
        let hex = |text: &str| u64::from_str_radix(text, 16).expect("hexadecimal digits");
        assert_eq!((hex(parts[1].1), hex(parts[0].1)), (START_MS / 1000, START_MS / 1000 + 86_400));
        assert_eq!(parts[2].1.len(), 64);
        let later = query.replace(parts[0].1, &format!("{:x}", hex(parts[0].1) + 1));
        let wrong = query.replace(parts[2].1, &"0".repeat(64));
        for (url, status) in [
            (url.clone(), 200),
            (path.to_owned(), 404),
            (format!("{path}?{later}"), 404),
            (format!("{path}?{wrong}"), 404),
            (format!("{other_path}?{query}"), 404),
            (url.replace("one.toml", "two.toml"), 404),
            (url.replace("/ephemeral-", "/"), 404),
        ] {
            assert_eq!(bench.fetch(&url).await.0, status, "{url}");
        }
        let token = format!("Bot {}", bench.discord.token());
        let shown = bench.http.get(&url).header("Authorization", token).send().await.expect("an answer");
        assert_eq!(shown.status().as_u16(), 401, "the token is for the API alone");
        clock.advance(Duration::from_hours(24));
        assert_eq!(bench.fetch(&url).await.0, 200);
        clock.advance(Duration::from_secs(1));
        assert_eq!(bench.fetch(&url).await.0, 404, "its time is over");
        let files = || std::fs::read_dir(bench.dir.path().join("attachments")).expect("a directory").count();
        assert_eq!(files(), 2);
        bench.added(&mut wire, &ChosenFile::new("third.toml", "x")).await;
        assert_eq!(files(), 1, "what nobody can fetch is gone");
    });
}

fn a_file_of_a_command_is_checked_before_it_is_sent() {
    run(async {
        let bench = Bench::start().await;
        bench.register_game().await;
        let _wire = bench.bot().await;
        let (red, blue) = (bench.discord.member("red"), bench.discord.member("blue"));
        let mebibytes = 10 * 1024 * 1024;
        let large = ChosenFile::new("large.toml", vec![b' '; mebibytes + 1]);
        let refused = red.slash_with_files("game add", &[], &[("file", &large)]).await;
        assert_eq!((refused.text(), refused.answered()), ("A file has at most 10 MiB.", false));
        red.attach(&ChosenFile::new("full.toml", vec![b' '; mebibytes])).expect("as large as it may be");
        red.attach(&ChosenFile::new(&"n".repeat(1024), "x")).expect("a name as long as it may be");
        let long = red.attach(&ChosenFile::new(&"n".repeat(1025), "x"));
        assert_eq!(long, Err("The name of a file has at most 1024 characters.".to_owned()));
        let missing = red.slash_now("game add", &[]);
        assert_eq!(missing, Err("This option is required. Specify a value.".to_owned()));
        let own = red.attach(&ChosenFile::new("game.toml", GAME)).expect("a file");
        for (member, value) in [(&red, "game.toml"), (&red, "1"), (&blue, own.as_str())] {
            let sent = member.slash_now("game add", &[("file", value)]);
            assert_eq!(sent, Err("Choose a file.".to_owned()), "{value}");
        }
        red.slash_now("game add", &[("file", &own)]).expect("their own file");
    });
}

fn types_of_files_are_asked_for() {
    run(async {
        let bench = Bench::start().await;
        bench.register_game().await;
        let mut wire = bench.bot().await;
        let red = bench.discord.member("red");
        let game = red.attach(&ChosenFile::new("game.toml", GAME)).expect("a file");
        for (name, fits) in
            [("a.PNG", true), ("a.svg", true), ("a.jfif", true), ("a.toml", false), ("png", false)]
        {
            let picture = red.attach(&ChosenFile::new(name, "x")).expect("a file");
            let sent = red.slash_now("game add", &[("picture", &picture), ("file", &game)]);
            if fits {
                sent.expect("a picture");
                let event = wire.event("INTERACTION_CREATE").await;
                let files = event["data"]["resolved"]["attachments"].as_object().expect("files");
                assert_eq!((files.len(), &files[&picture]["filename"]), (2, &json!(name)));
            } else {
                let why = "Choose a file of one of these types: image, .SVG.";
                assert_eq!(sent, Err(why.to_owned()), "{name}");
            }
        }
    });
}

fn fetching_a_file_fails_by_order() {
    run(async {
        let bench = Bench::start().await;
        bench.register_game().await;
        let mut wire = bench.bot().await;
        let file = bench.added(&mut wire, &ChosenFile::new("game.toml", GAME)).await;
        let url = text(&file["url"]);
        let faults = bench.discord.faults();
        let order = |trouble| faults.add(Fault::next("/ephemeral-attachments/", trouble).method("GET"));
        for status in [500, 404] {
            order(Trouble::Status(status));
            assert_eq!(bench.fetch(&url).await.0, status);
        }
        for trouble in [Trouble::DropBefore, Trouble::DropAfter] {
            order(trouble);
            let whole = async || bench.http.get(&url).send().await?.bytes().await;
            assert!(whole().await.is_err());
        }
        order(Trouble::CutShort);
        let mut answer = bench.http.get(&url).send().await.expect("the head of an answer");
        assert_eq!(answer.content_length(), Some(GAME.len() as u64));
        let half = answer.chunk().await.expect("the first half").expect("the first half");
        assert_eq!(half, GAME.as_bytes()[..GAME.len() / 2]);
        assert!(answer.chunk().await.is_err(), "the rest does not come");
        for slow in [Trouble::Delay, Trouble::SlowAnswer] {
            order(slow(Duration::from_millis(60)));
            let began = Instant::now();
            assert_eq!(bench.fetch(&url).await, (200, GAME.into()));
            assert!(began.elapsed() >= Duration::from_millis(60));
        }
        assert!(faults.are_over());
        assert_eq!(bench.fetch(&url).await, (200, GAME.into()));
    });
}

fn a_restart_forgets_the_files_of_commands() {
    run(async {
        let bench = Bench::start().await;
        bench.register_game().await;
        let mut wire = bench.bot().await;
        let url = text(&bench.added(&mut wire, &ChosenFile::new("game.toml", GAME)).await["url"]);
        bench.discord.stop().await;
        let again = StandIn::start(Options::new(bench.dir.path())).await.expect("it starts again");
        let files = std::fs::read_dir(bench.dir.path().join("attachments")).expect("a directory");
        assert_eq!(files.count(), 0);
        let moved = url.replace(&bench.discord.url(), &again.url());
        assert_eq!(bench.fetch(&moved).await.0, 404);
    });
}
