//! `rookery export`: games from files of moves as animated GIFs.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::{BadInput, LookOptions, play, position, side, variant, write};
use crate::render::{BoardView, Replay, gif};
use crate::rules::{Color, Line, Pgn, SecondGame, Variant};
use crate::words::{CliMistake, Words};

/// The file name for standard input.
const STREAM: &str = "-";

/// What a game becomes.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// An animation
    Gif,
}

/// Options of the command.
#[derive(Debug, Args)]
pub struct Export {
    /// The game, such as chess or prison-break
    #[arg(value_parser = variant)]
    variant: Variant,
    /// Files with the moves of one game each, in canonical text, SAN or as people type them; move numbers, comments,
    /// variations and results are skipped, a FEN tag is the start. `-` is the standard input
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    moves: Vec<PathBuf>,
    /// What to make
    #[arg(long, value_enum, default_value = "gif")]
    format: Format,
    /// The start position as an extended FEN
    #[arg(long)]
    fen: Option<String>,
    /// The side at the bottom: white or black
    #[arg(long, value_parser = side, default_value = "white")]
    side: Color,
    /// How it looks
    #[command(flatten)]
    look: LookOptions,
    /// Milliseconds that each move is shown
    #[arg(long, default_value_t = 800, value_parser = clap::value_parser!(u32).range(20..=60_000))]
    delay: u32,
    /// The largest file in bytes; a longer game is drawn smaller
    #[arg(long, default_value_t = Replay::default().limit, value_name = "BYTES")]
    limit: usize,
    /// The file to write, for one game; without it each is written beside its moves, with the ending .gif. A file of that
    /// name is overwritten
    #[arg(short, long, value_name = "FILE.gif")]
    output: Option<PathBuf>,
}

impl Export {
    /// Writes a file for each game. With several games, reports progress on standard error.
    ///
    /// A game that fails does not stop the others.
    pub(super) fn run(&self) -> Result<String, BadInput> {
        let many = self.moves.len() > 1;
        if many && self.output.is_some() {
            return Err(CliMistake::OneOutput.into());
        }
        let targets = self.targets()?;
        let mut failed = Vec::new();
        for (number, (file, target)) in (1..).zip(self.moves.iter().zip(&targets)) {
            let done = self.convert(file, target);
            if many {
                let told = done.as_ref().map_or_else(ToString::to_string, |done| done.told.clone());
                eprintln!("{}", Words::english().cli_progress(number, self.moves.len(), &told));
            }
            match done {
                Ok(done) if done.too_large => eprintln!("{}", Words::english().cli_too_large(target)),
                Ok(_) => {}
                Err(error) => failed.push(error),
            }
        }
        match (failed.len(), failed.pop()) {
            (1, Some(error)) if !many => Err(error),
            (0, _) => Ok(String::new()),
            (count, _) => Err(CliMistake::NotWritten(count, self.moves.len()).into()),
        }
    }

    /// Writes one game.
    fn convert(&self, file: &Path, target: &Path) -> Result<Converted, BadInput> {
        let named = |error: BadInput| BadInput::from(CliMistake::OfFile(file, &error.to_string()));
        let line = self.line(file).map_err(named)?;
        let Format::Gif = self.format;
        let replay = Replay { look: self.look.look(), delay: (self.delay / 10) as u16, limit: self.limit };
        let bytes = gif(&BoardView::frames(&line, self.side), &replay);
        write(target, &bytes)?;
        let told = Words::english().cli_written(target, whole_moves(&line), bytes.len().div_ceil(1000));
        Ok(Converted { told, too_large: bytes.len() > self.limit })
    }

    /// Returns the output file of each game. No two games share one, and none overwrites its own input.
    fn targets(&self) -> Result<Vec<PathBuf>, BadInput> {
        let targets = self.moves.iter().map(|file| self.target(file)).collect::<Result<Vec<_>, _>>()?;
        for (at, target) in targets.iter().enumerate() {
            if self.moves.contains(target) {
                return Err(CliMistake::OverItsMoves(target).into());
            }
            if targets[..at].contains(target) {
                return Err(CliMistake::SameTarget(target).into());
            }
        }
        Ok(targets)
    }

    fn target(&self, file: &Path) -> Result<PathBuf, BadInput> {
        match &self.output {
            Some(output) => Ok(output.clone()),
            None if file == Path::new(STREAM) => Err(CliMistake::NameOutput.into()),
            None => Ok(file.with_extension("gif")),
        }
    }

    /// Reads the game in a file.
    fn line(&self, file: &Path) -> Result<Line, BadInput> {
        let game = read_game(file)?;
        let start = position(self.variant, self.fen.as_deref().or(game.tag("FEN")))?;
        play(&start, &game.moves)
    }
}

/// Reads the game in a file, or from standard input.
pub(super) fn read_game(file: &Path) -> Result<Pgn, BadInput> {
    let text = if file == Path::new(STREAM) {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    let text = text.map_err(|error| BadInput::from(CliMistake::CannotRead(&error)))?;
    Pgn::read(&text).map_err(|SecondGame| CliMistake::OneGameAFile.into())
}

/// Counts the full moves of a game: one of each side makes one move.
fn whole_moves(line: &Line) -> usize {
    let plies = line.moves().len();
    let begun = usize::from(plies > 0 && line.start().turn() == Color::Black);
    (plies + begun).div_ceil(2)
}

/// A game that was written.
struct Converted {
    told: String,
    too_large: bool,
}
