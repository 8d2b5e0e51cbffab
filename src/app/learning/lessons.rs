//! Lessons: a user's progress, and the outcome of the moves they play there.

use crate::app::caller::Caller;
use crate::app::error::AppFault;
use crate::app::game::move_menus::{Mover, MoverView, movers};
use crate::app::{App, AppError, AppResult};
use crate::game::{Exercise, Judged, LessonMiss, LessonStand, UserId};
use crate::games;
use crate::render::{BoardView, Look};
use crate::rules::{DescribedMove, LessonStep, Position, ReadError, Reason, Square, Variant};
use crate::store::LessonRow;

/// The lesson of a game, and a user's progress in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonLine {
    pub game: Variant,
    /// Steps done.
    pub done: u8,
    /// Steps in the lesson.
    pub count: u8,
    /// All steps were done at least once.
    pub finished: bool,
}

impl LessonLine {
    /// The next step; the first one again if all are done.
    pub fn next(&self) -> LessonStand {
        LessonStand::at(self.game, if self.done < self.count { self.done } else { 0 })
    }
}

/// A lesson step as shown to the user.
#[derive(Clone, Debug)]
pub struct LessonView {
    /// The user's progress; carried by buttons and menus.
    pub stand: LessonStand,
    pub step: &'static LessonStep,
    /// The number of steps in the lesson.
    pub count: u8,
    /// The last event.
    pub news: Option<LessonNews>,
    /// The movable pieces.
    pub movers: Vec<Mover>,
    /// The chosen piece, if any.
    pub chosen: Option<MoverView>,
    /// The board from the learner's side.
    pub board: BoardView,
    pub look: Look,
}

/// The last event in a lesson.
#[derive(Clone, Debug)]
pub enum LessonNews {
    /// The previous step was completed by this move.
    Done(DescribedMove, &'static LessonStep),
    /// The move was right, and this reply followed.
    Answered(DescribedMove, DescribedMove),
    /// The move is legal, but not a solution.
    Missed(DescribedMove, LessonMiss),
    /// The text is not a legal move in this position.
    Refused(Box<Position>, ReadError),
    /// The requested solution move.
    Solution(DescribedMove),
}

/// The end of a lesson.
#[derive(Clone, Debug)]
pub struct LessonEnd {
    pub game: Variant,
    pub step: &'static LessonStep,
    /// The completing move.
    pub mv: DescribedMove,
    pub board: BoardView,
    pub look: Look,
    /// The user's progress in all lessons.
    pub lessons: Vec<LessonLine>,
    /// True if a first game can begin from the page.
    pub may_play: bool,
}

/// The result of a move in a lesson.
#[derive(Clone, Debug)]
pub enum LessonCard {
    /// A step: the same or the next one.
    Step(Box<LessonView>),
    /// The last step is done.
    End(Box<LessonEnd>),
}

impl App {
    /// A user's progress in each game's lesson.
    pub async fn lessons(&self, person: UserId) -> AppResult<Vec<LessonLine>> {
        let kept = self.store.lessons_of(person).await?;
        Ok(games::all().map(|game| line(game, &kept)).collect())
    }

    /// A user's next step in a game's lesson; the first one again if all are done.
    pub async fn lesson(&self, person: UserId, game: Variant) -> AppResult<LessonView> {
        let line = line(game, &self.store.lessons_of(person).await?);
        self.lesson_at(person, line.next(), |_| None).await
    }

    /// Returns this stand; if the steps before it are not done, that of the next step instead.
    pub(super) async fn lesson_reached(&self, person: UserId, stand: LessonStand) -> AppResult<LessonStand> {
        let done = line(stand.game, &self.store.lessons_of(person).await?).done;
        Ok(if stand.step <= done { stand } else { LessonStand::at(stand.game, done) })
    }

    /// A step in its current state. `chosen` picks a piece or none; an index out of range picks none.
    pub async fn lesson_at(
        &self,
        person: UserId,
        stand: LessonStand,
        chosen: impl FnOnce(&[Mover]) -> Option<usize>,
    ) -> AppResult<LessonView> {
        let exercise = resume(stand)?;
        let mut view = self.lesson_view(person, &exercise, None).await?;
        view.choose(&exercise, chosen);
        Ok(view)
    }

    /// Shows a move towards the solution.
    pub async fn lesson_solution(&self, person: UserId, stand: LessonStand) -> AppResult<LessonView> {
        let exercise = resume(stand)?;
        self.lesson_view(person, &exercise, exercise.hint().map(LessonNews::Solution)).await
    }

    /// Plays a typed or chosen move. Progress is stored before this returns; a repeated call has the same
    /// result.
    pub async fn lesson_play(&self, by: &Caller, stand: LessonStand, typed: &str) -> AppResult<LessonCard> {
        let mut exercise = resume(stand)?;
        if exercise.stand != stand {
            // The lesson has changed since: play no move in a position that the user has not seen.
            return Ok(LessonCard::Step(Box::new(self.lesson_view(by.user, &exercise, None).await?)));
        }
        let (news, meant) = match exercise.play_typed(typed) {
            Ok((mv, Judged::Done)) => return self.lesson_done(by.user, &exercise, mv).await,
            Ok((mv, Judged::Answered(reply))) => (LessonNews::Answered(mv, reply), None),
            Ok((mv, Judged::Missed(miss))) => (LessonNews::Missed(mv, miss), None),
            Err(error) => {
                let meant = meant(&error);
                (LessonNews::Refused(Box::new(*exercise.line.position()), error), meant)
            }
        };
        let mut view = self.lesson_view(by.user, &exercise, Some(news)).await?;
        // Selects the piece that cannot make the move, to show what it can do.
        view.choose(&exercise, |movers| {
            movers.iter().position(|mover| meant.is_some() && mover.from == meant)
        });
        Ok(LessonCard::Step(Box::new(view)))
    }

    async fn lesson_done(
        &self,
        who: UserId,
        exercise: &Exercise,
        mv: DescribedMove,
    ) -> AppResult<LessonCard> {
        let LessonStand { game, step, .. } = exercise.stand;
        let done = step + 1;
        let finished = done == count(game);
        let kept = LessonRow { variant: game.slug().to_owned(), steps: done, finished };
        self.store.note_lesson(who, &kept).await?;
        self.after_step(who, exercise, mv, finished).await.map_err(AppError::after_storing)
    }

    /// The card after a completed step; `finished`: it was the last of the lesson.
    async fn after_step(
        &self,
        who: UserId,
        exercise: &Exercise,
        mv: DescribedMove,
        finished: bool,
    ) -> AppResult<LessonCard> {
        let LessonStand { game, step, .. } = exercise.stand;
        if !finished {
            let next = resume(LessonStand::at(game, step + 1))?;
            let news = LessonNews::Done(mv, exercise.step);
            return Ok(LessonCard::Step(Box::new(self.lesson_view(who, &next, Some(news)).await?)));
        }
        Ok(LessonCard::End(Box::new(LessonEnd {
            game,
            step: exercise.step,
            mv,
            board: BoardView::of_line(&exercise.line, exercise.side()),
            look: self.preferences(who).await?.look(game),
            lessons: self.lessons(who).await?,
            may_play: false,
        })))
    }

    async fn lesson_view(
        &self,
        person: UserId,
        exercise: &Exercise,
        news: Option<LessonNews>,
    ) -> AppResult<LessonView> {
        let game = exercise.stand.game;
        Ok(LessonView {
            stand: exercise.stand,
            step: exercise.step,
            count: count(game),
            news,
            movers: movers(exercise.line.position(), &exercise.line.position().legal_moves()),
            chosen: None,
            board: BoardView::of_line(&exercise.line, exercise.side()),
            look: self.preferences(person).await?.look(game),
        })
    }
}

impl LessonView {
    /// Shows the moves of a piece.
    fn choose(&mut self, exercise: &Exercise, chosen: impl FnOnce(&[Mover]) -> Option<usize>) {
        let position = exercise.line.position();
        let mover = chosen(&self.movers).and_then(|at| self.movers.get(at));
        self.chosen = mover.map(|mover| {
            MoverView::new(position, mover, &position.legal_moves(), self.board.clone(), self.look)
        });
    }
}

/// The piece that was meant to move, if it could have made another move.
fn meant(error: &ReadError) -> Option<Square> {
    match error {
        ReadError::Illegal(
            Reason::WhereTo(from)
            | Reason::DoesNotMoveLikeThat { from, .. }
            | Reason::NothingToTake { from, .. }
            | Reason::TakesOtherwise { from, .. }
            | Reason::SparesKings { from, .. }
            | Reason::LineEnds { from, .. }
            | Reason::Blocked { from, .. }
            | Reason::Braked { from, .. }
            | Reason::GuardNotForLeapers { from, .. },
        ) => Some(*from),
        _ => None,
    }
}

/// The number of steps in a game's lesson.
pub(super) fn count(game: Variant) -> u8 {
    game.spec().lesson.len() as u8
}

fn line(game: Variant, kept: &[LessonRow]) -> LessonLine {
    let kept = kept.iter().find(|kept| kept.variant == game.slug());
    let done = kept.map_or(0, |kept| kept.steps.min(count(game)));
    LessonLine { game, done, count: count(game), finished: kept.is_some_and(|kept| kept.finished) }
}

/// The step in its current state; if that no longer exists, its beginning, or the lesson's.
fn resume(stand: LessonStand) -> AppResult<Exercise> {
    let first = LessonStand::at(stand.game, 0);
    let stands = [stand, stand.again(), first];
    let found = stands.into_iter().find_map(Exercise::resume);
    found.ok_or_else(|| AppFault::internal(format!("the lesson of {} has no step", stand.game.slug())).into())
}
