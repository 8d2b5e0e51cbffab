use super::*;
use crate::board::piece::ByColor;
use crate::board::piece_type::{
    BISHOP, BODYGUARD, CAMEL, GUARD, KING, KNIGHT, PAWN, PieceType, QUEEN, ROOK, SQUIRREL,
};
use crate::spec::description::{Braker, Description};
use crate::spec::description_reader::Part;

fn ten_by_ten(kinds: &[&PieceType], braker: Braker) -> Description {
    Description {
        name: "Ten by ten".to_owned(),
        slug: "ten-by-ten".to_owned(),
        files: 10,
        last_rank: 10,
        squares: "a1-j10".to_owned(),
        kinds: kinds.iter().copied().cloned().collect(),
        braker: Some(braker),
        promotions: vec!["Q".to_owned()],
        promotion_rank: ByColor { white: 10, black: 1 },
        ..Description::orthodox()
    }
}

fn game(description: &Description) -> Variant {
    Variant::new(Box::leak(Box::new(Spec::new(description).expect("a sound description"))))
}

/// Ten by ten squares with Bodyguards, which do not brake knights.
pub(crate) fn with_bodyguards() -> Variant {
    let kinds = [&KING, &QUEEN, &ROOK, &BISHOP, &KNIGHT, &BODYGUARD, &PAWN];
    let mut description = ten_by_ten(&kinds, Braker { kind: 'H', holds_leapers: false });
    description.pawn.advance[2] = 3;
    game(&description)
}

/// Ten by ten squares with Guards, which hold leapers.
pub(crate) fn with_guards() -> Variant {
    let kinds = [&KING, &QUEEN, &ROOK, &BISHOP, &KNIGHT, &SQUIRREL, &CAMEL, &GUARD, &PAWN];
    let mut description = ten_by_ten(&kinds, Braker { kind: 'G', holds_leapers: true });
    description.pawn.advance = [2; 12];
    game(&description)
}

#[test]
fn promotions_that_are_written_alike_are_a_contradiction() {
    let kinds = [&KING, &QUEEN, &ROOK, &BODYGUARD];
    let mut description = ten_by_ten(&kinds, Braker { kind: 'H', holds_leapers: false });
    description.promotions = vec!["QRRH".to_owned()];
    let found = Spec::new(&description).expect_err("two rooks");
    let found: Vec<_> = found.iter().map(|one| (one.part, one.text.as_str())).collect();
    assert_eq!(found, [(Part::Promotions, "two promotions share a letter")]);
}

#[test]
fn equal_specifications_are_different_games_in_a_fixed_order() {
    let (one, other) = (with_guards(), with_guards());
    assert_eq!(one, one);
    assert_ne!(one, other);
    assert_eq!(one.cmp(&other), other.cmp(&one).reverse());
}
