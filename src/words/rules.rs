//! The rules of the games, as shown by `/rules`.

use super::args;
use super::own;
use super::{Joined, Words};
use crate::games;
use crate::rules::{Diagram, Family, PieceType, Variant};

/// Returns the game whose texts apply: itself, or the built-in one that a game from a file extends and plays
/// like.
fn told(game: Variant) -> Option<Variant> {
    if game.is_custom() { own::told_by(game) } else { Some(game) }
}

/// Whether a text is a web address and nothing else, plain or in angle brackets.
fn is_address(text: &str) -> bool {
    games::is_address(text.strip_prefix('<').and_then(|text| text.strip_suffix('>')).unwrap_or(text))
}

impl Words {
    /// The name of a game.
    pub fn game(&self, game: Variant) -> String {
        if game.is_custom() {
            return game.name().to_owned();
        }
        self.plain(&format!("game-{}", game.slug()))
    }

    /// The name of a kind of piece.
    pub fn kind(&self, piece: &PieceType) -> String {
        if piece.is_custom() { piece.name.to_string() } else { self.plain(&format!("kind-{}", piece.slug)) }
    }

    /// A game in a sentence.
    pub fn game_in_short(&self, game: Variant) -> String {
        if game.is_custom() {
            return self.own_in_short(game);
        }
        self.plain(&format!("{}-short", game.slug()))
    }

    /// Further words that find a game in a search, in addition to the names of the game, its family and
    /// pieces.
    pub fn game_is_also(&self, game: Variant) -> String {
        if game.is_custom() {
            return String::new();
        }
        self.plain(&format!("{}-also", game.slug()))
    }

    /// The name of a family of games.
    pub fn family(&self, family: Family) -> String {
        if family == Family::OWN {
            return self.plain("family-own");
        }
        self.plain(&format!("family-{}", family.slug()))
    }

    /// A family of games in a sentence.
    pub fn family_in_short(&self, family: Family) -> String {
        if family == Family::OWN {
            return self.plain("family-own.told");
        }
        self.plain(&format!("family-{}.told", family.slug()))
    }

    /// The text above all families, with their number of games.
    pub fn rules_families(&self, count: usize) -> String {
        let told = self.say("rules-families.told", &args! { "count" => count });
        format!("**{}**\n{told}", self.plain("rules-families"))
    }

    /// The label of the button that shows the games of a family, with their number.
    pub fn rules_family_games(&self, count: usize) -> String {
        self.say("rules-family-games", &args! { "count" => count })
    }

    /// The label of the button that returns to all families.
    pub fn rules_all_families(&self) -> String {
        self.plain("rules-all-families")
    }

    /// The placeholder of a menu of games.
    pub fn rules_see_a_game(&self) -> String {
        self.plain("rules-see-a-game")
    }

    /// Describes a picture of these games' boards, numbered from 1.
    pub fn boards_of(&self, games: &[Variant]) -> String {
        let names: Vec<String> =
            (1..).zip(games).map(|(number, game)| format!("{number}. {}", self.game(*game))).collect();
        self.say("rules-boards-of", &args! { "games" => self.list(Joined::More, &names) })
    }

    /// The inventor of a game and the year, in a few words.
    pub fn origin(&self, game: Variant) -> String {
        if game.is_custom() {
            return self.plain("own-origin");
        }
        self.plain(&format!("{}-origin", game.slug()))
    }

    /// How a game is won, in a sentence.
    pub fn how_won(&self, game: Variant) -> String {
        let spec = game.spec();
        if game.is_custom() {
            self.own_win(spec)
        } else if spec.goal.is_none() {
            self.plain("rules-won-by-mate")
        } else {
            self.plain(&self.of_game(game, "won"))
        }
    }

    /// The goal of a game and its special moves, for readers who know chess.
    pub fn summary(&self, game: Variant) -> String {
        if game.is_custom() {
            return self.own_summary(game);
        }
        self.plain(&format!("{}-summary", game.slug()))
    }

    /// Our interpretations of a game where its source is silent or doubtful.
    pub fn readings(&self, game: Variant) -> Vec<String> {
        let Some(game) = told(game) else { return Vec::new() };
        // All of them belong to one game: the first, of this one and its bases, that has any.
        let first = self.of_game(game, "reading-1");
        let of = first.trim_end_matches('1');
        let keys = (1..).map(|number| format!("{of}{number}"));
        keys.take_while(|key| self.has(key)).map(|key| self.plain(&key)).collect()
    }

    /// Returns the key of a game's message: its own, or else that of the game it is based on.
    pub(super) fn of_game(&self, game: Variant, about: &str) -> String {
        let key = format!("{}-{about}", game.slug());
        match game.spec().base.as_deref().and_then(games::from_slug) {
            Some(base) if !self.has(&key) => self.of_game(base, about),
            _ => key,
        }
    }

    /// How a kind of a game moves and captures, as the rest of a sentence that begins with the piece's name.
    pub fn piece(&self, game: Variant, piece: &PieceType) -> String {
        match told(game) {
            Some(game) => self.plain(&self.of_game(game, &piece.slug)),
            None => self.own_piece(game, piece),
        }
    }

    /// The caption of a diagram, for readers who know chess.
    ///
    /// Short enough that two of them fit a message together with the rules of the piece.
    pub fn caption(&self, game: Variant, diagram: &Diagram) -> String {
        let form = if diagram.alone { "alone" } else { "telling" };
        let Some(shown) = game.spec().kind(diagram.kind).map(|kind| game.spec().piece_type(kind)) else {
            return String::new();
        };
        let is_theirs = |one: &Diagram| (&one.fen, &one.from) == (&diagram.fen, &diagram.from);
        match told(game) {
            Some(other) if other == game || other.spec().diagrams().any(is_theirs) => {
                self.plain(&format!("{}.{form}", self.of_game(other, &shown.slug)))
            }
            _ => self.own_caption(shown, diagram),
        }
    }

    /// The heading above the goal and the special moves.
    pub fn rules_goal(&self) -> String {
        self.plain("rules-goal")
    }

    /// The heading above our interpretations.
    pub fn rules_our_reading(&self) -> String {
        self.plain("rules-our-reading")
    }

    /// The source of a game's rules. `address` is formatted for the chat.
    pub fn rules_source(&self, address: &str) -> String {
        if !is_address(address) {
            return self.plain("own-source-none");
        }
        self.say("rules-source", &args! { "address" => address })
    }

    /// The game of a piece, and the source of its rules.
    pub fn rules_piece_of(&self, game: Variant, address: &str) -> String {
        if !is_address(address) {
            return self.say("own-piece-of", &args! { "game" => game });
        }
        self.say("rules-piece-of", &args! { "game" => game, "address" => address })
    }

    /// The number of a game's pieces that a card has no room for.
    pub fn rules_more_pieces(&self, count: usize) -> String {
        self.say("rules-more-pieces", &args! { "count" => count })
    }

    /// The labels of two captions, for boards one above the other.
    pub fn rules_boards(&self) -> [String; 2] {
        ["rules-upper-board", "rules-lower-board"].map(|key| self.plain(key))
    }

    /// The placeholder of the menu of a game's pieces.
    pub fn rules_see_a_piece(&self, game: Variant) -> String {
        self.say("rules-see-a-piece", &args! { "game" => game })
    }

    /// Says that a game has no such piece, and lists its pieces.
    pub fn rules_no_such_piece(&self, game: Variant) -> String {
        let pieces: Vec<String> = game.spec().piece_types().iter().map(|piece| self.kind(piece)).collect();
        let pieces = self.list(Joined::More, &pieces);
        self.say("rules-no-such-piece", &args! { "game" => game, "pieces" => pieces })
    }
}
