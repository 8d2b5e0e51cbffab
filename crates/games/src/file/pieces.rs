//! The pieces of a game: those of the bot by their names, and pieces of its own.

use std::borrow::Cow;

use rules::piece_type::{PIECE_TYPES, Special};
use rules::{Description, PieceType};

use super::document::Table;
use super::{Reader, betza};

/// The most a piece is worth, in hundredths of a pawn.
const MOST_WORTH: i32 = 5_000;

/// The name of a piece in files: its slug, but of two that share one, the second has a name of its own.
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

impl Reader<'_, '_> {
    pub(super) fn pieces(&mut self, game: &mut Description, file: &mut Table<'_>) {
        let mut own = Vec::new();
        for (name, table) in file.named("piece", &mut self.faults) {
            if piece_named(name).is_some() {
                self.faults
                    .add(&table.at(), format!("{name:?} is a piece of the bot; give yours another name."));
            }
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
            let found = own.iter().find(|piece| piece.slug == *name).or_else(|| piece_named(name));
            game.kinds.extend(found.cloned());
            if found.is_none() {
                let known: Vec<_> = PIECE_TYPES.iter().map(|piece| name_of(piece)).collect();
                self.faults.add(at, format!("there is no piece {name:?}. There are: {}.", known.join(", ")));
            }
        }
        for unused in own.iter().filter(|piece| names.iter().all(|(name, _)| piece.slug != *name)) {
            self.faults.add(&file.place("piece"), format!("{:?} is not among `pieces`.", unused.slug));
        }
    }

    fn own_piece(&mut self, slug: &str, mut table: Table<'_>) -> Option<PieceType> {
        let faults = &mut self.faults;
        let name = table.needed("name", faults);
        let letter = table.letter("letter", faults);
        let moves = table.needed("moves", faults);
        let spares_kings = table.flag("spares_kings", faults).unwrap_or_default();
        let worth = table.number("worth", 0..MOST_WORTH, faults);
        let mut movement = None;
        if let Some(text) = moves {
            match betza::movement(&text) {
                Ok(found) if found.leaps.is_empty() && found.lines.is_empty() && found.special.is_none() => {
                    faults.add(&table.place("moves"), "a piece must be able to move.");
                }
                Ok(found) => movement = Some(found),
                Err(why) => faults.add(&table.place("moves"), why),
            }
        }
        if letter.is_none() && table.place("letter") == table.at() {
            faults.add(&table.at(), format!("`letter` is missing in [piece.{slug}]."));
        }
        table.end(faults);
        let mut movement = movement?;
        movement.spares_kings = spares_kings;
        let worth = worth.unwrap_or_else(|| guessed(&movement));
        Some(PieceType {
            slug: Cow::Owned(slug.to_owned()),
            name: Cow::Owned(name?),
            nicknames: Cow::Borrowed(&[]),
            letter: letter?,
            movement,
            worth,
            proof_worth: worth,
        })
    }
}

/// A first guess at what a piece is worth, in hundredths of a pawn: so much for each leap and each line.
fn guessed(movement: &rules::piece_type::Movement) -> i32 {
    let leaps = 38 * movement.leaps.len() as i32;
    let reach = i32::from(movement.range.min(4)) * 30;
    leaps + movement.lines.len() as i32 * reach + if movement.special.is_some() { 300 } else { 0 }
}
