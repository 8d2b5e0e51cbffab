//! A server's settings for those who manage it, and the names of languages.

use super::args;
use super::{CommandText, Joined, Mentioned, Naming, Permission, Words};
use crate::app::{BoardSide, BotGamesIn, ServerPage, ServerPart, ServerSetting, ServerSettings, Setting};
use crate::game::{ChannelId, RoleId};

/// The number of groups of channels that fit a message, with 25 channels in all, even in a longer language.
const GROUPS: usize = 5;

impl Words {
    /// The name of a page.
    pub fn server_page(&self, page: ServerPage) -> String {
        self.plain(match page {
            ServerPage::Places => "server-page-places",
            ServerPage::Games => "server-page-games",
            ServerPage::Boards => "server-page-boards",
        })
    }

    /// The text above the menus of a page: what the menus do not show.
    pub fn server_card(&self, page: ServerPage, server: &ServerSettings, naming: Naming<'_>) -> String {
        let in_channel = |channel| args! { "channel" => naming(Mentioned::Channel(channel)) };
        match page {
            ServerPage::Places => {
                let lobby = server.lobby.filter(|_| server.lobby_closed);
                let daily = server.daily.filter(|_| server.daily_closed);
                let told = [
                    Some(self.plain("server-places")),
                    lobby.map(|channel| self.say("server-lobby-closed", &in_channel(channel))),
                    daily.map(|channel| self.say("server-daily-closed", &in_channel(channel))),
                ];
                told.into_iter().flatten().collect::<Vec<_>>().join(" ")
            }
            ServerPage::Games => self.plain("server-games"),
            ServerPage::Boards => self.plain("server-boards"),
        }
    }

    /// The text of a page after a setting on it was changed.
    pub fn server_kept(&self, card: &str) -> String {
        self.say("server-kept", &args! { "card" => card })
    }

    /// Says that the bot cannot notify a role.
    pub fn server_role_silent(&self, role: RoleId, naming: Naming<'_>) -> String {
        self.say("server-role-silent", &args! { "role" => naming(Mentioned::Role(role)) })
    }

    /// Says that the @everyone role is not notified.
    pub fn server_role_everyone(&self) -> String {
        self.plain("server-role-everyone")
    }

    /// The name of a setting above its menu.
    pub fn server_head(&self, part: ServerPart) -> String {
        match part {
            ServerPart::Channels => self.plain("server-part-channels.head"),
            ServerPart::Lobby => self.plain("server-part-lobby.head"),
            ServerPart::Daily => self.plain("server-part-daily.head"),
            ServerPart::Role => self.plain("server-part-role.head"),
            ServerPart::Organisers => self.plain("server-part-organisers.head"),
            other => self.server_part(other),
        }
    }

    /// The name of a setting before a value is chosen.
    pub fn server_part(&self, part: ServerPart) -> String {
        self.plain(match part {
            ServerPart::Channels => "server-part-channels",
            ServerPart::Lobby => "server-part-lobby",
            ServerPart::Daily => "server-part-daily",
            ServerPart::Thread => "server-part-thread",
            ServerPart::BotGames => "server-part-bot-games",
            ServerPart::Games => "server-part-games",
            ServerPart::Pace => "server-part-pace",
            ServerPart::Role => "server-part-role",
            ServerPart::Organisers => "server-part-organisers",
            ServerPart::Side => "server-part-side",
            ServerPart::Theme => "server-part-theme",
            ServerPart::Language => "server-part-language",
        })
    }

    /// Says that channels were not accepted because the bot lacks permissions in them.
    ///
    /// Each group has the channels with the same missing permissions. Channels of groups beyond the limit are
    /// only counted.
    pub fn server_missing_permissions(
        &self,
        groups: &[(Vec<Permission>, Vec<ChannelId>)],
        naming: Naming<'_>,
    ) -> String {
        let (told, others) = groups.split_at(groups.len().min(GROUPS));
        let group = |(permissions, channels): &(Vec<Permission>, Vec<ChannelId>)| {
            let channels: Vec<String> = channels.iter().map(|one| naming(Mentioned::Channel(*one))).collect();
            let args = args! {
                "count" => permissions.len(), "names" => self.permissions(permissions),
                "channels" => self.list(Joined::And, &channels),
            };
            self.say("server-missing-permissions-in", &args)
        };
        let mut missing: Vec<String> = told.iter().map(group).collect();
        let more: usize = others.iter().map(|(_, channels)| channels.len()).sum();
        if more > 0 {
            missing.push(self.say("server-missing-permissions-more", &args! { "count" => more }));
        }
        self.say("server-missing-permissions", &args! { "missing" => missing.join(" ") })
    }

    /// Says that a server must offer at least one game.
    pub fn server_no_games(&self) -> String {
        self.plain("server-no-games")
    }

    /// A line of a menu: a setting and its value.
    pub fn server_line(&self, setting: &ServerSetting) -> String {
        match setting {
            ServerSetting::Games(chosen) => {
                chosen.games.first().map_or_else(String::new, |game| self.game(*game))
            }
            ServerSetting::Language(language) => self.language_line(language.as_deref()),
            _ => self.setting_line(&self.server_part(setting.part()), &self.server_value(setting)),
        }
    }

    /// The value of a setting below its name. Empty for channels and roles, which Discord shows itself.
    pub fn server_value(&self, setting: &ServerSetting) -> String {
        let choice = |option, slug| self.command(CommandText::Choice("challenge", option, slug));
        match setting {
            ServerSetting::Thread(_) => choice("thread", setting.slug()),
            ServerSetting::BotGames(BotGamesIn::Anywhere) => self.plain("server-bot-games"),
            ServerSetting::BotGames(BotGamesIn::Threads) => self.plain("server-bot-games.threads"),
            ServerSetting::BotGames(BotGamesIn::Dm) => self.plain("server-bot-games.dm"),
            ServerSetting::Pace(_) => choice("pace", setting.slug()),
            ServerSetting::Side(Some(BoardSide::ToMove)) => self.plain("server-side.to-move"),
            ServerSetting::Side(Some(BoardSide::White)) => self.plain("server-side.white"),
            ServerSetting::Side(_) => self.plain("server-side"),
            ServerSetting::Theme(Some(theme)) => self.setting_value(Setting::Theme(theme)),
            ServerSetting::Theme(None) => self.plain("server-theme"),
            _ => String::new(),
        }
    }

    /// The title of the form for several settings of a server.
    pub fn server_form(&self) -> String {
        self.plain("server-form")
    }

    /// Says which settings were changed in that form, before the text of a page.
    pub fn server_changed(&self, changed: &[ServerSetting], card: &str) -> String {
        let lines: Vec<String> = changed.iter().map(|setting| self.server_line(setting)).collect();
        format!("{} {card}", self.lines_changed(&lines))
    }

    /// A line of a menu of languages below its heading. `None`: the language of Discord.
    pub fn language_value(&self, name: Option<&str>) -> String {
        name.map_or_else(|| self.plain("language-line.auto"), str::to_owned)
    }

    /// A line of a menu of languages without a heading.
    pub fn language_line(&self, name: Option<&str>) -> String {
        match name {
            Some(name) => self.say("language-line.named", &args! { "language" => name }),
            None => self.plain("language-line"),
        }
    }

    /// The language's own name.
    pub fn own_name(&self) -> String {
        self.plain("language-own-name")
    }
}
