//! Who may make tournaments and open ladders.

use serenity::all::Permissions;

use crate::app::Caller;
use crate::discord::context::{Context, HandlerError, answering};
use crate::discord::interaction::Interaction;

/// The person, who may make tournaments and open ladders if they manage the server or have the role that it has chosen for that.
pub async fn organiser(ctx: &Context, interaction: &Interaction) -> Result<Caller, HandlerError> {
    let may = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    let mut manages = interaction.person_may.is_some_and(|has| has.intersects(may));
    if let Some(guild) = interaction.place.guild.filter(|_| !manages) {
        let role = ctx.app.server(guild).await?.organisers;
        // Everybody's role has the server's id, and is in nobody's list.
        manages = role.is_some_and(|role| role.0 == guild.0 || interaction.person_roles.contains(&role));
    }
    Ok(Caller { manages, ..answering(interaction) })
}
