//! `rookery export`: games from files of moves as animated GIFs.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::{BadInput, LookOptions, play, position, side, variant, write};
use crate::render::{Replay, gif};
use crate::rules::{Color, Line, Variant};

/// The name that means standard input or output.
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
    /// Files with the moves of a game each, in canonical text, SAN or as people type them; move numbers, comments in braces
    /// and results are skipped, a FEN tag is the start. `-` is the standard input
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
    /// The file to write, for one game; without it each is written beside its moves, with the ending .gif
    #[arg(short, long, value_name = "FILE.gif")]
    output: Option<PathBuf>,
}

impl Export {
    /// Writes a file for each game, telling the progress on standard error where there are several. One that fails does not
    /// hold up the others.
    pub(super) fn run(&self) -> Result<String, BadInput> {
        let many = self.moves.len() > 1;
        if many && self.output.is_some() {
            return Err(BadInput("--output names one file, but there are several games.".to_owned()));
        }
        let mut failed = Vec::new();
        for (number, file) in (1..).zip(&self.moves) {
            let done = self.convert(file);
            let told = match &done {
                Ok(told) => told.clone(),
                Err(error) => error.to_string(),
            };
            if many {
                eprintln!("{number} of {}: {told}", self.moves.len());
            }
            failed.extend(done.err());
        }
        match (failed.len(), failed.pop()) {
            (1, Some(error)) if !many => Err(error),
            (0, _) => Ok(String::new()),
            (count, _) => {
                let were = if count == 1 { "was" } else { "were" };
                Err(BadInput(format!("{count} of {} games {were} not written.", self.moves.len())))
            }
        }
    }

    /// Writes one game and says what was written.
    fn convert(&self, file: &Path) -> Result<String, BadInput> {
        let named = |error: BadInput| BadInput(format!("{}: {error}", file.display()));
        let line = self.line(file).map_err(named)?;
        let target = self.target(file)?;
        let Format::Gif = self.format;
        let replay = Replay {
            look: self.look.look(),
            side: self.side,
            delay: (self.delay / 10) as u16,
            limit: self.limit,
        };
        let bytes = gif(&line, &replay);
        write(&target, &bytes)?;
        let count = line.moves().len();
        let moves = if count == 1 { "move" } else { "moves" };
        let mut told = format!("{}, {count} {moves}, {} kB", target.display(), bytes.len().div_ceil(1000));
        if bytes.len() > self.limit {
            told.push_str(" (larger than asked: the smallest board is still too large)");
        }
        Ok(told)
    }

    fn target(&self, file: &Path) -> Result<PathBuf, BadInput> {
        match &self.output {
            Some(output) => Ok(output.clone()),
            None if file == Path::new(STREAM) => Err(BadInput(
                "name a file to write with --output when the moves come from standard input.".to_owned(),
            )),
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
        let text = text.map_err(|error| BadInput(format!("it cannot be read: {error}.")))?;
        let told = Told::read(&text);
        let start = position(self.variant, self.fen.as_deref().or(told.fen.as_deref()))?;
        play(&start, &told.moves)
    }
}

/// What a file of moves says.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    fen: Option<String>,
    moves: Vec<String>,
}

impl Told {
    fn read(text: &str) -> Self {
        let mut told = Self::default();
        let mut plain = String::new();
        let mut comment = false;
        for line in text.lines() {
            if !comment && line.starts_with('[') {
                let tag = line.strip_prefix("[FEN \"").and_then(|rest| rest.split('"').next());
                told.fen = told.fen.or(tag.map(str::to_owned));
                continue;
            }
            for letter in line.chars() {
                match letter {
                    '{' => comment = true,
                    '}' => comment = false,
                    ';' if !comment => break,
                    _ if !comment => plain.push(letter),
                    _ => {}
                }
            }
            plain.push('\n');
        }
        told.moves = plain.split_whitespace().filter_map(a_move).map(str::to_owned).collect();
        told
    }
}

/// The move in a word such as `12.e4` or `e4`; none in a number, a result, or a sign of praise (`$3`).
fn a_move(word: &str) -> Option<&str> {
    if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) || word.starts_with('$') {
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
        Told::read(text).moves
    }

    #[test]
    fn numbers_comments_and_results_are_skipped() {
        assert_eq!(moves("1. e4 e5 2.Nf3 {a {knight} Nc6 1/2-1/2"), ["e4", "e5", "Nf3", "Nc6"]);
        assert_eq!(moves("e2e4\ne7e5 ; the reply\n0-0 $1 0-1"), ["e2e4", "e7e5", "0-0"]);
        assert_eq!(moves("12... J@e9 13 O-Og1 *"), ["J@e9", "O-Og1"]);
        assert_eq!(moves("{ over\ntwo [lines] } a3"), ["a3"]);
        assert!(moves("").is_empty());
    }

    #[test]
    fn a_tag_gives_the_start() {
        let told = Told::read("[Variant \"Chess\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O");
        assert_eq!(told.fen.as_deref(), Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        assert_eq!(told.moves, ["O-O"]);
    }
}
