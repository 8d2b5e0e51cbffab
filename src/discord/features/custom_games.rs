//! A server's games from files: adding, listing and removing them in the chat.

use serenity::all::Permissions;
use std::time::Duration;
use tokio::time::Instant;

use crate::app::{
    AddedGame, AppError, AppResult, Caller, GameAdded, NoFile, NoOwnGame, OwnGameLine, Rejection,
};
use crate::discord::actions::FirstStepsAction;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, answering};
use crate::discord::interaction::{AttachedFile, Interaction};
use crate::discord::locale::{private, public};
use crate::discord::messages::boards;
use crate::discord::reply::{Button, DeferredGame, MenuLine, Reply, Style};
use crate::discord::rest::mentions::written;
use crate::discord::rest::messenger::Answered;
use crate::discord::rest::request::Failure;
use crate::games::MOST_BYTES;
use crate::render::BoardView;
use crate::rules::{Color, Position, Variant};
use crate::words::{Label, Words};

/// Time limit for announcing a new game to everyone.
const TELLING: Duration = Duration::from_secs(10);
/// Maximum number of suggestions, set by Discord.
const SUGGESTED: usize = 25;

/// The caller, who may change the server's games if they manage it.
fn manager(interaction: &Interaction) -> Caller {
    let may = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    Caller {
        manages: interaction.person_may.is_some_and(|has| has.intersects(may)),
        ..answering(interaction)
    }
}

fn no_file(why: NoFile) -> AppError {
    Rejection::OwnGame(Box::new(NoOwnGame::NoFile(why))).into()
}

/// Adds the game of a file, or a new version of it.
///
/// Deferred, because fetching the file and testing the game both take longer than Discord waits for a
/// response.
pub fn add(ctx: &Context, interaction: &Interaction, file: AttachedFile) -> HandlerResult {
    let by = manager(interaction);
    ctx.app.may_change_custom_games(&by)?;
    if file.size > MOST_BYTES as u64 {
        return Err(no_file(NoFile::TooLong(MOST_BYTES)).into());
    }
    Ok(Response::own_game(by, file.url))
}

/// Adds a game whose answer was deferred. Reports the outcome to the sender, and announces a new game to
/// everyone.
pub async fn put_added(
    ctx: &Context,
    interaction: &Interaction,
    game: &DeferredGame,
) -> Result<Answered, Failure> {
    let added = match fetched_and_added(ctx, game).await {
        Ok(added) => added,
        Err(error) => {
            let told = HandlerError::from(error).told(private(interaction));
            let reply =
                told.map_or_else(|| Reply::private(private(interaction).restarted()), |(reply, _)| reply);
            ctx.messenger.put_drawn(interaction, &reply).await?;
            return Ok(Answered::Now(None));
        }
    };
    ctx.messenger
        .put_drawn(interaction, &Reply::private(private(interaction).own_game_added(&added)))
        .await?;
    if added.added != GameAdded::Same {
        let told = announced(public(interaction), &added);
        ctx.messenger.follow_up(interaction, &told, Instant::now() + TELLING).await?;
    }
    Ok(Answered::Now(None))
}

/// The public announcement of a new game: its rules in three lines, its board, and the buttons to play it.
fn announced(words: &'static Words, added: &AddedGame) -> Reply {
    let game = added.variant;
    let start = BoardView::new(&Position::start(game), None, Color::White);
    Reply::public(words.own_game_for_all(game, added.added)).picture(boards::of_board(words, &start)).buttons(
        vec![
            Button::new(words, Label::PlayIt, FirstStepsAction::PlayGame(game)).style(Style::Yes),
            boards::rules(words, game),
        ],
    )
}

async fn fetched_and_added(ctx: &Context, game: &DeferredGame) -> AppResult<AddedGame> {
    let text = ctx.messenger.attached_text(&game.url, MOST_BYTES).await.map_err(no_file)?;
    ctx.app.add_own_game(&game.by, text).await
}

/// Lists the server's games from files, privately.
pub async fn list(ctx: &Context, interaction: &Interaction) -> HandlerResult {
    let lines = ctx.app.custom_games(interaction.place.guild, ctx.clock.now()).await?;
    Ok(Response::say(Reply::private(private(interaction).custom_games(&lines, &written))))
}

/// Removes a game from the server.
pub async fn remove(ctx: &Context, interaction: &Interaction, name: &str) -> HandlerResult {
    let removed = ctx.app.remove_own_game(&manager(interaction), name).await?;
    Ok(Response::say(Reply::public(public(interaction).own_game_removed(&removed))))
}

/// Asks the operator to offer a game to all servers.
pub async fn publish(ctx: &Context, interaction: &Interaction, name: &str) -> HandlerResult {
    let how = ctx.app.ask_to_publish(&manager(interaction), name).await?;
    Ok(Response::say(Reply::private(private(interaction).own_game_published(how))))
}

async fn lines_here(ctx: &Context, interaction: &Interaction) -> Vec<OwnGameLine> {
    let known = ctx.app.custom_games(interaction.place.guild, interaction.received_at).await;
    known.unwrap_or_else(|error| {
        tracing::debug!(%error, id = interaction.id.0, "the games from files are not known");
        Vec::new()
    })
}

/// The games from files of this server, including those switched off. Empty if they cannot be read.
pub async fn known_here(ctx: &Context, interaction: &Interaction) -> Vec<Variant> {
    lines_here(ctx, interaction).await.into_iter().filter_map(|line| line.variant).collect()
}

/// The games from files of this server, excluding those switched off, which cannot be started now.
pub async fn offered_here(ctx: &Context, interaction: &Interaction) -> Vec<Variant> {
    let lines = lines_here(ctx, interaction).await.into_iter().filter(|line| line.off_until.is_none());
    lines.filter_map(|line| line.variant).collect()
}

/// The server's own games whose names contain this text.
pub async fn suggested(
    ctx: &Context,
    interaction: &Interaction,
    typed: &str,
) -> Result<Vec<MenuLine>, HandlerError> {
    let typed = typed.trim().to_lowercase();
    let lines = ctx.app.custom_games(interaction.place.guild, ctx.clock.now()).await?;
    let fits = |line: &&OwnGameLine| line.is_here && line.name.contains(&typed);
    let line = |line: &OwnGameLine| {
        let name = line.variant.map_or(&*line.name, |game| game.name());
        MenuLine::new(name, &line.name)
    };
    Ok(lines.iter().filter(fits).take(SUGGESTED).map(line).collect())
}
