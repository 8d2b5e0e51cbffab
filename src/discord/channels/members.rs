//! Finds out who has left a server, and people's names there.
//!
//! No event reports this, and the bot may not list a server's members and stores no names. It therefore
//! queries one person whenever it is about to address or mention them.

use std::time::Duration;
use tokio::time::Instant;

use reqwest::Method;

use crate::app::Place;
use crate::discord::context::Context;
use crate::discord::interaction::Interaction;
use crate::discord::interaction::values::member_name;
use crate::discord::rest::request::{Failure, Request, UNKNOWN_MEMBER};
use crate::game::{GuildId, UserId, Venue};

/// Discord's codes for a person who is not in a server, and for a user who no longer exists.
const UNKNOWN: [i64; 2] = [UNKNOWN_MEMBER, 10_013];

/// Time limit for looking up a name, out of the three seconds for a response.
const LOOK: Duration = Duration::from_secs(1);

/// A person's name in the server of an interaction, if Discord returns it in time. Names are not stored.
///
/// Requesting a member needs no permission; reading their messages would.
pub async fn name_of(ctx: &Context, interaction: &Interaction, who: UserId) -> Option<String> {
    let guild = interaction.place.guild.filter(|_| !interaction.place.absent)?;
    name_in(ctx, guild, who, interaction.deadline()).await
}

/// A person's name in a server, outside an interaction.
pub async fn name_in(ctx: &Context, guild: GuildId, who: UserId, until: Instant) -> Option<String> {
    let route = format!("/guilds/{guild}/members/{who}");
    let deadline = until.min(Instant::now() + LOOK);
    let member = ctx.messenger.rest.send(Request::new(&Method::GET, &route, deadline)).await.ok()?;
    member_name(&member)
}

/// True if a person is known to have left the server of this place. They count as present if that is unknown.
///
/// # Errors
/// If Discord is unreachable.
pub async fn has_left(ctx: &Context, place: Place, who: UserId, deadline: Instant) -> Result<bool, Failure> {
    let Some(guild) = place.guild.filter(|_| place.channel.venue() == Venue::Channel) else {
        return Ok(false);
    };
    let route = format!("/guilds/{guild}/members/{who}");
    let asked =
        ctx.messenger.rest.send(Request::new(&Method::GET, &route, deadline).single().patient()).await;
    match asked {
        Err(failure @ (Failure::Unreachable(_) | Failure::Blocked { .. })) if failure.is_outage() => {
            Err(failure)
        }
        asked => Ok(asked.is_err_and(|failure| failure.code().is_some_and(|code| UNKNOWN.contains(&code)))),
    }
}
