//! Decides who may create tournaments and open ladders.

use serenity::all::Permissions;

use crate::app::Caller;
use crate::discord::context::{Context, HandlerError, answering};
use crate::discord::interaction::Interaction;

/// The caller, with `manages` set if they may create tournaments and open ladders.
///
/// That requires managing the server or having the role it has chosen for organisers.
pub async fn organiser(ctx: &Context, interaction: &Interaction) -> Result<Caller, HandlerError> {
    let may = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    let mut manages = interaction.person_may.is_some_and(|has| has.intersects(may));
    if let Some(guild) = interaction.place.guild.filter(|_| !manages) {
        let role = ctx.app.server(guild).await?.organisers;
        // The `@everyone` role has the server's id and is in no member's list of roles.
        manages = role.is_some_and(|role| role.0 == guild.0 || interaction.person_roles.contains(&role));
    }
    Ok(Caller { manages, ..answering(interaction) })
}
