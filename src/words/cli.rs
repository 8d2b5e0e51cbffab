//! What the command line says about its input and about what it has done.

use std::io;
use std::path::Path;

use super::args;
use super::{Words, legible};
use crate::rules::{FenError, Variant};

/// What was wrong with the input of a command, or could not be done.
#[derive(Debug)]
pub enum CliMistake<'a> {
    /// There is no theme of that name; the sentence lists those that there are.
    NoTheme(&'a str),
    /// There is no game of that name; the sentence lists those that there are.
    NoGame(&'a str),
    /// The text is not a side.
    NoSide,
    /// The text is not a position.
    NoPosition(&'a FenError),
    /// A move comes after the end of the game: its number, and how the game stands.
    GameOver(usize, &'a str),
    /// A move of this number cannot be played, and why.
    BadMove(usize, &'a str),
    /// The move to be marked is not a move here, and why.
    BadMark(&'a str, &'a str),
    /// A file cannot be written, and why.
    CannotWrite(&'a Path, &'a io::Error),
    /// The file of a new game does not end in `.toml`.
    NoGameFile(&'a Path),
    /// A file that would be written is there already.
    IsThere(&'a Path),
    /// A file cannot be read, and why.
    CannotRead(&'a io::Error),
    /// One file was named for several games.
    OneOutput,
    /// How many games were not written, of how many.
    NotWritten(usize, usize),
    /// What was wrong with a file.
    OfFile(&'a Path, &'a str),
    /// A file would be written over its own moves.
    OverItsMoves(&'a Path),
    /// Two games would go to one file.
    SameTarget(&'a Path),
    /// The moves come from standard input and no file to write is named.
    NameOutput,
    /// A file holds several games.
    OneGameAFile,
    /// A file does not hold weights; the number of the line that shows it.
    NoWeights(&'a Path, usize),
    /// A file does not hold a network of the game.
    NoNetwork(&'a Path),
    /// A file does not hold positions to learn from.
    NoPositions(&'a Path),
    /// A file does not hold puzzles; the number of the line that shows it.
    NoPuzzle(&'a Path, usize),
    /// How many puzzles of a file are not proven, of how many.
    NotProven(usize, usize),
    /// The text is neither a level nor a number of positions.
    NoStrength,
    /// A file holds a game of another variant, according to its tag.
    OtherVariant(Variant),
}

impl Words {
    /// Something that is wrong with the file of a game.
    pub fn game_fault(&self, file: &Path, line: usize, fault: &str) -> String {
        let file = file.display().to_string();
        self.say("cli-game-fault", &args! { "file" => file, "line" => line, "fault" => fault })
    }

    /// The program failed while it read the file of a game.
    pub fn game_panicked(&self, file: &Path, why: &str) -> String {
        self.say("cli-game-panicked", &args! { "file" => file.display().to_string(), "why" => why })
    }

    /// The file of a game was made of another program's, and what comes next.
    pub fn game_is_imported(&self, file: &Path) -> String {
        self.say("cli-game-imported", &args! { "file" => file.display().to_string() })
    }

    /// What of a game another program cannot express.
    pub fn game_is_not_expressed(&self, what: &str) -> String {
        self.say("cli-game-not-expressed", &args! { "what" => what })
    }

    /// Nothing is wrong with the file of a game, which begins with so many moves.
    pub fn game_is_sound(&self, game: Variant, moves: usize) -> String {
        let (squares, kinds) = (game.spec().squares.len(), game.spec().kinds().len());
        let args = args! { "name" => game.name(), "squares" => squares, "kinds" => kinds, "moves" => moves };
        self.say("cli-game-sound", &args)
    }

    /// A file holds a game with the weights that were made for it.
    pub fn game_is_tuned(&self, game: Variant, file: &Path) -> String {
        self.say("cli-game-tuned", &args! { "game" => game, "file" => file.display().to_string() })
    }

    /// A file is watched.
    pub fn game_is_watched(&self, file: &Path) -> String {
        self.say("cli-game-watched", &args! { "file" => file.display().to_string() })
    }

    /// What was saved last can be played, at this address.
    pub fn game_is_renewed(&self, game: Variant, address: &str) -> String {
        self.say("cli-game-renewed", &args! { "game" => game, "address" => address })
    }

    /// What was saved last cannot be played, so the game stays as it was, if there is one.
    pub fn game_is_left(&self, last: Option<Variant>) -> String {
        match last {
            Some(game) => self.say("cli-game-left", &args! { "game" => game }),
            None => self.plain("cli-game-left.none"),
        }
    }

    /// A page shows a game, and a picture its board.
    pub fn game_is_shown(&self, page: &Path, picture: &Path) -> String {
        let [page, picture] = [page, picture].map(|file| file.display().to_string());
        self.say("cli-game-shown", &args! { "page" => page, "picture" => picture })
    }

    /// The heading above the pieces of a game.
    pub fn page_of_pieces(&self) -> String {
        self.plain("cli-game-pieces")
    }

    /// What was wrong with a command.
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

    /// How far a command with several games is.
    pub fn cli_progress(&self, number: usize, count: usize, told: &str) -> String {
        self.say("cli-progress", &args! { "number" => number, "count" => count, "told" => told })
    }

    /// A game was written to a file: its moves, and the file's size in kB.
    pub fn cli_written(&self, file: &Path, moves: usize, size: usize) -> String {
        let file = file.display().to_string();
        self.say("cli-written", &args! { "file" => file, "moves" => moves, "size" => size })
    }

    /// A file could not be made as small as was asked.
    pub fn cli_too_large(&self, file: &Path) -> String {
        self.say("cli-too-large", &args! { "file" => file.display().to_string() })
    }
}
