//! The settings of a server.
//!
//! Carried out in `features/guild_settings.rs`.

use super::{ListPage, Payload, actions, payload::words};
use crate::app::{BoardSide, BotGamesIn, ServerPage, ServerPart, ServerSetting, ServerSettings, ThreadWish};
use crate::game::Pace;
use crate::render::Theme;

actions! {
    /// What is done on the card of a server's settings.
    ServerAction {
        /// See a page of what is set.
        "server" => Page(ServerPage): Reads,
        /// Set several settings in a form.
        "server-form" => Form(ShownServer): Reads ForOne Form,
        /// Set a setting to what is chosen.
        "server-set" => Set(PartMenu): ForOne,
    }
}

words! { ServerPage, ServerPart }

/// A menu of a setting, which may have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartMenu {
    pub part: ServerPart,
    /// Which of its menus.
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
        // Only of games there may be more than a menu holds.
        (one.part == ServerPart::Games || one == one.part.into()).then_some(one)
    }
}

/// What a form of a server's settings showed when it was opened, and on which page: what is different in it was changed there.
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
    /// What the form shows of a server's settings.
    pub fn of(page: ServerPage, server: &ServerSettings) -> Self {
        let ServerSettings { pace, thread, bot_games, side, theme, .. } = *server;
        Self { page, pace, thread, bot_games, side, theme }
    }

    /// What stands in the form.
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
