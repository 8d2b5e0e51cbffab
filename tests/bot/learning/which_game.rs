//! Choosing among many games: autocomplete, families, and text typed without a selection.

use rookery::games;
use rookery::rules::Variant;
use rookery::sandbox::{Member, Upshot};

use crate::bot::bench::{Bench, card, done, message, soon, wait_for};
use crate::bot::places::server::kept;

tests!(
    games_are_suggested_while_one_types,
    a_server_s_challenges_suggest_the_games_it_offers,
    puzzles_are_suggested_where_there_are_any,
    a_game_that_is_typed_and_not_chosen_is_understood,
    all_games_are_reached_from_the_families,
    a_game_without_puzzles_says_so,
    a_sister_is_suggested_after_three_games,
);

/// The slugs suggested for a command line.
async fn suggested(who: &Member, line: &str) -> Vec<String> {
    let choices = who.types(line).await.unwrap_or_else(|refused| panic!("{line}: {refused}"));
    assert!(choices.len() <= 25, "{line}");
    for (name, value) in &choices {
        let game = games::from_slug(value).expect("a game");
        assert_eq!(name, game.name());
    }
    choices.into_iter().map(|(_, value)| value).collect()
}

fn games_are_suggested_while_one_types() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let all: Vec<&str> = games::all().take(25).map(Variant::slug).collect();
        for command in ["challenge", "rules", "learn"] {
            assert_eq!(suggested(&red, &format!("/{command} variant: ")).await, all, "{command}");
        }
        for (typed, first) in [
            ("claus", "claustrophobia"),
            ("flying", "flying-bombers"),
            ("with scepter", "birds-scepter"),
            ("camel", "squirrel"),
            ("mongol", "hiashatar"),
        ] {
            let found = suggested(&red, &format!("/challenge variant: {typed}")).await;
            assert_eq!(found.first().map(String::as_str), Some(first), "{typed}: {found:?}");
        }
        assert!(suggested(&red, "/challenge variant: checkers").await.is_empty());
        bench.finish().await;
    });
}

fn a_server_s_challenges_suggest_the_games_it_offers() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        kept(&red, "Games", "games", &["ninjutsu", "chess"]).await;
        assert_eq!(suggested(&red, "/challenge variant: ").await, ["chess", "ninjutsu"]);
        assert_eq!(suggested(&red, "/challenge variant: bird").await, [""; 0]);
        assert!(suggested(&red, "/rules variant: ").await.len() > 2, "all may be read of");
        // Typed text is searched among the first suggestions.
        let asked = |typed| [("variant", typed), ("opponent", red.id()), ("thread", "no")];
        let begun = message(&red.slash("challenge", &asked("ninja")).await);
        assert!(begun.content.contains("Ninjutsu"), "{}", begun.content);
        let refused = red.at(&red.in_channel("other").channel()).slash("challenge", &asked("squirrel")).await;
        assert!(
            refused.text().starts_with("Squirrel Chess is not played in this server"),
            "{}",
            refused.text()
        );
        bench.finish().await;
    });
}

fn puzzles_are_suggested_where_there_are_any() {
    wait_for(async {
        let bench = Bench::new().await;
        let found = suggested(&bench.red("games"), "/puzzle variant: ").await;
        assert_eq!(found, ["claustrophobia", "prison-break", "birds-and-ninjas", "squirrel", "chess"]);
        bench.finish().await;
    });
}

fn a_game_that_is_typed_and_not_chosen_is_understood() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let ask = |typed| [("variant", typed), ("opponent", red.id()), ("thread", "no")];
        let begun = message(&red.slash("challenge", &ask("capture sceptre")).await);
        assert!(begun.content.contains("Capture the Sceptre"), "{}", begun.content);
        for (typed, sentence) in [
            ("checkers", "I don't know a game called “checkers”."),
            (
                "insane chess",
                "“insane chess” fits more than one game. Do you mean Birds and Insane Ninjas, Insane Ninja Chess, Insane Ninja Chess 2 or Ninjutsu?",
            ),
            (
                "queen",
                "“queen” fits many games: Claustrophobia, Prison Break, Birds and Ninjas, Squirrel Chess, Chess, Ninjutsu and ",
            ),
        ] {
            let refused = red.slash("rules", &[("variant", typed)]).await;
            assert!(refused.text().starts_with(sentence), "{}", refused.text());
        }
        for (typed, sentence) in [
            ("knight", "“knight” is a piece of many games: Claustrophobia, Prison Break, "),
            ("draughtsman", "I don't know a piece called “draughtsman”."),
        ] {
            let refused = red.slash("rules", &[("piece", typed)]).await;
            assert!(refused.text().starts_with(sentence), "{}", refused.text());
        }
        let pieces = red.types("/rules piece: ninja w").await.expect("choices");
        assert_eq!(pieces.len(), 1, "of all games, each once: {pieces:?}");
        // A piece that only one game has is enough.
        let queen = message(&red.slash("rules", &[("piece", "ice queen")]).await);
        assert!(queen.content.starts_with("**Ice Queen** (I)"), "{}", queen.content);
        bench.finish().await;
    });
}

fn all_games_are_reached_from_the_families() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let families = card(&red.slash("rules", &[]).await);
        assert!(
            families.content.starts_with("**The games**\nThere are 20, in these families."),
            "{}",
            families.content
        );
        assert_eq!(families.files.len(), 1, "a picture of their boards");
        // The boards have these numbers.
        assert!(families.content.contains("**4. Guards that brake**"), "{}", families.content);
        assert!(
            families.files[0]
                .description
                .starts_with("The start positions of 1. Claustrophobia, 2. Prison Break, ")
        );
        let mut reached = Vec::new();
        for (at, family) in games::families().enumerate() {
            let games: Vec<Variant> = games::of_family(family).collect();
            let id = match games[..] {
                [only] => format!("v2:rules:{}", only.slug()),
                _ => format!("v2:family:{}", family.slug()),
            };
            assert_eq!(
                families.components().filter_map(|part| part["custom_id"].as_str()).nth(at),
                Some(&*id)
            );
            let pressed = red.click_stale(&families, &id).await;
            if let [only] = games[..] {
                assert!(message(&pressed).content.starts_with(&format!("**{}** (", only.name())));
                reached.push(only);
                continue;
            }
            assert_eq!(pressed.outcome, Upshot::Update, "a page of the same card");
            let shown = card(&pressed);
            for game in games {
                let rules = message(&red.select(&shown, "v2:rules-of", &[game.slug()]).await);
                assert!(rules.content.starts_with(&format!("**{}** (", game.name())), "{}", rules.content);
                reached.push(game);
            }
        }
        reached.sort();
        assert_eq!(reached, games::all().collect::<Vec<_>>());
        bench.finish().await;
    });
}

fn a_game_without_puzzles_says_so() {
    wait_for(async {
        let bench = Bench::new().await;
        let told = card(&bench.red("games").slash("puzzle", &[("variant", "ninjutsu")]).await);
        let sentence = "There are no puzzles of Ninjutsu yet. Claustrophobia, Prison Break, Birds and Ninjas, Squirrel Chess and Chess have some: ";
        assert!(told.content.starts_with(sentence), "{}", told.content);
        bench.finish().await;
    });
}

fn a_sister_is_suggested_after_three_games() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let told = || -> Vec<String> {
            let all = red.ephemerals().into_iter().map(|message| message.content);
            all.filter(|text| text.starts_with("You have finished")).collect()
        };
        for finished in 1..=4 {
            let game = bench.game("games", "claustrophobia", None).await;
            let sure = message(&game.red.slash("resign", &[]).await);
            done(&game.red.click(&sure, "Yes, resign").await);
            if finished == 3 {
                soon("a word about the sister", || told().len() == 1).await;
            }
            assert_eq!(told().len(), usize::from(finished >= 3), "after {finished} games");
        }
        let sentence = "You have finished 3 games of Claustrophobia. You may like Ninjutsu too: Claustrophobia with Ninja Warriors ";
        assert!(told()[0].starts_with(sentence), "{:?}", told());
        // An aborted game does not count as played.
        let game = bench.game("games", "claustrophobia", None).await;
        let sure = message(&game.red.slash("abort", &[]).await);
        done(&game.red.click(&sure, "Yes, abort").await);
        red.slash("games", &[]).await.text();
        assert_eq!(told().len(), 1);
        let others = bench.blue("games").ephemerals();
        assert!(!others.iter().any(|message| message.content.starts_with("You have finished")), "{others:?}");
        bench.finish().await;
    });
}
