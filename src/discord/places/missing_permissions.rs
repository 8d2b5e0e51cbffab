//! Finds permissions that the bot lacks in a channel, before a request fails there.

use serenity::all::Permissions;

use crate::discord::interaction::{ChannelKind, Interaction, permission};
use crate::discord::locale::private;
use crate::words::{Needs, Permission};

/// The `wanted` permissions that are not in `has`.
pub fn missing_permissions(has: Permissions, wanted: Permissions) -> Vec<Permission> {
    let missing =
        permission::NAMED.into_iter().filter(|(one, _)| wanted.contains(*one) && !has.contains(*one));
    missing.map(|(_, permission)| permission).collect()
}

/// A sentence about the `wanted` permissions that the bot lacks.
pub fn missing_for(interaction: &Interaction, wanted: Permissions, needs: Needs) -> Option<String> {
    let has = interaction.bot_may?;
    if is_no_member(interaction, has) {
        return Some(private(interaction).no_member(&interaction.invitation));
    }
    let missing = missing_permissions(has, wanted);
    if missing.is_empty() {
        return None;
    }
    let words = private(interaction);
    let said = words.missing_permissions(&missing, needs);
    // Either the bot is not a member and members have no permissions, or it is a member without permissions.
    let unclear = has.is_empty() && !interaction.place.absent && interaction.place.guild.is_some();
    Some(if unclear { format!("{said} {}", words.perhaps_no_member(&interaction.invitation)) } else { said })
}

/// True if the server has the application's commands but not the bot.
///
/// Then `has` contains at most the permissions used by answers, out of those of everyone
/// (<https://docs.discord.com/developers/change-log>, June 29, 2022). A bot that sees the channel has more.
fn is_no_member(interaction: &Interaction, has: Permissions) -> bool {
    interaction.place.guild.is_some()
        && !interaction.place.absent
        && !has.is_empty()
        && permission::IN_ANSWERS.contains(has)
}

/// The permissions the bot lacks for a game here.
///
/// Such a game would fail at its first board, so it is not started.
pub fn missing_here(interaction: &Interaction) -> Option<String> {
    let send = match interaction.place.kind {
        kind if kind.is_thread() => Permissions::SEND_MESSAGES_IN_THREADS,
        ChannelKind::Voice => Permissions::SEND_MESSAGES | Permissions::CONNECT,
        _ => Permissions::SEND_MESSAGES,
    };
    missing_for(interaction, Permissions::VIEW_CHANNEL | send | Permissions::ATTACH_FILES, Needs::Boards)
}
