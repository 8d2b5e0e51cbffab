//! Notice that a server's game from a file is switched off for a while because it caused faults.
//!
//! Posted where the game was added.

use async_trait::async_trait;

use crate::app::AppResult;
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::outbox::{Delivery, Next, Plan};
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::game::{GuildId, Millis};
use crate::store::Owed;

/// The notice that a game is switched off.
pub struct FailedGameNotice;

#[async_trait]
impl Delivery for FailedGameNotice {
    fn kind(&self) -> &'static str {
        "failed-game"
    }

    /// As long as it is switched off.
    fn lasts_ms(&self) -> Option<i64> {
        Some(Millis::DAY)
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let (guild, number) = (GuildId(owed.key.subject as u64), owed.key.part);
        let Some(game) = ctx.app.failed_game(guild, number, ctx.clock.now()).await? else {
            return Ok(Plan::Nothing);
        };
        // A channel may get several such notices, for other games and at other times.
        let (channel, end) = (owed.channel.0 & 0xfff_ffff, game.off_until.0 / 1_000);
        let text = unasked(&ctx.languages, game.locale.as_ref()).own_game_failed(&game, &written);
        Ok(Plan::Post {
            channel: owed.channel,
            reply: Box::new(Reply::public(text).ping(game.added_by)),
            nonce: format!("f{number:x}c{channel:x}t{end:x}"),
            then: Next::Done,
        })
    }
}
