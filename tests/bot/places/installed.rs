//! User installs: in a place where the person has the bot but the server has not, the bot can only answer.

use std::time::Duration;

use rookery::sandbox::{Fault, Member, Message, Trouble, Upshot};

use crate::bot::bench::{Bench, done, message, soon, wait_for};
use crate::bot::people::privacy::delete;
use crate::bot::people::settings::menus;

tests_on_both!(
    alone_one_plays_where_the_bot_is_not,
    a_channel_is_nobody_s_where_the_bot_is_not,
    the_first_steps_lead_to_a_place_of_one_s_own,
    a_game_in_which_the_bot_begins_is_its_player_s,
    buttons_work_there_after_a_restart,
    two_people_are_told_what_they_need,
    what_only_answers_works_everywhere,
    alone_one_plays_among_others_direct_messages,
    whoever_has_not_installed_it_does_not_have_it,
    when_the_bot_comes_the_games_stay_apart,
    whoever_leaves_takes_the_place_along,
    nobody_is_given_the_place_of_somebody_who_left,
    nothing_is_kept_of_who_begins_no_game,
    an_old_board_there_is_owed_until_an_edit_gets_through,
    whoever_may_show_nothing_to_others_plays_unseen,
);

/// A guild without the bot, in which Red has it.
async fn outside() -> (Bench, Member) {
    let bench = Bench::new().await;
    bench.discord.remove_bot();
    let red = bench.red("games");
    red.install();
    bench.discord.forget_requests();
    (bench, red)
}

async fn alone(who: &Member) -> Message {
    let ask = [("variant", "chess"), ("opponent", who.id())];
    let begun = who.slash("challenge", &ask).await;
    done(&begun);
    message(&begun)
}

/// Asserts that the bot sent nothing but answers.
fn only_answers(bench: &Bench) {
    for request in bench.discord.requests() {
        let by_token = request.path.contains("/interactions/") || request.path.contains("/webhooks/");
        assert!(by_token, "{} {}", request.method, request.path);
    }
}

fn alone_one_plays_where_the_bot_is_not() {
    wait_for(async {
        let (bench, red) = outside().await;
        let first = alone(&red).await;
        assert!(!first.is_ephemeral() && first.labels().contains(&"Resign".to_owned()));
        let mut last = first.clone();
        for text in ["e4", "e5", "Nf3"] {
            let played = red.slash("move", &[("move", text)]).await;
            done(&played);
            last = message(&played);
        }
        assert!(last.content.contains("g1-f3"), "{}", last.content);
        done(&red.slash("takeback", &[]).await);
        done(&red.slash("board", &[]).await);
        let again = red.slash("challenge", &[("variant", "chess"), ("opponent", red.id())]).await;
        assert!(again.is_ephemeral(), "one game of theirs in a channel: {}", again.text());
        let asked = red.slash("resign", &[]).await;
        done(&red.click(&message(&asked), "Yes, resign").await);
        let end = red.channel().wait_for(|m| m.content.contains("resigns")).await.expect("the end");
        assert_eq!(end.content, "White resigns. Black wins.");
        let games = red.slash("games", &[]).await;
        assert!(games.text().contains("no live game"), "{}", games.text());
        bench.pass(Duration::from_secs(30)).await;
        only_answers(&bench);
        bench.finish().await;
    });
}

fn a_channel_is_nobody_s_where_the_bot_is_not() {
    wait_for(async {
        let (bench, red) = outside().await;
        let green = bench.green("games");
        green.install();
        alone(&red).await;
        done(&red.slash("move", &[("move", "e4")]).await);
        alone(&green).await;
        let played = green.slash("move", &[("move", "d4")]).await;
        assert!(message(&played).content.contains("d2-d4"), "{}", played.text());
        let played = red.slash("move", &[("move", "e5")]).await;
        assert!(message(&played).content.contains("e7-e5"), "{}", played.text());
        // The buttons below another player's board belong to that player.
        let told = green.click(&message(&played), "Resign").await;
        assert!(told.is_ephemeral() && told.text().contains(&red.mention()), "{}", told.text());
        assert_eq!(bench.count("SELECT count(DISTINCT channel) FROM games WHERE state = 'live'").await, 2);
        bench.finish().await;
    });
}

fn the_first_steps_lead_to_a_place_of_one_s_own() {
    wait_for(async {
        let (bench, red) = outside().await;
        let green = bench.green("games");
        green.install();
        for who in [&red, &green] {
            let help = message(&who.slash("help", &[]).await);
            let games = message(&who.click(&help, "Play me").await);
            let levels = message(&who.select(&games, "Choose a game", &["chess"]).await);
            done(&who.select(&levels, "Choose a level", &["1"]).await);
            let offered = who.types("/move ").await.expect("moves");
            let board = message(&who.slash("move", &[("move", &offered[0].1)]).await);
            assert!(board.content.contains(". I reply "), "{}", board.content);
        }
        let games = "SELECT count(DISTINCT seats.id) FROM games JOIN seats ON seats.id = games.channel";
        assert_eq!(bench.count(games).await, 2);
        only_answers(&bench);
        bench.finish().await;
    });
}

fn a_game_in_which_the_bot_begins_is_its_player_s() {
    wait_for(async {
        let (bench, red) = outside().await;
        let ask = [("variant", "chess"), ("level", "1"), ("color", "black")];
        done(&red.slash("challenge", &ask).await);
        bench.soon_counts("SELECT count(*) FROM events WHERE kind = 'move'", 1).await;
        let offered = red.types("/move ").await.expect("moves");
        let board = message(&red.slash("move", &[("move", &offered[0].1)]).await);
        assert!(board.content.contains(". I reply "), "{}", board.content);
        let own = "SELECT count(*) FROM seats JOIN games ON games.channel = seats.id WHERE seats.person = games.black";
        assert_eq!(bench.count(own).await, 1);
        only_answers(&bench);
        bench.finish().await;
    });
}

fn buttons_work_there_after_a_restart() {
    wait_for(async {
        let (mut bench, red) = outside().await;
        let board = alone(&red).await;
        bench.stop().await;
        bench.start().await;
        let asked = red.click(&board, "Resign").await;
        done(&red.click(&message(&asked), "Yes, resign").await);
        let end = red.channel().wait_for(|m| m.content.contains("resigns")).await;
        assert!(end.is_some());
        bench.finish().await;
    });
}

fn two_people_are_told_what_they_need() {
    wait_for(async {
        let (bench, red) = outside().await;
        let blue = bench.blue("games");
        let asks: [&[(&str, &str)]; 3] = [
            &[("variant", "chess")],
            &[("variant", "chess"), ("opponent", blue.id())],
            &[("variant", "chess"), ("opponent", red.id()), ("thread", "yes")],
        ];
        for ask in asks {
            let told = red.slash("challenge", ask).await;
            assert!(told.is_ephemeral(), "{}", told.text());
            assert!(told.text().starts_with("I am not in this place"), "{}", told.text());
            assert!(told.text().contains("add me"), "{}", told.text());
        }
        assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 0);
        only_answers(&bench);
        bench.finish().await;
    });
}

fn what_only_answers_works_everywhere() {
    wait_for(async {
        let (bench, red) = outside().await;
        for (command, options) in [
            ("help", vec![]),
            ("rules", vec![("variant", "squirrel")]),
            ("games", vec![]),
            ("settings", vec![]),
            ("privacy", vec![]),
        ] {
            let told = red.slash(command, &options).await;
            assert!(told.answered(), "{command}: {}", told.text());
        }
        let none = red.slash("move", &[("move", "e4")]).await;
        assert!(none.is_ephemeral() && none.text().contains("no game"), "{}", none.text());
        assert_eq!(bench.count("SELECT count(*) FROM seats").await, 0, "nothing is kept of who only looks");
        only_answers(&bench);
        bench.finish().await;
    });
}

fn alone_one_plays_among_others_direct_messages() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        red.install();
        let there = red.with(&bench.blue("games"));
        alone(&there).await;
        done(&there.slash("move", &[("move", "e4")]).await);
        // A game of the same person in a channel with the bot is independent.
        done(
            &red.slash("challenge", &[("variant", "chess"), ("opponent", red.id()), ("thread", "no")]).await,
        );
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live'").await, 2);
        bench.finish().await;
    });
}

fn whoever_has_not_installed_it_does_not_have_it() {
    wait_for(async {
        let (bench, red) = outside().await;
        alone(&red).await;
        let refused = bench.blue("games").slash("help", &[]).await;
        assert!(matches!(refused.outcome, Upshot::Refused(_)), "{}", refused.text());
        bench.finish().await;
    });
}

fn when_the_bot_comes_the_games_stay_apart() {
    wait_for(async {
        let (bench, red) = outside().await;
        alone(&red).await;
        bench.discord.invite_bot();
        let game = bench.game_of("blue", "green", "games").await;
        done(&game.play(&["e4", "e5"]).await);
        let list = red.slash("games", &[]).await;
        let channel = red.channel();
        let shown = list.message.as_ref().map(|m| m.json.to_string()).unwrap_or_default();
        assert!(shown.contains(channel.id()), "where it was played: {shown}");
        bench.settings.clock.advance(Duration::from_hours(8 * 24));
        bench.pass(Duration::from_secs(15)).await;
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live'").await, 2);
        bench.finish().await;
    });
}

fn whoever_leaves_takes_the_place_along() {
    wait_for(async {
        let (bench, red) = outside().await;
        alone(&red).await;
        assert_eq!(bench.count("SELECT count(*) FROM seats").await, 1);
        delete(&red).await;
        assert_eq!(bench.count("SELECT count(*) FROM seats").await, 0);
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live'").await, 0);
        bench.finish().await;
    });
}

fn nobody_is_given_the_place_of_somebody_who_left() {
    wait_for(async {
        let (bench, red) = outside().await;
        let green = bench.green("games");
        green.install();
        alone(&red).await;
        done(&red.slash("move", &[("move", "e4")]).await);
        delete(&red).await;
        alone(&green).await;
        done(&green.slash("move", &[("move", "d4")]).await);
        assert_eq!(bench.count("SELECT count(DISTINCT channel) FROM games").await, 2);
        delete(&green).await;
        // Red is a new user.
        let card = menus(&red).await;
        assert!(red.select(&card, "v2:setting:theme", &["green"]).await.answered());
        for command in ["board", "history", "export"] {
            let told = red.slash(command, &[]).await;
            assert!(told.is_ephemeral() && told.text().contains("no game"), "{command}: {}", told.text());
        }
        alone(&red).await;
        let board = message(&red.slash("board", &[]).await);
        assert!(!board.content.contains("2-"), "{}", board.content);
        assert_eq!(bench.count("SELECT count(DISTINCT channel) FROM games").await, 3);
        only_answers(&bench);
        bench.finish().await;
    });
}

fn nothing_is_kept_of_who_begins_no_game() {
    wait_for(async {
        let (bench, red) = outside().await;
        let wrong = [("variant", "chess"), ("opponent", red.id()), ("position", "nonsense")];
        assert!(red.slash("challenge", &wrong).await.is_ephemeral());
        let blue = bench.blue("games");
        let other = [("variant", "chess"), ("opponent", blue.id())];
        assert!(red.slash("challenge", &other).await.is_ephemeral());
        let card = menus(&red).await;
        assert!(red.select(&card, "v2:setting:theme", &["green"]).await.answered());
        assert_eq!(bench.count("SELECT count(*) FROM seats").await, 0);
        bench.finish().await;
    });
}

fn an_old_board_there_is_owed_until_an_edit_gets_through() {
    wait_for(async {
        let (bench, red) = outside().await;
        let old = alone(&red).await;
        // The immediate edit, and the outbox's first one.
        let busy = Fault::next("/webhooks/", Trouble::RateLimit(60.0)).method("PATCH");
        bench.discord.faults().add(busy.times(2));
        done(&red.slash("move", &[("move", "e4")]).await);
        soon("two failures", || bench.discord.faults().are_over()).await;
        let channel = red.channel();
        let now = || channel.message(&old.id).expect("the old board");
        soon("the old board loses its buttons", || now().buttons().is_empty()).await;
        bench.soon_counts("SELECT count(*) FROM outbox", 0).await;
        only_answers(&bench);
        bench.finish().await;
    });
}

fn whoever_may_show_nothing_to_others_plays_unseen() {
    wait_for(async {
        let (bench, red) = outside().await;
        // Without the permission Use External Apps.
        red.set_permissions(0, 1 << 50);
        let begun = message(&red.slash("challenge", &[("variant", "chess"), ("opponent", red.id())]).await);
        assert!(begun.is_ephemeral() && begun.labels().contains(&"Resign".to_owned()), "{}", begun.content);
        assert!(begun.content.contains("Only you see this game here:"), "{}", begun.content);
        let played = message(&red.slash("move", &[("move", "e4")]).await);
        assert!(played.is_ephemeral() && played.picture().is_some(), "{}", played.content);
        assert!(!played.content.contains("Only you see"), "said once: {}", played.content);
        let played = message(&red.slash("move", &[("move", "e5")]).await);
        bench.boards_are_noted().await;
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!(bench.count("SELECT count(*) FROM outbox").await, 0, "nothing waits for a board");
        let sure = message(&red.click(&played, "Resign").await);
        assert!(red.click(&sure, "Yes, resign").await.answered());
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live'").await, 0);
        only_answers(&bench);
        // With the permission the board is public.
        red.set_permissions(1 << 50, 0);
        assert!(!alone(&red).await.is_ephemeral());
        bench.finish().await;
    });
}
