//! Actions on a server's settings.
//!
//! Carried out in `features/guild_settings.rs`.

use crate::app::{BoardSide, BotGamesIn, ServerPage, ServerPart, ServerSetting, ServerSettings, ThreadWish};
use crate::discord::actions::payload::words;
use crate::discord::actions::{ListPage, Payload, actions};
use crate::game::Pace;
use crate::render::Theme;

actions! {
    /// An action on the card of a server's settings.
    ServerAction {
        /// Shows a page of the settings.
        "server" => Page(ServerPage): Reads,
        /// Sets several settings in a form.
        "server-form" => Form(ShownServer): Reads ForOne Form,
        /// Sets a setting to the chosen value.
        "server-set" => Set(PartMenu): ForOne,
    }
}

words! { ServerPage, ServerPart }

/// A menu of a setting, which may have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartMenu {
    pub part: ServerPart,
    /// The number of the menu.
    pub menu: ListPage,
}

impl From<ServerPart> for PartMenu {
    fn from(part: ServerPart) -> Self {
        Self { part, menu: ListPage::default() }
    }
}

impl Payload for PartMenu {
    fn write(&self) -> String {
        self.menu.behind(&self.part.write())
    }

    fn parse(text: &str) -> Option<Self> {
        let (part, menu) = ListPage::split(text)?;
        let one = Self { part: ServerPart::parse(part)?, menu };
        // Only the games may need more than one menu.
        (one.part == ServerPart::Games || one == one.part.into()).then_some(one)
    }
}

/// The values a settings form showed when it was opened, and its page. Differences on submission are the
/// changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownServer {
    pub page: ServerPage,
    pace: Option<Pace>,
    thread: ThreadWish,
    bot_games: BotGamesIn,
    side: Option<BoardSide>,
    theme: Option<&'static Theme>,
}

impl ShownServer {
    /// The form's initial values, from the server's settings.
    pub fn of(page: ServerPage, server: &ServerSettings) -> Self {
        let ServerSettings { pace, thread, bot_games, side, theme, .. } = *server;
        Self { page, pace, thread, bot_games, side, theme }
    }

    /// The settings as the form showed them.
    pub fn settings(self) -> [ServerSetting; 5] {
        [
            ServerSetting::Pace(self.pace),
            ServerSetting::Thread(self.thread),
            ServerSetting::BotGames(self.bot_games),
            ServerSetting::Side(self.side),
            ServerSetting::Theme(self.theme),
        ]
    }
}

impl Payload for ShownServer {
    fn write(&self) -> String {
        let slugs: Vec<String> = self.settings().iter().map(|setting| setting.slug().to_owned()).collect();
        format!("{}:{}", self.page.write(), slugs.join("."))
    }

    fn parse(text: &str) -> Option<Self> {
        let (shown_on, slugs) = text.split_once(':')?;
        let mut shown = Self::of(ServerPage::parse(shown_on)?, &ServerSettings::default());
        let mut slugs = slugs.split('.');
        for part in ServerPart::IN_FORM {
            let slug = slugs.next()?;
            match ServerSetting::all(part).into_iter().find(|setting| setting.slug() == slug)? {
                ServerSetting::Pace(pace) => shown.pace = pace,
                ServerSetting::Thread(wish) => shown.thread = wish,
                ServerSetting::BotGames(at) => shown.bot_games = at,
                ServerSetting::Side(side) => shown.side = side,
                ServerSetting::Theme(theme) => shown.theme = theme,
                _ => return None,
            }
        }
        slugs.next().is_none().then_some(shown)
    }
}
