//! The state left by a process killed at a bad moment: old boards still lose their buttons, challenges that
//! were never posted are posted, and the players are notified.

use std::time::Duration;

use rookery::app::{App, Caller, ChallengeWish, ColorWish, Limits, Opponent, ThreadWish};
use rookery::game::{GuildId, UserId};
use rookery::games;
use rookery::sandbox::{Fault, Message, Trouble};

use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};

tests_on_both!(
    an_old_board_loses_its_buttons_after_the_process_ended,
    an_old_board_in_a_closed_channel_loses_its_buttons_when_it_opens,
    an_answer_that_was_never_noted_loses_its_buttons,
    a_board_that_was_posted_and_never_noted_loses_its_buttons,
    that_a_board_is_sent_is_noted_before,
    where_no_history_may_be_read_a_lost_board_is_let_be,
    an_offer_that_stands_keeps_its_buttons,
    a_challenge_that_nobody_saw_is_posted_when_it_comes_again,
    a_challenge_that_nobody_saw_costs_no_pause,
    a_challenge_whose_answer_failed_costs_no_pause,
    an_answer_that_is_not_there_yet_is_no_warning,
    an_answer_of_too_long_ago_is_no_warning,
    a_game_that_an_action_sets_aside_is_told_in_its_channel,
);

/// Discord's permission to read message history.
const READ_MESSAGE_HISTORY: u64 = 1 << 16;
const SHOWN: &str = "SELECT count(*) FROM games WHERE shown >= due";
const OLD: &str = "SELECT count(*) FROM outbox WHERE kind = 'old-board'";

/// Waits until only this message has buttons.
async fn only_this_has_buttons(game: &Game, newest: &str) {
    let others = || {
        let all = game.red.channel().messages();
        all.into_iter()
            .filter(|one| one.id != newest && !one.buttons().is_empty())
            .map(|one| one.id)
            .collect::<Vec<_>>()
    };
    soon(&format!("only {newest} has buttons"), || others().is_empty()).await;
}

/// Makes all edits fail from now on.
fn stop_edits(bench: &Bench) {
    bench
        .discord
        .faults()
        .add(Fault::next("/messages/", Trouble::Status(503)).method("PATCH").times(100_000));
}

async fn quick(sweep: u64) -> Bench {
    let mut bench = Bench::without_bot().await;
    bench.settings.sweep = Duration::from_secs(sweep);
    bench.start().await;
    bench
}

fn an_old_board_loses_its_buttons_after_the_process_ended() {
    wait_for(async {
        let mut bench = quick(5).await;
        let game = bench.game("games", "chess", None).await;
        stop_edits(&bench);
        let newest = message(&game.play(&["e4", "e5", "Nf3"]).await);
        bench.soon_counts(SHOWN, 1).await;
        bench.stop().await;
        bench.discord.faults().clear();
        bench.settings.clock.advance(Duration::from_secs(30));
        bench.start().await;
        bench.pass(Duration::from_secs(30)).await;
        only_this_has_buttons(&game, &newest.id).await;
        bench.pass(Duration::from_secs(10)).await;
        bench.soon_counts(OLD, 0).await;
        assert_eq!(game.red.channel().message(&newest.id).map(|board| board.labels().len()), Some(5));
        bench.finish().await;
    });
}

fn an_old_board_in_a_closed_channel_loses_its_buttons_when_it_opens() {
    wait_for(async {
        let mut bench = quick(5).await;
        let game = bench.game("games", "chess", None).await;
        only_this_has_buttons(&game, &game.board.id).await;
        stop_edits(&bench);
        let newest = message(&game.play(&["e4"]).await);
        bench.soon_counts(SHOWN, 1).await;
        bench.stop().await;
        bench.discord.faults().clear();
        game.red.channel().deny_bot(crate::bot::permission::VIEW_CHANNEL);
        // The token has expired by then.
        bench.settings.clock.advance(Duration::from_mins(20));
        bench.start().await;
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!(bench.count(OLD).await, 1, "it waits");
        game.red.channel().allow_bot();
        bench.settings.clock.advance(Duration::from_mins(61));
        bench.pass(Duration::from_secs(30)).await;
        only_this_has_buttons(&game, &newest.id).await;
        bench.soon_counts(OLD, 0).await;
        bench.finish().await;
    });
}

/// As after a kill between the answer to the last move and its record. The bot must be stopped.
async fn forget_the_last_note(bench: &Bench, before: &Message) {
    // First the interaction, because its token is wiped with it.
    bench.sql("UPDATE games SET board_interaction = NULL").await;
    bench.run_sql(&format!("UPDATE games SET shown = shown - 1, board_message = {}", before.id)).await;
    bench.owe_boards().await;
    bench.sql("DELETE FROM outbox WHERE kind = 'old-board'").await;
}

fn an_answer_that_was_never_noted_loses_its_buttons() {
    wait_for(async {
        let mut bench = quick(5).await;
        let game = bench.game("games", "chess", None).await;
        let first = message(&game.play(&["e4"]).await);
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        bench.soon_counts(SHOWN, 1).await;
        bench.stop().await;
        forget_the_last_note(&bench, &first).await;
        // The game continues before the bot has searched for that board.
        bench.play_unanswered(&game.red, "7", "Nf3").await;
        bench.settings.clock.advance(Duration::from_secs(30));
        bench.start().await;
        let newest =
            game.red.channel().wait_for(|one| one.content.contains("g1-f3")).await.expect("the board");
        bench.soon_counts(SHOWN, 1).await;
        bench.pass(Duration::from_secs(30)).await;
        only_this_has_buttons(&game, &newest.id).await;
        bench.finish().await;
    });
}

/// A game in a thread whose first board exists without the bot's knowledge, because its response was lost.
/// White has moved since.
async fn with_a_lost_first_board(bench: &Bench) -> (Game, Message) {
    let (red, blue) = (bench.red("games"), bench.blue("games"));
    let options = [
        ("variant", "chess"),
        ("opponent", blue.id()),
        ("color", "white"),
        ("thread", "yes"),
        ("pace", "1d"),
    ];
    let offer = message(&red.slash("challenge", &options).await);
    let there = format!("/channels/{}/messages", offer.id);
    bench.discord.faults().add(Fault::next(&there, Trouble::DropAfter).method("POST").times(100_000));
    done(&blue.click(&offer, "Accept").await);
    let thread = bench.discord.threads().remove(0);
    let board = thread.wait_for(|one| one.picture().is_some()).await.expect("a board");
    let game = Game { red: red.at(&thread), blue: blue.at(&thread), board };
    let newest = message(&game.red.slash("move", &[("move", "e4")]).await);
    bench.soon_counts(SHOWN, 1).await;
    // The bot retries for this long, and then does not know whether it was sent.
    tokio::time::sleep(Duration::from_secs(11)).await;
    assert!(!game.red.channel().message(&game.board.id).expect("the board").buttons().is_empty());
    (game, newest)
}

/// Waits for the search that follows an unrecorded board.
async fn looked_for(bench: &Bench) {
    bench.discord.faults().clear();
    bench.pass(Duration::from_mins(1)).await;
    bench.soon_counts("SELECT count(*) FROM outbox WHERE kind IN ('old-board', 'unnoted-board')", 0).await;
}

fn a_board_that_was_posted_and_never_noted_loses_its_buttons() {
    wait_for(async {
        let bench = quick(5).await;
        let (game, newest) = with_a_lost_first_board(&bench).await;
        // Other people write there as well, more messages than Discord lists at once.
        for line in 0..110 {
            let _said = game.blue.say(&format!("line {line}")).expect("a line");
        }
        looked_for(&bench).await;
        only_this_has_buttons(&game, &newest.id).await;
        assert_eq!(game.red.channel().message(&newest.id).map(|board| board.labels().len()), Some(5));
        bench.finish().await;
    });
}

fn that_a_board_is_sent_is_noted_before() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let options = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("thread", "yes")];
        let offer = message(&red.slash("challenge", &options).await);
        let there = format!("/channels/{}/messages", offer.id);
        let tried = "SELECT count(*) FROM outbox WHERE kind = 'board' AND tried_at IS NOT NULL";
        // As left by a process that is killed now.
        bench
            .discord
            .faults()
            .add(Fault::next(&there, Trouble::SlowAnswer(Duration::from_secs(4))).method("POST"));
        done(&blue.click(&offer, "Accept").await);
        bench.soon_counts(tried, 1).await;
        bench.soon_counts(SHOWN, 1).await;
        bench.finish().await;
    });
}

fn where_no_history_may_be_read_a_lost_board_is_let_be() {
    wait_for(async {
        let bench = quick(5).await;
        let (game, _) = with_a_lost_first_board(&bench).await;
        game.red.channel().deny_bot(READ_MESSAGE_HISTORY);
        looked_for(&bench).await;
        let looks = bench.discord.requests().into_iter();
        let looks = looks.filter(|one| one.method == "GET" && one.path.ends_with("/messages")).count();
        assert_eq!(looks, 1, "an empty list is no reason for another look");
        let board = game.red.channel().message(&game.board.id).expect("the board");
        assert!(!board.buttons().is_empty());
        bench.finish().await;
    });
}

fn an_offer_that_stands_keeps_its_buttons() {
    wait_for(async {
        let bench = quick(5).await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let offer = message(&game.red.slash("draw", &[]).await);
        let newest = message(&game.red.slash("board", &[]).await);
        bench.pass(Duration::from_mins(2)).await;
        assert!(!game.red.channel().message(&offer.id).expect("the offer").buttons().is_empty());
        assert!(!game.red.channel().message(&newest.id).expect("the board").buttons().is_empty());
        bench.finish().await;
    });
}

fn wish(bench: &Bench, opponent: &str) -> (Caller, ChallengeWish) {
    let number = |id: &str| id.parse().expect("a snowflake");
    let by = bench.caller(&bench.red("games"), "7");
    let by = Caller { guild: Some(GuildId(bench.discord.guild_id())), ..by };
    let wish = ChallengeWish {
        variant: games::from_slug("chess").expect("a game"),
        opponent: Some(Opponent { user: UserId(number(opponent)), bot: false }),
        color: ColorWish::White,
        engine: None,
        pace: None,
        hints: false,
        rated: false,
        thread: ThreadWish::No,
        position: None,
    };
    (by, wish)
}

/// A challenge as left by a process killed after its commit. The bot must be stopped.
async fn challenge_unanswered(bench: &Bench, interaction: &str) {
    let blue = bench.blue("games");
    let (by, wish) = wish(bench, blue.id());
    let by =
        Caller { interaction: rookery::game::InteractionId(interaction.parse().expect("a number")), ..by };
    let app = App::open_at(&bench.store).await.expect("a database").with_limits(Limits::default());
    app.challenge(&by, wish, None).await.expect("a challenge");
    app.close().await;
}

fn a_challenge_that_nobody_saw_is_posted_when_it_comes_again() {
    wait_for(async {
        let mut bench = Bench::new().await;
        bench.limits = Limits::default();
        bench.stop().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("thread", "no")];
        let sent = red.slash_now("challenge", &ask).expect("a command");
        challenge_unanswered(&bench, &sent).await;
        bench.start().await;
        assert!(bench.discord.replay(&sent));
        let offer = message(&red.answer_to(&sent).await);
        assert!(offer.labels().contains(&"Accept".to_owned()), "{}", offer.content);
        bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 1).await;
        let board = message(&blue.click(&offer, "Accept").await);
        assert!(board.picture().is_some(), "{}", board.content);
        bench.finish().await;
    });
}

fn a_challenge_that_nobody_saw_costs_no_pause() {
    wait_for(async {
        let mut bench = Bench::new().await;
        bench.limits = Limits::default();
        bench.stop().await;
        challenge_unanswered(&bench, "7").await;
        bench.start().await;
        bench.pass(Duration::from_secs(10)).await;
        bench.soon_counts("SELECT count(*) FROM challenges", 0).await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("thread", "no")];
        done(&red.slash("challenge", &ask).await);
        let soon = red.slash("challenge", &ask).await;
        assert!(soon.is_ephemeral(), "one that was seen does: {}", soon.text());
        bench.finish().await;
    });
}

fn a_challenge_whose_answer_failed_costs_no_pause() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        bench.limits = Limits::default();
        bench.start().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("thread", "no")];
        bench.discord.faults().add(Fault::next("/callback", Trouble::Refuse(400, 50_035)).times(1_000));
        bench.discord.faults().add(Fault::next("/messages", Trouble::Status(503)).times(100_000));
        assert!(!red.slash("challenge", &ask).await.answered());
        bench.soon_counts("SELECT count(*) FROM challenges", 0).await;
        bench.discord.faults().clear();
        done(&red.slash("challenge", &ask).await);
        bench.stop().await;
    });
}

fn an_answer_that_is_not_there_yet_is_no_warning() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.stop().await;
        let sent = game.red.slash_now("move", &[("move", "e4")]).expect("a command");
        bench.play_unanswered(&game.red, &sent, "e4").await;
        bench.start().await;
        assert!(bench.discord.replay(&sent));
        done(&game.red.answer_to(&sent).await);
        let asked = bench.discord.requests().into_iter().filter(|one| one.path.ends_with("/@original"));
        let answers: Vec<_> = asked.map(|one| one.status).collect();
        assert_eq!(answers, [404], "it was asked whether there is an answer");
        assert!(
            bench.bot().counts().ends_with("0 failed") || bench.bot().counts().contains(" 0 failed;"),
            "{}",
            bench.bot().counts()
        );
        bench.finish().await;
    });
}

fn an_answer_of_too_long_ago_is_no_warning() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.stop().await;
        let sent = game.red.slash_now("move", &[("move", "e4")]).expect("a command");
        bench.play_unanswered(&game.red, &sent, "e4").await;
        // Discord's error once the interaction's token has expired.
        bench.discord.faults().add(Fault::next("/@original", Trouble::Refuse(401, 50_027)).times(100));
        bench.start().await;
        bench.boards_are_noted().await;
        assert!(bench.discord.requests().iter().any(|one| one.status == 401), "it was asked for");
        assert!(bench.bot().counts().contains(" 0 failed"), "{}", bench.bot().counts());
        bench.finish().await;
    });
}

fn a_game_that_an_action_sets_aside_is_told_in_its_channel() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        bench.soon_counts(SHOWN, 1).await;
        bench.pass(Duration::from_secs(10)).await;
        bench.sql("UPDATE games SET rules_version = 0, fen = 'of other rules'").await;
        let told = game.blue.slash("move", &[("move", "e5")]).await;
        assert!(told.is_ephemeral() && told.text().contains("set aside"), "{}", told.text());
        let notices = || {
            let told = game.red.channel().messages();
            told.iter().filter(|message| message.content.contains("It is set aside, unchanged")).count()
        };
        // By then it is certain that no process is handling it.
        bench.pass(Duration::from_secs(30)).await;
        soon("the players are told", || notices() == 1).await;
        bench.soon_counts(SHOWN, 1).await;
        bench.pass(Duration::from_mins(1)).await;
        assert_eq!(notices(), 1);
        bench.finish().await;
    });
}
