//! The puzzle of the day, in servers that want it.
//!
//! Solving it spoils nothing for others: the button opens a private card.

use async_trait::async_trait;

use crate::app::{AppResult, DailyPuzzle, Feature};
use crate::discord::actions::{PuzzleAction, StandingAction};
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::messages::boards;
use crate::discord::outbox::{Delivery, Next, Plan};
use crate::discord::reply::{Button, Reply, Style};
use crate::discord::rest::mentions::written;
use crate::discord::rest::request::{Failure, UNKNOWN_CHANNEL};
use crate::game::{GuildId, Millis};
use crate::store::Owed;
use crate::words::{Label, Words};

/// Posts the puzzle of the day.
pub struct DailyPost;

#[async_trait]
impl Delivery for DailyPost {
    fn kind(&self) -> &'static str {
        "daily"
    }

    fn recurs(&self) -> bool {
        true
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        // A day begins at midnight UTC. Its number is stored as the completed step.
        let today = ctx.clock.now().0.div_euclid(Millis::DAY);
        let (done, tomorrow) = (today.to_string(), Millis((today + 1) * Millis::DAY));
        let daily = match ctx.app.daily_puzzle(GuildId(owed.key.subject as u64), today).await? {
            Some(daily) if owed.step != done && !ctx.app.is_off(Feature::Puzzles) => daily,
            _ => return Ok(Plan::Wait(tomorrow)),
        };
        let words = unasked(&ctx.languages, daily.locale.as_ref());
        Ok(Plan::Post {
            channel: daily.channel,
            reply: Box::new(message(words, &daily)),
            // Discord accepts a nonce of up to 25 characters.
            nonce: format!("p{:x}d{}", daily.channel.0, daily.day),
            then: Next::Step(done, tomorrow),
        })
    }

    async fn refused(&self, ctx: &Context, owed: &Owed, failure: &Failure) -> AppResult<Option<Next>> {
        if failure.code() != Some(UNKNOWN_CHANNEL) {
            return Ok(None);
        }
        ctx.store.forget_daily(owed.channel).await?;
        Ok(Some(Next::Done))
    }
}

/// The message with the puzzle.
pub fn message(words: &'static Words, daily: &DailyPuzzle) -> Reply {
    let solve = Button {
        label: words.label(Label::SolvePuzzle),
        id: PuzzleAction::Again(daily.stand).into(),
        style: Style::Plain,
    };
    Reply::public(words.daily_puzzle(daily, &written))
        .picture(boards::in_look(words, &daily.board, daily.look))
        .buttons(vec![solve, Button::new(words, Label::DailyTable, StandingAction::DailyTable(()))])
}
