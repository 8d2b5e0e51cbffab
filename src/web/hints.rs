//! Hints on a page: the piece first, and its move with the reason if that is wanted too.

use std::time::Duration;

use super::answers::{Arrow, arrow};
use crate::app::{App, AppResult, Caller, HintPatience, Target};
use crate::words::{ByHand, Words};

/// A page waits for its answer no longer than ten seconds.
const PATIENCE: HintPatience = HintPatience { queue: Duration::from_secs(3), search: Duration::from_secs(6) };

/// The hint as a sentence, or why there is none. One at a time for each person, in the chat or here. `whole`: with the move.
///
/// # Errors
/// Refused: the game has no hints, it is not the person's turn, or the game has gone on.
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
