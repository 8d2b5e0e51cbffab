//! Which material a side can have, determined by trying all promotions that its pieces may have made.

use std::collections::{BTreeMap, HashSet};

use super::Game;
use super::game::Zone;

/// Pieces by letter, upper case.
pub type Pieces = BTreeMap<u8, usize>;

/// Whether a side can have these pieces, including those in hand, after `made` promotions (if they are
/// counted).
pub fn can_have(game: &Game, start: &Pieces, now: &Pieces, made: u32) -> bool {
    let had = |letter: u8| start.get(&letter).copied().unwrap_or(0);
    let has = |letter: u8| now.get(&letter).copied().unwrap_or(0);
    if has(b'P') > had(b'P') || has(b'J') > had(b'J') {
        return false;
    }
    let gone = had(b'P') + had(b'J') - has(b'P') - has(b'J');
    let others = now.keys().copied().filter(|letter| !b"KPJ".contains(letter));
    let mut extra: Vec<u8> =
        others.flat_map(|letter| vec![letter; has(letter).saturating_sub(had(letter))]).collect();
    // A missing piece of the start position may have become another one in its zone.
    if let Some(zone) = game.zone {
        let missing = zone.from.iter().map(|&letter| had(letter).saturating_sub(has(letter)));
        for _ in 0..missing.sum() {
            if let Some(at) = extra.iter().position(|letter| *letter == zone.to) {
                extra.remove(at);
            }
        }
    }
    if extra.len() > gone {
        return false;
    }
    let made = if game.counts_promotions() { made } else { gone as u32 };
    search(game, 0, made, &extra, &mut HashSet::new())
}

/// Whether the promotion after `next` others can have produced this piece, possibly through a zone.
fn makes(game: &Game, next: u32, letter: u8) -> bool {
    let choice = game.promotions(next);
    let by_zone = |zone: Zone| letter == zone.to && zone.from.iter().any(|before| choice.contains(before));
    choice.contains(&letter) || game.zone.is_some_and(by_zone)
}

/// Assigns each promotion in turn to one of the unexplained pieces, or to none of them.
fn search(game: &Game, next: u32, made: u32, extra: &[u8], failed: &mut HashSet<(u32, Vec<u8>)>) -> bool {
    if extra.is_empty() {
        return true;
    }
    if next == made || failed.contains(&(next, extra.to_vec())) {
        return false;
    }
    for (i, letter) in extra.iter().enumerate() {
        if makes(game, next, *letter) {
            let rest = [&extra[..i], &extra[i + 1..]].concat();
            if search(game, next + 1, made, &rest, failed) {
                return true;
            }
        }
    }
    if search(game, next + 1, made, extra, failed) {
        return true;
    }
    failed.insert((next, extra.to_vec()));
    false
}
