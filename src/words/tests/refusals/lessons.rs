//! Tests of every lesson step: it can be done, not every move does it, and its solution does.

use super::*;
use crate::games;
use crate::rules::piece_type::{KNIGHT, PAWN};
use crate::rules::{DescribedMove, LessonAim, LessonStep, Square};

/// Every step with its place.
fn steps() -> impl Iterator<Item = (LessonStand, &'static LessonStep)> {
    games::all().flat_map(|game| {
        let steps = game.spec().lesson.iter().enumerate();
        steps.map(move |(number, step)| (LessonStand::at(game, number as u8), step))
    })
}

fn resumed(stand: LessonStand) -> Exercise {
    Exercise::resume(stand).unwrap_or_else(|| panic!("{stand:?} cannot be resumed"))
}

/// The step with this name.
fn step(game: &str, name: &str) -> Exercise {
    let mut found = steps().filter(|(stand, step)| stand.game.slug() == game && step.name == name);
    resumed(found.next().expect("a step").0)
}

fn played(exercise: &mut Exercise, text: &str) -> Judged {
    exercise.play_typed(text).unwrap_or_else(|error| panic!("{text}: {error}")).1
}

/// The judgement of each legal move.
fn outcomes(exercise: &Exercise) -> Vec<(Move, Judged)> {
    let judged = |mv: &Move| played(&mut exercise.clone(), &mv.to_string());
    exercise.line.position().legal_moves().iter().map(|mv| (*mv, judged(mv))).collect()
}

#[test]
fn every_game_has_a_lesson_of_some_steps_with_names_of_their_own() {
    for game in games::all() {
        let lesson = &game.spec().lesson;
        assert!((3..=6).contains(&lesson.len()), "{game:?}");
        let mut names: Vec<_> = lesson.iter().map(|step| &step.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), lesson.len(), "{game:?}");
    }
}

#[test]
fn every_position_is_valid_and_each_square_that_is_named_means_something() {
    for (stand, step) in steps() {
        let exercise = resumed(stand);
        let position = exercise.line.position();
        assert_eq!(position.termination(), None, "{stand:?}");
        let them = exercise.side().other();
        let named = match &step.aim {
            LessonAim::Take(names) | LessonAim::Hold(names) | LessonAim::Reach(_, names) => names.as_str(),
            LessonAim::Win | LessonAim::Check | LessonAim::Drop | LessonAim::Promote => "",
        };
        let squares = step.aim.squares();
        assert_eq!(squares.len(), named.split_whitespace().count(), "{stand:?}: {named}");
        for square in squares {
            let there = position.piece_at(square);
            match step.aim {
                // A King may castle onto its Rook's own square.
                LessonAim::Reach(..) => {
                    assert!(there.is_none_or(|piece| piece.color != them), "{stand:?}: {square}");
                }
                _ => assert!(there.is_some_and(|piece| piece.color == them), "{stand:?}: {square}"),
            }
        }
    }
}

#[test]
fn every_step_can_be_done_and_not_by_every_move() {
    for (stand, step) in steps() {
        let outcomes = outcomes(&resumed(stand));
        let right = outcomes.iter().filter(|(_, judged)| !matches!(judged, Judged::Missed(_))).count();
        assert!(right > 0 && right < outcomes.len(), "{stand:?}: {right} of {}", outcomes.len());
        // A step with a one-move solution must not allow more moves.
        let at_once = outcomes.iter().filter(|(_, judged)| *judged == Judged::Done).count();
        assert_eq!(at_once > 0, step.within == 1, "{stand:?}: {outcomes:?}");
    }
}

#[test]
fn the_solution_of_every_step_does_it() {
    for (stand, step) in steps() {
        let mut exercise = resumed(stand);
        assert_eq!(step.solution.len(), usize::from(step.within) * 2 - 1, "{stand:?}");
        for turn in step.solution.chunks(2) {
            assert_eq!(
                exercise.hint().map(|told| told.mv.to_string()).as_deref(),
                Some(turn[0].as_str()),
                "{stand:?}"
            );
            let judged = played(&mut exercise, &turn[0]);
            match turn.get(1) {
                Some(reply) => {
                    let Judged::Answered(told) = judged else { panic!("{stand:?}: {judged:?}") };
                    assert_eq!(told.mv.to_string(), **reply, "{stand:?}");
                    assert_eq!(resumed(exercise.stand).line.moves(), exercise.line.moves(), "{stand:?}");
                }
                None => assert_eq!(judged, Judged::Done, "{stand:?}"),
            }
        }
        let end = exercise.line.termination();
        assert!(end.is_none_or(|how| how.winner() == Some(exercise.side())), "{stand:?}: {end:?}");
    }
}

/// After every correct first move, hints lead to the end of a step.
#[test]
fn every_right_beginning_can_be_finished_by_hints() {
    for (stand, _) in steps() {
        for (mv, judged) in outcomes(&resumed(stand)) {
            if matches!(judged, Judged::Missed(_)) {
                continue;
            }
            let mut exercise = resumed(stand);
            let mut judged = played(&mut exercise, &mv.to_string());
            while judged != Judged::Done {
                let hint = exercise.hint().unwrap_or_else(|| panic!("{stand:?}: no hint after {mv}")).mv;
                judged = played(&mut exercise, &hint.to_string());
                assert!(!matches!(judged, Judged::Missed(_)), "{stand:?}: {hint} after {mv}");
            }
        }
    }
}

#[test]
fn a_trail_that_leads_nowhere_is_not_resumed() {
    let chess = games::from_slug("chess").expect("a game");
    assert!(Exercise::resume(LessonStand::at(chess, 99)).is_none());
    let trail = LessonTrail::of(&[1]).expect("a trail");
    assert!(Exercise::resume(LessonStand { trail, ..LessonStand::at(chess, 0) }).is_none());
    assert_eq!((LessonTrail::of(&[1, 2, 3]), LessonTrail::of(&[0])), (None, None));
}

#[track_caller]
fn missed(exercise: &Exercise, typed: &str) -> LessonMiss {
    match played(&mut exercise.clone(), typed) {
        Judged::Missed(miss) => miss,
        other => panic!("{typed}: {other:?}"),
    }
}

fn told(line: &str, described: &DescribedMove) {
    assert_eq!(described.mv.to_string(), line);
}

#[test]
fn a_miss_says_what_it_lacks() {
    let at = |name: &str| -> Square { name.parse().expect("a square") };
    let both = step("claustrophobia", "hop");
    let (pawn, knight) = ((at("c4"), &PAWN), (at("c5"), &KNIGHT));
    assert_eq!(missed(&both, "c3c1"), LessonMiss::Leaves(vec![pawn, knight]));
    let ninja = step("claustrophobia", "ninja");
    assert_eq!(missed(&ninja, "c3d4"), LessonMiss::Leaves(vec![(at("e5"), &KNIGHT)]));
    let freeze = step("prison-break", "freeze");
    assert_eq!(missed(&freeze, "d3c4"), LessonMiss::Free(vec![(at("e5"), &KNIGHT)]));
    assert_eq!(missed(&step("squirrel", "promotion"), "c9c10g"), LessonMiss::NoCheck);
    assert_eq!(missed(&step("squirrel", "shield"), "e2d2"), LessonMiss::Elsewhere);
    assert_eq!(missed(&step("birds-and-ninjas", "drop"), "f1e0"), LessonMiss::NoDrop);
    let LessonMiss::Refuted(reply) = missed(&step("claustrophobia", "slip"), "d6e7") else {
        panic!("the King takes it")
    };
    told("f7e7", &reply);
    let mate = step("prison-break", "mate");
    assert_eq!(missed(&mate, "e5d6"), LessonMiss::Ends(Termination::Stalemate));
    let LessonMiss::CheckAnswered(reply) = missed(&mate, "e5e6") else { panic!("it is check") };
    assert_eq!(reply.mv.from(), Some(at("c6")), "Black's Ice Queen freezes her");
    assert_eq!(missed(&step("chess", "mate"), "d1d7"), LessonMiss::NoWin);
    assert_eq!(missed(&step("chess", "rook"), "f7f8q"), LessonMiss::Ends(Termination::Stalemate));
    assert_eq!(missed(&step("squirrel", "squirrel"), "e5c3"), LessonMiss::TooSlow);
}

#[test]
fn what_is_not_legal_is_refused_as_in_a_game() {
    let mut exercise = step("prison-break", "exit");
    let Err(error) = exercise.play_typed("Ka5") else { panic!("the Bomber guards it") };
    let said = Words::english().read_error(exercise.line.position(), &error);
    assert!(said.contains("Flying Bomber"), "{said}");
    assert_eq!(exercise.line.moves(), &[]);
}
