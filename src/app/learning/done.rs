//! A step of a lesson that is done.

use crate::game::{Exercise, Judged, LessonStand};
use crate::rules::{DescribedMove, LessonStep};

/// A step of a lesson that is done.
#[derive(Clone, Debug)]
pub struct StepDone {
    pub stand: LessonStand,
    pub step: &'static LessonStep,
    /// How many steps the lesson has.
    pub count: u8,
    /// The move that did it.
    pub mv: DescribedMove,
}

/// A step with the move of this code, if that completes it.
pub(super) fn done_by(stand: LessonStand, code: u32) -> Option<(Exercise, DescribedMove)> {
    let mut exercise = Exercise::resume(stand)?;
    let mv = exercise.line.position().move_of_code(code)?;
    match exercise.play_typed(&mv.to_string()) {
        Ok((told, Judged::Done)) => Some((exercise, told)),
        _ => None,
    }
}
