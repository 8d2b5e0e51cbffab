//! People who are shut out by whoever runs the bot, and what is kept about somebody, in numbers.

use crate::app::load::ended;
use crate::app::{App, AppResult};
use crate::game::{Color, Ending, Millis, UserId};
use crate::store::{Act, ActOn, Change, ListedGame, LiveGame, PersonSummary, ShutOut};

/// How many games of a person or of a server are listed.
pub(in crate::app) const LISTED: u32 = 20;

/// What becomes of the live games of somebody who is shut out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GamesOfShutOut {
    /// Their opponents win, as if they had resigned. Games against oneself are aborted.
    #[default]
    Resign,
    /// They end without a result.
    Void,
    /// They go on, until time is up.
    Keep,
}

impl GamesOfShutOut {
    fn end(self, person: UserId, game: &LiveGame, now: Millis) -> Option<Change> {
        let ending = match (self, game.white == Some(person), game.black == Some(person)) {
            (Self::Keep, ..) => return None,
            (Self::Void, ..) | (Self::Resign, true, true) => Ending::Stopped,
            (Self::Resign, true, false) => Ending::Resigned(Color::Black),
            (Self::Resign, false, _) => Ending::Resigned(Color::White),
        };
        Some(ended(&game.stands, ending, now))
    }
}

/// What whoever runs the bot can know about a person.
#[derive(Clone, Debug)]
pub struct PersonKnown {
    /// How much is kept about them.
    pub summary: PersonSummary,
    /// Why they are shut out, and since when.
    pub shut_out: Option<(String, Millis)>,
    /// Their games: first those that go on, then the newest others, twenty at most.
    pub games: Vec<ListedGame>,
    /// What was done to them by commands, the first first.
    pub acts: Vec<Act>,
}

impl App {
    /// What is kept about a person, in numbers, and what was done to them.
    pub async fn person_known(&self, person: UserId) -> AppResult<PersonKnown> {
        self.read_operator_state().await?;
        let why = self.why_shut_out(person);
        let since = self.store.shut_out_since(person).await?;
        Ok(PersonKnown {
            summary: self.store.summary_of(person).await?,
            shut_out: why.zip(since),
            games: self.store.games_of_person(person, LISTED).await?,
            acts: self.store.acts_on(person).await?,
        })
    }

    /// Shuts a person out for this reason, which they are told: nothing that they do with the bot is done any more, but for `/privacy`. Their
    /// challenges are closed, they leave tournaments and ladders, and their live games end as `games` says.
    pub async fn shut_out(
        &self,
        person: UserId,
        reason: &str,
        games: GamesOfShutOut,
        now: Millis,
    ) -> AppResult<ShutOut> {
        let act =
            Act { at: now, what: "block".to_owned(), on: ActOn::Person(person), reason: reason.to_owned() };
        let end = |game: &LiveGame| games.end(person, game, now);
        let done = self.store.shut_out(person, &act, end).await?;
        self.search_pool.all_went_on();
        Ok(done)
    }

    /// Does what a block does to what people have begun in the seconds before all processes knew of it. Their games since then end without a
    /// result. Returns how many people that were.
    pub async fn shut_out_again(&self, now: Millis) -> AppResult<usize> {
        let people = self.store.shut_out_unswept().await?;
        for person in &people {
            let end = |game: &LiveGame| Some(ended(&game.stands, Ending::Stopped, now));
            self.store.shut_out_again(*person, end).await?;
        }
        Ok(people.len())
    }

    /// Lets a person in again; false if they were not shut out.
    pub async fn let_in(&self, person: UserId, now: Millis) -> AppResult<bool> {
        let act =
            Act { at: now, what: "unblock".to_owned(), on: ActOn::Person(person), reason: String::new() };
        Ok(self.store.let_in(person, &act).await?)
    }

    /// Notes that whoever runs the bot has done something of this name.
    pub async fn note_act(&self, what: &str, on: ActOn, reason: &str, now: Millis) -> AppResult<()> {
        let act = Act { at: now, what: what.to_owned(), on, reason: reason.to_owned() };
        Ok(self.store.note_act(&act).await?)
    }
}
