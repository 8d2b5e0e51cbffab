//! Announces in each of a person's timed games that their vacation starts or ends early, and updates the
//! board's deadline.

use async_trait::async_trait;

use crate::app::{AppResult, VacationStep, VacationWord};
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::outbox::newest_board;
use crate::discord::outbox::{Delivery, Next, Plan};
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::discord::rest::request::{Failure, closes, nobody_plays};
use crate::game::{GameId, Millis, UserId, Venue};
use crate::store::Owed;

/// News of a vacation.
pub struct VacationNotice;

#[async_trait]
impl Delivery for VacationNotice {
    fn kind(&self) -> &'static str {
        "vacation"
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let (game, person) = (GameId(owed.key.subject), UserId(owed.key.part as u64));
        let step = owed.step.parse().unwrap_or(VacationStep::Board);
        let Some(news) = ctx.app.vacation_news(game, person, step, ctx.clock.now()).await? else {
            return Ok(Plan::Nothing);
        };
        let Some(word) = news.word else {
            let stands = &news.game_now;
            let shown =
                stands.players[stands.turn()] != Some(person) || newest_board::relabel(ctx, game).await?;
            return Ok(if shown { Plan::Nothing } else { Plan::Failed(None) });
        };
        let words = unasked(&ctx.languages, news.locale.as_ref());
        let letter = match word {
            VacationWord::Begun => 'v',
            VacationWord::Ended => 'b',
        };
        Ok(Plan::Post {
            channel: news.place.channel,
            reply: Box::new(Reply::public(words.vacation_news(&news, word, &written))),
            // The end of the vacation distinguishes this notice from others of the game.
            nonce: format!("{letter}{:x}t{:x}", game.0, news.until.0 / 1_000),
            then: shows_board(),
        })
    }

    async fn refused(&self, ctx: &Context, owed: &Owed, failure: &Failure) -> AppResult<Option<Next>> {
        let code = closes(failure);
        if let Some(code) = code.filter(|code| nobody_plays(*code)) {
            ctx.note_closed(owed.channel, code).await;
        }
        // If the notice is refused, the board alone shows the vacation.
        let never = failure.is_for_good() && (code.is_none() || owed.channel.venue() == Venue::UserInstall);
        Ok(never.then(shows_board))
    }
}

/// The notice is done; next, the board must show the deadline.
fn shows_board() -> Next {
    Next::Step(VacationStep::Board.to_string(), Millis(0))
}
