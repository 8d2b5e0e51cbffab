//! Puzzles: the tasks, and the responses to moves.

use crate::app::{Aim, DailyPuzzle, Grade, PuzzleEnd, PuzzleNews, PuzzleView, Refutation, Standing};
use crate::engine::WrongMoveCost;
use crate::engine::{Motif, Puzzle};
use crate::rules::{Color, DescribedMove, PieceType, Variant};
use crate::words::args;
use crate::words::{Beside, ByHand, Joined, Naming, Words};

impl Words {
    /// The puzzle's heading and task.
    pub fn puzzle_task(&self, view: &PuzzleView) -> String {
        let (game, side, count) = (view.stand.game, view.board.turn, view.left());
        let asked = match view.puzzle.aim() {
            // If a King can also win by arriving, the way of winning is for the solver to find.
            Aim::Win(_) => {
                let key = if game.spec().goal.is_some() { "puzzle-win" } else { "puzzle-mate" };
                self.say(key, &args! { "side" => side, "count" => count })
            }
            Aim::Material(_) => self.say("puzzle-material", &args! { "side" => side }),
        };
        let heading = match view.puzzle.grade() {
            Grade::Easy => "puzzle-easy",
            Grade::Medium => "puzzle-medium",
            Grade::Hard => "puzzle-hard",
        };
        format!("{}\n{asked}", self.say(heading, &args! { "game" => game }))
    }

    /// The puzzle of the day, for everyone.
    pub fn daily_puzzle(&self, daily: &DailyPuzzle, naming: Naming<'_>) -> String {
        // Another move may win later, or a Pawn.
        let (key, count) = match daily.puzzle.aim() {
            Aim::Win(own) => ("puzzle-of-the-day", own),
            Aim::Material(own) => ("puzzle-of-the-day.material", own),
        };
        let side = daily.puzzle.start().turn();
        let told = self.say(key, &args! { "game" => daily.stand.game, "side" => side, "count" => count });
        match self.daily_best(daily.day, &daily.best, naming) {
            Some(best) => format!("{told}\n{best}"),
            None => told,
        }
    }

    /// The latest event in a puzzle.
    pub fn puzzle_news(&self, view: &PuzzleView, news: &PuzzleNews, by: ByHand) -> String {
        let told = self.puzzle_happened(view, news, by);
        if view.leaves_table { format!("{told} {}", self.plain("puzzle-leaves-table")) } else { told }
    }

    /// The hint that was shown before.
    pub fn puzzle_hint(&self, view: &PuzzleView, hint: &PuzzleNews) -> String {
        self.puzzle_happened(view, hint, ByHand::Menus)
    }

    fn puzzle_happened(&self, view: &PuzzleView, news: &PuzzleNews, by: ByHand) -> String {
        match news {
            PuzzleNews::Answered(mv, reply) => {
                let (mv, reply) = (self.told_move(mv), self.told_move(reply));
                let side = view.board.turn.other();
                self.say("puzzle-answered", &args! { "move" => mv, "side" => side, "reply" => reply })
            }
            PuzzleNews::Missed(mv, why) => self.puzzle_missed(view.board.turn.other(), mv, why),
            PuzzleNews::Refused(position, error) => {
                let beside = if by == ByHand::Taps { Beside::Page } else { Beside::Nothing };
                self.read_error_at(position, error, beside)
            }
            PuzzleNews::Piece(piece, Some(square)) => {
                self.say("puzzle-piece", &args! { "piece" => self.placed(piece, *square) })
            }
            PuzzleNews::Piece(_, None) => self.plain("puzzle-piece.hand"),
            PuzzleNews::Shown(mv) => self.say("puzzle-shown", &args! { "move" => self.told_to_make(mv, by) }),
        }
    }

    /// Why a move is not the solution. `them` is the side that would reply.
    fn puzzle_missed(&self, them: Color, mv: &DescribedMove, why: &Refutation) -> String {
        let mut args = args! { "move" => self.told_move(mv) };
        let key = match why {
            Refutation::Reply(reply, cost) => {
                args.set("reply", self.told_move(reply));
                match cost {
                    Some(WrongMoveCost::Taken(merit)) => {
                        args.set("merit", self.merit(reply, them, merit));
                        "puzzle-missed.taken"
                    }
                    Some(WrongMoveCost::Win(count)) => {
                        args.set("count", *count);
                        "puzzle-missed.win"
                    }
                    Some(WrongMoveCost::Material) => "puzzle-missed.material",
                    None => "puzzle-missed",
                }
            }
            Refutation::Over(how) => {
                args.set("state", self.termination(*how));
                "puzzle-missed.over"
            }
            Refutation::Unknown => "puzzle-missed.plain",
        };
        self.say(key, &args)
    }

    /// The end of a puzzle: the solution, its motifs, and the person's progress.
    pub fn puzzle_end(&self, end: &PuzzleEnd) -> String {
        let key = if end.solved { "puzzle-solved" } else { "puzzle-solution" };
        // The last move already shows that it is mate.
        let motifs = end.puzzle.motifs().iter().filter(|motif| **motif != Motif::Mate);
        let motifs: Vec<String> =
            motifs.map(|motif| self.plain(&format!("motif-{}", motif.slug()))).collect();
        let mut parts = vec![self.plain(key) + &self.puzzle_moves(end)];
        if !motifs.is_empty() {
            parts.push(self.say("puzzle-motifs", &args! { "motifs" => self.list(Joined::And, &motifs) }));
        }
        let Standing { solved, count, streak, best } = end.standing;
        if !end.solved {
            parts.push(self.plain("puzzle-comes-again"));
        }
        if end.solved {
            parts.push(self.puzzle_count(solved, count));
        }
        if end.solved && streak > 0 {
            parts.push(self.say("puzzle-streak", &args! { "streak" => streak, "best" => best }));
        }
        parts.join("\n")
    }

    /// The number of solved puzzles.
    pub fn puzzle_count(&self, solved: usize, count: usize) -> String {
        self.say("puzzle-count", &args! { "solved" => solved, "count" => count })
    }

    /// The solution, a line for each of the solver's moves.
    fn puzzle_moves(&self, end: &PuzzleEnd) -> String {
        let side = end.puzzle.start().turn().other();
        let own = (1_usize..).zip(end.solution.chunks(2)).map(|(number, pair)| {
            let mut args = args! { "number" => number, "side" => side };
            if let Some(mv) = pair.first() {
                args.set("move", self.told_move(mv));
            }
            let key = match (pair.get(1), end.puzzle.end()) {
                (Some(reply), _) => {
                    args.set("reply", self.told_move(reply));
                    "puzzle-line"
                }
                (None, Some(how)) => {
                    args.set("state", self.termination(how));
                    "puzzle-line.last"
                }
                (None, None) => {
                    let (won, lost) = balance(&end.solution);
                    args.set("won", self.counted(&won, "puzzle-won"));
                    args.set("lost", self.counted(&lost, "piece-given"));
                    match (won.is_empty(), lost.is_empty()) {
                        (true, _) => "puzzle-line.material-plain",
                        (false, true) => "puzzle-line.material",
                        (false, false) => "puzzle-line.material-for",
                    }
                }
            };
            self.say(key, &args)
        });
        own.fold(String::new(), |text, line| format!("{text}\n{line}"))
    }

    /// Says that all puzzles of this kind are solved.
    pub fn puzzles_solved(&self, standing: &Standing) -> String {
        self.say("puzzle-none-left", &args! { "count" => standing.count })
    }

    /// Says that a game has no puzzles yet, and lists those that have.
    pub fn no_puzzles(&self, game: Variant) -> String {
        let others: Vec<String> = Puzzle::games().map(|other| self.game(other)).collect();
        let others = self.list(Joined::And, &others);
        let key = if game.is_custom() { "puzzle-none-yet.own" } else { "puzzle-none-yet" };
        self.say(key, &args! { "game" => self.game(game), "others" => others })
    }
}

/// The pieces that a line gains and costs the side that starts it, without trades of equal kinds.
fn balance(line: &[DescribedMove]) -> (Vec<&'static PieceType>, Vec<&'static PieceType>) {
    let taken = |first: usize| -> Vec<&'static PieceType> {
        let moves = line.iter().skip(first).step_by(2);
        moves.flat_map(|told| told.victims.iter().filter_map(|(_, piece)| *piece)).collect()
    };
    let (mut won, mut lost) = (taken(0), taken(1));
    lost.retain(|piece| match won.iter().position(|one| one.slug == piece.slug) {
        Some(at) => {
            won.remove(at);
            false
        }
        None => true,
    });
    (won, lost)
}
