//! Lessons and puzzles on a page in the browser.
//!
//! The page's address is its whole state, like the ids of buttons in chat. It lists the moves played, so that
//! a hand-written address reveals only as much of a solution as its author knows, and cannot skip lesson
//! steps.

use std::fmt;
use std::str::FromStr;

use super::board_at::BoardAt;
use super::done::{StepDone, done_by};
use super::lessons::{LessonCard, LessonEnd, LessonNews, count as steps};
use super::puzzles::{PuzzleCard, PuzzleStand, PuzzleWish};
use crate::app::caller::Caller;
use crate::app::error::AppFault;
use crate::app::game::history::rows;
use crate::app::pages::{PageChoices, PageHolds, PageThen, holds};
use crate::app::{App, AppError, AppResult, PastRow};
use crate::engine::Puzzle;
use crate::game::{Exercise, LessonStand, LessonTrail, Ply};
use crate::games;
use crate::render::{BoardView, Look};
use crate::rules::{Color, Line, Move, Position, ReadError, Variant, read_move};

/// The state shown by a learning page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearningAt {
    /// A step of a lesson: `lesson:chess:2:44.77`.
    Step(LessonStand),
    /// A puzzle: `puzzle:chess:4000000000:44:any:hard`.
    Puzzle(PuzzleAt),
    /// A puzzle that the user has not solved: `puzzles:any:hard`.
    Unsolved(PuzzleWish),
    /// A completed lesson step, with its last move: `done:chess:2:44.77:99`.
    Done(LessonStand, u32),
    /// A board for trying moves, from the start of a game or a position: `board:chess`.
    Board(BoardAt),
}

/// A puzzle, and the user's progress in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleAt {
    game: Variant,
    puzzle: u32,
    /// The codes of the user's moves.
    moves: Vec<u32>,
    wish: PuzzleWish,
}

/// An action on a learning page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearningAction<'a> {
    Look,
    Move(&'a str),
    /// Shows which piece to move.
    Hint,
    /// Shows the move to play.
    ShowMove,
    Solution,
    /// Leaves a puzzle for another one.
    Next,
}

/// The page's content after the action.
#[derive(Clone, Debug)]
pub struct LearningView {
    pub at: LearningAt,
    pub card: LearningCard,
    /// `None` if there is no puzzle left.
    pub board: Option<LearningBoard>,
}

/// The card that chat would show.
#[derive(Clone, Debug)]
pub enum LearningCard {
    Lesson(LessonCard),
    /// A completed step that is followed by another.
    StepDone(Box<StepDone>),
    Puzzle(PuzzleCard),
    /// A board for trying moves.
    Board(BoardAt),
}

/// The board and the available moves.
#[derive(Clone, Debug)]
pub struct LearningBoard {
    pub game: Variant,
    /// From the learner's side.
    pub board: BoardView,
    pub look: Look,
    /// Empty once the exercise is over.
    pub choices: PageChoices,
    pub holds: PageHolds,
    /// The move list.
    pub rows: Vec<PastRow>,
    pub ply: Ply,
    /// The side that made the first move.
    pub first: Color,
}

impl LearningBoard {
    fn new(line: &Line, (board, look): (&BoardView, Look), is_over: bool) -> Self {
        Self {
            game: board.variant,
            board: board.clone(),
            look,
            choices: if is_over { PageChoices::default() } else { PageChoices::of(line.position()) },
            holds: holds(line.position(), board),
            rows: rows(line),
            ply: Ply(line.moves().len() as u32),
            first: line.start().turn(),
        }
    }
}

impl App {
    /// Runs an action in a lesson or a puzzle and returns the result. Repeating it has the same result.
    ///
    /// If the address is no longer valid, or skips ahead, nothing is done and a valid state is shown instead.
    pub async fn learn(
        &self,
        by: &Caller,
        at: &LearningAt,
        deed: LearningAction<'_>,
    ) -> AppResult<LearningView> {
        let card = match at {
            LearningAt::Step(stand) => return self.learn_step(by, *stand, deed).await,
            LearningAt::Done(stand, code) => return self.learn_done(by, *stand, *code).await,
            LearningAt::Board(at) => return self.board_at(by, at).await,
            LearningAt::Unsolved(wish) => self.next_puzzle(by.user, *wish, None).await?,
            LearningAt::Puzzle(puzzle) => self.learn_puzzle(by, puzzle.place(), deed).await?,
        };
        Ok(puzzle_view(at.clone(), card))
    }

    async fn learn_step(
        &self,
        by: &Caller,
        wanted: LessonStand,
        deed: LearningAction<'_>,
    ) -> AppResult<LearningView> {
        let stand = self.lesson_reached(by.user, wanted).await?;
        let card = match deed {
            LearningAction::Move(typed) if stand == wanted => self.lesson_play(by, stand, typed).await?,
            LearningAction::Hint | LearningAction::ShowMove | LearningAction::Solution if stand == wanted => {
                LessonCard::Step(Box::new(self.lesson_solution(by.user, stand).await?))
            }
            _ => LessonCard::Step(Box::new(self.lesson_at(by.user, stand, |_| None).await?)),
        };
        let view = match card {
            LessonCard::Step(view) => match &view.news {
                // The page shows the move just played before the next step.
                Some(LessonNews::Done(mv, _)) => {
                    return self.learn_done(by, stand, mv.mv.code()).await.map_err(AppError::after_storing);
                }
                _ => view,
            },
            LessonCard::End(end) => {
                return self.learn_done(by, stand, end.mv.mv.code()).await.map_err(AppError::after_storing);
            }
        };
        let exercise = Exercise::resume(view.stand).ok_or_else(|| changed(stand.game))?;
        let board = LearningBoard::new(&exercise.line, (&view.board, view.look), false);
        let (at, card) = (LearningAt::Step(view.stand), LearningCard::Lesson(LessonCard::Step(view)));
        Ok(LearningView { at, card, board: Some(board) })
    }

    /// Shows a completed step; if it is not completed, shows the step to do.
    async fn learn_done(&self, by: &Caller, stand: LessonStand, code: u32) -> AppResult<LearningView> {
        let reached = self.lesson_reached(by.user, LessonStand::at(stand.game, stand.step + 1)).await?;
        let done = done_by(stand, code).filter(|_| reached.step > stand.step);
        let Some((exercise, mv)) = done else {
            return Box::pin(self.learn_step(by, stand, LearningAction::Look)).await;
        };
        let look = self.preferences(by.user).await?.look(stand.game);
        let view = BoardView::of_line(&exercise.line, exercise.side());
        let board = LearningBoard::new(&exercise.line, (&view, look), true);
        let (step, count) = (exercise.step, steps(stand.game));
        let card = if stand.step + 1 == count {
            let (lessons, may_play) = (self.lessons(by.user).await?, self.may_play_after_lesson(by));
            let end = LessonEnd { game: stand.game, step, mv, board: view, look, lessons, may_play };
            LearningCard::Lesson(LessonCard::End(Box::new(end)))
        } else {
            LearningCard::StepDone(Box::new(StepDone { stand, step, count, mv }))
        };
        Ok(LearningView { at: LearningAt::Done(stand, code), card, board: Some(board) })
    }

    /// A position for trying moves.
    async fn board_at(&self, by: &Caller, at: &BoardAt) -> AppResult<LearningView> {
        let line = at.line();
        let look = self.preferences(by.user).await?.look(at.game);
        let board = LearningBoard::new(&line, (&BoardView::of_line(&line, Color::White), look), true);
        let (at, card) = (LearningAt::Board(at.clone()), LearningCard::Board(at.clone()));
        Ok(LearningView { at, card, board: Some(board) })
    }

    async fn learn_puzzle(
        &self,
        by: &Caller,
        place: PuzzlePlace,
        deed: LearningAction<'_>,
    ) -> AppResult<PuzzleCard> {
        match place {
            PuzzlePlace::Open(stand) => match deed {
                LearningAction::Look => self.puzzle_at(by.user, stand, |_| None).await,
                LearningAction::Move(typed) => self.play_puzzle(by, stand, typed).await,
                LearningAction::Hint => self.puzzle_hint(by, stand, false).await,
                LearningAction::ShowMove => self.puzzle_hint(by, stand, true).await,
                LearningAction::Solution => self.puzzle_solution(by, stand).await,
                LearningAction::Next => self.next_puzzle(by.user, stand.wish, Some(stand)).await,
            },
            PuzzlePlace::Over(stand) if deed == LearningAction::Next => {
                self.next_puzzle(by.user, stand.wish, Some(stand)).await
            }
            PuzzlePlace::Over(stand) => self.puzzle_ended(by.user, stand).await,
            PuzzlePlace::Nowhere(first) => self.puzzle_at(by.user, first, |_| None).await,
        }
    }
}

fn changed(game: Variant) -> AppFault {
    AppFault::internal(format!("the lesson of {} has changed", game.slug()))
}

fn puzzle_view(asked: LearningAt, card: PuzzleCard) -> LearningView {
    let (at, board) = match &card {
        PuzzleCard::Open(view) => {
            let line = view.puzzle.line(usize::from(view.stand.plies));
            let board = LearningBoard::new(&line, (&view.board, view.look), false);
            (LearningAt::of_puzzle(view.stand), Some(board))
        }
        PuzzleCard::Over(end) => {
            let plies = end.puzzle.solution().len();
            let board = LearningBoard::new(&end.puzzle.line(plies), (&end.board, end.look), true);
            (LearningAt::Puzzle(PuzzleAt::new(end.stand, plies)), Some(board))
        }
        PuzzleCard::NoneLeft(_) | PuzzleCard::NoneYet(_) => (asked, None),
    };
    LearningView { at, card: LearningCard::Puzzle(card), board }
}

impl LearningAt {
    /// The address of a puzzle shown on a chat card.
    pub fn of_puzzle(stand: PuzzleStand) -> Self {
        Self::Puzzle(PuzzleAt::new(stand, usize::from(stand.plies)))
    }

    /// The game whose lesson's last step is completed at this address.
    pub fn lesson_over(&self) -> Option<Variant> {
        match self {
            Self::Done(stand, code) if stand.step + 1 == steps(stand.game) => {
                done_by(*stand, *code).map(|_| stand.game)
            }
            _ => None,
        }
    }

    /// The position after this many plies; `None`: the address is invalid.
    pub fn then(&self, ply: Ply) -> Option<PageThen> {
        Some(PageThen::of(self.line()?, ply))
    }

    /// Why this text is not a legal move there; `None`: it is legal, or the address is invalid.
    pub fn why_no_move(&self, typed: &str) -> Option<(Position, ReadError)> {
        let position = *self.line()?.position();
        let error = read_move(&position, typed).err()?;
        Some((position, error))
    }

    pub(in crate::app) fn line(&self) -> Option<Line> {
        match self {
            Self::Step(stand) => Some(Exercise::resume(*stand)?.line),
            Self::Puzzle(at) => {
                let puzzle = Puzzle::of_id(at.game, at.puzzle)?;
                match at.place() {
                    PuzzlePlace::Open(stand) => Some(puzzle.line(usize::from(stand.plies))),
                    PuzzlePlace::Over(_) => Some(puzzle.line(puzzle.solution().len())),
                    PuzzlePlace::Nowhere(_) => None,
                }
            }
            Self::Done(stand, code) => Some(done_by(*stand, *code)?.0.line),
            Self::Board(at) => Some(at.line()),
            Self::Unsolved(_) => None,
        }
    }

    /// The line, if moves may be tried there: no solution is left to be found.
    pub(in crate::app) fn open_line(&self) -> Option<Line> {
        let is_open = match self {
            Self::Done(..) | Self::Board(_) => true,
            Self::Puzzle(at) => matches!(at.place(), PuzzlePlace::Over(_)),
            Self::Step(_) | Self::Unsolved(_) => false,
        };
        self.line().filter(|_| is_open)
    }
}

/// The position that an address's moves lead to.
enum PuzzlePlace {
    Open(PuzzleStand),
    /// The moves are the complete solution.
    Over(PuzzleStand),
    /// The moves are not those of the solution; this is its beginning.
    Nowhere(PuzzleStand),
}

impl PuzzleAt {
    /// Takes the user's own moves among the first `plies` of the solution.
    fn new(stand: PuzzleStand, plies: usize) -> Self {
        let PuzzleStand { game, puzzle, wish, .. } = stand;
        let solution = Puzzle::of_id(game, puzzle).map_or(&[][..], Puzzle::solution);
        let moves = solution.iter().take(plies).step_by(2).map(Move::code).collect();
        Self { game, puzzle, moves, wish }
    }

    fn place(&self) -> PuzzlePlace {
        let Self { game, puzzle, ref moves, wish } = *self;
        let stand = |own: usize| PuzzleStand { game, puzzle, plies: 2 * own as u8, hinted: false, wish };
        let Some(found) = Puzzle::of_id(game, puzzle) else { return PuzzlePlace::Nowhere(stand(0)) };
        let own: Vec<u32> = found.solution().iter().step_by(2).map(Move::code).collect();
        if !own.starts_with(moves) {
            PuzzlePlace::Nowhere(stand(0))
        } else if own.len() == moves.len() {
            PuzzlePlace::Over(stand(own.len() - 1))
        } else {
            PuzzlePlace::Open(stand(moves.len()))
        }
    }
}

impl fmt::Display for LearningAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(LessonStand { game, step, trail }) => {
                write!(f, "lesson:{}:{step}:{}", game.slug(), dotted(trail.codes()))
            }
            Self::Puzzle(PuzzleAt { game, puzzle, moves, wish }) => {
                write!(f, "puzzle:{}:{puzzle}:{}:{wish}", game.slug(), dotted(moves.iter().copied()))
            }
            Self::Unsolved(wish) => write!(f, "puzzles:{wish}"),
            Self::Done(LessonStand { game, step, trail }, code) => {
                write!(f, "done:{}:{step}:{}:{code}", game.slug(), dotted(trail.codes()))
            }
            Self::Board(at) => write!(f, "board:{at}"),
        }
    }
}

impl FromStr for LearningAt {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let read = || match text.split(':').collect::<Vec<_>>()[..] {
            ["lesson", game, step, trail] => {
                let (game, step) = (games::from_slug(game)?, step.parse().ok()?);
                Some(Self::Step(LessonStand { game, step, trail: LessonTrail::of(&codes(trail)?)? }))
            }
            ["done", game, step, trail, code] => {
                let (game, step) =
                    (games::from_slug(game)?, step.parse().ok().filter(|step| *step < u8::MAX)?);
                let stand = LessonStand { game, step, trail: LessonTrail::of(&codes(trail)?)? };
                Some(Self::Done(stand, code.parse().ok()?))
            }
            ["board", game] => BoardAt::read(game, None).map(Self::Board),
            ["board", game, position] => BoardAt::read(game, Some(position)).map(Self::Board),
            ["puzzle", game, puzzle, moves, any, grade] => {
                let (game, puzzle) = (games::from_slug(game)?, puzzle.parse().ok()?);
                let wish = format!("{any}:{grade}").parse().ok()?;
                Some(Self::Puzzle(PuzzleAt { game, puzzle, moves: codes(moves)?, wish }))
            }
            ["puzzles", ..] => Some(Self::Unsolved(text.split_once(':')?.1.parse().ok()?)),
            _ => None,
        };
        read().ok_or(())
    }
}

fn dotted(codes: impl Iterator<Item = u32>) -> String {
    codes.map(|code| code.to_string()).collect::<Vec<_>>().join(".")
}

fn codes(text: &str) -> Option<Vec<u32>> {
    text.split('.').filter(|code| !code.is_empty()).map(|code| code.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_it_was_written() {
        let chess = games::from_slug("chess").expect("a game");
        let puzzle = Puzzle::all(chess).iter().find(|one| one.own_moves() == 2).expect("a puzzle");
        let wish = PuzzleWish { game: Some(chess), grade: None };
        let trail = LessonTrail::of(&[44, 77]).expect("a trail");
        let stand = PuzzleStand { game: chess, puzzle: puzzle.id(), plies: 2, hinted: false, wish };
        for at in [
            LearningAt::Step(LessonStand::at(chess, 2)),
            LearningAt::Step(LessonStand { game: chess, step: 0, trail }),
            LearningAt::Done(LessonStand { game: chess, step: 0, trail }, 99),
            LearningAt::Board(BoardAt::start(chess)),
            LearningAt::of_puzzle(PuzzleStand { plies: 0, ..stand }),
            LearningAt::of_puzzle(stand),
            LearningAt::Unsolved(wish),
            LearningAt::Unsolved(PuzzleWish::default()),
        ] {
            assert_eq!(at.to_string().parse(), Ok(at));
        }
        for wrong in [
            "",
            "lesson",
            "lesson:ludo:1:",
            "lesson:chess:x:",
            "done:chess:255::1",
            "board:ludo",
            "board:chess:8",
            "puzzle:chess:1",
            "puzzles:x:y",
            "game:7",
        ] {
            assert_eq!(wrong.parse::<LearningAt>(), Err(()), "{wrong}");
        }
    }

    #[test]
    fn whoever_does_not_know_the_moves_sees_nothing_of_them() {
        let chess = games::from_slug("chess").expect("a game");
        let puzzle = Puzzle::all(chess).iter().find(|one| one.own_moves() == 2).expect("a puzzle");
        let stand = PuzzleStand {
            game: chess,
            puzzle: puzzle.id(),
            plies: 0,
            hinted: false,
            wish: PuzzleWish::default(),
        };
        let [first, _, last] = puzzle.solution() else { panic!("three plies") };
        let plies = |moves: &[u32]| {
            let at = PuzzleAt { moves: moves.to_vec(), ..PuzzleAt::new(stand, 0) };
            LearningAt::Puzzle(at).then(Ply(99)).map(|then| then.ply.0)
        };
        assert_eq!(plies(&[]), Some(0));
        assert_eq!(plies(&[first.code()]), Some(2));
        assert_eq!(plies(&[first.code(), last.code()]), Some(3));
        for wrong in [&[first.code() + 1][..], &[last.code(), first.code()], &[first.code(); 3]] {
            assert_eq!(plies(wrong), None, "{wrong:?}");
        }
    }
}
