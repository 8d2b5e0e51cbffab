//! The messages of the command line about its input and its results.

use std::io;
use std::path::Path;

use super::args;
use super::{Words, legible};
use crate::rules::{FenError, Variant};

/// A mistake in the input of a command, or a failure.
#[derive(Debug)]
pub enum CliMistake<'a> {
    /// No theme has this name. The sentence lists the existing ones.
    NoTheme(&'a str),
    /// No game has this name. The sentence lists the existing ones.
    NoGame(&'a str),
    /// The text is not a side.
    NoSide,
    /// The text is not a position.
    NoPosition(&'a FenError),
    /// A move follows the end of the game: its number, and the result.
    GameOver(usize, &'a str),
    /// The move of this number is illegal, and why.
    BadMove(usize, &'a str),
    /// The move to be marked is illegal here, and why.
    BadMark(&'a str, &'a str),
    /// A file cannot be written, and why.
    CannotWrite(&'a Path, &'a io::Error),
    /// The file of a new game does not end in `.toml`.
    NoGameFile(&'a Path),
    /// A file to be written already exists.
    IsThere(&'a Path),
    /// A file cannot be read, and why.
    CannotRead(&'a io::Error),
    /// One output file was given for several games.
    OneOutput,
    /// How many games were not written, of how many.
    NotWritten(usize, usize),
    /// A mistake in a file.
    OfFile(&'a Path, &'a str),
    /// The output would overwrite the input.
    OverItsMoves(&'a Path),
    /// Two games have the same output file.
    SameTarget(&'a Path),
    /// The moves come from standard input and no output file is given.
    NameOutput,
    /// A file contains several games.
    OneGameAFile,
    /// A file contains no weights. The number is that of the offending line.
    NoWeights(&'a Path, usize),
    /// A file contains no network of the game.
    NoNetwork(&'a Path),
    /// A file contains no training positions.
    NoPositions(&'a Path),
    /// A file contains no puzzles. The number is that of the offending line.
    NoPuzzle(&'a Path, usize),
    /// How many puzzles of a file are not proven, of how many.
    NotProven(usize, usize),
    /// The text is neither a level nor a number of positions.
    NoStrength,
    /// A file contains a game of another variant, according to its tag.
    OtherVariant(Variant),
}

impl Words {
    /// Reports a mistake in the file of a game.
    pub fn game_fault(&self, file: &Path, line: usize, fault: &str) -> String {
        let file = file.display().to_string();
        self.say("cli-game-fault", &args! { "file" => file, "line" => line, "fault" => fault })
    }

    /// Reports a panic while reading the file of a game.
    pub fn game_panicked(&self, file: &Path, why: &str) -> String {
        self.say("cli-game-panicked", &args! { "file" => file.display().to_string(), "why" => why })
    }

    /// Reports that a game's file was converted from another program's, and the next step.
    pub fn game_is_imported(&self, file: &Path) -> String {
        self.say("cli-game-imported", &args! { "file" => file.display().to_string() })
    }

    /// Names a part of a game that another program cannot express.
    pub fn game_is_not_expressed(&self, what: &str) -> String {
        self.say("cli-game-not-expressed", &args! { "what" => what })
    }

    /// Reports that the file of a game is valid. `moves` is the number of its first moves.
    pub fn game_is_sound(&self, game: Variant, moves: usize) -> String {
        let (squares, kinds) = (game.spec().squares.len(), game.spec().kinds().len());
        let args = args! { "name" => game.name(), "squares" => squares, "kinds" => kinds, "moves" => moves };
        self.say("cli-game-sound", &args)
    }

    /// Reports that a file contains a game with the weights tuned for it.
    pub fn game_is_tuned(&self, game: Variant, file: &Path) -> String {
        self.say("cli-game-tuned", &args! { "game" => game, "file" => file.display().to_string() })
    }

    /// Reports that a file is being watched.
    pub fn game_is_watched(&self, file: &Path) -> String {
        self.say("cli-game-watched", &args! { "file" => file.display().to_string() })
    }

    /// Reports that the saved game can be played at this address.
    pub fn game_is_renewed(&self, game: Variant, address: &str) -> String {
        self.say("cli-game-renewed", &args! { "game" => game, "address" => address })
    }

    /// Reports that the saved game cannot be played, so the last valid one stays, if any.
    pub fn game_is_left(&self, last: Option<Variant>) -> String {
        match last {
            Some(game) => self.say("cli-game-left", &args! { "game" => game }),
            None => self.plain("cli-game-left.none"),
        }
    }

    /// Reports the page of a game and the picture of its board.
    pub fn game_is_shown(&self, page: &Path, picture: &Path) -> String {
        let [page, picture] = [page, picture].map(|file| file.display().to_string());
        self.say("cli-game-shown", &args! { "page" => page, "picture" => picture })
    }

    /// The heading above the pieces of a game.
    pub fn page_of_pieces(&self) -> String {
        self.plain("cli-game-pieces")
    }

    /// The message for a mistake in a command.
    pub fn cli_mistake(&self, mistake: &CliMistake<'_>) -> String {
        use CliMistake as M;
        let shown = |path: &Path| path.display().to_string();
        let (key, args) = match mistake {
            M::NoTheme(known) => ("cli-no-theme", args! { "known" => *known }),
            M::NoGame(known) => ("cli-no-game", args! { "known" => *known }),
            M::NoSide => ("cli-no-side", args! {}),
            M::NoPosition(error) => ("cli-no-position", args! { "defects" => self.fen_error(error) }),
            M::GameOver(number, state) => ("cli-game-over", args! { "number" => *number, "state" => *state }),
            M::BadMove(number, why) => ("cli-bad-move", args! { "number" => *number, "why" => *why }),
            M::BadMark(mv, why) => ("cli-bad-mark", args! { "move" => legible(mv), "why" => *why }),
            M::CannotWrite(file, why) => {
                ("cli-cannot-write", args! { "file" => shown(file), "why" => why.to_string() })
            }
            M::NoGameFile(file) => ("cli-no-game-file", args! { "file" => shown(file) }),
            M::IsThere(file) => ("cli-is-there", args! { "file" => shown(file) }),
            M::CannotRead(why) => ("cli-cannot-read", args! { "why" => why.to_string() }),
            M::OneOutput => ("cli-one-output", args! {}),
            M::NotWritten(failed, count) => {
                ("cli-not-written", args! { "failed" => *failed, "count" => *count })
            }
            M::OfFile(file, why) => ("cli-of-file", args! { "file" => shown(file), "why" => *why }),
            M::OverItsMoves(file) => ("cli-over-its-moves", args! { "file" => shown(file) }),
            M::SameTarget(file) => ("cli-same-target", args! { "file" => shown(file) }),
            M::NameOutput => ("cli-name-output", args! {}),
            M::OneGameAFile => ("cli-one-game-a-file", args! {}),
            M::NoWeights(file, line) => ("cli-no-weights", args! { "file" => shown(file), "line" => *line }),
            M::NoNetwork(file) => ("cli-no-network", args! { "file" => shown(file) }),
            M::NoPositions(file) => ("cli-no-positions", args! { "file" => shown(file) }),
            M::NoPuzzle(file, line) => ("cli-no-puzzle", args! { "file" => shown(file), "line" => *line }),
            M::NotProven(doubtful, count) => {
                ("cli-not-proven", args! { "doubtful" => *doubtful, "count" => *count })
            }
            M::NoStrength => ("cli-no-strength", args! {}),
            M::OtherVariant(named) => ("cli-other-variant", args! { "game" => *named }),
        };
        self.say(key, &args)
    }

    /// The progress of a command with several games.
    pub fn cli_progress(&self, number: usize, count: usize, told: &str) -> String {
        self.say("cli-progress", &args! { "number" => number, "count" => count, "told" => told })
    }

    /// Reports that a game was written to a file: its moves, and the file's size in kB.
    pub fn cli_written(&self, file: &Path, moves: usize, size: usize) -> String {
        let file = file.display().to_string();
        self.say("cli-written", &args! { "file" => file, "moves" => moves, "size" => size })
    }

    /// Reports that a file could not be made as small as requested.
    pub fn cli_too_large(&self, file: &Path) -> String {
        self.say("cli-too-large", &args! { "file" => file.display().to_string() })
    }
}
