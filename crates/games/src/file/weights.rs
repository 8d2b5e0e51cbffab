//! The engine weights in a game's file: read from its last section, and written there.

use std::fmt::Write as _;
use std::ops::Range;

use rules::{PieceWeights, Spec, Variant};

use super::document::{Faults, Table, TextsAt};

/// The heading of the section.
const HEADING: &str = "[weights]";
/// The form of a kind's values.
const FORM: &str = "two texts of numbers, for the opening and for the ending, such as [\"320\", \"300\"]";

/// Reads the section of a game with this specification.
pub(super) fn read(mut table: Table<'_>, spec: &Spec, faults: &mut Faults) -> PieceWeights {
    let slopes = i32::from(*PieceWeights::SLOPES.start())..i32::from(*PieceWeights::SLOPES.end()) + 1;
    let slope = table.number("slope", slopes, faults).and_then(|slope| u16::try_from(slope).ok());
    let (place, squares) = (table.at(), spec.squares.len());
    let mut hand = None;
    let mut kinds: Vec<Option<[Vec<i16>; 2]>> = vec![None; spec.kinds().len()];
    for (key, at, texts) in table.others() {
        let mut letters = key.chars();
        let kind = letters.next().filter(|_| letters.next().is_none()).and_then(|letter| spec.kind(letter));
        match kind {
            Some(kind) => kinds[kind.index()] = values((key, &at), texts, squares, faults),
            None if key == "hand" && spec.drops.is_some() => hand = values((key, &at), texts, 1, faults),
            None => {
                let all: Vec<String> = spec.letters().map(String::from).collect();
                let form = format!("{HEADING} has `slope`, and letters of pieces: {}.", all.join(", "));
                faults.add(&at, format!("`{}` is no piece of the game. {form}", key.escape_debug()));
            }
        }
        // One fault per kind is enough.
        if let Some(kind) = kind {
            kinds[kind.index()].get_or_insert_with(Default::default);
        }
    }
    if spec.drops.is_some() && hand.is_none() {
        faults.add(&place, format!("`hand` is missing in {HEADING}: {FORM}."));
    }
    let nothing = || [vec![0; squares], vec![0; squares]];
    let each = spec.letters().zip(kinds).enumerate().map(|(number, (letter, values))| {
        if values.is_none() && number > 0 {
            faults.add(&place, format!("`{letter}` is missing in {HEADING}: {FORM}."));
        }
        values.unwrap_or_else(nothing)
    });
    let kinds = each.collect();
    let [early, late] = hand.unwrap_or_default().map(|values| values.first().copied().unwrap_or_default());
    PieceWeights { kinds, hand: [early, late], slope }
}

/// Reads the values of a kind: one for all squares, or one for each.
fn values(
    (key, at): (&str, &Range<usize>),
    texts: Option<TextsAt>,
    count: usize,
    faults: &mut Faults,
) -> Option<[Vec<i16>; 2]> {
    let Ok([early, late]) = <[_; 2]>::try_from(texts.unwrap_or_default()) else {
        faults.add(at, format!("`{key}` must be {FORM}."));
        return None;
    };
    let mut read = |(text, at): (String, Range<usize>)| {
        let numbers: Option<Vec<i16>> = text.split_whitespace().map(|number| number.parse().ok()).collect();
        let numbers = numbers.unwrap_or_default();
        if numbers.iter().any(|number| !PieceWeights::VALUES.contains(number))
            || ![1, count].contains(&numbers.len())
        {
            let (least, most) = (PieceWeights::VALUES.start(), PieceWeights::VALUES.end());
            let form = format!("one whole number from {least} to {most} for all squares");
            let each =
                if count > 1 { format!(", or {count} of them, one for each square") } else { String::new() };
            faults.add(&at, format!("`{key}` must have {form}{each}."));
            return None;
        }
        Some(if numbers.len() == 1 { numbers.repeat(count) } else { numbers })
    };
    let both = [read(early), read(late)];
    let [Some(early), Some(late)] = both else { return None };
    Some([early, late])
}

/// True if the heading, after its bracket, is that of the section in any TOML spelling.
fn heads_weights(heading: &str) -> bool {
    let name = heading.split(']').next().unwrap_or_default().trim();
    matches!(name, "weights" | "\"weights\"" | "'weights'")
}

/// Returns a game's file with its weights replaced by these, as the last section.
pub fn with_weights(text: &str, game: Variant, weights: &PieceWeights) -> String {
    let mut within = false;
    let others = text.lines().filter(|line| {
        if let Some(heading) = line.trim_start().strip_prefix('[') {
            within = heads_weights(heading);
        }
        !within
    });
    let mut made = others.collect::<Vec<_>>().join("\n").trim_end().to_owned();
    // Writing to a `String` never fails.
    let _ = write!(made, "\n\n{HEADING}\n");
    if let Some(slope) = weights.slope {
        let _ = writeln!(made, "slope = {slope}");
    }
    if game.spec().drops.is_some() {
        let [early, late] = weights.hand;
        let _ = writeln!(made, "hand = [\"{early}\", \"{late}\"]");
    }
    for (letter, values) in game.spec().letters().zip(&weights.kinds) {
        let [early, late] = values.each_ref().map(|values| row(values));
        let (between, end) = if early.len() + late.len() > 60 { ("\n  ", ",\n") } else { (" ", "") };
        let first = between.trim_start_matches(' ');
        let _ = writeln!(made, "{letter} = [{first}\"{early}\",{between}\"{late}\"{end}]");
    }
    made
}

/// Writes one number if all are equal.
fn row(values: &[i16]) -> String {
    match values {
        [first, rest @ ..] if rest.iter().all(|value| value == first) => first.to_string(),
        all => all.iter().map(i16::to_string).collect::<Vec<_>>().join(" "),
    }
}
