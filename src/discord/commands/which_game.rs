//! Finds the game meant by a typed text: by its name, its family, its pieces, or other words that describe
//! it.

use crate::discord::features::rulebook;
use crate::games;
use crate::rules::Variant;
use crate::words::Words;

/// How a game was found; later variants rank lower.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FoundBy {
    /// The text is a prefix of its name or slug.
    Beginning,
    /// Words of its name.
    Name,
    /// Words of its family's name.
    Family,
    /// Its pieces, or other words that describe it.
    Also,
}

/// Minimum letters that can mean a game by less than its full name.
const LEAST: usize = 3;
/// Words ignored unless a game's name has them: "with scepter" is looked up as "scepter".
const FILLERS: [&str; 10] = ["a", "an", "and", "chess", "game", "in", "of", "the", "variant", "with"];

/// The games that match a text, the best first, otherwise in their own order. All match an empty text.
pub fn matching(words: &Words, games: impl Iterator<Item = Variant>, typed: &str) -> Vec<Variant> {
    let typed = typed.trim().to_lowercase();
    let mut found: Vec<(Variant, FoundBy)> =
        games.filter_map(|game| Some((game, fit(words, game, &typed)?))).collect();
    found.sort_by_key(|(_, by)| *by);
    found.into_iter().map(|(game, _)| game).collect()
}

/// The one of these games with exactly this name or slug.
pub fn named(words: &Words, mut games: impl Iterator<Item = Variant>, typed: &str) -> Option<Variant> {
    let wanted = typed.trim().to_lowercase();
    games.find(|game| names(words, *game).any(|name| name == wanted))
}

/// The game that is meant: by its full name, or as the only best match.
///
/// One or two letters mean nothing yet.
pub fn meant(words: &Words, games: &[Variant], typed: &str) -> Option<Variant> {
    let named = named(words, games.iter().copied(), typed);
    let wanted = typed.trim().to_lowercase();
    if named.is_some() || wanted.chars().count() < LEAST {
        return named;
    }
    // Here a name that begins with the text ranks no higher than another name that has the word.
    let by = |game: Variant| fit(words, game, &wanted).map(|by| by.max(FoundBy::Name));
    let best = games.iter().filter_map(|game| by(*game)).min()?;
    let mut found = games.iter().copied().filter(|game| by(*game) == Some(best));
    let first = found.next();
    if found.next().is_none() { first } else { None }
}

/// The games with a piece of this name, or of an unambiguous prefix of it.
pub fn with_piece(words: &Words, typed: &str) -> Vec<Variant> {
    games::all().filter(|game| rulebook::piece(words, *game, typed).is_some()).collect()
}

/// A game's names in lower case: in this language, in English, and as slugs.
fn names(words: &Words, game: Variant) -> impl Iterator<Item = String> {
    [words.game(game), game.name().to_owned(), game.slug().to_owned(), game.slug().replace('-', " ")]
        .into_iter()
        .map(|name| name.to_lowercase())
}

/// How well a game matches; `typed` is in lower case.
fn fit(words: &Words, game: Variant, typed: &str) -> Option<FoundBy> {
    if names(words, game).any(|name| name.starts_with(typed)) {
        return Some(FoundBy::Beginning);
    }
    let of_name = parts(&names(words, game).collect::<Vec<_>>().join(" "));
    let of_family = parts(&words.family(game.family()));
    let pieces = game.spec().piece_types().iter();
    let of_pieces = pieces.flat_map(|piece| {
        let names = [words.kind(piece), piece.name.to_string()].into_iter();
        names.chain(piece.nicknames.iter().map(|name| (*name).to_owned()))
    });
    let of_pieces = parts(&of_pieces.collect::<Vec<_>>().join(" "));
    let also = parts(&words.game_is_also(game));
    let begins = |all: &[String], part: &str| all.iter().any(|one| one.starts_with(part));
    let mut worst = FoundBy::Name;
    let mut says_something = false;
    for part in parts(typed) {
        let by = if begins(&of_name, &part) {
            FoundBy::Name
        } else if FILLERS.contains(&part.as_str()) {
            continue;
        } else if begins(&of_family, &part) {
            FoundBy::Family
        } else if begins(&of_pieces, &part) || begins(&also, &part) {
            FoundBy::Also
        } else {
            return None;
        };
        says_something = true;
        worst = worst.max(by);
    }
    says_something.then_some(worst)
}

/// The words of a text, in lower case.
fn parts(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(typed: &str) -> Vec<&'static str> {
        matching(Words::english(), games::all(), typed).into_iter().map(Variant::slug).collect()
    }

    #[test]
    fn a_game_is_suggested_by_its_name_its_family_a_piece_and_what_is_told_besides() {
        assert_eq!(found("").len(), games::all().count());
        assert_eq!(found("  "), found(""));
        assert_eq!(found("squ"), ["squirrel"]);
        assert_eq!(found("Ninjutsu"), ["ninjutsu"]);
        assert_eq!(found("birds")[0], "birds-and-ninjas", "first what begins so, in order");
        assert_eq!(found("birds and")[0], "birds-and-ninjas");
        let scepter = found("with scepter");
        assert_eq!(scepter[0], "birds-scepter", "the name before all else");
        assert!(
            ["claustrophobia", "ninjutsu", "capture-the-sceptre"].iter().all(|one| scepter.contains(one))
        );
        assert_eq!(found("camel"), ["squirrel", "birds-leaping"]);
        assert_eq!(found("warrior"), ["ninjutsu"]);
        assert_eq!(found("heli").len(), 12, "by what people call a piece: {:?}", found("heli"));
        assert_eq!(found("mongol"), ["hiashatar"]);
        assert_eq!(found("hangar"), ["flying-bombers-hangars"]);
        assert_eq!(found("bishop leaping"), ["birds-leaping", "insane-ninja"]);
        assert!(found("checkers").is_empty() && found("birds xyz").is_empty() && found("of game").is_empty());
    }

    #[test]
    fn a_game_is_meant_where_no_other_fits_as_well() {
        let all: Vec<Variant> = games::all().collect();
        let one = |typed| meant(Words::english(), &all, typed).map(Variant::slug);
        for (typed, expected) in [
            ("chess", Some("chess")),
            ("Birds and Ninjas", Some("birds-and-ninjas")),
            ("flying bombers", Some("flying-bombers")),
            ("insane ninja chess 2", Some("insane-ninja-2")),
            ("prison", Some("prison-break")),
            ("  CLAUSTRO ", Some("claustrophobia")),
            ("scepter", Some("birds-scepter")),
            ("capture the scepter", None),
            ("birds", None),
            ("ninja", None),
            ("nin", None),
            ("h", None),
            ("sq", None),
            ("", None),
            ("checkers", None),
        ] {
            assert_eq!(one(typed), expected, "{typed}");
        }
        let few = ["claustrophobia", "birds-and-ninjas"].map(|slug| games::from_slug(slug).expect("a game"));
        let of_few = |typed| meant(Words::english(), &few, typed).map(Variant::slug);
        assert_eq!(of_few("birds"), Some("birds-and-ninjas"), "the only one there");
        assert_eq!(of_few("scepter"), Some("claustrophobia"));
        assert_eq!(of_few("chess"), None);
    }

    #[test]
    fn a_piece_tells_its_games() {
        let games = |typed| -> Vec<&str> {
            with_piece(Words::english(), typed).into_iter().map(Variant::slug).collect()
        };
        assert_eq!(games("ice queen"), ["prison-break"]);
        assert_eq!(games("camel"), ["squirrel"]);
        assert_eq!(games("ninja warrior"), ["ninjutsu"]);
        assert_eq!(games("knight").len(), games::all().count());
        assert!(games("draughtsman").is_empty());
    }
}
