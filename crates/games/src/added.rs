//! The games from files that this process knows, by slugs that follow from their texts. A text that is known is read when its game is first
//! asked for; then the game stays in memory. Of a game that is only read, and not kept, nothing stays.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{LazyLock, PoisonError, RwLock};

use ring::digest::{SHA256, digest};
use rules::{Spec, Variant};

use crate::own::{Refused, spec_of_file};

/// Before the version in a slug.
const OWN: &str = "own-";
/// So many digits of a version make a slug. Two texts that share them are one in 2^80.
const DIGITS: usize = 20;

/// A game from a file, as far as it has been needed.
enum Added {
    Text(String),
    /// It cannot be read any more, for example as it builds upon a game that has changed.
    Refused,
    Game(Variant),
}

static ADDED: LazyLock<RwLock<HashMap<String, Added>>> = LazyLock::new(RwLock::default);

/// The version of a game's text: its SHA-256 in hexadecimal digits. Another text is another version.
pub fn version(text: &str) -> String {
    let mut digits = String::new();
    for byte in digest(&SHA256, text.as_bytes()).as_ref() {
        // Nothing fails at writing into a text.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// The slug under which a text's game is found: `own-` and the first twenty digits of its version.
pub fn slug_of(text: &str) -> String {
    format!("{OWN}{}", &version(text)[..DIGITS])
}

/// Whether it is the slug of a game from a file.
pub fn is_of_file(slug: &str) -> bool {
    slug.starts_with(OWN)
}

/// A game that was read from a file. It is gone with this, unless it is kept.
#[derive(Debug)]
pub struct ReadGame(Box<Spec>);

impl ReadGame {
    /// Its specification.
    pub fn spec(&self) -> &Spec {
        &self.0
    }

    /// Lets [`from_slug`](crate::from_slug) find the game from then on. It stays in memory for as long as the program runs, once for each text.
    pub fn keep(self) -> Variant {
        let slug = self.0.slug.clone();
        let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
        // A game is to be one game.
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

/// Reads a game's text.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(text: &str) -> Result<ReadGame, Refused> {
    Ok(ReadGame(Box::new(spec_of_file(&slug_of(text), text)?)))
}

/// Reads a game's text and keeps the game.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn add(text: &str) -> Result<Variant, Refused> {
    match find(&slug_of(text)) {
        Some(game) => Ok(game),
        None => Ok(read(text)?.keep()),
    }
}

/// Reads a game from the text of a file under a slug of one's own, by which nobody else finds it. The game stays in memory for as long as the
/// program runs. Of a file that is refused, nothing stays.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn of_file(slug: &str, text: &str) -> Result<Variant, Refused> {
    Ok(ReadGame(Box::new(spec_of_file(slug, text)?)).leaked())
}

/// Lets [`from_slug`](crate::from_slug) find the game of this text, which was in order when it was added. It is read when it is asked for.
pub fn know(text: String) {
    let slug = slug_of(&text);
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    added.entry(slug).or_insert(Added::Text(text));
}

/// Whether a text with this slug is known, readable or not.
pub fn is_known(slug: &str) -> bool {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).contains_key(slug)
}

/// The game from a file with this slug, if it is known.
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
