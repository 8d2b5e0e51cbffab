//! The card on which a server's managers set how games are played there.

use serenity::all::{ChannelType, Permissions};

use super::guild_form;
use crate::app::{
    GAMES_IN_A_MENU, GamesChosen, ServerPage, ServerPart, ServerSetting, ServerSettings, ThreadWish,
};
use crate::discord::actions::{ComponentAction, ListPage, PartMenu, ServerAction, ShownServer};
use crate::discord::components::click::Click;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::{ChannelKind, ChosenChannel, Entered, Interaction};
use crate::discord::locale::private;
use crate::discord::places::missing_permissions::missing_permissions;
use crate::discord::reply::{
    Button, Card, CardPart, MenuLine, Pickable, Picker, Reply, Row, Select, Style, meant,
};
use crate::discord::rest::mentions::written;
use crate::game::{ChannelId, GuildId, RoleId};
use crate::rules::Variant;
use crate::words::{Label, Languages, NotDone, Permission, Words};

/// Maximum number of channels that can be chosen: Discord's limit for a menu.
const CHANNELS_MAX: u8 = 25;
/// Discord's types of channels in which, or in whose threads, games can begin: text, voice, announcement,
/// forum.
const FOR_GAMES: &[ChannelType] =
    &[ChannelType::Text, ChannelType::Voice, ChannelType::News, ChannelType::Forum];
/// Discord's channel types for the list of open challenges, whose message is edited forever, and for the
/// puzzles of the day.
const FOR_LOBBY: &[ChannelType] = &[ChannelType::Text];

/// A page of the server's settings, with a menu for each, buttons to the other pages, and one that opens the
/// form.
///
/// `first`: a setting was just changed, and the card says so.
pub fn card(
    words: &Words,
    languages: &Languages,
    (page, first): (ServerPage, Option<JustKept>),
    server: &ServerSettings,
) -> Reply {
    let text = words.server_card(page, server, &written);
    let card = Card::of(match first {
        None => text,
        Some(JustKept::InForm(changed)) => words.server_changed(&changed, &text),
        Some(JustKept::InMenu { silent: None }) => words.server_kept(&text),
        Some(JustKept::InMenu { silent: Some(role) }) => {
            format!("{} {}", words.server_kept(&text), words.server_role_silent(role, &written))
        }
    });
    let parts = ServerPart::ALL.into_iter().filter(|part| part.page() == page);
    let card = parts.fold(card, |card, part| {
        let card = card.text(format!("**{}**", words.server_head(part)));
        menus(words, languages, part, server).into_iter().map(CardPart::Row).fold(card, Card::part)
    });
    let others = ServerPage::ALL.into_iter().filter(|other| *other != page);
    let button = |page| Button {
        label: words.server_page(page),
        id: ServerAction::Page(page).into(),
        style: Style::Plain,
    };
    let several = ServerAction::Form(ShownServer::of(page, server));
    let several = Button::new(words, Label::ChangeSettings, several);
    Reply::card(card.part(CardPart::Line).buttons(others.map(button).chain([several]).collect()))
}

/// A change that was just stored.
#[derive(Clone, Debug)]
pub enum JustKept {
    /// Made in a menu.
    InMenu {
        /// The chosen role, if the bot cannot mention it.
        silent: Option<RoleId>,
    },
    /// These settings, changed in the form.
    InForm(Vec<ServerSetting>),
}

/// The menus of a part: one, or several if there are more games than a menu holds.
fn menus(words: &Words, languages: &Languages, part: ServerPart, server: &ServerSettings) -> Vec<Row> {
    let (label, id) = (words.server_part(part), ServerAction::Set(part.into()).into());
    let marked = |setting: &ServerSetting| line(words, setting).chosen(server.is_set_to(setting));
    let picker = |of, least, most| Row::Picker(Picker { label: label.clone(), id, of, least, most });
    let menu = match part {
        ServerPart::Games => {
            let lines: Vec<MenuLine> = ServerSetting::all(part).iter().map(marked).collect();
            return menus_of_games(&label, &lines);
        }
        ServerPart::Channels => {
            let chosen = server.channels.clone();
            picker(Pickable::Channels(FOR_GAMES, chosen), 0, CHANNELS_MAX)
        }
        ServerPart::Lobby => {
            let chosen = server.lobby.into_iter().collect();
            picker(Pickable::Channels(FOR_LOBBY, chosen), 0, 1)
        }
        ServerPart::Daily => {
            let chosen = server.daily.into_iter().collect();
            picker(Pickable::Channels(FOR_LOBBY, chosen), 0, 1)
        }
        ServerPart::Role => {
            let chosen = server.role.into_iter().collect();
            picker(Pickable::Roles(chosen), 0, 1)
        }
        ServerPart::Organisers => {
            let chosen = server.organisers.into_iter().collect();
            picker(Pickable::Roles(chosen), 0, 1)
        }
        ServerPart::Language => {
            let told = |name: Option<&str>| words.language_line(name);
            let lines = languages_of(languages, server.language.as_deref(), told);
            Row::Select(Select { label, id, lines })
        }
        ServerPart::Thread
        | ServerPart::BotGames
        | ServerPart::Pace
        | ServerPart::Side
        | ServerPart::Theme => {
            Row::Select(Select { label, id, lines: ServerSetting::all(part).iter().map(marked).collect() })
        }
    };
    vec![menu]
}

/// The permissions the bot lacks in the newly chosen channels, as far as Discord sends them.
///
/// Channels that lack the same permissions are grouped.
fn unusable(
    part: ServerPart,
    channels: &[ChosenChannel],
    server: &ServerSettings,
) -> Vec<(Vec<Permission>, Vec<ChannelId>)> {
    let before: Vec<ChannelId> = match part {
        ServerPart::Channels => server.channels.clone(),
        ServerPart::Lobby => server.lobby.into_iter().collect(),
        ServerPart::Daily => server.daily.into_iter().collect(),
        _ => Vec::new(),
    };
    let mut groups: Vec<(Vec<Permission>, Vec<ChannelId>)> = Vec::new();
    for channel in channels {
        let id = channel.id;
        let Some(may) = channel.bot_may.filter(|_| !before.contains(&id)) else { continue };
        let missing = missing_permissions(may, needed(part, channel.kind, server.thread));
        match groups.iter_mut().find(|(same, _)| *same == missing) {
            _ if missing.is_empty() => {}
            Some((_, channels)) => channels.push(id),
            None => groups.push((missing, vec![id])),
        }
    }
    groups
}

/// The permissions the bot needs in a channel of this kind for this part.
fn needed(part: ServerPart, kind: ChannelKind, thread: ThreadWish) -> Permissions {
    let threads = if thread == ThreadWish::Yes && kind.thread_type().is_some() {
        Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS
    } else {
        Permissions::empty()
    };
    let may = match (part, kind) {
        (ServerPart::Lobby, _) => Permissions::SEND_MESSAGES,
        (ServerPart::Daily, _) => Permissions::SEND_MESSAGES | Permissions::ATTACH_FILES,
        // Games are played in its posts, which are threads.
        (_, ChannelKind::Forum) => Permissions::SEND_MESSAGES_IN_THREADS | Permissions::ATTACH_FILES,
        _ => Permissions::SEND_MESSAGES | Permissions::ATTACH_FILES | threads,
    };
    let connect = if kind == ChannelKind::Voice { Permissions::CONNECT } else { Permissions::empty() };
    Permissions::VIEW_CHANNEL | connect | may
}

/// The action of this menu of games.
fn games_menu(number: u32) -> ComponentAction {
    ServerAction::Set(PartMenu { part: ServerPart::Games, menu: ListPage(number) }).into()
}

/// Splits these lines, each a game, into menus. A menu may be left empty if another one has a chosen game.
fn menus_of_games(label: &str, lines: &[MenuLine]) -> Vec<Row> {
    let chosen = |lines: &[MenuLine]| lines.iter().filter(|line| line.chosen).count();
    let in_all = chosen(lines);
    let count = lines.len();
    let menu = |(number, lines): (usize, &[MenuLine])| {
        let first = number * GAMES_IN_A_MENU + 1;
        let numbered = || format!("{label} ({first}-{})", first - 1 + lines.len());
        Row::Picker(Picker {
            label: if count > GAMES_IN_A_MENU { numbered() } else { label.to_owned() },
            id: games_menu(number as u32),
            least: u8::from(chosen(lines) == in_all),
            most: u8::try_from(lines.len()).unwrap_or(u8::MAX),
            of: Pickable::Lines(lines.to_vec()),
        })
    };
    lines.chunks(GAMES_IN_A_MENU).enumerate().map(menu).collect()
}

fn line(words: &Words, setting: &ServerSetting) -> MenuLine {
    let line = MenuLine::new(&words.server_line(setting), setting.slug());
    match setting {
        ServerSetting::Games(chosen) => match chosen.games.first() {
            Some(game) => line.hint(&words.game_in_short(*game)),
            None => line,
        },
        _ => line,
    }
}

/// The languages to choose from, each labelled with its own name.
///
/// The first line has no language: it defers to Discord's locale.
pub fn languages_of(
    languages: &Languages,
    chosen: Option<&str>,
    told: impl Fn(Option<&str>) -> String,
) -> Vec<MenuLine> {
    let auto = MenuLine::new(&told(None), AS_THE_CHAT_SAYS).chosen(chosen.is_none());
    let others = languages.all().map(|(code, language)| {
        MenuLine::new(&told(Some(&language.own_name())), code).chosen(chosen == Some(code))
    });
    std::iter::once(auto).chain(others).collect()
}

/// The value of the line that defers to Discord's locale.
const AS_THE_CHAT_SAYS: &str = "none";

/// The language chosen among [`languages_of`]; `Some(None)` defers to Discord's locale. `None` if there is no
/// such line.
pub fn language_of(
    languages: &Languages,
    chosen: &[String],
    told: impl Fn(Option<&str>) -> String,
) -> Option<Option<String>> {
    let text = chosen.first()?;
    let line = meant(languages_of(languages, None, told), MenuLine::clone, text)?;
    Some(Some(line.value).filter(|code| code != AS_THE_CHAT_SAYS))
}

/// The server, if the person manages it.
///
/// Discord checks this before a command, but a menu may have been opened before the person lost that
/// permission.
fn managed(interaction: &Interaction) -> Result<GuildId, HandlerError> {
    let Some(guild) = interaction.place.guild else {
        return Err(HandlerError::not_done(interaction, NotDone::ServersOnly));
    };
    let may = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    match interaction.person_may {
        Some(has) if has.intersects(may) => Ok(guild),
        _ => Err(HandlerError::not_done(interaction, NotDone::ManagersOnly)),
    }
}

/// A page with the current settings.
pub async fn page(ctx: &Context, interaction: &Interaction, page: ServerPage) -> Result<Reply, HandlerError> {
    let server = ctx.app.server(managed(interaction)?).await?;
    Ok(card(private(interaction), &ctx.languages, (page, None), &server))
}

/// Handles a click or a choice on the card.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    action: ServerAction,
    click: Click<'_>,
) -> HandlerResult {
    match action {
        ServerAction::Page(of) => Ok(Response::turn(page(ctx, interaction, of).await?)),
        ServerAction::Set(menu) => chosen(ctx, interaction, menu, click.chosen).await,
        ServerAction::Form(shown) => match click.fields {
            None => {
                let server = ctx.app.server(managed(interaction)?).await?;
                Ok(Response::form(guild_form::form(private(interaction), shown.page, &server)))
            }
            Some(fields) => form_filled(ctx, interaction, shown, fields).await,
        },
    }
}

/// Handles the submitted form: stores the changes and shows them on the page.
async fn form_filled(
    ctx: &Context,
    interaction: &Interaction,
    shown: ShownServer,
    fields: &[(String, Entered)],
) -> HandlerResult {
    let (guild, words) = (managed(interaction)?, private(interaction));
    let Ok(changed) = guild_form::changed(words, shown, fields) else {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    };
    let server = if changed.is_empty() {
        ctx.app.server(guild).await?
    } else {
        ctx.app.set_server(&caller(interaction), guild, &changed, interaction.guild_locale.clone()).await?
    };
    let kept = Some(JustKept::InForm(changed));
    Ok(Response::turn(card(words, &ctx.languages, (shown.page, kept), &server)))
}

/// Handles a choice in one of the menus: stores it and shows it on the card.
async fn chosen(
    ctx: &Context,
    interaction: &Interaction,
    PartMenu { part, menu }: PartMenu,
    entered: Option<&Entered>,
) -> HandlerResult {
    let (guild, words) = (managed(interaction)?, private(interaction));
    let unreadable = || HandlerError::not_done(interaction, NotDone::Unreadable);
    let entered = entered.ok_or_else(unreadable)?;
    let setting = match (part, entered) {
        (ServerPart::Games, Entered::Lines(lines)) => games_in_menu(words, menu.0 as usize, lines),
        _ => setting(words, &ctx.languages, part, entered),
    };
    let setting = setting.ok_or_else(unreadable)?;
    if let ServerSetting::Games(games) = &setting
        && games.leaves_none(&ctx.app.server(guild).await?.games)
    {
        return Err(HandlerError::say(words.server_no_games()));
    }
    if let Entered::Channels(channels) = entered {
        let server = ctx.app.server(guild).await?;
        let unusable = unusable(part, channels, &server);
        if !unusable.is_empty() {
            return Err(HandlerError::say(words.server_missing_permissions(&unusable, &written)));
        }
    }
    let mut silent = None;
    if let (ServerSetting::Role(Some(role)), Entered::Roles(roles)) = (&setting, entered) {
        if role.0 == guild.0 {
            return Err(HandlerError::say(words.server_role_everyone()));
        }
        let mentions_all = interaction.bot_may.is_some_and(|has| has.contains(Permissions::MENTION_EVERYONE));
        silent = roles.iter().any(|one| !one.mentionable && !mentions_all).then_some(*role);
    }
    let locale = interaction.guild_locale.clone();
    let server = ctx.app.set_server(&caller(interaction), guild, &[setting], locale).await?;
    Ok(Response::turn(card(words, &ctx.languages, (part.page(), Some(JustKept::InMenu { silent })), &server)))
}

/// The setting meant by a choice in one of the menus of games.
fn games_in_menu(words: &Words, menu: usize, lines: &[String]) -> Option<ServerSetting> {
    let of_text = |text: &String| {
        let setting = meant(ServerSetting::all(ServerPart::Games), |setting| line(words, setting), text)?;
        if let ServerSetting::Games(one) = setting { one.games.first().copied() } else { None }
    };
    let games: Option<Vec<Variant>> = lines.iter().map(of_text).collect();
    Some(ServerSetting::Games(GamesChosen { menu, games: games? }))
}

/// The setting meant by a choice in the menu of a part.
fn setting(
    words: &Words,
    languages: &Languages,
    part: ServerPart,
    entered: &Entered,
) -> Option<ServerSetting> {
    let of_text = |text: &String| meant(ServerSetting::all(part), |setting| line(words, setting), text);
    match (part, entered) {
        (ServerPart::Channels, Entered::Channels(all)) => {
            Some(ServerSetting::Channels(all.iter().map(|one| one.id).collect()))
        }
        (ServerPart::Lobby, Entered::Channels(all)) => {
            Some(ServerSetting::Lobby(all.first().map(|one| one.id)))
        }
        (ServerPart::Daily, Entered::Channels(all)) => {
            Some(ServerSetting::Daily(all.first().map(|one| one.id)))
        }
        (ServerPart::Role, Entered::Roles(roles)) => {
            Some(ServerSetting::Role(roles.first().map(|role| role.id)))
        }
        (ServerPart::Organisers, Entered::Roles(roles)) => {
            Some(ServerSetting::Organisers(roles.first().map(|role| role.id)))
        }
        (ServerPart::Language, Entered::Lines(lines)) => {
            language_of(languages, lines, |name| words.language_line(name)).map(ServerSetting::Language)
        }
        (_, Entered::Lines(lines)) => lines.first().and_then(of_text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::reply::CHOICES_MAX;

    /// The ids of the menus of `count` games, with each menu's number of lines and minimum choice.
    fn menus(count: usize, chosen: impl Fn(usize) -> bool) -> Vec<(ComponentAction, usize, u8)> {
        let line = |at: usize| MenuLine::new(&format!("Game {at}"), &format!("game-{at}")).chosen(chosen(at));
        let of_row = |row: Row| match row {
            Row::Picker(Picker { id, of: Pickable::Lines(lines), least, most, .. }) => {
                assert_eq!(usize::from(most), lines.len());
                (id, lines.len(), least)
            }
            other => panic!("no lines: {other:?}"),
        };
        menus_of_games("Games", &(0..count).map(line).collect::<Vec<_>>()).into_iter().map(of_row).collect()
    }

    #[test]
    fn the_26th_game_has_a_menu() {
        assert_eq!(GAMES_IN_A_MENU, CHOICES_MAX);
        assert_eq!(menus(25, |_| true), [(games_menu(0), 25, 1)]);
        assert_eq!(menus(26, |_| true), [(games_menu(0), 25, 0), (games_menu(1), 1, 0)]);
        assert_eq!(
            menus(51, |_| true),
            [(games_menu(0), 25, 0), (games_menu(1), 25, 0), (games_menu(2), 1, 0)]
        );
        // If only one menu has offered games, at least one of them must stay chosen.
        assert_eq!(menus(26, |at| at < 2), [(games_menu(0), 25, 1), (games_menu(1), 1, 0)]);
        assert_eq!(menus(26, |at| at == 25), [(games_menu(0), 25, 0), (games_menu(1), 1, 1)]);
    }
}
