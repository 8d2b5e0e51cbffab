//! People who keep playing at many tables through all faults, with a record of what they experience.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use rookery::sandbox::{Member, Message, Response, StandIn};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::bot::bench::message;
use crate::bot::random_lines::line;
use crate::databases::DbProbe;
use crate::sim::audit::agrees;
use crate::sim::sent::{Outcome, Sent};

/// Minimum time between moves at one table: nobody acts faster than once a second, which the bot allows
/// forever.
const PACE: Duration = Duration::from_millis(500);
/// Pause before a retry after a refusal or a missing answer; it grows with each retry ...
const AGAIN: Duration = Duration::from_millis(800);
/// ... up to this.
const AGAIN_AT_MOST: Duration = Duration::from_secs(8);
/// Number of moves in a whole game.
const PLIES: usize = 300;
/// How long no progress is tolerated.
const PATIENCE: Duration = Duration::from_secs(90);

/// The players.
pub struct Company {
    tables: Vec<Arc<CompanyTable>>,
    stop: CancellationToken,
    playing: Vec<JoinHandle<()>>,
}

struct CompanyTable {
    white: Member,
    black: Member,
    acknowledged: AtomicUsize,
    /// Moves known to be played, including those without an answer.
    played: AtomicUsize,
    lived: Mutex<Lived>,
}

/// The history of one table.
#[derive(Debug, Default)]
struct Lived {
    sent: Vec<Sent>,
    endured: Endured,
}

/// What people experienced.
#[derive(Clone, Debug, Default)]
pub struct Endured {
    /// Moves whose board was shown.
    acknowledged: usize,
    /// Number of answers, by text, that nothing has changed or that the outcome is unknown.
    refused: BTreeMap<String, usize>,
    /// Number of missing answers.
    unanswered: usize,
    /// The longest time from the first attempt of a move until it was played, if all attempts were answered
    /// ...
    longest_answered: Duration,
    /// ... and in general.
    longest: Duration,
}

impl Endured {
    fn add(&mut self, other: &Self) {
        self.acknowledged += other.acknowledged;
        for (said, times) in &other.refused {
            *self.refused.entry(said.clone()).or_default() += times;
        }
        self.unanswered += other.unanswered;
        self.longest_answered = self.longest_answered.max(other.longest_answered);
        self.longest = self.longest.max(other.longest);
    }

    /// Number of refusals.
    pub fn refusals(&self) -> usize {
        self.refused.values().sum()
    }
}

impl fmt::Display for Endured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { acknowledged, unanswered, .. } = self;
        let seconds = |time: Duration| time.as_secs_f64();
        write!(
            f,
            "{acknowledged} moves acknowledged, lost 0, doubled 0; refused {}, not answered {unanswered}; longest wait {:.1} s, {:.1} s for \
             those who were answered",
            self.refusals(),
            seconds(self.longest),
            seconds(self.longest_answered),
        )?;
        self.refused.iter().try_for_each(|(said, times)| write!(f, "\n    {times} times: {said}"))
    }
}

impl Company {
    /// Starts games at this many tables, and plays.
    pub async fn sit_down(discord: &StandIn, tables: usize) -> Self {
        let stop = CancellationToken::new();
        let (mut all, mut playing) = (Vec::new(), Vec::new());
        for number in 0..tables {
            let member = |name: &str| discord.member(name).in_channel(&format!("table-{number}"));
            let [white, black] = [format!("white-{number}"), format!("black-{number}")];
            let (white, black) = (member(&white), member(&black));
            begin(&white, &black).await;
            let table = CompanyTable {
                white,
                black,
                acknowledged: AtomicUsize::new(0),
                played: AtomicUsize::new(0),
                lived: Mutex::default(),
            };
            let table = Arc::new(table);
            playing.push(tokio::spawn(Arc::clone(&table).play(line(number as u64, PLIES), stop.clone())));
            all.push(table);
        }
        Self { tables: all, stop, playing }
    }

    /// The channel of each table, and its number of acknowledged moves.
    pub fn acknowledged(&self) -> Vec<(String, usize)> {
        let acknowledged = |table: &CompanyTable| table.acknowledged.load(Ordering::SeqCst);
        self.tables.iter().map(|table| (table.channel(), acknowledged(table))).collect()
    }

    /// Number of moves known to be played at each table.
    fn played(&self) -> Vec<usize> {
        self.tables.iter().map(|table| table.played.load(Ordering::SeqCst)).collect()
    }

    /// Waits until each table has advanced by at least one move, answered in time or not.
    pub async fn moves_on(&self) {
        let begun = Instant::now();
        let before = self.played();
        let further =
            |before: &[usize], now: &[usize]| before.iter().zip(now).all(|(before, now)| now > before);
        while !further(&before, &self.played()) {
            let broken = self.playing.iter().any(JoinHandle::is_finished);
            assert!(!broken && begun.elapsed() < PATIENCE, "{before:?} {:?}", self.played());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits for this many refusals.
    pub async fn is_refused(&self, times: usize) {
        let begun = Instant::now();
        while self.tables.iter().map(|table| table.lived().endured.refusals()).sum::<usize>() < times {
            let broken = self.playing.iter().any(JoinHandle::is_finished);
            assert!(!broken && begun.elapsed() < PATIENCE, "nobody is refused");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Number of refusals so far.
    pub fn refusals(&self) -> usize {
        self.tables.iter().map(|table| table.lived().endured.refusals()).sum()
    }

    /// Lets all finish their move and stop.
    ///
    /// Fails if an acknowledged move is not stored, a move is stored twice, or a board is not shown.
    pub async fn leaves(self, beside: &DbProbe) -> Endured {
        self.stop.cancel();
        for table in self.playing {
            let ended = tokio::time::timeout(PATIENCE, table).await.expect("everybody gets further");
            ended.expect("nobody heard anything odd");
        }
        let mut endured = Endured::default();
        for table in &self.tables {
            let query = format!(
                "SELECT text FROM events JOIN games ON games.id = game WHERE kind = 'move' AND channel = {} ORDER BY seq",
                table.channel()
            );
            let stored: Vec<(String,)> = beside.rows(query).await;
            let stored: Vec<_> = stored.into_iter().map(|(text,)| text).collect();
            let lived = table.lived();
            if let Err(wrong) = agrees(&lived.sent, &stored) {
                panic!("{wrong}\nsent {:?}\nstored {stored:?}", lived.sent);
            }
            endured.add(&lived.endured);
        }
        for _ in 0..300 {
            if beside.number("SELECT count(*) FROM games WHERE shown < due").await == 0 {
                return endured;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("boards are not shown");
    }
}

/// Starts a game of these two. A busy machine may be too slow for its first picture or its database.
async fn begin(white: &Member, black: &Member) {
    let begun = Instant::now();
    let posted = |label: &str| {
        let messages = white.channel().messages().into_iter().filter(|one| !one.is_ephemeral());
        messages.rev().find(|one| one.labels().iter().any(|one| one == label))
    };
    let options = [("variant", "chess"), ("opponent", black.id()), ("color", "white"), ("thread", "no")];
    let mut may_be_posted = false;
    let offer = loop {
        let answer = white.slash("challenge", &options).await;
        match came_of(&answer) {
            Outcome::Acknowledged => break message(&answer),
            // A second attempt may be refused because of the pause; then the first one is in flight.
            Outcome::Refused(said) => assert!(may_be_posted || said.contains("othing has changed"), "{said}"),
            Outcome::Unknown => may_be_posted = true,
        }
        assert!(begun.elapsed() < PATIENCE, "no challenge comes: {}", answer.text());
        tokio::time::sleep(AGAIN).await;
        // A command that was not answered in time may have been posted.
        if let Some(offer) = posted("Accept") {
            break offer;
        }
    };
    // An accepted challenge has no button, and a started game has a board.
    loop {
        let answer = black.click(&offer, "Accept").await;
        match came_of(&answer) {
            Outcome::Acknowledged => return,
            Outcome::Refused(said) if said.contains("no longer open") => return,
            Outcome::Refused(said) => assert!(said.contains("othing has changed"), "{said}"),
            Outcome::Unknown => {}
        }
        assert!(begun.elapsed() < PATIENCE, "no game begins: {}", answer.text());
        tokio::time::sleep(AGAIN).await;
        if posted("Resign").is_some() {
            return;
        }
    }
}

/// The outcome of a move by its answer.
fn came_of(answer: &Response) -> Outcome {
    let said = answer.text().to_owned();
    let nobody_knows = ["may have got through", "may still happen", "I was interrupted", "Use `/board`"];
    if !answer.answered() || answer.message.as_ref().is_none_or(Message::is_thinking) {
        Outcome::Unknown
    } else if !answer.is_ephemeral() {
        Outcome::Acknowledged
    } else if nobody_knows.iter().any(|words| said.contains(words)) {
        Outcome::Unknown
    } else {
        Outcome::Refused(said)
    }
}

impl CompanyTable {
    fn channel(&self) -> String {
        self.white.channel().id().to_owned()
    }

    fn lived(&self) -> MutexGuard<'_, Lived> {
        self.lived.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the time until a move was played.
    fn waited(&self, time: Duration, always_answered: bool) {
        let endured = &mut self.lived().endured;
        endured.longest = endured.longest.max(time);
        if always_answered {
            endured.longest_answered = endured.longest_answered.max(time);
        }
    }

    /// Plays these moves.
    ///
    /// Each move is delayed by as long as the previous answer took, and missing answers increase the pause,
    /// so that a busy machine is not overloaded.
    async fn play(self: Arc<Self>, line: Vec<String>, stop: CancellationToken) {
        tokio::time::sleep(PACE.mul_f64(fastrand::f64())).await;
        for (ply, text) in line.iter().enumerate() {
            if stop.is_cancelled() {
                return;
            }
            let who = if ply % 2 == 0 { &self.white } else { &self.black };
            let (begun, mut always_answered, mut may_be_played) = (Instant::now(), true, false);
            let mut again = AGAIN;
            let last = loop {
                let sent = Instant::now();
                let answer = who.slash("move", &[("move", text)]).await;
                let outcome = came_of(&answer);
                self.lived().sent.push(Sent { text: text.clone(), outcome: outcome.clone() });
                match outcome {
                    Outcome::Acknowledged => {
                        self.lived().endured.acknowledged += 1;
                        self.acknowledged.fetch_add(1, Ordering::SeqCst);
                        break sent.elapsed();
                    }
                    Outcome::Unknown => {
                        may_be_played = true;
                        if answer.answered() && answer.is_ephemeral() {
                            *self.lived().endured.refused.entry(answer.text().to_owned()).or_default() += 1;
                        } else {
                            always_answered = false;
                            self.lived().endured.unanswered += 1;
                        }
                    }
                    Outcome::Refused(said) if may_be_played && said.starts_with("It is not your turn") => {
                        break sent.elapsed();
                    }
                    Outcome::Refused(said) => {
                        assert!(said.contains("othing has changed"), "{text}: {said}");
                        *self.lived().endured.refused.entry(said).or_default() += 1;
                    }
                }
                tokio::time::sleep(again).await;
                again = AGAIN_AT_MOST.min(again.mul_f64(1.5));
            };
            self.played.fetch_add(1, Ordering::SeqCst);
            self.waited(begun.elapsed(), always_answered);
            tokio::time::sleep(PACE.max(last)).await;
        }
    }
}
