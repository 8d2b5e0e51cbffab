//! What the menus and buttons of lessons carry: whose card it is, and how far that person is.

use super::{Payload, PieceThen};
use crate::game::{LessonStand, LessonTrail, UserId};
use crate::rules::Variant;

/// An action on a card of lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonAction {
    /// See the lessons of all games.
    All,
    /// The same, instead of what the message shows.
    List(UserId),
    /// Go on with the lesson of the chosen game.
    Open(UserId),
    /// See a step.
    See(Learner),
    /// See what the chosen piece can do.
    Piece(Learner),
    /// Play the chosen move of this piece.
    To(PieceThen<Learner>),
    /// Play the move that makes a pawn the chosen piece.
    As(PieceThen<Learner>),
    /// Open the form for a move. Submitting the form, which has the same id, plays what was typed.
    Type(Learner),
    /// See a move that takes the step further.
    Solution(Learner),
    /// Challenge somebody to a first game after the lesson.
    Play(Variant),
}

impl LessonAction {
    /// Whether it only shows something and changes nothing.
    pub fn only_reads(self) -> bool {
        !matches!(self, Self::To(_) | Self::As(_))
    }

    fn parts(&self) -> (&'static str, String) {
        match self {
            Self::All => ("all", String::new()),
            Self::List(person) => ("list", person.write()),
            Self::Open(person) => ("open", person.write()),
            Self::See(now) => ("see", now.write()),
            Self::Piece(now) => ("piece", now.write()),
            Self::To(then) => ("to", then.write()),
            Self::As(then) => ("as", then.write()),
            Self::Type(now) => ("type", now.write()),
            Self::Solution(now) => ("solution", now.write()),
            Self::Play(game) => ("play", game.write()),
        }
    }
}

impl Payload for LessonAction {
    fn write(&self) -> String {
        let (word, rest) = self.parts();
        if rest.is_empty() { word.to_owned() } else { format!("{word}:{rest}") }
    }

    fn parse(text: &str) -> Option<Self> {
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        match word {
            "all" => Some(Self::All),
            "list" => UserId::parse(rest).map(Self::List),
            "open" => UserId::parse(rest).map(Self::Open),
            "see" => Learner::parse(rest).map(Self::See),
            "piece" => Learner::parse(rest).map(Self::Piece),
            "to" => PieceThen::parse(rest).map(Self::To),
            "as" => PieceThen::parse(rest).map(Self::As),
            "type" => Learner::parse(rest).map(Self::Type),
            "solution" => Learner::parse(rest).map(Self::Solution),
            "play" => Variant::parse(rest).map(Self::Play),
            _ => None,
        }
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

impl Payload for UserId {
    fn write(&self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
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
        let stand = LessonStand { game: Variant::from_slug(game)?, step: step.parse().ok()?, trail };
        Some(Self { person: UserId::parse(person)?, stand })
    }
}
