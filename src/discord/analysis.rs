//! A game that is looked at closely after its end: announced at once, said how far that is, and then put in that place.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::boards;
use super::custom_id::{Leaf, Meaning};
use super::event::Interaction;
use super::messenger::{Answered, Messenger};
use super::reply::{Button, Content, Picture, Reply, Study, Style};
use super::request::Failure;
use crate::app::{Analysed, NotAnalysed, Past};
use crate::words::Words;

/// Games that are looked at at the same time: few, as each keeps a core busy.
static STUDYING: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(std::thread::available_parallelism().map_or(1, std::num::NonZero::get).div_ceil(4).min(4))
});
/// So long a game waits for its turn.
const QUEUE: Duration = Duration::from_mins(1);
/// So long one may take.
const MOST: Duration = Duration::from_mins(3);
/// So often it is said how far it is.
const EACH: Duration = Duration::from_secs(2);

/// Ends the work when nobody waits for it any more.
struct Awaited(Arc<AtomicBool>);

impl Drop for Awaited {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Messenger {
    /// Says that a game will be looked at, looks, and puts what was found in that place.
    ///
    /// # Errors
    /// Discord's refusal, or that it could not be reached in time.
    pub(super) async fn answer_study(&self, to: &Interaction, study: &Study) -> Result<Answered, Failure> {
        let Study { past, words } = study;
        self.announce(to, true).await?;
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
