//! The languages that the person and the server of an interaction have chosen.

use super::context::Context;
use super::interaction::Interaction;
use crate::game::{GuildId, UserId};

/// Notes the chosen languages. If there are none, or they cannot be read, the locales that Discord tells apply.
pub async fn look_up(ctx: &Context, from: &mut Interaction) {
    // With English alone there is nothing to choose.
    if ctx.languages.is_english_alone() {
        return;
    }
    match ctx.app.languages(UserId(from.who.id), from.place.guild.map(GuildId)).await {
        Ok((own, server)) => (from.own_language, from.server_language) = (own, server),
        Err(error) => tracing::debug!(%error, id = from.id, "the languages that were chosen are not known"),
    }
}
