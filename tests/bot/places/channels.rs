//! Channels of games: buttons act on their own game, closed channels are retried, removed bots can return.

use std::time::Duration;

use crate::bot::permission;

use crate::bot::bench::{Bench, message, soon, wait_for};

tests_on_both!(
    a_button_acts_on_no_game_but_that_of_its_channel,
    a_board_that_cannot_go_into_its_thread_leaves_no_buttons_elsewhere,
    a_channel_closed_to_the_bot_waits_and_the_list_says_why,
    a_removed_bot_waits_and_comes_back,
    a_bot_that_was_removed_while_it_was_away_notices,
    a_channel_deleted_while_the_bot_was_away_is_noticed,
);

fn a_button_acts_on_no_game_but_that_of_its_channel() {
    wait_for(async {
        let bench = Bench::new().await;
        let first = bench.game("games", "chess", None).await;
        let (red, green) = (bench.red("other"), bench.green("other"));
        let ask = [("variant", "squirrel"), ("opponent", green.id()), ("color", "white"), ("thread", "no")];
        let offer = message(&red.slash("challenge", &ask).await);
        let second = message(&green.click(&offer, "Accept").await);
        // The first game's button below a message in the second one's channel.
        let button = first.board.buttons().into_iter().find(|b| b.label == "Resign").expect("a button");
        let told = red.click_stale(&second, &button.custom_id).await;
        assert!(
            told.is_ephemeral() && told.text().starts_with("That game is no longer stored"),
            "{}",
            told.text()
        );
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live'").await, 2);
        let played = red.slash("move", &[("move", "e3e4")]).await;
        assert!(
            played.answered() && !played.text().contains("no game"),
            "the second goes on: {}",
            played.text()
        );
        // By command, the question also names the variant and the opponent.
        let asked = red.slash("resign", &[]).await;
        assert!(asked.text().contains("Squirrel") && asked.text().contains(green.id()), "{}", asked.text());
        bench.finish().await;
    });
}

fn a_board_that_cannot_go_into_its_thread_leaves_no_buttons_elsewhere() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("thread", "yes")];
        let offer = message(&red.slash("challenge", &ask).await);
        assert!(blue.click(&offer, "Accept").await.answered());
        let thread = bench.discord.threads().remove(0);
        let board = thread.wait_for(|m| m.picture().is_some()).await.expect("a board");
        assert!(!board.buttons().is_empty());
        for (who, text) in [(&red, "e4"), (&blue, "e5")] {
            let played = who.at(&thread).slash("move", &[("move", text)]).await;
            assert!(!played.is_ephemeral(), "{}", played.text());
        }
        red.channel().deny_bot_in_threads();
        // The board belongs in the thread, where the bot may no longer write.
        let form = red.click(&message(&red.slash("next", &[]).await), "Type a move").await;
        let played = red.submit(&form, &[("move", "Nf3")]).await;
        assert!(played.answered(), "{}", played.text());
        let words = || red.ephemerals().into_iter().find(|one| one.content.contains("I can't write in"));
        soon("a word of it", || words().is_some()).await;
        let told = words().expect("a word of it");
        assert!(told.buttons().is_empty(), "{:?}", told.labels());
        assert!(told.content.contains(thread.id()), "{}", told.content);
        bench.finish().await;
    });
}

fn a_channel_closed_to_the_bot_waits_and_the_list_says_why() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.stop().await;
        bench.play_unanswered(&game.red, "7", "e4").await;
        bench.sql("UPDATE interactions SET token = NULL").await;
        let channel = game.red.channel();
        channel.deny_bot(permission::VIEW_CHANNEL);
        bench.discord.forget_requests();
        bench.start().await;
        let posts = || {
            let posted =
                |r: &&rookery::sandbox::Recorded| r.method == "POST" && r.path.ends_with("/messages");
            bench.discord.requests().iter().filter(posted).count()
        };
        soon("a try", || posts() == 1).await;
        bench.soon_counts("SELECT count(*) FROM closed_channels", 1).await;
        bench.pass(Duration::from_mins(4)).await;
        assert_eq!(posts(), 1, "it is tried again rarely");
        let list = bench.red("other").slash("games", &[]).await;
        assert!(list.text().contains("waits"), "{}", list.text());
        // The channel is open again, and the next attempt is due.
        channel.allow_bot();
        bench.pass(Duration::from_mins(2)).await;
        let board = channel.wait_for(|m| m.content.contains("e2-e4")).await;
        assert!(board.is_some(), "the board is posted");
        bench.soon_counts("SELECT count(*) FROM closed_channels", 0).await;
        let list = bench.red("other").slash("games", &[]).await;
        assert!(!list.text().contains("waits"), "{}", list.text());
        bench.finish().await;
    });
}

fn a_removed_bot_waits_and_comes_back() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        // A board recorded later would mark the channel as open.
        bench.soon_counts("SELECT count(*) FROM games WHERE shown > 0", 1).await;
        bench.discord.remove_bot();
        bench.soon_counts("SELECT count(*) FROM closed_channels", 1).await;
        let list = game.red.in_channel("dm").slash("games", &[]).await;
        assert!(list.text().contains("waits") && list.text().contains("Chess"), "{}", list.text());
        bench.discord.invite_bot();
        bench.soon_counts("SELECT count(*) FROM closed_channels", 0).await;
        assert!(game.play(&["e4", "e5"]).await.answered(), "the game goes on");
        bench.finish().await;
    });
}

fn a_bot_that_was_removed_while_it_was_away_notices() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.stop().await;
        bench.discord.remove_bot();
        // The session is invalidated too, so the bot learns of the removal only from the next session's guild
        // list.
        bench.discord.gateway_invalidate(false);
        bench.start().await;
        bench.soon_counts("SELECT count(*) FROM closed_channels WHERE code = 0", 1).await;
        let list = game.red.in_channel("dm").slash("games", &[]).await;
        assert!(list.text().contains("I was removed from its server"), "{}", list.text());
        bench.finish().await;
    });
}

fn a_channel_deleted_while_the_bot_was_away_is_noticed() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.stop().await;
        game.red.channel().delete();
        // The session is invalidated too, so the bot gets no event for the deletion.
        bench.discord.gateway_invalidate(false);
        bench.start().await;
        bench.soon_counts("SELECT count(*) FROM closed_channels", 1).await;
        let list = bench.red("general").slash("games", &[]).await;
        assert!(list.text().contains("waits"), "{}", list.text());
        bench.finish().await;
    });
}
