//! The command line. Wiring only.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use tracing::Level;

use crate::cli::{BadInput, GameCommand, RulesCommand};
use crate::config::{Config, Reading, StartOf, Variables};
use crate::discord::OPERATOR;
use crate::words;

mod database;
mod health;
mod log_pipe;
mod logging;
mod operator;
mod prepared;
mod restore;
mod salvage;
#[cfg(feature = "sandbox")]
mod sandbox;
mod service;
mod serving;
mod version;
#[cfg(feature = "sandbox")]
mod watch;

pub use prepared::pages_at;
pub use serving::with_pages;

use version::VERSION;

/// Hosts unusual chess variants on Discord.
#[derive(Parser)]
#[command(version = VERSION, about)]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    #[command(flatten)]
    Rules(RulesCommand),
    /// Look after a game that is described by a file
    #[command(subcommand)]
    Game(GameTask),
    /// Play by the Universal Chess Interface, for arenas and boards on the screen.
    Engine,
    /// Connect to Discord and host games.
    Run {
        /// The configuration file; config.toml if it exists and none is named.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Try the bot without Discord: a local stand-in with a chat page.
    #[cfg(feature = "sandbox")]
    Sandbox {
        #[command(flatten)]
        at: SandboxAt,
        /// Only the stand-in, for bots that are started beside it; it says with which settings.
        #[arg(long)]
        without_bot: bool,
        /// In a new directory the bot is not in the server yet: open its invitation link first.
        #[arg(long)]
        not_invited: bool,
    },
    /// Print the configuration as it is understood, and every mistake in it.
    CheckConfig {
        /// The configuration file; config.toml if it exists and none is named.
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// The same, as other commands take it.
        #[arg(long, value_name = "FILE", conflicts_with = "file")]
        config: Option<PathBuf>,
        /// For `rookery sandbox`, which needs no token.
        #[cfg(feature = "sandbox")]
        #[arg(long)]
        sandbox: bool,
    },
    /// Look after the database.
    Store {
        /// The configuration file; config.toml if it exists and none is named.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        #[command(subcommand)]
        command: StoreCommand,
    },
    /// Remove a person's id everywhere; their live games are resigned.
    Forget {
        /// The person's Discord id.
        #[arg(value_parser = operator::discord_id)]
        user: u64,
        /// The configuration file; config.toml if it exists and none is named.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Compute all ratings again from the rated games, and say which differ; the bot may be running.
    Ratings {
        /// Store what comes out.
        #[arg(long)]
        again: bool,
        /// The configuration file; config.toml if it exists and none is named.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// List the games from files that servers want to give to all servers, or agree to one; the bot may be running.
    Publish {
        /// The game to agree to, as it is listed, such as own-0123456789abcdef0123.
        game: Option<String>,
        /// Take that back.
        #[arg(long, requires = "game")]
        back: bool,
        /// The configuration file; config.toml if it exists and none is named.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    #[command(flatten)]
    Operator(operator::OperatorCommand),
    /// Exit with 0 if the running bot can save moves and is connected, or stands by for another process; else with 1.
    Healthcheck {
        /// The configuration file; config.toml if it exists and none is named.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
}

/// Where a sandbox is.
#[cfg(feature = "sandbox")]
#[derive(clap::Args)]
struct SandboxAt {
    /// The first port to try on this computer; if it is taken, the next free one is used.
    #[arg(long, default_value_t = crate::sandbox::DEFAULT_PORT)]
    port: u16,
    /// Where games and messages are kept.
    #[arg(long, value_name = "DIR", default_value = "sandbox-data")]
    data: PathBuf,
}

#[derive(Subcommand)]
enum GameTask {
    #[command(flatten)]
    Tool(GameCommand),
    /// Play a game while it is written: a sandbox that has it as its file was saved last
    #[cfg(feature = "sandbox")]
    Watch {
        /// The file, such as my-game.toml
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        at: SandboxAt,
    },
}

#[derive(Subcommand)]
enum StoreCommand {
    /// Copy the database to a new file; the bot may be running.
    Backup {
        /// The file to be written; it must not exist.
        file: PathBuf,
    },
    /// Put a backup in the place of the database; the bot must not be running.
    Restore {
        /// The backup.
        file: PathBuf,
        /// The list of those who had their data deleted that the newest backup has made beside itself.
        #[arg(long, value_name = "FILE")]
        forgotten: Option<PathBuf>,
    },
    /// Note that the database was restored by other means: the players of live games are notified; the bot must not be running.
    SetBack {
        /// The list of those who had their data deleted that the newest backup has made beside itself.
        #[arg(long, value_name = "FILE")]
        forgotten: Option<PathBuf>,
        /// Also if that was noted before, as the database was restored again.
        #[arg(long)]
        again: bool,
    },
    /// Read the whole database and say whether it is damaged; the bot may be running.
    Check,
    /// Copy everything from one database to another that is empty, and compare; a bot may be running on the first.
    Copy {
        /// The first, as store.url would name it, such as sqlite:rookery.db.
        from: String,
        /// The second, in the words of store.url.
        to: String,
    },
    /// Save what can be read of a damaged database file into a new one; the bot must not be running. Exits with 3 if anything is lost.
    Salvage {
        /// The damaged file, such as rookery.db; it is only read.
        file: PathBuf,
        /// The file to be written, which must not exist; FILE.salvaged if none is named.
        #[arg(long, value_name = "NEW")]
        to: Option<PathBuf>,
    },
    /// List the messages that people must still be shown; the bot may be running.
    Owed,
    /// Go on with a database whose -wal file is missing, without what that file held; the bot must not be running.
    AcceptLoss,
    /// Give the database to another application at Discord than the one that has played on it; no bot may be running.
    Adopt {
        /// The id of the application that the database is to belong to, from its page at Discord.
        #[arg(value_parser = operator::discord_id)]
        application: u64,
    },
}

/// Why the program ends early: the exit code and the sentence.
struct Exit(u8, String);

/// Exit code: the command line is wrong.
const BAD_INPUT: u8 = 2;
/// Exit code: done as far as possible, but data is lost.
const INCOMPLETE: u8 = 3;
/// Exit code: only a person can fix it, as with the configuration (`EX_CONFIG` of sysexits.h). A restart
/// would fail again.
const CONFIG: u8 = 78;
/// Exit code: the command is valid but failed.
const FAILED: u8 = 1;

type Finish = Result<(), Exit>;

#[expect(clippy::needless_pass_by_value, reason = "the form that map_err wants")]
fn failed(text: impl ToString) -> Exit {
    Exit(FAILED, text.to_string())
}

/// Runs the command line and returns the exit code.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misread(&error),
    };
    let outcome = match cli.command {
        Task::Rules(command) => shown(command.run()),
        Task::Game(GameTask::Tool(command)) => shown(command.run()),
        #[cfg(feature = "sandbox")]
        Task::Game(GameTask::Watch { file, at }) => watch::Watched::new(file)
            .and_then(|file| wait_for(sandbox::run(at, sandbox::Wanted::watching(file)))),
        Task::Engine => crate::cli::uci(std::io::stdin().lock(), std::io::stdout()).map_err(failed),
        Task::Run { config } => served(config.as_deref()),
        #[cfg(feature = "sandbox")]
        Task::Sandbox { at, without_bot, not_invited } => wait_for(sandbox::run(
            at,
            sandbox::Wanted { bot: !without_bot, invited: !not_invited, game: None },
        )),
        #[cfg(feature = "sandbox")]
        Task::CheckConfig { file, config, sandbox } => {
            check_config(file.or(config).as_deref(), if sandbox { StartOf::Sandbox } else { StartOf::Bot })
        }
        #[cfg(not(feature = "sandbox"))]
        Task::CheckConfig { file, config } => check_config(file.or(config).as_deref(), StartOf::Bot),
        Task::Store { config, command } => {
            load_config(config.as_deref()).and_then(|config| wait_for(database::store(config, command)))
        }
        Task::Forget { user, config } => {
            load_config(config.as_deref()).and_then(|config| wait_for(database::forget(config, user)))
        }
        Task::Ratings { again, config } => {
            load_config(config.as_deref()).and_then(|config| wait_for(database::ratings(config, again)))
        }
        Task::Publish { game, back, config } => load_config(config.as_deref())
            .and_then(|config| wait_for(database::publish(config, game.as_deref(), !back))),
        Task::Operator(command) => operator::run(command),
        Task::Healthcheck { config } => {
            load_config(config.as_deref()).and_then(|config| wait_for(health::healthcheck(config)))
        }
    };
    let ended = match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(exit) => {
            last_word(&exit);
            ExitCode::from(exit.0)
        }
    };
    logging::flush();
    ended
}

/// Prints why the program ends. Once the log is set up, as a log line in the configured format.
fn last_word(Exit(_, text): &Exit) {
    let text = text.trim_end();
    if !logging::has_begun() {
        eprintln!("{text}");
    } else if !text.is_empty() {
        tracing::error!(target: OPERATOR, "{text}");
    }
}

/// Prints a parse error of the command line.
///
/// Help and the version are printed as clap formats them. Of an error, the first paragraph is printed on one
/// line, with exit code 2.
fn misread(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        error.exit();
    }
    let text = error.to_string();
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // There is no error to name, so the choices are listed.
        eprintln!("{}", text.trim_end());
        return ExitCode::from(BAD_INPUT);
    }
    let first = text.split("\n\n").next().unwrap_or_default();
    eprintln!("{}", first.split_whitespace().collect::<Vec<_>>().join(" "));
    ExitCode::from(BAD_INPUT)
}

/// Prints the output of a command that needs no Discord.
fn shown(done: Result<String, BadInput>) -> Finish {
    let text = done.map_err(|error| Exit(BAD_INPUT, format!("error: {error}")))?;
    print(&text);
    Ok(())
}

fn wait_for(work: impl Future<Output = Finish>) -> Finish {
    // Blocking threads draw pictures and access files. tokio would start up to 512 of them.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(32)
        .build()
        .map_err(failed)?;
    let outcome = runtime.block_on(async {
        survive_limits()?;
        work.await
    });
    runtime.shutdown_timeout(Duration::from_millis(500));
    outcome
}

/// Makes a write beyond the file size limit (`ulimit -f`) fail like any other.
///
/// By default it kills the process without a message.
fn survive_limits() -> Finish {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        /// SIGXFSZ, on every platform that Rookery is built for.
        const FILE_SIZE: i32 = 25;
        let kind = tokio::signal::unix::SignalKind::from_raw(FILE_SIZE);
        // Once caught, it stays caught.
        drop(tokio::signal::unix::signal(kind).map_err(failed)?);
    }
    Ok(())
}

fn read(file: Option<&Path>) -> Result<Reading, Exit> {
    Reading::load(file, &Variables::here()).map_err(|error| {
        let shown = file.unwrap_or(Path::new(crate::config::DEFAULT_FILE)).display();
        Exit(CONFIG, format!("The configuration file {shown} cannot be read: {error}."))
    })
}

fn load_config(file: Option<&Path>) -> Result<Config, Exit> {
    let reading = read(file)?;
    if reading.mistakes.is_empty() { Ok(reading.config) } else { Err(Exit(CONFIG, mistakes(&reading))) }
}

/// "1 game", "2 games".
fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn mistakes(reading: &Reading) -> String {
    let file = reading.file.as_deref().unwrap_or(Path::new("environment")).display();
    let count = counted(reading.mistakes.len() as u64, "mistake");
    let mut text = format!("The configuration has {count}:\n");
    for mistake in &reading.mistakes {
        match mistake.line {
            Some(line) => text.push_str(&format!("{file}:{line}: {}\n", mistake.text)),
            None => text.push_str(&format!("{}\n", mistake.text)),
        }
    }
    text
}

fn check_config(file: Option<&Path>, start: StartOf) -> Finish {
    let mut reading = read(file)?;
    let made = prepared::prepared(&mut reading, start);
    say(reading.describe().trim_end());
    if let Some(warning) = reading.exposed() {
        say(&warning);
    }
    made.map(|_| ())
}

/// `rookery run`.
fn served(file: Option<&Path>) -> Finish {
    let read = read(file);
    // The format of the final message is known even if the file cannot be read.
    let known = match &read {
        Ok(reading) => reading.config.clone(),
        Err(_) => Reading::of_environment(&Variables::here()).config,
    };
    let pause = known.pause;
    logging::begin(&known.log_level, known.log_format, Level::INFO).map_err(failed)?;
    let outcome = read.and_then(|mut reading| {
        if let Some(warning) = reading.exposed() {
            tracing::warn!(target: OPERATOR, "{warning}");
        }
        prepared::prepared(&mut reading, StartOf::Bot).and_then(|all| wait_for(serving::run(all)))
    });
    match outcome {
        Err(exit) if exit.0 == CONFIG && !pause.is_zero() => {
            last_word(&exit);
            // A supervisor may restart the bot at once and forever, and Discord counts refused tokens.
            wait_for(serving::told_to_stop(pause))?;
            Err(Exit(CONFIG, String::new()))
        }
        outcome => outcome,
    }
}

/// Checks before the start that the texts and engine data of all games and themes are complete.
fn check_build() -> Finish {
    let mut defects = words::defects_of_games();
    defects.extend(crate::engine::defects().iter().map(ToString::to_string));
    defects.extend(words::Words::english().defects());
    if defects.is_empty() {
        return Ok(());
    }
    Err(failed(format!("This build of Rookery is incomplete: {}.", defects.join("; "))))
}

/// Prints a line.
fn say(text: &str) {
    print(&format!("{text}\n"));
}

/// Prints text. A closed pipe is ignored.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}
