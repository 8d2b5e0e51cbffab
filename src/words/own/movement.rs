//! Describes how a piece moves, from its movement alone.

use std::collections::BTreeSet;

use super::directions::{self, Step};
use crate::rules::piece_type::{Movement, Special};
use crate::rules::{Kind, PieceType, Variant};
use crate::words::args;
use crate::words::{Joined, Words};

/// A step or leap, its maximum number of repetitions, and whether it moves or captures.
#[derive(Clone, Copy)]
struct Way {
    step: Step,
    most: u8,
    moves: bool,
    takes: bool,
    at_first: bool,
}

impl Way {
    /// Whether this way is part of another.
    fn is_within(self, other: Self) -> bool {
        self.step == other.step
            && self.most < other.most
            && (self.at_first || !other.at_first)
            && (other.moves || !self.moves)
            && (other.takes || !self.takes)
    }

    /// Whether it goes from square to square without leaping.
    const fn is_slide(self) -> bool {
        self.step.0.abs() <= 1 && self.step.1.abs() <= 1
    }
}

/// Returns all ways of a movement except the special one, without those included in others.
fn ways(movement: &Movement) -> Vec<Way> {
    let leaps = movement.leaps.iter().map(|step| Way {
        step: *step,
        most: 1,
        moves: true,
        takes: true,
        at_first: false,
    });
    let lines = movement.lines.iter().map(|line| Way {
        step: line.steps(),
        most: movement.range,
        moves: true,
        takes: true,
        at_first: false,
    });
    let rides = movement.rides.iter().map(|ride| Way {
        step: ride.step,
        most: ride.most,
        moves: ride.moves,
        takes: ride.takes,
        at_first: ride.at_first,
    });
    let mut found: Vec<Way> = Vec::new();
    for way in leaps.chain(lines).chain(rides) {
        let is_same =
            |other: &&mut Way| (other.step, other.most, other.at_first) == (way.step, way.most, way.at_first);
        match found.iter_mut().find(is_same) {
            Some(same) => (same.moves, same.takes) = (same.moves || way.moves, same.takes || way.takes),
            None => found.push(way),
        }
    }
    let all = found.clone();
    found.retain(|way| !all.iter().any(|other| way.is_within(*other)));
    found
}

/// The verbs before the ways of a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verbs {
    /// A verb for each way: "moves ..., or leaps ...".
    Their,
    /// None, because there is one already: "moves ..., or by leaping ...".
    None,
}

impl Words {
    /// How a piece of a game from a file moves and captures, as the rest of a sentence that begins with its
    /// name.
    pub(in crate::words) fn own_piece(&self, game: Variant, piece: &PieceType) -> String {
        let spec = game.spec();
        let kind = spec.kind_of(piece);
        let is = |other: Option<Kind>| kind.is_some() && kind == other;
        let mut told = self.movement(game, &piece.movement);
        if is(Some(Kind::KING)) {
            let rook = spec.rook.filter(|_| !spec.castlings.is_empty()).map(|rook| spec.piece_type(rook));
            told = match rook {
                Some(rook) => self.say("movement-castles", &args! { "told" => told, "rook" => rook }),
                None => self.say("movement-castles.never", &args! { "told" => told }),
            };
        }
        let tails = [
            (piece.movement.spares_kings, "movement-spares-kings"),
            (is(spec.freezer), "movement-freezes"),
            (is(spec.braker.map(|rule| rule.kind)), "movement-brakes"),
        ];
        for (_, key) in tails.into_iter().filter(|(holds, _)| *holds) {
            told = self.say(key, &args! { "told" => told });
        }
        self.say("movement-whole", &args! { "told" => told })
    }

    fn movement(&self, game: Variant, movement: &Movement) -> String {
        let ways = ways(movement);
        let special = match movement.special {
            None => return self.first_told(&ways),
            Some(Special::Bomber) => self.plain("movement-bomber"),
            Some(Special::ExtendedBomber) => self.plain("movement-extended-bomber"),
            Some(Special::Ninja(lines)) => {
                let directions = self.directions(&lines.iter().map(|line| line.steps()).collect(), 1);
                self.say("movement-ninja", &args! { "directions" => directions })
            }
            Some(Special::Pawn) => self.pawn(game),
            Some(Special::SlidingPawn) => {
                self.say("movement-sliding-pawn", &args! { "pawn" => self.pawn(game) })
            }
            Some(Special::NinjaPawn) => self.plain("movement-ninja-pawn"),
        };
        if ways.is_empty() {
            return special;
        }
        let args = args! { "special" => special, "more" => self.ways_told(&ways) };
        self.say("movement-special-also", &args)
    }

    /// The ways of a piece, and those that it has only on its first move.
    fn first_told(&self, ways: &[Way]) -> String {
        let (first, always): (Vec<Way>, Vec<Way>) = ways.iter().partition(|way| way.at_first);
        if first.is_empty() {
            return self.ways_told(&always);
        }
        let forms = [
            (true, true, "movement-first-ways"),
            (true, false, "movement-first-ways.moves"),
            (false, true, "movement-first-ways.takes"),
        ];
        let parts = forms.into_iter().filter_map(|(moves, takes, key)| {
            let those: Vec<Way> =
                first.iter().copied().filter(|way| (way.moves, way.takes) == (moves, takes)).collect();
            let ways = self.alternatives_of(&those, Verbs::Their);
            (!those.is_empty()).then(|| self.say(key, &args! { "ways" => ways }))
        });
        let more = self.either(parts.collect());
        if always.is_empty() {
            return self.say("movement-first.only", &args! { "more" => more });
        }
        self.say("movement-first", &args! { "told" => self.ways_told(&always), "more" => more })
    }

    fn ways_told(&self, ways: &[Way]) -> String {
        let those = |moves: bool, takes: bool| -> Vec<Way> {
            ways.iter().copied().filter(|way| (way.moves, way.takes) == (moves, takes)).collect()
        };
        let (both, moves, takes) = (those(true, true), those(true, false), those(false, true));
        let key = match (both.is_empty(), moves.is_empty(), takes.is_empty()) {
            (_, true, true) => return self.alternatives_of(&both, Verbs::Their),
            (true, false, true) => "movement-without-capture",
            (true, true, false) => "movement-to-capture",
            (true, false, false) => "movement-otherwise",
            (false, false, true) => "movement-also-moves",
            (false, true, false) => "movement-also-captures",
            (false, false, false) => "movement-also-otherwise",
        };
        let args = args! {
            "both" => self.alternatives_of(&both, Verbs::Their),
            "moves" => self.alternatives_of(&moves, Verbs::None),
            "takes" => self.alternatives_of(&takes, Verbs::None),
        };
        self.say(key, &args)
    }

    /// Ways as alternatives: lines and steps, the longest first, then leaps, then repeated leaps.
    fn alternatives_of(&self, ways: &[Way], verbs: Verbs) -> String {
        let by_most = |wanted: fn(&Way) -> bool| {
            let mut all: Vec<u8> = ways.iter().filter(|way| wanted(way)).map(|way| way.most).collect();
            all.sort_unstable_by(|one, other| other.cmp(one));
            all.dedup();
            let of = move |most| -> Vec<Step> {
                let those = ways.iter().filter(|way| wanted(way) && way.most == most);
                those.map(|way| way.step).collect()
            };
            all.into_iter().map(move |most| (most, of(most))).collect::<Vec<_>>()
        };
        let mut parts = Vec::new();
        for (most, steps) in by_most(|way| way.is_slide()) {
            let slide = self.slide(most, &steps.into_iter().collect());
            let needs_verb = verbs == Verbs::Their && parts.is_empty();
            parts.push(if needs_verb {
                self.say("movement-moves", &args! { "ways" => slide })
            } else {
                slide
            });
        }
        for (_, steps) in by_most(|way| !way.is_slide() && way.most == 1) {
            let leaps = self.list(Joined::Or, &self.leaps(&steps));
            let over = self.say("movement-over", &args! { "leaps" => leaps });
            parts.push(self.leaping(over, verbs));
        }
        for (most, steps) in by_most(|way| !way.is_slide() && way.most > 1) {
            let leaps = self.list(Joined::Or, &self.leaps(&steps));
            let again = if most == u8::MAX { "movement-again" } else { "movement-again.at-most" };
            let again = self.say(again, &args! { "leaps" => leaps, "number" => self.number(most) });
            parts.push(self.leaping(again, verbs));
        }
        self.either(parts)
    }

    /// Joins alternatives that contain commas: "one, or another".
    pub(super) fn either(&self, parts: Vec<String>) -> String {
        let or = |first: String, second: String| {
            self.say("movement-or", &args! { "first" => first, "second" => second })
        };
        parts.into_iter().reduce(or).unwrap_or_default()
    }

    fn leaping(&self, ways: String, verbs: Verbs) -> String {
        let key = if verbs == Verbs::Their { "movement-leaps" } else { "movement-by-leaping" };
        self.say(key, &args! { "ways" => ways })
    }

    /// A distance and its directions.
    fn slide(&self, most: u8, directions: &BTreeSet<Step>) -> String {
        let args = args! {
            "distance" => self.distance(most), "directions" => self.directions(directions, most),
        };
        self.say("movement-slide", &args)
    }

    /// Names directions, which are steps to neighbours.
    fn directions(&self, directions: &BTreeSet<Step>, most: u8) -> String {
        if directions.len() == 8 {
            return self.plain(if most == 1 { "movement-everywhere" } else { "movement-everywhere.lines" });
        }
        let names: Vec<String> =
            directions::named(directions).into_iter().map(|key| self.plain(key)).collect();
        self.list(Joined::Or, &names)
    }

    /// Names leaps: straight and diagonal ones by their length and directions, then those with a bend.
    fn leaps(&self, steps: &[Step]) -> Vec<String> {
        let length = |(files, ranks): Step| files.unsigned_abs().max(ranks.unsigned_abs());
        let short = |(files, ranks): Step| files.unsigned_abs().min(ranks.unsigned_abs());
        let is_bent = |step: Step| short(step) != 0 && short(step) != length(step);
        let sign = |(files, ranks): Step| (files.signum(), ranks.signum());
        let plain: BTreeSet<u8> =
            steps.iter().filter(|step| !is_bent(**step)).map(|step| length(*step)).collect();
        let bent: BTreeSet<(u8, u8)> =
            steps.iter().filter(|step| is_bent(**step)).map(|step| (length(*step), short(*step))).collect();
        let mut told = Vec::new();
        for far in plain {
            let those = steps.iter().filter(|step| !is_bent(**step) && length(**step) == far);
            let directions = self.directions(&those.map(|step| sign(*step)).collect(), far);
            let args = args! { "number" => self.number(far), "directions" => directions };
            told.push(self.say("movement-leap", &args));
        }
        for (far, near) in bent {
            let all: BTreeSet<Step> =
                steps.iter().copied().filter(|step| (length(*step), short(*step)) == (far, near)).collect();
            if all.len() == 8 {
                let args = args! { "far" => self.number(far), "near" => self.number(near) };
                told.push(self.say("movement-bent", &args));
                continue;
            }
            // Leaps that go further along the file precede those that go further to the side.
            for (ranks, files) in [(far, near), (near, far)] {
                let those = all.iter().filter(|step| step.1.unsigned_abs() == ranks);
                let signs: BTreeSet<Step> = those.map(|step| sign(*step)).collect();
                let args = args! {
                    "ranks" => self.number(ranks), "files" => self.number(files),
                    "ranks_squares" => self.so_many_squares(ranks), "files_squares" => self.so_many_squares(files),
                };
                told.extend(directions::bent(&signs).into_iter().map(|key| self.say(key, &args)));
            }
        }
        told
    }

    fn so_many_squares(&self, count: u8) -> String {
        self.say("movement-squares", &args! { "count" => count, "number" => self.number(count) })
    }

    /// A small number in words.
    pub(super) fn number(&self, number: u8) -> String {
        self.say("movement-number", &args! { "number" => number })
    }

    /// The maximum distance of a piece's move.
    pub(super) fn distance(&self, most: u8) -> String {
        match most {
            u8::MAX => self.plain("movement-any-distance"),
            _ => self.say("movement-distance", &args! { "most" => most, "number" => self.number(most) }),
        }
    }
}
