//! Tells people who have lost a place on a ladder, in its channel. Whoever loses it by a click is told in the
//! answer instead.

use async_trait::async_trait;

use crate::app::AppResult;
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::outbox::{Delivery, Next, Plan};
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::game::{LadderId, Millis, UserId};
use crate::store::Owed;

/// The message to somebody who has lost a place.
pub struct FallenNotice;

#[async_trait]
impl Delivery for FallenNotice {
    fn kind(&self) -> &'static str {
        "fallen"
    }

    /// Later it is no news.
    fn lasts_ms(&self) -> Option<i64> {
        Some(Millis::DAY)
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        let (ladder, person) = (LadderId(owed.key.subject), UserId(owed.key.part as u64));
        let Some(fallen) = ctx.app.fallen(ladder, person).await? else { return Ok(Plan::Nothing) };
        let text = unasked(&ctx.languages, fallen.locale.as_ref()).ladder_fallen(&fallen, &written);
        let since = owed.since.unwrap_or(Millis(0));
        Ok(Plan::Post {
            channel: fallen.channel,
            reply: Box::new(Reply::public(text).ping(fallen.ping)),
            // At most 25 characters.
            nonce: format!("f{:x}t{:x}", person.0, since.0 & 0xF_FFFF),
            then: Next::Done,
        })
    }
}
