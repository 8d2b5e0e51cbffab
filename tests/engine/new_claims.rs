//! Reasons that claim something new are correct: threats, freed or held pieces, mobility.

use std::collections::{BTreeMap, BTreeSet};

use rookery::engine::{Freedom, Merit, Placed};
use rookery::games;
use rookery::rules::{Line, Move, Position, Square};

use super::reasons::{check, engine, named};

tests!(
    a_threat_that_was_there_before_is_none,
    what_could_be_taken_before_at_a_loss_is_no_new_threat,
    what_is_told_as_new_was_not_there_before,
    what_a_quiet_answer_makes_dear_is_not_threatened,
);

fn a_threat_that_was_there_before_is_none() {
    let knight = "6k1/8/8/1n6/8/8/P7/6K1 w - - 0 1";
    check(
        "chess",
        knight,
        "a2a4",
        "Threatens { victims: [Placed { piece: Knight, at: b5 }], by: Placed { piece: Pawn, at: a4 } }",
    );
    assert_ne!(named("chess", knight, "a2a3"), "Threatens");
    let attacked = "6k1/8/8/4b3/8/8/4R1P1/6K1 w - - 0 1";
    assert_ne!(named("chess", attacked, "e2e1"), "Threatens", "it could be taken before");
}

fn what_could_be_taken_before_at_a_loss_is_no_new_threat() {
    // The Pawn d4 could capture on c5 before; with the Bishop behind it, the capture wins something.
    let pawn = "6k1/p3bppp/8/2p5/3P4/2P5/5PPP/2B3K1 w - - 0 20";
    assert_ne!(named("chess", pawn, "c1e3"), "Threatens");
    // A Pawn that could not capture there before can now, which is new.
    check(
        "chess",
        "6k1/p3bppp/8/2n5/8/2P5/3P1PPP/2B3K1 w - - 0 20",
        "d2d4",
        "Threatens { victims: [Placed { piece: Knight, at: c5 }], by: Placed { piece: Pawn, at: d4 } }",
    );
}

/// Number of positions tested per game.
const POSITIONS: usize = 20;

/// True if the novelty claimed by a reason is correct, by the generator only; `None` if it claims none.
fn is_new(before: &Position, after: &Position, mv: &Move, merit: &Merit) -> Option<bool> {
    let room = |position: &Position, at: Square| {
        position.moves_from(at).iter().map(Move::to).collect::<BTreeSet<Square>>().len()
    };
    let could_take = |by: Square, victims: &[Placed]| {
        let from = if by == mv.to() { mv.from() } else { Some(by) };
        let taken = |one: &Move| victims.iter().any(|victim| one.victims().contains(victim.at));
        from.is_some_and(|from| before.moves_from(from).iter().any(taken))
    };
    let counted = |piece: &Placed, told: &Freedom| {
        (room(before, piece.at), room(after, piece.at)) == (told.before, told.after)
    };
    let stuck = |position: &Position, piece: &Placed| position.moves_from(piece.at).is_empty();
    Some(match merit {
        Merit::Threatens { victims, by } => !could_take(by.at, victims),
        Merit::Forks(victims) => !could_take(mv.to(), victims),
        Merit::Thaws(own) => own.iter().all(|one| stuck(before, one) && !stuck(after, one)),
        Merit::Freezes(enemies) => enemies.iter().all(|one| stuck(after, one)),
        Merit::Opens(piece, told) => told.after > told.before && counted(piece, told),
        Merit::Hems(piece, told) => told.after < told.before && counted(piece, told),
        Merit::Ranges(told) => told.after > told.before,
        Merit::Pins(piece) => !before.shields_its_king(piece.at),
        Merit::Unpins(piece) => !after.shields_its_king(piece.at),
        _ => return None,
    })
}

fn what_is_told_as_new_was_not_there_before() {
    // Counts by kind of reason.
    let mut told: BTreeMap<String, usize> = BTreeMap::new();
    for variant in games::all() {
        let mut dice = fastrand::Rng::with_seed(24);
        let mut asked = 0;
        while asked < POSITIONS {
            let plies = dice.usize(4..60);
            let mut line = Line::new(Position::start(variant));
            while line.termination().is_none() && line.moves().len() < plies {
                let mv = dice.choice(line.position().legal_moves()).expect("a move");
                line.play(mv).expect("a legal move");
            }
            if line.termination().is_some() {
                continue;
            }
            asked += 1;
            let mv = dice.choice(line.position().legal_moves()).expect("a move");
            let (before, after) = (*line.position(), line.position().after(&mv).expect("a legal move"));
            let Some(merit) = engine(&line).merit(&line, &mv) else { continue };
            let Some(new) = is_new(&before, &after, &mv, &merit) else { continue };
            let text = format!("{merit:?}");
            assert!(new, "{mv} in {before:?}: {text}");
            let kind = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            *told.entry(kind.to_owned()).or_default() += 1;
        }
    }
    let all: usize = told.values().sum();
    println!("{all} reasons said that something is new: {told:?}");
    assert!(all >= 30 && told.len() >= 3, "{all} reasons said that something is new: {told:?}");
}

fn what_a_quiet_answer_makes_dear_is_not_threatened() {
    for (variant, fen, mv) in [
        ("chess", "4r1k1/3n1p2/2nb2pp/8/7q/Pp3p1P/1P1B4/RNKQ4 w - - 0 29", "d1f3"),
        (
            "squirrel",
            "3b4br/3gq1k3/rp3p1gp1/p1ppssp3/n6p2/7P1p/P1P1P1P2P/2NP6/1R3B2SP/CB2G1G1KR b - - 8 47 0/0",
            "f7e5",
        ),
    ] {
        assert_ne!(named(variant, fen, mv), "Threatens", "{mv}");
    }
}
