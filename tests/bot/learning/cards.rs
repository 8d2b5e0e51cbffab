//! Private cards, which consist of components only: their content and their buttons.

use rookery::games;
use rookery::render::BoardView;
use rookery::rules::{Color, Position};
use rookery::sandbox::{Message, Upshot};
use rookery::words::Words;

use crate::bot::bench::{Bench, card, done, message, wait_for};

tests!(
    a_long_list_of_games_has_pages,
    each_game_of_the_list_is_a_section,
    rules_are_cards_with_their_pictures,
    help_has_three_ways_to_start_and_one_to_all_commands,
    menus_say_what_to_expect_of_each_game_and_level,
    a_friend_is_challenged_from_help,
    settings_are_a_card,
    a_card_of_the_release_before_becomes_one,
);

/// Number of links to a game on a card.
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
                &format!("**Your turn**; no move yet; {here}"),
                &format!("**Prison Break**, against {blue}"),
            ]
        );
        assert!(lines[4].starts_with("The opponent's turn; 1 move; "), "{}", list.content);
        let parts = list.json["components"][0]["components"].as_array().expect("parts").clone();
        assert_eq!(parts.iter().map(|part| part["type"].as_u64()).collect::<Vec<_>>(), [10, 9, 9].map(Some));
        let link =
            format!("https://discord.com/channels/{}/{}", bench.discord.guild_id(), mine.red.channel().id());
        assert_eq!(parts[1]["accessory"]["url"], link);
        let of_blue = card(&mine.red.slash("games", &[("user", mine.blue.id())]).await);
        assert!(of_blue.content.contains("Their turn; 1 move"), "{}", of_blue.content);
        bench.finish().await;
    });
}

/// The component types in a card's container.
fn parts(card: &Message) -> Vec<u64> {
    let parts = card.json["components"][0]["components"].as_array().expect("parts").iter();
    parts.map(|part| part["type"].as_u64().expect("a type")).collect()
}

fn rules_are_cards_with_their_pictures() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        // Rendered here first: a game's first picture is slow, and test and bot share the process.
        let squirrel = games::from_slug("squirrel").expect("a game");
        crate::bot::drawn(&BoardView::new(&Position::start(squirrel), None, Color::White));
        let rules = card(&red.slash("rules", &[("variant", "squirrel")]).await);
        assert_eq!(parts(&rules), [10, 12, 10, 14, 10, 1], "texts, a gallery, a line, a menu");
        let shown = &rules.json["components"][0]["components"][1]["items"][0];
        let board = rules.picture().expect("the start");
        assert_eq!(shown["description"], board.description.as_str());
        assert!(shown["media"]["url"].as_str().is_some_and(|url| url.ends_with("/board.png")), "{shown}");
        let piece = card(&red.select(&rules, "v2:piece:squirrel", &["King"]).await);
        assert_eq!(parts(&piece), [10, 12, 1]);
        assert!(piece.content.starts_with("**King** (K) ") && piece.picture().is_some(), "{}", piece.content);
        bench.finish().await;
    });
}

fn menus_say_what_to_expect_of_each_game_and_level() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let help = card(&red.slash("help", &[]).await);
        assert!(
            help.content.contains("choose a piece below the board, tap on *Open board*, or type"),
            "{}",
            help.content
        );
        let games = card(&red.click(&help, "Play me").await);
        for game in rookery::games::all() {
            // A truncated description would end with an ellipsis.
            let told = format!("\"description\":\"{}\"", Words::english().game_in_short(game));
            assert!(games.json.to_string().contains(&told), "{told}");
        }
        let levels = card(&red.select(&games, "Choose a game", &["claustrophobia"]).await);
        for level in rookery::app::Level::all() {
            let told = format!("\"description\":\"{}\"", Words::english().level_about(level));
            assert!(levels.json.to_string().contains(&told), "{told}");
        }
        assert!(levels.json.to_string().contains("overlooks much, also your answers"), "{}", levels.content);
        let asked = card(&red.select(&levels, "Choose a level", &["2"]).await);
        done(&red.click(&asked, "Here in the channel").await);
        let begun = red.channel().wait_for(|m| m.content.contains("(Level 2, ")).await.expect("the board");
        let goal = "You win by checkmate, or when your King captures the scepter: on f8, f7 or g7 (Black on f1, f2 or g2).";
        assert!(begun.content.contains(goal), "{}", begun.content);
        bench.finish().await;
    });
}

fn help_has_three_ways_to_start_and_one_to_all_commands() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        let help = card(&red.slash("help", &[]).await);
        assert_eq!(help.labels(), ["Play a friend", "Play me", "Learn a game", "All commands"]);
        assert_eq!(parts(&help), [10, 1]);
        assert_eq!(help.content.lines().count(), 3, "{}", help.content);
        assert!(help.content.contains("level 1 or 2"), "{}", help.content);
        assert!(
            help.content.contains("**To play:** choose a piece below the board, or type </move:"),
            "{}",
            help.content
        );
        bench.stop().await;
        bench.start().await;
        let shown = red.click(&help, "All commands").await;
        assert_eq!(shown.outcome, Upshot::Update);
        let all = card(&shown);
        assert!(
            all.content.contains(" Offers a game.") && !all.content.contains("To start"),
            "{}",
            all.content
        );
        let heads =
            ["**Play**", "**Learn, and look at games**", "**With others**", "**Yours**", "**The server**"];
        let at: Vec<Option<usize>> = heads.iter().map(|head| all.content.find(head)).collect();
        // A group is not split across pages.
        assert!(at[0] == Some(0) && at[1].is_some() && at[4].is_none(), "{}", all.content);
        assert_eq!(all.labels(), ["Play a friend", "Play me", "Learn a game", "More commands"]);
        let more = card(&red.click(&all, "More commands").await);
        let rest: Vec<Option<usize>> = heads.iter().map(|head| more.content.find(head)).collect();
        assert!(
            at.iter().zip(&rest).all(|(one, other)| one.is_some() != other.is_some()),
            "{}",
            more.content
        );
        let all_told = format!("{}\n{}", all.content, more.content);
        for told in [
            "choose yourself to play both sides, or me to play the bot.",
            "Without a game it shows your progress.",
            "Stop someone challenging you. They aren't told.",
            "Let someone challenge you again.",
        ] {
            assert!(all_told.contains(told), "{told}: {all_told}");
        }
        assert_eq!(parts(&all), [10, 14, 1]);
        let games = card(&red.click(&all, "Learn a game").await);
        assert!(games.content.starts_with("Which game would you like to learn?"), "{}", games.content);
        let lesson = red.select(&games, "Choose a game", &["Prison Break"]).await;
        assert_eq!(lesson.outcome, Upshot::Update);
        let lesson = card(&lesson);
        assert!(lesson.content.starts_with("**Prison Break, step 1") && lesson.picture().is_some());
        bench.finish().await;
    });
}

fn a_friend_is_challenged_from_help() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let help = card(&red.slash("help", &[]).await);
        let games = card(&red.click(&help, "Play a friend").await);
        let whom = card(&red.select(&games, "Choose a game", &["chess"]).await);
        assert!(whom.content.starts_with("Chess: whom do you challenge?"), "{}", whom.content);
        let made = red.select(&whom, "Choose a person", &[blue.id()]).await;
        done(&made);
        let challenge = message(&made);
        assert!(!challenge.is_card() && challenge.content.contains("Chess"), "{}", challenge.content);
        assert_eq!(challenge.pings(), [blue.id()]);
        let board = message(&blue.click(&challenge, "Accept").await);
        assert!(board.content.contains("to move") && !board.is_ephemeral(), "{}", board.content);
        // A game against the bot starts at once, but not in this channel, which already hosts a game.
        let asked = red.select(&whom, "Choose a person", &[bench.discord.bot().id()]).await;
        assert_eq!(asked.labels(), ["Here in a thread", "In our direct message"]);
        let begun = red.click(&message(&asked), "Here in a thread").await;
        assert!(begun.text().contains(": we play in "), "{}", begun.text());
        bench.finish().await;
    });
}

fn settings_are_a_card() {
    wait_for(async {
        let bench = Bench::new().await;
        let settings = card(&bench.red("games").slash("settings", &[]).await);
        for told in ["**Games against me**", "**Language**", "**Vacation**"] {
            assert!(settings.content.contains(told), "{}", settings.content);
        }
        assert_eq!(parts(&settings).iter().filter(|kind| **kind == 1).count(), 4);
        let menus = card(&bench.red("games").click(&settings, "One by one").await);
        let all =
            ["Pings", "Coordinates", "Board size", "Reminders", "Board side", "Theme", "Ratings and results"];
        for told in all {
            assert!(menus.content.contains(&format!("**{told}**")), "{}", menus.content);
        }
        assert_eq!(parts(&menus).iter().filter(|kind| **kind == 1).count(), 8);
        bench.finish().await;
    });
}

/// Private messages of the previous release had content; their menus have the same meaning.
fn a_card_of_the_release_before_becomes_one() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let list = message(&game.red.slash("history", &[]).await);
        assert!(!list.is_card());
        let set = game.red.click_stale(&list, "v2:games:1:0").await;
        assert_eq!(set.outcome, Upshot::Update);
        assert!(card(&set).content.contains("has no live game"), "{}", set.text());
        bench.finish().await;
    });
}
