//! Server settings and their effect on challenges and boards.

use crate::app::caller::{Caller, ChallengeWish, ThreadWish};
use crate::app::challenge::bot_games::BotGamesIn;
use crate::app::error::Rejection;
use crate::app::guild::games_chosen::{GAMES_IN_A_MENU, GamesChosen};
use crate::app::load::Loaded;
use crate::app::people::preferences::{BoardSide, Preferences};
use crate::app::{App, AppResult};
use crate::game::{ChannelId, GuildId, Pace, RoleId, UserId};
use crate::games;
use crate::render::Theme;
use crate::rules::{Variant, listed};
use crate::store::{GuildBoardsRow, GuildSettingsRow};
use strum::{EnumString, IntoEnumIterator, IntoStaticStr};

listed! {
    /// A setting of a server.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
    #[strum(serialize_all = "kebab-case")]
    pub enum ServerPart {
        /// Where games may be begun.
        Channels,
        /// The channel with the list of open challenges.
        Lobby,
        /// The channel for the daily puzzle.
        Daily,
        /// Whether a game gets a thread of its own.
        Thread,
        /// Where games against the bot may begin.
        BotGames,
        /// Which games may be begun.
        Games,
        /// Time per move.
        Pace,
        /// The role notified of challenges open to anyone.
        Role,
        /// Who may create tournaments and open ladders.
        Organisers,
        /// The side at the bottom of public boards.
        Side,
        /// The colours of public boards.
        Theme,
        /// The language of public messages.
        Language,
    }
}

listed! {
    /// A page of server settings.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
    #[strum(serialize_all = "kebab-case")]
    pub enum ServerPage {
        Places,
        Games,
        /// Appearance and language.
        Boards,
    }
}

impl ServerPart {
    /// The settings with a short list of values, which are part of the settings form.
    pub const IN_FORM: [Self; 5] = [Self::Pace, Self::Thread, Self::BotGames, Self::Side, Self::Theme];

    /// The page that has this setting.
    pub const fn page(self) -> ServerPage {
        match self {
            Self::Channels | Self::Lobby | Self::Daily | Self::Thread | Self::BotGames => ServerPage::Places,
            Self::Games | Self::Pace | Self::Role | Self::Organisers => ServerPage::Games,
            Self::Side | Self::Theme | Self::Language => ServerPage::Boards,
        }
    }
}

/// A setting and its value; an empty list means everywhere or everything, `None` the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerSetting {
    /// Where games may be begun; threads count as their channel.
    Channels(Vec<ChannelId>),
    Lobby(Option<ChannelId>),
    Daily(Option<ChannelId>),
    /// The default for challenges that do not specify it.
    Thread(ThreadWish),
    BotGames(BotGamesIn),
    Games(GamesChosen),
    /// The default for challenges that do not specify it.
    Pace(Option<Pace>),
    Role(Option<RoleId>),
    /// A role that may create tournaments and open ladders, like the server's managers.
    Organisers(Option<RoleId>),
    /// The side at the bottom; `None`: as the player to move prefers.
    Side(Option<BoardSide>),
    /// The colours; `None`: as the player to move prefers.
    Theme(Option<&'static Theme>),
    /// The language; `None`: Discord's locale.
    Language(Option<String>),
}

impl ServerSetting {
    /// The setting that this is a value of.
    pub fn part(&self) -> ServerPart {
        match self {
            Self::Channels(_) => ServerPart::Channels,
            Self::Lobby(_) => ServerPart::Lobby,
            Self::Daily(_) => ServerPart::Daily,
            Self::Thread(_) => ServerPart::Thread,
            Self::BotGames(_) => ServerPart::BotGames,
            Self::Games(_) => ServerPart::Games,
            Self::Pace(_) => ServerPart::Pace,
            Self::Role(_) => ServerPart::Role,
            Self::Organisers(_) => ServerPart::Organisers,
            Self::Side(_) => ServerPart::Side,
            Self::Theme(_) => ServerPart::Theme,
            Self::Language(_) => ServerPart::Language,
        }
    }

    /// All values of a setting with a fixed list, the default first.
    pub fn all(part: ServerPart) -> Vec<Self> {
        match part {
            ServerPart::Thread => ThreadWish::iter().map(Self::Thread).collect(),
            ServerPart::BotGames => BotGamesIn::iter().map(Self::BotGames).collect(),
            ServerPart::Pace => std::iter::once(None).chain(Pace::iter().map(Some)).map(Self::Pace).collect(),
            ServerPart::Side => {
                [None, Some(BoardSide::ToMove), Some(BoardSide::White)].map(Self::Side).into()
            }
            ServerPart::Theme => {
                std::iter::once(None).chain(Theme::all().map(Some)).map(Self::Theme).collect()
            }
            ServerPart::Games => {
                let one = |(at, game)| GamesChosen { menu: at / GAMES_IN_A_MENU, games: vec![game] };
                games::all().enumerate().map(one).map(Self::Games).collect()
            }
            ServerPart::Channels
            | ServerPart::Lobby
            | ServerPart::Daily
            | ServerPart::Role
            | ServerPart::Organisers
            | ServerPart::Language => Vec::new(),
        }
    }

    /// The word that a menu line carries for it.
    pub fn slug(&self) -> &str {
        match self {
            Self::Thread(wish) => wish.slug(),
            Self::BotGames(at) => at.slug(),
            Self::Pace(pace) => pace.map_or(NONE, Pace::slug),
            Self::Side(side) => side.map_or(PLAYERS, BoardSide::slug),
            Self::Theme(theme) => theme.map_or(PLAYERS, Theme::name),
            Self::Games(chosen) => chosen.games.first().map_or(NONE, |game| game.slug()),
            Self::Language(language) => language.as_deref().unwrap_or(NONE),
            Self::Channels(_) | Self::Lobby(_) | Self::Daily(_) | Self::Role(_) | Self::Organisers(_) => NONE,
        }
    }

    fn put(self, kept: &mut GuildSettingsRow) {
        match self {
            Self::Channels(channels) => kept.channels = channels,
            Self::Lobby(channel) => kept.lobby = channel,
            Self::Daily(channel) => kept.daily = channel,
            Self::Thread(wish) => kept.thread = Some(wish.slug().to_owned()),
            Self::BotGames(at) => kept.bot_games = Some(at.slug().to_owned()),
            Self::Games(chosen) => {
                let all: Vec<Variant> = games::all().collect();
                if let Some(games) = chosen.kept(&all, &kept.games, GAMES_IN_A_MENU) {
                    kept.games = games;
                }
            }
            Self::Pace(pace) => kept.pace = pace,
            Self::Role(role) => kept.role = role,
            Self::Organisers(role) => kept.organisers = role,
            Self::Side(side) => kept.house.side = side.map(|side| side.slug().to_owned()),
            Self::Theme(theme) => kept.house.theme = theme.map(|theme| theme.name().to_owned()),
            Self::Language(language) => kept.language = language,
        }
    }
}

/// The word for an empty setting.
const NONE: &str = "none";
/// The word for settings left to the players.
const PLAYERS: &str = "players";

/// A server's settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerSettings {
    /// Where games may be begun; empty: everywhere.
    pub channels: Vec<ChannelId>,
    /// The channel with the list of open challenges.
    pub lobby: Option<ChannelId>,
    /// The bot cannot post there.
    pub lobby_closed: bool,
    /// The channel for the daily puzzle.
    pub daily: Option<ChannelId>,
    /// The bot cannot post there.
    pub daily_closed: bool,
    /// Whether a game gets a thread if the challenge does not specify it.
    pub thread: ThreadWish,
    /// Where games against the bot may begin.
    pub bot_games: BotGamesIn,
    /// The games that may be begun; empty: all.
    pub games: Vec<Variant>,
    /// Time per move if the challenge does not specify it.
    pub pace: Option<Pace>,
    /// The role notified of challenges open to anyone.
    pub role: Option<RoleId>,
    /// A role that may create tournaments and open ladders, like the server's managers.
    pub organisers: Option<RoleId>,
    /// The side at the bottom of public boards; `None`: as the player to move prefers.
    pub side: Option<BoardSide>,
    /// The colours of public boards; `None`: as the player to move prefers.
    pub theme: Option<&'static Theme>,
    /// The language of public messages; `None`: Discord's locale.
    pub language: Option<String>,
}

impl ServerSettings {
    /// The server's default for threads, lowered to `Auto` where a thread is impossible, so that the game
    /// does not fail for lack of one.
    pub(in crate::app) fn usual_thread(&self, by: &Caller) -> ThreadWish {
        let cannot = self.thread == ThreadWish::Yes && !(by.can_thread && by.may_thread);
        if cannot { ThreadWish::Auto } else { self.thread }
    }

    /// Reads the stored row; an unknown value becomes the default.
    pub(in crate::app) fn of(kept: GuildSettingsRow) -> Self {
        let (side, theme) = house(&kept.house);
        let thread: Option<ThreadWish> = kept.thread.and_then(|wish| wish.parse().ok());
        Self {
            channels: kept.channels,
            lobby: kept.lobby,
            lobby_closed: kept.lobby_closed.is_some(),
            daily: kept.daily,
            daily_closed: kept.daily_closed.is_some(),
            thread: thread.unwrap_or_default(),
            bot_games: kept.bot_games.and_then(|at| at.parse().ok()).unwrap_or_default(),
            games: kept.games.iter().filter_map(|slug| games::from_slug(slug)).collect(),
            pace: kept.pace,
            role: kept.role,
            organisers: kept.organisers,
            side,
            theme,
            language: kept.language,
        }
    }

    /// True if the setting has this value; for a game, if it may be begun.
    pub fn is_set_to(&self, setting: &ServerSetting) -> bool {
        match setting {
            ServerSetting::Channels(channels) => self.channels == *channels,
            ServerSetting::Lobby(lobby) => self.lobby == *lobby,
            ServerSetting::Daily(daily) => self.daily == *daily,
            ServerSetting::Thread(wish) => self.thread == *wish,
            ServerSetting::BotGames(at) => self.bot_games == *at,
            ServerSetting::Games(chosen) => chosen.games.iter().all(|game| self.offers(*game)),
            ServerSetting::Pace(pace) => self.pace == *pace,
            ServerSetting::Role(role) => self.role == *role,
            ServerSetting::Organisers(role) => self.organisers == *role,
            ServerSetting::Side(side) => self.side == *side,
            ServerSetting::Theme(theme) => self.theme == *theme,
            ServerSetting::Language(language) => self.language == *language,
        }
    }

    fn offers(&self, game: Variant) -> bool {
        // A server's own games (from files) have a list of their own.
        game.is_custom() || self.games.is_empty() || self.games.contains(&game)
    }

    /// Refuses a game that may not be begun in the caller's channel.
    pub(in crate::app) fn admit(&self, by: &Caller, game: Variant) -> Result<(), Rejection> {
        let is_here = |channel: &ChannelId| *channel == by.channel || Some(*channel) == by.parent;
        if !self.channels.is_empty() && !self.channels.iter().any(is_here) {
            return Err(Rejection::PlayedElsewhere(self.channels.clone()));
        }
        if !self.offers(game) {
            return Err(Rejection::NotOffered(game, self.games.clone()));
        }
        Ok(())
    }
}

/// The options that a challenge did not specify, for the server's defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unsaid {
    pub pace: bool,
    pub thread: bool,
}

impl App {
    /// The settings of a server.
    pub async fn server(&self, guild: GuildId) -> AppResult<ServerSettings> {
        Ok(ServerSettings::of(self.store.server(guild).await?))
    }

    /// Changes these settings in one write and returns all of them. The caller must have been verified to
    /// manage the server.
    pub async fn set_server(
        &self,
        by: &Caller,
        guild: GuildId,
        settings: &[ServerSetting],
        locale: Option<String>,
    ) -> AppResult<ServerSettings> {
        let change = |kept: &mut GuildSettingsRow| {
            settings.iter().cloned().for_each(|setting| setting.put(kept));
            kept.locale.clone_from(&locale);
        };
        let kept = self.store.change_server(guild, change, Some(by.interaction), by.now).await?;
        Ok(ServerSettings::of(kept))
    }

    /// The languages chosen by a user and a server, if any.
    pub async fn languages(
        &self,
        person: UserId,
        guild: Option<GuildId>,
    ) -> AppResult<(Option<String>, Option<String>)> {
        Ok(self.store.languages(person, guild).await?)
    }

    /// The built-in games that may be begun in a server, or elsewhere.
    pub async fn games_offered(&self, guild: Option<GuildId>) -> AppResult<Vec<Variant>> {
        let Some(guild) = guild else { return Ok(games::all().collect()) };
        let server = self.server(guild).await?;
        Ok(games::all().filter(|game| server.offers(*game)).collect())
    }

    /// Fills in the server's defaults for the options that a challenge did not specify.
    pub async fn as_usual(
        &self,
        by: &Caller,
        mut wish: ChallengeWish,
        unsaid: Unsaid,
    ) -> AppResult<ChallengeWish> {
        let Some(guild) = by.guild.filter(|_| unsaid.pace || unsaid.thread) else { return Ok(wish) };
        let server = self.server(guild).await?;
        if unsaid.pace {
            wish.pace = server.pace;
        }
        if unsaid.thread {
            wish.thread = server.usual_thread(by);
        }
        Ok(wish)
    }
}

impl Loaded {
    /// A user's preferences for a public board, overridden by what the server fixes.
    pub(in crate::app) fn of_all(&self, preferences: Preferences) -> Preferences {
        let (side, theme) = house(&self.row.house);
        Preferences {
            side: side.unwrap_or(preferences.side),
            theme: theme.unwrap_or(preferences.theme),
            ..preferences
        }
    }
}

/// The server's choices for public boards; `None`: as the player to move prefers.
fn house(kept: &GuildBoardsRow) -> (Option<BoardSide>, Option<&'static Theme>) {
    let side = kept.side.as_deref().and_then(|side| side.parse().ok());
    (side, kept.theme.as_deref().and_then(Theme::from_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_is_in_one_menu() {
        let lines = ServerSetting::all(ServerPart::Games);
        let games = lines.iter().map(|line| match line {
            ServerSetting::Games(GamesChosen { menu, games }) => (*menu, games.clone()),
            _ => panic!("no games: {line:?}"),
        });
        let expected = games::all().enumerate().map(|(at, game)| (at / GAMES_IN_A_MENU, vec![game]));
        assert!(games.eq(expected));
    }
}
