//! Analysis of a finished game. The answer is deferred, shows the progress, and is replaced by the result.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use crate::app::{Analysed, ExclusiveJobs, HowFar, NoPlace, NotAnalysed, OwnPlace, Past};
use crate::discord::actions::{HistoryAction, Leaf};
use crate::discord::interaction::Interaction;
use crate::discord::reply::{Button, Content, DeferredAnalysis, Picture, Reply, Style};
use crate::discord::rest::messenger::{Answered, Messenger};
use crate::discord::rest::request::Failure;
use crate::discord::rest::wire;
use crate::render::BOARDS_IN_A_ROW;
use crate::words::Words;

/// Interval between progress reports.
const EACH: Duration = Duration::from_secs(2);

impl Messenger {
    /// Defers an analysis and reserves the person's slot for it.
    ///
    /// Returns `None` if no slot is free; the person has then been notified.
    pub(in crate::discord) async fn defer_analysis(
        &self,
        to: &Interaction,
        analysis: &DeferredAnalysis,
        jobs: &ExclusiveJobs,
    ) -> Result<Option<OwnPlace>, Failure> {
        let refused = |why: NoPlace| Reply::private(analysis.words.not_analysed(why.into()));
        self.defer_to_one(to, jobs, &wire::deferred(true), refused).await
    }

    /// Analyses a game and replaces the deferred answer by the result.
    pub(in crate::discord) async fn put_analysis(
        &self,
        to: &Interaction,
        analysis: &DeferredAnalysis,
        _place: OwnPlace,
    ) -> Result<Answered, Failure> {
        let DeferredAnalysis { past, words } = analysis;
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
        let far = Arc::new(HowFar::default());
        let mut work = pin!(past.clone().analysed(Arc::clone(&far)));
        loop {
            match timeout(EACH, &mut work).await {
                Ok(analysed) => return analysed,
                Err(_) if far.percent().is_none() => {}
                Err(_) => self.say_how_far(to, past, words, far.percent()).await,
            }
        }
    }

    /// Reports progress. Failures are ignored: another report or the result follows.
    async fn say_how_far(
        &self,
        to: &Interaction,
        past: &Past,
        words: &'static Words,
        percent: Option<usize>,
    ) {
        let reply = Reply::private(words.analysis_wait(past.variant, percent));
        if let Err(failure) = self.put(to, &reply, None).await {
            tracing::debug!(id = to.id.0, %failure, "nobody was told how far an analysis is");
        }
    }
}

/// The message with an analysis result.
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
            id: HistoryAction::After(Leaf { game: analysed.past.game, number: turning.ply as u32 + 1 })
                .into(),
            style: Style::Plain,
        })
        .collect();
    moments.chunks(BOARDS_IN_A_ROW).fold(reply, |reply, row| reply.buttons(row.to_vec()))
}
