//! Nudges in the chat.

use std::time::Duration;

use crate::bot::permission;
use rookery::sandbox::Upshot;

use crate::bot::bench::{Bench, done, message, wait_for};

tests_on_both!(
    a_nudge_pings_whoever_is_to_move_once_a_day,
    a_nudge_is_counted_over_a_restart,
    opponents_are_nudged_from_the_list_of_games,
    a_nudge_that_cannot_be_said_there_is_not_said_elsewhere,
);

fn a_nudge_pings_whoever_is_to_move_once_a_day() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        let early = game.red.slash("nudge", &[]).await;
        assert!(early.is_ephemeral() && early.text().starts_with("You can nudge"), "{}", early.text());
        bench.settings.clock.advance(Duration::from_hours(25));
        let own = game.blue.slash("nudge", &[]).await;
        assert!(own.is_ephemeral() && own.text().starts_with("It is your turn"), "{}", own.text());
        let nudge = message(&game.red.slash("nudge", &[]).await);
        assert!(!nudge.is_ephemeral());
        let told =
            format!("Black ({}), {} waits for your move in Chess. ", game.blue.mention(), game.red.mention());
        assert!(nudge.content.starts_with(&told), "{}", nudge.content);
        assert_eq!(nudge.pings(), [game.blue.id()], "nobody but whoever is to move");
        let again = game.red.slash("nudge", &[]).await;
        assert!(again.is_ephemeral() && message(&again).pings().is_empty(), "{}", again.text());
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        bench.finish().await;
    });
}

fn a_nudge_is_counted_over_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        bench.settings.clock.advance(Duration::from_hours(25));
        done(&game.blue.slash("nudge", &[]).await);
        bench.stop().await;
        bench.start().await;
        let again = game.blue.slash("nudge", &[]).await;
        assert!(again.is_ephemeral() && again.text().starts_with("You can nudge"), "{}", again.text());
        bench.settings.clock.advance(Duration::from_hours(24));
        done(&game.blue.slash("nudge", &[]).await);
        bench.finish().await;
    });
}

fn opponents_are_nudged_from_the_list_of_games() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let late = bench.game("quiet", "chess", None).await;
        done(&late.play(&["e4"]).await);
        let mine = bench.game("games", "chess", None).await;
        let labels = async || message(&mine.red.slash("games", &[]).await).labels();
        assert_eq!(labels().await, ["Go to the game"; 2], "not on the first day");
        bench.settings.clock.advance(Duration::from_hours(25));
        let list = message(&mine.red.slash("games", &[]).await);
        assert_eq!(list.labels(), ["Go to the game", "Nudge"]);
        assert!(list.content.contains(&format!("<#{}>", late.red.channel().id())), "{}", list.content);
        let away = message(&mine.red.in_channel("dm").slash("games", &[]).await);
        let way = format!("/{}/{}", bench.discord.guild_id(), late.red.channel().id());
        assert!(away.content.contains(&way), "the way there is in the text: {}", away.content);
        let of_red = message(&mine.blue.slash("games", &[("user", mine.red.id())]).await);
        assert_eq!(of_red.labels(), ["Go to the game"; 2], "of others' games there is only the way");
        bench.stop().await;
        bench.start().await;
        let nudged = mine.red.click(&list, "Nudge").await;
        let card = message(&nudged);
        assert!(nudged.outcome == Upshot::Update && card.pings().is_empty());
        assert!(card.content.starts_with("Your opponent was asked to move; "), "{}", card.content);
        assert_eq!(card.labels(), ["Go to the game"; 2]);
        let channel = late.red.channel();
        let told = channel.wait_for(|m| m.content.contains("waits for your move")).await.expect("a nudge");
        assert_eq!(told.pings(), [late.blue.id()]);
        let id = list.buttons().into_iter().find(|one| one.label == "Nudge").expect("the button").custom_id;
        let again = mine.red.click_stale(&list, &id).await;
        assert!(again.is_ephemeral() && again.text().starts_with("You can nudge your opponent from <t:"));
        bench.settings.clock.advance(Duration::from_hours(25));
        late.blue.leave();
        let left = mine.red.click_stale(&list, &id).await;
        assert!(left.is_ephemeral() && left.text().contains("has left this server"), "{}", left.text());
        late.blue.come_back();
        done(&late.blue.slash("move", &[("move", "e5")]).await);
        let old = mine.red.click_stale(&list, &id).await;
        assert!(old.is_ephemeral() && old.text().starts_with("That board is old: "), "{}", old.text());
        bench.finish().await;
    });
}

fn a_nudge_that_cannot_be_said_there_is_not_said_elsewhere() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("quiet", "chess", None).await;
        done(&game.play(&["e4"]).await);
        bench.settings.clock.advance(Duration::from_hours(25));
        let red = bench.red("games");
        let list = message(&red.slash("games", &[]).await);
        game.red.channel().deny_bot(permission::SEND_MESSAGES);
        let card = message(&red.click(&list, "Nudge").await);
        assert!(
            card.content
                .starts_with("I can't write where that game is played, so your opponent was not asked."),
            "{}",
            card.content
        );
        assert!(card.content.contains("(it waits: I can't write there)"), "{}", card.content);
        bench.soon_counts("SELECT count(*) FROM games WHERE nudged_at IS NULL", 1).await;
        // The nudge has not been used up.
        game.red.channel().allow_bot();
        bench.pass(Duration::from_mins(6)).await;
        bench.soon_counts("SELECT count(*) FROM closed_channels", 0).await;
        let list = message(&red.slash("games", &[]).await);
        let card = message(&red.click(&list, "Nudge").await);
        assert!(card.content.starts_with("Your opponent was asked to move"), "{}", card.content);
        let told = game.red.channel().messages();
        let told: Vec<_> = told.iter().filter(|m| m.content.contains("waits for your move")).collect();
        assert!(told.len() == 1 && told[0].pings() == [game.blue.id()], "once: {told:?}");
        assert!(
            red.channel().messages().is_empty() && red.ephemerals().len() == 2,
            "two cards, seen by Red alone"
        );
        bench.finish().await;
    });
}
