//! Tournaments whose channel or players disappear.

use std::time::Duration;

use rookery::sandbox::{Channel, Fault, Member, Response, Trouble};

use super::tournaments::{gives_up, join, made, refused, stands, threads};
use crate::bot::bench::{Bench, message, soon, wait_for};

tests_on_both!(
    a_tournament_in_a_deleted_channel_ends_as_it_stands,
    no_round_is_paired_in_a_deleted_channel,
    no_round_is_paired_in_a_channel_deleted_while_the_bot_was_away,
    of_two_who_withdraw_from_their_game_the_later_one_has_the_point,
    whoever_deletes_their_data_is_a_former_player,
    a_game_that_cannot_be_posted_is_void_alone,
    where_no_game_can_be_posted_they_wait,
    where_none_can_be_posted_for_a_week_it_ends_as_it_stands,
    whoever_sees_no_board_gets_into_the_thread_all_the_same,
);

fn a_tournament_in_a_deleted_channel_ends_as_it_stands() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, hall) = made(&bench, &[("kind", "knock-out"), ("most", "4")]).await;
        join(&bench, &["red", "blue", "green", "grey"]).await;
        let games = threads(&bench, 4).await;
        assert!(!hall.delete().is_empty());
        let over = async || bench.count("SELECT count(*) FROM tournaments WHERE state = 'over'").await == 1;
        let look = async || over().await.then_some(());
        bench.pass_until(Duration::from_secs(30), look).await.expect("it is over");
        drop(games);
        bench.finish().await;
    });
}

/// The nine players of a Swiss tournament whose first round has been played.
async fn nine(bench: &Bench) -> (Channel, Vec<Member>) {
    let (_, hall) = made(bench, &[("kind", "swiss"), ("most", "9")]).await;
    let people = join(bench, &["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"]).await;
    threads(bench, 4).await;
    (hall, people)
}

/// Waits for the end of the tournament of [`nine`], in its first round.
async fn ends_in_the_first_round(bench: &Bench) {
    let over = async || bench.count("SELECT count(*) FROM tournaments WHERE state = 'over'").await == 1;
    let look = async || over().await.then_some(());
    bench.pass_until(Duration::from_secs(30), look).await.expect("it is over");
    let live = async || bench.count("SELECT count(*) FROM games WHERE state = 'live'").await == 0;
    let look = async || live().await.then_some(());
    bench.pass_until(Duration::from_secs(30), look).await.expect("its games are over");
    bench.pass(Duration::from_mins(10)).await;
    assert_eq!(
        bench.count("SELECT count(*) FROM tournament_games WHERE round > 1").await,
        0,
        "phantom games"
    );
    assert_eq!(bench.count("SELECT count(*) FROM tournament_games WHERE result = 'bye'").await, 1);
    assert_eq!(bench.count("SELECT count(*) FROM tournament_games WHERE result = 'halves'").await, 4);
    assert_eq!(bench.count("SELECT round FROM tournaments").await, 1);
}

fn no_round_is_paired_in_a_deleted_channel() {
    wait_for(async {
        let bench = Bench::new().await;
        let (hall, _) = nine(&bench).await;
        // Its last change has been posted, so nothing else asks Discord for the channel.
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'tournament'", 0).await;
        assert!(!hall.delete().is_empty());
        ends_in_the_first_round(&bench).await;
        bench.finish().await;
    });
}

fn no_round_is_paired_in_a_channel_deleted_while_the_bot_was_away() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (hall, _) = nine(&bench).await;
        bench.soon_counts("SELECT count(*) FROM outbox", 0).await;
        bench.stop().await;
        assert!(!hall.delete().is_empty());
        // The session is invalidated too, so the bot gets no event for the deletion.
        bench.discord.gateway_invalidate(false);
        bench.start().await;
        bench.soon_counts("SELECT count(*) FROM closed_channels", 5).await;
        bench.settings.clock.advance(Duration::from_hours(25));
        ends_in_the_first_round(&bench).await;
        bench.finish().await;
    });
}

fn of_two_who_withdraw_from_their_game_the_later_one_has_the_point() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, people) = nine(&bench).await;
        let one = |id: i64| people.iter().find(|one| one.id() == id.to_string()).expect("a player");
        let first = "SELECT white FROM games WHERE id = (SELECT game FROM tournament_games WHERE number = 1)";
        let later = "SELECT black FROM games WHERE id = (SELECT game FROM tournament_games WHERE number = 1)";
        withdraw(one(bench.count(first).await), one(bench.count(later).await)).await;
        let first = "SELECT black FROM games WHERE id = (SELECT game FROM tournament_games WHERE number = 2)";
        let later = "SELECT white FROM games WHERE id = (SELECT game FROM tournament_games WHERE number = 2)";
        withdraw(one(bench.count(first).await), one(bench.count(later).await)).await;
        threads(&bench, 2).await;
        let points = "SELECT count(*) FROM tournament_games
            WHERE (number = 1 AND result = 'white-forfeits') OR (number = 2 AND result = 'black-forfeits')";
        assert_eq!(bench.count(points).await, 2);
        bench.finish().await;
    });
}

/// Two people withdraw, one right after the other.
async fn withdraw(first: &Member, later: &Member) {
    let sure = [
        message(&first.slash("tournament withdraw", &[]).await),
        message(&later.slash("tournament withdraw", &[]).await),
    ];
    for (who, sure) in [first, later].into_iter().zip(&sure) {
        refused(&who.click(sure, "Yes, withdraw").await, "You have withdrawn from the tournament.");
    }
}

fn whoever_deletes_their_data_is_a_former_player() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, hall) = made(&bench, &[("kind", "round-robin"), ("most", "3")]).await;
        let people = join(&bench, &["red", "blue", "green"]).await;
        threads(&bench, 3).await;
        deletes(&people[2]).await;
        let now = stands(&bench, &hall, "a former player").await;
        assert!(!now.content.contains(people[2].id()), "{}", now.content);
        gives_up(&threads(&bench, 1).await[0], &[&people[0], &people[1]]).await;
        stands(&bench, &hall, "It is over.").await;
        let ends = || hall.messages().into_iter().filter(|one| one.content.contains(" is over. ")).count();
        soon("the end is told", || ends() == 1).await;
        // After the end its message is edited again, but the end is not announced again.
        deletes(&people[1]).await;
        let shows = async || stands(&bench, &hall, "It is over.").await.content.contains(people[1].id());
        let look = async || (!shows().await).then_some(());
        bench.pass_until(Duration::from_secs(1), look).await.expect("the name goes");
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'tournament'", 0).await;
        let last = stands(&bench, &hall, "It is over.").await;
        assert!(!last.content.contains(people[1].id()) && ends() == 1, "{}", last.content);
        bench.finish().await;
    });
}

/// Deletes a member's data.
async fn deletes(who: &Member) {
    let card = message(&who.slash("privacy", &[]).await);
    let sure = message(&who.click(&card, "Delete").await);
    done_alone(&who.click(&sure, "Yes, delete").await);
}

#[track_caller]
fn done_alone(answer: &Response) {
    assert!(answer.answered() && answer.text().starts_with("Done."), "{}", answer.text());
}

fn a_game_that_cannot_be_posted_is_void_alone() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, hall) = made(&bench, &[("kind", "round-robin"), ("most", "3")]).await;
        stands(&bench, &hall, "Nobody has joined yet.").await;
        // Discord refuses one game's message and another game's thread.
        let post = format!("/channels/{}/messages", hall.id());
        bench.discord.faults().add(Fault::next(&post, Trouble::Refuse(400, 50_035)).method("POST"));
        bench.discord.faults().add(Fault::next("/threads", Trouble::Refuse(400, 50_035)).method("POST"));
        let people = join(&bench, &["red", "blue", "green"]).await;
        let people: Vec<&Member> = people.iter().collect();
        let begun = threads(&bench, 1).await;
        assert_eq!(bench.count("SELECT count(*) FROM tournament_games WHERE result = 'halves'").await, 2);
        assert_eq!(bench.count("SELECT count(*) FROM tournaments WHERE state = 'running'").await, 1);
        gives_up(&begun[0], &people).await;
        stands(&bench, &hall, "It is over.").await;
        bench.finish().await;
    });
}

fn where_no_game_can_be_posted_they_wait() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, hall) = made(&bench, &[("kind", "round-robin"), ("most", "4")]).await;
        stands(&bench, &hall, "Nobody has joined yet.").await;
        // Discord refuses all of its messages from now on, which is not a fault of one game.
        let post = format!("/channels/{}/messages", hall.id());
        bench
            .discord
            .faults()
            .add(Fault::next(&post, Trouble::Refuse(400, 50_035)).method("POST").times(100));
        join(&bench, &["red", "blue", "green", "grey"]).await;
        let void = "SELECT count(*) FROM tournament_games WHERE result = 'halves'";
        bench.soon_counts(void, 2).await;
        bench.pass(Duration::from_mins(65)).await;
        assert_eq!(bench.count(void).await, 2, "nobody has points for what is no game's fault");
        assert_eq!(bench.count("SELECT count(*) FROM tournaments WHERE state = 'running'").await, 1);
        bench.discord.faults().clear();
        bench.pass(Duration::from_mins(65)).await;
        threads(&bench, 4).await;
        bench.finish().await;
    });
}

fn where_none_can_be_posted_for_a_week_it_ends_as_it_stands() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, hall) = made(&bench, &[("kind", "round-robin"), ("most", "4")]).await;
        stands(&bench, &hall, "Nobody has joined yet.").await;
        let post = format!("/channels/{}/messages", hall.id());
        let refused = Fault::next(&post, Trouble::Refuse(400, 50_035)).method("POST");
        bench.discord.faults().add(refused.times(u32::MAX));
        join(&bench, &["red", "blue", "green", "grey"]).await;
        let void = "SELECT count(*) FROM tournament_games WHERE result = 'halves'";
        bench.soon_counts(void, 2).await;
        let over = "SELECT count(*) FROM tournaments WHERE state = 'over'";
        bench.settings.clock.advance(Duration::from_hours(6 * 24));
        bench.pass(Duration::from_mins(65)).await;
        assert_eq!((bench.count(void).await, bench.count(over).await), (2, 0), "within a week it waits");
        bench.settings.clock.advance(Duration::from_hours(24));
        bench.pass(Duration::from_mins(65)).await;
        assert_eq!((bench.count(void).await, bench.count(over).await), (6, 1));
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'pairing'", 0).await;
        stands(&bench, &hall, "It was ended early. No winner.").await;
        bench.finish().await;
    });
}

fn whoever_sees_no_board_gets_into_the_thread_all_the_same() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, hall) = made(&bench, &[("kind", "round-robin"), ("most", "3")]).await;
        stands(&bench, &hall, "Nobody has joined yet.").await;
        // Thread creation fails until the games' thread ids are known.
        let faults = bench.discord.faults();
        faults.add(Fault::next("/threads", Trouble::Status(503)).method("POST").times(u32::MAX));
        join(&bench, &["red", "blue", "green"]).await;
        let pairings = || {
            let all = hall.messages().into_iter();
            all.filter(|one| one.content.contains(" has White, ")).map(|one| one.id).collect::<Vec<_>>()
        };
        soon("the games are announced", || pairings().len() == 3).await;
        faults.clear();
        for thread in pairings() {
            // A thread on a message has the message's id.
            let post = format!("/channels/{thread}/messages");
            faults.add(Fault::next(&post, Trouble::Status(503)).method("POST").times(u32::MAX));
        }
        let begun = "SELECT count(*) FROM tournament_games WHERE game IS NOT NULL";
        let look = async || (bench.count(begun).await == 3).then_some(());
        bench.pass_until(Duration::from_secs(5), look).await.expect("all have begun");
        let all_in = || bench.discord.threads().iter().all(|thread| thread.members().len() == 3);
        bench.pass(Duration::from_mins(2)).await;
        assert!(!all_in(), "the first board may still come");
        let due = bench.count("SELECT min(due) FROM outbox WHERE kind = 'pairing'").await;
        let pause = due - bench.settings.clock.now().0;
        assert!(pause > 20_000, "it is looked for less and less often: {pause}");
        bench.pass(Duration::from_mins(10)).await;
        assert!(all_in(), "nobody misses a game for want of a board");
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'pairing'", 0).await;
        faults.clear();
        threads(&bench, 3).await;
        bench.finish().await;
    });
}
