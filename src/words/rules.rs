//! The rules of the games, as `/rules` tells them.

use super::Words;
use super::args::slug;
use crate::rules::{Diagram, Kind, Variant};

impl Words {
    /// The name of a game.
    pub fn game(&self, game: Variant) -> String {
        self.plain(&format!("game-{}", game.slug()))
    }

    /// The name of a kind of piece.
    pub fn kind(&self, kind: Kind) -> String {
        self.plain(&format!("kind-{}", slug(kind)))
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

    /// How a kind of a game moves and captures: the rest of a sentence that begins with the piece's name.
    pub fn piece(&self, game: Variant, kind: Kind) -> String {
        self.plain(&format!("{}-{}", game.slug(), slug(kind)))
    }

    /// What is to be seen on a diagram, for somebody who knows chess: short enough that two of them fit a message
    /// beside the rules of the piece.
    pub fn caption(&self, game: Variant, diagram: &Diagram) -> String {
        let form = if diagram.alone { "alone" } else { "telling" };
        self.plain(&format!("{}-{}.{form}", game.slug(), slug(diagram.kind)))
    }
}
