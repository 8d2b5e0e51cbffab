//! Puzzles: choosing the next one for a user, and the outcome of the moves they play there.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

use super::choice::is_solved;
use crate::app::caller::Caller;
use crate::app::game::move_menus::{Mover, MoverView, movers};
use crate::app::operator::feature::Feature;
use crate::app::{App, AppError, AppResult};
use crate::engine::{Grade, Puzzle, WrongMoveCost, cost_of_reply, refutation};
use crate::game::UserId;
use crate::games;
use crate::render::{BoardView, Look};
use crate::rules::{
    DescribedMove, Line, Move, PieceType, Position, ReadError, Square, Termination, Variant, read_move,
};
use crate::store::{PuzzleRow, PuzzleStreak};
use crate::timing::virtual_time::{alone, aside};

/// Limits concurrent searches for replies to wrong moves; the others wait, for milliseconds.
static THINKING: Semaphore = Semaphore::const_new(2);
/// The longest wait for a reply, including its time in the queue.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// The puzzles a user wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleWish {
    /// `None`: any game.
    pub game: Option<Variant>,
    /// `None`: any difficulty.
    pub grade: Option<Grade>,
}

/// A user's progress in a puzzle; carried by buttons and menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleStand {
    pub game: Variant,
    /// The puzzle's number.
    pub puzzle: u32,
    /// The plies of the solution played so far.
    pub plies: u8,
    /// The piece that moves next has been shown.
    pub hinted: bool,
    /// The original request, which decides which puzzle comes next.
    pub wish: PuzzleWish,
}

/// A user's puzzle statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Solved puzzles among those that match the request.
    pub solved: usize,
    /// The number of puzzles that match the request.
    pub count: usize,
    /// The current streak: puzzles solved in a row without a wrong move or help.
    pub streak: u32,
    /// The longest such streak.
    pub best: u32,
}

/// A puzzle as shown to the user.
#[derive(Clone, Debug)]
pub struct PuzzleView {
    pub stand: PuzzleStand,
    pub puzzle: &'static Puzzle,
    /// The piece to move, if it has been shown.
    pub hint: Option<PuzzleNews>,
    /// The last event.
    pub news: Option<PuzzleNews>,
    /// The movable pieces.
    pub movers: Vec<Mover>,
    /// The chosen piece, if any.
    pub chosen: Option<MoverView>,
    /// The board from the solver's side.
    pub board: BoardView,
    pub look: Look,
    /// It is the daily puzzle, and from now on does not count for the table.
    pub leaves_table: bool,
}

impl PuzzleView {
    /// The user's moves still to be found.
    pub fn left(&self) -> usize {
        self.puzzle.own_moves() - usize::from(self.stand.plies) / 2
    }
}

/// The last event in a puzzle.
#[derive(Clone, Debug)]
pub enum PuzzleNews {
    /// The move was right, and this reply followed.
    Answered(DescribedMove, DescribedMove),
    /// The move is legal, but not the solution.
    Missed(DescribedMove, Refutation),
    /// The text is not a legal move in this position.
    Refused(Box<Position>, ReadError),
    /// The piece to move; without a square, one in hand.
    Piece(&'static PieceType, Option<Square>),
    /// The move to play.
    Shown(DescribedMove),
}

/// The proof that a move is not the solution.
#[derive(Clone, Debug)]
pub enum Refutation {
    /// This reply, and the cost of the move if it was found in time.
    Reply(DescribedMove, Option<WrongMoveCost>),
    /// The game would be over, and not won.
    Over(Termination),
    /// No reply was found in time.
    Unknown,
}

/// The end of a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleEnd {
    pub stand: PuzzleStand,
    pub puzzle: &'static Puzzle,
    pub solution: Vec<DescribedMove>,
    /// Whether the user has solved it; if not, the solution was shown.
    pub solved: bool,
    pub standing: Standing,
    /// The board at the end of the solution.
    pub board: BoardView,
    pub look: Look,
}

/// A puzzle card.
#[derive(Clone, Debug)]
pub enum PuzzleCard {
    /// The puzzle is unsolved.
    Open(Box<PuzzleView>),
    /// The puzzle is over.
    Over(Box<PuzzleEnd>),
    /// All matching puzzles are solved.
    NoneLeft(Standing),
    /// The game has no puzzles yet.
    NoneYet(Variant),
}

impl App {
    /// A puzzle that the user has not solved, other than `last` if possible.
    pub async fn next_puzzle(
        &self,
        person: UserId,
        wish: PuzzleWish,
        last: Option<PuzzleStand>,
    ) -> AppResult<PuzzleCard> {
        self.is_on(Feature::Puzzles)?;
        let kept = self.store.puzzles_of(person).await?;
        let open: Vec<&'static Puzzle> = wish.wanted().filter(|puzzle| !is_solved(puzzle, &kept)).collect();
        let is_last = |puzzle: &&Puzzle| {
            last.is_some_and(|last| (last.game, last.puzzle) == (puzzle.variant(), puzzle.id()))
        };
        let others: Vec<&'static Puzzle> = open.iter().copied().filter(|puzzle| !is_last(puzzle)).collect();
        // The very first puzzle is the easiest. After that, users see them in different orders.
        let seed = match last {
            None if kept.is_empty() => 0,
            last => person.0 ^ last.map_or(0, |last| u64::from(last.puzzle)) ^ (kept.len() as u64) << 32,
        };
        let among = if others.is_empty() { &open } else { &others };
        if let Some(game) = wish.game.filter(|game| Puzzle::all(*game).is_empty()) {
            return Ok(PuzzleCard::NoneYet(game));
        }
        let Some(puzzle) = one_of(among, wish, seed) else {
            return Ok(PuzzleCard::NoneLeft(self.standing(person, wish).await?));
        };
        let stand =
            PuzzleStand { game: puzzle.variant(), puzzle: puzzle.id(), plies: 0, hinted: false, wish };
        self.puzzle_open(person, stand, None, |_| None).await
    }

    /// A puzzle in its current state. `chosen` picks a piece or none; an index out of range picks none.
    pub async fn puzzle_at(
        &self,
        person: UserId,
        stand: PuzzleStand,
        chosen: impl FnOnce(&[Mover]) -> Option<usize>,
    ) -> AppResult<PuzzleCard> {
        self.puzzle_open(person, stand, None, chosen).await
    }

    /// Plays a typed or chosen move. A solution is stored before this returns; a repeated call has the same
    /// result.
    pub async fn play_puzzle(&self, by: &Caller, stand: PuzzleStand, typed: &str) -> AppResult<PuzzleCard> {
        let Some((puzzle, line, right)) = stand.resume() else {
            return self.next_puzzle(by.user, stand.wish, None).await;
        };
        let before = *line.position();
        let mv = match read_move(&before, typed) {
            Ok(mv) => mv,
            Err(error) => {
                let news = PuzzleNews::Refused(Box::new(before), error);
                return self.puzzle_open(by.user, stand, Some(news), |_| None).await;
            }
        };
        let described = DescribedMove::new(&before, &mv);
        if mv != right {
            let leaves_table = self.note_help(by, stand).await?;
            let news = PuzzleNews::Missed(described, refuted(puzzle, line, mv, PATIENCE).await);
            return self.puzzle_helped(by.user, stand, news, leaves_table).await;
        }
        let Some(reply) = puzzle.solution().get(usize::from(stand.plies) + 1) else {
            // The last move can be repeated until the puzzle is stored as solved, so the daily entry is
            // written first.
            self.note_daily(by, stand, false).await?;
            self.store.note_puzzle_solved(by.user, stand.game.slug(), stand.puzzle, by.now).await?;
            return self.puzzle_over(by.user, stand, puzzle, true).await.map_err(AppError::after_storing);
        };
        let told = DescribedMove::new(&before.after_known(&mv), reply);
        let next = PuzzleStand { plies: stand.plies + 2, hinted: false, ..stand };
        self.puzzle_open(by.user, next, Some(PuzzleNews::Answered(described, told)), |_| None).await
    }

    /// Shows which piece to move, or with `whole` the move. From then on the puzzle counts as solved with
    /// help.
    pub async fn puzzle_hint(&self, by: &Caller, stand: PuzzleStand, whole: bool) -> AppResult<PuzzleCard> {
        let Some((_, line, right)) = stand.resume() else {
            return self.next_puzzle(by.user, stand.wish, None).await;
        };
        let leaves_table = self.note_help(by, stand).await?;
        let news = if whole {
            PuzzleNews::Shown(DescribedMove::new(line.position(), &right))
        } else {
            piece_of(&line, right)
        };
        let stand = PuzzleStand { hinted: true, ..stand };
        self.puzzle_helped(by.user, stand, news, leaves_table).await
    }

    /// A puzzle with help given.
    async fn puzzle_helped(
        &self,
        person: UserId,
        stand: PuzzleStand,
        news: PuzzleNews,
        leaves_table: bool,
    ) -> AppResult<PuzzleCard> {
        let card =
            self.puzzle_open(person, stand, Some(news), |_| None).await.map_err(AppError::after_storing)?;
        Ok(match card {
            PuzzleCard::Open(view) => PuzzleCard::Open(Box::new(PuzzleView { leaves_table, ..*view })),
            other => other,
        })
    }

    /// Shows the solution. The puzzle will be offered again later.
    pub async fn puzzle_solution(&self, by: &Caller, stand: PuzzleStand) -> AppResult<PuzzleCard> {
        let Some((puzzle, ..)) = stand.resume() else {
            return self.next_puzzle(by.user, stand.wish, None).await;
        };
        self.note_help(by, stand).await?;
        self.puzzle_over(by.user, stand, puzzle, false).await.map_err(AppError::after_storing)
    }

    /// Records help with a puzzle: a wrong move, or a shown hint. True if the puzzle therefore no longer
    /// counts for the daily table.
    async fn note_help(&self, by: &Caller, stand: PuzzleStand) -> AppResult<bool> {
        let leaves_table = self.note_daily(by, stand, true).await?;
        self.store.note_puzzle_help(by.user, stand.game.slug(), stand.puzzle).await?;
        Ok(leaves_table)
    }

    /// The end of a puzzle, for a user who has reached it before.
    pub(super) async fn puzzle_ended(&self, person: UserId, stand: PuzzleStand) -> AppResult<PuzzleCard> {
        let Some(puzzle) = Puzzle::of_id(stand.game, stand.puzzle) else {
            return self.next_puzzle(person, stand.wish, None).await;
        };
        let kept = self.store.puzzles_of(person).await?;
        let own = |one: &&PuzzleRow| one.puzzle == stand.puzzle && one.variant == stand.game.slug();
        let solved = kept.iter().find(own).is_some_and(|one| one.solved_at.is_some());
        self.puzzle_over(person, stand, puzzle, solved).await
    }

    /// Opens a puzzle; one that no longer exists is replaced by another.
    async fn puzzle_open(
        &self,
        person: UserId,
        stand: PuzzleStand,
        news: Option<PuzzleNews>,
        chosen: impl FnOnce(&[Mover]) -> Option<usize>,
    ) -> AppResult<PuzzleCard> {
        let Some((puzzle, line, right)) = stand.resume() else {
            return Box::pin(self.next_puzzle(person, stand.wish, None)).await;
        };
        let look = self.preferences(person).await?.look(stand.game);
        let (position, board) = (line.position(), BoardView::of_line(&line, puzzle.start().turn()));
        let legal = position.legal_moves();
        let movers = movers(position, &legal);
        let mover = chosen(&movers).and_then(|at| movers.get(at));
        let chosen = mover.map(|mover| MoverView::new(position, mover, &legal, board.clone(), look));
        Ok(PuzzleCard::Open(Box::new(PuzzleView {
            stand,
            puzzle,
            hint: stand.hinted.then(|| piece_of(&line, right)),
            news,
            movers,
            chosen,
            board,
            look,
            leaves_table: false,
        })))
    }

    async fn puzzle_over(
        &self,
        person: UserId,
        stand: PuzzleStand,
        puzzle: &'static Puzzle,
        solved: bool,
    ) -> AppResult<PuzzleCard> {
        let line = puzzle.line(puzzle.solution().len());
        Ok(PuzzleCard::Over(Box::new(PuzzleEnd {
            stand,
            puzzle,
            solution: line.plies().map(|(before, mv, _)| DescribedMove::new(&before, &mv)).collect(),
            solved,
            standing: self.standing(person, stand.wish).await?,
            board: BoardView::of_line(&line, puzzle.start().turn()),
            look: self.preferences(person).await?.look(stand.game),
        })))
    }

    async fn standing(&self, person: UserId, wish: PuzzleWish) -> AppResult<Standing> {
        let kept = self.store.puzzles_of(person).await?;
        let PuzzleStreak { now, best } = self.store.puzzle_streak(person).await?;
        let solved = wish.wanted().filter(|puzzle| is_solved(puzzle, &kept)).count();
        let count = wish.wanted().count();
        Ok(Standing { solved, count, streak: now, best })
    }
}

/// The word for any game or any difficulty.
const ANY: &str = "any";

/// Formats as `any:hard` or `chess:any`.
impl fmt::Display for PuzzleWish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.game.map_or(ANY, Variant::slug), self.grade.map_or(ANY, Grade::slug))
    }
}

impl FromStr for PuzzleWish {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (game, grade) = text.split_once(':').ok_or(())?;
        let game = if game == ANY { None } else { Some(games::from_slug(game).ok_or(())?) };
        let grade = if grade == ANY { None } else { Some(Grade::from_slug(grade).ok_or(())?) };
        Ok(Self { game, grade })
    }
}

impl PuzzleWish {
    /// The games that have puzzles.
    pub fn games() -> impl Iterator<Item = Variant> {
        Puzzle::games()
    }

    fn wanted(self) -> impl Iterator<Item = &'static Puzzle> {
        let games = games::all().filter(move |game| self.game.is_none_or(|wanted| wanted == *game));
        games
            .flat_map(|game| Puzzle::all(game).iter())
            .filter(move |puzzle| self.grade.is_none_or(|grade| grade == puzzle.grade()))
    }
}

impl PuzzleStand {
    /// The puzzle, the line so far and the move to be found; `None` if the puzzle no longer exists.
    fn resume(self) -> Option<(&'static Puzzle, Line, Move)> {
        let puzzle = Puzzle::of_id(self.game, self.puzzle)?;
        let plies = usize::from(self.plies);
        let right = puzzle.solution().get(plies).filter(|_| plies.is_multiple_of(2))?;
        Some((puzzle, puzzle.line(plies), *right))
    }
}

/// The hint that names the piece to move.
fn piece_of(line: &Line, right: Move) -> PuzzleNews {
    PuzzleNews::Piece(line.position().spec().piece_type(right.kind()), right.from())
}

/// Picks one of these puzzles. Without a requested grade, picks from the easiest third.
fn one_of(puzzles: &[&'static Puzzle], wish: PuzzleWish, seed: u64) -> Option<&'static Puzzle> {
    let mut sorted = puzzles.to_vec();
    sorted.sort_by_key(|puzzle| puzzle.difficulty());
    let among = if wish.grade.is_some() { sorted.len() } else { sorted.len().div_ceil(3) };
    let mixed = (seed ^ seed >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
    sorted.get((mixed % among.max(1) as u64) as usize).copied()
}

/// Proves that the move is not the solution. The searches run on blocking threads; `within` limits the total
/// wait.
async fn refuted(puzzle: &'static Puzzle, mut line: Line, mv: Move, within: Duration) -> Refutation {
    let plies = line.moves().len();
    if line.play(mv).is_err() {
        return Refutation::Unknown;
    }
    if let Some(how) = line.termination() {
        return Refutation::Over(how);
    }
    let until = Instant::now() + within;
    let found = timeout_at(until, thought(move || refutation(puzzle, plies, mv))).await;
    let Some(found) = found.ok().flatten() else { return Refutation::Unknown };
    let reply = found.reply;
    let taken = timeout_at(until, thought(move || cost_of_reply(puzzle, plies, mv, reply))).await;
    let taken = taken.ok().flatten().map(WrongMoveCost::Taken);
    Refutation::Reply(DescribedMove::new(line.position(), &reply), taken.or(found.cost))
}

/// Runs a search on a blocking thread once a permit is free.
async fn thought<T: Send + 'static>(search: impl FnOnce() -> Option<T> + Send + 'static) -> Option<T> {
    // The semaphore is process-wide; a permit is held only while a search runs.
    let room = alone(THINKING.acquire()).await.ok()?;
    let search = move || {
        // Held until the search ends, even if its result is no longer awaited.
        let _room = room;
        search()
    };
    aside(search).await.ok()?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_reply_that_takes_long_is_not_waited_for() {
        let chess = games::from_slug("chess").expect("a game");
        let puzzle = Puzzle::all(chess).first().expect("a puzzle");
        let goes_on = |mv: &Move| puzzle.start().after_known(mv).termination().is_none();
        let mut moves = puzzle.start().legal_moves().into_iter();
        let wrong = moves.find(|mv| *mv != puzzle.solution()[0] && goes_on(mv)).expect("another move");
        let all = THINKING.acquire_many(2).await.expect("the others are done at last");
        let none = refuted(puzzle, puzzle.line(0), wrong, Duration::from_millis(1)).await;
        assert!(matches!(none, Refutation::Unknown), "{none:?}");
        drop(all);
        let reply = refuted(puzzle, puzzle.line(0), wrong, Duration::from_mins(5)).await;
        assert!(matches!(reply, Refutation::Reply(_, Some(_))), "{reply:?}");
    }
}
