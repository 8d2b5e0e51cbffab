//! A game that is looked at closely after its end: announced at once, said how far that is, and then put in that place.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::boards;
use super::custom_id::{Leaf, Meaning};
use super::event::Interaction;
use super::later::Awaited;
use super::messenger::{Answered, Messenger};
use super::reply::{Answer, Button, Content, Picture, Reply, Study, Style};
use super::request::Failure;
use super::wire;
use crate::app::{Analysed, NotAnalysed, Past};
use crate::words::Words;

/// Games that are looked at at the same time: few, as each keeps a core busy.
static STUDYING: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(std::thread::available_parallelism().map_or(1, std::num::NonZero::get).div_ceil(4).min(4))
});
/// So many more wait for their turn, each asked for by another person.
const WAITING: usize = 64;
/// So long a game waits for its turn.
const QUEUE: Duration = Duration::from_mins(1);
/// So long one may take.
const MOST: Duration = Duration::from_mins(3);
/// So often it is said how far it is.
const EACH: Duration = Duration::from_secs(2);

/// Those for whom a game is being looked at, or is to be.
#[derive(Debug, Default)]
pub struct Studies(Mutex<HashSet<u64>>);

/// Somebody's place among them until this is dropped.
#[derive(Debug)]
pub struct StudyPlace<'a> {
    studies: &'a Studies,
    person: u64,
}

impl Studies {
    fn with<T>(&self, act: impl FnOnce(&mut HashSet<u64>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// One game at a time is looked at for each.
    pub(super) fn take(&self, person: u64) -> Result<StudyPlace<'_>, NotAnalysed> {
        self.with(|people| {
            if people.contains(&person) {
                return Err(NotAnalysed::OneAtATime);
            }
            if people.len() >= WAITING {
                return Err(NotAnalysed::Busy);
            }
            people.insert(person);
            Ok(StudyPlace { studies: self, person })
        })
    }
}

impl Drop for StudyPlace<'_> {
    fn drop(&mut self) {
        self.studies.with(|people| people.remove(&self.person));
    }
}

impl Messenger {
    /// Says that a game will be looked at; or that it will not, and then gives no place.
    ///
    /// # Errors
    /// Discord's refusal, or that it could not be reached in time.
    pub(super) async fn announce_study<'a>(
        &self,
        to: &Interaction,
        study: &Study,
        studies: &'a Studies,
    ) -> Result<Option<StudyPlace<'a>>, Failure> {
        match studies.take(to.who.id) {
            Ok(place) => self.announce(to, &wire::deferred(true)).await.map(|()| Some(place)),
            Err(why) => {
                let refused = Answer::Message(Reply::private(study.words.not_analysed(why)));
                self.answer(to, &refused).await.map(|_| None)
            }
        }
    }

    /// Looks at a game and puts what was found in the place of what announced it.
    ///
    /// # Errors
    /// Discord's refusal, or that it could not be reached in time.
    pub(super) async fn put_study(
        &self,
        to: &Interaction,
        study: &Study,
        _place: StudyPlace<'_>,
    ) -> Result<Answered, Failure> {
        let Study { past, words } = study;
        self.say_how_far(to, past, words, None).await;
        let reply = match self.looked_at(to, past, words).await {
            Ok(analysed) => told(words, &analysed),
            Err(why) => Reply::private(words.not_analysed(why)),
        };
        self.put_drawn(to, &reply).await?;
        Ok(Answered::Now(None))
    }

    async fn looked_at(
        &self,
        to: &Interaction,
        past: &Past,
        words: &'static Words,
    ) -> Result<Analysed, NotAnalysed> {
        let Ok(Ok(place)) = tokio::time::timeout(QUEUE, STUDYING.acquire()).await else {
            return Err(NotAnalysed::Busy);
        };
        let (stop, percent) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let _awaited = Awaited(Arc::clone(&stop));
        let (game, far) = (past.clone(), Arc::clone(&percent));
        let mut task = spawn_blocking(move || {
            // Held until the work is done, also when nobody waits for it any more.
            let _place = place;
            let each = &mut |done: usize, all: usize| far.store(100 * done / all.max(1), Ordering::Relaxed);
            game.analyse(&|| stop.load(Ordering::Relaxed), each)
        });
        let until = Instant::now() + MOST;
        loop {
            match tokio::time::timeout(EACH, &mut task).await {
                Ok(Ok(Some(analysed))) => return Ok(analysed),
                Ok(Ok(None) | Err(_)) => return Err(NotAnalysed::Late),
                Err(_) if Instant::now() >= until => return Err(NotAnalysed::Late),
                Err(_) => self.say_how_far(to, past, words, Some(percent.load(Ordering::Relaxed))).await,
            }
        }
    }

    /// That this fails once does not matter: it is said again, or the end is.
    async fn say_how_far(
        &self,
        to: &Interaction,
        past: &Past,
        words: &'static Words,
        percent: Option<usize>,
    ) {
        let reply = Reply::private(words.analysis_wait(past.variant, percent));
        if let Err(failure) = self.put(to, &reply, None).await {
            tracing::debug!(id = to.id, %failure, "nobody was told how far an analysis is");
        }
    }
}

/// What was found in a game.
fn told(words: &'static Words, analysed: &Analysed) -> Reply {
    let content = Content::Review { curve: Box::new(analysed.curve()), boards: analysed.boards() };
    let picture = Picture {
        name: "analysis.png".to_owned(),
        content,
        alt: words.analysis_picture(analysed),
        instead: words.analysis_not_drawn(),
    };
    let reply = Reply::private(words.analysis(analysed)).picture(picture);
    let moments: Vec<Button> = (1..)
        .zip(&analysed.analysis.turnings)
        .map(|(number, turning)| Button {
            label: words.moment(analysed, number, turning),
            id: Meaning::After(Leaf { game: analysed.past.game, number: turning.ply as u32 + 1 }),
            style: Style::Plain,
        })
        .collect();
    boards::with_buttons(reply, moments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_is_looked_at_for_each() {
        let studies = Studies::default();
        let first = studies.take(1).expect("a place");
        assert_eq!(studies.take(1).err(), Some(NotAnalysed::OneAtATime));
        let others: Vec<_> =
            (2..=WAITING as u64).map(|person| studies.take(person).expect("a place")).collect();
        assert_eq!(studies.take(0).err(), Some(NotAnalysed::Busy));
        drop(first);
        assert!(studies.take(1).is_ok(), "when the first is done");
        drop(others);
        assert!(studies.with(|people| people.is_empty()));
    }
}
