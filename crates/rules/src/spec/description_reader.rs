//! Compiles a [`Description`] into a [`Spec`]: reads squares and kinds by name, derives the tables, and
//! reports every contradiction.

use std::fmt;

use super::description::{Description, Diagram};
use super::ends::{Ends, Extinction};
use super::explosion::ExplosionRule;
use super::homes::homes;
use super::{BrakeRule, Castling, DeadMaterial, DropRule, Liners, Spec, Zone};
use crate::board::geometry::between;
use crate::board::movement::{CompiledMovement, reach_of};
use crate::board::piece::{ByColor, Color, Kind};
use crate::board::piece_type::Special;
use crate::board::square::{CELLS, Square, SquareSet};
use crate::listed;

impl Spec {
    /// Compiles a description.
    ///
    /// # Errors
    /// Every contradiction in the description.
    pub fn new(description: &Description) -> Result<Self, Vec<Contradiction>> {
        let mut reading = DescriptionReader { description, defects: Vec::new() };
        reading.check_basics();
        if !reading.defects.is_empty() {
            return Err(reading.defects);
        }
        let spec = reading.spec();
        if reading.defects.is_empty() {
            reading.cross_check(&spec);
        }
        if reading.defects.is_empty() { Ok(spec) } else { Err(reading.defects) }
    }
}

/// A contradiction in a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The part of the description that has to change.
    pub part: Part,
    /// The contradiction, as a sentence without its full stop.
    pub text: String,
}

/// For logs only.
impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

listed! {
    /// A part of a description.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Part {
        /// [`Description::squares`] and the bounding rectangle.
        Board,
        /// [`Description::exits`].
        Exits,
        /// [`Description::palaces`].
        Palaces,
        /// [`Description::goals`], [`Description::goal`] and [`Description::goal_pieces`].
        Goals,
        /// [`Description::royal`].
        Royal,
        /// [`Description::explosion`].
        Explosion,
        /// [`Description::no_moves`], [`Description::checks`] and [`Description::few_pieces`].
        Ends,
        /// [`Description::kinds`].
        Kinds,
        /// [`Description::pawn`].
        Pawns,
        /// [`Description::promotions`] and [`Description::promotion_rank`].
        Promotions,
        /// [`Description::zone`].
        Zone,
        /// [`Description::castlings`] and [`Description::black_rank`].
        Castlings,
        /// [`Description::drops`].
        Drops,
        /// [`Description::freezer`].
        Freezer,
        /// [`Description::braker`].
        Braker,
        /// [`Description::dead`].
        Dead,
        /// [`Description::diagrams`].
        Diagrams,
    }
}

/// A description while it is being compiled.
pub(super) struct DescriptionReader<'a> {
    pub(super) description: &'a Description,
    /// The contradictions found so far.
    defects: Vec<Contradiction>,
}

impl DescriptionReader<'_> {
    pub(super) fn defect(&mut self, wrong: bool, part: Part, text: &str) {
        if wrong {
            let found = Contradiction { part, text: text.to_owned() };
            if !self.defects.contains(&found) {
                self.defects.push(found);
            }
        }
    }

    /// Checks what the rest of the compilation relies on.
    fn check_basics(&mut self) {
        let about = self.description;
        self.defect(about.kinds.len() > Kind::MOST, Part::Kinds, "there are more kinds than a game may have");
        let king = about.kinds.first().is_some_and(|piece| piece.letter == 'K');
        self.defect(!king, Part::Kinds, "the king, K, is not the first of the pieces");
        for (number, piece) in about.kinds.iter().enumerate() {
            let earlier = about.kinds.iter().take(number).find(|other| other.letter == piece.letter);
            if let Some(other) = earlier {
                let text = format!("{} and {} both have the letter {}", other.name, piece.name, piece.letter);
                self.defect(true, Part::Kinds, &text);
            }
        }
        self.defect(about.promotions.is_empty(), Part::Promotions, "no promotion is possible");
    }

    fn square(&mut self, part: Part, name: &str) -> Square {
        name.parse().unwrap_or_else(|_| {
            self.defect(true, part, &format!("{name:?} is no square"));
            Square(0)
        })
    }

    /// Parses squares and rectangles by name, separated by spaces.
    fn squares(&mut self, part: Part, names: &str) -> SquareSet {
        let mut all = SquareSet::EMPTY;
        for name in names.split_whitespace() {
            let (from, to) = name.split_once('-').unwrap_or((name, name));
            let (from, to) = (self.square(part, from), self.square(part, to));
            let reversed = from.rank() > to.rank() || from.file() > to.file();
            self.defect(
                reversed,
                part,
                &format!("{name} is no rectangle from its lowest to its highest square"),
            );
            for rank in from.rank()..=to.rank() {
                all |= (from.file()..=to.file()).filter_map(|file| Square::at(file, rank)).collect();
            }
        }
        all
    }

    fn by_color(&mut self, part: Part, names: &ByColor<String>) -> ByColor<SquareSet> {
        ByColor { white: self.squares(part, &names.white), black: self.squares(part, &names.black) }
    }

    fn kind(&mut self, part: Part, letter: char) -> Kind {
        let found = self.description.kinds.iter().position(|piece| piece.letter == letter);
        self.defect(found.is_none(), part, &format!("{letter:?} is no kind of the game"));
        found.map_or(Kind::KING, Kind::of)
    }

    fn kinds(&mut self, part: Part, letters: &str) -> Vec<Kind> {
        letters.chars().map(|letter| self.kind(part, letter)).collect()
    }

    /// Returns the first kind whose special movement satisfies the predicate.
    fn kind_by_special(&self, is: impl Fn(Special) -> bool) -> Option<Kind> {
        self.description.kinds.iter().position(|piece| piece.movement.special.is_some_and(&is)).map(Kind::of)
    }

    /// Returns, for each kind, the first diagram of the piece alone and the first illustrative one.
    fn diagrams(&self) -> Vec<Diagram> {
        let kinds = self.description.kinds.iter();
        let wanted = kinds.flat_map(|piece| [(piece.letter, true), (piece.letter, false)]);
        let first = |(kind, alone)| {
            let mut all = self.description.diagrams.iter();
            all.find(|diagram| (diagram.kind, diagram.alone) == (kind, alone))
        };
        wanted.filter_map(first).cloned().collect()
    }

    fn castlings(&mut self) -> Vec<Castling> {
        let mut all = Vec::new();
        for color in Color::BOTH {
            for row in &self.description.castlings {
                let [king, rook, king_to, rook_to] = row.squares.each_ref().map(|name| {
                    let white = self.square(Part::Castlings, name);
                    let black = Square::at(white.file(), self.description.black_rank);
                    if color == Color::White { white } else { black.unwrap_or(white) }
                });
                let (king_side, between) = (row.king_side, between(king, rook));
                all.push(Castling { color, king_side, king, rook, king_to, rook_to, between });
            }
        }
        all
    }

    /// Compiles the reserve of this kind.
    fn drops(&mut self, kind: Kind) -> Option<DropRule> {
        let drops = self.description.drops.as_ref()?;
        Some(DropRule {
            kind,
            in_hand: drops.in_hand,
            in_all: drops.in_all,
            squares: self.by_color(Part::Drops, &drops.squares),
            pushes: drops.pushes,
            half: drops.half,
        })
    }

    /// Compiles the promotion of pieces other than pawns.
    fn zone(&mut self) -> Option<Zone> {
        let zone = self.description.zone.as_ref()?;
        Some(Zone {
            kinds: self.kinds(Part::Zone, &zone.kinds),
            becomes: self.kind(Part::Zone, zone.becomes),
            squares: self.by_color(Part::Zone, &zone.squares),
        })
    }

    /// Compiles the ends besides mate, goals and draws.
    fn ends(&mut self) -> Ends {
        let about = self.description;
        Ends {
            no_moves: about.no_moves,
            checks: about.checks,
            extinction: about.few_pieces.as_ref().map(|rule| Extinction {
                kinds: self.kinds(Part::Ends, &rule.kinds),
                at_most: rule.at_most,
                wins: rule.wins,
            }),
        }
    }

    fn spec(&mut self) -> Spec {
        let about = self.description;
        let squares = self.squares(Part::Board, &about.squares);
        let kinds = about.kinds.iter().enumerate();
        let mut movements: Vec<CompiledMovement> = kinds
            .map(|(number, piece)| CompiledMovement::of(Kind::of(number), piece, &homes(about, piece)))
            .collect();
        let zone = self.zone();
        for (kind, zone) in zone.iter().flat_map(|zone| zone.kinds.iter().map(move |kind| (kind, zone))) {
            movements[kind.index()].promote_on(zone.becomes, zone.squares);
        }
        let explosion = about
            .explosion
            .as_ref()
            .map(|rule| ExplosionRule { spared: self.kinds(Part::Explosion, &rule.spares) });
        let goal_kinds = self.kinds(Part::Goals, &about.goal_pieces);
        let castlings = self.castlings();
        let mut rights_lost = [0; CELLS];
        for castling in &castlings {
            rights_lost[castling.king.index()] |= castling.right();
            rights_lost[castling.rook.index()] |= castling.right();
        }
        let exits = self.squares(Part::Exits, &about.exits);
        let freezer = about.freezer.map(|letter| self.kind(Part::Freezer, letter));
        let braker = about.braker.map(|braker| BrakeRule {
            kind: self.kind(Part::Braker, braker.kind),
            holds_leapers: braker.holds_leapers,
        });
        let guarding = freezer.into_iter().chain(braker.map(|rule| rule.kind));
        let pawns = about
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, piece)| piece.movement.special.is_some_and(Special::is_pawn));
        let ninja_pawn = self.kind_by_special(|special| special == Special::NinjaPawn);
        self.defect(
            about.drops.is_some() != ninja_pawn.is_some(),
            Part::Drops,
            "drops and ninja pawns go together",
        );
        let drops = ninja_pawn.and_then(|kind| self.drops(kind));
        let ends = self.ends();
        Spec {
            name: about.name.clone(),
            slug: about.slug.clone(),
            family: about.family.clone(),
            base: about.base.clone(),
            place: None,
            rules_version: about.rules_version,
            source_url: about.source_url.clone(),
            diagrams: self.diagrams(),
            weights: None,
            lesson: about.lesson.clone(),
            start_fen: about.start_fen.clone(),
            files: about.files,
            first_rank: about.first_rank,
            last_rank: about.last_rank,
            squares,
            exits,
            open: squares & !exits,
            palaces: self.by_color(Part::Palaces, &about.palaces),
            goals: self.by_color(Part::Goals, &about.goals),
            goal: about.goal,
            goal_kinds: goal_kinds.iter().fold(0, |bits, kind| bits | kind.bit()),
            last_reply: about.last_reply,
            royal: about.royal,
            duties: about.duties,
            explosion,
            ends,
            pawn: about.pawn,
            promotion_rank: about.promotion_rank,
            counts_promotions: about.promotions.len() > 1,
            zone,
            drops,
            freezer,
            braker,
            dead: about.dead.as_ref().map(|dead| DeadMaterial {
                lone: self.kinds(Part::Dead, &dead.lone),
                bishop: dead.bishops_of_one_colour.then(|| self.kind(Part::Dead, 'B')),
            }),
            types: about.kinds.clone(),
            reach: reach(&movements),
            liners: Liners::of(&movements),
            movements,
            promotions: about
                .promotions
                .iter()
                .map(|letters| self.kinds(Part::Promotions, letters))
                .collect(),
            pawns: pawns.fold(0, |pawns, (number, _)| pawns | Kind::of(number).bit()),
            ordinary_pawn: self
                .kind_by_special(|special| matches!(special, Special::Pawn | Special::SlidingPawn)),
            rook: (!castlings.is_empty()).then(|| self.kind(Part::Castlings, 'R')),
            castlings,
            walls: if about.holes_end_lines { !squares } else { SquareSet::EMPTY },
            rights_lost,
            guarding: guarding.fold(Kind::KING.bit(), |kinds, kind| kinds | kind.bit()),
        }
    }
}

/// Returns the cells from which each kind could capture, by target.
fn reach(movements: &[CompiledMovement]) -> ByColor<Vec<[SquareSet; Kind::MOST]>> {
    let of = |color| {
        let mut reach = vec![[SquareSet::EMPTY; Kind::MOST]; CELLS];
        for (kind, mover) in movements.iter().enumerate() {
            for (target, cells) in reach_of(&mover.way, color).iter().enumerate() {
                reach[target][kind] = *cells;
            }
        }
        reach
    };
    ByColor { white: of(Color::White), black: of(Color::Black) }
}
