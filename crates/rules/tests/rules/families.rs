//! Tests the names of the families' pieces, how their moves are read, and the reasons for refusals.

use libtest_mimic::Trial;
use rules::{ReadError, read_move};

use testing::check::position;

/// A game, a position, and pairs of text and expected reading.
type Case = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const READ: &[Case] = &[
    (
        "birds-leaping",
        "****2****/7k2/10/10/4r5/5p4/4n5/3L6/2P7/10/7K2/****2**** w - - 0 1",
        &[
            ("leaping ninja guard d4 to e7", "d4e7"),
            ("Leaping Guard takes e7", "d4e7"),
            ("leaping-ninja e7", "d4e7"),
            ("ninja guard d4 e5", "d4e5"),
            ("guard e7", "d4e7"),
            ("Lxe7", "d4e7"),
        ],
    ),
    (
        "birds-insane",
        "****2****/8k1/10/10/10/3pr5/3p6/1bPZ6/10/10/7K2/****2****[] w - - 0 1",
        &[
            ("insane ninja knight d4 d6", "d4d6"),
            ("insane knight e6", "d4e6"),
            ("insane ninja takes b4", "d4b4"),
            ("insane d6", "d4d6"),
            ("Ze6", "d4e6"),
        ],
    ),
    (
        "birds-insane",
        "****2****/3b4k1/2G7/1n8/10/10/10/10/10/10/7K2/****2****[] w - - 0 1",
        &[
            ("c9e11", "c9e11z"),
            ("Ge11", "c9e11z"),
            ("Ge11=Z", "c9e11z"),
            ("ninja guard e11, promotes to insane ninja knight", "c9e11z"),
        ],
    ),
    (
        "insane-ninja",
        "****2****/7k2/10/10/10/3p6/3p6/1nPY4l1/10/10/K9/****2**** w - - 0 1",
        &[("insane ninja d4 d6", "d4d6"), ("Yxb4", "d4b4"), ("ninja d6", "d4d6")],
    ),
    (
        "hiashatar",
        "10/10/10/10/3rPn4/2p1H5/10/6k3/10/1K8 w - - 0 1",
        &[("bodyguard takes f6", "e5f6"), ("hia f6", "e5f6"), ("Hxc5", "e5c5")],
    ),
    (
        "flying-bombers-ninja",
        "8k1/10/10/10/3r1n4/10/10/10/4J5/1K8[J] w - - 0 1",
        &[("e5", "e2e5"), ("pawn e5", "e2e5"), ("J@c2", "J@c2"), ("drop c4", "J@c4")],
    ),
];

/// Pairs of text and expected refusal in a position.
const REFUSED: &[Case] = &[
    (
        "hiashatar",
        "w Kj1 kd6 Hd4 Rj3",
        &[
            ("d4d6", "SparesKings { piece: Bodyguard, from: d4, to: d6 }"),
            ("d4d7", "DoesNotMoveLikeThat { from: d4, to: d7 }"),
        ],
    ),
    ("hiashatar", "w Kj1 kd6 Hd4 Pd5 Rj3", &[("d4d6", "Blocked { from: d4, to: d6, by: d5 }")]),
    (
        "flying-bombers-hangars",
        "w Kd2 ke6 Rh0 Fa9 na0",
        &[
            ("h0a0", "LineEnds { from: h0, to: a0, hole: g0 }"),
            ("a9h9", "LineEnds { from: a9, to: h9, hole: b9 }"),
            ("h0a1", "DoesNotMoveLikeThat { from: h0, to: a1 }"),
        ],
    ),
];

/// Returns a test for each position.
pub fn tests() -> Vec<Trial> {
    let test = |(number, (game, fen, read)): (usize, &'static Case)| {
        Trial::test(format!("rules::families::names::{game}::{number}"), move || {
            let position = position(game, fen);
            for (text, expected) in *read {
                let found = read_move(&position, text).map(|mv| mv.to_string());
                assert_eq!(found.as_deref(), Ok(*expected), "{text}");
            }
            Ok(())
        })
    };
    let refused = |(number, (game, text, refused)): (usize, &'static Case)| {
        Trial::test(format!("rules::families::refused::{game}::{number}"), move || {
            let position = position(game, text);
            for (text, expected) in *refused {
                let found = read_move(&position, text);
                let Err(ReadError::Illegal(reason)) = found else { panic!("{text} is {found:?}") };
                assert_eq!(format!("{reason:?}"), *expected, "{text}");
            }
            Ok(())
        })
    };
    let read = READ.iter().enumerate().map(test);
    read.chain(REFUSED.iter().enumerate().map(refused)).collect()
}
