//! `rookery game show`: a page about a game from a file, for its author and the people they send it to.

use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clap::Args;

use super::of_file;
use crate::cli::{BadInput, write};
use crate::games::diagrams;
use crate::render::{self, BoardView, Look};
use crate::rules::{Color, Kind, Position, Variant};
use crate::words::{CliMistake, Words};

/// The page, with a placeholder in braces for each text.
const PAGE: &str = include_str!("show.html");
/// The side length of a square in the diagrams, in pixels.
const DIAGRAM_CELL: u32 = 36;

/// Shows a game.
#[derive(Debug, Args)]
pub struct Show {
    /// The file, such as my-game.toml
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder to write to
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

impl Show {
    /// Writes the page and the picture of the board, and reports their paths.
    ///
    /// # Errors
    /// All mistakes in the file, or a file that cannot be written.
    pub fn run(&self) -> Result<String, BadInput> {
        let game = of_file(&self.file)?;
        std::fs::create_dir_all(&self.out)
            .map_err(|error| BadInput::from(CliMistake::CannotWrite(&self.out, &error)))?;
        let name = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let named = |ending: &str| self.out.join(format!("{name}.{ending}"));
        let (page, picture) = (named("html"), named("png"));
        let words = Words::english();
        let board = BoardView::new(&Position::start(game), None, Color::White);
        let drawn = render::png(&board, &Look::default().saying(words.to_move()));
        write(&picture, &drawn)?;
        write(&page, of_game(words, game, &image(&drawn, &words.alt_text(&board))).as_bytes())?;
        Ok(format!("{}\n", words.game_is_shown(&page, &picture)))
    }
}

/// Builds the page of a game. `board` is the picture of its start.
fn of_game(words: &Words, game: Variant, board: &str) -> String {
    let readings = words.readings(game);
    let items: Vec<String> = readings.iter().map(|reading| format!("<li>{}</li>\n", text(reading))).collect();
    let readings = match &*items.concat() {
        "" => String::new(),
        items => format!("<p>{}</p>\n<ul>\n{items}</ul>", text(&words.rules_our_reading())),
    };
    let pieces: String = game.spec().kinds().map(|kind| piece(words, game, kind)).collect();
    let source = words.rules_source(&game.spec().source_url);
    let parts = [
        ("name", text(&words.game(game))),
        ("short", text(&words.game_in_short(game))),
        ("board", board.to_owned()),
        ("goal", text(&words.rules_goal())),
        ("summary", text(&words.summary(game))),
        ("readings", readings),
        ("moving", text(&words.page_of_pieces())),
        ("pieces", pieces),
        ("source", text(&source)),
    ];
    filled(PAGE, &parts)
}

/// Replaces the placeholders of a text. The replacements themselves are not scanned.
fn filled(page: &str, parts: &[(&str, String)]) -> String {
    let mut whole = String::new();
    for (number, piece) in page.split('{').enumerate() {
        let part = piece.split_once('}').and_then(|(name, rest)| {
            let (_, part) = parts.iter().find(|(known, _)| *known == name)?;
            Some((part, rest))
        });
        match part {
            Some((part, rest)) => whole.extend([part, rest]),
            None if number == 0 => whole += piece,
            None => whole.extend(["{", piece]),
        }
    }
    whole
}

/// Builds the section of a piece: its rules and its diagrams.
fn piece(words: &Words, game: Variant, kind: Kind) -> String {
    let piece = game.spec().piece_type(kind);
    let look = Look::default().without_panel().with_cell(DIAGRAM_CELL);
    let shown: Vec<String> = diagrams(game, kind)
        .iter()
        .map(|diagram| {
            let view = BoardView::of_diagram(game, diagram);
            let drawn = render::diagram(std::slice::from_ref(&view), 1, &look);
            let caption = text(&words.caption(game, diagram));
            let picture = image(&drawn, &words.alt_text(&view));
            format!("<figure>{picture}<figcaption>{caption}</figcaption></figure>\n")
        })
        .collect();
    let (name, moves) = (text(&words.kind(piece)), text(&words.piece(game, piece)));
    let (letter, shown) = (piece.letter, shown.concat());
    format!("<section>\n<h3>{name} ({letter})</h3>\n<p><b>{name}</b> {moves}</p>\n{shown}</section>\n")
}

/// Embeds a picture in the page, with its description.
fn image(png: &[u8], alt: &str) -> String {
    format!("<div><img alt=\"{}\" src=\"data:image/png;base64,{}\"></div>", text(alt), STANDARD.encode(png))
}

/// Converts a text to HTML. Backticks become code.
fn text(plain: &str) -> String {
    let mut html = String::new();
    let mut is_code = false;
    for letter in plain.chars() {
        match letter {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            '\'' => html += "&#39;",
            '`' => {
                html += if is_code { "</code>" } else { "<code>" };
                is_code = !is_code;
            }
            letter => html.push(letter),
        }
    }
    html
}
