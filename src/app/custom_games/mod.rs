//! Games from files: which games a server has, adding and removing them, and loading them into this process.
//!
//! `games` finds them by slug once their texts are loaded. A stored text is loaded when a game or challenge
//! of it is encountered. Loaded texts stay in memory, so a refused file is dropped again, and the number of
//! files a day is limited.

pub(super) mod failures;
pub(super) mod refusals;
pub(super) mod renewed;

use std::collections::HashSet;
use std::time::Duration;
use tokio::time::Instant;

use super::caller::Caller;
use super::error::{AppError, Rejection};
use super::guild::settings::ServerSettings;
use super::operator::feature::Feature;
use super::{App, AppResult};
use crate::game::{GuildId, Millis, UserId};
use crate::games;
use crate::games::ReadGame;
use crate::games::trial::{self, Plan, Report};
use crate::rules::Variant;
use crate::store::{FileLimit, FileLimits, GameAdded, NewServerGame, Published, ServerGame, WriteError};
use refusals::NoOwnGame;

/// The most games from files per server.
pub const OWN_GAMES_MAX: u32 = 25;

/// A game that a server has added.
#[derive(Clone, Debug)]
pub struct AddedGame {
    /// The game.
    pub variant: Variant,
    /// The outcome of adding it.
    pub added: GameAdded,
    /// The report on its trial games.
    pub report: Report,
}

/// A line of the list of a server's games from files.
#[derive(Clone, Debug)]
pub struct OwnGameLine {
    /// Its name in lower case.
    pub name: String,
    /// The game; `None` if its text can no longer be parsed.
    pub variant: Option<Variant>,
    /// The user who added it; `None`: their data was deleted.
    pub added_by: Option<UserId>,
    /// When it was added.
    pub added_at: Millis,
    /// Whether other servers may have it.
    pub published: Published,
    /// Until when it is switched off, if it is.
    pub off_until: Option<Millis>,
    /// True if it is the server's own.
    pub is_here: bool,
}

/// The limits on files read in a day (UTC), including new versions and invalid files, and on new games added.
/// Added games stay in memory until the bot restarts.
pub const FILES_A_DAY: FileLimits = FileLimits { person: 30, server: 60, added: 300 };

/// Time limit of the trial games when a game is added; `rookery game try` has no such limit.
const TRIAL: Duration = Duration::from_millis(1_200);

/// Parses a game's file and returns the server's name for the game.
fn read(text: &str) -> Result<(ReadGame, String), NoOwnGame> {
    let game = games::read(text).map_err(NoOwnGame::Refused)?;
    let name = own_name(&game.spec().name)?;
    Ok((game, name))
}

/// Parses a game's file and plays trial games.
fn tried(text: &str) -> Result<(ReadGame, String, Report), NoOwnGame> {
    let (game, name) = read(text)?;
    let until = Instant::now() + TRIAL;
    match trial::run(game.spec(), &Plan::default(), &mut |_| Instant::now() < until) {
        Ok(report) => Ok((game, name, report)),
        Err(fault) => Err(NoOwnGame::Trial(game.spec().name.clone(), Box::new(fault))),
    }
}

fn no<T>(why: NoOwnGame) -> AppResult<T> {
    Err(AppError::from(Rejection::OwnGame(Box::new(why))))
}

/// Normalises a game's name.
fn key(name: &str) -> String {
    name.trim().to_lowercase()
}

/// The name by which a server is to know a game.
///
/// # Errors
/// Refused: it is the name of a built-in game.
fn own_name(name: &str) -> Result<String, NoOwnGame> {
    let name = key(name);
    // Letters of another script may look the same.
    let is_like =
        |game: &Variant| games::looks_like(&key(game.name()), &name) || games::looks_like(game.slug(), &name);
    match games::all().find(is_like) {
        Some(ours) => Err(NoOwnGame::NameOfOurs(ours)),
        None => Ok(name),
    }
}

impl App {
    /// Loads the game with this slug, if it comes from a file whose text is not loaded yet.
    pub async fn know_own_game(&self, slug: &str) -> AppResult<()> {
        if games::is_of_file(slug)
            && !games::is_known(slug)
            // Boxed because it is rarely needed but part of every action's future.
            && let Some(text) = Box::pin(self.store.own_game(slug)).await?
        {
            games::know(text);
        }
        Ok(())
    }

    /// The game with this slug, even if another process has added it; `None` if it does not exist or its text
    /// can no longer be parsed.
    pub(super) async fn variant(&self, slug: &str) -> AppResult<Option<Variant>> {
        self.know_own_game(slug).await?;
        Ok(games::from_slug(slug))
    }

    /// Checks that the caller may add, remove and publish games of their server.
    ///
    /// # Errors
    /// Refused: they do not manage it, or are not in a server.
    pub fn may_change_custom_games(&self, by: &Caller) -> AppResult<GuildId> {
        match by.guild {
            None => no(NoOwnGame::NoServer),
            Some(_) if !by.manages => no(NoOwnGame::NotAllowed),
            Some(guild) => Ok(guild),
        }
    }

    /// Adds a file's game to a server, or a new version of the game of that name. Running games continue with
    /// the previous version.
    ///
    /// # Errors
    /// Refused: the caller does not manage the server, the file is invalid, or a limit is reached.
    pub async fn add_own_game(&self, by: &Caller, text: String) -> AppResult<AddedGame> {
        self.is_on(Feature::OwnGames)?;
        let guild = self.may_change_custom_games(by)?;
        if let Some(reached) = self.store.take_file(guild, by.user, &FILES_A_DAY, by.now).await? {
            return no(NoOwnGame::TooOften(reached));
        }
        // One at a time, for all users together.
        let _turn = self.game_trials.lock().await;
        let read = text.clone();
        let tried = crate::timing::virtual_time::aside(move || tried(&read)).await;
        let (game, name, report) = match tried {
            Ok(Ok(tried)) => tried,
            Ok(Err(why)) => return no(why),
            Err(panic) => {
                tracing::error!(%panic, "reading the file of a game failed");
                return no(NoOwnGame::Broken);
            }
        };
        let new = NewServerGame {
            guild,
            name,
            slug: game.spec().slug.clone(),
            text,
            by: by.user,
            channel: by.channel,
            locale: by.guild_locale.clone(),
            most: OWN_GAMES_MAX,
            most_a_day: Some(FILES_A_DAY.added),
        };
        match self.store.add_server_game(&new, Some(by.interaction), by.now).await {
            Ok(GameAdded::TooMany) => no(NoOwnGame::TooMany),
            Ok(GameAdded::TooManyToday) => {
                tracing::warn!(
                    most = FILES_A_DAY.added,
                    "no more games from files are added today, in no server"
                );
                no(NoOwnGame::TooOften(FileLimit::Added))
            }
            Ok(added) => Ok(AddedGame { variant: game.keep(), added, report }),
            Err(WriteError::Replayed) => {
                Ok(AddedGame { variant: game.keep(), added: GameAdded::Same, report })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Removes a game from a server and returns its name. Running games continue.
    ///
    /// # Errors
    /// Refused: the caller does not manage the server, or it has no such game.
    pub async fn remove_own_game(&self, by: &Caller, name: &str) -> AppResult<String> {
        let found = self.own_game_of(by, name).await?;
        let variant = self.variant(&found.slug).await?;
        let name = variant.map_or_else(|| found.name.clone(), |game| game.name().to_owned());
        match self.store.remove_server_game(found.guild, &found.name, Some(by.interaction), by.now).await {
            Ok(_) | Err(WriteError::Replayed) => Ok(name),
            Err(error) => Err(error.into()),
        }
    }

    /// Asks the operator to let other servers have a game of this one. Returns the resulting state.
    ///
    /// # Errors
    /// Refused: the caller does not manage the server, or it has no such game.
    pub async fn ask_to_publish(&self, by: &Caller, name: &str) -> AppResult<Published> {
        let found = self.own_game_of(by, name).await?;
        if found.published == Published::No {
            self.store.publish_game((found.guild, &found.slug), Published::Asked).await?;
            tracing::info!(guild = found.guild.0, slug = found.slug, "a game is to be published");
            return Ok(Published::Asked);
        }
        Ok(found.published)
    }

    /// The games with a pending request to publish, for the operator, sorted by name.
    pub async fn games_to_publish(&self) -> AppResult<Vec<ServerGame>> {
        Ok(self.store.published_games(true).await?)
    }

    /// Approves publishing the game with this slug, or revokes that. `false`: there is no request for it.
    pub async fn agree_to_publish(&self, slug: &str, agreed: bool) -> AppResult<bool> {
        let mut asked = self.store.published_games(true).await?;
        asked.extend(self.store.published_games(false).await?);
        let published = if agreed { Published::Agreed } else { Published::No };
        let mut found = false;
        for game in asked.into_iter().filter(|game| game.slug == slug) {
            found |= self.store.publish_game((game.guild, &game.slug), published).await?;
        }
        Ok(found)
    }

    /// The server's game of this name, for a manager of the server.
    async fn own_game_of(&self, by: &Caller, name: &str) -> AppResult<ServerGame> {
        let guild = self.may_change_custom_games(by)?;
        let all = self.store.server_games(guild).await?;
        let wanted = key(name);
        if let Some(game) = all.into_iter().find(|game| game.name == wanted || game.slug == wanted) {
            return Ok(game);
        }
        let refused = Rejection::OwnGame(Box::new(NoOwnGame::NotHere(name.trim().to_owned())));
        Err(self.refused_or_replayed(by, refused).await?)
    }

    /// A server's games from files and the published ones, sorted by name. Of two with the same text, the
    /// server's own is listed.
    pub async fn custom_games(&self, guild: Option<GuildId>, now: Millis) -> AppResult<Vec<OwnGameLine>> {
        let mut all = match guild {
            Some(guild) => self.store.server_games(guild).await?,
            None => Vec::new(),
        };
        all.extend(self.store.published_games(false).await?);
        let mut seen = HashSet::new();
        let mut lines = Vec::new();
        for game in all {
            if !seen.insert(game.slug.clone()) {
                continue;
            }
            lines.push(OwnGameLine {
                variant: self.variant(&game.slug).await?,
                added_by: game.added_by,
                added_at: game.added_at,
                published: game.published,
                off_until: Some(game.off_until).filter(|until| *until > now),
                is_here: Some(game.guild) == guild,
                name: game.name,
            });
        }
        lines.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(lines)
    }

    /// Refuses a game that may not be begun in the caller's channel. The refusal names all that may be begun.
    pub(super) async fn admit(
        &self,
        by: &Caller,
        server: &ServerSettings,
        variant: Variant,
    ) -> AppResult<()> {
        match server.admit(by, variant) {
            Ok(()) => self.admit_own_game(by, variant).await,
            Err(refused) => Err(self.with_own_games(by, refused).await?.into()),
        }
    }

    /// As [`App::admit`], for an interaction that may have begun the game already: then it gets no refusal.
    pub(super) async fn admit_once(
        &self,
        by: &Caller,
        server: &ServerSettings,
        variant: Variant,
    ) -> AppResult<()> {
        match self.admit(by, server, variant).await {
            Err(AppError::Refused(refused)) => Err(self.refused_or_replayed(by, refused).await?),
            admitted => admitted,
        }
    }

    /// Refuses a game from a file that may not be begun in a server, or elsewhere.
    pub(super) async fn admit_own_game(&self, by: &Caller, variant: Variant) -> Result<(), AppError> {
        if !variant.is_custom() {
            return Ok(());
        }
        self.is_on(Feature::OwnGames)?;
        let lines = Box::pin(self.custom_games(by.guild, by.now)).await?;
        match lines.iter().find(|line| line.variant == Some(variant)) {
            None => no(NoOwnGame::Gone(variant)),
            Some(line) => match line.off_until {
                Some(until) => no(NoOwnGame::Off(variant, until)),
                None => Ok(()),
            },
        }
    }

    /// Adds a server's own games to those that it offers, in the refusal of another one.
    async fn with_own_games(&self, by: &Caller, refused: Rejection) -> AppResult<Rejection> {
        let Rejection::NotOffered(game, mut offered) = refused else { return Ok(refused) };
        if self.is_on(Feature::OwnGames).is_ok() {
            let lines = Box::pin(self.custom_games(by.guild, by.now)).await?;
            let own = lines.into_iter().filter(|line| line.is_here && line.off_until.is_none());
            offered.extend(own.filter_map(|line| line.variant));
        }
        Ok(Rejection::NotOffered(game, offered))
    }

    /// Deletes the texts that are no longer needed.
    pub async fn forget_unused_games(&self, now: Millis) -> AppResult<u64> {
        Ok(self.store.forget_unused_games(now).await?)
    }
}
