//! Analysis of a finished game.

use std::time::Duration;

use rookery::sandbox::{Fault, Member, Message, Response, Trouble, Upshot};

use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};

tests!(
    a_finished_game_is_looked_at_by_command_and_by_button,
    an_analysis_is_deferred_at_once_and_put_in_that_place,
    a_game_that_goes_on_is_not_looked_at,
    the_own_last_game_is_looked_at_where_there_is_none,
    the_button_works_after_a_restart,
    a_game_without_a_lapse_is_told_as_such,
    a_moment_leads_to_its_position,
    one_game_at_a_time_is_looked_at_for_each,
);

/// The private message that replaces a deferred answer.
async fn found(who: &Member, asked: &Response) -> Message {
    let at = message(asked);
    assert!(at.is_ephemeral(), "{}", at.content);
    let channel = who.channel();
    let now = || channel.message(&at.id).filter(|told| !told.files.is_empty());
    soon("what was found", || now().is_some()).await;
    now().expect("what was found")
}

/// White is mated in two moves by its own fault.
async fn fools_mate(bench: &Bench, channel: &str) -> Game {
    let game = bench.game(channel, "chess", None).await;
    done(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
    game
}

/// True for the numbered button of the moment before White allows the mate.
fn leads_to_g4(label: &str) -> bool {
    label.strip_suffix(" 2. g4").is_some_and(|mark| ["①", "②"].contains(&mark))
}

#[track_caller]
fn check(told: &Message) {
    let text = &told.content;
    assert!(text.starts_with("Chess, 2 moves.\nWhite: "), "{text}");
    assert!(text.contains("Black: no mistakes."), "{text}");
    let blunder =
        "** 2. g4 (Pawn g2-g4) was a blunder that let Black win in one move: White's chance to win went from";
    assert!(text.contains(blunder), "{text}");
    assert!(text.contains(" Better was "), "{text}");
    assert!(text.contains("After the move played, Black could answer Queen d8-h4, which mates."), "{text}");
    let picture = told.picture().expect("a picture");
    assert!(told.files[0].name == "analysis.png", "{}", told.files[0].name);
    assert!(picture.description.starts_with("Chess: the chances of both sides"), "{}", picture.description);
    assert!(told.labels().iter().any(|label| leads_to_g4(label)), "{:?}", told.labels());
}

fn a_finished_game_is_looked_at_by_command_and_by_button() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = fools_mate(&bench, "games").await;
        let asked = game.red.slash("analysis", &[]).await;
        check(&found(&game.red, &asked).await);
        let end =
            game.red.channel().wait_for(|told| told.content.contains("Checkmate")).await.expect("the end");
        assert_eq!(end.labels(), ["Rematch", "Replay", "Export", "Analysis"]);
        // Everyone who can see the channel may use it.
        let green = bench.green("games");
        let asked = green.click(&end, "Analysis").await;
        check(&found(&green, &asked).await);
        bench.finish().await;
    });
}

fn an_analysis_is_deferred_at_once_and_put_in_that_place() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = fools_mate(&bench, "games").await;
        let asked = game.red.slash("analysis", &[]).await;
        assert_eq!(asked.outcome, Upshot::Message);
        found(&game.red, &asked).await;
        let requests = bench.discord.requests();
        let deferred = requests.iter().position(|sent| sent.body["type"] == 5).expect("it is deferred");
        assert_eq!(requests[deferred].body["data"]["flags"], 64, "seen by nobody else from the beginning");
        let waits = |sent: &rookery::sandbox::Recorded| {
            sent.method == "PATCH" && sent.body["content"] == "Chess: looking at the game…"
        };
        assert!(requests[deferred..].iter().any(waits), "it is said that the bot is at it");
        bench.finish().await;
    });
}

fn a_game_that_goes_on_is_not_looked_at() {
    wait_for(async {
        let bench = Bench::new().await;
        let none = bench.green("quiet").slash("analysis", &[]).await;
        assert!(
            none.is_ephemeral() && none.text().starts_with("There is no finished game"),
            "{}",
            none.text()
        );
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["f3", "e5"]).await);
        for who in [&game.red, &bench.green("games")] {
            let refused = who.slash("analysis", &[]).await;
            assert!(refused.is_ephemeral(), "{}", refused.text());
            assert!(refused.text().starts_with("The game still goes on."), "{}", refused.text());
        }
        bench.finish().await;
    });
}

fn the_own_last_game_is_looked_at_where_there_is_none() {
    wait_for(async {
        let bench = Bench::new().await;
        fools_mate(&bench, "games").await;
        let red = bench.red("quiet");
        let asked = red.slash("analysis", &[]).await;
        check(&found(&red, &asked).await);
        bench.finish().await;
    });
}

fn the_button_works_after_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = fools_mate(&bench, "games").await;
        let end =
            game.red.channel().wait_for(|told| told.content.contains("Checkmate")).await.expect("the end");
        bench.stop().await;
        bench.start().await;
        let asked = game.blue.click(&end, "Analysis").await;
        check(&found(&game.blue, &asked).await);
        bench.finish().await;
    });
}

fn a_game_without_a_lapse_is_told_as_such() {
    wait_for(async {
        let bench = Bench::new().await;
        let start = Some("5k/6/6/1K4/6/6/6/6 w - - 0 1");
        let game = bench.game("games", "prison-break", start).await;
        done(&game.play(&["b5a4"]).await);
        let asked = game.red.slash("analysis", &[]).await;
        let told = found(&game.red, &asked).await;
        let lines: Vec<&str> = told.content.lines().collect();
        // A side that has not moved is not mentioned.
        assert_eq!(lines, ["Prison Break, 1 move.", "White: no mistakes."]);
        assert!(told.picture().is_some() && told.labels().is_empty());
        bench.finish().await;
    });
}

fn a_moment_leads_to_its_position() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = fools_mate(&bench, "games").await;
        let asked = game.red.slash("analysis", &[]).await;
        let told = found(&game.red, &asked).await;
        let labels = told.labels();
        let moment = labels.iter().find(|label| leads_to_g4(label)).expect("the moment");
        let shown = game.red.click(&told, moment).await;
        assert_eq!(message(&shown).content, "Chess, after 2. g4: Pawn g2-g4.");
        bench.finish().await;
    });
}

fn one_game_at_a_time_is_looked_at_for_each() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = fools_mate(&bench, "games").await;
        // The first analysis does not progress.
        let slow = Fault::next("/webhooks/", Trouble::Delay(Duration::from_secs(3))).method("PATCH");
        bench.discord.faults().add(slow.times(u32::MAX));
        let asked = game.red.slash("analysis", &[]).await;
        for _ in 0..8 {
            let refused = game.red.slash("analysis", &[]).await;
            assert!(refused.is_ephemeral(), "{}", refused.text());
            assert_eq!(refused.text(), "I am still looking at a game for you; ask again when that is done.");
        }
        bench.discord.faults().clear();
        let other = game.blue.slash("analysis", &[]).await;
        check(&found(&game.blue, &other).await);
        check(&found(&game.red, &asked).await);
        let again = game.red.slash("analysis", &[]).await;
        check(&found(&game.red, &again).await);
        bench.finish().await;
    });
}
