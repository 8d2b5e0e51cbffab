//! The analysis of a finished game on its page: the same as in the chat, within the same limits.
//!
//! It takes longer than a page waits for a response. So a page starts it and then polls for the result. Other
//! pages of the game join a running analysis.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::analyses::Stands;
use super::answers::{Arrow, arrow, failed, json, says};
use super::reader::plain;
use super::shared::Shared;
use super::visit::Visit;
use crate::app::{Analysed, AppError, NotAnalysed, Past, Target};
use crate::game::GameId;
use crate::words::{Beside, Words};

/// Progress is reported in steps of this many percent, so that a screen reader does not read out every change.
const STEP: usize = 10;

/// The game to analyse, on a page for all games.
#[derive(Deserialize)]
pub struct Wanted {
    #[serde(default)]
    pub at: String,
}

/// The state of an analysis, as sent to a page.
#[derive(Serialize)]
struct Told {
    stands: &'static str,
    says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Found>,
}

/// The result of an analysis.
#[derive(Serialize)]
struct Found {
    /// White's chance to win at the start and after each move, in percent.
    chances: Vec<f64>,
    moments: Vec<Moment>,
}

/// A move that strongly changed the outcome.
#[derive(Serialize)]
struct Moment {
    /// The ply after the move.
    ply: usize,
    says: String,
    better: String,
    /// The better move.
    arrows: [Arrow; 1],
}

/// Starts the analysis of a game, or joins a running one, and returns its progress.
pub async fn begin(shared: &Shared, visit: &Visit, game: GameId) -> Response {
    let (words, analyses) = (visit.reader.words, &shared.analyses);
    if analyses.of(game).is_some_and(|stands| stands.is_good()) {
        return told(shared, visit, game).await;
    }
    let past = match shared.app.past_to_analyse(&visit.by, Target::Game(game)).await {
        Ok(past) => Arc::new(past),
        Err(AppError::Refused(refusal)) => {
            return says(StatusCode::CONFLICT, visit.refused(&refusal, Beside::Page));
        }
        Err(error) => return failed(words, &error),
    };
    match analyses.enter(&past, || shared.app.analyses().take(visit.reader.person)) {
        Ok(Some((place, far))) => {
            let (analyses, stop) = (analyses.clone(), shared.stop.clone());
            tokio::spawn(async move {
                // Held until the analysis ends, because each person may run one at a time.
                let _place = place;
                let ended = stop.run_until_cancelled(Past::clone(&past).analysed(far)).await;
                let stands = match ended {
                    Some(Ok(found)) => Stands::Found(Arc::new(found)),
                    Some(Err(why)) => Stands::Failed(why),
                    // The process is shutting down.
                    None => Stands::Failed(NotAnalysed::Late),
                };
                analyses.put(game, stands);
            });
        }
        Ok(None) => {}
        Err(why) => return says(StatusCode::CONFLICT, words.not_analysed(why.into())),
    }
    told(shared, visit, game).await
}

/// Returns the progress or result of a game's analysis.
///
/// A result may be from a time when its positions occurred in no running game. So fairness is checked again.
pub async fn told(shared: &Shared, visit: &Visit, game: GameId) -> Response {
    let words = visit.reader.words;
    if let Some(Stands::Found(analysed)) = shared.analyses.of(game) {
        match shared.app.fair_of_game(visit.reader.person, &analysed.past.game_now.line).await {
            Ok(()) => {}
            Err(AppError::Refused(refusal)) => {
                let says = plain(&visit.refused(&refusal, Beside::Page));
                return json(StatusCode::OK, &Told { stands: "none", says, found: None });
            }
            Err(error) => return failed(words, &error),
        }
    }
    let (stands, says, found) = match shared.analyses.of(game) {
        None => ("none", String::new(), None),
        Some(Stands::Failed(why)) => ("none", words.not_analysed(why), None),
        Some(Stands::Runs(past, far)) => {
            let percent = far.percent().map(|percent| percent / STEP * STEP).filter(|percent| *percent > 0);
            ("runs", words.analysis_wait(past.variant, percent), None)
        }
        Some(Stands::Found(analysed)) => {
            ("found", words.analysis_sides(&analysed).join("\n"), Some(Found::new(words, &analysed)))
        }
    };
    json(StatusCode::OK, &Told { stands, says: plain(&says), found })
}

impl Found {
    fn new(words: &'static Words, analysed: &Analysed) -> Self {
        let percent = |chance: &f64| (chance * 1_000.0).round() / 10.0;
        let moments = (1_usize..).zip(&analysed.analysis.turnings).map(|(number, turning)| Moment {
            ply: turning.ply + 1,
            says: plain(&words.analysis_moment(analysed, number, turning)),
            better: plain(&words.analysis_better(turning)),
            arrows: [arrow(&turning.better)],
        });
        Self { chances: analysed.analysis.chances.iter().map(percent).collect(), moments: moments.collect() }
    }
}
