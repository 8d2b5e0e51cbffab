//! Lessons: the tasks, and the responses to moves.

use crate::app::{LessonEnd, LessonLine, LessonNews, LessonView, StepDone};
use crate::game::LessonMiss;
use crate::rules::{Color, DescribedMove, LessonStep, PieceType, Square, Variant};
use crate::words::args;
use crate::words::{Beside, ByHand, Joined, Words};

impl Words {
    /// The text above the list of all lessons.
    pub fn lessons_card(&self, lines: &[LessonLine]) -> String {
        let told = |line: &LessonLine| {
            self.say("lessons-line", &args! { "game" => line.game, "how" => self.lesson_progress(line) })
        };
        let lines: Vec<String> = lines.iter().map(told).collect();
        format!("{}\n{}", self.lessons_ask(), lines.join("\n"))
    }

    /// The heading of the list of lessons.
    pub fn lessons_ask(&self) -> String {
        self.plain("lessons-card")
    }

    /// The progress in a lesson.
    pub fn lesson_progress(&self, line: &LessonLine) -> String {
        let LessonLine { done, count, finished, .. } = *line;
        match done {
            _ if finished => self.plain("lesson-progress.finished"),
            0 => self.say("lesson-progress.new", &args! { "count" => count }),
            _ => self.say("lesson-progress", &args! { "done" => done, "count" => count }),
        }
    }

    /// A step of a lesson: its number, what to know, and the task.
    pub fn lesson_step(&self, view: &LessonView, by: ByHand) -> String {
        let game = view.stand.game;
        let title = self.of_step(game, view.step, ".title");
        let (step, count) = (view.stand.step + 1, view.count);
        let which = args! { "game" => game, "title" => title, "step" => step, "count" => count };
        let task = args! { "task" => self.of_step(game, view.step, ".task") };
        // On a page, where nothing need be typed, the text for taps is used if there is one.
        let tapped = format!("{}.tapped", self.of_game(game, &format!("lesson-{}", view.step.name)));
        let is_tapped = by == ByHand::Taps && self.has(&tapped);
        let told = if is_tapped { self.plain(&tapped) } else { self.of_step(game, view.step, "") };
        [self.say("lesson-step", &which), told, self.say("lesson-task", &task)].join("\n")
    }

    /// The latest event in a lesson.
    pub fn lesson_news(&self, view: &LessonView, news: &LessonNews, by: ByHand) -> String {
        let side = view.board.turn;
        match news {
            LessonNews::Done(mv, step) => self.lesson_done(view.stand.game, step, mv),
            LessonNews::Answered(mv, reply) => {
                let (mv, reply) = (self.told_move(mv), self.told_move(reply));
                self.say("lesson-answered", &args! { "move" => mv, "side" => side.other(), "reply" => reply })
            }
            LessonNews::Missed(mv, miss) => {
                let why = self.lesson_miss(side.other(), miss);
                self.say("lesson-missed", &args! { "move" => self.told_move(mv), "why" => why })
            }
            LessonNews::Refused(position, error) => {
                let beside = match (by, &view.chosen) {
                    (ByHand::Taps, _) => Beside::Page,
                    (ByHand::Menus, Some(_)) => Beside::Ways,
                    (ByHand::Menus, None) => Beside::Nothing,
                };
                self.read_error_at(position, error, beside)
            }
            LessonNews::Solution(mv) => self.lesson_solution(mv, by),
        }
    }

    /// The move to play, and for castling how to enter it.
    fn lesson_solution(&self, told: &DescribedMove, by: ByHand) -> String {
        let mv = &told.mv;
        let (Some(from), Some(rook)) = (mv.from(), told.rook) else {
            return self.say("lesson-solution", &args! { "move" => self.told_move(told) });
        };
        let args = args! {
            "kind" => told.piece, "from" => from, "to" => mv.to(), "rook" => rook.piece, "rook_from" => rook.from,
            "rook_to" => rook.to, "typed" => mv.to_string(),
        };
        let key = match (by, mv.castles_like_a_step()) {
            (ByHand::Menus, _) => "lesson-solution.castling",
            (ByHand::Taps, true) => "lesson-solution.castling-tapped-which",
            (ByHand::Taps, false) => "lesson-solution.castling-tapped",
        };
        self.say(key, &args)
    }

    /// A finished step: its number, and what it teaches.
    pub fn lesson_step_done(&self, done: &StepDone) -> String {
        let StepDone { stand, step, count, ref mv } = *done;
        let title = self.of_step(stand.game, step, ".title");
        let which =
            args! { "game" => stand.game, "title" => title, "step" => stand.step + 1, "count" => count };
        format!("{}\n{}", self.say("lesson-step", &which), self.lesson_done(stand.game, step, mv))
    }

    /// The end of a lesson.
    pub fn lesson_end(&self, end: &LessonEnd) -> String {
        let done = self.lesson_done(end.game, end.step, &end.mv);
        format!("{done}\n{}", self.say("lesson-end", &args! { "game" => end.game }))
    }

    /// Says that a game from a file has no lesson here, with the alternative.
    pub fn no_lesson(&self, game: Variant) -> String {
        self.say("lesson-none-own", &args! { "game" => game })
    }

    /// Refuses the use of another person's lesson.
    pub fn lesson_of_another(&self) -> String {
        self.plain("lesson-of-another")
    }

    fn lesson_done(&self, game: Variant, step: &LessonStep, mv: &DescribedMove) -> String {
        let learnt = self.of_step(game, step, ".done");
        self.say("lesson-done", &args! { "move" => self.told_move(mv), "learnt" => learnt })
    }

    /// A text of a step; `form` is the part of its key after the step's.
    fn of_step(&self, game: Variant, step: &LessonStep, form: &str) -> String {
        let key = self.of_game(game, &format!("lesson-{}", step.name));
        if game.is_custom() && !self.has(&key) {
            return self.own_step(game, step, form);
        }
        self.plain(&format!("{key}{form}"))
    }

    /// Why a legal move is not the solution. `them` is the side that would reply.
    fn lesson_miss(&self, them: Color, miss: &LessonMiss) -> String {
        let all = |key: &str, pieces: &[(Square, &'static PieceType)]| {
            let named: Vec<String> =
                pieces.iter().map(|(square, piece)| self.placed(piece, *square)).collect();
            self.say(key, &args! { "pieces" => self.list(Joined::And, &named) })
        };
        let with_reply = |key: &str, reply: &DescribedMove| {
            self.say(key, &args! { "side" => them, "reply" => self.told_move(reply) })
        };
        match miss {
            LessonMiss::Leaves(pieces) => all("lesson-leaves", pieces),
            LessonMiss::Free(pieces) => all("lesson-free", pieces),
            LessonMiss::Ends(how) => self.say("lesson-ends", &args! { "state" => self.termination(*how) }),
            LessonMiss::CheckAnswered(reply) => with_reply("lesson-check-answered", reply),
            LessonMiss::Refuted(reply) => with_reply("lesson-refuted", reply),
            LessonMiss::TooSlow => self.plain("lesson-too-slow"),
            LessonMiss::NoWin => self.plain("lesson-no-win"),
            LessonMiss::NoCheck => self.plain("lesson-no-check"),
            LessonMiss::NoDrop => self.plain("lesson-no-drop"),
            LessonMiss::NoPromotion => self.plain("lesson-no-promotion"),
            LessonMiss::Elsewhere => self.plain("lesson-elsewhere"),
        }
    }
}
