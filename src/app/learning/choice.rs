//! What there is to learn for each game.

use crate::app::{App, AppResult, LearningAt, LessonLine, PuzzleWish};
use crate::engine::Puzzle;
use crate::game::UserId;
use crate::rules::Variant;
use crate::store::PuzzleRow;

/// What a user can learn of a game, with their progress.
#[derive(Clone, Debug)]
pub struct LearningLine {
    pub lesson: LessonLine,
    /// `None` if the game has no puzzles.
    pub puzzles: Option<PuzzlesLine>,
}

/// The puzzles of a game, and how many of them the user has solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzlesLine {
    pub game: Variant,
    pub solved: usize,
    pub count: usize,
}

impl LearningLine {
    /// The next step of its lesson, or the first one again.
    pub fn lesson_at(&self) -> LearningAt {
        LearningAt::Step(self.lesson.next())
    }
}

impl PuzzlesLine {
    /// An unsolved puzzle; `None`: all are solved.
    pub fn at(self) -> Option<LearningAt> {
        let wish = PuzzleWish { game: Some(self.game), grade: None };
        (self.solved < self.count).then_some(LearningAt::Unsolved(wish))
    }
}

impl App {
    /// What a user can learn of each game.
    pub async fn learning(&self, person: UserId) -> AppResult<Vec<LearningLine>> {
        let kept = self.store.puzzles_of(person).await?;
        let lines = self.lessons(person).await?.into_iter();
        Ok(lines.map(|lesson| LearningLine { puzzles: puzzles(lesson.game, &kept), lesson }).collect())
    }
}

fn puzzles(game: Variant, kept: &[PuzzleRow]) -> Option<PuzzlesLine> {
    let all = Puzzle::all(game);
    let solved = all.iter().filter(|puzzle| is_solved(puzzle, kept)).count();
    (!all.is_empty()).then_some(PuzzlesLine { game, solved, count: all.len() })
}

/// True if the user has solved a puzzle.
pub(super) fn is_solved(puzzle: &Puzzle, kept: &[PuzzleRow]) -> bool {
    kept.iter().any(|one| {
        one.solved_at.is_some() && one.puzzle == puzzle.id() && one.variant == puzzle.variant().slug()
    })
}
