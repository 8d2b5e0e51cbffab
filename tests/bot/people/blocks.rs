//! Blocks: no challenges, and no hint of the reason.

use std::time::Duration;

use rookery::sandbox::{Member, Response, Upshot};

use super::privacy::{delete, export};
use crate::bot::bench::{Bench, done, message, wait_for};

tests_on_both!(
    a_blocked_person_cannot_challenge,
    whoever_has_blocked_is_told_to_unblock_first,
    neither_accepts_a_challenge_of_the_other,
    an_open_challenge_is_not_accepted_across_a_block,
    unblocking_undoes_it,
    blocking_oneself_or_a_bot_is_refused,
    only_so_many_can_be_blocked,
    a_block_outlives_the_data_of_the_blocked_person,
    deleting_removes_ones_own_blocks_alone,
    games_in_play_go_on,
);

async fn told(who: &Member, command: &str, whom: &Member) -> String {
    let answer = who.slash(command, &[("user", whom.id())]).await;
    assert!(answer.is_ephemeral() && message(&answer).pings().is_empty(), "{}", answer.text());
    answer.text().to_owned()
}

async fn block(who: &Member, whom: &Member) {
    let text = told(who, "block", whom).await;
    assert!(text.starts_with(&format!("You have blocked {}", whom.mention())), "{text}");
}

async fn challenge(who: &Member, whom: &Member) -> Response {
    who.slash("challenge", &[("variant", "chess"), ("opponent", whom.id())]).await
}

#[track_caller]
fn refused(answer: &Response, sentence: &str) {
    assert!(answer.outcome == Upshot::Message && answer.is_ephemeral(), "{answer:?}");
    assert_eq!(answer.text(), sentence);
}

/// The text for the blocked person.
fn not_now(whom: &Member) -> String {
    format!("{} can't be challenged now.", whom.mention())
}

const NOT_ACCEPTED: &str = "This challenge can't be accepted now.";

/// The text once the commands' ids are known.
fn unblock_first(bench: &Bench, whom: &Member) -> String {
    let commands = bench.discord.commands();
    let command = commands.iter().find(|command| command["name"] == "unblock").expect("the command");
    let id = command["id"].as_str().expect("an id");
    format!("You have blocked {}; </unblock:{id}> first.", whom.mention())
}

fn a_blocked_person_cannot_challenge() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        block(&red, &blue).await;
        refused(&challenge(&blue, &red).await, &not_now(&red));
        bench.stop().await;
        bench.start().await;
        refused(&challenge(&blue, &red).await, &not_now(&red));
        // It concerns only these two and counts towards no limit.
        done(&challenge(&blue, &bench.green("games")).await);
        done(&challenge(&bench.green("games"), &red).await);
        assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 2);
        bench.finish().await;
    });
}

fn whoever_has_blocked_is_told_to_unblock_first() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        block(&red, &blue).await;
        refused(&challenge(&red, &blue).await, &unblock_first(&bench, &blue));
        // Each sees only their own block.
        block(&blue, &red).await;
        refused(&challenge(&red, &blue).await, &unblock_first(&bench, &blue));
        refused(&challenge(&blue, &red).await, &unblock_first(&bench, &red));
        bench.finish().await;
    });
}

fn neither_accepts_a_challenge_of_the_other() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let from_red = message(&challenge(&red, &blue).await);
        let from_blue = message(&challenge(&blue, &red).await);
        block(&red, &blue).await;
        refused(&blue.click(&from_red, "Accept").await, NOT_ACCEPTED);
        refused(&red.click(&from_blue, "Accept").await, &unblock_first(&bench, &blue));
        // Declining and withdrawing still work.
        assert_eq!(blue.click(&from_red, "Decline").await.outcome, Upshot::Update);
        assert_eq!(blue.click(&from_blue, "Cancel").await.outcome, Upshot::Update);
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 0);
        bench.finish().await;
    });
}

fn an_open_challenge_is_not_accepted_across_a_block() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        block(&red, &blue).await;
        let anyone = [("variant", "chess"), ("thread", "yes")];
        let from_red = message(&red.slash("challenge", &anyone).await);
        let from_blue = message(&blue.slash("challenge", &anyone).await);
        bench.stop().await;
        bench.start().await;
        refused(&blue.click(&from_red, "Accept").await, NOT_ACCEPTED);
        refused(&red.click(&from_blue, "Accept").await, &unblock_first(&bench, &blue));
        assert!(bench.discord.threads().is_empty(), "none is opened for a game that does not begin");
        done(&bench.green("games").click(&from_red, "Accept").await);
        bench.finish().await;
    });
}

fn unblocking_undoes_it() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let not = format!("You have not blocked {}.", blue.mention());
        assert_eq!(told(&red, "unblock", &blue).await, not);
        block(&red, &blue).await;
        block(&red, &blue).await;
        // The blocked person cannot remove the block.
        assert_eq!(told(&blue, "unblock", &red).await, format!("You have not blocked {}.", red.mention()));
        refused(&challenge(&blue, &red).await, &not_now(&red));
        assert_eq!(told(&red, "unblock", &blue).await, format!("{} is no longer blocked.", blue.mention()));
        assert_eq!(told(&red, "unblock", &blue).await, not);
        let offered = message(&challenge(&blue, &red).await);
        done(&red.click(&offered, "Accept").await);
        bench.finish().await;
    });
}

fn blocking_oneself_or_a_bot_is_refused() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        refused(&red.slash("block", &[("user", red.id())]).await, "You can't block yourself.");
        let bot = bench.discord.application_id().to_string();
        refused(
            &red.slash("block", &[("user", &bot)]).await,
            "Bots challenge nobody, so there is nothing to block.",
        );
        assert_eq!(bench.count("SELECT count(*) FROM blocks").await, 0);
        bench.finish().await;
    });
}

fn only_so_many_can_be_blocked() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let others = format!(
            "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 499)
             INSERT INTO blocks (person, blocked) SELECT {}, n FROM n",
            red.id()
        );
        bench.run_sql(&others).await;
        block(&red, &blue).await;
        let full = red.slash("block", &[("user", bench.green("games").id())]).await;
        assert!(full.text().starts_with("You have blocked 500 people"), "{}", full.text());
        // Blocking an already blocked person adds nothing, even if they have deleted their data.
        block(&red, &blue).await;
        delete(&blue).await;
        block(&red, &blue).await;
        let full = red.slash("block", &[("user", bench.green("games").id())]).await;
        assert!(full.text().starts_with("You have blocked 500 people"), "{}", full.text());
        bench.finish().await;
    });
}

fn a_block_outlives_the_data_of_the_blocked_person() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        block(&red, &blue).await;
        assert_eq!(delete(&blue).await, "Done. Your data is deleted.");
        // They are no longer named, but still blocked.
        assert_eq!(bench.count("SELECT count(*) FROM blocks").await, 0);
        let file = export(&red).await;
        assert_eq!(file["blocked"], serde_json::json!([]));
        let marks = file["blocked_former"].as_array().expect("marks").clone();
        assert!(marks.len() == 1 && !file.to_string().contains(blue.id()), "{file}");
        assert_eq!(export(&blue).await["blocked_former"], serde_json::json!([]));
        refused(&challenge(&blue, &red).await, &not_now(&red));
        bench.stop().await;
        bench.start().await;
        refused(&challenge(&blue, &red).await, &not_now(&red));
        refused(&challenge(&red, &blue).await, &unblock_first(&bench, &blue));
        let open = message(&red.slash("challenge", &[("variant", "chess"), ("thread", "yes")]).await);
        refused(&blue.click(&open, "Accept").await, NOT_ACCEPTED);
        // Deleting or blocking again changes nothing.
        delete(&blue).await;
        block(&red, &blue).await;
        assert_eq!(export(&red).await["blocked_former"], serde_json::json!(marks));
        assert_eq!(bench.count("SELECT count(*) FROM blocks").await, 0);
        assert_eq!(told(&red, "unblock", &blue).await, format!("{} is no longer blocked.", blue.mention()));
        assert_eq!(told(&red, "unblock", &blue).await, format!("You have not blocked {}.", blue.mention()));
        done(&challenge(&blue, &red).await);
        bench.finish().await;
    });
}

fn deleting_removes_ones_own_blocks_alone() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue, green) = (bench.red("games"), bench.blue("games"), bench.green("games"));
        block(&red, &blue).await;
        block(&green, &red).await;
        block(&green, &blue).await;
        delete(&red).await;
        assert_eq!(bench.count("SELECT count(*) FROM blocks").await, 1);
        for who in [&red, &blue] {
            refused(&challenge(who, &green).await, &not_now(&green));
        }
        done(&challenge(&blue, &red).await);
        // Green's deletion removes Green's blocks of both, one by id and one by marker.
        delete(&green).await;
        for table in ["SELECT count(*) FROM blocks", "SELECT count(*) FROM former_blocks"] {
            assert_eq!(bench.count(table).await, 0, "{table}");
        }
        for who in [&red, &blue] {
            done(&challenge(who, &green).await);
        }
        bench.finish().await;
    });
}

fn games_in_play_go_on() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        block(&game.red, &game.blue).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.pass(Duration::from_secs(1)).await;
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        bench.finish().await;
    });
}
