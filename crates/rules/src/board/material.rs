//! Checks which material a side can have, given the start position and the promotions of missing pawns.

use super::piece::{ByColor, Color, Kind};
use super::position::{Board, PositionOf};
use crate::notation::defects::{Extra, FenDefect, Impossible};
use crate::spec::{Spec, Zone};

/// Number of pieces of each kind that a side has, including those in hand.
type Census = [u16; Kind::MOST];

fn count(spec: &Spec, board: &Board, color: Color, hand: u8) -> Census {
    let mut count = [0; Kind::MOST];
    for kind in spec.kinds() {
        count[kind.index()] = board.of(color, kind).len() as u16;
    }
    if let Some(rule) = spec.drops {
        count[rule.kind.index()] += u16::from(hand);
    }
    count
}

/// Returns the census of both sides in the start position.
pub(crate) fn at_the_start(spec: &Spec) -> ByColor<Census> {
    let of = |color| {
        let mut count = [0; Kind::MOST];
        // The letters include the hand in brackets.
        let letters = spec.start_fen.split(' ').next().unwrap_or_default().chars();
        for letter in letters.filter(|letter| letter.is_ascii_uppercase() == (color == Color::White)) {
            if let Some(kind) = spec.kind(letter.to_ascii_uppercase()) {
                count[kind.index()] += 1;
            }
        }
        count
    };
    ByColor { white: of(Color::White), black: of(Color::Black) }
}

/// Returns the defect of a side's material if no game can lead to it.
pub(crate) fn defect(position: &PositionOf<'_>, color: Color) -> Option<FenDefect> {
    let spec = position.spec;
    let start = at_the_start(spec)[color];
    let now = count(spec, &position.board, color, position.hands[color]);
    if let Some(pawn) = spec.ordinary_pawn {
        let (found, most) = (now[pawn.index()], start[pawn.index()]);
        if found > most {
            return Some(FenDefect::TooManyPawns { color, piece: pawn, found, most });
        }
    }
    // `missing` saturates at 0: too many ninja pawns are a separate defect.
    let gone: u16 =
        spec.kinds().filter(|kind| spec.is_pawn(*kind)).map(|kind| missing(&start, &now, kind)).sum();
    let made = if spec.counts_promotions { position.promotions[color] } else { gone };
    let by_zone: u16 =
        spec.zone.as_ref().map_or(0, |zone| zone.kinds.iter().map(|kind| missing(&start, &now, *kind)).sum());
    let mut extra: Vec<(Kind, u16)> = spec
        .kinds()
        .filter(|kind| !spec.is_pawn(*kind) && (*kind != Kind::KING || !spec.royal[color]))
        .map(|kind| (kind, now[kind.index()].saturating_sub(start[kind.index()])))
        .filter(|(_, extra)| *extra > 0)
        .collect();
    // The missing pieces of the kinds that promote in the enemy's zone may have done so.
    if let Some(zone) = &spec.zone
        && let Some((_, count)) = extra.iter_mut().find(|(kind, _)| *kind == zone.becomes)
    {
        *count = count.saturating_sub(by_zone);
    }
    extra.retain(|(_, count)| *count > 0);
    let needed: u16 = extra.iter().map(|(_, extra)| extra).sum();
    if needed <= gone && can_be_promoted(spec, made, &extra) {
        return None;
    }
    let extra = extra.iter().map(|(kind, _)| {
        let index = kind.index();
        Extra { piece: *kind, now: now[index], start: start[index] }
    });
    let why = if needed > gone {
        Impossible::TooFewPawnsGone { needed, gone }
    } else {
        Impossible::NotByPromotions(made)
    };
    Some(FenDefect::Material { color, extra: extra.collect(), why })
}

fn missing(start: &Census, now: &Census, kind: Kind) -> u16 {
    start[kind.index()].saturating_sub(now[kind.index()])
}

/// True if the first `made` promotions of a side can have produced these pieces.
///
/// They may also have produced others that were captured.
fn can_be_promoted(spec: &Spec, made: u16, extra: &[(Kind, u16)]) -> bool {
    let mut left: Vec<(Kind, u16)> = extra.to_vec();
    // Early promotions allow few kinds and are used up first. Apart from the last row, which allows every
    // kind, no two rows of a game share a kind, so each extra piece can be assigned to the earliest promotion
    // that allows it.
    for earlier in 0..made {
        let allowed = spec.promotions(earlier);
        let gives = |kind: &Kind| {
            let by_zone =
                |zone: &Zone| zone.becomes == *kind && zone.kinds.iter().any(|one| allowed.contains(one));
            allowed.contains(kind) || spec.zone.as_ref().is_some_and(by_zone)
        };
        if let Some((_, extra)) = left.iter_mut().find(|(kind, extra)| *extra > 0 && gives(kind)) {
            *extra -= 1;
        }
    }
    left.iter().all(|(_, extra)| *extra == 0)
}
