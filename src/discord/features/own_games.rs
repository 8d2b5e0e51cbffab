//! The games from files of a server: adding, listing and removing them in the chat.

use crate::app::{AppError, Caller, NoOwnGame, OwnGameLine, Rejection};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, answering};
use crate::discord::interaction::{Interaction, permission};
use crate::discord::locale::{private, public};
use crate::discord::reply::{MenuLine, Reply};
use crate::discord::rest::mentions::written;
use crate::game::GuildId;
use crate::games::MOST_BYTES;
use crate::rules::Variant;

/// Suggestions that Discord shows.
const SUGGESTED: usize = 25;

/// The person, who may change the server's games if they manage it.
fn manager(from: &Interaction) -> Caller {
    let may = permission::MANAGE_GUILD | permission::ADMINISTRATOR;
    Caller { manages: from.person_may.is_some_and(|bits| bits & may != 0), ..answering(from) }
}

/// Adds the game of the file at this address, or its new version.
pub async fn add(ctx: &Context, from: &Interaction, file: &str) -> HandlerResult {
    let by = manager(from);
    ctx.app.may_change_own_games(&by)?;
    let text = ctx.messenger.attached_text(file, MOST_BYTES).await;
    let text = text.map_err(|why| AppError::from(Rejection::OwnGame(Box::new(NoOwnGame::NoFile(why)))))?;
    let added = ctx.app.add_own_game(&by, text).await?;
    Ok(Response::say(Reply::public(public(from).own_game_added(&added))))
}

/// Lists the server's games from files, for the person alone.
pub async fn list(ctx: &Context, from: &Interaction) -> HandlerResult {
    let lines = ctx.app.own_games(from.place.guild.map(GuildId), ctx.clock.now()).await?;
    Ok(Response::say(Reply::private(private(from).own_games(&lines, &written))))
}

/// Takes a game from the server.
pub async fn remove(ctx: &Context, from: &Interaction, name: &str) -> HandlerResult {
    let removed = ctx.app.remove_own_game(&manager(from), name).await?;
    Ok(Response::say(Reply::public(public(from).own_game_removed(&removed))))
}

/// Asks whoever runs the bot to give a game to all servers.
pub async fn publish(ctx: &Context, from: &Interaction, name: &str) -> HandlerResult {
    let how = ctx.app.ask_to_publish(&manager(from), name).await?;
    Ok(Response::say(Reply::private(private(from).own_game_published(how))))
}

async fn lines_here(ctx: &Context, from: &Interaction) -> Vec<OwnGameLine> {
    let known = ctx.app.own_games(from.place.guild.map(GuildId), from.received_at).await;
    known.unwrap_or_else(|error| {
        tracing::debug!(%error, id = from.id, "the games from files are not known");
        Vec::new()
    })
}

/// The games from files of the server where somebody is, also those that are switched off. None if they cannot be read.
pub async fn known_here(ctx: &Context, from: &Interaction) -> Vec<Variant> {
    lines_here(ctx, from).await.into_iter().filter_map(|line| line.variant).collect()
}

/// The same without those that are switched off, and so cannot be begun now.
pub async fn offered_here(ctx: &Context, from: &Interaction) -> Vec<Variant> {
    let lines = lines_here(ctx, from).await.into_iter().filter(|line| line.off_until.is_none());
    lines.filter_map(|line| line.variant).collect()
}

/// The server's own games whose names have this.
pub async fn suggested(
    ctx: &Context,
    from: &Interaction,
    typed: &str,
) -> Result<Vec<MenuLine>, HandlerError> {
    let typed = typed.trim().to_lowercase();
    let lines = ctx.app.own_games(from.place.guild.map(GuildId), ctx.clock.now()).await?;
    let fits = |line: &&OwnGameLine| line.is_here && line.name.contains(&typed);
    let line = |line: &OwnGameLine| {
        let name = line.variant.map_or(&*line.name, |game| game.name());
        MenuLine::new(name, &line.name)
    };
    Ok(lines.iter().filter(fits).take(SUGGESTED).map(line).collect())
}
