//! What there is to learn, game by game.

use crate::app::{App, AppResult, LearningAt, LessonLine, PuzzleWish};
use crate::engine::Puzzle;
use crate::game::UserId;
use crate::rules::Variant;
use crate::store::PuzzleRow;

/// What somebody can learn of a game, and how far they are.
#[derive(Clone, Debug)]
pub struct LearningLine {
    pub lesson: LessonLine,
    /// None where the game has none.
    pub puzzles: Option<PuzzlesLine>,
}

/// The puzzles of a game, and how many of them somebody has solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzlesLine {
    pub game: Variant,
    pub solved: usize,
    pub count: usize,
}

impl LearningLine {
    /// Where its lesson goes on, or begins again.
    pub fn lesson_at(&self) -> LearningAt {
        LearningAt::Step(self.lesson.next())
    }
}

impl PuzzlesLine {
    /// Where one is that they have not solved. None: they have solved all.
    pub fn at(self) -> Option<LearningAt> {
        let wish = PuzzleWish { game: Some(self.game), grade: None };
        (self.solved < self.count).then_some(LearningAt::Unsolved(wish))
    }
}

impl App {
    /// What a person can learn of each game.
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

/// Whether somebody has solved a puzzle.
pub(super) fn is_solved(puzzle: &Puzzle, kept: &[PuzzleRow]) -> bool {
    kept.iter().any(|one| {
        one.solved_at.is_some() && one.puzzle == puzzle.id() && one.variant == puzzle.variant().slug()
    })
}
