//! Commands that maintain the database.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use secrecy::ExposeSecret;
use tokio::time::Instant;
use tracing::Level;

use super::prepared::store_url;
use super::{BAD_INPUT, CONFIG, Exit, Finish, StoreCommand, counted, failed, logging, say};
use super::{restore, salvage};
use crate::app::{App, AppError};
use crate::config::Config;
use crate::discord::clock::BotClock;
use crate::game::UserId;
use crate::store::{self, OpenError, Owed, Store, StoreUrl};

pub(super) async fn store(config: Config, command: StoreCommand) -> Finish {
    let url = || stored_at(&config);
    match command {
        StoreCommand::Copy { from, to } => {
            let [from, to] = [address(&from, &config)?, address(&to, &config)?];
            let copied = copied(&config, &from.url, Onto::Database(&to.url)).await;
            copied.map_err(|error| error.told(&[from, to]))
        }
        StoreCommand::Adopt { application } => adopted(&url()?, application).await,
        StoreCommand::Check => checked(&url()?).await,
        StoreCommand::Owed => owed(&url()?).await,
        StoreCommand::Restore { file, forgotten } => {
            restore::restored(&url()?, &file, forgotten.as_deref()).await
        }
        StoreCommand::SetBack { forgotten, again } => {
            restore::set_back_by_hand(&url()?, forgotten.as_deref(), again).await
        }
        StoreCommand::Salvage { file, to } => salvage::salvaged(&file, to).await,
        StoreCommand::Backup { file } => backed_up(&config, &url()?, &file).await,
        StoreCommand::AcceptLoss => match url()? {
            StoreUrl::Sqlite(path) => {
                let shown = path.display();
                if store::accept_loss(&path).await.map_err(failed)? {
                    say(&format!("{shown} is accepted as it is; what {shown}-wal held is lost."));
                } else {
                    say(&format!("Nothing of {shown} is missing; nothing was changed."));
                }
                Ok(())
            }
            StoreUrl::Postgres(server) => {
                Err(failed(format!("{server} is at a server, which keeps its newest changes itself.")))
            }
        },
    }
}

/// Assigns the database to this application.
async fn adopted(url: &StoreUrl, application: u64) -> Finish {
    let before = store::adopt(url, application).await.map_err(failed)?;
    say(&match before {
        Some(before) if before == application => {
            format!("{url} belongs to the application {application} already; nothing was changed.")
        }
        Some(before) => {
            format!("{url} belongs to the application {application} now; it was that of {before}.")
        }
        None => format!("{url} belongs to the application {application} now."),
    });
    Ok(())
}

/// Copies the database to a new file.
///
/// The list of deleted people is written before the copy, in case only the copy survives, and again after it.
async fn backed_up(config: &Config, url: &StoreUrl, file: &Path) -> Finish {
    let list = restore::list_beside(file);
    let is_new = !file.exists() && !list.exists();
    let done = copied_with_list(config, url, file).await;
    if done.is_err() && is_new && !file.exists() {
        // Of a backup that there is not.
        let _ = std::fs::remove_file(list);
    }
    done?;
    note_backup(url).await;
    Ok(())
}

async fn copied_with_list(config: &Config, url: &StoreUrl, file: &Path) -> Finish {
    if !file.exists() {
        restore::write_list(url, file).await?;
    }
    match url {
        StoreUrl::Sqlite(path) => {
            store::backup(path, file).await.map_err(failed)?;
            say(&format!("{} was copied to {}.", path.display(), file.display()));
        }
        StoreUrl::Postgres(_) => {
            copied(config, url, Onto::File(file)).await.map_err(|error| error.told(&[]))?;
        }
    }
    restore::write_list(url, file).await
}

/// Records the time of the backup for its metric. A failure does not invalidate the backup.
async fn note_backup(url: &StoreUrl) {
    let noted = async {
        let store = Store::open_beside_at(url).await.map_err(|error| error.to_string())?;
        let noted = store.note_backup(BotClock::system().now()).await;
        store.close().await;
        noted.map_err(|error| error.to_string())
    };
    if let Err(error) = noted.await {
        say(&format!(
            "That it was made could not be noted in the database, for its metric: {}.",
            error.trim_end_matches('.')
        ));
    }
}

/// Reads the whole database and replays every game.
async fn checked(url: &StoreUrl) -> Finish {
    let found = match url {
        StoreUrl::Sqlite(path) => store::check(path).await,
        StoreUrl::Postgres(server) => store::check_server(server).await,
    };
    let found = found.map_err(failed)?;
    if found.up_to_date {
        replayed(url).await?;
    }
    let [games, moves] = [counted(found.games, "game"), counted(found.moves, "move")];
    say(&format!("{url} is whole: {games}, {moves}."));
    Ok(())
}

/// Lists the pending outbox entries, one message a line.
async fn owed(url: &StoreUrl) -> Finish {
    let store = Store::open_beside_at(url).await.map_err(failed)?;
    let found = store.all_owed().await;
    store.close().await;
    let now = BotClock::system().now();
    for owed in found.map_err(failed)? {
        let Owed { key, channel, due, tries, code, .. } = &owed;
        let step = if owed.step.is_empty() { "-" } else { &owed.step };
        let when = match due.map(|due| due.since(now) / 1_000) {
            None => "waits".to_owned(),
            Some(seconds @ 1..) => format!("in {seconds} s"),
            Some(_) => "due".to_owned(),
        };
        let code = code.map_or_else(|| "-".to_owned(), |code| code.to_string());
        say(&format!(
            "{}\t{}\t{}\t{step}\tchannel {channel}\t{when}\ttries {tries}\tcode {code}",
            key.kind, key.subject, key.part
        ));
    }
    Ok(())
}

/// A database address from the command line.
struct NamedAddress {
    url: StoreUrl,
    /// A password is configured, but not for this one.
    lacks_password: bool,
}

/// Parses a database address from the command line.
///
/// The configured password is used for the configured server and user, even if the address has no password.
/// Other servers never get it.
fn address(url: &str, config: &Config) -> Result<NamedAddress, Exit> {
    // Omits the rest of the address, which may contain a password.
    let named = url.split_once(':').map_or(url, |(scheme, _)| scheme);
    let wrong = |why: String| Exit(BAD_INPUT, format!("The address that begins with `{named}` {why}."));
    let url: StoreUrl = url.parse().map_err(wrong)?;
    let Some(password) = config.store_password.as_ref().filter(|_| !url.has_password()) else {
        return Ok(NamedAddress { url, lacks_password: false });
    };
    let own = config.store_url.as_ref().and_then(|own| own.expose_secret().parse::<StoreUrl>().ok());
    if own.is_some_and(|own| own.is_same_server_and_user(&url)) {
        let url = url.with_password(password.expose_secret()).map_err(wrong)?;
        return Ok(NamedAddress { url, lacks_password: false });
    }
    let lacks_password = matches!(url, StoreUrl::Postgres(_));
    Ok(NamedAddress { url, lacks_password })
}

/// Why a copy failed.
enum CopyFailed {
    Copying(OpenError),
    Else(Exit),
}

impl CopyFailed {
    /// Returns the sentence. These addresses are from the command line, so no setting is to blame for them.
    fn told(self, named: &[NamedAddress]) -> Exit {
        let error = match self {
            Self::Copying(error) => error,
            Self::Else(exit) => return exit,
        };
        let OpenError::Server(name, why) = &error else { return failed(error) };
        let Some(named) = named.iter().find(|named| named.url.to_string() == *name) else {
            return failed(error);
        };
        let look = if named.lacks_password {
            "the address on the command line has no password, and `store.password` is only used for the server and the user of `store.url`, as that writes them"
        } else {
            "look at the server, and at the address on the command line"
        };
        failed(format!("The database {name} cannot be used: {why}; {look}."))
    }
}

/// The target of a copy.
enum Onto<'a> {
    Database(&'a StoreUrl),
    /// A new file.
    File(&'a Path),
}

/// How often progress is logged if there is no progress bar.
const TELLING: Duration = Duration::from_secs(10);

/// When progress was last logged.
struct Told(Instant);

impl Told {
    /// Returns true if progress should be logged now.
    fn is_due(&mut self) -> bool {
        let is_due = self.0.elapsed() >= TELLING;
        if is_due {
            self.0 = Instant::now();
        }
        is_due
    }
}

/// Copies everything from one database to another.
async fn copied(config: &Config, from: &StoreUrl, to: Onto<'_>) -> Result<(), CopyFailed> {
    let sees_bar = io::stderr().is_terminal();
    if !sees_bar {
        let begun = logging::begin(&config.log_level, config.log_format, Level::INFO);
        begun.map_err(|error| CopyFailed::Else(failed(error)))?;
    }
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} rows, {per_sec}, {eta} left");
    let bar = ProgressBar::new(0).with_style(style.map_err(|error| CopyFailed::Else(failed(error)))?);
    let begun = Instant::now();
    let mut told_last = Told(begun);
    let mut told = |rows, of| {
        bar.set_length(of);
        bar.set_position(rows);
        if !sees_bar && told_last.is_due() {
            let seconds = begun.elapsed().as_secs();
            tracing::info!(rows, of, seconds, "{rows} of {of} rows are copied");
        }
    };
    let (copied, to) = match to {
        Onto::Database(to) => (store::copy(from, to, &mut told).await, to.to_string()),
        Onto::File(to) => (store::backup_server(from, to, &mut told).await, to.display().to_string()),
    };
    bar.finish_and_clear();
    let copied = copied.map_err(CopyFailed::Copying)?;
    let [games, rows] = [counted(copied.games, "game"), counted(copied.rows, "row")];
    let seconds = begun.elapsed().as_secs_f64();
    say(&format!("{from} was copied to {to} and compared: {games}, {rows}, in {seconds:.1} s."));
    Ok(())
}

/// Returns the address of the configured database.
pub(super) fn stored_at(config: &Config) -> Result<StoreUrl, Exit> {
    store_url(config).map_err(|(path, why)| Exit(CONFIG, format!("`{path}`: {why}.")))
}

/// Checks that every stored game equals the replay of its log.
async fn replayed(url: &StoreUrl) -> Finish {
    let app = App::new(Store::open_beside_at(url).await.map_err(failed)?);
    let found = async { Ok::<_, AppError>((app.contradiction().await?, app.wrong_ratings().await?)) }.await;
    app.close().await;
    match found.map_err(failed)? {
        (Some(contradiction), _) => Err(failed(format!("{url} contradicts itself: {contradiction}."))),
        (None, wrong) => match wrong.first() {
            Some(first) => Err(failed(format!("{url} contradicts itself: {first}."))),
            None => Ok(()),
        },
    }
}

/// Recomputes all ratings and, if requested, stores the results.
pub(super) async fn ratings(config: Config, again: bool) -> Finish {
    let app = App::new(Store::open_beside_at(&stored_at(&config)?).await.map_err(failed)?);
    let found = async {
        let wrong = app.wrong_ratings().await?;
        if again {
            app.correct_ratings(&wrong).await?;
        }
        Ok::<_, AppError>(wrong)
    };
    let found = found.await;
    app.close().await;
    let wrong = found.map_err(failed)?;
    for one in &wrong {
        say(&format!("{one}."));
    }
    let many = counted(wrong.len() as u64, "rating");
    match (wrong.is_empty(), again) {
        (true, _) => say("All ratings follow from the rated games."),
        (false, true) => say(&format!("{many} put right.")),
        (false, false) => {
            return Err(failed(format!("{many} wrong. `rookery ratings --again` puts them right.")));
        }
    }
    Ok(())
}

/// Lists the games that wait for publication, or approves one.
pub(super) async fn publish(config: Config, game: Option<&str>, agreed: bool) -> Finish {
    let app = App::new(Store::open_beside_at(&stored_at(&config)?).await.map_err(failed)?);
    let done = async {
        let found = match game {
            Some(slug) => app.agree_to_publish(slug, agreed).await?,
            None => true,
        };
        Ok::<_, AppError>((found, app.games_to_publish().await?))
    };
    let done = done.await;
    app.close().await;
    let (found, waiting) = done.map_err(failed)?;
    match (game, agreed) {
        (Some(slug), _) if !found => return Err(failed(format!("nobody has asked for {slug}."))),
        (Some(slug), true) => say(&format!("Every server has {slug} now.")),
        (Some(slug), false) => say(&format!("Only its own server has {slug} now.")),
        (None, _) if waiting.is_empty() => say("No game is to be published."),
        (None, _) => {
            for game in waiting {
                say(&format!("{} {} (of server {})", game.slug, game.name, game.guild));
            }
        }
    }
    Ok(())
}

pub(super) async fn forget(config: Config, user: u64) -> Finish {
    // Safe while the bot is running, because it caches none of this data.
    let app = App::new(Store::open_beside_at(&stored_at(&config)?).await.map_err(failed)?);
    let touched = app.forget(UserId(user), BotClock::system().now()).await;
    app.close().await;
    let touched = touched.map_err(failed)?;
    say(&format!(
        "{user} was removed from {} and {}; {} ended.",
        counted(touched.games, "game"),
        counted(touched.challenges, "challenge"),
        match touched.ended {
            1 => "1 live game was".to_owned(),
            many => format!("{many} live games were"),
        }
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::SecretString;

    #[test]
    fn a_password_that_is_for_another_address_is_not_blamed() {
        let config = Config {
            store_url: Some(SecretString::from("postgres://rookery@localhost/rookery".to_owned())),
            store_password: Some(SecretString::from("secret".to_owned())),
            ..Config::default()
        };
        let named = |text: &str| address(text, &config).map_err(|exit| exit.1).expect("an address");
        assert!(!named("postgres://rookery@localhost/other").lacks_password, "it gets it");
        assert!(!named("sqlite:rookery.db").lacks_password);
        let other = named("postgres://rookery@127.0.0.1/rookery");
        assert!(other.lacks_password);
        let refused = |name: &StoreUrl| OpenError::Server(name.to_string(), "it is denied".to_owned());
        let told = |error, named: &[NamedAddress]| CopyFailed::Copying(error).told(named).1;
        let (refused_other, name) = (refused(&other.url), other.url.to_string());
        let said = told(refused_other, &[other]);
        assert!(said.contains(&name) && said.contains("has no password"), "{said}");
        let own = named("postgres://rookery:wrong@localhost/rookery");
        assert!(told(refused(&own.url), &[own]).ends_with("at the address on the command line."));
        let configured = named("postgres://rookery@localhost/rookery");
        assert!(told(refused(&configured.url), &[]).contains("`store.password`"));
    }

    #[tokio::test(start_paused = true)]
    async fn how_much_is_copied_is_said_every_ten_seconds() {
        let mut told = Told(Instant::now());
        let mut said = Vec::new();
        for second in 0..35 {
            if told.is_due() {
                said.push(second);
            }
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert_eq!(said, [10, 20, 30]);
    }
}
