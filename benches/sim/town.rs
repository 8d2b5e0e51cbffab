//! What all who act in a round share: the people, where they are, and what they have been through.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rookery::sandbox::{Channel, Member, StandIn};
use tokio::time::Instant;

use super::audit::Sent;
use super::hall::Halls;
use super::look::Look;

/// People who play.
const PEOPLE: usize = 14;
/// Channels to play in.
pub const TABLES: usize = 8;
/// Channels for tournaments and ladders.
pub const CLUBS: usize = 2;
/// People who want to be forgotten, each once, and do nothing afterwards.
pub const LEAVERS: usize = 4;
/// Tournaments at most.
pub const TOURNAMENTS: i64 = 4;
/// How many lines of what happened last are told when something is broken.
const TOLD: usize = 80;

/// What all who act in a round share.
pub struct Town {
    pub discord: StandIn,
    pub people: Vec<Member>,
    /// Looks at the database, as nobody outside the bot could.
    pub look: Look,
    /// By game, what was sent as a move.
    pub sent: Mutex<BTreeMap<i64, Vec<Sent>>>,
    /// How often what happened.
    pub counts: Mutex<BTreeMap<String, u64>>,
    /// In this round something fails, so that an answer may be missing, or be that of the second time.
    pub troubled: AtomicBool,
    pub halls: Halls,
    /// By channel that was closed to the bot, when it was opened again; `i64::MAX` while it is closed.
    pub opened: Mutex<BTreeMap<i64, i64>>,
    /// Who has been told that nothing is kept of them any more.
    pub forgotten: Mutex<BTreeSet<u64>>,
    /// What happened last.
    journal: Mutex<VecDeque<String>>,
    began: Instant,
}

impl Town {
    /// A town in which nothing has happened yet.
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

    /// Counts one of these.
    pub fn count(&self, what: &str) {
        *self.counts.lock().expect("no panic").entry(what.to_owned()).or_default() += 1;
        self.tell(what);
    }

    /// How often it was counted.
    pub fn counted(&self, what: &str) -> u64 {
        self.counts.lock().expect("no panic").get(what).copied().unwrap_or_default()
    }

    /// Notes what happens, for whoever has to find out how it came to something.
    pub fn tell(&self, what: &str) {
        let mut journal = self.journal.lock().expect("no panic");
        if journal.len() == TOLD {
            journal.pop_front();
        }
        journal.push_back(format!("{:>10.3} s  {what}", self.began.elapsed().as_secs_f64()));
    }

    /// What happened last, a line each.
    pub fn told(&self) -> String {
        let journal = self.journal.lock().expect("no panic");
        journal.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }

    /// Whether something fails in this round.
    pub fn is_troubled(&self) -> bool {
        self.troubled.load(Ordering::Relaxed)
    }

    /// The channel of a table; a new one where it was deleted.
    pub fn table(&self, number: usize) -> Channel {
        self.discord.channel(&format!("table-{number}"))
    }

    /// Notes from when on the bot may write at this table again.
    pub fn notes_opening(&self, table: usize, when: i64) {
        let channel = self.table(table).id().parse().expect("a snowflake");
        self.opened.lock().expect("no panic").insert(channel, when);
    }

    /// The channel of a club; a new one where it was deleted.
    pub fn club(&self, number: usize) -> Channel {
        self.discord.channel(&format!("club-{number}"))
    }

    /// All channels that people read, and the threads.
    pub fn channels(&self) -> impl Iterator<Item = Channel> {
        let tables = (0..TABLES).map(|table| self.table(table));
        let clubs = (0..CLUBS).map(|club| self.club(club));
        let halls = self.halls.names().map(|name| self.discord.channel(&name));
        tables.chain(clubs).chain(halls).chain(self.discord.threads())
    }

    /// Who has this number.
    pub fn person(&self, id: i64) -> Member {
        let id = id.to_string();
        let known = self.people.iter().find(|member| member.id() == id).cloned();
        let leaver = || (0..LEAVERS).map(|number| self.leaver(number)).find(|member| member.id() == id);
        known.or_else(leaver).expect("somebody of the town")
    }

    /// Somebody who will want to be forgotten.
    pub fn leaver(&self, number: usize) -> Member {
        self.discord.member(&format!("leaver-{number}"))
    }
}
