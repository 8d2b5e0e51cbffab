//! A person's data: shown, exported, deleted.

use std::time::Duration;

use rookery::sandbox::{Member, Message};
use serde_json::{Value, json};

use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::databases::DbProbe;
use crate::house::kept::{Kept, kept};

tests!(
    the_card_tells_what_is_kept,
    the_card_tells_all_that_the_export_holds,
    the_export_holds_all_that_is_kept,
    deleting_asks_first_and_says_what_happens,
    deleting_removes_a_person_everywhere,
    the_opponents_of_a_deleted_person_are_told,
    the_buttons_work_after_a_restart,
);

async fn card(who: &Member) -> Message {
    message(&who.slash("privacy", &[]).await)
}

/// The file created by *Export*.
pub(in crate::bot) async fn export(who: &Member) -> Value {
    let answer = message(&who.click(&card(who).await, "Export").await);
    assert!(answer.is_ephemeral() && answer.content.starts_with("This is all"), "{}", answer.content);
    let [file] = &answer.files[..] else { panic!("no file: {answer:?}") };
    assert_eq!(file.name, "rookery.json");
    assert!(file.content_type.starts_with("application/json"), "{}", file.content_type);
    serde_json::from_slice(&file.bytes).expect("JSON")
}

/// Deletes a member's data. Returns the confirmation.
pub(in crate::bot) async fn delete(who: &Member) -> String {
    let question = message(&who.click(&card(who).await, "Delete").await);
    let answer = who.click(&question, "Yes, delete").await;
    assert!(message(&answer).buttons().is_empty());
    answer.text().to_owned()
}

/// Red and Blue during a game, and a finished game of theirs.
async fn playing(bench: &Bench) -> Game {
    let over = bench.game("quiet", "chess", None).await;
    done(&over.play(&["f3", "e5", "g4", "Qh4"]).await);
    let game = bench.game("games", "squirrel", None).await;
    done(&game.play(&["e3e4"]).await);
    game
}

/// Number of occurrences of a person's id in the database.
async fn mentions(bench: &Bench, who: &Member) -> i64 {
    let beside = DbProbe::at(&format!("sqlite:{}", bench.database().display())).await;
    let number: i64 = who.id().parse().expect("a number");
    let columns: Vec<(String, String)> = beside
        .rows(
            "SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'",
        )
        .await;
    assert!(columns.len() > 40, "{columns:?}");
    let mut found = 0;
    for (table, column) in columns {
        found +=
            beside.number(format!("SELECT count(*) FROM \"{table}\" WHERE \"{column}\" = {number}")).await;
    }
    beside.close().await;
    found
}

fn the_card_tells_what_is_kept() {
    wait_for(async {
        let bench = Bench::new().await;
        for who in [bench.red("games"), bench.red("dm")] {
            let card = card(&who).await;
            assert!(card.is_ephemeral() && card.files.is_empty());
            for kept in ["Discord id", "moves", "Challenges", "language"] {
                assert!(card.content.contains(kept), "{kept}: {}", card.content);
            }
            assert_eq!(card.labels(), ["Export", "Delete"]);
        }
        bench.finish().await;
    });
}

fn the_card_tells_all_that_the_export_holds() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let (card, file) = (card(&red).await.content, export(&red).await);
        let kept = kept();
        let mut told: Vec<String> = kept.iter().flat_map(Kept::in_file).collect();
        told.sort_unstable();
        let held: Vec<&String> = file.as_object().expect("an object").keys().collect();
        // Each part of the file once, and nothing else.
        assert_eq!(told.iter().collect::<Vec<_>>(), held);
        for one in &kept {
            // Commands are links in the chat.
            let begins = one.what.split('`').next().unwrap_or_default();
            assert!(card.contains(begins), "{}: {card}", one.name);
        }
        bench.finish().await;
    });
}

fn the_export_holds_all_that_is_kept() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = playing(&bench).await;
        let alone = bench.red("alone");
        done(
            &alone
                .slash("challenge", &[("variant", "chess"), ("opponent", alone.id()), ("thread", "no")])
                .await,
        );
        done(&game.red.slash("challenge", &[("variant", "prison-break"), ("thread", "yes")]).await);
        done(&game.blue.slash("challenge", &[("variant", "chess"), ("opponent", alone.id())]).await);
        let offer = message(&game.red.slash("draw", &[]).await);
        bench
            .soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer' AND message IS NOT NULL", 1)
            .await;
        bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 2).await;
        bench.boards_are_noted().await;
        let file = export(&game.red).await;
        assert_eq!((&file["person"], &file["locale"]), (&json!(game.red.id()), &json!("en-US")));
        let games = file["games"].as_array().expect("games");
        let told: Vec<_> = games
            .iter()
            .map(|one| (one["variant"].as_str(), one["role"].as_str(), one["state"].as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (Some("chess"), Some("both"), Some("live")),
                (Some("squirrel"), Some("white"), Some("live")),
                (Some("chess"), Some("white"), Some("over"))
            ],
            "the newest first"
        );
        assert_eq!((&games[1]["opponent"], &games[0]["opponent"]), (&json!(game.blue.id()), &Value::Null));
        assert_eq!(games[1]["place"]["channel"], game.red.channel().id());
        assert_eq!(games[2]["ending"], "checkmate black");
        let log = |game: &Value| {
            let log = game["log"].as_array().expect("a log").iter();
            log.map(|event| {
                assert!(event["at_ms"].as_i64().is_some_and(|at| at > 1_500_000_000_000), "{event}");
                format!("{} {} {}", event["kind"], event["by"], event["text"]).replace('"', "")
            })
            .collect::<Vec<_>>()
        };
        assert!(log(&games[1])[0].starts_with("begun null "), "{:?}", log(&games[1]));
        assert_eq!(log(&games[1])[1..], ["move white e3e4", "asked white draw"]);
        let channel = game.red.channel();
        assert_eq!(games[1]["offers"], json!([{ "channel": channel.id(), "message": offer.id }]));
        let board = games[1]["board"]["message"].as_str().and_then(|id| channel.message(id));
        assert!(board.is_some_and(|board| board.content.contains("e3-e4")), "{}", games[1]["board"]);
        assert_eq!(
            log(&games[2])[1..],
            [
                "move white f2f3",
                "move black e7e5",
                "move white g2g4",
                "move black d8h4",
                "ended null checkmate black"
            ]
        );
        let challenges = file["challenges"].as_array().expect("challenges");
        let told: Vec<_> = challenges.iter().map(|one| (&one["challenger"], &one["opponent"])).collect();
        let (red, blue) = (json!(game.red.id()), json!(game.blue.id()));
        assert_eq!(told, [(&red, &Value::Null), (&blue, &red)]);
        let shown = challenges[0]["message"].as_str().and_then(|id| channel.message(id));
        assert!(shown.is_some_and(|shown| !shown.labels().is_empty()), "{}", challenges[0]);
        let lately = file["challenged_lately"].as_array().expect("who challenged whom");
        assert!(lately.iter().any(|one| one["opponent"] == Value::Null) && lately.len() == 2, "{lately:?}");
        bench.finish().await;
    });
}

fn deleting_asks_first_and_says_what_happens() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = playing(&bench).await;
        bench.soon_counts("SELECT count(*) FROM games WHERE shown >= due", 2).await;
        let before = export(&game.red).await;
        let question = message(&game.red.click(&card(&game.red).await, "Delete").await);
        assert!(question.is_ephemeral());
        for part in [
            "Your live game against somebody else is resigned.",
            "You have no live game against yourself.",
            "a former player",
            "Challenges from and to you are closed.",
            "If others have blocked you, that stays, with a fingerprint in place of your id.",
        ] {
            assert!(question.content.contains(part), "{part}: {}", question.content);
        }
        assert_eq!(question.labels(), ["Yes, delete", "Keep it"]);
        let kept = game.red.click(&question, "Keep it").await;
        assert_eq!(kept.text(), "Nothing was deleted.");
        assert!(message(&kept).buttons().is_empty());
        assert_eq!(export(&game.red).await["games"], before["games"]);
        done(&game.blue.slash("move", &[("move", "e8e7")]).await);
        let none = bench.green("games");
        let question = message(&none.click(&card(&none).await, "Delete").await);
        assert!(
            question.content.contains("You have no live game against somebody else"),
            "{}",
            question.content
        );
        bench.finish().await;
    });
}

fn deleting_removes_a_person_everywhere() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        bench.settings.sweep = Duration::from_millis(50);
        bench.start().await;
        let game = playing(&bench).await;
        let alone = bench.red("alone");
        done(
            &alone
                .slash("challenge", &[("variant", "chess"), ("opponent", alone.id()), ("thread", "no")])
                .await,
        );
        let ask = [("variant", "prison-break"), ("opponent", game.blue.id()), ("thread", "yes")];
        let challenge = message(&game.red.slash("challenge", &ask).await);
        assert!(mentions(&bench, &game.red).await > 4);
        let others = mentions(&bench, &game.blue).await;
        assert_eq!(delete(&game.red).await, "Done. 2 live games have ended, and your data is deleted.");
        assert_eq!(mentions(&bench, &game.red).await, 0);
        assert!((1..others).contains(&mentions(&bench, &game.blue).await), "of Blue the games are kept");
        let channel = game.red.channel();
        soon("the challenge is closed", || {
            channel.message(&challenge.id).is_some_and(|now| now.content.contains("no longer open"))
        })
        .await;
        // Repeating it is harmless.
        assert_eq!(delete(&game.red).await, "Done. Your data is deleted.");
        assert_eq!(export(&game.red).await["games"], json!([]));
        // The finished game stays for Blue.
        let over = message(&bench.blue("quiet").slash("board", &[]).await);
        assert!(
            over.content.contains("a former player") && over.content.contains("Checkmate"),
            "{}",
            over.content
        );
        let games = export(&game.blue).await["games"].as_array().expect("games").clone();
        assert!(games.len() == 2 && games.iter().all(|one| one["opponent"].is_null()), "{games:?}");
        bench.finish().await;
    });
}

fn the_opponents_of_a_deleted_person_are_told() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = playing(&bench).await;
        assert_eq!(delete(&game.red).await, "Done. One live game has ended, and your data is deleted.");
        bench.pass(Duration::from_secs(10)).await;
        let channel = game.red.channel();
        let end = channel.wait_for(|message| message.content.contains("a former player")).await;
        let end = end.expect("the end is told");
        assert_eq!(end.pings(), [game.blue.id()]);
        assert!(end.picture().is_some() && !end.content.contains(game.red.id()), "{}", end.content);
        let late = game.blue.slash("move", &[("move", "e8e7")]).await;
        assert!(late.is_ephemeral() && late.text().contains("no game"), "{}", late.text());
        bench.finish().await;
    });
}

fn the_buttons_work_after_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = playing(&bench).await;
        let card = card(&game.red).await;
        let question = message(&game.red.click(&card, "Delete").await);
        bench.stop().await;
        bench.start().await;
        let file = message(&game.red.click(&card, "Export").await);
        assert_eq!(file.files.len(), 1);
        // A click acts only on the clicker's own data, even on another person's card.
        let yes = question.buttons()[0].custom_id.clone();
        let green = bench.green("games").click_stale(&question, &yes).await;
        assert!(!green.text().contains("live game"), "{}", green.text());
        assert_eq!(export(&game.red).await["games"].as_array().map(Vec::len), Some(2));
        let gone = game.red.click(&question, "Yes, delete").await;
        assert!(gone.text().starts_with("Done. One live game"), "{}", gone.text());
        assert_eq!(mentions(&bench, &game.red).await, 0);
        bench.finish().await;
    });
}
