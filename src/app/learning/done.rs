//! Completed lesson steps.

use crate::game::{Exercise, Judged, LessonStand};
use crate::rules::{DescribedMove, LessonStep};

/// A completed lesson step.
#[derive(Clone, Debug)]
pub struct StepDone {
    pub stand: LessonStand,
    pub step: &'static LessonStep,
    /// The number of steps in the lesson.
    pub count: u8,
    /// The completing move.
    pub mv: DescribedMove,
}

/// Plays the move with this code; `None` if it does not complete the step.
pub(super) fn done_by(stand: LessonStand, code: u32) -> Option<(Exercise, DescribedMove)> {
    let mut exercise = Exercise::resume(stand)?;
    let mv = exercise.line.position().move_of_code(code)?;
    match exercise.play_typed(&mv.to_string()) {
        Ok((told, Judged::Done)) => Some((exercise, told)),
        _ => None,
    }
}
