//! More games than a menu has options, built-in and from files; and only the games that a server offers.

use rookery::games;
use rookery::sandbox::{Member, Message, Upshot};

use crate::bot::bench::{Bench, card, message, wait_for};
use crate::bot::places::custom_games::add_game;
use crate::bot::places::server::kept;

tests!(
    the_26th_game_is_begun_from_help,
    games_from_files_are_a_family_with_pages,
    the_first_games_are_those_that_the_server_offers,
);

/// The name of a game from a file.
fn name(number: usize) -> String {
    format!("Many Riders {number:02}")
}

/// Adds this many games from files to every server.
async fn give(bench: &Bench, count: usize) {
    for number in 1..=count {
        let name = name(number);
        let text = include_str!("../places/own_game.toml").replace("NAME", &name);
        let (slug, name) = (games::slug_of(&text), name.to_lowercase());
        // Last, because a text that no server has is removed now and then.
        bench
            .run_sql(&format!(
                "INSERT INTO server_games (guild, name, slug, person, channel, added_at, published) \
                 VALUES (1, '{name}', '{slug}', 0, 0, 0, 'agreed')"
            ))
            .await;
        bench
            .run_sql(&format!("INSERT INTO own_games (slug, text, added_at) VALUES ('{slug}', '{text}', 0)"))
            .await;
    }
}

/// The labels and values of the options of a card's menu.
fn lines(of: &Message) -> Vec<(String, String)> {
    let menu = of.components().find(|part| part["type"] == 3).expect("a menu");
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let lines = menu["options"].as_array().expect("lines").iter();
    lines.map(|line| (text(&line["label"]), text(&line["value"]))).collect()
}

/// The card with the first games offered.
async fn first_games(who: &Member, button: &str) -> Message {
    let help = card(&who.slash("help", &[]).await);
    card(&who.click(&help, button).await)
}

fn the_26th_game_is_begun_from_help() {
    wait_for(async {
        let bench = Bench::new().await;
        give(&bench, 26 - games::all().count()).await;
        let red = bench.red("games");
        for button in ["Play a friend", "Play me"] {
            let first = first_games(&red, button).await;
            let shown = lines(&first);
            assert_eq!(shown.len(), 24, "23 games and a way to the others: {shown:?}");
            let (_, way) = shown.last().expect("a way");
            let turned = red.select(&first, "Choose a game", &[way]).await;
            assert_eq!(turned.outcome, Upshot::Update);
            let second = card(&turned);
            let (label, value) = lines(&second).pop().expect("the last game");
            assert_eq!(label, name(26 - games::all().count()));
            let next = card(&red.select(&second, "Choose a game", &[&value]).await);
            if button == "Play me" {
                let begun = red.select(&next, "Choose a level", &["1"]).await;
                let told = red.click(&message(&begun), "Here in the channel").await;
                assert!(message(&told).content.contains(&label), "{}", told.text());
            } else {
                assert!(next.content.starts_with(&format!("{label}: whom")), "{}", next.content);
            }
        }
        bench.finish().await;
    });
}

fn games_from_files_are_a_family_with_pages() {
    wait_for(async {
        let bench = Bench::new().await;
        give(&bench, 26).await;
        let red = bench.red("games");
        let families = card(&red.slash("rules", &[]).await);
        let count = format!("There are {}, in these families.", games::all().count() + 26);
        assert!(families.content.contains(&count), "{}", families.content);
        assert!(families.content.contains(". Own games**"), "{}", families.content);
        let mut page = card(&red.click(&families, "26 games").await);
        let mut reached = Vec::new();
        loop {
            let here = lines(&page);
            assert!(page.picture().is_some() || !page.files.is_empty(), "boards");
            let (label, value) = here.last().expect("a game").clone();
            let rules = message(&red.select(&page, "See a game", &[&value]).await);
            assert!(rules.content.starts_with(&format!("**{label}** (")), "{}", rules.content);
            reached.extend(here.into_iter().map(|(label, _)| label));
            if !page.labels().iter().any(|label| label == "More games") {
                break;
            }
            page = card(&red.click(&page, "More games").await);
        }
        assert_eq!(reached, (1..=26).map(name).collect::<Vec<_>>());
        let before = card(&red.click(&page, "Earlier games").await);
        assert_eq!(lines(&before).first().map(|(label, _)| label.clone()), Some(name(11)));
        let back = card(&red.click(&before, "All families").await);
        assert_eq!(back.content, families.content);
        bench.finish().await;
    });
}

fn the_first_games_are_those_that_the_server_offers() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let old = first_games(&red, "Play a friend").await;
        assert_eq!(lines(&old).len(), games::all().count());
        kept(&red, "Games", "games", &["ninjutsu", "chess"]).await;
        give(&bench, 1).await;
        for button in ["Play a friend", "Play me"] {
            let shown = first_games(&red, button).await;
            let labels: Vec<String> = lines(&shown).into_iter().map(|(label, _)| label).collect();
            assert_eq!(labels, ["Chess".to_owned(), "Ninjutsu".to_owned(), name(1)], "{button}");
        }
        // An older menu still has the others.
        let whom = card(&red.select(&old, "Choose a game", &["squirrel"]).await);
        let refused = red.select(&whom, "Choose a person", &[bench.blue("games").id()]).await;
        let sentence = "Squirrel Chess is not played in this server; choose ";
        assert!(refused.text().starts_with(sentence), "{}", refused.text());
        // The refusal names the server's own games too, whatever is asked for.
        add_game(&red, "Refused Riders").await;
        let squirrel = ("variant", "squirrel");
        for refused in [
            red.slash("challenge", &[squirrel]).await,
            red.slash("tournament create", &[("kind", "swiss"), squirrel]).await,
            red.slash("ladder open", &[squirrel]).await,
        ] {
            assert!(refused.text().starts_with(sentence) && refused.is_ephemeral(), "{}", refused.text());
            assert!(refused.text().ends_with(" or Refused Riders."), "{}", refused.text());
        }
        bench.finish().await;
    });
}
