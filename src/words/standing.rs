//! Ratings, leaderboards, profiles and notes.

use fluent_bundle::FluentArgs;

use super::args;
use super::{Joined, Naming, Words, legible};
use crate::app::{
    DailySolver, DailyTable, GameView, Leader, Leaderboard, NextLevel, Note, Past, Profile, ProfileChart,
    ProfileResults, RatedNews, RatingNow, Stakes, StakesOffered, StandingSeen, Tally, Uncounted, Unseen,
    noted_move,
};
use crate::game::{Game, Rating, UserId};
use crate::render::length;
use crate::rules::{Color, Variant};

/// The maximum length of a list of notes in characters, so that it fits a message.
const NOTES_LONGEST: usize = 1_900;

impl Words {
    /// A rating: `1540`, or `1540?` while it is provisional.
    pub fn rating(&self, rating: Rating) -> String {
        let key = if rating.is_settled() { "rating-settled" } else { "rating-unsettled" };
        // A text, because a number would get thousands separators.
        self.say(key, &args! { "points" => rating.points().to_string() })
    }

    /// Describes the stakes of the rated game that a challenge offers.
    pub fn stakes_offered(
        &self,
        stakes: &StakesOffered,
        game: Variant,
        (challenger, opponent): (UserId, Option<UserId>),
        naming: Naming<'_>,
    ) -> String {
        let each = match stakes {
            StakesOffered::Two(each) => each,
            StakesOffered::Anyone(None) => return self.plain("rated-offer-unseen"),
            StakesOffered::Anyone(Some(rating)) => {
                let challenger = self.player(Some(challenger), naming);
                let args = args! { "challenger" => challenger, "rating" => self.rating(*rating) };
                let key = if rating.is_settled() { "rated-offer" } else { "rated-offer.unsettled" };
                return self.say(key, &args);
            }
        };
        let changes = |stakes: &Stakes| stakes.after.iter().any(|after| *after != stakes.now);
        if each.iter().any(Option::is_some) && !each.iter().flatten().any(changes) {
            return self.say("rated-offer-enough", &args! { "game" => game });
        }
        let people = [Some(challenger), opponent].map(|who| self.player(who, naming));
        let told = match each {
            [None, None] => return self.plain("rated-offer-unseen"),
            [Some(first), Some(second)] if changes_of(first) == changes_of(second) => {
                let [one, other] = people;
                let args = args! {
                    "first" => one, "now" => self.rating(first.now), "second" => other,
                    "other" => self.rating(second.now), "changes" => self.changes(first),
                };
                self.say("rated-stakes.alike", &args)
            }
            _ => {
                let told = each.iter().zip(people).filter_map(|(stakes, player)| {
                    let stakes = stakes.as_ref()?;
                    let args = args! {
                        "player" => player, "now" => self.rating(stakes.now), "changes" => self.changes(stakes),
                    };
                    Some(self.say("rated-stakes", &args))
                });
                self.list(Joined::Apart, &told.collect::<Vec<_>>())
            }
        };
        let settled = each.iter().flatten().all(|stakes| stakes.now.is_settled());
        let key = if settled { "rated-offer-two" } else { "rated-offer-two.unsettled" };
        self.say(key, &args! { "stakes" => told })
    }

    /// The rating changes for a win, a draw and a loss: `+162 / 0 / -162`.
    fn changes(&self, stakes: &Stakes) -> String {
        let signed = |points: i64| if points > 0 { format!("+{points}") } else { points.to_string() };
        let [loss, draw, win] = changes_of(stakes).map(signed);
        self.say("rated-changes", &args! { "win" => win, "draw" => draw, "loss" => loss })
    }

    /// The effect of a rated game on its players' ratings, when it starts and when it is over.
    pub(super) fn rated(&self, view: &GameView, naming: Naming<'_>) -> Option<String> {
        Some(match view.rated? {
            RatedNews::Counts => self.say("rated-new", &args! { "game" => view.variant }),
            RatedNews::Unchanged(Uncounted::NoResult) => self.plain("rated-unchanged-no-result"),
            RatedNews::Unchanged(Uncounted::Enough) => {
                self.say("rated-unchanged-enough", &args! { "game" => view.variant })
            }
            RatedNews::Changed(changes) => {
                let told = |side: Color| {
                    let (before, after) = changes[side]?;
                    let args = args! {
                        "player" => self.player(view.game_now.players[side], naming),
                        "before" => self.rating(before), "after" => self.rating(after),
                    };
                    Some(self.say("rated-change", &args))
                };
                let told: Vec<String> = Color::BOTH.into_iter().filter_map(told).collect();
                if told.is_empty() {
                    return Some(self.plain("rated-changed-unseen"));
                }
                self.say("rated-changed", &args! { "changes" => told.join(", ") })
            }
        })
    }
}

impl Words {
    /// The parts of a profile's card above and below its picture.
    pub fn profile(&self, profile: &Profile, naming: Naming<'_>) -> (Vec<String>, Vec<String>) {
        let player = self.player(Some(profile.person), naming);
        let own = profile.person == profile.by;
        let mut above = vec![self.say("profile-card", &args! { "player" => player.as_str() })];
        let mut below = Vec::new();
        let together = profile.together;
        if together.games() > 0 {
            let mut args = tallied(together);
            args.set("player", player.as_str());
            above.push(self.say("profile-together", &args));
        }
        match &profile.results {
            Err(unseen) => {
                let key = match unseen {
                    Unseen::Hidden => "profile-unseen-hidden",
                    Unseen::Elsewhere => "profile-unseen-elsewhere",
                };
                above.push(self.say(key, &args! { "player" => player.as_str() }));
            }
            Ok(results) => {
                above.extend(self.profile_ratings(results));
                below.extend(self.profile_games(results));
                if above.len() + below.len() == 1 {
                    let key = if own { "profile-nothing.own" } else { "profile-nothing" };
                    above.push(self.say(key, &args! { "player" => player }));
                }
                if own {
                    below.push(self.plain("profile-own"));
                }
            }
        }
        (above, below)
    }

    fn profile_ratings(&self, results: &ProfileResults) -> Option<String> {
        let line = |(game, standing): &(Variant, RatingNow)| {
            let (kept, now) = (self.rating(standing.kept), self.rating(standing.now));
            let key = if kept == now { "profile-rating" } else { "profile-rating.now" };
            self.say(key, &args! { "game" => *game, "rating" => kept, "now" => now })
        };
        let lines: Vec<String> = results.ratings.iter().map(line).collect();
        let unsure = results.ratings.iter().any(|(_, one)| !one.kept.is_settled() || !one.now.is_settled());
        let parts = std::iter::once(self.plain("profile-ratings"))
            .chain(lines)
            .chain(unsure.then(|| self.plain("profile-unsure")));
        (!results.ratings.is_empty()).then(|| parts.collect::<Vec<_>>().join("\n"))
    }

    fn profile_games(&self, results: &ProfileResults) -> Vec<String> {
        let mut parts = Vec::new();
        if !results.games.is_empty() {
            let (now, best) = results.wins;
            let lines = results.games.iter().map(|(game, tally)| {
                let mut args = tallied(*tally);
                args.set("game", game.slug());
                self.say("profile-tally", &args)
            });
            let wins = self.say("profile-wins", &args! { "now" => now, "best" => best });
            parts.push(
                std::iter::once(self.plain("profile-games"))
                    .chain(lines)
                    .chain([wins])
                    .collect::<Vec<_>>()
                    .join("\n"),
            );
        }
        if !results.levels.is_empty() {
            let lines = results.levels.iter().map(|(level, tally)| {
                let mut args = tallied(*tally);
                args.set("level", level.slug());
                self.say("profile-level", &args)
            });
            parts.push(
                std::iter::once(self.plain("profile-levels")).chain(lines).collect::<Vec<_>>().join("\n"),
            );
        }
        if results.puzzles + results.lessons > 0 {
            let streak = results.puzzle_streak;
            let args = args! {
                "puzzles" => results.puzzles, "streak" => streak.now, "best" => streak.best,
                "lessons" => results.lessons,
            };
            parts.push(self.say("profile-learned", &args));
        }
        parts
    }

    /// The caption and the description of a profile's picture.
    pub fn profile_chart(&self, chart: &ProfileChart) -> (String, String) {
        let [first, lowest, highest, last] = chart.marks.map(|rating| self.rating(rating));
        let [from, until] = chart.chart.dates.each_ref();
        let args = args! {
            "game" => chart.game, "from" => from.as_str(), "until" => until.as_str(), "first" => first,
            "lowest" => lowest, "highest" => highest, "last" => last,
        };
        (self.say("profile-chart", &args), self.say("profile-chart.alt", &args))
    }

    /// The card of a leaderboard, part by part.
    pub fn leaderboard(&self, board: &Leaderboard, naming: Naming<'_>) -> Vec<String> {
        let title = if board.everywhere { "leaders-everywhere" } else { "leaders-here" };
        let mut parts = vec![self.say(title, &args! { "game" => board.game })];
        let line = |(place, leader): (u32, &Leader)| {
            let player = self.player(Some(leader.person), naming);
            self.say(
                "leaders-line",
                &args! { "place" => place, "player" => player, "rating" => leader.points.to_string() },
            )
        };
        let lines: Vec<String> = (board.first..).zip(&board.leaders).map(line).collect();
        let none = if board.everywhere { "leaders-none.everywhere" } else { "leaders-none" };
        parts.push(if lines.is_empty() { self.plain(none) } else { lines.join("\n") });
        let own = match (board.own, board.listed) {
            (_, 0) => None,
            (Some(place), listed) => {
                Some(self.say("leaders-own", &args! { "place" => place, "listed" => listed }))
            }
            (None, listed) => Some(self.say("leaders-absent", &args! { "listed" => listed })),
        };
        parts.extend(own);
        parts.extend(match board.seen {
            StandingSeen::Hidden => Some(self.plain("leaders-hidden")),
            StandingSeen::Server if board.everywhere => Some(self.plain("leaders-local")),
            StandingSeen::Server | StandingSeen::Everywhere => None,
        });
        parts
    }

    /// Suggests the next level of the bot to a person who has beaten one a few times.
    pub fn next_level(&self, suggested: &NextLevel) -> String {
        let args =
            args! { "beaten" => suggested.beaten, "next" => suggested.next, "count" => suggested.count };
        self.say("ready-for-level", &args)
    }
}

impl Words {
    /// A person's notes on a game: the new note, or all of them. If there are too many, the last ones.
    pub fn notes(&self, past: &Past, written: Option<&Note>) -> String {
        if let Some(note) = written {
            let others = past.notes.len() - 1;
            let more = (others > 0).then(|| self.say("notes-more", &args! { "others" => others }));
            let noted = self.say("notes-noted", &args! { "note" => self.note_line(&past.game_now, note) });
            return [Some(noted), more].into_iter().flatten().collect::<Vec<_>>().join("\n");
        }
        let key = if past.notes.is_empty() { "notes-none" } else { "notes-card" };
        let head = self.say(key, &args! { "game" => past.variant });
        let lines: Vec<String> = past.notes.iter().map(|note| self.note_line(&past.game_now, note)).collect();
        let of = |first: usize| {
            let earlier = (first > 0).then(|| self.say("notes-earlier", &args! { "count" => first }));
            let parts = std::iter::once(head.clone()).chain(earlier).chain(lines[first..].iter().cloned());
            parts.collect::<Vec<_>>().join("\n")
        };
        let fits = |text: &String| length(text) <= NOTES_LONGEST;
        (0..=lines.len()).map(of).find(fits).unwrap_or(head)
    }

    /// A note with the move that it is about.
    pub fn note_line(&self, game: &Game, note: &Note) -> String {
        let text = legible(&note.text);
        match noted_move(&game.line, note) {
            _ if note.ply.0 == 0 => self.say("notes-line.start", &args! { "text" => text }),
            Some(san) => self.say("notes-line", &args! { "move" => san, "text" => text }),
            None => self.say("notes-line.gone", &args! { "text" => text }),
        }
    }

    /// The place of a note: a move, the start, or a move that was taken back.
    pub fn note_place(&self, game: &Game, note: &Note) -> String {
        match noted_move(&game.line, note) {
            _ if note.ply.0 == 0 => self.plain("note-place-start"),
            Some(san) => san,
            None => self.plain("note-place-gone"),
        }
    }
}

impl Words {
    /// The people who solved most puzzles of the day this week, or on a Monday last week. `None` if there are
    /// none.
    pub(super) fn daily_best(&self, day: i64, best: &[DailySolver], naming: Naming<'_>) -> Option<String> {
        // 5 January 1970 was a Monday.
        let key = if (day - 4).rem_euclid(7) == 0 { "daily-best.last-week" } else { "daily-best" };
        let named = |one: &DailySolver| {
            let player = self.player(Some(one.person), naming);
            self.say("daily-solver", &args! { "player" => player, "solved" => one.solved })
        };
        let best: Vec<String> = best.iter().map(named).collect();
        (!best.is_empty()).then(|| self.say(key, &args! { "best" => best.join(", ") }))
    }

    /// The table of the puzzles of the day in a server.
    pub fn daily_table(&self, table: &DailyTable, naming: Naming<'_>) -> String {
        let lines = |solvers: &[DailySolver]| {
            let line = |(place, one): (u32, &DailySolver)| {
                let player = self.player(Some(one.person), naming);
                let args = args! {
                    "place" => place, "player" => player, "solved" => one.solved, "first" => one.first,
                };
                self.say("daily-line", &args)
            };
            (1..).zip(solvers).map(line).collect::<Vec<_>>()
        };
        let mut parts = vec![self.plain("daily-this-week")];
        let this_week = lines(&table.this_week);
        parts.extend(if this_week.is_empty() { vec![self.plain("daily-nobody")] } else { this_week });
        if !table.last_week.is_empty() {
            parts.push(self.plain("daily-last-week"));
            parts.extend(lines(&table.last_week));
        }
        parts.push(self.say("daily-in-a-row", &args! { "days" => table.in_a_row }));
        parts.join("\n")
    }
}

/// The rating changes for a loss, a draw and a win.
fn changes_of(stakes: &Stakes) -> [i64; 3] {
    stakes.after.map(|after| after.points() - stakes.now.points())
}

fn tallied<'a>(tally: Tally) -> FluentArgs<'a> {
    args! { "won" => tally.won, "drawn" => tally.drawn, "lost" => tally.lost }
}
