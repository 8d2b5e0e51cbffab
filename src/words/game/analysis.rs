//! Analyses of finished games.

use crate::app::{Analysed, BestLine, NotAnalysed};
use crate::engine::{Lapse, Merit, ShortWin, Turning, TurningKind};
use crate::render;
use crate::rules::{Color, DescribedMove, Variant};
use crate::words::args;
use crate::words::{Joined, Words};

/// The maximum number of chances in the picture's description.
const TOLD: usize = 24;
/// The maximum length of the text in characters, a little below Discord's 2,000.
const TEXT_MAX: usize = 1_900;

impl Words {
    /// Says that a game is being analysed, with the progress.
    pub fn analysis_wait(&self, variant: Variant, percent: Option<usize>) -> String {
        match percent {
            None => self.say("analysis-wait", &args! { "game" => variant }),
            Some(percent) => {
                self.say("analysis-wait.done", &args! { "game" => variant, "percent" => percent })
            }
        }
    }

    /// Why a game is not analysed.
    pub fn not_analysed(&self, why: NotAnalysed) -> String {
        self.plain(match why {
            NotAnalysed::Busy => "analysis-busy",
            NotAnalysed::OneAtATime => "analysis-one-at-a-time",
            NotAnalysed::Late => "analysis-late",
            NotAnalysed::GoesOn => "analysis-live",
            NotAnalysed::NoGame => "analysis-none",
            NotAnalysed::NoMoves => "analysis-no-moves",
        })
    }

    /// The result: the number of each side's lapses, and the decisive moments.
    pub fn analysis(&self, analysed: &Analysed) -> String {
        let mut lines = vec![self.past_played(&analysed.past)];
        lines.extend(self.analysis_sides(analysed));
        let turnings = (1_usize..).zip(&analysed.analysis.turnings);
        let mut moments: Vec<Vec<String>> =
            turnings.map(|(number, turning)| self.turning(analysed, number, turning)).collect();
        fit(&mut moments, TEXT_MAX.saturating_sub(length(&lines)));
        lines.extend(moments.iter().map(|sentences| sentences.join(" ")));
        lines.join("\n")
    }

    /// Describes the play of each side that has moved. One sentence for both if both played well.
    pub fn analysis_sides(&self, analysed: &Analysed) -> Vec<String> {
        let (movers, counts) = (analysed.movers(), analysed.lapses());
        let is_even = analysed.analysis.turnings.is_empty()
            && movers.len() == Color::BOTH.len()
            && Color::BOTH.iter().all(|side| counts[*side].iter().all(|count| *count == 0));
        if is_even {
            return vec![self.plain("analysis-even")];
        }
        movers.into_iter().map(|side| self.lapses(analysed, side)).collect()
    }

    fn lapses(&self, analysed: &Analysed, side: Color) -> String {
        let counts = analysed.lapses()[side];
        let told: Vec<String> = Lapse::ALL
            .into_iter()
            .zip(counts)
            .filter(|(_, count)| *count > 0)
            .map(|(lapse, count)| {
                let key = match lapse {
                    Lapse::Inaccuracy => "lapse-inaccuracies",
                    Lapse::Mistake => "lapse-mistakes",
                    Lapse::Blunder => "lapse-blunders",
                    Lapse::MissedWin => "lapse-missed-wins",
                };
                self.say(key, &args! { "count" => count })
            })
            .collect();
        let key = if told.is_empty() { "analysis-side.none" } else { "analysis-side" };
        self.say(key, &args! { "side" => side, "lapses" => self.list(Joined::More, &told) })
    }

    /// The complete text of a moment.
    pub fn analysis_moment(&self, analysed: &Analysed, number: usize, turning: &Turning) -> String {
        self.turning(analysed, number, turning).join(" ")
    }

    /// Describes the played move, the better one and the possible reply: a sentence each, the most important
    /// first.
    fn turning(&self, analysed: &Analysed, number: usize, turning: &Turning) -> Vec<String> {
        let [before, after] = turning.chances.map(|white| percent(white, turning.side));
        let mut args = args! {
            "mark" => mark(number), "move" => analysed.named(turning.ply), "told" => self.told_move(&turning.played),
            "side" => turning.side, "other" => turning.side.other(), "before" => before, "after" => after,
        };
        let (short, lapse) = match turning.kind {
            TurningKind::Lapse(lapse) => (None, Some(lapse)),
            TurningKind::Short(short, lapse) => (Some(short), lapse),
        };
        if let Some(lapse) = lapse {
            args.set("lapse", self.lapse(lapse));
        }
        if let Some(short) = short {
            args.set("length", self.say("win-length", &args! { "moves" => short.moves() }));
        }
        let key = match (short, lapse) {
            (None, _) => "analysis-turning",
            (Some(ShortWin::Missed(_)), None) => {
                // The winning move says everything.
                args.set("better", self.told_move(&turning.better));
                return vec![self.say("analysis-turning.missed", &args)];
            }
            (Some(ShortWin::Missed(_)), Some(_)) => "analysis-turning.missed-lost",
            (Some(ShortWin::Allowed(_)), None) => "analysis-turning.allowed",
            (Some(ShortWin::Allowed(_)), Some(_)) => "analysis-turning.allowed-lost",
        };
        let mut said = vec![self.say(key, &args), self.analysis_better(turning)];
        said.extend(turning.answer.as_ref().map(|(answer, merit)| {
            let side = turning.side.other();
            let (told, why) = (self.told_move(answer), self.why(answer, side, merit));
            let key = if merit.is_sentence() { "analysis-answer.then" } else { "analysis-answer" };
            self.say(key, &args! { "side" => side, "told" => told, "why" => why })
        }));
        said
    }

    fn lapse(&self, lapse: Lapse) -> String {
        self.plain(match lapse {
            Lapse::Inaccuracy => "lapse-inaccuracy",
            Lapse::Mistake => "lapse-mistake",
            Lapse::Blunder => "lapse-blunder",
            Lapse::MissedWin => "lapse-missed-win",
        })
    }

    /// Describes the move better than the one played, and why.
    pub fn analysis_better(&self, turning: &Turning) -> String {
        let told = self.told_move(&turning.better);
        match &turning.why {
            None => self.say("analysis-better", &args! { "told" => told }),
            Some(merit) => {
                let why = self.why(&turning.better, turning.side, merit);
                let key = if merit.is_sentence() { "analysis-better.then" } else { "analysis-better.why" };
                self.say(key, &args! { "told" => told, "why" => why })
            }
        }
    }

    fn why(&self, described: &DescribedMove, side: Color, merit: &Merit) -> String {
        self.merit(described, side, merit)
    }

    /// Describes the best line from a position, and its outcome.
    pub fn best_line(&self, found: &BestLine) -> String {
        let mut args = args! {
            "told" => self.told_move(&found.best), "line" => found.line.clone(), "percent" => percent(found.chance, Color::White),
        };
        let Some(merit) = &found.why else { return self.say("best-line", &args) };
        args.set("why", self.why(&found.best, found.side, merit));
        self.say(if merit.is_sentence() { "best-line.then" } else { "best-line.why" }, &args)
    }

    /// The label of the button for a moment: `② 14... Qh4`.
    pub fn moment(&self, analysed: &Analysed, number: usize, turning: &Turning) -> String {
        self.say("label-moment", &args! { "mark" => mark(number), "move" => analysed.named(turning.ply) })
    }

    /// Describes the picture of an analysis.
    pub fn analysis_picture(&self, analysed: &Analysed) -> String {
        let chances = &analysed.analysis.chances;
        let step = chances.len().div_ceil(TOLD).max(1);
        let told: Vec<String> =
            chances.iter().step_by(step).map(|chance| percent(*chance, Color::White).to_string()).collect();
        let args = args! { "game" => analysed.past.variant, "chances" => self.list(Joined::More, &told) };
        let picture = self.say("analysis-picture", &args);
        if analysed.analysis.turnings.is_empty() {
            return picture;
        }
        self.say("analysis-picture.boards", &args! { "picture" => picture })
    }

    /// The text in place of the picture if it could not be drawn.
    pub fn analysis_not_drawn(&self) -> String {
        self.plain("analysis-not-drawn")
    }
}

/// The number of a moment in a circle, so that it is not mistaken for a move number.
fn mark(number: usize) -> String {
    /// Unicode has circled numbers from 1 to this one, without a gap.
    const LAST: usize = 20;
    let circled = u32::try_from(number).ok().filter(|_| (1..=LAST).contains(&number));
    let circled = circled.and_then(|number| char::from_u32(u32::from('①') + number - 1));
    circled.map_or_else(|| number.to_string(), String::from)
}

/// The length of some texts in characters, including separators.
fn length(texts: &[String]) -> usize {
    texts.iter().map(|text| render::length(text) + 1).sum()
}

/// Drops the last sentences of moments until all fit.
///
/// Of the moments with the most sentences, the last one is cut first.
fn fit(moments: &mut [Vec<String>], room: usize) {
    while moments.iter().map(|sentences| length(sentences)).sum::<usize>() > room {
        let longest = moments.iter_mut().max_by_key(|sentences| sentences.len());
        let Some(sentences) = longest.filter(|sentences| sentences.len() > 1) else { return };
        sentences.pop();
    }
}

/// A side's chance in percent, from White's chance.
fn percent(white: f64, side: Color) -> u32 {
    let chance = if side == Color::White { white } else { 1.0 - white };
    (chance * 100.0).round() as u32
}
