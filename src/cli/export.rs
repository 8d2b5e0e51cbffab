//! `rookery export`: games from files of moves as animated GIFs.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::{BadInput, LookOptions, play, position, side, variant, write};
use crate::render::{BoardView, Replay, gif};
use crate::rules::{Color, Line, Variant};
use crate::words::{CliMistake, Words};

/// The name that means standard input.
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
    /// Writes a file for each game, telling the progress on standard error where there are several. One that fails does not
    /// hold up the others.
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

    /// Where each game goes; no two to one place, and none over its own moves.
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

    /// The game of a file.
    fn line(&self, file: &Path) -> Result<Line, BadInput> {
        let text = if file == Path::new(STREAM) {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).map(|_| text)
        } else {
            std::fs::read_to_string(file)
        };
        let text = text.map_err(|error| BadInput::from(CliMistake::CannotRead(&error)))?;
        let told = Told::read(&text)?;
        let start = position(self.variant, self.fen.as_deref().or(told.fen.as_deref()))?;
        play(&start, &told.moves)
    }
}

/// How many moves a game has as people count them: one of each side is one move.
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

/// What a file of moves says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    fen: Option<String>,
    moves: Vec<String>,
}

impl Told {
    fn read(text: &str) -> Result<Self, BadInput> {
        let mut told = Self::default();
        let mut plain = String::new();
        // How deep in variations, and whether in a comment.
        let (mut depth, mut comment) = (0_usize, false);
        for line in text.trim_start_matches('\u{feff}').lines() {
            if !comment && line.starts_with('[') {
                let tag = line.strip_prefix("[FEN \"").and_then(|rest| rest.split('"').next());
                told.fen = told.fen.or(tag.map(str::to_owned));
                // A tag behind moves begins another game.
                if !plain.trim().is_empty() {
                    return Err(more_than_one());
                }
                continue;
            }
            for letter in line.chars() {
                match letter {
                    '{' => comment = true,
                    '}' => comment = false,
                    _ if comment => {}
                    ';' => break,
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ if depth == 0 => plain.push(letter),
                    _ => {}
                }
            }
            plain.push('\n');
        }
        let mut over = false;
        for word in plain.split_whitespace() {
            if over {
                return Err(more_than_one());
            }
            over = ["1-0", "0-1", "1/2-1/2", "*"].contains(&word);
            told.moves.extend(a_move(word).filter(|_| !over).map(str::to_owned));
        }
        Ok(told)
    }
}

fn more_than_one() -> BadInput {
    CliMistake::OneGameAFile.into()
}

/// The move in a word such as `12.e4` or `e4`; none in a number or a sign of praise (`$3`).
fn a_move(word: &str) -> Option<&str> {
    if word.starts_with('$') {
        return None;
    }
    let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match unnumbered.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None if unnumbered.is_empty() => "",
        // Castling may be written with noughts.
        None => word,
    };
    (!rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        Told::read(text).expect("one game").moves
    }

    #[test]
    fn numbers_comments_and_results_are_skipped() {
        assert_eq!(moves("1. e4 e5 2.Nf3 {a {knight} Nc6 1/2-1/2"), ["e4", "e5", "Nf3", "Nc6"]);
        assert_eq!(moves("e2e4\ne7e5 ; the reply\n0-0 $1 0-1"), ["e2e4", "e7e5", "0-0"]);
        assert_eq!(moves("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) e5 (1... c5)"), ["e4", "e5"]);
        assert_eq!(moves("12... J@e9 13 O-Og1 *"), ["J@e9", "O-Og1"]);
        assert_eq!(moves("{ over\ntwo [lines] } a3"), ["a3"]);
        assert!(moves("").is_empty());
    }

    #[test]
    fn a_tag_gives_the_start() {
        let told =
            Told::read("\u{feff}[Variant \"Chess\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O")
                .expect("one game");
        assert_eq!(told.fen.as_deref(), Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        assert_eq!(told.moves, ["O-O"]);
    }

    #[test]
    fn two_games_in_one_file_are_refused() {
        for text in
            ["e4 e5 1-0 d4 d5", "[Event \"A\"]\n1. e4 1-0\n\n[Event \"B\"]\n1. d4", "1. e4\n[Event \"B\"]\n"]
        {
            assert!(Told::read(text).is_err(), "{text}");
        }
    }
}
