//! `rookery game`: games from files, for whoever invents them.

use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::BadInput;
use crate::games::{self, MOST_BYTES, Refused};
use crate::rules::{Position, Variant};
use crate::words::{CliMistake, Words};

/// The commands about a game from a file.
#[derive(Debug, Subcommand)]
pub enum GameCommand {
    /// Say what is wrong with the file of a game, each mistake with its line
    Check {
        /// The file, such as my-game.toml
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

impl GameCommand {
    /// Carries the command out and returns what it prints.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn run(&self) -> Result<String, BadInput> {
        match self {
            Self::Check { file } => {
                let game = of_file(file)?;
                let moves = Position::start(game).legal_moves().len();
                Ok(format!("{}\n", Words::english().game_is_sound(game, moves)))
            }
        }
    }
}

/// The game of a file. Its slug is the file's name.
///
/// # Errors
/// Everything that is wrong with the file, a line each.
pub fn of_file(file: &Path) -> Result<Variant, BadInput> {
    let words = Words::english();
    let unread = |error| {
        let why = words.cli_mistake(&CliMistake::CannotRead(&error));
        BadInput::from(CliMistake::OfFile(file, &why))
    };
    // What is not read is longer than any game.
    let bytes = read_some(file, MOST_BYTES + 1).map_err(unread)?;
    let text = String::from_utf8_lossy(&bytes);
    let slug = file.file_stem().unwrap_or_default().to_string_lossy();
    games::of_file(&slug, &text).map_err(|refused| {
        let told = match &refused {
            Refused::Faults(faults) => {
                let lines = faults.iter().map(|fault| words.game_fault(file, fault.line, &fault.text));
                lines.collect::<Vec<_>>().join("\n")
            }
            Refused::Start(line, error) => words.game_fault(file, *line, &words.fen_refused(error)),
        };
        BadInput(told)
    })
}

/// The beginning of a file, at most so many bytes of it.
fn read_some(file: &Path, most: usize) -> std::io::Result<Vec<u8>> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    std::fs::File::open(file)?.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
