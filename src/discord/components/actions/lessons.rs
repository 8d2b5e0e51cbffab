//! The card of lessons: whose it is, and how far that person is.
//!
//! Carried out in `features/lessons.rs`.

use super::{Payload, PieceThen, actions};
use crate::game::{LessonStand, LessonTrail, UserId};
use crate::games;
use crate::rules::Variant;

actions! {
    /// What is done on a card of lessons.
    LessonAction {
        /// See the lessons of all games.
        "lesson:all" => All(()): Reads ForOne,
        /// The same, instead of what the message shows.
        "lesson:list" => List(UserId): Reads ForOne,
        /// Go on with the lesson of the chosen game.
        "lesson:open" => Open(UserId): Reads ForOne,
        /// See a step.
        "lesson:see" => See(Learner): Reads ForOne,
        /// See what the chosen piece can do.
        "lesson:piece" => Piece(Learner): Reads ForOne,
        /// Play the chosen move of this piece.
        "lesson:to" => To(PieceThen<Learner>): ForOne,
        /// Play the move that makes a pawn the chosen piece.
        "lesson:as" => As(PieceThen<Learner>): ForOne,
        /// Type a move.
        "lesson:type" => Type(Learner): Reads ForOne Form,
        /// See a move that takes the step further.
        "lesson:solution" => Solution(Learner): Reads ForOne,
        /// Challenge somebody to a first game after the lesson.
        "lesson:play" => Play(Variant): Reads ForOne,
    }
}

/// How far a person is in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learner {
    /// Whose card it is.
    pub person: UserId,
    /// How far they are.
    pub stand: LessonStand,
}

impl Payload for Learner {
    fn write(&self) -> String {
        let LessonStand { game, step, trail } = self.stand;
        let trail: Vec<String> = trail.codes().map(|code| code.to_string()).collect();
        format!("{}:{}:{step}:{}", self.person.0, game.slug(), trail.join("."))
    }

    fn parse(text: &str) -> Option<Self> {
        let [person, game, step, trail] = text.split(':').collect::<Vec<_>>()[..] else { return None };
        let codes = trail.split('.').filter(|code| !code.is_empty()).map(|code| code.parse().ok());
        let trail = LessonTrail::of(&codes.collect::<Option<Vec<u32>>>()?)?;
        let stand = LessonStand { game: games::from_slug(game)?, step: step.parse().ok()?, trail };
        Some(Self { person: UserId::parse(person)?, stand })
    }
}
