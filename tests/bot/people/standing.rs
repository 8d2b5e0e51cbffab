//! Rated games, profiles, leaderboards and notes in the chat.

use std::time::Duration;

use rookery::sandbox::{Member, Message, Response, Upshot};

use crate::bot::bench::{Bench, done, message, soon, wait_for};
use crate::bot::people::settings::menus;
use crate::databases::DbProbe;

tests_on_both!(
    a_rated_game_changes_both_profiles_on_monday,
    a_profile_is_seen_where_its_person_wants,
    a_leaderboard_says_when_it_is_empty,
    a_long_leaderboard_has_pages,
    a_note_is_seen_by_its_writer_alone,
    a_note_that_cannot_be_is_refused;
    whoever_beats_a_level_twice_is_told_of_the_next,
);

const WEEK: Duration = Duration::from_hours(7 * 24);

/// A game that Blue resigns after a move of each.
pub async fn lost_by_blue(red: &Member, blue: &Member, rated: bool) -> Message {
    let rated = if rated { "true" } else { "false" };
    let options = [
        ("variant", "chess"),
        ("opponent", blue.id()),
        ("color", "white"),
        ("thread", "no"),
        ("rated", rated),
    ];
    let offer = message(&red.slash("challenge", &options).await);
    done(&blue.click(&offer, "Accept").await);
    done(&red.slash("move", &[("move", "e4")]).await);
    done(&blue.slash("move", &[("move", "e5")]).await);
    let sure = message(&blue.slash("resign", &[]).await);
    done(&blue.click(&sure, "Yes, resign").await);
    let end = red.channel().wait_for(|m| m.content.contains("resigns")).await;
    end.expect("the end")
}

async fn profile(who: &Member, of: &Member) -> Message {
    let shown = who.slash("profile", &[("user", of.id())]).await;
    assert!(shown.outcome == Upshot::Message && shown.is_ephemeral(), "{shown:?}");
    let shown = message(&shown);
    assert!(shown.is_card() && shown.pings().is_empty());
    shown
}

#[track_caller]
fn refused(answer: &Response, sentence: &str) {
    assert!(answer.outcome == Upshot::Message && answer.is_ephemeral(), "{answer:?}");
    assert_eq!(answer.text(), sentence);
}

fn a_rated_game_changes_both_profiles_on_monday() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let nothing = profile(&red, &red).await.content;
        assert!(nothing.contains("You have not finished a game yet."), "{nothing}");
        let end = lost_by_blue(&red, &blue, true).await;
        let changed = format!(
            "{} 1500? -> 1662?, {} 1500? -> 1338?, as of now. Counted on Monday.",
            red.mention(),
            blue.mention()
        );
        assert!(end.content.contains(&changed), "{}", end.content);
        let now = profile(&blue, &red).await.content;
        for part in [
            "Chess: 1500? -> 1662?, as of now",
            "Chess: 1 won, 0 drawn, 0 lost",
            "Wins in a row: 1 now, 1 at best.",
            &format!("You against {}: 0 won, 0 drawn, 1 lost.", red.mention()),
        ] {
            assert!(now.contains(part), "{part}: {now}");
        }
        assert!(!now.contains("by you alone"), "{now}");
        bench.settings.clock.advance(WEEK);
        bench.soon_counts("SELECT count(*) FROM rating_periods", 1).await;
        let later = profile(&red, &red).await.content;
        assert!(
            later.contains("Chess: 1662?\n") && later.contains("Who sees the rest is set with"),
            "{later}"
        );
        // Two points make a curve.
        lost_by_blue(&red, &blue, true).await;
        bench.settings.clock.advance(WEEK);
        bench.soon_counts("SELECT count(*) FROM rating_periods", 2).await;
        let shown = profile(&blue, &red).await;
        let picture = shown.picture().expect("a curve");
        assert!(picture.description.starts_with("A curve of the rating of Chess"));
        bench.finish().await;
    });
}

fn a_profile_is_seen_where_its_person_wants() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let green = bench.discord.member("green").in_channel("games");
        lost_by_blue(&red, &blue, false).await;
        assert!(profile(&green, &red).await.content.contains("Chess: 1 won"));
        let settings = menus(&red).await;
        message(&red.select(&settings, "v2:setting:standing", &["hidden"]).await);
        let hidden = format!("{} shows ratings and results to nobody.", red.mention());
        let seen = profile(&green, &red).await.content;
        assert!(seen.contains(&hidden) && !seen.contains("won"), "{seen}");
        // An opponent knows the result of their game.
        let seen = profile(&blue, &red).await.content;
        assert!(seen.contains("0 won, 0 drawn, 1 lost.") && seen.contains(&hidden), "{seen}");
        assert!(profile(&red, &red).await.content.contains("Chess: 1 won"));
        let bot = red.slash("profile", &[("user", bench.discord.bot().id())]).await;
        refused(&bot, "Bots have no profile.");
        bench.finish().await;
    });
}

fn a_leaderboard_says_when_it_is_empty() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let shown = red.slash("leaderboard", &[("variant", "prison-break")]).await;
        assert!(shown.is_ephemeral());
        let shown = message(&shown);
        assert!(shown.content.contains("**Prison Break, this server**"), "{}", shown.content);
        assert!(shown.content.contains("Nobody here has a settled rating yet. About twenty rated games settle a rating. Begin one: </challenge:"), "{}", shown.content);
        assert_eq!(shown.labels(), ["Everywhere"]);
        let all = message(&red.click(&shown, "Everywhere").await);
        assert!(all.content.contains("**Prison Break, everywhere**"), "{}", all.content);
        assert!(all.content.contains("Your own rating is shown in your servers only"), "{}", all.content);
        assert_eq!(all.labels(), ["This server"]);
        bench.finish().await;
    });
}

fn a_long_leaderboard_has_pages() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        // A game makes the server have a rating list, which the rows below use.
        lost_by_blue(&red, &blue, true).await;
        let beside = DbProbe::open(&bench.store).await;
        for number in 1..=12 {
            let rated = format!(
                "INSERT INTO rated_players (id, person) VALUES ({number} + 100, {number} + 7000);
                 INSERT INTO rating_lists (guild, variant, player, rating, settled_until)
                 SELECT max(guild), 'chess', {number} + 100, {}000000000, 1000000 FROM rating_lists",
                2000 - number
            );
            beside.change(rated).await;
        }
        beside.close().await;
        let first = message(&red.slash("leaderboard", &[("variant", "chess")]).await);
        assert!(first.is_ephemeral() && first.pings().is_empty());
        let places = |card: &Message, of: std::ops::RangeInclusive<u32>| {
            for place in 1..=12 {
                let line = format!("{place}. <@{}> {}", 7000 + place, 2000 - place);
                assert_eq!(card.content.contains(&line), of.contains(&place), "{line}: {}", card.content);
            }
            assert!(card.content.contains("12 players are listed. You are not."), "{}", card.content);
        };
        places(&first, 1..=10);
        assert_eq!(first.labels(), ["Places after", "Everywhere"]);
        let last = message(&red.click(&first, "Places after").await);
        assert_eq!(last.id, first.id, "one card is turned over");
        places(&last, 11..=12);
        assert_eq!(last.labels(), ["Places before", "Everywhere"]);
        places(&message(&red.click(&last, "Places before").await), 1..=10);
        bench.finish().await;
    });
}

fn a_note_is_seen_by_its_writer_alone() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let noted = red.slash("note", &[("text", "his  bis\0hop\nis \u{7}weak")]).await;
        assert!(noted.is_ephemeral());
        assert_eq!(noted.text(), "Noted, for you alone: 1... e5: his bishop is weak");
        message(&red.slash("note", &[("text", "the start"), ("move", "0")]).await);
        let moves = red.slash("history", &[]).await.text().to_owned();
        assert!(moves.ends_with("```\nStart: the start\n1... e5: his bishop is weak"), "{moves}");
        let at = red.slash("history", &[("move", "1")]).await.text().to_owned();
        assert!(at.ends_with("\nYour note: his bishop is weak"), "{at}");
        let next = message(&red.slash("next", &[]).await).content;
        assert!(next.contains("Your last note: Start: the start"), "{next}");
        for text in [blue.slash("history", &[]).await.text(), blue.slash("note", &[]).await.text()] {
            assert!(!text.contains("bishop"), "{text}");
        }
        let left = red.slash("note", &[("remove", "true"), ("move", "0")]).await;
        assert_eq!(
            left.text(),
            "Your notes on this game of Chess; only you see them:\n1... e5: his bishop is weak"
        );
        // Black's move makes another position; the note is still found by its move, also after a takeback.
        done(&red.slash("move", &[("move", "Nf3")]).await);
        message(&red.slash("note", &[("text", "good")]).await);
        done(&blue.slash("move", &[("move", "Nc6")]).await);
        let changed = red.slash("note", &[("text", "very good"), ("move", "2")]).await;
        assert_eq!(
            changed.text(),
            "Noted, for you alone: 2. Nf3: very good\nYou have one more note on this game."
        );
        for (asker, other) in [(&blue, &red), (&red, &blue)] {
            let asked = message(&asker.slash("takeback", &[]).await);
            done(&other.click(&asked, "Allow takeback").await);
        }
        let all = red.slash("note", &[]).await;
        assert!(all.text().ends_with("\nTaken back: very good"), "{}", all.text());
        // A different move in its place does not have the note.
        done(&red.slash("move", &[("move", "Nc3")]).await);
        let all = red.slash("note", &[]).await;
        assert!(all.text().ends_with("\nTaken back: very good"), "{}", all.text());
        let at = red.slash("history", &[("move", "2")]).await.text().to_owned();
        assert!(!at.contains("very good"), "{at}");
        let asked = message(&red.slash("takeback", &[]).await);
        done(&blue.click(&asked, "Allow takeback").await);
        // The note about the current position is removed first.
        let left = red.slash("note", &[("remove", "true")]).await.text().to_owned();
        assert!(left.ends_with("only you see them:\nTaken back: very good"), "{left}");
        let left = red.slash("note", &[("remove", "true")]).await.text().to_owned();
        assert!(left.starts_with("You have no notes on this game of Chess."), "{left}");
        bench.finish().await;
    });
}

fn a_note_that_cannot_be_is_refused() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        let red = bench.red("games");
        let green = bench.discord.member("green").in_channel("games");
        refused(
            &red.slash("note", &[("text", "x"), ("remove", "true")]).await,
            "Give me either a `text` to note or `remove`, not both.",
        );
        refused(
            &red.slash("note", &[("remove", "true")]).await,
            "You have noted nothing about that position.",
        );
        let strange = green.slash("note", &[("text", "x")]).await;
        assert!(strange.is_ephemeral() && strange.text().contains("play"), "{}", strange.text());
        let elsewhere = red.in_channel("quiet").slash("note", &[("text", "x")]).await;
        assert!(
            elsewhere.is_ephemeral() && elsewhere.text().starts_with("There is no game in this channel"),
            "{}",
            elsewhere.text()
        );
        assert_eq!(bench.count("SELECT count(*) FROM notes").await, 0);
        bench.finish().await;
    });
}

fn whoever_beats_a_level_twice_is_told_of_the_next() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let mate = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
        for won in 1..=2 {
            let options = [
                ("variant", "chess"),
                ("level", "2"),
                ("color", "white"),
                ("thread", "no"),
                ("position", mate),
            ];
            done(&red.slash("challenge", &options).await);
            let end = red.slash("move", &[("move", "Qg7")]).await;
            assert!(end.text().contains("Checkmate") || end.text().contains("checkmate"), "{}", end.text());
            let told = || {
                let own = red.ephemerals();
                own.into_iter().filter(|m| m.content.starts_with("That is your")).collect::<Vec<_>>()
            };
            if won == 1 {
                assert!(told().is_empty());
            } else {
                soon("a word about the level", || told().len() == 1).await;
                let next = told().remove(0).content;
                assert!(next.contains("second win") && next.contains("with `level`"), "{next}");
            }
        }
        bench.finish().await;
    });
}
