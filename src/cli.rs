//! The commands that need no Discord: moves, positions, perft, pictures, and the tools of the engine.

#![expect(
    clippy::disallowed_methods,
    reason = "what is measured here has no runtime, and so no clock but the system's"
)]

mod bench;
mod export;
mod game;
mod puzzles;
#[cfg(feature = "training")]
mod train;
#[cfg(feature = "training")]
mod tune;
mod uci;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use export::Export;
pub use game::{GameCommand, of_text, text_of};
use puzzles::Puzzles;
#[cfg(feature = "training")]
use train::Train;
#[cfg(feature = "training")]
use tune::{Duel, Tune};
pub use uci::uci;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};

use crate::games;
use crate::render::{self, BoardView, LastMove, Look, Theme};
use crate::rules::{
    Color, Line, Move, Position, Square, SquareSet, Termination, Variant, divide, perft, read_move,
};
use crate::words::{Beside, CliMistake, Words};

/// A mistake in the input, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadInput(String);

impl From<CliMistake<'_>> for BadInput {
    fn from(mistake: CliMistake<'_>) -> Self {
        Self(told(&mistake))
    }
}

fn told(mistake: &CliMistake<'_>) -> String {
    Words::english().cli_mistake(mistake)
}

/// The commands about games and positions.
#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// Print the legal moves in canonical text, sorted, one a line
    Moves {
        /// The game, such as chess or prison-break, or the file of one
        #[arg(value_parser = variant_or_file)]
        variant: Variant,
        /// The position as an extended FEN; without it the start position
        #[arg(long)]
        fen: Option<String>,
    },
    /// Play moves and print the resulting FEN and how the game stands
    Position {
        /// The game, such as chess or prison-break, or the file of one
        #[arg(value_parser = variant_or_file)]
        variant: Variant,
        /// The position as an extended FEN; without it the start position
        #[arg(long)]
        fen: Option<String>,
        /// A game to begin with, as PGN; `-` is the standard input
        #[arg(long, value_name = "FILE", conflicts_with = "fen")]
        pgn: Option<PathBuf>,
        /// Add a text board
        #[arg(long)]
        board: bool,
        /// Moves, in canonical text, SAN or the way people type them
        moves: Vec<String>,
    },
    /// Count the leaves of the tree of legal moves
    Perft {
        /// The game, such as chess or prison-break, or the file of one
        #[arg(value_parser = variant_or_file)]
        variant: Variant,
        /// The depth in plies
        #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
        depth: u32,
        /// The position as an extended FEN; without it the start position
        #[arg(long)]
        fen: Option<String>,
        /// Print the count below each first move as well
        #[arg(long)]
        divide: bool,
    },
    /// Draw a board as a PNG
    Render {
        /// The game, such as chess or prison-break
        #[arg(value_parser = variant)]
        variant: Variant,
        /// The position as an extended FEN; without it the start position
        #[arg(long)]
        fen: Option<String>,
        /// The move to mark: the one that led to the position, or a legal one, which is played first
        #[arg(long)]
        last: Option<String>,
        /// The side at the bottom: white or black
        #[arg(long, value_parser = side, default_value = "white")]
        side: Color,
        /// How it looks
        #[command(flatten)]
        look: LookOptions,
        /// The file to write
        #[arg(short, long, value_name = "FILE.png")]
        output: PathBuf,
    },
    /// Turn files of moves into animated pictures
    Export(Export),
    /// Search some positions of every game and print how many were looked at: the signature of the search
    Bench {
        /// The depth in plies
        #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=20))]
        depth: u32,
    },
    /// Make the weights of a game from games of the engine against itself
    #[cfg(feature = "training")]
    Tune(Tune),
    /// Make the network of a game, which is added to its weights, from games of the engine against itself
    #[cfg(feature = "training")]
    Train(Train),
    /// Let two strengths of the engine play each other
    #[cfg(feature = "training")]
    Duel(Duel),
    /// Find puzzles in games of the engine against itself, or prove those of a file again
    Puzzles(Puzzles),
}

/// How pictures look.
#[derive(Debug, Args)]
pub struct LookOptions {
    /// The colours; a name that does not exist lists those that do
    #[arg(long, value_parser = theme, default_value = "wood")]
    theme: &'static Theme,
    /// Pixels of a square's side; without it 90, on boards of more than eight files 72, in animations five sixths of that
    #[arg(long, value_parser = cell())]
    cell: Option<u32>,
    /// Leave out letters and numbers along the board
    #[arg(long)]
    no_coordinates: bool,
    /// Leave out what stands beside the board
    #[arg(long)]
    no_panel: bool,
}

impl LookOptions {
    fn look(&self) -> Look {
        let mut look = Look::of(self.theme).saying(Words::english().to_move());
        look.coordinates = !self.no_coordinates;
        look.panel = !self.no_panel;
        self.cell.map_or(look, |pixels| look.with_cell(pixels))
    }
}

fn cell() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(i64::from(Look::LEAST_CELL)..=i64::from(Look::MOST_CELL))
}

fn theme(text: &str) -> Result<&'static Theme, String> {
    Theme::from_name(text).ok_or_else(|| {
        let known: Vec<&str> = Theme::all().map(Theme::name).collect();
        told(&CliMistake::NoTheme(&known.join(", ")))
    })
}

fn variant(text: &str) -> Result<Variant, String> {
    games::from_slug(text).ok_or_else(|| {
        let known: Vec<&str> = games::all().map(Variant::slug).collect();
        told(&CliMistake::NoGame(&known.join(", ")))
    })
}

/// Parses a game's name or the path of its file.
fn variant_or_file(text: &str) -> Result<Variant, String> {
    let is_file = Path::new(text).extension().is_some_and(|ending| ending == "toml");
    if is_file { game::of_file(Path::new(text)).map_err(|wrong| wrong.to_string()) } else { variant(text) }
}

fn side(text: &str) -> Result<Color, String> {
    Color::from_text(text).ok_or_else(|| told(&CliMistake::NoSide))
}

impl RulesCommand {
    /// Runs the command and returns its output.
    ///
    /// # Errors
    /// One sentence about a mistake in the input, or about a file that cannot be written.
    pub fn run(&self) -> Result<String, BadInput> {
        match self {
            Self::Moves { variant, fen } => {
                let position = position(*variant, fen.as_deref())?;
                let mut texts: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
                texts.sort_unstable();
                Ok(texts.into_iter().map(|text| text + "\n").collect())
            }
            Self::Position { variant, fen, pgn, board, moves } => {
                let line = match pgn {
                    None => play(&position(*variant, fen.as_deref())?, moves)?,
                    Some(file) => imported(*variant, file, moves)?,
                };
                let mut text = format!("{}\n{}\n", line.position().fen(), standing(&line));
                if *board {
                    let view = BoardView::new(line.position(), line.moves().last(), Color::White);
                    let words = Words::english();
                    let _ = writeln!(text, "{}", words.text_board(&view));
                    let signs = words.text_board_signs(&view);
                    text.extend(signs.lines().flat_map(|line| [line, "\n"]));
                }
                Ok(text)
            }
            Self::Perft { variant, depth, fen, divide: each } => {
                let position = position(*variant, fen.as_deref())?;
                Ok(counted(&position, *depth, *each))
            }
            Self::Render { variant, fen, last, side, look, output } => {
                let position = position(*variant, fen.as_deref())?;
                let view = marked(&position, last.as_deref(), *side)?;
                write(output, &render::png(&view, &look.look()))?;
                Ok(String::new())
            }
            Self::Export(export) => export.run(),
            Self::Bench { depth } => Ok(bench::run(*depth)),
            #[cfg(feature = "training")]
            Self::Tune(tune) => tune.run(),
            #[cfg(feature = "training")]
            Self::Train(train) => train.run(),
            #[cfg(feature = "training")]
            Self::Duel(duel) => duel.run(),
            Self::Puzzles(puzzles) => puzzles.run(),
        }
    }
}

fn position(variant: Variant, fen: Option<&str>) -> Result<Position, BadInput> {
    let Some(fen) = fen else { return Ok(Position::start(variant)) };
    games::position(variant, fen).map_err(|error| CliMistake::NoPosition(&error).into())
}

/// Reads a game from a PGN and plays the moves that follow it.
fn imported(variant: Variant, file: &Path, moves: &[String]) -> Result<Line, BadInput> {
    let game = export::read_game(file)?;
    if let Some(other) = games::of_pgn(&game).filter(|named| *named != variant) {
        return Err(CliMistake::OtherVariant(other).into());
    }
    play(&position(variant, game.tag("FEN"))?, &[game.moves.as_slice(), moves].concat())
}

fn play(start: &Position, moves: &[String]) -> Result<Line, BadInput> {
    let mut line = Line::new(*start);
    for (index, text) in moves.iter().enumerate() {
        match line.termination() {
            // For players a drawn game is over, but the command line may continue it.
            None | Some(Termination::Draw(_)) => {}
            Some(how) => {
                return Err(CliMistake::GameOver(index + 1, &Words::english().termination(how)).into());
            }
        }
        line.play_typed(text).map_err(|error| {
            BadInput::from(CliMistake::BadMove(
                index + 1,
                &Words::english().read_error_at(line.position(), &error, Beside::Nothing),
            ))
        })?;
    }
    Ok(line)
}

/// Returns the state of a game for the command line: `ongoing`, `check`, or the ending.
pub fn standing(line: &Line) -> String {
    match line.termination() {
        Some(how) => how.to_string(),
        None if line.position().is_check() => "check".to_owned(),
        None => "ongoing".to_owned(),
    }
}

fn counted(position: &Position, depth: u32, each: bool) -> String {
    if !each || depth == 0 {
        return format!("{}\n", perft(position, depth));
    }
    let rows = divide(position, depth);
    let total: u64 = rows.iter().map(|(_, leaves)| leaves).sum();
    let mut text = String::new();
    for (mv, leaves) in rows {
        let _ = writeln!(text, "{mv} {leaves}");
    }
    let _ = writeln!(text, "{total}");
    text
}

/// Returns the board with a move marked.
///
/// The move that led here if its squares fit the position, else a legal move, which is played first.
fn marked(position: &Position, last: Option<&str>, side: Color) -> Result<BoardView, BadInput> {
    let Some(text) = last else { return Ok(BoardView::new(position, None, side)) };
    if let Some((from, to)) = traces(text) {
        let mover = position.turn().other();
        let arrived = position.piece_at(to).is_some_and(|piece| piece.color == mover);
        let left = from.is_none_or(|from| position.piece_at(from).is_none());
        if arrived && left {
            let mut view = BoardView::new(position, None, side);
            view.last = Some(LastMove { from, to, victims: SquareSet::EMPTY, told: None });
            return Ok(view);
        }
    }
    let mv = read_move(position, text).map_err(|error| {
        let why = Words::english().read_error_at(position, &error, Beside::Nothing);
        BadInput::from(CliMistake::BadMark(text, &why))
    })?;
    BoardView::played(position, &mv, side).map_err(|error| BadInput(format!("{text}: {error}.")))
}

/// Returns the squares in a canonical text: `e2e4`, `a9a10q`, `J@e4`, `O-Og1`.
fn traces(text: &str) -> Option<(Option<Square>, Square)> {
    for sign in ["J@", "O-O-O", "O-O"] {
        if let Some(rest) = text.strip_prefix(sign) {
            return Some((None, rest.parse().ok()?));
        }
    }
    let plain = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let second = plain.rfind(|c: char| c.is_ascii_lowercase())?;
    Some((Some(plain.get(..second)?.parse().ok()?), plain.get(second..)?.parse().ok()?))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), BadInput> {
    std::fs::write(path, bytes).map_err(|error| CliMistake::CannotWrite(path, &error).into())
}
