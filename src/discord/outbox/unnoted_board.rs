//! Finds boards that may have arrived without being noted and whose buttons a later event has made outdated.
//!
//! Either the process ended between sending and noting, or the answer was lost. Discord reveals a nonce only
//! to its sender, so such boards are searched among the last messages of their channel. Matches become old
//! boards (`old_board.rs`). Where the bot may not read a channel's history, nothing is found, and the buttons
//! stay: clicking them reports that they are old.

use async_trait::async_trait;
use std::time::Duration;
use tokio::time::Instant;

use super::{Delivery, Plan, old_board};
use crate::app::{AppResult, MessageRef};
use crate::discord::actions::ComponentAction;
use crate::discord::context::Context;
use crate::discord::rest::messenger::{Listed, MESSAGES_AT_ONCE};
use crate::discord::rest::request::UNKNOWN_CHANNEL;
use crate::game::{GameId, Millis, Rev, Venue};
use crate::store::Owed;

/// Number of requests to search, each for as many messages as Discord returns at once.
const PAGES: u32 = 3;
/// Time limit for one request.
const LOOK: Duration = Duration::from_secs(5);

/// A board to search for.
pub struct UnnotedBoard;

#[async_trait]
impl Delivery for UnnotedBoard {
    fn kind(&self) -> &'static str {
        "unnoted-board"
    }

    /// Clicking its buttons reports that it is old.
    fn lasts_ms(&self) -> Option<i64> {
        Some(7 * Millis::DAY)
    }

    async fn plan(&self, ctx: &Context, owed: &Owed) -> AppResult<Plan> {
        if owed.channel.venue() == Venue::UserInstall {
            // Only answers appear there.
            return Ok(Plan::Nothing);
        }
        let (game, rev) = (GameId(owed.key.subject), Rev(owed.key.part));
        let mut before = None;
        for _ in 0..PAGES {
            let until = Instant::now() + LOOK;
            let listed = match ctx.messenger.messages(owed.channel, before, until).await {
                Ok(listed) => listed,
                Err(failure) if failure.code() == Some(UNKNOWN_CHANNEL) => return Ok(Plan::Nothing),
                Err(failure) => return Ok(Plan::Failed(Some(failure))),
            };
            // Read only now, because an older message may have become the newest board meanwhile.
            let newest = ctx.store.live_board(game).await?.and_then(|(newest, _)| newest);
            let is_old = |one: &&Listed| newest != Some(one.message) && shows(one, game, rev);
            let old: Vec<_> = listed.iter().filter(is_old).map(|one| one.message).collect();
            for message in &old {
                old_board::retire_soon(ctx, MessageRef { channel: owed.channel, message: *message }).await;
            }
            before = listed.last().map(|one| one.message);
            if !old.is_empty() || listed.len() < MESSAGES_AT_ONCE {
                break;
            }
        }
        Ok(Plan::Nothing)
    }
}

/// True if this is a board of the game with buttons for this event or an earlier one.
///
/// Buttons that answer an offer have the offer's event, which is older than the board.
fn shows(one: &Listed, game: GameId, rev: Rev) -> bool {
    let actions = one.ids.iter().filter_map(|id| id.parse().ok());
    let of_board = actions.filter_map(ComponentAction::below_board);
    of_board.filter(|at| at.game == game).map(|at| at.rev).max().is_some_and(|newest| newest <= rev)
}
