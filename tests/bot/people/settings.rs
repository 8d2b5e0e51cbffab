//! Personal settings: the look of boards, and pings.

use std::time::Duration;

use rookery::games;
use rookery::render::{self, BoardView, Look, Theme};
use rookery::rules::{Color, Line, Position};
use rookery::sandbox::{Member, Message, Upshot};
use rookery::words::Words;
use serde_json::Value;

use crate::bot::bench::{Bench, done, message, wait_for};
use crate::bot::playing::time::{REMINDER, timed, told_once};

tests_on_both!(
    the_card_shows_what_is_set,
    a_board_is_drawn_as_the_one_likes_it_who_is_to_move,
    the_board_asked_for_is_drawn_for_whoever_asked,
    always_white_holds_for_every_board,
    alone_white_is_at_the_bottom_unless_the_side_to_move_is_wished,
    without_pings_people_are_named_and_not_notified,
    without_pings_nobody_is_notified_by_a_reminder,
    settings_are_in_the_export_and_deleted_with_it,
);

async fn card(who: &Member) -> Message {
    message(&who.slash("settings", &[]).await)
}

/// The card with a menu for each setting of the form.
pub async fn menus(who: &Member) -> Message {
    message(&who.click(&card(who).await, "One by one").await)
}

/// Changes a setting. Returns the card that shows it.
pub async fn set(who: &Member, menu: &str, line: &str) -> Message {
    let answer = who.select(&menus(who).await, &format!("v2:setting:{menu}"), &[line]).await;
    assert_eq!(answer.outcome, Upshot::Update, "{}", answer.text());
    message(&answer)
}

/// The selected option of each menu of a card.
fn chosen(card: &Message) -> Vec<String> {
    // The vacation menu has no selection.
    let menus = card.components().filter(|part| part["type"] == 3 && part["custom_id"] != "v2:vacation");
    let of = |menu: &Value| {
        let options = menu["options"].as_array().expect("options").iter();
        let set: Vec<&Value> = options.filter(|option| option["default"] == true).collect();
        assert_eq!(set.len(), 1, "{menu}");
        set[0]["value"].as_str().expect("a value").to_owned()
    };
    menus.map(of).collect()
}

pub fn usual() -> Look {
    Look::default().saying(Words::english().to_move())
}

pub fn in_theme(name: &str) -> Look {
    Look::of(Theme::from_name(name).expect("a theme")).saying(Words::english().to_move())
}

/// The picture of chess after these moves, from a side and in a look.
pub fn drawn(moves: &[&str], side: Color, look: &Look) -> Vec<u8> {
    let mut line = Line::new(Position::start(games::from_slug("chess").expect("a game")));
    for text in moves {
        line.play_typed(text).expect("a move");
    }
    render::png(&BoardView::of_line(&line, side), look)
}

#[track_caller]
pub fn shows(message: &Message, picture: &[u8]) {
    let shown = message.picture().unwrap_or_else(|| panic!("no picture: {}", message.content));
    assert!(shown.bytes == picture, "another picture: {}", message.content);
}

fn the_card_shows_what_is_set() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        let first = card(&red).await;
        assert!(first.is_ephemeral());
        let when = "Saved at once; used for boards on your turn and those you ask for.";
        assert!(first.content.contains(when), "{}", first.content);
        let all = "Pings: on\nCoordinates: shown\nBoard size: normal\nReminders: in the game's channel\n\
            Board side: your own side at the bottom\nTheme: wood\nRatings and results: seen where you have played";
        assert!(first.content.contains(all), "{}", first.content);
        assert_eq!(first.labels(), ["Change several", "One by one"]);
        assert_eq!(chosen(&first), ["ask", "none"]);
        let each = menus(&red).await;
        assert_eq!(chosen(&each), ["on", "on", "normal", "channel", "own", "wood", "server"]);
        // The heading of a menu names its setting, and its options do not repeat the name.
        assert!(each.content.contains("**Theme**"), "{}", each.content);
        let all = each.json.to_string();
        assert!(all.contains(r#""label":"ice""#) && !all.contains(r#""label":"Theme: "#), "{all}");
        assert!(!first.json.to_string().contains(r#""label":"Language: "#), "{}", first.json);
        for (menu, value) in [
            ("pings", "off"),
            ("reminders", "dm"),
            ("side", "to-move"),
            ("theme", "ice"),
            ("coordinates", "off"),
            ("size", "large"),
        ] {
            assert!(chosen(&set(&red, menu, value).await).iter().any(|set| set == value));
        }
        bench.stop().await;
        bench.start().await;
        assert_eq!(chosen(&menus(&red).await), ["off", "off", "large", "dm", "to-move", "ice", "server"]);
        // A card from before the restart works, and shows the current settings.
        let again = message(&red.select(&each, "v2:setting:theme", &["green"]).await);
        assert_eq!(chosen(&again), ["off", "off", "large", "dm", "to-move", "green", "server"]);
        let back = message(&red.click(&again, "All settings").await);
        assert!(back.content.contains("\nTheme: green\n"), "{}", back.content);
        let bot_games = message(&red.select(&back, "v2:setting:bot-games", &["dm"]).await);
        assert_eq!(chosen(&bot_games), ["dm", "none"]);
        let others = card(&bench.blue("games")).await;
        assert!(others.content.contains("\nTheme: wood\n"), "one's own alone: {}", others.content);
        bench.finish().await;
    });
}

fn a_board_is_drawn_as_the_one_likes_it_who_is_to_move() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        set(&red, "theme", "green").await;
        set(&blue, "coordinates", "off").await;
        set(&blue, "size", "large").await;
        let chess = games::from_slug("chess").expect("a game");
        let green = in_theme("green");
        let mut large = usual().larger(chess);
        large.coordinates = false;
        // Rendered here first: the first picture of a look is slow, and test and bot share the process.
        let (first, second) = (drawn(&[], Color::White, &green), drawn(&["e4"], Color::Black, &large));
        let game = bench.game("games", "chess", None).await;
        shows(&game.board, &first);
        shows(&message(&game.play(&["e4"]).await), &second);
        bench.stop().await;
        bench.start().await;
        let reply = message(&game.blue.slash("move", &[("move", "e5")]).await);
        shows(&reply, &drawn(&["e4", "e5"], Color::White, &green));
        bench.finish().await;
    });
}

fn the_board_asked_for_is_drawn_for_whoever_asked() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let green = bench.green("games");
        set(&green, "theme", "ice").await;
        let ice = in_theme("ice");
        let board = message(&green.slash("board", &[]).await);
        assert!(board.is_ephemeral(), "Green does not play here");
        shows(&board, &drawn(&[], Color::White, &ice));
        shows(&message(&game.blue.slash("board", &[]).await), &drawn(&[], Color::Black, &usual()));
        let white = message(&game.blue.slash("board", &[("side", "white")]).await);
        shows(&white, &drawn(&[], Color::White, &usual()));
        set(&game.blue, "side", "to-move").await;
        shows(&message(&game.blue.slash("board", &[]).await), &drawn(&[], Color::White, &usual()));
        bench.finish().await;
    });
}

fn always_white_holds_for_every_board() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        set(&game.blue, "side", "white").await;
        shows(&message(&game.play(&["f3"]).await), &drawn(&["f3"], Color::White, &usual()));
        shows(&message(&game.blue.slash("board", &[]).await), &drawn(&["f3"], Color::White, &usual()));
        bench.finish().await;
    });
}

fn alone_white_is_at_the_bottom_unless_the_side_to_move_is_wished() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let ask = [("variant", "chess"), ("opponent", red.id()), ("thread", "no")];
        done(&red.slash("challenge", &ask).await);
        let moved = message(&red.slash("move", &[("move", "e4")]).await);
        shows(&moved, &drawn(&["e4"], Color::White, &usual()));
        set(&red, "side", "to-move").await;
        shows(&message(&red.slash("board", &[]).await), &drawn(&["e4"], Color::Black, &usual()));
        bench.finish().await;
    });
}

fn without_pings_people_are_named_and_not_notified() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        set(&game.blue, "pings", "off").await;
        bench.stop().await;
        bench.start().await;
        let moved = message(&game.play(&["e4"]).await);
        assert!(moved.content.contains(&game.blue.mention()), "{}", moved.content);
        assert!(moved.pings().is_empty());
        let reply = message(&game.blue.slash("move", &[("move", "e5")]).await);
        assert_eq!(reply.pings(), [game.red.id()]);
        set(&game.blue, "pings", "on").await;
        let moved = message(&game.red.slash("move", &[("move", "d4")]).await);
        assert_eq!(moved.pings(), [game.blue.id()]);
        bench.finish().await;
    });
}

fn without_pings_nobody_is_notified_by_a_reminder() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4"]).await);
        set(&game.blue, "pings", "off").await;
        bench.settings.clock.advance(Duration::from_hours(19));
        let reminder = told_once(&game, REMINDER).await;
        assert_eq!(reminder.pings(), Vec::<String>::new());
        bench.finish().await;
    });
}

fn settings_are_in_the_export_and_deleted_with_it() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        set(&red, "theme", "ice").await;
        set(&red, "pings", "off").await;
        set(&red, "reminders", "none").await;
        done(&red.select(&card(&red).await, "v2:language", &["en"]).await);
        let privacy = message(&red.slash("privacy", &[]).await);
        let file = message(&red.click(&privacy, "Export").await).files.remove(0);
        let file: Value = serde_json::from_slice(&file.bytes).expect("JSON");
        assert_eq!((&file["settings"]["theme"], &file["settings"]["pings"]), (&"ice".into(), &false.into()));
        assert_eq!(
            (&file["settings"]["reminders"], &file["settings"]["language"]),
            (&"none".into(), &"en".into())
        );
        let question = message(&red.click(&privacy, "Delete").await);
        done(&red.click(&question, "Yes, delete").await);
        assert_eq!(chosen(&menus(&red).await), ["on", "on", "normal", "channel", "own", "wood", "server"]);
        assert_eq!(chosen(&card(&red).await), ["ask", "none"]);
        bench.finish().await;
    });
}
