//! Twenty people in one channel of a slow Discord: two play, the others watch.
//!
//! Each acts every two seconds: a spectator whether or not the last action was answered, a player only once
//! it was. A spectator cycles through `/board`, *Flip board* below the newest board, `/moves`, `/puzzle`,
//! `/help`, `/games`. Each thus requests a private board once in 12 s, which the per-user rate limit allows.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::crowd::line;
use super::discord::{Answer, Deed, Discord, Place};

/// People in the channel.
const PEOPLE: u64 = 20;
/// Interval between two actions of a person.
const EVERY: Duration = Duration::from_secs(2);
/// Duration of the test at each answer time.
const LASTS: Duration = Duration::from_secs(40);
/// Discord's answer times, in milliseconds.
const TAKES: [u64; 3] = [50, 300, 700];
/// The commands of a spectator in turn; `None` is *Flip board* below the newest board.
const LOOKING: [Option<&str>; 6] =
    [Some("board"), None, Some("moves"), Some("puzzle"), Some("help"), Some("games")];

/// The outcome of an action.
struct Upshot {
    is_move: bool,
    /// How long its answer took; `None` without an answer.
    took: Option<Duration>,
    refused: bool,
}

/// The *Flip board* button of the newest board, and the message's id.
type Newest = Arc<Mutex<(String, u64)>>;

fn noted(newest: &Newest, answer: &Answer) {
    if let Some(flip) = answer.find_button("Flip board").filter(|_| !answer.is_private()) {
        *newest.lock().unwrap_or_else(PoisonError::into_inner) = (flip, answer.message);
    }
}

/// Runs the test at each answer time and prints the figures.
pub async fn channel(discord: &Discord) {
    for (number, takes) in TAKES.into_iter().enumerate() {
        discord.set_answers_take(Duration::ZERO);
        let place = Place { guild: 7_000 << 22, channel: 8_000_000_000 + number as u64 };
        let newest = sit_down(discord, place).await;
        discord.set_answers_take(Duration::from_millis(takes));
        let upshots = crowded(discord, place, &newest).await;
        tell(&format!("channel-20-people/{}s", takes as f64 / 1e3), &upshots);
    }
}

fn person(place: Place, number: u64) -> u64 {
    9_000_000_000 + place.channel % 1_000 * 1_000 + number
}

async fn sit_down(discord: &Discord, place: Place) -> Newest {
    let options = json!([
        { "name": "variant", "type": 3, "value": "chess" },
        { "name": "opponent", "type": 6, "value": person(place, 1).to_string() },
        { "name": "color", "type": 3, "value": "white" },
        { "name": "thread", "type": 3, "value": "no" },
    ]);
    let offered = discord.ask(place, person(place, 0), Deed::Command("challenge", options)).await;
    let accept = offered.button("Accept");
    let begun = discord.ask(place, person(place, 1), Deed::Click(accept, offered.message)).await;
    Arc::new(Mutex::new((begun.button("Flip board"), begun.message)))
}

/// Lets everyone act until the time is over.
async fn crowded(discord: &Discord, place: Place, newest: &Newest) -> Vec<Upshot> {
    let begun = tokio::time::Instant::now();
    let (sender, mut upshots) = tokio::sync::mpsc::unbounded_channel();
    let players = {
        let (discord, newest, sender) = (discord.clone(), Arc::clone(newest), sender.clone());
        async move {
            let (moves, mut ply) = (line(0), 0);
            for turn in 0.. {
                // The two players take turns, each every two seconds. A refused move is retried.
                tokio::time::sleep_until(begun + EVERY / 2 * turn).await;
                if begun.elapsed() > LASTS {
                    return;
                }
                let options = json!([{ "name": "move", "type": 3, "value": moves[ply] }]);
                let deed = Deed::Command("move", options);
                let upshot = acted(&discord, place, ply as u64 % 2, deed, &newest).await;
                ply += usize::from(!upshot.refused);
                if sender.send(upshot).is_err() {
                    return;
                }
            }
        }
    };
    tokio::spawn(players);
    for number in 2..PEOPLE {
        let (discord, newest, sender) = (discord.clone(), Arc::clone(newest), sender.clone());
        tokio::spawn(async move {
            for round in 0.. {
                tokio::time::sleep_until(begun + EVERY * round + EVERY / PEOPLE as u32 * number as u32).await;
                if begun.elapsed() > LASTS {
                    return;
                }
                let (discord, newest, sender) = (discord.clone(), Arc::clone(&newest), sender.clone());
                tokio::spawn(async move {
                    let looking = LOOKING[(round as usize + number as usize) % LOOKING.len()];
                    let deed = if let Some(command) = looking {
                        Deed::Command(command, Value::Null)
                    } else {
                        let (flip, message) = newest.lock().unwrap_or_else(PoisonError::into_inner).clone();
                        Deed::Click(flip, message)
                    };
                    sender.send(acted(&discord, place, number, deed, &newest).await)
                });
            }
        });
    }
    drop(sender);
    let mut all = Vec::new();
    while let Some(upshot) = upshots.recv().await {
        all.push(upshot);
    }
    all
}

async fn acted(discord: &Discord, place: Place, number: u64, deed: Deed, newest: &Newest) -> Upshot {
    let is_move = matches!(deed, Deed::Command("move", _));
    let begun = Instant::now();
    let answer = discord.ask_patiently(place, person(place, number), deed).await;
    let refused = answer.as_ref().is_some_and(|answer| {
        let told = answer.content();
        told.contains("very busy") || told.contains("too fast") || is_move && !answer.has_picture
    });
    if let Some(answer) = &answer {
        noted(newest, answer);
    }
    Upshot { is_move, took: answer.map(|answer| answer.at - begun), refused }
}

/// Prints the figures. Times include only actions that were not refused.
fn tell(name: &str, upshots: &[Upshot]) {
    let part = |list: &mut Vec<Duration>, part: f64| {
        list.sort_unstable();
        let at = (list.len().saturating_sub(1) as f64 * part) as usize;
        list.get(at).map_or(f64::NAN, |took| took.as_secs_f64() * 1e3)
    };
    let served = |wanted: &dyn Fn(&Upshot) -> bool| -> Vec<Duration> {
        let served = upshots.iter().filter(|upshot| !upshot.refused && wanted(upshot));
        served.filter_map(|upshot| upshot.took).collect()
    };
    let (mut all, mut moves) = (served(&|_| true), served(&|upshot| upshot.is_move));
    println!("figure {name}-asked {:.1} /s", upshots.len() as f64 / LASTS.as_secs_f64());
    println!("figure {name}-served {:.1} /s", all.len() as f64 / LASTS.as_secs_f64());
    println!("figure {name}-p50 {:.0} ms", part(&mut all, 0.5));
    println!("figure {name}-p99 {:.0} ms", part(&mut all, 0.99));
    println!("figure {name}-max {:.0} ms", part(&mut all, 1.0));
    println!("figure {name}-moves-p99 {:.0} ms", part(&mut moves, 0.99));
    println!("figure {name}-refused {} actions", upshots.iter().filter(|upshot| upshot.refused).count());
    println!(
        "figure {name}-unanswered {} actions",
        upshots.iter().filter(|upshot| upshot.took.is_none()).count()
    );
}
