//! `rookery person` and similar commands: the operator's actions on people, servers and games. The bot may be
//! running.

mod announced;
mod features;
mod games;
mod servers;
mod status;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};

use super::database::stored_at;
use super::{Finish, counted, failed, load_config, say, wait_for};
use crate::app::{Act, ActOn, App, AppError, AppResult, FaultKind, GamesOfShutOut, PersonKnown, moment};
use crate::config::Config;
use crate::discord::clock::BotClock;
use crate::game::{Millis, UserId};
use crate::store::{ACTS_KEPT_DAYS, Store};

use announced::AnnounceTask;
use features::FeatureTask;
use games::GameTask;
use servers::ServerTask;

/// The maximum length of a reason, in characters.
const REASON_MAX: usize = 200;

/// Commands to help a person or to stop abuse.
#[derive(Subcommand)]
pub(super) enum OperatorCommand {
    /// Say how much is kept about a person, and what was done to them; the bot may be running.
    Person(PersonTask),
    /// Show the data of a server, have the bot leave it, or remove its data; the bot may be running.
    Server(ServerTask),
    /// List what can be switched off for a while, or switch something off or on; the bot may be running.
    Feature(FeatureTask),
    /// Show a game by its number, or end it; the bot may be running.
    GameOf(GameTask),
    /// Announce a line on boards and in /help, or show the current one; the bot may be running.
    Announce(AnnounceTask),
    /// Show the state of the bot: servers, people, games, pending messages, shards, features switched off, the announcement.
    Status {
        #[command(flatten)]
        settings: SettingsFile,
    },
    /// List what was done by such commands within a year, one act a line.
    Acts {
        #[command(flatten)]
        settings: SettingsFile,
    },
}

/// Which settings apply.
#[derive(Args)]
pub(super) struct SettingsFile {
    /// The configuration file; config.toml if it exists and none is named.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct PersonTask {
    /// The person's Discord id.
    #[arg(value_parser = discord_id)]
    id: u64,
    /// Write all that is kept about them to a new file, as /privacy gives it to them.
    #[arg(long, value_name = "FILE", group = "does")]
    export: Option<PathBuf>,
    /// Block them everywhere, for this reason, which they see.
    #[arg(long, value_name = "REASON", group = "does", value_parser = reason)]
    block: Option<String>,
    /// What happens to the live games of a blocked person.
    #[arg(long, value_enum, default_value_t, requires = "block")]
    games: Games,
    /// Let them in again.
    #[arg(long, group = "does")]
    unblock: bool,
    #[command(flatten)]
    settings: SettingsFile,
}

/// The effect of a block on live games.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Games {
    /// Their opponents win, as if they had resigned.
    #[default]
    Resign,
    /// They end without a result.
    Void,
    /// They go on, until time is up.
    Keep,
}

impl From<Games> for GamesOfShutOut {
    fn from(games: Games) -> Self {
        match games {
            Games::Resign => Self::Resign,
            Games::Void => Self::Void,
            Games::Keep => Self::Keep,
        }
    }
}

/// The minimum number of digits of an id: ids count from 2015, and the first ids of people have this length.
const DIGITS: usize = 17;

/// Parses a Discord id, which starts with its timestamp.
pub(super) fn discord_id(text: &str) -> Result<u64, String> {
    let id = number(text)?;
    if text.trim_start_matches('0').len() < DIGITS {
        return Err(format!(
            "{id} is no Discord id: they have {DIGITS} digits or more (*Copy ID* in the developer mode)"
        ));
    }
    Ok(id)
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "a Discord id is a number (*Copy ID* in Discord's developer mode)".to_owned())
}

/// Normalizes a reason: one line, not too long. The sentence adds the full stop.
fn reason(text: &str) -> Result<String, String> {
    one_line(text, "say why in a few words")
}

/// Returns a line without its full stop. `missing`: said if there is none.
fn one_line(text: &str, missing: &str) -> Result<String, String> {
    let text = text.trim().trim_end_matches('.').trim_end();
    if text.is_empty() {
        return Err(missing.to_owned());
    }
    if text.chars().any(char::is_control) {
        return Err("it has to be one line".to_owned());
    }
    match text.chars().count() {
        0..=REASON_MAX => Ok(text.to_owned()),
        long => Err(format!("it has {long} characters; {REASON_MAX} is the most")),
    }
}

/// Runs one of these commands.
pub(super) fn run(command: OperatorCommand) -> Finish {
    match command {
        OperatorCommand::Person(task) => with(&task.settings, async |app, now| person(app, &task, now).await),
        OperatorCommand::Server(task) => {
            with(&task.settings, async |app, now| servers::server(app, &task, now).await)
        }
        OperatorCommand::Feature(task) => {
            with(&task.settings, async |app, now| features::feature(app, &task, now).await)
        }
        OperatorCommand::GameOf(task) => {
            with(&task.settings, async |app, now| games::game(app, &task, now).await)
        }
        OperatorCommand::Announce(task) => {
            with(&task.settings, async |app, now| announced::announce(app, &task, now).await)
        }
        OperatorCommand::Status { settings } => {
            let heartbeat = load_config(settings.config.as_deref())?.heartbeat;
            with(&settings, async |app, now| status::status(app, &heartbeat, now).await)
        }
        OperatorCommand::Acts { settings } => with(&settings, async |app, now| acts(app, now).await),
    }
}

/// Opens the configured database beside a running bot.
fn with(settings: &SettingsFile, work: impl AsyncFnOnce(&App, Millis) -> Finish) -> Finish {
    let config = load_config(settings.config.as_deref())?;
    wait_for(async {
        let app = open(&config).await?;
        let done = work(&app, BotClock::system().now()).await;
        app.close().await;
        done
    })
}

async fn open(config: &Config) -> Result<App, super::Exit> {
    Ok(App::new(Store::open_beside_at(&stored_at(config)?).await.map_err(failed)?))
}

/// Converts an error to a message for the operator.
fn done<T>(result: AppResult<T>) -> Result<T, super::Exit> {
    result.map_err(|error: AppError| {
        failed(match &error {
            AppError::AppFault(fault) if fault.is_told() && fault.kind() != FaultKind::Away => {
                format!("Not done: {error}. Nothing was changed by the step that failed; repeat the command once that is mended.")
            }
            _ => error.to_string(),
        })
    })
}

async fn person(app: &App, task: &PersonTask, now: Millis) -> Finish {
    let (id, person) = (task.id, UserId(task.id));
    if let Some(file) = &task.export {
        return exported(app, person, file, now).await;
    }
    if let Some(reason) = &task.block {
        let out = done(app.shut_out(person, reason, task.games.into(), now).await)?;
        say(&format!(
            "{id} is blocked: {} ended, {} closed. A running bot knows it within seconds.",
            counted(out.ended, "live game"),
            counted(out.challenges, "challenge")
        ));
        return Ok(());
    }
    if task.unblock {
        return if done(app.let_in(person, now).await)? {
            say(&format!("{id} is no longer blocked."));
            Ok(())
        } else {
            Err(failed(format!("{id} is not blocked.")))
        };
    }
    shown(id, &done(app.person_known(person).await)?);
    Ok(())
}

/// Prints the known data about a person.
fn shown(id: u64, known: &PersonKnown) {
    let of = &known.summary;
    let servers = counted(of.servers, "server");
    match of.since {
        Some(since) => say(&format!(
            "{id}: {}, {} over, in {servers}, since {}.",
            counted(of.live, "live game"),
            of.finished,
            moment(since)
        )),
        None => say(&format!("{id}: no game.")),
    }
    if of.is_unknown() && known.shut_out.is_none() && known.acts.is_empty() {
        say(
            "Nothing is kept about this id. Is it the right one? Nothing is kept either about people who had their data deleted.",
        );
        return;
    }
    say(&format!("Rated in {}.", counted(of.ratings as u64, "variant")));
    if !of.kept.is_empty() {
        let kept: Vec<String> = of.kept.iter().map(|(name, rows)| format!("{name} {rows}")).collect();
        say(&format!("Also kept: {}.", kept.join(", ")));
    }
    match &known.shut_out {
        Some((reason, since)) => say(&format!("Blocked since {}: {reason}.", moment(*since))),
        None => say("Not blocked."),
    }
    games::list(&known.games);
    for act in &known.acts {
        say(&line(act));
    }
}

/// Formats an act as a line of a table.
fn line(act: &Act) -> String {
    let on = match act.on {
        ActOn::Bot => "-".to_owned(),
        ActOn::Person(person) => format!("person {person}"),
        ActOn::FormerPerson => "a former person".to_owned(),
        ActOn::Guild(guild) => format!("server {guild}"),
        ActOn::Game(game) => format!("game {game}"),
    };
    format!("{}\t{}\t{on}\t{}", moment(act.at), act.what, act.reason).trim_end().to_owned()
}

async fn acts(app: &App, now: Millis) -> Finish {
    let since = Millis(now.0 - ACTS_KEPT_DAYS * Millis::DAY);
    let all = app.store().acts(since).await.map_err(failed)?;
    for act in &all {
        say(&line(act));
    }
    if all.is_empty() {
        say("Nothing was done.");
    }
    Ok(())
}

/// Writes all data about a person to a new file.
async fn exported(app: &App, person: UserId, path: &Path, now: Millis) -> Finish {
    let kept = done(app.person_file(person).await)?;
    let written = Written::new(path, &kept.json)?;
    // Recorded before the rename: every finished file has a record, and a file that could not be written has
    // none.
    done(app.note_act("export", ActOn::Person(person), "", now).await)?;
    written.keep()?;
    say(&format!("What is kept about {person} is in {}.", path.display()));
    if kept.without_log > 0 {
        let games = counted(kept.without_log as u64, "game");
        say(&format!("{games}: without the moves, as the file would be too large."));
    }
    Ok(())
}

/// A file that only the user can read, fully on disk under a temporary name.
struct Written {
    path: PathBuf,
    beside: PathBuf,
}

impl Written {
    /// Writes a file that must not exist yet. Replaces the temporary file of an earlier call that was killed.
    fn new(path: &Path, text: &str) -> Result<Self, super::Exit> {
        let unwritten = |error: std::io::Error| unwritten(path, &error);
        if path.symlink_metadata().is_ok() {
            return Err(failed(format!("{} cannot be written: it is there already.", path.display())));
        }
        let mut beside = path.as_os_str().to_owned();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        match std::fs::remove_file(&beside) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(unwritten(error)),
            _ => {}
        }
        let mut options = std::fs::File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&beside).map_err(unwritten)?;
        let written = Self { path: path.to_owned(), beside };
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(unwritten)?;
        Ok(written)
    }

    /// Renames it to its final name. Without this call it is removed.
    fn keep(self) -> Finish {
        std::fs::rename(&self.beside, &self.path).map_err(|error| unwritten(&self.path, &error))
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.beside);
    }
}

fn unwritten(path: &Path, error: &std::io::Error) -> super::Exit {
    failed(format!("{} cannot be written: {error}.", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write_new(path: &Path, text: &str) -> Finish {
        Written::new(path, text).and_then(Written::keep)
    }

    #[test]
    fn an_id_is_as_long_as_discord_makes_them() {
        assert_eq!(discord_id("53905483156684800"), Ok(53_905_483_156_684_800));
        assert!(discord_id("Red").is_err_and(|why| why.contains("is a number")));
        for short in ["99", "0", "0000000000000000099", "1234567890123456"] {
            assert!(discord_id(short).is_err_and(|why| why.contains("17 digits")), "{short}");
        }
    }

    #[test]
    fn a_file_is_written_whole_after_one_that_was_cut_off() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("file.json");
        std::fs::write(dir.path().join("file.json.part"), "{").expect("what a killed one has left");
        write_new(&path, "{}").map_err(|exit| exit.1).expect("it is written");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "{}");
        assert_eq!(std::fs::read_dir(dir.path()).expect("a directory").count(), 1);
        let again = write_new(&path, "{1}").map_err(|exit| exit.1);
        assert!(again.is_err_and(|why| why.contains("there already")));
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "{}");
    }

    #[test]
    fn a_reason_is_one_short_line() {
        assert_eq!(reason(" spam in games. "), Ok("spam in games".to_owned()));
        assert!(reason(" . ").is_err_and(|why| why.contains("few words")));
        assert!(reason("a\nb").is_err_and(|why| why.contains("one line")));
        assert!(reason(&"a".repeat(200)).is_ok());
        assert!(reason(&"a".repeat(201)).is_err_and(|why| why.contains("201")));
    }
}
