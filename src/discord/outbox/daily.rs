//! Posts the puzzle of the day where a server wants it. Solving it spoils nothing for others: the button opens a private card.

use std::time::{Duration, Instant};

use crate::app::DailyPuzzle;
use crate::discord::components::actions::PuzzleAction;
use crate::discord::context::Context;
use crate::discord::features::game::boards;
use crate::discord::locale::unasked;
use crate::discord::reply::{Button, Reply, Style};
use crate::discord::rest::request::{Failure, UNKNOWN_CHANNEL};
use crate::words::{Label, Words};

/// How long a post may take.
const POST: Duration = Duration::from_secs(10);

/// Posts what is due. If it is cut off between a post and its note, the next post has the same nonce, which prevents a second message.
pub async fn tell(ctx: &Context) {
    let due = match ctx.app.due_dailies(ctx.clock.now()).await {
        Ok(due) => due,
        Err(error) => return tracing::error!(%error, "the puzzles of the day were not looked for"),
    };
    let mut passes = true;
    for daily in due {
        let words = unasked(&ctx.languages, daily.locale.as_ref());
        // Discord takes a nonce of up to 25 characters.
        let nonce = format!("p{:x}d{}", daily.channel.0, daily.day);
        let sent =
            ctx.messenger.post(daily.channel.0, &message(words, &daily), &nonce, Instant::now() + POST).await;
        let noted = match sent {
            Ok(_) => ctx.store.daily_told(daily.channel, daily.day).await,
            Err(Failure::Refused { code: UNKNOWN_CHANNEL, .. }) => {
                ctx.store.forget_daily(daily.channel).await
            }
            Err(failure) => {
                match &failure {
                    Failure::Refused { code, .. } if failure.is_for_good() => {
                        let code = code.unsigned_abs() as u32;
                        tracing::warn!(channel = %daily.channel, code, "the puzzle of the day cannot be posted");
                        ctx.store.close_daily(daily.channel, code, ctx.clock.now()).await
                    }
                    // Put off, so that it does not hold up the others next time.
                    _ => {
                        ctx.store.put_off_daily(daily.channel, ctx.clock.now()).await.map(|()| passes = false)
                    }
                }
            }
        };
        if let Err(error) = noted {
            return tracing::error!(%error, channel = %daily.channel, "a puzzle of the day was not noted");
        }
        if !passes {
            // Discord may be out of reach, and each try takes its time.
            return;
        }
    }
}

/// The message with the puzzle.
pub fn message(words: &'static Words, daily: &DailyPuzzle) -> Reply {
    let solve = Button {
        label: words.label(Label::SolvePuzzle),
        id: PuzzleAction::Again(daily.stand).into(),
        style: Style::Plain,
    };
    Reply::public(words.daily_puzzle(daily))
        .picture(boards::in_look(words, &daily.board, daily.look))
        .buttons(vec![solve])
}
