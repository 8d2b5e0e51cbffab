//! State shared by all who act in a round: the people, their channels, and their history.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rookery::sandbox::{Channel, Member, StandIn};
use tokio::time::Instant;

use super::halls::Halls;
use super::look::Look;
use super::sent::Sent;

/// Number of players.
const PEOPLE: usize = 14;
/// Number of channels for games.
pub const TABLES: usize = 8;
/// Number of channels for tournaments and ladders.
pub const CLUBS: usize = 2;
/// Number of people who ask to be forgotten, each once, and then do nothing any more.
pub const LEAVERS: usize = 4;
/// Most tournaments.
pub const TOURNAMENTS: i64 = 4;
/// How many of the last events are printed when a run breaks.
const TOLD: usize = 80;

/// State shared by all who act in a round.
pub struct Town {
    pub discord: StandIn,
    pub people: Vec<Member>,
    /// Direct queries of the bot's database.
    pub look: Look,
    /// The sent moves, by game.
    pub sent: Mutex<BTreeMap<i64, Vec<Sent>>>,
    /// Event counters.
    pub counts: Mutex<BTreeMap<String, u64>>,
    /// A fault occurs in this round, so an answer may be missing, or be that of a redelivery.
    pub troubled: AtomicBool,
    pub halls: Halls,
    /// By channel closed to the bot: when it was reopened; `i64::MAX` while it is closed.
    pub opened: Mutex<BTreeMap<i64, i64>>,
    /// People whose data is confirmed to be deleted.
    pub forgotten: Mutex<BTreeSet<u64>>,
    /// The last events.
    journal: Mutex<VecDeque<String>>,
    began: Instant,
}

impl Town {
    /// A town without history.
    pub fn new(discord: StandIn, look: Look) -> Self {
        let people = (0..PEOPLE).map(|number| discord.member(&format!("p{number}"))).collect();
        Self {
            discord,
            people,
            look,
            sent: Mutex::default(),
            counts: Mutex::default(),
            troubled: AtomicBool::new(false),
            halls: Halls::default(),
            opened: Mutex::default(),
            forgotten: Mutex::default(),
            journal: Mutex::default(),
            began: Instant::now(),
        }
    }

    /// Increments a counter.
    pub fn count(&self, what: &str) {
        *self.counts.lock().expect("no panic").entry(what.to_owned()).or_default() += 1;
        self.tell(what);
    }

    /// The value of a counter.
    pub fn counted(&self, what: &str) -> u64 {
        self.counts.lock().expect("no panic").get(what).copied().unwrap_or_default()
    }

    /// Records an event for error reports.
    pub fn tell(&self, what: &str) {
        let mut journal = self.journal.lock().expect("no panic");
        if journal.len() == TOLD {
            journal.pop_front();
        }
        journal.push_back(format!("{:>10.3} s  {what}", self.began.elapsed().as_secs_f64()));
    }

    /// The last events, one per line.
    pub fn told(&self) -> String {
        let journal = self.journal.lock().expect("no panic");
        journal.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }

    /// True if a fault occurs in this round.
    pub fn is_troubled(&self) -> bool {
        self.troubled.load(Ordering::Relaxed)
    }

    /// The channel of a table; a new one if it was deleted.
    pub fn table(&self, number: usize) -> Channel {
        self.discord.channel(&format!("table-{number}"))
    }

    /// Records when the bot may write at this table again.
    pub fn notes_opening(&self, table: usize, when: i64) {
        let channel = self.table(table).id().parse().expect("a snowflake");
        self.opened.lock().expect("no panic").insert(channel, when);
    }

    /// The channel of a club; a new one if it was deleted.
    pub fn club(&self, number: usize) -> Channel {
        self.discord.channel(&format!("club-{number}"))
    }

    /// All channels that people read, including threads.
    pub fn channels(&self) -> impl Iterator<Item = Channel> {
        let tables = (0..TABLES).map(|table| self.table(table));
        let clubs = (0..CLUBS).map(|club| self.club(club));
        let halls = self.halls.names().map(|name| self.discord.channel(&name));
        tables.chain(clubs).chain(halls).chain(self.discord.threads())
    }

    /// The person with this id.
    pub fn person(&self, id: i64) -> Member {
        let id = id.to_string();
        let known = self.people.iter().find(|member| member.id() == id).cloned();
        let leaver = || (0..LEAVERS).map(|number| self.leaver(number)).find(|member| member.id() == id);
        known.or_else(leaver).expect("somebody of the town")
    }

    /// A person who will ask to be forgotten.
    pub fn leaver(&self, number: usize) -> Member {
        self.discord.member(&format!("leaver-{number}"))
    }
}
