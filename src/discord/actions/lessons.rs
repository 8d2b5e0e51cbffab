//! Actions on the card of lessons. Their payload holds the person and their progress.
//!
//! Carried out in `features/lessons.rs`.

use crate::discord::actions::{Payload, PieceThen, actions};
use crate::game::{LessonStand, LessonTrail, UserId};
use crate::games;
use crate::rules::Variant;

actions! {
    /// An action on a card of lessons.
    LessonAction {
        /// Shows the lessons of all games.
        "lesson:all" => All(()): Reads ForOne,
        /// Shows the lessons of all games, in place of the message.
        "lesson:list" => List(UserId): Reads ForOne,
        /// Continues the lesson of the chosen game.
        "lesson:open" => Open(UserId): Reads ForOne,
        /// Shows a step.
        "lesson:see" => See(Learner): Reads ForOne,
        /// Shows the moves of the chosen piece.
        "lesson:piece" => Piece(Learner): Reads ForOne,
        /// Plays the chosen move of this piece.
        "lesson:to" => To(PieceThen<Learner>): ForOne,
        /// Plays the move that promotes a pawn to the chosen piece.
        "lesson:as" => As(PieceThen<Learner>): ForOne,
        /// Opens the form to type a move.
        "lesson:type" => Type(Learner): Reads ForOne Form,
        /// Shows a move that advances the step.
        "lesson:solution" => Solution(Learner): Reads ForOne,
        /// Offers a first game against a person after the lesson.
        "lesson:play" => Play(Variant): Reads ForOne,
    }
}

/// A person's progress in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Learner {
    /// The card's owner.
    pub person: UserId,
    /// Their progress.
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
