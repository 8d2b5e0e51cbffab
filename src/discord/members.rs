//! Who has left a server. Nobody tells the bot, which has no right to a server's list of members; so it asks for one person at
//! the moments when it would speak to them anyway.

use std::time::Instant;

use reqwest::Method;

use super::desk::Desk;
use super::request::{Request, UNKNOWN_MEMBER};
use crate::app::Place;
use crate::game::UserId;

/// Discord's codes for a person who is not in a server, and for one who is nowhere any more.
const UNKNOWN: [i64; 2] = [UNKNOWN_MEMBER, 10_013];

/// Whether a person is known to have left the server of this place. Where nobody says so in time they are there.
pub async fn has_left(desk: &Desk, place: Place, who: UserId, deadline: Instant) -> bool {
    let Some(guild) = place.guild.filter(|_| !place.channel.is_seat()) else { return false };
    let route = format!("/guilds/{guild}/members/{who}");
    let asked = desk.messenger.rest.send(Request::new(&Method::GET, &route, deadline).single()).await;
    asked.is_err_and(|failure| failure.code().is_some_and(|code| UNKNOWN.contains(&code)))
}
