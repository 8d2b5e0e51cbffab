//! The allocation of White (C.04.3 E).

use std::cmp::Reverse;

use super::contender::{Contender, Strength};
use crate::{Pairing, Side};

/// Returns the game of two players with the sides from E.
pub(super) fn game(one: &Contender, other: &Contender, initial: Side) -> Pairing {
    let rank = |contender: &Contender| (Reverse(contender.points), contender.number);
    let (higher, lower) = if rank(one) < rank(other) { (one, other) } else { (other, one) };
    match side_of_higher(higher, lower, initial) {
        Side::White => Pairing { white: higher.number, black: lower.number },
        Side::Black => Pairing { white: lower.number, black: higher.number },
    }
}

fn side_of_higher(higher: &Contender, lower: &Contender, initial: Side) -> Side {
    if let Some(side) = by_preferences(higher, lower) {
        return side;
    }
    // E.3: the reverse of the last round in which they had different sides.
    let backwards = higher.sides.iter().rev().zip(lower.sides.iter().rev());
    if let Some((side, _)) = backwards.into_iter().find(|(one, other)| one != other) {
        return side.other();
    }
    // E.4.
    if let Some(side) = higher.prefers() {
        return side;
    }
    // E.5.
    if higher.number.get() % 2 == 1 { initial } else { initial.other() }
}

/// E.1: both preferences are granted. E.2: the stronger preference is granted.
fn by_preferences(higher: &Contender, lower: &Contender) -> Option<Side> {
    let (one, other) = match (higher.preference, lower.preference) {
        (Some(one), Some(other)) => (one, other),
        (Some(one), None) => return Some(one.side),
        (None, Some(other)) => return Some(other.side.other()),
        (None, None) => return None,
    };
    if one.side != other.side {
        return Some(one.side);
    }
    let wider = |contender: &Contender, strength| match strength {
        Strength::Absolute => contender.difference.abs(),
        Strength::Mild | Strength::Strong => 0,
    };
    let rank = (one.strength, wider(higher, one.strength));
    let other_rank = (other.strength, wider(lower, other.strength));
    match rank.cmp(&other_rank) {
        std::cmp::Ordering::Greater => Some(one.side),
        std::cmp::Ordering::Less => Some(other.side.other()),
        std::cmp::Ordering::Equal => None,
    }
}
