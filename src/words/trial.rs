//! Messages of the command line about new games and trials of games.

use std::path::Path;

use super::args;
use super::{Joined, Words};
use crate::games::trial::{
    Ending, MOST_MOVES, MOST_PLIES, Plan, Report, Share, Statistics, Style, TrialFault, Wrong,
};
use crate::rules::{Kind, Variant};

/// The template of a new game, and of one that extends another.
const NEW: &str = include_str!("en/new-game.toml");
const EXTENDING: &str = include_str!("en/new-game-extending.toml");

/// The fewest random games in which it means something that a piece never moved.
const TELLING: u32 = 10;

impl Words {
    /// The initial file for a game's author: a complete game, or one that extends a game of the bot.
    pub fn new_game(&self, extends: Option<Variant>) -> String {
        match extends {
            None => NEW.to_owned(),
            Some(game) => EXTENDING.replace("SLUG", game.slug()).replace("START", &game.spec().start_fen),
        }
    }

    /// Reports that the initial file was written, with the next step.
    pub fn new_game_written(&self, file: &Path) -> String {
        self.say("cli-new-game", &args! { "file" => file.display().to_string() })
    }

    /// The results of a trial that found no mistakes, in several lines.
    pub fn trial(&self, game: Variant, plan: &Plan, report: &Report) -> String {
        let styles = Style::ALL.map(|style| report.statistics(style));
        let games: u32 = styles.iter().map(|seen| seen.games()).sum();
        let sound = args! {
            "name" => game.name(), "games" => games, "seed" => plan.seed.to_string(),
            "positions" => report.positions.to_string(), "texts" => report.with_texts.to_string(),
        };
        let mut lines = vec![self.say("cli-trial-sound", &sound)];
        for (style, seen) in Style::ALL.into_iter().zip(styles).filter(|(_, seen)| seen.games() > 0) {
            let key = match style {
                Style::Random => "cli-trial-random",
                Style::Greedy => "cli-trial-greedy",
            };
            lines.extend([String::new(), self.say(key, &args! { "games" => seen.games() })]);
            lines
                .extend(self.trial_statistics(game, style, seen).into_iter().map(|line| format!("  {line}")));
        }
        lines.join("\n")
    }

    /// The results of a trial for the person who added a game.
    ///
    /// Covers its length, its endings, whether the sides are even, and which pieces were not needed.
    pub(super) fn trial_in_short(&self, game: Variant, report: &Report) -> String {
        let [random, greedy] = [Style::Random, Style::Greedy].map(|style| report.statistics(style));
        // Greedy players are more similar to people.
        let seen = if greedy.games() > 0 { &greedy } else { &random };
        let endings = seen.endings().into_iter().map(|(ending, count)| self.trial_ending(ending, count));
        let mut args = args! {
            "games" => seen.games(), "median" => seen.median_plies().div_ceil(2),
            "endings" => self.list(Joined::More, &endings.collect::<Vec<_>>()),
        };
        let key = match seen.white_scored() {
            Some(share) => {
                args.set("score", format!("{:.0}", 100.0 * share.seen));
                "own-game-tried"
            }
            None => "own-game-tried.no-score",
        };
        let mut lines = vec![self.say(key, &args)];
        // A piece that stays in few games is no news.
        if random.games() >= TELLING {
            lines.extend(self.never(game, random, random.never_became()));
        }
        lines.join("\n")
    }

    fn trial_statistics(&self, game: Variant, style: Style, seen: &Statistics) -> Vec<String> {
        // A move is one ply of each side.
        let [median, longest] = [seen.median_plies(), seen.longest_plies()].map(|plies| plies.div_ceil(2));
        let endings = seen.endings().into_iter().map(|(ending, count)| self.trial_ending(ending, count));
        let endings = self.list(Joined::More, &endings.collect::<Vec<_>>());
        let moves = format!("{:.1}", seen.moves_in_a_position());
        let mut lines = vec![
            self.say("cli-trial-length", &args! { "median" => median, "longest" => longest }),
            self.say("cli-trial-moves", &args! { "moves" => moves }),
            self.say("cli-trial-endings", &args! { "endings" => endings }),
        ];
        if let Some(Share { seen: scored, least, most }) = seen.white_scored() {
            let percent = |share: f64| format!("{:.0}", 100.0 * share);
            let args = args! {
                "score" => percent(scored), "least" => percent(least), "most" => percent(most),
                "drawn" => seen.drawn(),
            };
            lines.push(self.say("cli-trial-score", &args));
        }
        // Greedy players always promote to the most valuable piece.
        let became = if style == Style::Random { seen.never_became() } else { Vec::new() };
        lines.extend(self.never(game, seen, became));
        lines
    }

    /// Lists events that never happened, a line for each kind.
    fn never(&self, game: Variant, seen: &Statistics, became: Vec<Kind>) -> Vec<String> {
        let named = |kinds: Vec<Kind>| {
            let names = kinds.into_iter().map(|kind| self.kind(game.spec().piece_type(kind)));
            let names = self.list(Joined::More, &names.collect::<Vec<_>>());
            (!names.is_empty()).then(|| args! { "kinds" => names })
        };
        let never = [
            ("cli-trial-never-moved", seen.never_moved()),
            ("cli-trial-never-took", seen.never_took()),
            ("cli-trial-never-became", became),
        ];
        never.into_iter().filter_map(|(key, kinds)| Some(self.say(key, &named(kinds)?))).collect()
    }

    fn trial_ending(&self, ending: Ending, count: u32) -> String {
        let key = match ending {
            Ending::Mate => "cli-trial-ending.mate",
            Ending::Goal => "cli-trial-ending.goal",
            Ending::BothArrived => "cli-trial-ending.both-arrived",
            Ending::Rule => "cli-trial-ending.rule",
            Ending::Stalemate => "cli-trial-ending.stalemate",
            Ending::Repetition => "cli-trial-ending.repetition",
            Ending::FiftyMoves => "cli-trial-ending.fifty",
            Ending::Material => "cli-trial-ending.material",
            Ending::Unfinished => "cli-trial-ending.unfinished",
        };
        self.say(key, &args! { "count" => count, "most" => MOST_PLIES / 2 })
    }

    /// A mistake found in a trial: where, and how to reproduce it.
    pub fn trial_fault(&self, game: &str, fault: &TrialFault) -> String {
        let args = args! {
            "name" => game, "wrong" => self.trial_wrong(&fault.wrong),
            "seed" => fault.seed.to_string(), "ply" => fault.ply, "fen" => fault.fen.as_str(),
        };
        self.say("cli-trial-fault", &args)
    }

    fn trial_wrong(&self, wrong: &Wrong) -> String {
        match wrong {
            Wrong::Moves { wrongly_listed, missing } => {
                let parts =
                    [("cli-trial-differ.listed", wrongly_listed), ("cli-trial-differ.missing", missing)];
                let parts = parts.into_iter().filter(|(_, moves)| !moves.is_empty());
                let parts = parts
                    .map(|(key, moves)| self.say(key, &args! { "moves" => self.list(Joined::More, moves) }));
                let parts = self.list(Joined::Apart, &parts.collect::<Vec<_>>());
                self.say("cli-trial-differ", &args! { "parts" => parts })
            }
            Wrong::TooManyMoves(count) => {
                self.say("cli-trial-too-many", &args! { "count" => *count, "most" => MOST_MOVES })
            }
            Wrong::Alike(text) => self.say("cli-trial-alike", &args! { "text" => text.as_str() }),
            Wrong::Fen => self.plain("cli-trial-fen"),
            Wrong::Text { mv, text } => {
                self.say("cli-trial-text", &args! { "move" => mv.as_str(), "text" => text.as_str() })
            }
            Wrong::Stuck => self.plain("cli-trial-stuck"),
            Wrong::Refused(mv) => self.say("cli-trial-refused", &args! { "move" => mv.as_str() }),
            Wrong::Panic(why) => self.say("cli-trial-panic", &args! { "why" => why.as_str() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, trial};

    #[test]
    fn one_trial_game_is_told_as_one_and_says_nothing_of_idle_pieces() {
        let chess = games::from_slug("chess").expect("a game");
        let plan = Plan { games: 1, ..Plan::default() };
        let report = trial::run(chess.spec(), &plan, &mut |_| true).expect("no mistake");
        let told = Words::english().trial_in_short(chess, &report);
        assert!(told.starts_with("I have played one game of it with myself: it took "), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}
