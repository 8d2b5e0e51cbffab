//! Private cards, made of components alone: what they show, and what their buttons do.

use rookery::sandbox::{Message, Response, Upshot};

use super::bench::{Bench, done, message, wait_for};

tests!(a_long_list_of_games_has_pages, each_game_of_the_list_is_a_section);

/// The card of an answer, which only the one sees who asked for it.
#[track_caller]
fn card(answer: &Response) -> Message {
    let card = message(answer);
    assert!(card.is_card() && card.is_ephemeral() && card.pings().is_empty(), "{}", card.content);
    card
}

/// How often a card shows the way to a game.
fn ways(card: &Message) -> usize {
    card.labels().iter().filter(|label| *label == "Go to the game").count()
}

fn a_long_list_of_games_has_pages() {
    wait_for(async {
        let mut bench = Bench::new().await;
        for number in 1..=11 {
            let red = bench.red(&format!("room-{number}"));
            let ask = [("variant", "chess"), ("opponent", red.id()), ("thread", "no")];
            done(&red.slash("challenge", &ask).await);
        }
        let red = bench.red("games");
        let first = card(&red.slash("games", &[]).await);
        assert!(first.content.starts_with("You have 11 live games: Page 1 of 2."), "{}", first.content);
        assert_eq!((ways(&first), first.labels().last().map(String::as_str)), (10, Some("More games")));
        bench.stop().await;
        bench.start().await;
        let second = red.click(&first, "More games").await;
        assert_eq!(second.outcome, Upshot::Update);
        let second = card(&second);
        assert!(second.content.starts_with("You have 11 live games: Page 2 of 2."), "{}", second.content);
        assert_eq!((ways(&second), second.labels().last().map(String::as_str)), (1, Some("Earlier games")));
        let again = red.click_stale(&second, &format!("v2:games:{}:9", red.id())).await;
        assert_eq!(card(&again).content, second.content, "there are no more");
        bench.finish().await;
    });
}

fn each_game_of_the_list_is_a_section() {
    wait_for(async {
        let bench = Bench::new().await;
        let waits = bench.game("quiet", "prison-break", None).await;
        let mine = bench.game("games", "chess", None).await;
        done(&waits.red.slash("move", &[("move", "d2d4")]).await);
        let list = card(&mine.red.slash("games", &[]).await);
        let lines: Vec<&str> = list.content.lines().collect();
        let (blue, here) = (mine.blue.mention(), format!("<#{}>", mine.red.channel().id()));
        assert_eq!(
            lines[..4],
            [
                "You have 2 live games:",
                &format!("**Chess**, against {blue}"),
                &format!("**Your turn**; 0 moves played; {here}"),
                &format!("**Prison Break**, against {blue}"),
            ]
        );
        assert!(lines[4].starts_with("The opponent's turn; 1 move played; "), "{}", list.content);
        let parts = list.json["components"][0]["components"].as_array().expect("parts").clone();
        assert_eq!(parts.iter().map(|part| part["type"].as_u64()).collect::<Vec<_>>(), [10, 9, 9].map(Some));
        let link =
            format!("https://discord.com/channels/{}/{}", bench.discord.guild_id(), mine.red.channel().id());
        assert_eq!(parts[1]["accessory"]["url"], link);
        let of_blue = card(&mine.red.slash("games", &[("user", mine.blue.id())]).await);
        assert!(of_blue.content.contains("Their turn; 1 move played"), "{}", of_blue.content);
        bench.finish().await;
    });
}
