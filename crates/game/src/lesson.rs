//! Lessons: judges a move in a step by the rules alone.
//!
//! Any move that fulfils the aim of a step completes it, not only the scripted solution. In a step of several
//! moves, a move is right if the rest can still be done after every reply. A wrong move is therefore answered
//! by its refutation.

use rules::{
    Color, DescribedMove, LessonAim, LessonStep, Line, Move, PieceType, Position, ReadError, Square,
    SquareSet, Termination, Variant, read_move,
};

/// The most moves of the learner before the last one of a step.
const BEFORE_LAST: usize = 2;

/// The learner's moves in a step, as move codes. The replies follow from them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LessonTrail([u32; BEFORE_LAST]);

impl LessonTrail {
    /// Creates a trail of these codes. `None` if there are too many, or if one is not the code of a move.
    pub fn of(codes: &[u32]) -> Option<Self> {
        let mut trail = Self::default();
        // No move has the code 0: it would lead from a square to itself.
        let fits = codes.len() <= BEFORE_LAST && codes.iter().all(|code| *code != 0);
        fits.then(|| {
            trail.0[..codes.len()].copy_from_slice(codes);
            trail
        })
    }

    /// Returns the move codes.
    pub fn codes(&self) -> impl Iterator<Item = u32> {
        self.0.into_iter().take_while(|code| *code != 0)
    }

    fn and(self, mv: &Move) -> Option<Self> {
        let codes: Vec<u32> = self.codes().chain([mv.code()]).collect();
        Self::of(&codes)
    }
}

/// A learner's progress in the lesson of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonStand {
    /// The variant.
    pub game: Variant,
    /// The step, counted from 0.
    pub step: u8,
    /// The moves made in the step.
    pub trail: LessonTrail,
}

impl LessonStand {
    /// Starts a step.
    pub fn at(game: Variant, step: u8) -> Self {
        Self { game, step, trail: LessonTrail::default() }
    }

    /// Restarts the step.
    #[must_use]
    pub fn again(self) -> Self {
        Self::at(self.game, self.step)
    }
}

/// A step in progress.
#[derive(Clone)]
pub struct Exercise {
    /// The learner's progress.
    pub stand: LessonStand,
    /// The step.
    pub step: &'static LessonStep,
    /// The position of the step and the moves played from there.
    pub line: Line,
    /// The number of moves left for the learner in this step.
    pub left: u8,
}

/// The verdict on a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It completes the step.
    Done,
    /// It is right; holds the reply.
    Answered(DescribedMove),
    /// It misses the aim, for this reason. The position is unchanged.
    Missed(LessonMiss),
}

/// Why a legal move misses the aim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonMiss {
    /// It leaves these pieces, which should have been captured.
    Leaves(Vec<(Square, &'static PieceType)>),
    /// It ends the game in another way.
    Ends(Termination),
    /// It gives check, but this move parries it.
    CheckAnswered(DescribedMove),
    /// This reply makes the rest impossible.
    Refuted(DescribedMove),
    /// The rest would take too long, whatever the reply.
    TooSlow,
    /// It does not win.
    NoWin,
    /// These enemies are not held.
    Free(Vec<(Square, &'static PieceType)>),
    /// It gives no check.
    NoCheck,
    /// It drops no piece from the hand.
    NoDrop,
    /// It promotes no pawn.
    NoPromotion,
    /// The requested piece does not reach a requested square.
    Elsewhere,
}

impl Exercise {
    /// Resumes a step. `None` if there is no such step, or if the recorded moves no longer lead there.
    pub fn resume(stand: LessonStand) -> Option<Self> {
        let step = stand.game.spec().lesson.get(usize::from(stand.step))?;
        let line = Line::new(Position::from_fen(stand.game, &step.fen).ok()?);
        let mut exercise = Self { stand: stand.again(), step, line, left: step.within };
        for code in stand.trail.codes() {
            let mv = exercise.line.position().move_of_code(code)?;
            let Judged::Answered(_) = exercise.play(&mv) else { return None };
        }
        Some(exercise)
    }

    /// Returns the learner's side.
    pub fn side(&self) -> Color {
        self.line.start().turn()
    }

    /// Plays a typed move if it is right. Returns the move and the verdict.
    ///
    /// # Errors
    /// The text names no legal move; nothing has changed.
    pub fn play_typed(&mut self, typed: &str) -> Result<(DescribedMove, Judged), ReadError> {
        let position = *self.line.position();
        let mv = read_move(&position, typed)?;
        Ok((DescribedMove::new(&position, &mv), self.play(&mv)))
    }

    /// Returns the next move of a way to complete the step.
    pub fn hint(&self) -> Option<DescribedMove> {
        let position = self.line.position();
        let told = self.scripted().filter(|mv| self.is_right(mv));
        let right = || position.legal_moves().into_iter().find(|mv| self.is_right(mv));
        told.or_else(right).map(|mv| DescribedMove::new(position, &mv))
    }

    /// Plays a legal move and its reply if the move is right.
    fn play(&mut self, mv: &Move) -> Judged {
        let before = *self.line.position();
        if does(&self.step.aim, &before, mv) {
            return if self.line.play(*mv).is_ok() {
                Judged::Done
            } else {
                Judged::Missed(LessonMiss::TooSlow)
            };
        }
        if !self.is_right(mv) {
            return Judged::Missed(self.why_not(mv));
        }
        let mut after = self.line.clone();
        let trail = self.stand.trail.and(mv);
        let (Ok(()), Some(trail)) = (after.play(*mv), trail) else {
            return Judged::Missed(LessonMiss::TooSlow);
        };
        let Some(reply) = self.reply(&after) else { return Judged::Missed(LessonMiss::TooSlow) };
        let told = DescribedMove::new(after.position(), &reply);
        if after.play(reply).is_err() {
            return Judged::Missed(LessonMiss::TooSlow);
        }
        (self.line, self.left, self.stand.trail) = (after, self.left - 1, trail);
        Judged::Answered(told)
    }

    fn is_right(&self, mv: &Move) -> bool {
        forces(&self.step.aim, self.line.position(), mv, self.left)
    }

    /// Returns the next move of the solution, if it was followed so far.
    fn scripted(&self) -> Option<Move> {
        script(self.step, &self.line)
    }

    /// Returns the solution's reply, or one that prevents completion at the next move.
    fn reply(&self, after: &Line) -> Option<Move> {
        let position = after.position();
        let holds = |reply: &Move| {
            let next = position.after_known(reply);
            !next.legal_moves().iter().any(|mv| does(&self.step.aim, &next, mv))
        };
        let replies = position.legal_moves();
        script(self.step, after).or_else(|| replies.iter().copied().find(holds)).or(replies.first().copied())
    }

    /// Returns why a legal move is not right.
    fn why_not(&self, mv: &Move) -> LessonMiss {
        let (aim, before) = (&self.step.aim, self.line.position());
        let after = before.after_known(mv);
        if let Some(how) = after.termination() {
            return LessonMiss::Ends(how);
        }
        if self.left > 1 {
            return self.refutation(&after);
        }
        match aim {
            LessonAim::Take(_) => LessonMiss::Leaves(named(before, aim.squares() & !mv.victims())),
            LessonAim::Win if after.is_check() => {
                let replies = after.legal_moves();
                let takes = replies.iter().find(|reply| reply.victims().contains(mv.to()));
                let told = takes.or(replies.first()).map(|reply| DescribedMove::new(&after, reply));
                told.map_or(LessonMiss::NoWin, LessonMiss::CheckAnswered)
            }
            LessonAim::Win => LessonMiss::NoWin,
            LessonAim::Hold(_) => LessonMiss::Free(named(before, aim.squares() & !held(&after))),
            LessonAim::Check => LessonMiss::NoCheck,
            LessonAim::Drop => LessonMiss::NoDrop,
            LessonAim::Promote => LessonMiss::NoPromotion,
            LessonAim::Reach(..) => LessonMiss::Elsewhere,
        }
    }

    /// Returns the reply that makes the rest impossible.
    ///
    /// [`LessonMiss::TooSlow`] if no reply at all leaves enough moves.
    fn refutation(&self, after: &Position) -> LessonMiss {
        let left = self.left - 1;
        let (fails, works): (Vec<Move>, Vec<Move>) = after
            .legal_moves()
            .into_iter()
            .partition(|reply| !can_force(&self.step.aim, &after.after_known(reply), left));
        let takes = fails.iter().find(|reply| reply.is_capture());
        match takes.or(fails.first()) {
            Some(reply) if !works.is_empty() => LessonMiss::Refuted(DescribedMove::new(after, reply)),
            _ => LessonMiss::TooSlow,
        }
    }
}

/// Returns the next move of a step's solution, if the line has followed it.
fn script(step: &LessonStep, line: &Line) -> Option<Move> {
    let played = line.moves();
    let as_told = played.iter().zip(&step.solution).all(|(mv, text)| mv.to_string() == *text);
    let next = step.solution.get(played.len()).filter(|_| as_told)?;
    line.position().legal_moves().into_iter().find(|mv| mv.to_string() == **next)
}

/// True if a legal move fulfils the aim at once.
fn does(aim: &LessonAim, before: &Position, mv: &Move) -> bool {
    let after = || before.after_known(mv);
    match aim {
        LessonAim::Take(_) => (aim.squares() & !mv.victims()).is_empty(),
        LessonAim::Win => after().termination().and_then(Termination::winner) == Some(before.turn()),
        LessonAim::Hold(_) => (aim.squares() & !held(&after())).is_empty(),
        LessonAim::Check => after().is_check(),
        LessonAim::Drop => mv.is_drop(),
        LessonAim::Promote => mv.promotion().is_some(),
        LessonAim::Reach(letter, _) => {
            before.spec().letter(mv.kind()) == *letter && aim.squares().contains(mv.to())
        }
    }
}

/// True if a move fulfils the aim at once, or forces it within `left` moves against every reply.
fn forces(aim: &LessonAim, before: &Position, mv: &Move, left: u8) -> bool {
    if does(aim, before, mv) {
        return true;
    }
    if left <= 1 {
        return false;
    }
    let after = before.after_known(mv);
    after.termination().is_none()
        && after.legal_moves().iter().all(|reply| can_force(aim, &after.after_known(reply), left - 1))
}

/// True if the side to move can fulfil the aim within `left` moves.
fn can_force(aim: &LessonAim, position: &Position, left: u8) -> bool {
    position.termination().is_none()
        && position.legal_moves().iter().any(|mv| forces(aim, position, mv, left))
}

/// Returns the pieces on these squares.
fn named(position: &Position, squares: SquareSet) -> Vec<(Square, &'static PieceType)> {
    squares.iter().filter_map(|square| Some((square, position.piece_type_at(square)?))).collect()
}

/// Returns the squares of frozen pieces, and of braked pieces of the side to move.
fn held(position: &Position) -> SquareSet {
    position.frozen() | position.braked(position.turn())
}
