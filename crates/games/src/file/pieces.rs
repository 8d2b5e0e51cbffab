//! The pieces of a game: built-in pieces by name, and pieces defined by the file.

use std::borrow::Cow;

use rules::piece_type::{PIECE_TYPES, Ride, Special};
use rules::{Description, PieceType};

use super::document::Table;
use super::drawings::{self, DRAWINGS};
use super::near::did_you_mean;
use super::{Reader, betza};

/// The largest value of a piece in centipawns.
const MOST_WORTH: i32 = 5_000;

/// Returns the name of a piece in files: its slug, or a distinct name for the second of two that share a
/// slug.
pub(super) fn name_of(piece: &PieceType) -> &str {
    match piece.movement.special {
        Some(Special::SlidingPawn) => "sliding-pawn",
        Some(Special::ExtendedBomber) => "extended-bomber",
        _ => &piece.slug,
    }
}

fn piece_named(name: &str) -> Option<&'static PieceType> {
    PIECE_TYPES.iter().copied().find(|piece| name_of(piece) == name)
}

fn is_slug(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    (1..=40).contains(&name.len()) && name.chars().all(is_plain)
}

impl Reader<'_, '_> {
    pub(super) fn pieces(&mut self, game: &mut Description, file: &mut Table<'_>) {
        let mut own: Vec<PieceType> = Vec::new();
        let mut described = Vec::new();
        for (name, table) in file.named("piece", &mut self.faults) {
            if piece_named(name).is_some() || !is_slug(name) {
                let form = "a to z, digits and -, and none of the bot's pieces";
                self.faults.add(&table.at(), format!("{name:?} must be a name of its own, of {form}."));
            }
            described.push((name, table.at()));
            own.extend(self.own_piece(name, table));
        }
        let Some(names) = file.texts("pieces", &mut self.faults) else {
            if !own.is_empty() {
                self.faults.add(&file.at(), "`pieces` must list the pieces of the game, the king first.");
            }
            return;
        };
        game.kinds.clear();
        for (name, at) in &names {
            let Some(piece) = own.iter().find(|piece| piece.slug == *name).or_else(|| piece_named(name))
            else {
                // Faults of a piece defined by the file are already reported.
                if !described.iter().any(|(described, _)| described == name) {
                    let of_ours = PIECE_TYPES.iter().map(|piece| name_of(piece));
                    let known: Vec<_> = described.iter().map(|(name, _)| *name).chain(of_ours).collect();
                    let meant = did_you_mean(name, known.iter().copied());
                    let said = format!("there is no piece {name:?}. There are: {}.{meant}", known.join(", "));
                    self.faults.add(at, said);
                }
                continue;
            };
            if game.kinds.iter().any(|other| other.name.eq_ignore_ascii_case(&piece.name)) {
                self.faults.add(at, format!("{:?} is the name of two pieces.", piece.name));
            }
            if let Some(other) = game.kinds.iter().find(|other| other.drawing == piece.drawing) {
                let (one, two) = (&other.name, &piece.name);
                self.faults.add(
                    at,
                    format!(
                        "{one:?} and {two:?} have the same drawing, {:?}: choose another `drawing`.",
                        piece.drawing
                    ),
                );
            }
            game.kinds.push(piece.clone());
        }
        for unused in own.iter().filter(|piece| names.iter().all(|(name, _)| piece.slug != *name)) {
            let at = described.iter().find(|(name, _)| *name == unused.slug).map(|(_, at)| at.clone());
            let said = format!("{:?} is not among `pieces`: add it there.", unused.slug);
            self.faults.add(&at.unwrap_or_else(|| file.place("piece")), said);
        }
    }

    fn own_piece(&mut self, slug: &str, mut table: Table<'_>) -> Option<PieceType> {
        let faults = &mut self.faults;
        let name = table.needed("name", faults);
        table.must_have("letter", faults);
        let letter = table.letter("letter", faults);
        if letter == Some('X') {
            faults.add(&table.place("letter"), "X stands for a capture; choose another letter.");
        }
        let moves = table.needed("moves", faults);
        let spares_kings = table.flag("spares_kings", faults).unwrap_or_default();
        let worth = table.number("worth", 0..MOST_WORTH, faults);
        let drawing = table.text("drawing", faults);
        if let Some(drawing) = drawing.as_deref().filter(|drawing| !DRAWINGS.contains(drawing)) {
            let all = DRAWINGS.join(", ");
            let meant = did_you_mean(drawing, DRAWINGS.iter().copied());
            let said = format!("there is no drawing {drawing:?}. There are: {all}.{meant}");
            faults.add(&table.place("drawing"), said);
        }
        let mut movement = None;
        if let Some(text) = moves {
            match betza::movement(&text) {
                Ok(found)
                    if found.leaps.is_empty()
                        && found.lines.is_empty()
                        && found.rides.is_empty()
                        && found.special.is_none() =>
                {
                    faults.add(&table.place("moves"), "a piece must be able to move.");
                }
                Ok(found) => movement = Some(found),
                Err(why) => faults.add(&table.place("moves"), why),
            }
        }
        table.end(faults);
        let mut movement = movement?;
        movement.spares_kings = spares_kings;
        let worth = worth.unwrap_or_else(|| guessed(&movement));
        Some(PieceType {
            slug: Cow::Owned(slug.to_owned()),
            drawing: Cow::Owned(drawing.unwrap_or(drawings::of_letter(letter?))),
            name: Cow::Owned(name?),
            nicknames: Cow::Borrowed(&[]),
            letter: letter?,
            movement,
            worth,
            proof_worth: worth,
        })
    }
}

/// Estimates a piece's value in centipawns from its leaps, lines and rides.
fn guessed(movement: &rules::piece_type::Movement) -> i32 {
    let leaps = 38 * movement.leaps.len() as i32;
    let reach = i32::from(movement.range.min(4)) * 30;
    // Moving and capturing are worth about the same.
    let ride = |ride: &Ride| {
        let far = if ride.most == 1 { 38 } else { i32::from(ride.most.min(4)) * 30 };
        let often = if ride.at_first { 4 } else { 1 };
        far * (i32::from(ride.moves) + i32::from(ride.takes)) / 2 / often
    };
    let rides = movement.rides.iter().map(ride).sum::<i32>();
    let special = if movement.special.is_some() { 300 } else { 0 };
    leaps + movement.lines.len() as i32 * reach + rides + special
}
