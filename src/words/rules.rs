//! The rules of the games, as `/rules` tells them.

use super::{Joined, Words, args};
use crate::rules::{Diagram, PieceType, Variant};

impl Words {
    /// The name of a game.
    pub fn game(&self, game: Variant) -> String {
        self.plain(&format!("game-{}", game.slug()))
    }

    /// The name of a kind of piece.
    pub fn kind(&self, piece: &PieceType) -> String {
        self.plain(&format!("kind-{}", piece.slug))
    }

    /// Who invented a game and when, in a few words.
    pub fn origin(&self, game: Variant) -> String {
        self.plain(&format!("{}-origin", game.slug()))
    }

    /// The goal of a game and its special moves, for somebody who knows chess.
    pub fn summary(&self, game: Variant) -> String {
        self.plain(&format!("{}-summary", game.slug()))
    }

    /// Our readings of a game where its source is silent or doubtful.
    pub fn readings(&self, game: Variant) -> Vec<String> {
        let keys = (1..).map(|number| format!("{}-reading-{number}", game.slug()));
        keys.take_while(|key| self.has(key)).map(|key| self.plain(&key)).collect()
    }

    /// The message of a game about something: its own, or else that of the game on which it is built.
    pub(super) fn of_game(&self, game: Variant, about: &str) -> String {
        let key = format!("{}-{about}", game.slug());
        match game.spec().base.and_then(Variant::from_slug) {
            Some(base) if !self.has(&key) => self.of_game(base, about),
            _ => key,
        }
    }

    /// How a kind of a game moves and captures: the rest of a sentence that begins with the piece's name.
    pub fn piece(&self, game: Variant, piece: &PieceType) -> String {
        self.plain(&self.of_game(game, piece.slug))
    }

    /// What is to be seen on a diagram, for somebody who knows chess: short enough that two of them fit a message
    /// beside the rules of the piece.
    pub fn caption(&self, game: Variant, diagram: &Diagram) -> String {
        let form = if diagram.alone { "alone" } else { "telling" };
        let shown = game.spec().kind(diagram.kind).map(|kind| game.spec().piece_type(kind).slug);
        self.plain(&format!("{}.{form}", self.of_game(game, shown.unwrap_or_default())))
    }
    /// What stands above the goal and the special moves.
    pub fn rules_goal(&self) -> String {
        self.plain("rules-goal")
    }

    /// What stands above our readings.
    pub fn rules_our_reading(&self) -> String {
        self.plain("rules-our-reading")
    }

    /// Where a game's rules come from; the address as the chat writes it.
    pub fn rules_source(&self, address: &str) -> String {
        self.say("rules-source", &args! { "address" => address })
    }

    /// The game that a piece is of, and where its rules come from.
    pub fn rules_piece_of(&self, game: Variant, address: &str) -> String {
        self.say("rules-piece-of", &args! { "game" => game, "address" => address })
    }

    /// What stands before the captions of two boards, one above the other.
    pub fn rules_boards(&self) -> [String; 2] {
        ["rules-upper-board", "rules-lower-board"].map(|key| self.plain(key))
    }

    /// What the menu of a game's pieces says.
    pub fn rules_see_a_piece(&self, game: Variant) -> String {
        self.say("rules-see-a-piece", &args! { "game" => game })
    }

    /// That a game has no such piece, and those that it has.
    pub fn rules_no_such_piece(&self, game: Variant) -> String {
        let pieces: Vec<String> = game.spec().piece_types().iter().map(|piece| self.kind(piece)).collect();
        let pieces = self.list(Joined::More, &pieces);
        self.say("rules-no-such-piece", &args! { "game" => game, "pieces" => pieces })
    }
}
