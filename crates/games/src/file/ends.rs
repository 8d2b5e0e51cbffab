//! Reads which kings are royal, what moves must do and may not, what explodes, and how a game ends besides
//! mate, goals and draws.

use rules::{ByColor, Description, Explosion, FewPieces, NoMoves};

use super::document::{Faults, Switchable, Table};

/// The value of a key that takes one of these words.
fn one_of<T: Clone>(
    table: &mut Table<'_>,
    key: &'static str,
    words: &[(&str, T)],
    faults: &mut Faults,
) -> Option<T> {
    let word = table.text(key, faults)?;
    let found = words.iter().find(|(one, _)| *one == word);
    if found.is_none() {
        let all: Vec<_> = words.iter().map(|(one, _)| format!("{one:?}")).collect();
        faults.add(&table.place(key), format!("`{key}` must be {}.", all.join(" or ")));
    }
    found.map(|(_, value)| value.clone())
}

pub(super) fn read(game: &mut Description, file: &mut Table<'_>, faults: &mut Faults) {
    if let Some(mut king) = file.needed_section("king", faults) {
        let royal = [
            ("both", (true, true)),
            ("white", (true, false)),
            ("black", (false, true)),
            ("none", (false, false)),
        ];
        if let Some((white, black)) = one_of(&mut king, "royal", &royal, faults) {
            game.royal = ByColor { white, black };
        }
        king.end(faults);
    }
    if let Some(mut moves) = file.needed_section("moves", faults) {
        if let Some(must) = moves.flag("must_take", faults) {
            game.duties.must_take = must;
        }
        if let Some(may) = moves.flag("may_check", faults) {
            game.duties.may_check = may;
        }
        moves.end(faults);
    }
    match file.section("explosion", faults) {
        Some(Switchable::On(mut explosion)) => {
            let spares = explosion.letters("spares", faults).unwrap_or_default();
            game.explosion = Some(Explosion { spares });
            explosion.end(faults);
        }
        Some(Switchable::Off) => game.explosion = None,
        None => {}
    }
    match file.section("ends", faults) {
        Some(Switchable::On(mut ends)) => {
            let results = [("draws", NoMoves::Draws), ("loses", NoMoves::Loses), ("wins", NoMoves::Wins)];
            if let Some(result) = one_of(&mut ends, "no_moves", &results, faults) {
                game.no_moves = result;
            }
            if let Some(checks) = ends.number("checks", 1..100, faults) {
                game.checks = Some(checks);
            }
            ends.end(faults);
        }
        Some(Switchable::Off) => (game.no_moves, game.checks) = (NoMoves::Draws, None),
        None => {}
    }
    match file.section("extinction", faults) {
        Some(Switchable::On(mut extinction)) => {
            extinction.must_have("pieces", faults);
            let all = extinction.has("pieces") && extinction.is_text("pieces", "all");
            let kinds = if all { Some(String::new()) } else { extinction.letters("pieces", faults) };
            game.few_pieces = Some(FewPieces {
                kinds: kinds.unwrap_or_default(),
                at_most: extinction.number("at_most", 0..64, faults).unwrap_or_default(),
                wins: one_of(&mut extinction, "side", &[("loses", false), ("wins", true)], faults)
                    .unwrap_or_default(),
            });
            extinction.end(faults);
        }
        Some(Switchable::Off) => game.few_pieces = None,
        None => {}
    }
}
