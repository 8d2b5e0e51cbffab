//! Which game is meant by what somebody types: by its name, its family, its pieces, or what is told of it besides.

use std::cmp::Reverse;

use crate::rules::Variant;
use crate::words::Words;

/// By what a game was found; the later ones count for less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FoundBy {
    /// Its name or slug begins with it.
    Beginning,
    /// Words of its name.
    Name,
    /// Words of its family's name.
    Family,
    /// Its pieces, or what is told of it besides.
    Also,
}

/// Words that say nothing of a game, unless its name has them: "with scepter" is looked for as "scepter".
const FILLERS: [&str; 10] = ["a", "an", "and", "chess", "game", "in", "of", "the", "variant", "with"];

/// The games that fit what is typed, the best first and else in their own order; all where nothing is typed.
pub fn matching(words: &Words, games: impl Iterator<Item = Variant>, typed: &str) -> Vec<Variant> {
    let typed = typed.trim().to_lowercase();
    let mut found: Vec<(Variant, FoundBy)> =
        games.filter_map(|game| Some((game, fit(words, game, &typed)?))).collect();
    found.sort_by_key(|(_, by)| *by);
    found.into_iter().map(|(game, _)| game).collect()
}

/// The game that is meant: by its whole name or slug, else the only one that fits, or fits best.
pub fn meant(words: &Words, typed: &str) -> Option<Variant> {
    let wanted = typed.trim().to_lowercase();
    if wanted.is_empty() {
        return None;
    }
    if let Some(named) = Variant::all().find(|game| names(words, *game).any(|name| name == wanted)) {
        return Some(named);
    }
    let mut found: Vec<(Variant, FoundBy)> =
        Variant::all().filter_map(|game| Some((game, fit(words, game, &wanted)?))).collect();
    found.sort_by_key(|(_, by)| Reverse(*by));
    let (best, by) = found.pop()?;
    let is_alone = found.last().is_none_or(|(_, next)| *next != by);
    is_alone.then_some(best)
}

/// What a game is called, in lower case: in this language and in English, and on command lines.
fn names(words: &Words, game: Variant) -> impl Iterator<Item = String> {
    [words.game(game), game.name().to_owned(), game.slug().to_owned(), game.slug().replace('-', " ")]
        .into_iter()
        .map(|name| name.to_lowercase())
}

/// By what a game fits; `typed` is in lower case.
fn fit(words: &Words, game: Variant, typed: &str) -> Option<FoundBy> {
    if names(words, game).any(|name| name.starts_with(typed)) {
        return Some(FoundBy::Beginning);
    }
    let of_name = parts(&names(words, game).collect::<Vec<_>>().join(" "));
    let of_family = parts(&words.family(game.family()));
    let pieces = game.spec().piece_types().iter();
    let of_pieces = pieces.flat_map(|piece| {
        let names = [words.kind(piece), piece.name.to_owned()].into_iter();
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
        matching(Words::english(), Variant::all(), typed).into_iter().map(Variant::slug).collect()
    }

    #[test]
    fn a_game_is_suggested_by_its_name_its_family_a_piece_and_what_is_told_besides() {
        assert_eq!(found("").len(), Variant::all().count());
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
        assert_eq!(found("heli").len(), 10, "by what people call a piece: {:?}", found("heli"));
        assert_eq!(found("mongol"), ["hiashatar"]);
        assert_eq!(found("hangar"), ["flying-bombers-hangars"]);
        assert_eq!(found("bishop leaping"), ["birds-leaping", "insane-ninja"]);
        assert!(
            found("checkers").is_empty() && found("birds xyz").is_empty() && found("with the").is_empty()
        );
    }

    #[test]
    fn a_game_is_meant_where_no_other_fits_as_well() {
        let one = |typed| meant(Words::english(), typed).map(Variant::slug);
        for (typed, expected) in [
            ("chess", Some("chess")),
            ("Birds and Ninjas", Some("birds-and-ninjas")),
            ("flying bombers", Some("flying-bombers")),
            ("insane ninja chess 2", Some("insane-ninja-2")),
            ("prison", Some("prison-break")),
            ("  CLAUSTRO ", Some("claustrophobia")),
            ("scepter", Some("birds-scepter")),
            ("birds", None),
            ("ninja", None),
            ("", None),
            ("checkers", None),
        ] {
            assert_eq!(one(typed), expected, "{typed}");
        }
    }
}
