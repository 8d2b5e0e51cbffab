//! The meaning of a board's marks: on one square, and in a legend.

use crate::render::BoardView;
use crate::rules::{ByColor, Color, Spec, Square, SquareSet, Variant};
use crate::words::args;
use crate::words::{Joined, Words};

/// A line of a legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendLine {
    /// The name of the mark's drawing.
    pub mark: &'static str,
    pub says: String,
}

/// The sides for which a square wins.
fn winners(spec: &Spec, square: Square) -> ByColor<bool> {
    ByColor { white: spec.goals.white.contains(square), black: spec.goals.black.contains(square) }
}

fn beside(one: Square, other: Square) -> bool {
    one != other && one.file().abs_diff(other.file()) <= 1 && one.rank().abs_diff(other.rank()) <= 1
}

impl Words {
    /// Describes the effects of a square: it is in a palace, leads away, wins, or brakes.
    pub(in crate::words) fn square_does(&self, view: &BoardView, square: Square) -> Vec<String> {
        let spec = view.variant.spec();
        let owner = Color::BOTH.into_iter().find(|side| spec.palaces[*side].contains(square));
        let winners = winners(spec, square);
        let (both_win, by_kings) = (winners.white && winners.black, spec.is_won_by_kings());
        let is_exit = owner.is_none() && spec.exits.contains(square);
        let place = match owner {
            Some(side) => Some(self.say("page-palace", &args! { "side" => side })),
            None if is_exit && both_win => Some(self.plain("page-exit.wins")),
            None => is_exit.then(|| self.plain("page-exit")),
        };
        let wins = match winners {
            _ if is_exit && both_win => None,
            ByColor { white: true, black: true } => {
                let key = if by_kings { "page-goal.both" } else { "page-goal.both-kinds" };
                Some(self.say(key, &args! { "kinds" => self.arriving(spec) }))
            }
            ByColor { white: false, black: false } => None,
            ByColor { white, .. } => {
                let side = if white { Color::White } else { Color::Black };
                let key = if by_kings { "page-goal" } else { "page-goal.kinds" };
                Some(self.say(key, &args! { "side" => side, "kinds" => self.arriving(spec) }))
            }
        };
        let brakes = Color::BOTH.into_iter().filter_map(|side| self.square_brakes(view, side, square));
        place.into_iter().chain(wins).chain(brakes).collect()
    }

    /// "beside White's Guard e1; Black's pieces stop here"
    fn square_brakes(&self, view: &BoardView, side: Color, square: Square) -> Option<String> {
        let spec = view.variant.spec();
        let kind = spec.braker?.kind;
        // A braked piece there says so itself.
        if !view.brakes(side).contains(square) || view.braked.contains(square) {
            return None;
        }
        let by: Vec<String> = view
            .pieces
            .of(side, kind)
            .iter()
            .filter(|at| beside(*at, square))
            .map(|at| at.to_string())
            .collect();
        let args = args! {
            "count" => by.len(), "side" => side, "other" => side.other(), "kind" => spec.piece_type(kind),
            "squares" => self.list(Joined::And, &by),
        };
        Some(self.say("page-brakes", &args))
    }

    /// The kinds that win by arrival: "Kings and Pawns".
    pub(in crate::words) fn arriving(&self, spec: &Spec) -> String {
        self.own_kinds_many(spec, spec.kinds().filter(|kind| spec.arrives(*kind)))
    }

    fn place_told(&self, spec: &Spec, key: &str) -> String {
        self.say(key, &args! { "kinds" => self.arriving(spec) })
    }

    /// The legend of a game's board.
    pub fn legend(&self, game: Variant) -> Vec<LegendLine> {
        let spec = game.spec();
        let line = |mark, says| LegendLine { mark, says };
        let mut all = vec![
            line("last", self.plain("legend-last")),
            line("victim", self.plain("legend-captured")),
            line("check", self.plain("legend-check")),
        ];
        if let Some(kind) = spec.freezer {
            all.push(line("rime", self.say("legend-frozen", &args! { "kind" => spec.piece_type(kind) })));
        }
        if let Some(rule) = spec.braker {
            let args = args! { "kind" => spec.piece_type(rule.kind) };
            all.push(line("brakes", self.say("legend-brakes", &args)));
            all.push(line("braked", self.say("legend-braked", &args)));
        }
        all.extend(places_told(spec).into_iter().map(|(mark, key)| line(mark, self.place_told(spec, key))));
        all
    }

    /// The legend of a game's start position, in words only. Empty if it has no marks.
    pub fn legend_of_start(&self, game: Variant) -> String {
        let spec = game.spec();
        let brakes = spec
            .braker
            .map(|rule| self.say("legend-brakes.sign", &args! { "kind" => spec.piece_type(rule.kind) }));
        let places = places_told(spec).into_iter().map(|(mark, key)| {
            let sign = if mark == "exit" { "legend-sign-exit" } else { "legend-sign-scepter" };
            self.say(sign, &args! { "told" => self.place_told(spec, key) })
        });
        brakes.into_iter().chain(places).fold(String::new(), |text, line| text + &line + "\n")
    }
}

/// The permanently marked places, by their drawings.
fn places_told(spec: &Spec) -> Vec<(&'static str, &'static str)> {
    let won = spec.goals.white | spec.goals.black;
    let palaces = spec.palaces.white | spec.palaces.black;
    let wins = |squares: SquareSet| !(squares & won).is_empty();
    let mut all = Vec::new();
    if !palaces.is_empty() {
        all.push(("scepter", if wins(palaces) { "legend-palace.wins" } else { "legend-palace" }));
    }
    if !spec.bare_goals().is_empty() {
        let key = if spec.is_won_by_kings() { "legend-goal" } else { "legend-goal.kinds" };
        all.push(("scepter", key));
    }
    if !spec.exits.is_empty() {
        all.push(("exit", if wins(spec.exits) { "legend-exit.wins" } else { "legend-exit" }));
    }
    all
}
