#[path = "../../tests/converted/rides.rs"]
mod rides;

use rules::piece_type::{Movement, Ride};

use super::xbetza;
use crate::all;
use crate::file::betza;
use rides::rides;

/// Every set of directions reads back after writing.
#[test]
fn every_direction_is_written() {
    for (letter, atom) in betza::ATOMS {
        let steps = betza::steps("", atom).expect("all directions");
        for set in 1_u32..1 << steps.len() {
            let wanted = steps.iter().enumerate().filter(|(number, _)| set >> number & 1 == 1);
            let ride = |(_, step): (usize, &(i8, i8))| Ride {
                step: *step,
                most: 3,
                moves: true,
                takes: false,
                at_first: set % 2 == 1,
            };
            let wanted: Vec<Ride> = wanted.map(ride).collect();
            let movement = Movement {
                rides: wanted.into(),
                leaps: [].as_slice().into(),
                ..rules::piece_type::KNIGHT.movement.clone()
            };
            let text = super::moves::written(&movement);
            let read = betza::movement(&text).unwrap_or_else(|why| panic!("{letter} {text}: {why}"));
            assert_eq!(rides(&read), rides(&movement), "{text}");
        }
    }
}

#[test]
fn chess_is_a_diagram() {
    let chess = all().find(|game| game.slug() == "chess").expect("a game");
    let diagram = xbetza(chess);
    assert!(diagram.lacking.is_empty());
    let squares = |rank: u8| ('a'..='h').map(|file| format!("{file}{rank}")).collect::<Vec<_>>().join(",");
    let pawns = format!("Pawn:P:fmWfceFifmnD::{}:{}", squares(2), squares(7));
    let expected = format!(
        "files=8\nranks=8\npromoZone=1\nmaxPromote=1\npromoChoice=QRBN\nsymmetry=none\nroyal=2\n{pawns}\nKing:K:WFisO2::e1:e8\nQueen:Q:RB::d1:d8\nRook:R:R::a1,h1:a8,h8\nBishop:B:B::c1,f1:c8,f8\nKnight:N:N::b1,g1:b8,g8\n"
    );
    assert_eq!(diagram.definition, expected);
}
