//! `rookery game`: tools for authors of games in files.

mod convert;
mod show;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};

use super::{BadInput, variant, variant_or_file};
use crate::games::trial::{self, Plan};
use crate::games::{self, MOST_BYTES, Refused};
use crate::rules::{Position, Variant};
use crate::words::{CliMistake, Words};
use convert::{Export, Import};
use show::Show;

/// The commands about a game from a file.
#[derive(Debug, Subcommand)]
pub enum GameCommand {
    /// Show each mistake in the file of a game, with its line
    Check {
        /// The file, such as my-game.toml
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Write a file with which to begin a game of one's own
    New {
        /// The file to write, such as my-game.toml; it must not exist
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The game of the bot that it builds upon, such as birds-and-ninjas; without it a whole game is written out
        #[arg(long, value_name = "SLUG", value_parser = variant)]
        extends: Option<Variant>,
    },
    /// Play games, half of them at random, compare the rules with themselves in each position, and say how the games go
    Try {
        /// The file, such as my-game.toml, or the name of a game of the bot
        #[arg(value_name = "FILE", value_parser = variant_or_file)]
        game: Variant,
        /// How many games
        #[arg(long, default_value_t = Plan::default().games, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        games: u32,
        /// The seed of the first game; the same seed plays the same games
        #[arg(long, default_value_t = Plan::default().seed)]
        seed: u64,
    },
    /// Write a page that shows a game: its board, its pieces and its rules
    Show(Show),
    /// Write the file of a game that stands in a variants.ini of Fairy-Stockfish, or name all of it that cannot be expressed
    Import(Import),
    /// Print a game as an Interactive Diagram of the Chess Variant Pages, and what that cannot express
    Export(Export),
}

impl GameCommand {
    /// Runs the command and returns its output.
    ///
    /// # Errors
    /// All mistakes in the file or the game.
    pub fn run(&self) -> Result<String, BadInput> {
        match self {
            Self::Check { file } => {
                let game = of_file(file)?;
                let moves = Position::start(game).legal_moves().len();
                Ok(format!("{}\n", Words::english().game_is_sound(game, moves)))
            }
            Self::New { file, extends } => begun(file, *extends),
            Self::Try { game, games, seed } => {
                tried(*game, &Plan { games: *games, seed: *seed, ..Plan::default() })
            }
            Self::Show(show) => show.run(),
            Self::Import(import) => import.run(),
            Self::Export(export) => Ok(export.run()),
        }
    }
}

/// Writes the file of a new game.
fn begun(file: &Path, extends: Option<Variant>) -> Result<String, BadInput> {
    let words = Words::english();
    created(file, &words.new_game(extends))?;
    Ok(format!("{}\n", words.new_game_written(file)))
}

/// Writes the file of a game. It must end in `.toml` and must not exist yet.
fn created(file: &Path, text: &str) -> Result<(), BadInput> {
    if file.extension().is_none_or(|ending| ending != "toml") {
        return Err(CliMistake::NoGameFile(file).into());
    }
    let made = std::fs::File::create_new(file);
    made.and_then(|mut made| made.write_all(text.as_bytes())).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => BadInput::from(CliMistake::IsThere(file)),
        _ => CliMistake::CannotWrite(file, &error).into(),
    })
}

/// Runs a trial of a game, with a progress bar on a terminal.
fn tried(game: Variant, plan: &Plan) -> Result<String, BadInput> {
    let words = Words::english();
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len}, {eta}");
    let bar = ProgressBar::new(u64::from(plan.games));
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut goes_on = |over: u32| {
        if bar.position() != u64::from(over) {
            bar.set_position(u64::from(over));
        }
        true
    };
    let outcome = quietly(|| trial::run(game.spec(), plan, &mut goes_on));
    bar.finish_and_clear();
    match outcome {
        Ok(report) => Ok(format!("{}\n", words.trial(game, plan, &report))),
        Err(fault) => Err(BadInput(words.trial_fault(game.name(), &fault))),
    }
}

/// Runs a function without printing panics. The caller catches and reports them.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let done = work();
    std::panic::set_hook(loud);
    done
}

/// Loads the game of a file. Its slug is the file's name.
///
/// # Errors
/// All mistakes in the file, a line each.
pub fn of_file(file: &Path) -> Result<Variant, BadInput> {
    let text = text_of(file)?;
    let slug = file.file_stem().unwrap_or_default().to_string_lossy();
    checked(file, || games::of_file(&slug, &text))
}

/// Reads the text of a game's file, truncated beyond the maximum length of a game.
///
/// # Errors
/// The file cannot be read.
pub fn text_of(file: &Path) -> Result<String, BadInput> {
    let words = Words::english();
    let unread = |error| {
        let why = words.cli_mistake(&CliMistake::CannotRead(&error));
        BadInput::from(CliMistake::OfFile(file, &why))
    };
    // One byte more than allowed, so that a file that is too long is detected.
    let bytes = read_some(file, MOST_BYTES + 1).map_err(unread)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Loads a game from the text of a file. Its slug is derived from the text.
///
/// # Errors
/// All mistakes in the text, a line each.
pub fn of_text(file: &Path, text: &str) -> Result<Variant, BadInput> {
    checked(file, || games::add(text))
}

/// Reports the result of parsing a file, including a panic.
fn checked(file: &Path, read: impl FnOnce() -> Result<Variant, Refused>) -> Result<Variant, BadInput> {
    let words = Words::english();
    let read = quietly(|| trial::caught(read));
    let read = read.map_err(|why| BadInput(words.game_panicked(file, &why)))?;
    read.map_err(|refused| refusals(file, &refused))
}

/// Lists all mistakes in a file, a line each.
fn refusals(file: &Path, refused: &Refused) -> BadInput {
    let words = Words::english();
    BadInput(match refused {
        Refused::Faults(faults) => {
            let lines = faults.iter().map(|fault| words.game_fault(file, fault.line, &fault.text));
            lines.collect::<Vec<_>>().join("\n")
        }
        Refused::Start(line, start) => words.game_fault(file, *line, &words.start_refused(start)),
    })
}

/// Reads the beginning of a file, at most this many bytes.
fn read_some(file: &Path, most: usize) -> std::io::Result<Vec<u8>> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    std::fs::File::open(file)?.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
