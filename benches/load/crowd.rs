//! The players, two per game, and how they play.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rookery::games;
use rookery::rules::{Line, Position, Variant};
use serde_json::json;

use super::discord::{Deed, Discord, Place};

/// The most moves of one game of chess.
const PLIES: usize = 300;
/// The most moves of one game when all games are played: some end early.
const FEW_PLIES: usize = 60;
/// Number of different games, shared by all tables.
const LINES: u64 = 64;
/// Number of tables that start at the same time.
const ARRIVING: usize = 32;
/// Number of times that the memory is printed.
const PARTS: usize = 5;

/// How fast the players move.
#[derive(Clone, Copy)]
pub enum Pace {
    /// This many actions are in flight at any time.
    InFlight(usize),
    /// This many actions start per second.
    ASecond(f64),
}

/// A game of two players.
struct Table {
    place: Place,
    people: [u64; 2],
    line: usize,
    ply: AtomicUsize,
}

/// A variant and the moves to play in it.
struct PlayedGame {
    variant: Variant,
    moves: Vec<String>,
}

/// All games.
pub struct Crowd {
    tables: Vec<Arc<Table>>,
    lines: Arc<Vec<PlayedGame>>,
}

/// A long, unfinished game of chess with random moves.
pub fn line(seed: u64) -> Vec<String> {
    of_plies(games::from_slug("chess").expect("chess is there"), PLIES, seed)
}

/// An unfinished game of `plies` random moves.
fn of_plies(variant: Variant, plies: usize, seed: u64) -> Vec<String> {
    for attempt in 0.. {
        let mut random = fastrand::Rng::with_seed(seed * 1_000 + attempt);
        let mut line = Line::new(Position::start(variant));
        let mut texts = Vec::new();
        while texts.len() < plies && line.termination().is_none() {
            let moves = line.position().legal_moves();
            let Some(mv) = random.choice(moves) else { break };
            texts.push(mv.to_string());
            line.play(mv).expect("a legal move");
        }
        if texts.len() == plies && line.termination().is_none() {
            return texts;
        }
    }
    unreachable!("some random game is long enough")
}

impl Crowd {
    /// Starts all games: each pair challenges and accepts.
    ///
    /// With `all_kinds` they play all built-in games in turn, otherwise chess alone.
    pub async fn sit_down(discord: &Discord, games: usize, all_kinds: bool) -> Self {
        let chess = games::from_slug("chess").expect("chess is there");
        let variants: Vec<Variant> = if all_kinds { games::all().collect() } else { vec![chess] };
        let plies = if all_kinds { FEW_PLIES } else { PLIES };
        let of_seed = |seed: u64| {
            let variant = variants[seed as usize % variants.len()];
            PlayedGame { variant, moves: of_plies(variant, plies, seed) }
        };
        let lines = Arc::new((0..LINES).map(of_seed).collect::<Vec<_>>());
        let tables: Vec<_> = (0..games)
            .map(|number| {
                let id = number as u64 + 1;
                let place = Place { guild: (1_000 + id / 500) << 22, channel: 2_000_000_000 + id };
                let people = [3_000_000_000 + 2 * id, 3_000_000_000 + 2 * id + 1];
                Arc::new(Table { place, people, line: number % LINES as usize, ply: AtomicUsize::new(0) })
            })
            .collect();
        let next = Arc::new(AtomicUsize::new(0));
        let arriving = (0..ARRIVING).map(|_| {
            let (discord, tables, next) = (discord.clone(), tables.clone(), Arc::clone(&next));
            let lines = Arc::clone(&lines);
            tokio::spawn(async move {
                while let Some(table) = tables.get(next.fetch_add(1, Ordering::Relaxed)) {
                    table.sit_down(&discord, lines[table.line].variant).await;
                }
            })
        });
        for arrived in arriving.collect::<Vec<_>>() {
            arrived.await.expect("no panic");
        }
        Self { tables, lines }
    }

    /// Plays this many moves, in turns at all tables. Returns how long each answer took.
    ///
    /// `told` is called now and then with the number of moves so far.
    pub async fn play(
        &self,
        discord: &Discord,
        pace: Pace,
        moves: usize,
        told: impl Fn(usize),
    ) -> Vec<Duration> {
        assert!(moves <= self.tables.len() * self.lines[0].moves.len(), "so many moves need more games");
        let next = Arc::new(AtomicUsize::new(0));
        let (sender, mut times) = tokio::sync::mpsc::unbounded_channel();
        let play = {
            let (discord, tables, lines) = (discord.clone(), self.tables.clone(), Arc::clone(&self.lines));
            move |number: usize| {
                let (discord, table) = (discord.clone(), Arc::clone(&tables[number % tables.len()]));
                let lines = Arc::clone(&lines);
                async move { table.play(&discord, &lines).await }
            }
        };
        match pace {
            Pace::InFlight(flight) => {
                for _ in 0..flight.min(self.tables.len()) {
                    let (play, next, sender) = (play.clone(), Arc::clone(&next), sender.clone());
                    tokio::spawn(async move {
                        loop {
                            let number = next.fetch_add(1, Ordering::Relaxed);
                            if number >= moves || sender.send(play(number).await).is_err() {
                                return;
                            }
                        }
                    });
                }
            }
            Pace::ASecond(rate) => {
                let sender = sender.clone();
                tokio::spawn(async move {
                    let begun = tokio::time::Instant::now();
                    for number in 0..moves {
                        tokio::time::sleep_until(begun + Duration::from_secs_f64(number as f64 / rate)).await;
                        let (playing, sender) = (play(number), sender.clone());
                        tokio::spawn(async move { sender.send(playing.await) });
                    }
                });
            }
        }
        drop(sender);
        let mut all = Vec::with_capacity(moves);
        while let Some(took) = times.recv().await {
            all.push(took);
            if all.len() % moves.div_ceil(PARTS) == 0 {
                told(all.len());
            }
        }
        assert_eq!(all.len(), moves, "somebody gave up");
        all
    }
}

impl Table {
    async fn sit_down(&self, discord: &Discord, variant: Variant) {
        let [white, black] = self.people;
        let options = json!([
            { "name": "variant", "type": 3, "value": variant.slug() },
            { "name": "opponent", "type": 6, "value": black.to_string() },
            { "name": "color", "type": 3, "value": "white" },
            { "name": "thread", "type": 3, "value": "no" },
        ]);
        let offered = discord.ask(self.place, white, Deed::Command("challenge", options)).await;
        let accept = offered.button("Accept");
        let begun = discord.ask(self.place, black, Deed::Click(accept, offered.message)).await;
        assert!(begun.has_picture, "no board: {}", begun.content());
    }

    /// Plays the next move of a game whose last move has been answered.
    async fn play(&self, discord: &Discord, lines: &[PlayedGame]) -> Duration {
        let ply = self.ply.fetch_add(1, Ordering::Relaxed);
        let text = &lines[self.line].moves[ply];
        let options = json!([{ "name": "move", "type": 3, "value": text }]);
        let begun = Instant::now();
        let played = discord.ask(self.place, self.people[ply % 2], Deed::Command("move", options)).await;
        assert!(played.has_picture, "{text}: {}", played.content());
        played.at - begun
    }
}
