//! Hints on a page: the piece first, and on request its move with the reason.

use std::time::Duration;

use super::answers::{Arrow, arrow};
use crate::app::{App, AppResult, Caller, HintPatience, Target};
use crate::words::{ByHand, Words};

/// A page waits at most ten seconds for a response.
const PATIENCE: HintPatience = HintPatience { queue: Duration::from_secs(3), search: Duration::from_secs(6) };

/// Returns the hint as a sentence, or why there is none. `whole`: includes the move.
///
/// A person can have one hint computed at a time, in the chat or here.
///
/// # Errors
/// Refused: the game has no hints, it is not the person's turn, or the position has changed.
pub async fn hint(
    app: &App,
    by: &Caller,
    target: Target,
    words: &'static Words,
    whole: bool,
) -> AppResult<(String, Option<Arrow>)> {
    let asked = app.ask_hint(by, target).await?;
    let _place = match app.hints().take(by.user) {
        Ok(place) => place,
        Err(why) => return Ok((words.no_hint(why.into()), None)),
    };
    Ok(match asked.searched(PATIENCE).await {
        Ok(hint) if whole => (words.hint_move(&hint, ByHand::Taps), Some(arrow(&hint.told))),
        Ok(hint) => {
            let piece = hint.told.mv.from().map(|from| [from, from].map(|square| square.to_string()));
            (words.hint_piece(&hint), piece)
        }
        Err(why) => (words.no_hint(why), None),
    })
}
