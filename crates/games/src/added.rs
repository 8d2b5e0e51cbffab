//! The games from files that this process knows, by slugs derived from their texts. A known text is parsed
//! when its game is first requested; the game then stays in memory. A game that is only read, without `keep`,
//! is freed again.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{LazyLock, PoisonError, RwLock};

use ring::digest::{SHA256, digest};
use rules::{Spec, Variant};

use crate::own::{Refused, spec_of_file};

/// The prefix of the version in a slug.
const OWN: &str = "own-";
/// Number of version digits in a slug. Two texts share them with a probability of 2^-80.
const DIGITS: usize = 20;

/// A game from a file, loaded as far as needed.
enum Added {
    Text(String),
    /// The text is no longer accepted, for example because the game it extends has changed.
    Refused,
    Game(Variant),
}

static ADDED: LazyLock<RwLock<HashMap<String, Added>>> = LazyLock::new(RwLock::default);

/// Returns the version of a game's text: its SHA-256 in hexadecimal digits.
pub fn version(text: &str) -> String {
    let mut digits = String::new();
    for byte in digest(&SHA256, text.as_bytes()).as_ref() {
        // Writing to a `String` never fails.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// Returns the slug of a text's game: `own-` and the first twenty digits of its version.
pub fn slug_of(text: &str) -> String {
    format!("{OWN}{}", &version(text)[..DIGITS])
}

/// True if it is the slug of a game from a file.
pub fn is_of_file(slug: &str) -> bool {
    slug.starts_with(OWN)
}

/// A game that was read from a file. It is freed with this value unless it is kept.
#[derive(Debug)]
pub struct ReadGame(Box<Spec>);

impl ReadGame {
    /// Returns its specification.
    pub fn spec(&self) -> &Spec {
        &self.0
    }

    /// Registers the game so that [`from_slug`](crate::from_slug) finds it.
    ///
    /// It stays in memory until the program ends, once for each text.
    pub fn keep(self) -> Variant {
        let slug = self.0.slug.clone();
        let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
        // Each slug must stand for one game, because games are compared by address.
        if let Some(Added::Game(first)) = added.get(&slug) {
            return *first;
        }
        let game = self.leaked();
        added.insert(slug, Added::Game(game));
        game
    }

    fn leaked(self) -> Variant {
        Variant::new(Box::leak(self.0))
    }
}

/// Parses a game's text.
///
/// # Errors
/// All defects of the text.
pub fn read(text: &str) -> Result<ReadGame, Refused> {
    Ok(ReadGame(Box::new(spec_of_file(&slug_of(text), text)?)))
}

/// Parses a game's text and keeps the game.
///
/// # Errors
/// All defects of the text.
pub fn add(text: &str) -> Result<Variant, Refused> {
    match find(&slug_of(text)) {
        Some(game) => Ok(game),
        None => Ok(read(text)?.keep()),
    }
}

/// Reads a game from a file under a private slug, by which `from_slug` does not find it.
///
/// The game stays in memory until the program ends. Nothing is kept of a refused file.
///
/// # Errors
/// All defects of the file.
pub fn of_file(slug: &str, text: &str) -> Result<Variant, Refused> {
    Ok(ReadGame(Box::new(spec_of_file(slug, text)?)).leaked())
}

/// Registers a text that was valid when it was added, so that [`from_slug`](crate::from_slug) finds its game.
///
/// It is parsed on the first request.
pub fn know(text: String) {
    let slug = slug_of(&text);
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    added.entry(slug).or_insert(Added::Text(text));
}

/// True if a text with this slug is known, readable or not.
pub fn is_known(slug: &str) -> bool {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).contains_key(slug)
}

/// Returns the game from a file with this slug, if it is known.
pub(crate) fn find(slug: &str) -> Option<Variant> {
    if !is_of_file(slug) {
        return None;
    }
    let text = match ADDED.read().unwrap_or_else(PoisonError::into_inner).get(slug)? {
        Added::Game(game) => return Some(*game),
        Added::Refused => return None,
        Added::Text(text) => text.clone(),
    };
    let read = spec_of_file(slug, &text).ok();
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(Added::Game(first)) = added.get(slug) {
        return Some(*first);
    }
    let game = read.map(|spec| ReadGame(Box::new(spec)).leaked());
    added.insert(slug.to_owned(), game.map_or(Added::Refused, Added::Game));
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::from_slug;

    const TEXT: &str = include_str!("../../../docs/own-games/los-alamos.toml");

    #[test]
    fn a_game_is_found_by_its_text_once_that_is_known() {
        let later = TEXT.replace("Los Alamos Chess", "Later Chess");
        assert_ne!(slug_of(TEXT), slug_of(&later));
        assert_eq!((from_slug(&slug_of(&later)), is_known(&slug_of(&later))), (None, false));
        know(later.clone());
        let game = from_slug(&slug_of(&later)).expect("it is known");
        assert_eq!((game.name(), game.is_custom(), game.slug()), ("Later Chess", true, &*slug_of(&later)));
        assert_eq!(add(&later), Ok(game), "one game");
        know(later.clone());
        assert_eq!(from_slug(&slug_of(&later)), Some(game), "it stays that one");
    }

    #[test]
    fn a_game_that_is_read_is_known_once_it_is_kept() {
        let text = TEXT.replace("Los Alamos Chess", "Kept Chess");
        let (one, other) = (read(&text).expect("a game"), read(&text).expect("a game"));
        assert_eq!((&*one.spec().name, from_slug(&slug_of(&text))), ("Kept Chess", None));
        let game = one.keep();
        assert_eq!((from_slug(&slug_of(&text)), other.keep()), (Some(game), game), "one game");
    }

    #[test]
    fn a_text_at_fault_is_no_game() {
        let wrong = TEXT.replace("rnqknr", "rnqkn");
        assert!(add(&wrong).is_err());
        know(wrong.clone());
        assert_eq!([from_slug(&slug_of(&wrong)), from_slug(&slug_of(&wrong))], [None; 2]);
    }
}
