//! The rules of the games and their pieces, as messages.

use super::boards;
use super::custom_id::Meaning;
use super::reply::{MenuLine, Reply, Select};
use crate::render::BoardView;
use crate::rules::{Color, Kind, Position, Variant};
use crate::words::Words;

/// A game's rules: the pieces first, then the goal and the special moves; below the start position our readings.
pub fn of_game(variant: Variant) -> Reply {
    let start = BoardView::new(&Position::start(variant), None, Color::White);
    Reply::private(told(variant))
        .picture(boards::of_board(&start))
        .details(readings(variant))
        .select(pieces(variant))
}

/// One piece of a game, with its two diagrams.
///
/// # Errors
/// A sentence that says which pieces there are.
pub fn of_piece(variant: Variant, name: &str) -> Result<Reply, String> {
    let kind = kind(variant, name)?;
    let shown = variant.spec().diagrams_of(kind).map(|shown| BoardView::of_diagram(variant, shown)).collect();
    let picture = boards::of_diagrams(format!("{} {}", variant.slug(), kind.name()), shown);
    Ok(Reply::private(piece_told(variant, kind)).picture(picture).select(pieces(variant)))
}

/// The pieces of a game to choose from.
fn pieces(variant: Variant) -> Select {
    Select {
        label: format!("See a piece of {}", variant.name()),
        id: Meaning::Piece(variant),
        lines: variant
            .spec()
            .letters
            .iter()
            .map(|(_, kind)| MenuLine::new(kind.name(), kind.name()))
            .collect(),
    }
}

fn told(variant: Variant) -> String {
    let spec = variant.spec();
    let words = Words::english();
    let mut text = format!("**{}** ({})\n", words.game(variant), words.origin(variant));
    for (_, kind) in spec.letters {
        let sentence = words.piece(variant, *kind);
        text.push_str(&format!("- **{}** ({}) {sentence}\n", kind.name(), spec.letter(*kind)));
    }
    text.push_str(&format!("**Goal and special moves**\n{}", words.summary(variant)));
    text
}

fn readings(variant: Variant) -> String {
    let spec = variant.spec();
    let mut text = String::new();
    let readings = Words::english().readings(variant);
    if !readings.is_empty() {
        text.push_str("**Our reading, where the source leaves a doubt:**\n");
        for reading in readings {
            text.push_str(&format!("- {reading}\n"));
        }
    }
    text.push_str(&format!("Source: <{}>", spec.source_url));
    text
}

/// The pieces of a game whose name, or a word of it, begins with what is typed, or whose letter it is; all when nothing is.
pub fn matching(variant: Variant, typed: &str) -> Vec<Kind> {
    let typed = typed.trim().to_lowercase();
    let letters = variant.spec().letters.iter();
    let fits = |letter: char, kind: Kind| {
        let name = kind.name().to_lowercase();
        letter.to_lowercase().to_string() == typed
            || name.starts_with(&typed)
            || name.split([' ', '-']).any(|word| word.starts_with(&typed))
    };
    letters.filter(|(letter, kind)| fits(*letter, *kind)).map(|(_, kind)| *kind).collect()
}

/// The piece that is meant, or a sentence that says which pieces there are.
fn kind(variant: Variant, typed: &str) -> Result<Kind, String> {
    let spec = variant.spec();
    let mut letters = spec.letters.iter();
    let exactly = letters.find(|(letter, kind)| {
        kind.name().eq_ignore_ascii_case(typed.trim())
            || typed.trim().eq_ignore_ascii_case(&letter.to_string())
    });
    match (exactly, &matching(variant, typed)[..]) {
        (Some((_, kind)), _) => Ok(*kind),
        (None, [one]) => Ok(*one),
        _ => {
            let names: Vec<_> = spec.letters.iter().map(|(_, kind)| kind.name()).collect();
            Err(format!("{} has no such piece. It has: {}.", spec.name, names.join(", ")))
        }
    }
}

fn piece_told(variant: Variant, kind: Kind) -> String {
    let spec = variant.spec();
    let words = Words::english();
    let sentence = words.piece(variant, kind);
    let mut text = format!("**{}** ({}) {sentence}\n", kind.name(), spec.letter(kind));
    for (board, diagram) in ["Left board", "Right board"].into_iter().zip(spec.diagrams_of(kind)) {
        text.push_str(&format!("\n**{board}:** {}", words.caption(variant, diagram)));
    }
    text.push_str(&format!("\n\nA piece of {}; source: <{}>", spec.name, spec.source_url));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::reply::{CHOICES_MAX, CONTENT_MAX, DETAILS_MAX};

    #[test]
    fn every_text_fits_a_message() {
        for variant in Variant::all() {
            // Room for the numbers of the commands that it names.
            let (text, more) = (told(variant), readings(variant));
            let long = text.chars().count() + 25 * text.matches("`/").count();
            println!("{}: {long} and {}", variant.slug(), more.chars().count());
            assert!(long <= CONTENT_MAX, "{}: {long}", variant.slug());
            assert!(more.chars().count() <= DETAILS_MAX);
            let lines = pieces(variant).lines;
            assert!((1..=CHOICES_MAX).contains(&lines.len()));
            let names: Vec<_> = variant.spec().letters.iter().map(|(_, kind)| kind.name()).collect();
            assert_eq!(lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>(), names, "uncut");
            for (_, kind) in variant.spec().letters {
                let text = piece_told(variant, *kind);
                assert!(text.chars().count() <= CONTENT_MAX);
                assert!(
                    variant
                        .spec()
                        .diagrams_of(*kind)
                        .all(|shown| text.contains(&Words::english().caption(variant, shown)))
                );
            }
        }
    }

    #[test]
    fn a_piece_of_another_game_is_refused_with_the_pieces_there_are() {
        let chess = Variant::from_slug("chess").expect("chess is there");
        assert_eq!(
            kind(chess, "Camel"),
            Err("Chess has no such piece. It has: King, Queen, Rook, Bishop, Knight, Pawn.".to_owned())
        );
        for (typed, meant) in
            [("knight", Kind::Knight), ("N", Kind::Knight), ("paw", Kind::Pawn), (" k ", Kind::King)]
        {
            assert_eq!(kind(chess, typed), Ok(meant), "{typed}");
        }
        let birds = Variant::from_slug("birds-and-ninjas").expect("it is there");
        assert!(kind(birds, "ninja").is_err(), "a Guard or a pawn");
        assert_eq!(kind(birds, "Pawn"), Ok(Kind::Pawn), "not the Ninja Pawn");
    }
}
