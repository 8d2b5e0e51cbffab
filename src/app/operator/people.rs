//! Blocking users, and the operator's summary of a user's stored data.

use crate::app::load::ended;
use crate::app::{App, AppResult};
use crate::game::{Color, Ending, Millis, UserId};
use crate::store::{Act, ActOn, Change, ListedGame, LiveGame, PersonSummary, ShutOut};

/// How many games of a user or server are listed.
pub(in crate::app) const LISTED: u32 = 20;

/// What happens to the live games of a blocked user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GamesOfShutOut {
    /// Their opponents win, as if the user had resigned. Hot-seat games end without a result.
    #[default]
    Resign,
    /// They end without a result.
    Void,
    /// They continue until time is up.
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

/// The operator's view of a user.
#[derive(Clone, Debug)]
pub struct PersonKnown {
    /// The amount of data stored about them.
    pub summary: PersonSummary,
    /// Why they are blocked, and since when.
    pub shut_out: Option<(String, Millis)>,
    /// Their games: first the live ones, then the newest others, twenty at most.
    pub games: Vec<ListedGame>,
    /// The operator's commands on them, oldest first.
    pub acts: Vec<Act>,
}

impl App {
    /// A summary of the data stored about a user, and the operator's commands on them.
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

    /// Blocks a user; they are shown the reason. The bot refuses everything they do, except `/privacy`. Their
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

    /// Repeats a block for what users began in the seconds before all processes knew of it. Their games since
    /// then end without a result. Returns the number of users.
    pub async fn shut_out_again(&self, now: Millis) -> AppResult<usize> {
        let people = self.store.shut_out_unswept().await?;
        for person in &people {
            let end = |game: &LiveGame| Some(ended(&game.stands, Ending::Stopped, now));
            self.store.shut_out_again(*person, end).await?;
        }
        Ok(people.len())
    }

    /// Unblocks a user; false if they were not blocked.
    pub async fn let_in(&self, person: UserId, now: Millis) -> AppResult<bool> {
        let act =
            Act { at: now, what: "unblock".to_owned(), on: ActOn::Person(person), reason: String::new() };
        Ok(self.store.let_in(person, &act).await?)
    }

    /// Records an action of the operator under this name.
    pub async fn note_act(&self, what: &str, on: ActOn, reason: &str, now: Millis) -> AppResult<()> {
        let act = Act { at: now, what: what.to_owned(), on, reason: reason.to_owned() };
        Ok(self.store.note_act(&act).await?)
    }
}
