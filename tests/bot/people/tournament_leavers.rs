//! Tournaments whose channel or players go away.

use std::time::Duration;

use rookery::sandbox::{Fault, Member, Response, Trouble};

use super::tournaments::{gives_up, join, made, stands, threads};
use crate::bot::bench::{Bench, message, soon, wait_for};

tests_on_both!(
    a_tournament_in_a_deleted_channel_ends_as_it_stands,
    whoever_deletes_their_data_is_a_former_player,
    a_game_that_cannot_be_posted_is_void_alone,
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
        let ends = || hall.messages().into_iter().filter(|one| one.content.contains("won it")).count();
        soon("the end is told", || ends() == 1).await;
        // Its message changes once more when it is over, and the end is not told again.
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

/// Somebody deletes what is kept of them.
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
        // Discord takes neither the message of one game nor the thread of another.
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
