//! `rookery sandbox`, which needs no Discord account.

use std::net::SocketAddr;
use std::time::Duration;

use crate::app::App;
use crate::config::{Config, Reading, StartOf, Variables};
use crate::discord::Settings;
use crate::game::{ChannelId, GuildId};
use crate::sandbox;
use crate::web::{Pages, WebSettings};
use tracing::Level;

use super::prepared::{pages_at, prepared};
use super::serving::{attend, connect, signals, with_pages, with_push};
use super::watch::{Place, Watched};
use super::{Finish, SandboxAt, failed, logging, say};

/// The parts of a sandbox other than the stand-in.
pub struct Wanted {
    /// Whether the bot runs in it.
    pub bot: bool,
    /// Whether the bot is a member of a new sandbox's server.
    pub invited: bool,
    /// The game to add to its server. Needs the bot.
    pub game: Option<Watched>,
}

impl Wanted {
    /// Returns a sandbox with the bot and the last saved version of a game.
    pub fn watching(game: Watched) -> Self {
        Self { bot: true, invited: true, game: Some(game) }
    }
}

/// Runs the stand-in for Discord, and the bot connected to it if requested.
pub async fn run(at: SandboxAt, wanted: Wanted) -> Finish {
    let (SandboxAt { port, data }, Wanted { bot: with_bot, invited, game }) = (at, wanted);
    // Only settings from the environment: the sandbox reads no file.
    let mut reading = Reading::of_environment(&Variables::here());
    let set = prepared(&mut reading, StartOf::Sandbox)?;
    let reading = reading.config;
    let level = if reading.log_level == Config::default().log_level { "warn" } else { &reading.log_level };
    // The sandbox prints its addresses itself, so only warnings are logged.
    logging::begin(level, reading.log_format, Level::WARN).map_err(failed)?;
    super::check_build()?;
    let mut stop = signals()?;
    std::fs::create_dir_all(&data)
        .map_err(|error| failed(format!("The directory {} cannot be used: {error}.", data.display())))?;
    let options = sandbox::Options { invited, company: true, ..sandbox::Options::new(&data).port(port) };
    let chat = sandbox::serve(options).await.map_err(failed)?;
    if let Some(notice) = chat.notice() {
        say(notice);
    }
    let url = chat.url();
    if !with_bot {
        say(&format!("The stand-in for Discord is at {url}/; it has no bot yet. Stop it with Ctrl+C."));
        say(&format!(
            "Start one with DISCORD_TOKEN={} ROOKERY_DISCORD_API_URL={url} and, if the commands are to be in its server alone, \
             ROOKERY_DISCORD_TEST_GUILD={}",
            chat.token(),
            chat.guild_id()
        ));
        if !invited {
            say(&format!("Whoever opens its invitation link at {url}/oauth2/authorize invites it."));
        }
        stop.next().await;
        chat.stop().await;
        return Ok(());
    }
    let app = with_push(App::open(&data.join("rookery.db")).await.map_err(failed)?, None)?;
    let settings = Settings {
        api_url: Some(chat.url()),
        // The stand-in has just started and knows no earlier session.
        identify_every: Duration::ZERO,
        // The link opens the stand-in's own page.
        invite_at: chat.url(),
        ..Settings::new(chat.token().to_owned())
    };
    let pages = open_pages(&app, &settings, set.pages, chat.address().port()).await.map_err(failed)?;
    let settings = with_pages(settings, Some(&pages));
    let Some(bot) = connect(app.clone(), settings, &mut stop).await? else {
        chat.stop().await;
        return Ok(());
    };
    say(&format!("Rookery {} plays at {url}/", env!("CARGO_PKG_VERSION")));
    if !invited {
        say(&format!("Invite it there: {}", bot.invitation()));
    }
    say(&format!("Open {url}/ in two tabs, or more: eight people can sit there. Stop it with Ctrl+C."));
    let following = game.map(|game| {
        let guild = GuildId(chat.guild_id());
        let channel = ChannelId(chat.channel("general").id().parse().unwrap_or_default());
        let place = Place {
            app: app.clone(),
            poster: bot.poster(),
            guild,
            channel,
            address: format!("{url}/?as=red"),
        };
        tokio::spawn(game.follow(place))
    });
    let outcome = attend((bot, Some(pages)), &app, stop).await;
    if let Some(following) = following {
        following.abort();
    }
    chat.stop().await;
    outcome
}

/// Serves pages beside the chat, at the configured address or at the next port, so that it stays the same
/// after a restart.
///
/// If that port is taken, uses any free one.
async fn open_pages(
    app: &App,
    settings: &Settings,
    set: Option<WebSettings>,
    chat: u16,
) -> Result<Pages, String> {
    let here = |port| SocketAddr::from(([127, 0, 0, 1], port));
    let open = |listen| {
        let pages = WebSettings { chats: None, ..pages_at(Some(listen), settings) };
        Pages::open(app.clone(), pages)
    };
    if let Some(set) = set {
        return Pages::open(app.clone(), WebSettings { chats: None, ..set }).await;
    }
    match chat.checked_add(1) {
        Some(next) => match open(here(next)).await {
            Ok(pages) => Ok(pages),
            Err(_) => open(here(0)).await,
        },
        None => open(here(0)).await,
    }
}
