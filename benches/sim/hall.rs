//! The hall of a server, the channel with its list of open challenges and its daily puzzle: people solve
//! puzzles, and now and then the hall moves to another channel.

use std::time::Duration;
use tokio::time::Instant;

use rookery::discord::clock::BotClock;
use rookery::engine::Puzzle;
use rookery::games;
use rookery::sandbox::{Channel, Member, Message};

use super::dice::{chance, choice};
use super::halls::name;
use super::invariant::{Invariant, broken, holds};
use super::look::Look;
use super::people::{Read, read};
use super::town::Town;

/// How a daily puzzle begins.
const DAILY: &str = "**Puzzle of the day:** ";
/// The counter of solved daily puzzles.
pub const SOLVED: &str = "daily puzzles solved";
/// Lifetime of an open challenge, in milliseconds.
const CHALLENGE_LASTS: i64 = 24 * 3_600_000;
/// Within this many milliseconds of its end, a challenge may or may not be listed.
const MARGIN: i64 = 60_000;
/// How long the hall may be out of date when no outbox entries are pending.
const PATIENCE: Duration = Duration::from_mins(5);

/// Plays one round in the hall.
pub async fn step(town: &Town) {
    let kept: Option<(Option<i64>, Option<i64>)> = town
        .look
        .first(
            "SELECT (SELECT channel FROM daily_puzzles), (SELECT channel FROM lobbies WHERE retired = 0)"
                .to_owned(),
        )
        .await;
    let (daily, lobby) = kept.expect("a row");
    let hall = town.discord.channel(&name(town.halls.last()));
    let id = Some(hall.id().parse::<i64>().expect("a snowflake"));
    if daily == id && lobby == id && chance(8) {
        town.halls.move_on();
        return;
    }
    for (part, now) in [("daily", daily), ("lobby", lobby)] {
        if now != id {
            choose(town, part, &hall).await;
        }
    }
    for _ in 0..3 {
        let who = choice(&town.people).expect("somebody").at(&hall);
        if let Some(post) = posts(&hall).pop() {
            solve(town, &who, &post).await;
        }
    }
}

/// Chooses the channel of one of the server's places, as its manager.
async fn choose(town: &Town, part: &str, hall: &Channel) {
    let manager = town.discord.member("red").at(hall);
    let answer = manager.slash("server", &[]).await;
    let Read::Done(card) = read(town, "server", answer) else { return };
    let answer = manager.select(&card, &format!("v2:server-set:{part}"), &[hall.id()]).await;
    if let Read::Refused(why) = read(town, &format!("server: {part}"), answer) {
        holds(Invariant::TheHallIsTrue, town.is_troubled(), || format!("the hall is not kept: {why}"));
    }
}

/// The daily puzzles in a channel.
fn posts(hall: &Channel) -> Vec<Message> {
    hall.messages().into_iter().filter(|message| message.content.starts_with(DAILY)).collect()
}

/// Opens a daily puzzle, plays some or all of its moves, and looks at its table.
async fn solve(town: &Town, who: &Member, post: &Message) {
    let answer = who.click(post, "Solve it").await;
    let Read::Done(mut card) = read(town, "daily: Solve it", answer) else { return };
    let puzzle = puzzle(post);
    for text in puzzle.solution().iter().step_by(2) {
        if chance(10) || !card.labels().iter().any(|label| label == "Type a move") {
            return;
        }
        let form = who.click(&card, "Type a move").await;
        if form.message.is_some() || !form.answered() {
            read(town, "daily: Type a move", form);
            return;
        }
        let answer = who.submit(&form, &[("move", &text.to_string())]).await;
        match read(town, "daily: a move", answer) {
            Read::Done(next) => card = next,
            Read::Refused(_) | Read::Nothing => return,
        }
    }
    if card.content.contains("**Solved!**") {
        town.count(SOLVED);
    }
    let answer = who.click(post, "Table").await;
    read(town, "daily: Table", answer);
}

/// The puzzle of a post, found by its button's id.
fn puzzle(post: &Message) -> &'static Puzzle {
    let mut ids = post.components().filter_map(|part| part["custom_id"].as_str());
    let id = ids.find_map(|id| id.strip_prefix("v2:puzzle-again:")).expect("a puzzle");
    let (variant, number) = id.split_once(':').expect("a variant and a number");
    let variant = games::from_slug(variant).expect("a variant");
    let number = number.split(':').next().and_then(|number| number.parse().ok());
    Puzzle::of_id(variant, number.expect("a number")).expect("a puzzle")
}

/// Waits until the daily puzzle is posted in the chosen channel and the list of open challenges is correct.
///
/// Notes made after an answer may change the list even without pending outbox entries.
pub async fn becomes_true(town: &Town, clock: &BotClock) {
    let begun = Instant::now();
    while let Err(why) = is_true(town, clock.now().0).await {
        if begun.elapsed() >= PATIENCE {
            broken(Invariant::TheHallIsTrue, why);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn is_true(town: &Town, now: i64) -> Result<(), String> {
    let look = &town.look;
    if let Some((channel,)) = open(look, "SELECT channel FROM daily_puzzles").await
        && let Some(hall) = town.discord.channel_by_id(&channel.to_string())
        && posts(&hall).is_empty()
    {
        return Err(format!("no puzzle of the day in {channel}"));
    }
    let Some((channel,)) = open(look, "SELECT channel FROM lobbies WHERE retired = 0").await else {
        return Ok(());
    };
    let Some(hall) = town.discord.channel_by_id(&channel.to_string()) else { return Ok(()) };
    let lists = hall.messages().into_iter().filter(|one| one.content.starts_with("**Open challenges.**"));
    let lists: Vec<Message> = lists.collect();
    let [list] = &*lists else { return Err(format!("lists in {channel}: {lists:?}")) };
    // A challenge that lapsed a moment ago may still be listed.
    let challenges: Vec<(i64, i64, i64)> = look
        .rows("SELECT message, created_at, channel FROM challenges WHERE opponent IS NULL AND message IS NOT NULL")
        .await;
    let listed = |message: i64| list.content.contains(&format!("/{message})"));
    // If the bot could not look, it does not know who may see it until the list changes again.
    let opened = town.opened.lock().expect("no panic").clone();
    let was_closed = |made: i64, channel| opened.get(&channel).is_some_and(|opened| made <= *opened);
    let is_open = |made: i64, channel| made + CHALLENGE_LASTS > now + MARGIN && !was_closed(made, channel);
    let unlisted =
        challenges.iter().find(|(message, made, channel)| is_open(*made, *channel) && !listed(*message));
    let lines = list.content.matches("- [").count();
    let there = challenges.iter().filter(|(message, ..)| listed(*message)).count();
    match unlisted {
        Some((message, ..)) => Err(format!("{message} is not listed: {}", list.content)),
        None if lines != there => Err(format!("what is over is listed: {}", list.content)),
        None => Ok(()),
    }
}

/// The channel returned by this query, unless the bot may not write there.
async fn open(look: &Look, query: &str) -> Option<(i64,)> {
    let closed = "SELECT channel FROM closed_channels";
    look.first(format!("SELECT channel FROM ({query}) AS places WHERE channel NOT IN ({closed})")).await
}
