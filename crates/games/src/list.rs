//! The list of games, in the order shown to players.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use rules::{Description, Family, FenError, Position, Spec, Variant};

use crate::file;

include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The files of a game's folder. The engine has defaults for missing ones.
#[derive(Debug)]
pub struct Folder {
    /// Its name, which is the game's slug.
    pub slug: &'static str,
    game: &'static str,
    /// `words.ftl`: the English sentences about the game.
    pub words: &'static str,
    /// `levels.txt`: the limits of the bot's levels.
    pub levels: Option<&'static str>,
    /// `weights.txt`: the value of each piece on each square.
    pub weights: Option<&'static str>,
    /// `weights.network`: the network that `rookery train` has made for the weights.
    pub network: Option<&'static [u8]>,
    /// `puzzles.txt`: its puzzles.
    pub puzzles: Option<&'static str>,
}

/// Returns the folders of all games in the order shown to players, given by `order` in their files.
pub fn folders() -> &'static [Folder] {
    FOLDERS
}

/// The games parsed so far.
#[derive(Default)]
struct Shelf {
    read: HashMap<&'static str, (Description, Spec)>,
}

impl Shelf {
    /// Parses a game's file, after those that it extends.
    fn read(&mut self, slug: &str) -> Option<&(Description, Spec)> {
        let Folder { slug, game, .. } = FOLDERS.iter().find(|folder| folder.slug == slug)?;
        if !self.read.contains_key(slug) {
            let read = file::read(slug, game, &mut |base| self.description(base));
            let read = read.unwrap_or_else(|faults| {
                let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
                panic!("the file of {slug} is at fault: {}", faults.join("; "))
            });
            self.read.insert(slug, read);
        }
        self.read.get(slug)
    }

    fn description(&mut self, slug: &str) -> Option<Description> {
        self.read(slug).map(|(description, _)| description.clone())
    }
}

/// Returns the description of the game with this slug, for a game that extends it.
pub(crate) fn description(slug: &str) -> Option<Description> {
    static READ: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);
    READ.lock().unwrap_or_else(PoisonError::into_inner).description(slug)
}

static GAMES: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let mut shelf = Shelf::default();
    let game = |(place, folder): (usize, &Folder)| {
        let (_, spec) = shelf.read(folder.slug).expect("a game of the list");
        let mut spec = spec.clone();
        spec.place = Some(place);
        Variant::new(Box::leak(Box::new(spec)))
    };
    FOLDERS.iter().enumerate().map(game).collect()
});

/// Returns all games in the order shown to players.
pub fn all() -> impl Iterator<Item = Variant> + Clone {
    GAMES.iter().copied()
}

/// Returns the listed game with this slug.
pub(crate) fn of_list(slug: &str) -> Option<Variant> {
    all().find(|game| game.slug() == slug)
}

/// Parses a position of a game from an extended FEN.
///
/// If the text belongs to another of our games, only that is reported.
///
/// # Errors
/// The game that the text belongs to, otherwise all defects of the text or of the position.
pub fn position(game: Variant, fen: &str) -> Result<Position, FenError> {
    Position::from_fen_among(&GAMES, game, fen)
}

/// Returns all families, in the order of their first games.
pub fn families() -> impl Iterator<Item = Family> {
    all().filter(|game| game.slug() == game.family().slug()).map(Variant::family)
}

/// Returns the family with this slug, which is that of its first game.
pub fn family(slug: &str) -> Option<Family> {
    of_list(slug).map(Variant::family).filter(|family| family.slug() == slug)
}

/// Returns the games of a family in the order shown to players.
pub fn of_family(family: Family) -> impl Iterator<Item = Variant> {
    all().filter(move |game| game.family() == family)
}

#[cfg(test)]
mod tests {
    use rules::Pgn;

    use super::*;
    use crate::{from_slug, of_pgn};

    #[test]
    fn every_game_is_found_by_its_slug_and_has_a_family() {
        for (place, game) in all().enumerate() {
            assert_eq!((from_slug(game.slug()), game.spec().place), (Some(game), Some(place)));
            assert!(
                families().any(|family| family == game.family()),
                "{game}: a family without its first game"
            );
            assert!(
                game.spec().base.as_deref().is_none_or(|base| from_slug(base).is_some()),
                "{game}: no base"
            );
            let pgn = |name: &str| Pgn::read(&format!("[Variant \"{name}\"]\n")).expect("one game");
            assert_eq!([game.name(), game.slug()].map(|name| of_pgn(&pgn(name))), [Some(game); 2]);
        }
        assert_eq!(from_slug("ludo"), None);
    }

    #[test]
    fn every_game_starts_and_shows_two_diagrams_of_each_piece() {
        for game in all() {
            assert_eq!(Position::start(game).fen(), game.spec().start_fen);
            for kind in game.spec().kinds() {
                let shown: Vec<bool> = game.spec().diagrams_of(kind).map(|diagram| diagram.alone).collect();
                assert_eq!(shown, [true, false], "{game}: {}", game.spec().piece_type(kind));
            }
        }
    }

    #[test]
    fn a_position_of_another_game_is_known() {
        let [chess, squirrel] = ["chess", "squirrel"].map(|slug| from_slug(slug).expect("a game"));
        let error = position(chess, &squirrel.spec().start_fen).expect_err("another game");
        assert_eq!(error.defects(), [rules::FenDefect::OtherGame(squirrel)]);
    }
}
