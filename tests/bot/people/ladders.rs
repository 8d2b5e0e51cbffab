//! Ladders in the chat.

use std::time::Duration;

use rookery::sandbox::{Channel, Fault, Member, Message, Response, Trouble, Upshot};
use rookery::timing::Clock;

use crate::bot::bench::{Bench, done, message, soon, wait_for};

tests_on_both!(
    whoever_wins_takes_the_place,
    what_is_declined_or_let_pass_twice_costs_a_place,
    whoever_declines_is_told_what_it_costs_and_challenges_go_on_at_once,
    who_wants_no_pings_is_told_without_one,
    nobody_falls_while_they_are_away,
    whoever_may_not_is_told_why,
    whoever_deletes_their_data_is_off_the_ladder,
    a_ladder_outlives_its_channel,
    a_ladder_is_moved_with_its_order,
    a_ladder_that_is_moved_keeps_what_is_not_named,
    a_ladder_is_moved_while_its_message_is_changed,
    a_message_whose_answer_was_lost_shows_what_came_later,
    whoever_blocks_or_leaves_is_not_charged,
    games_for_a_place_are_not_called_off,
    a_ladder_is_closed_for_good,
    an_old_message_that_changes_often_is_posted_anew,
    an_old_message_that_is_pinned_stays,
    an_old_message_beside_one_that_changes_often_stays,
);

/// A ladder of chess in the channel `hall` with these people, in this order.
async fn ladder(bench: &Bench, names: &[&str]) -> (Vec<Member>, Channel) {
    let red = bench.red("hall");
    refused(&red.slash("ladder open", &[("variant", "chess")]).await, "The ladder is open.");
    let people: Vec<Member> =
        names.iter().map(|name| bench.discord.member(name).in_channel("hall")).collect();
    for (at, who) in people.iter().enumerate() {
        let told = if at == 0 {
            "You are the first on the ladder."
        } else {
            "You are on the ladder, at its bottom."
        };
        refused(&who.slash("ladder join", &[]).await, told);
    }
    (people, red.channel())
}

/// Waits until the message of the ladder shows this.
async fn stands(bench: &Bench, hall: &Channel, text: &str) -> Message {
    let look = async || {
        let shown = hall.messages().into_iter().rfind(|one| one.content.starts_with("**Ladder of "));
        shown.filter(|shown| shown.content.contains(text))
    };
    let all = || hall.messages().into_iter().map(|one| one.content).collect::<Vec<_>>();
    bench.pass_until(Duration::from_secs(1), look).await.unwrap_or_else(|| panic!("{text}: {:?}", all()))
}

/// The text of the ladder's message for this order.
fn order(people: &[&Member]) -> String {
    let line = |(place, who): (usize, &&Member)| format!("{place}. {}", who.mention());
    (1..).zip(people).map(line).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn refused(answer: &Response, text: &str) {
    assert!(answer.is_ephemeral() && answer.text().contains(text), "{}", answer.text());
}

/// Asserts that a challenge was posted by the command. Returns its message.
#[track_caller]
fn challenges(answer: &Response, opponent: &Member) -> Message {
    assert!(answer.outcome == Upshot::Message && !answer.is_ephemeral(), "{answer:?}");
    let posted = message(answer);
    assert!(
        posted.content.contains("takes place") && posted.content.contains(&opponent.mention()),
        "{}",
        posted.content
    );
    assert_eq!(posted.labels()[..2], ["Accept", "Decline"]);
    posted
}

async fn challenge(challenger: &Member, opponent: &Member) -> Message {
    challenges(&challenger.slash("ladder challenge", &[("opponent", opponent.id())]).await, opponent)
}

/// The opponent accepts, and one of the two resigns.
async fn plays(bench: &Bench, posted: &Message, opponent: &Member, loser: &Member) {
    done(&opponent.click(posted, "Accept").await);
    let live = "SELECT count(*) FROM games WHERE state = 'live'";
    assert_eq!(bench.count(live).await, 1);
    let sure = message(&loser.slash("resign", &[]).await);
    done(&loser.click(&sure, "Yes, resign").await);
    assert_eq!(bench.count(live).await, 0);
}

/// Lets time pass until all settled challenges have been processed.
async fn followed(bench: &Bench) {
    let followed = async || bench.count("SELECT count(*) FROM ladder_challenges").await == 0;
    let look = async || followed().await.then_some(());
    bench.pass_until(Duration::from_secs(1), look).await.expect("no challenge is followed any more");
}

/// Makes the open challenge lapse.
async fn lapses(bench: &Bench) {
    bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 1).await;
    bench.settings.clock.advance(Duration::from_hours(25));
    followed(bench).await;
}

fn whoever_wins_takes_the_place() {
    wait_for(async {
        let bench = Bench::new().await;
        let (people, hall) = ladder(&bench, &["red", "blue", "green", "grey", "late"]).await;
        let [red, blue, green, grey, late] = people.as_slice() else { panic!("five") };
        let shown = stands(&bench, &hall, &order(&[red, blue, green, grey, late])).await;
        assert_eq!(shown.labels(), ["Challenge", "Join", "Leave"]);
        assert!(
            shown.pings().is_empty() && shown.content.starts_with("**Ladder of Chess**"),
            "{}",
            shown.content
        );
        // The last one may challenge up to three places above.
        let above = message(&late.click(&shown, "Challenge").await);
        assert!(above.is_ephemeral() && above.pings().is_empty());
        assert_eq!(above.labels(), ["Place 2", "Place 3", "Place 4"]);
        let posted = challenges(&late.click(&above, "Place 2").await, blue);
        assert!(posted.content.contains("takes place 2 of the ladder by winning"), "{}", posted.content);
        assert_eq!(posted.pings().len(), 1, "whoever is challenged is called");
        stands(&bench, &hall, &format!("2. {}, challenged by {}\n3.", blue.mention(), late.mention())).await;
        done(&blue.click(&posted, "Accept").await);
        stands(&bench, &hall, &format!("2. {}, plays {} in <#", blue.mention(), late.mention())).await;
        let sure = message(&blue.slash("resign", &[]).await);
        done(&blue.click(&sure, "Yes, resign").await);
        stands(&bench, &hall, &order(&[red, late, blue, green, grey])).await;
        // A lost challenge changes nothing, whichever colours are drawn.
        for _ in 0..2 {
            let posted = challenge(grey, blue).await;
            plays(&bench, &posted, blue, grey).await;
        }
        bench.pass(Duration::from_mins(1)).await;
        stands(&bench, &hall, &order(&[red, late, blue, green, grey])).await;
        let posted = challenge(grey, late).await;
        plays(&bench, &posted, late, late).await;
        stands(&bench, &hall, &order(&[red, grey, late, blue, green])).await;
        let all = hall.messages().into_iter().filter(|one| one.content.starts_with("**Ladder of ")).count();
        assert_eq!(all, 1, "one message stays current");
        assert_eq!(bench.count("SELECT count(*) FROM ladder_challenges").await, 0);
        bench.finish().await;
    });
}

fn what_is_declined_or_let_pass_twice_costs_a_place() {
    wait_for(async {
        let bench = Bench::new().await;
        let (people, hall) = ladder(&bench, &["red", "blue", "green"]).await;
        let [red, blue, green] = people.as_slice() else { panic!("three") };
        let posted = challenge(green, red).await;
        done(&red.click(&posted, "Decline").await);
        bench.pass(Duration::from_mins(10)).await;
        stands(&bench, &hall, &order(&[red, blue, green])).await;
        // A challenge withdrawn by its challenger does not count.
        let posted = challenge(blue, red).await;
        done(&blue.click(&posted, "Decline").await);
        bench.pass(Duration::from_mins(10)).await;
        stands(&bench, &hall, &order(&[red, blue, green])).await;
        assert!(losses(&hall).is_empty());
        challenge(green, red).await;
        lapses(&bench).await;
        stands(&bench, &hall, &order(&[blue, red, green])).await;
        let lost = |who: &Member| {
            let fell = "you are now at place 2 of the ladder of Chess: you let two challenges pass, or declined them.";
            format!("{}, {fell}", who.mention())
        };
        let told = bench
            .pass_until(Duration::from_secs(1), async || losses(&hall).pop())
            .await
            .expect("Red is told");
        assert_eq!((told.content.as_str(), told.pings()), (&*lost(red), vec![red.id().to_owned()]));
        // The count starts again. An accepted but not started game counts as well.
        challenge(green, red).await;
        lapses(&bench).await;
        stands(&bench, &hall, &order(&[blue, red, green])).await;
        assert_eq!(bench.count("SELECT count(*) FROM ladder_players WHERE refusals = 1").await, 1);
        // Accepted, but the challenged player never makes a first move, with either colour.
        let posted = challenge(green, red).await;
        done(&red.click(&posted, "Accept").await);
        bench.settings.clock.advance(Duration::from_hours(80));
        followed(&bench).await;
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE ending = 'aborted time'").await, 1);
        let late = "SELECT count(*) FROM games JOIN ladder_players ON person = CASE turn WHEN 'white' THEN white ELSE black END
            WHERE ending = 'aborted time' AND joined_at = (SELECT min(joined_at) FROM ladder_players)";
        let expected = if bench.count(late).await == 1 { [blue, green, red] } else { [blue, red, green] };
        stands(&bench, &hall, &order(&expected)).await;
        bench.finish().await;
    });
}

/// The messages about places that people have lost.
fn losses(hall: &Channel) -> Vec<Message> {
    hall.messages().into_iter().filter(|one| one.content.contains("you are now at place ")).collect()
}

fn who_wants_no_pings_is_told_without_one() {
    wait_for(async {
        let bench = Bench::new().await;
        let (people, hall) = ladder(&bench, &["red", "blue"]).await;
        let [red, blue] = people.as_slice() else { panic!("two") };
        let id = red.id();
        bench
            .run_sql(&format!(
                "INSERT INTO people (id, pings) VALUES ({id}, 0) ON CONFLICT (id) DO UPDATE SET pings = 0"
            ))
            .await;
        for _ in 0..2 {
            challenge(blue, red).await;
            lapses(&bench).await;
        }
        let told = bench
            .pass_until(Duration::from_secs(1), async || losses(&hall).pop())
            .await
            .expect("Red is told");
        assert!(told.content.starts_with(&red.mention()) && told.pings().is_empty(), "{told:?}");
        bench.pass(Duration::from_mins(10)).await;
        assert_eq!(losses(&hall).len(), 1, "once");
        bench.finish().await;
    });
}

fn whoever_declines_is_told_what_it_costs_and_challenges_go_on_at_once() {
    wait_for(async {
        let bench = Bench::new().await;
        let (people, hall) = ladder(&bench, &["red", "blue", "green"]).await;
        let [red, blue, green] = people.as_slice() else { panic!("three") };
        let told = async |who: &Member, text: &str| {
            soon("the cost is told", || who.ephemerals().iter().any(|one| one.content == text)).await;
        };
        let posted = challenge(green, red).await;
        assert!(
            posted.content.contains("Every second challenge that you decline or let pass costs you a place."),
            "{}",
            posted.content
        );
        done(&red.click(&posted, "Decline").await);
        told(
            red,
            "The next challenge on the ladder of Chess that you decline or let pass costs you a place.",
        )
        .await;
        let reported = "declined your challenge on the ladder of Chess. You may challenge again.";
        let is_reported = || hall.messages().iter().any(|one| one.content.contains(reported));
        soon("the ladder is named", is_reported).await;
        // Both are free at once.
        challenge(green, blue).await;
        let posted = challenge(blue, red).await;
        done(&red.click(&posted, "Decline").await);
        told(
            red,
            "You are now at place 2 of the ladder of Chess: you declined two challenges, or let them pass.",
        )
        .await;
        stands(&bench, &hall, &format!("2. {}\n3. {}", red.mention(), green.mention())).await;
        bench.pass(Duration::from_mins(1)).await;
        assert!(losses(&hall).is_empty(), "told alone");
        bench.finish().await;
    });
}

fn nobody_falls_while_they_are_away() {
    wait_for(async {
        let bench = Bench::new().await;
        let (people, hall) = ladder(&bench, &["red", "blue"]).await;
        let [red, blue] = people.as_slice() else { panic!("two") };
        let away = red.slash("vacation", &[("days", "7")]).await;
        assert!(away.answered(), "{away:?}");
        for _ in 0..2 {
            challenge(blue, red).await;
            lapses(&bench).await;
            stands(&bench, &hall, &order(&[red, blue])).await;
        }
        assert_eq!(bench.count("SELECT count(*) FROM ladder_players WHERE refusals > 0").await, 0);
        stands(&bench, &hall, &order(&[red, blue])).await;
        bench.finish().await;
    });
}

fn whoever_may_not_is_told_why() {
    wait_for(async {
        let bench = Bench::new().await;
        let stranger = bench.discord.member("stranger").in_channel("hall");
        refused(&stranger.slash("ladder show", &[]).await, "There is no such ladder in this server");
        let (people, hall) = ladder(&bench, &["red", "blue", "green", "grey", "late"]).await;
        let [red, blue, green, _, late] = people.as_slice() else { panic!("five") };
        let to = |who: &Member| [("opponent", who.id().to_owned())];
        let asks = async |who: &Member, whom: &Member, text: &str| {
            let [(name, id)] = to(whom);
            refused(&who.slash("ladder challenge", &[(name, &id)]).await, text);
        };
        asks(late, red, "They are too far above you.").await;
        asks(red, blue, "They are not above you.").await;
        asks(red, red, "That is you.").await;
        asks(&stranger, red, "You are not on this ladder.").await;
        asks(red, &stranger, "They are not on this ladder.").await;
        refused(&blue.slash("ladder join", &[]).await, "You are on this ladder already.");
        refused(
            &red.slash("ladder open", &[("variant", "chess")]).await,
            "This channel has the ladder of this game already.",
        );
        let elsewhere = late.in_channel("attic");
        refused(
            &elsewhere.slash("ladder challenge", &[("opponent", blue.id())]).await,
            "in the channel of the ladder",
        );
        refused(
            &elsewhere.slash("ladder show", &[]).await,
            &format!("Challenges are made in <#{}>.", hall.id()),
        );
        let shown = stands(&bench, &hall, &order(&[red, blue])).await;
        refused(&red.click(&shown, "Challenge").await, "Nobody is above you.");
        refused(&stranger.click(&shown, "Challenge").await, "You are not on this ladder.");
        refused(
            &stranger.click(&message(&stranger.click(&shown, "Leave").await), "Yes, leave").await,
            "You are not on this ladder.",
        );
        challenge(green, red).await;
        asks(green, blue, "You have a challenge on this ladder already.").await;
        asks(blue, red, "Somebody has challenged them already.").await;
        // A person who blocks the challenger is not challenged, and no entry remains.
        assert!(blue.slash("block", &[("user", late.id())]).await.answered());
        let [(name, id)] = to(blue);
        let told = late.slash("ladder challenge", &[(name, &id)]).await;
        assert!(told.is_ephemeral(), "{told:?}");
        assert_eq!(bench.count("SELECT count(*) FROM ladder_challenges").await, 1);
        bench.finish().await;
    });
}

fn whoever_deletes_their_data_is_off_the_ladder() {
    wait_for(async {
        let bench = Bench::new().await;
        let (people, hall) = ladder(&bench, &["red", "blue", "green"]).await;
        let [red, blue, green] = people.as_slice() else { panic!("three") };
        challenge(green, blue).await;
        let card = message(&blue.slash("privacy", &[]).await);
        let sure = message(&blue.click(&card, "Delete").await);
        refused(&blue.click(&sure, "Yes, delete").await, "Done.");
        let now = stands(&bench, &hall, &order(&[red, green])).await;
        assert!(!now.content.contains(blue.id()), "{}", now.content);
        // Their challenger is free again.
        challenge(green, red).await;
        bench.finish().await;
    });
}

fn a_ladder_outlives_its_channel() {
    wait_for(async {
        let bench = Bench::new().await;
        let (people, hall) = ladder(&bench, &["red", "blue"]).await;
        stands(&bench, &hall, &order(&[&people[0], &people[1]])).await;
        assert!(!hall.delete().is_empty());
        let (red, blue) = (bench.red("attic"), bench.blue("attic"));
        refused(&blue.slash("ladder show", &[]).await, &order(&[&red, &blue]));
        let green = bench.discord.member("green").in_channel("attic");
        refused(&green.slash("ladder join", &[]).await, "You are on the ladder");
        refused(
            &green.slash("ladder challenge", &[("opponent", red.id())]).await,
            "in the channel of the ladder",
        );
        refused(&red.slash("ladder open", &[("variant", "chess")]).await, "The ladder is open.");
        stands(&bench, &red.channel(), &order(&[&red, &blue, &green])).await;
        bench.finish().await;
    });
}

fn a_ladder_is_moved_with_its_order() {
    wait_for(async {
        let bench = Bench::new().await;
        let (people, hall) = ladder(&bench, &["red", "blue"]).await;
        let shown = stands(&bench, &hall, &order(&[&people[0], &people[1]])).await;
        let (red, blue) = (bench.red("attic"), bench.blue("attic"));
        refused(
            &red.slash("ladder open", &[("variant", "chess"), ("pace", "1d")]).await,
            "The ladder is open.",
        );
        let moved = stands(&bench, &red.channel(), &order(&[&red, &blue])).await;
        assert!(moved.content.contains("One day for each move."), "{}", moved.content);
        let above = message(&blue.click(&moved, "Challenge").await);
        challenges(&blue.click(&above, "Place 1").await, &red);
        // The old message is unchanged; its buttons refer to the same ladder.
        refused(&people[0].click(&shown, "Join").await, "You are on this ladder already.");
        bench.finish().await;
    });
}

fn a_ladder_that_is_moved_keeps_what_is_not_named() {
    wait_for(async {
        let bench = Bench::new().await;
        let opened = "The ladder is open.";
        let all = [("variant", "chess"), ("pace", "1d"), ("rated", "true")];
        refused(&bench.red("hall").slash("ladder open", &all).await, opened);
        let rated = "Its games are rated.";
        let there = stands(&bench, &bench.red("hall").channel(), "One day for each move.").await;
        assert!(there.content.contains(rated), "{}", there.content);
        refused(&bench.red("attic").slash("ladder open", &[("variant", "chess")]).await, opened);
        let moved = stands(&bench, &bench.red("attic").channel(), "One day for each move.").await;
        assert!(moved.content.contains(rated), "{}", moved.content);
        let other = [("variant", "chess"), ("rated", "false")];
        refused(&bench.red("cellar").slash("ladder open", &other).await, opened);
        let moved = stands(&bench, &bench.red("cellar").channel(), "One day for each move.").await;
        assert!(!moved.content.contains(rated), "{}", moved.content);
        let slow = [("variant", "chess"), ("pace", "7d")];
        refused(&bench.red("garden").slash("ladder open", &slow).await, opened);
        let moved = stands(&bench, &bench.red("garden").channel(), "Seven days for each move.").await;
        assert!(!moved.content.contains(rated), "{}", moved.content);
        bench.finish().await;
    });
}

fn a_ladder_is_moved_while_its_message_is_changed() {
    wait_for(async {
        let bench = Bench::new().await;
        let (people, hall) = ladder(&bench, &["red"]).await;
        stands(&bench, &hall, &order(&[&people[0]])).await;
        let slow = Fault::next("/messages/", Trouble::Delay(Duration::from_millis(500))).method("PATCH");
        bench.discord.faults().add(slow);
        let (red, blue) = (bench.red("attic"), bench.blue("hall"));
        refused(&blue.slash("ladder join", &[]).await, "You are on the ladder, at its bottom.");
        soon("its message is being changed", || bench.discord.faults().are_over()).await;
        refused(&red.slash("ladder open", &[("variant", "chess")]).await, "The ladder is open.");
        tokio::time::sleep(Duration::from_millis(700)).await;
        stands(&bench, &red.channel(), &order(&[&red, &blue])).await;
        // The new message is the one edited from now on.
        let green = bench.green("hall");
        refused(&green.slash("ladder join", &[]).await, "You are on the ladder, at its bottom.");
        stands(&bench, &red.channel(), &order(&[&red, &blue, &green])).await;
        assert_eq!(red.channel().messages().len(), 1);
        bench.finish().await;
    });
}

fn a_message_whose_answer_was_lost_shows_what_came_later() {
    wait_for(async {
        let mut bench = Bench::new().await;
        // The first attempt arrives, and no later one does.
        let faults = bench.discord.faults();
        faults.add(Fault::next("/messages", Trouble::DropAfter).method("POST"));
        faults.add(Fault::next("/messages", Trouble::DropBefore).method("POST").times(u32::MAX));
        let red = bench.red("hall");
        refused(&red.slash("ladder open", &[("variant", "chess")]).await, "The ladder is open.");
        soon("the ladder's message", || !red.channel().messages().is_empty()).await;
        bench.stop().await;
        bench.discord.faults().clear();
        let joins = format!(
            "INSERT INTO ladder_players (ladder, person, place, joined_at) SELECT id, {}, 1, 0 FROM ladders",
            red.id()
        );
        bench.run_sql(&joins).await;
        bench.sql("UPDATE ladders SET rev = rev + 1").await;
        bench.start().await;
        stands(&bench, &red.channel(), &order(&[&red])).await;
        assert_eq!(red.channel().messages().len(), 1);
        bench.finish().await;
    });
}

fn whoever_blocks_or_leaves_is_not_charged() {
    wait_for(async {
        let bench = Bench::new().await;
        let (people, hall) = ladder(&bench, &["red", "blue", "green"]).await;
        let [red, blue, green] = people.as_slice() else { panic!("three") };
        // A person who challenges and then blocks cannot be answered.
        for (from, to) in [(green, red), (red, green)] {
            challenge(green, red).await;
            assert!(from.slash("block", &[("user", to.id())]).await.answered());
            stands(&bench, &hall, &order(&[red, blue, green])).await;
            assert_eq!(bench.count("SELECT count(*) FROM ladder_challenges").await, 0);
            assert!(from.slash("unblock", &[("user", to.id())]).await.answered());
            lapses(&bench).await;
        }
        assert_eq!(bench.count("SELECT count(*) FROM ladder_players WHERE refusals > 0").await, 0);
        // A challenge to a person who has left no longer counts, and its challenger is free.
        challenge(green, red).await;
        let shown = message(&red.slash("ladder leave", &[]).await);
        refused(&red.click(&shown, "Yes, leave").await, "You are no longer on the ladder.");
        stands(&bench, &hall, &order(&[blue, green])).await;
        challenge(green, blue).await;
        bench.finish().await;
    });
}

fn games_for_a_place_are_not_called_off() {
    wait_for(async {
        let bench = Bench::new().await;
        let (people, _) = ladder(&bench, &["red", "blue"]).await;
        let [red, blue] = people.as_slice() else { panic!("two") };
        let posted = challenge(blue, red).await;
        done(&red.click(&posted, "Accept").await);
        for who in [red, blue] {
            refused(&who.slash("abort", &[]).await, "Games for a place on a ladder are not called off.");
        }
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live'").await, 1);
        bench.finish().await;
    });
}

fn a_ladder_is_closed_for_good() {
    wait_for(async {
        // With pages, because without them a button is removed, and its row with it.
        let bench = Bench::with_pages().await;
        let (people, hall) = ladder(&bench, &["red", "blue"]).await;
        let [red, blue] = people.as_slice() else { panic!("two") };
        let posted = challenge(blue, red).await;
        let sure = message(&red.slash("ladder close", &[]).await);
        refused(&red.click(&sure, "Yes, close").await, "The ladder is closed.");
        let closed = stands(&bench, &hall, "This ladder is closed.").await;
        assert!(closed.labels().is_empty());
        refused(&blue.slash("ladder join", &[]).await, "There is no such ladder in this server");
        refused(&red.click(&sure, "Yes, close").await, "This ladder is closed.");
        // It stays an ordinary challenge.
        done(&red.click(&posted, "Accept").await);
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 1);
        assert_eq!(bench.count("SELECT count(*) FROM ladder_players").await, 0);
        refused(&red.slash("ladder open", &[("variant", "chess")]).await, "The ladder is open.");
        bench.finish().await;
    });
}

/// A ladder with one person, whose message is two hours old.
async fn aged() -> (Bench, Channel, Message) {
    let clock = Clock::system();
    let mut bench = Bench::with(|options| options.clock = clock.clone()).await;
    bench.start().await;
    let (people, hall) = ladder(&bench, &["red"]).await;
    let first = stands(&bench, &hall, &order(&[&people[0]])).await;
    clock.advance(Duration::from_hours(2));
    (bench, hall, first)
}

/// This many people join the ladder of chess, and its message shows each. The bot's clock follows that of the
/// rate limits.
async fn joined_by(bench: &Bench, hall: &Channel, many: u32) {
    for number in 0..many {
        let who = bench.discord.member(&format!("late {number}")).in_channel("hall");
        let joined = who.slash("ladder join", &[("variant", "chess")]).await;
        refused(&joined, "You are on the ladder, at its bottom.");
        shows(bench, hall, "**Ladder of Chess**", &who.mention()).await;
    }
}

/// Waits until the rate limit allows an edit and the message shows this.
async fn shows(bench: &Bench, hall: &Channel, head: &str, text: &str) {
    let look = async || {
        let mut all = hall.messages().into_iter().filter(|one| one.content.starts_with(head));
        all.any(|one| one.content.contains(text)).then_some(())
    };
    bench.pass_until(Duration::from_millis(20), look).await.expect("it is changed when there is room");
}

fn an_old_message_that_changes_often_is_posted_anew() {
    wait_for(async {
        let (bench, hall, first) = aged().await;
        joined_by(&bench, &hall, 6).await;
        bench.pass(Duration::from_mins(1)).await;
        let all = hall.messages().into_iter().filter(|one| one.content.starts_with("**Ladder of "));
        let [shown] = &all.collect::<Vec<_>>()[..] else { panic!("one message: {:?}", hall.messages()) };
        assert!(shown.id != first.id && shown.pings().is_empty(), "{}", shown.content);
        assert_eq!(shown.labels(), ["Challenge", "Join", "Leave"]);
        assert_eq!(bench.discord.rate_limited(), 0, "requests were too much");
        bench.finish().await;
    });
}

fn an_old_message_that_is_pinned_stays() {
    wait_for(async {
        let (bench, hall, first) = aged().await;
        assert!(hall.pin_message(&first.id));
        joined_by(&bench, &hall, 6).await;
        bench.pass(Duration::from_mins(1)).await;
        let all = hall.messages().into_iter().filter(|one| one.content.starts_with("**Ladder of "));
        let [shown] = &all.collect::<Vec<_>>()[..] else { panic!("one message: {:?}", hall.messages()) };
        assert!(shown.id == first.id && shown.json["pinned"] == true, "{}", shown.content);
        assert_eq!(bench.discord.rate_limited(), 0, "requests were too much");
        bench.finish().await;
    });
}

fn an_old_message_beside_one_that_changes_often_stays() {
    wait_for(async {
        let clock = Clock::system();
        let mut bench = Bench::with(|options| options.clock = clock.clone()).await;
        bench.start().await;
        let (_, hall) = ladder(&bench, &["red"]).await;
        let other = [("variant", "claustrophobia")];
        refused(&bench.red("hall").slash("ladder open", &other).await, "The ladder is open.");
        let first = stands(&bench, &hall, "**Ladder of Claustrophobia**").await;
        clock.advance(Duration::from_hours(2));
        // As often as the rate limit allows.
        joined_by(&bench, &hall, 3).await;
        let blue = bench.blue("hall");
        refused(&blue.slash("ladder join", &other).await, "You are the first on the ladder.");
        let of_other = || {
            let all = hall.messages().into_iter();
            all.filter(|one| one.content.starts_with("**Ladder of Claustrophobia**")).collect::<Vec<_>>()
        };
        shows(&bench, &hall, "**Ladder of Claustrophobia**", &blue.mention()).await;
        assert_eq!(of_other().iter().map(|one| one.id.clone()).collect::<Vec<_>>(), [first.id]);
        assert_eq!(bench.discord.rate_limited(), 0, "requests were too much");
        bench.finish().await;
    });
}
