//! `rookery game import` and `rookery game export`: conversion of games from and for other programs.

use std::path::PathBuf;

use clap::Args;

use super::{created, quietly, read_some, refusals};
use crate::cli::BadInput;
use crate::games::{self, MOST_BYTES_OF_INI, trial};
use crate::words::{CliMistake, Words};

/// Makes the file of a game from a section of a `variants.ini`.
#[derive(Debug, Args)]
pub struct Import {
    /// The file with sections, such as variants.ini
    #[arg(value_name = "INI")]
    ini: PathBuf,
    /// The name of the section; it can be left out where there is one alone
    #[arg(value_name = "NAME")]
    section: Option<String>,
    /// The file to write, such as my-game.toml; it must not exist, and without it the game is printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Import {
    /// Writes the file, or prints it.
    ///
    /// # Errors
    /// Everything that our file format cannot express, each with its line.
    pub fn run(&self) -> Result<String, BadInput> {
        let words = Words::english();
        let unread = |error| {
            let why = words.cli_mistake(&CliMistake::CannotRead(&error));
            BadInput::from(CliMistake::OfFile(&self.ini, &why))
        };
        let bytes = read_some(&self.ini, MOST_BYTES_OF_INI + 1).map_err(unread)?;
        let text = String::from_utf8_lossy(&bytes);
        let made = quietly(|| trial::caught(|| games::of_ini(&text, self.section.as_deref())));
        let made = made.map_err(|why| BadInput(words.game_panicked(&self.ini, &why)))?;
        let made = made.map_err(|refused| refusals(&self.ini, &refused))?;
        let told = |fault: &games::Fault| words.game_fault(&self.ini, fault.line, &fault.text);
        let remarks: Vec<String> = made.remarks.iter().map(told).collect();
        match &self.output {
            None => {
                let remarks: String = remarks.iter().flat_map(|remark| ["# ", remark, "\n"]).collect();
                Ok(format!("{remarks}{}", made.file))
            }
            Some(file) => {
                created(file, &made.file)?;
                let lines = [remarks, vec![words.game_is_imported(file)]].concat();
                Ok(lines.join("\n") + "\n")
            }
        }
    }
}

/// Makes an Interactive Diagram of the Chess Variant Pages of a game.
#[derive(Debug, Args)]
pub struct Export {
    /// The file, such as my-game.toml, or the name of a game of the bot
    #[arg(value_name = "FILE", value_parser = super::super::variant_or_file)]
    game: crate::rules::Variant,
}

impl Export {
    /// Returns the diagram as a part of a page, below comments on what it cannot express.
    pub fn run(&self) -> String {
        let words = Words::english();
        let diagram = games::xbetza(self.game);
        let lacking = diagram.lacking.iter().map(|what| {
            let remark = words.game_is_not_expressed(what);
            // An HTML comment must not contain two consecutive hyphens.
            format!("<!-- {} -->\n", remark.replace('-', "\u{2010}"))
        });
        format!("{}<div class=\"idiagram\">\n{}</div>\n", lacking.collect::<String>(), diagram.definition)
    }
}
