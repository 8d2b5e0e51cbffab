//! The daily puzzle, in the channel chosen by the server.

use std::time::Duration;

use crate::bot::permission;
use rookery::engine::Puzzle;
use rookery::games;
use rookery::render::BoardView;
use rookery::sandbox::{Channel, Fault, Member, Message, Trouble, Upshot};

use crate::bot::bench::{Bench, message, soon, wait_for};
use crate::bot::people::settings::menus;
use crate::bot::places::server::{card, kept};

tests_on_both!(
    a_puzzle_is_posted_each_day_where_the_server_wants_it,
    whoever_clicks_solves_it_alone,
    a_server_has_only_the_games_that_it_offers,
    a_channel_that_the_bot_cannot_write_in_is_told_and_tried_again,
    what_is_wanted_nowhere_is_posted_nowhere,
    a_channel_that_always_fails_holds_up_no_other,
    a_post_whose_answer_is_lost_is_not_made_twice,
    a_refused_daily_comes_again_the_next_day,
    the_table_has_who_solved_it_without_help_on_its_day,
    a_wrong_first_try_says_what_it_means_for_the_table,
);

const DAY: Duration = Duration::from_hours(24);

fn posts(channel: &Channel) -> Vec<Message> {
    channel.messages().into_iter().filter(|message| message.author == "Rookery").collect()
}

/// Lets time pass until there are this many posts.
pub async fn posted(bench: &Bench, channel: &Channel, count: usize) -> Message {
    let look = async || posts(channel).pop().filter(|_| posts(channel).len() == count);
    let all = || posts(channel).iter().map(|one| one.content.clone()).collect::<Vec<_>>();
    let post = bench.pass_until(Duration::from_secs(2), look).await;
    post.unwrap_or_else(|| panic!("not {count} posts: {:?}", all()))
}

/// A server with a daily puzzle in its own channel, and the first post.
pub async fn with_daily(bench: &Bench) -> (Member, Channel, Message) {
    let red = bench.red("games");
    let channel = red.in_channel("puzzles").channel();
    kept(&red, "Places", "daily", &[channel.id()]).await;
    let first = posted(bench, &channel, 1).await;
    (red, channel, first)
}

/// The puzzle of a post, found by its button's id.
fn shown(post: &Message) -> &'static Puzzle {
    let mut ids = post.components().filter_map(|part| part["custom_id"].as_str());
    let id = ids.find_map(|id| id.strip_prefix("v2:puzzle-again:")).expect("a puzzle");
    let parts: Vec<&str> = id.split(':').collect();
    let game = games::from_slug(parts[0]).expect("a game");
    Puzzle::of_id(game, parts[1].parse().expect("a number")).expect("a puzzle")
}

fn a_puzzle_is_posted_each_day_where_the_server_wants_it() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (_, channel, first) = with_daily(&bench).await;
        assert!(first.content.starts_with("**Puzzle of the day:** "), "{}", first.content);
        assert!(!first.is_ephemeral() && !first.is_card() && first.pings().is_empty());
        assert_eq!(first.labels(), ["Solve it", "Table"]);
        let board = BoardView::of_line(&shown(&first).line(0), shown(&first).start().turn());
        assert!(first.picture().is_some_and(|shown| shown.bytes == crate::bot::drawn(&board)));
        // Once a day, even across a restart.
        bench.stop().await;
        bench.start().await;
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!(posts(&channel).len(), 1);
        bench.settings.clock.advance(DAY);
        let second = posted(&bench, &channel, 2).await;
        assert!(shown(&second).variant() != shown(&first).variant(), "the games take turns");
        // Days on which the bot was away are skipped.
        bench.stop().await;
        bench.settings.clock.advance(3 * DAY);
        bench.start().await;
        posted(&bench, &channel, 3).await;
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!(posts(&channel).len(), 3);
        bench.finish().await;
    });
}

fn whoever_clicks_solves_it_alone() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, channel, first) = with_daily(&bench).await;
        let puzzle = shown(&first);
        for who in [red.in_channel("puzzles"), bench.blue("puzzles")] {
            let opened = who.click(&first, "Solve it").await;
            assert_eq!(opened.outcome, Upshot::Message, "{}", opened.text());
            let mut now = message(&opened);
            assert!(now.is_ephemeral() && now.is_card(), "{}", now.content);
            for mv in puzzle.solution().iter().step_by(2) {
                let form = who.click(&now, "Type a move").await;
                now = message(&who.submit(&form, &[("move", &mv.to_string())]).await);
            }
            assert!(now.content.contains("**Solved!**"), "{}", now.content);
        }
        assert_eq!(bench.count("SELECT count(*) FROM puzzles WHERE solved_at IS NOT NULL").await, 2);
        assert_eq!(posts(&channel).len(), 1, "nobody else sees it");
        bench.finish().await;
    });
}

fn a_server_has_only_the_games_that_it_offers() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        kept(&red, "Games", "games", &["squirrel"]).await;
        let (_, channel, mut last) = with_daily(&bench).await;
        for count in 2..4 {
            assert_eq!(shown(&last).variant().slug(), "squirrel");
            bench.settings.clock.advance(DAY);
            last = posted(&bench, &channel, count).await;
        }
        bench.finish().await;
    });
}

fn a_channel_that_the_bot_cannot_write_in_is_told_and_tried_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, channel, _) = with_daily(&bench).await;
        channel.deny_bot(permission::SEND_MESSAGES);
        bench.settings.clock.advance(DAY);
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'daily' AND code IS NOT NULL", 1).await;
        let told = card(&red, "Places").await;
        assert!(told.content.contains("so there is no puzzle of the day"), "{}", told.content);
        channel.allow_bot();
        bench.settings.clock.advance(Duration::from_mins(10));
        posted(&bench, &channel, 2).await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'daily' AND code IS NULL", 1).await;
        let told = card(&red, "Places").await;
        assert!(!told.content.contains("puzzle of the day:"), "{}", told.content);
        bench.finish().await;
    });
}

fn what_is_wanted_nowhere_is_posted_nowhere() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, channel, _) = with_daily(&bench).await;
        let other = red.in_channel("other").channel();
        kept(&red, "Places", "daily", &[other.id()]).await;
        posted(&bench, &other, 1).await;
        kept(&red, "Places", "daily", &[]).await;
        bench.settings.clock.advance(DAY);
        bench.pass(Duration::from_secs(30)).await;
        assert_eq!((posts(&channel).len(), posts(&other).len()), (1, 1));
        assert_eq!(bench.count("SELECT count(*) FROM daily_puzzles").await, 0);
        bench.finish().await;
    });
}

fn a_post_whose_answer_is_lost_is_not_made_twice() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, channel, _) = with_daily(&bench).await;
        let path = format!("/channels/{}/messages", channel.id());
        bench.discord.faults().add(Fault::next(&path, Trouble::DropAfter).times(100_000));
        bench.settings.clock.advance(DAY);
        posted(&bench, &channel, 2).await;
        // Until it gives up, and then for longer than a closed channel is left alone.
        for _ in 0..8 {
            bench.pass(Duration::from_secs(2)).await;
        }
        bench.discord.faults().clear();
        for _ in 0..200 {
            bench.pass(Duration::from_secs(2)).await;
        }
        assert_eq!(posts(&channel).len(), 2);
        bench.settings.clock.advance(DAY);
        posted(&bench, &channel, 3).await;
        bench.finish().await;
    });
}

fn a_refused_daily_comes_again_the_next_day() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, channel, first) = with_daily(&bench).await;
        let path = format!("/channels/{}/messages", channel.id());
        bench.discord.faults().add(Fault::next(&path, Trouble::Refuse(400, 50_035)).method("POST"));
        bench.settings.clock.advance(DAY);
        soon("it is refused", || bench.discord.faults().are_over()).await;
        assert_eq!(posts(&channel).len(), 1);
        bench.settings.clock.advance(DAY);
        let next = posted(&bench, &channel, 2).await;
        assert!(!std::ptr::eq(shown(&next), shown(&first)), "another puzzle");
        bench.finish().await;
    });
}

fn a_channel_that_always_fails_holds_up_no_other() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, good, _) = with_daily(&bench).await;
        let bad = red.in_channel("talk").channel();
        // Another server, whose turn comes first.
        bench.run_sql(&format!("INSERT INTO daily_puzzles (guild, channel) VALUES (1, {})", bad.id())).await;
        let path = format!("/channels/{}/messages", bad.id());
        bench.discord.faults().add(Fault::next(&path, Trouble::Status(500)).times(100_000));
        bench.settings.clock.advance(DAY);
        // An attempt takes some seconds of real time.
        soon("the other's puzzle", || posts(&good).len() == 2).await;
        assert_eq!((posts(&good).len(), posts(&bad).len()), (2, 0));
        bench.discord.faults().clear();
        posted(&bench, &bad, 1).await;
        bench.finish().await;
    });
}

/// Opens a daily puzzle and solves it, with a hint if `hinted`.
async fn solves(who: &Member, post: &Message, hinted: bool) {
    let mut now = message(&who.click(post, "Solve it").await);
    if hinted {
        now = message(&who.click(&now, "Hint").await);
    }
    for mv in shown(post).solution().iter().step_by(2) {
        let form = who.click(&now, "Type a move").await;
        now = message(&who.submit(&form, &[("move", &mv.to_string())]).await);
    }
    assert!(now.content.contains("**Solved!**"), "{}", now.content);
}

fn a_wrong_first_try_says_what_it_means_for_the_table() {
    const LEAVES: &str = "Only a first try without help counts for today's table.";
    wait_for(async {
        let bench = Bench::new().await;
        let (red, _, first) = with_daily(&bench).await;
        let (red, blue) = (red.in_channel("puzzles"), bench.blue("puzzles"));
        let start = *shown(&first).line(0).position();
        let right = shown(&first).solution()[0];
        let wrong =
            start.legal_moves().into_iter().find(|mv| *mv != right).expect("another move").to_string();
        let tries = async |who: &Member, card: &Message| {
            let form = who.click(card, "Type a move").await;
            message(&who.submit(&form, &[("move", &wrong)]).await)
        };
        let open = message(&red.click(&first, "Solve it").await);
        let missed = tries(&red, &open).await;
        assert!(missed.is_ephemeral() && missed.content.contains("**Not that:**"), "{}", missed.content);
        assert!(missed.content.contains(LEAVES), "{}", missed.content);
        let again = tries(&red, &missed).await;
        assert!(
            again.content.contains("**Not that:**") && !again.content.contains(LEAVES),
            "{}",
            again.content
        );
        // A hint counts as help.
        let open = message(&blue.click(&first, "Solve it").await);
        let hint = message(&blue.click(&open, "Hint").await);
        assert!(hint.content.contains(LEAVES), "{}", hint.content);
        // Another puzzle has no table.
        let other = message(&bench.green("puzzles").slash("puzzle", &[]).await);
        let hint = message(&bench.green("puzzles").click(&other, "Hint").await);
        assert!(hint.content.contains("**Hint:**") && !hint.content.contains(LEAVES), "{}", hint.content);
        bench.finish().await;
    });
}

fn the_table_has_who_solved_it_without_help_on_its_day() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, channel, first) = with_daily(&bench).await;
        let (red, blue) = (red.in_channel("puzzles"), bench.blue("puzzles"));
        let green = bench.discord.member("green").in_channel("puzzles");
        solves(&blue, &first, false).await;
        solves(&red, &first, false).await;
        solves(&green, &first, true).await;
        let table = message(&red.click(&first, "Table").await);
        assert!(table.is_ephemeral());
        let line = |place: u32, who: &Member, solved: u32, firsts: u32| match firsts {
            0 => format!("{place}. <@{}>: {solved}", who.id()),
            _ => format!("{place}. <@{}>: {solved}, {firsts} of them first", who.id()),
        };
        let lines: Vec<&str> = table.content.lines().collect();
        assert_eq!(
            lines[1..],
            [
                &line(1, &blue, 1, 1),
                &line(2, &red, 1, 0),
                "You have one day in a row. Missing one day a week does not break the row."
            ]
        );
        bench.settings.clock.advance(DAY);
        let second = posted(&bench, &channel, 2).await;
        let best = format!("<@{}> 1, <@{}> 1.", blue.id(), red.id());
        assert!(second.content.ends_with(&best), "{}", second.content);
        assert!(second.pings().is_empty());
        // Yesterday's puzzle no longer counts, and people who hide are not listed.
        let settings = menus(&blue).await;
        message(&blue.select(&settings, "v2:setting:standing", &["hidden"]).await);
        solves(&red, &second, false).await;
        let late = bench.discord.member("late").in_channel("puzzles");
        solves(&late, &first, false).await;
        // Neither are people who got help with it elsewhere.
        let (puzzle, far) = (shown(&second), bench.discord.member("far").in_channel("puzzles"));
        let variant = puzzle.start().variant().slug();
        let helped = format!(
            "INSERT INTO puzzles (person, variant, puzzle, helped) VALUES ({}, '{variant}', {}, 1)",
            far.id(),
            puzzle.id()
        );
        bench.run_sql(&helped).await;
        solves(&far, &second, false).await;
        let table = message(&red.click(&second, "Table").await).content;
        assert!(table.contains(&line(1, &red, 2, 1)), "{table}");
        assert!([&blue, &late, &green, &far].iter().all(|absent| !table.contains(absent.id())), "{table}");
        assert!(
            table.ends_with("You have 2 days in a row. Missing one day a week does not break the row."),
            "{table}"
        );
        bench.finish().await;
    });
}
