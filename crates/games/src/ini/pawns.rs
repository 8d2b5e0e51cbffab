//! Converts pawn moves and promotions.

use std::collections::BTreeSet;

use super::start::{Board, Place};
use super::{Conversion, short};

/// Betza's notation for a pawn, as a custom piece may write it: its step, its capture, and its first step of
/// two squares.
const STEPS: [&str; 2] = ["mfW", "fmW"];
const TAKES: [&str; 6] = ["cfF", "fcF", "fceF", "cfeF", "cefF", "fecF"];
const FIRST_STEPS: [&str; 3] = ["ifmnD", "imfnD", "mifnD"];

/// The pawn rules of a section.
#[derive(Debug, Default)]
pub(super) struct Pawns {
    /// The longest advance by rank, from the pawn's own side; unlisted ranks allow one square.
    pub(super) steps: Vec<(u8, u8)>,
    pub(super) on_first_rank: bool,
    /// The ranks, from the pawn's own side, from which it can be captured en passant; `None`: all.
    pub(super) en_passant_from: Option<Vec<u8>>,
    /// The promotion ranks of White and Black.
    pub(super) ranks: (u8, u8),
    /// The upper-case letters of the promotions.
    pub(super) to: String,
}

/// Pieces that promote on some squares.
#[derive(Debug)]
pub(super) struct Zone {
    pub(super) pieces: String,
    pub(super) becomes: char,
    pub(super) white: Vec<Place>,
    pub(super) black: Vec<Place>,
}

/// Keys about pawns that may only name pawns in our games.
const ABOUT_PAWNS: [&str; 9] = [
    "promotionPawnTypes",
    "promotionPawnTypesWhite",
    "promotionPawnTypesBlack",
    "enPassantTypes",
    "enPassantTypesWhite",
    "enPassantTypesBlack",
    "nMoveRuleTypes",
    "nMoveRuleTypesWhite",
    "nMoveRuleTypesBlack",
];

impl Conversion {
    /// Returns the letter of the pawn if there are pawns on the board.
    pub(super) fn pawn(&mut self, board: &Board) -> Option<char> {
        let is_there =
            |letter: char| board.pieces.iter().any(|(_, other)| other.eq_ignore_ascii_case(&letter));
        let usual: String =
            self.pieces.iter().filter(|piece| piece.key == "pawn").map(|piece| piece.letter).collect();
        let (types, line) = self.letters("pawnTypes").unwrap_or((usual.clone(), self.line));
        let types: String = types.chars().filter(|letter| is_there(*letter)).collect();
        if types.chars().count() > 1 {
            self.fault(
                line,
                format!("`pawnTypes = {}` cannot be expressed: one piece can be the pawn.", short(&types)),
            );
        }
        for key in ABOUT_PAWNS {
            let Some((letters, line)) = self.letters(key) else { continue };
            let letters: String = letters.chars().filter(|letter| is_there(*letter)).collect();
            if letters != types {
                let text = format!("`{key}` names other pieces than `pawnTypes`, which cannot be expressed.");
                self.fault(line, text);
            }
        }
        let pawn = types.chars().next();
        if let Some(usual) = usual.chars().next().filter(|usual| is_there(*usual) && pawn != Some(*usual)) {
            self.fault(
                line,
                format!("`pawnTypes` lacks {usual}: a pawn that does not promote cannot be expressed."),
            );
        }
        pawn
    }

    /// Returns the rules of pawns with this letter.
    pub(super) fn pawns(&mut self, letter: Option<char>, board: &Board) -> Option<Pawns> {
        let ranks = self.promotion_ranks(board);
        let to = self.promotions();
        let (may_double, regions) = self.step_regions(board);
        let taken_on = self.en_passant_regions(board);
        let letter = letter?;
        let piece = self.pieces.iter().find(|piece| piece.letter == letter)?.clone();
        let mut goes_far = may_double;
        if let Some(moves) = &piece.moves {
            if let Some(first_step) = of_custom(moves) {
                goes_far &= first_step;
            } else {
                let text =
                    format!("`{}`: pawns that move as `{}` cannot be expressed.", piece.key, short(moves));
                self.fault(piece.line, text);
            }
        } else if piece.key != "pawn" {
            let text = format!("`{}`: only what moves as a pawn can be one of `pawnTypes`.", piece.key);
            self.fault(piece.line, text);
        }
        let (white, black) = ranks?;
        let mirrored = |rank: u8| (board.ranks + 1).saturating_sub(rank);
        // Pawns do not go back, so that none stands behind those of its side at the start.
        let of_white = board.places(letter).map(|place| place.0).min();
        let of_black = board.places(letter.to_ascii_lowercase()).map(|place| mirrored(place.0)).min();
        let begins = [of_white, of_black].map(|rank| rank.unwrap_or(u8::MAX));
        let mut steps = Vec::new();
        for rank in 1..white.max(mirrored(black)) {
            let sides = [(0, rank, white), (1, mirrored(rank), mirrored(black))];
            let standing = sides.into_iter().filter(|(side, _, last)| begins[*side] <= rank && rank < *last);
            let mosts: Vec<Option<u8>> =
                standing.map(|(side, home, _)| regions[side].most(home, board)).collect();
            let most = match mosts[..] {
                [] => 1,
                [Some(one)] => one,
                [Some(one), Some(other)] if one == other => one,
                _ => {
                    let line =
                        self.line_of("doubleStepRegionWhite").max(self.line_of("doubleStepRegionBlack"));
                    let text = format!(
                        "pawns that stand on rank {rank} as their side sees it must go equally far, for both sides and from all files: see `doubleStepRegionWhite`, `doubleStepRegionBlack` and those of `tripleStepRegion`."
                    );
                    self.fault(line, text);
                    return None;
                }
            };
            if most > 1 && (goes_far || most > 2) {
                steps.push((rank, most));
            }
        }
        let first = |letter: char, rank: u8| board.places(letter).any(|place| place.0 == rank);
        let on_first_rank = first(letter, 1) || first(letter.to_ascii_lowercase(), board.ranks);
        let en_passant_from = self.en_passant_from(&steps, board, &taken_on);
        Some(Pawns { steps, on_first_rank, en_passant_from, ranks: (white, black), to })
    }

    /// Returns the squares on which White's and Black's pawns capture en passant; `None`: all.
    fn en_passant_regions(&mut self, board: &Board) -> [Option<BTreeSet<Place>>; 2] {
        let both = self.region("enPassantRegion", board).map(|(region, _)| region);
        let white = self.region("enPassantRegionWhite", board).map(|(region, _)| region);
        let black = self.region("enPassantRegionBlack", board).map(|(region, _)| region);
        [white.or_else(|| both.clone()), black.or(both)]
    }

    /// Returns the ranks from which a pawn that goes several squares can be captured en passant; `None`: all.
    fn en_passant_from(
        &mut self,
        steps: &[(u8, u8)],
        board: &Board,
        [by_white, by_black]: &[Option<BTreeSet<Place>>; 2],
    ) -> Option<Vec<u8>> {
        let mut from = Vec::new();
        for (rank, most) in steps {
            let passed: Vec<u8> = (rank + 1..rank + most).collect();
            let mirrored: Vec<u8> =
                passed.iter().map(|rank| (board.ranks + 1).saturating_sub(*rank)).collect();
            let of = |region: &Option<BTreeSet<Place>>, ranks: &[u8]| -> Vec<bool> {
                let squares = board.squares().filter(|place| ranks.contains(&place.0));
                squares.map(|place| region.as_ref().is_none_or(|region| region.contains(&place))).collect()
            };
            let taken: Vec<bool> = [of(by_black, &passed), of(by_white, &mirrored)].concat();
            if taken.iter().any(|one| *one != taken[0]) {
                let line = ["enPassantRegion", "enPassantRegionWhite", "enPassantRegionBlack"]
                    .map(|key| self.line_of(key))
                    .into_iter()
                    .max()
                    .unwrap_or(self.line);
                let text = format!(
                    "pawns that go several squares from rank {rank}, as their side sees it, must be taken en passant on all files and by both sides, or nowhere."
                );
                self.fault(line, text);
                return None;
            }
            if taken.first() == Some(&true) {
                from.push(*rank);
            }
        }
        (from.len() < steps.len()).then_some(from)
    }

    /// Returns the squares from which each side's pawns may advance two squares.
    pub(super) fn pawns_begin(&mut self, board: &Board) -> [BTreeSet<Place>; 2] {
        let (_, regions) = self.step_regions(board);
        regions.map(|steps| steps.double)
    }

    /// Returns whether pawns may advance two squares, and each side's squares for two and three.
    fn step_regions(&mut self, board: &Board) -> (bool, [Steps; 2]) {
        let may_double = self.flag("doubleStep", true);
        let on_rank = |rank: u8| board.squares().filter(|place| place.0 == rank).collect();
        let mut region = |key: &'static str, usual: BTreeSet<Place>| {
            self.region(key, board).map_or(usual, |(region, _)| region)
        };
        let mut white = Steps {
            double: region("doubleStepRegionWhite", on_rank(2)),
            triple: region("tripleStepRegionWhite", BTreeSet::new()),
        };
        let mut black = Steps {
            double: region("doubleStepRegionBlack", on_rank(7)),
            triple: region("tripleStepRegionBlack", BTreeSet::new()),
        };
        if !may_double {
            white.double.clear();
            black.double.clear();
        }
        (may_double, [white, black])
    }

    /// Returns the letters that pawns may promote to.
    fn promotions(&mut self) -> String {
        let usual = self.letters("promotionPieceTypes");
        let white = self.letters("promotionPieceTypesWhite").or_else(|| usual.clone());
        let black = self.letters("promotionPieceTypesBlack").or(usual);
        let sorted = |found: &Option<(String, usize)>| {
            let mut letters: Vec<char> = found.iter().flat_map(|(letters, _)| letters.chars()).collect();
            letters.sort_unstable();
            letters
        };
        if sorted(&white) != sorted(&black) {
            let line = black.as_ref().map_or(self.line, |(_, line)| *line);
            self.fault(line, "White's and Black's pawns become other pieces, which cannot be expressed.");
        }
        let (letters, _) = white.unwrap_or(("NBRQ".to_owned(), self.line));
        // Letters without a piece are skipped, as in Fairy-Stockfish.
        let mut known = String::new();
        for letter in letters.chars() {
            if !known.contains(letter) && self.pieces.iter().any(|piece| piece.letter == letter) {
                known.push(letter);
            }
        }
        known
    }

    /// Returns the promotion regions of White and Black.
    fn promotion_regions(&mut self, board: &Board) -> [(BTreeSet<Place>, usize); 2] {
        let line = self.line;
        let on_rank = |rank: u8| board.squares().filter(|place| place.0 == rank).collect();
        let mut region =
            |key: &'static str, rank: u8| self.region(key, board).unwrap_or((on_rank(rank), line));
        [region("promotionRegionWhite", 8), region("promotionRegionBlack", 1)]
    }

    /// Returns the promotion ranks of White and Black: the first ranks of their regions.
    fn promotion_ranks(&mut self, board: &Board) -> Option<(u8, u8)> {
        let [(white, white_line), (black, black_line)] = self.promotion_regions(board);
        let first = white.iter().map(|place| place.0).min();
        let last = black.iter().map(|place| place.0).max();
        let mut found = [None; 2];
        let sides = [
            ("promotionRegionWhite", white, white_line, first),
            ("promotionRegionBlack", black, black_line, last),
        ];
        for (number, (key, region, line, rank)) in sides.into_iter().enumerate() {
            let Some(rank) = rank else {
                self.fault(line, format!("no pawn can promote: `{key}` is outside the board."));
                continue;
            };
            if board.squares().any(|place| place.0 == rank && !region.contains(&place)) {
                self.fault(
                    line,
                    format!("`{key}` leaves out squares of rank {rank}, which cannot be expressed."),
                );
                continue;
            }
            found[number] = Some(rank);
        }
        found[0].zip(found[1])
    }

    /// Returns the pieces that promote in a region.
    pub(super) fn zone(&mut self, board: &Board) -> Option<Zone> {
        let must = self.flag("mandatoryPiecePromotion", false);
        let (value, line) = self.value("promotedPieceType")?;
        let mut pieces = String::new();
        let mut becomes = None;
        for pair in value.split_whitespace().filter(|pair| *pair != "-") {
            let mut letters = pair.chars().map(|letter| letter.to_ascii_uppercase());
            let (Some(from), Some(':'), Some(to), None) =
                (letters.next(), letters.next(), letters.next(), letters.next())
            else {
                self.fault(line, format!("`promotedPieceType`: `{}` is not written as `s:g`.", short(pair)));
                return None;
            };
            if to == '-' {
                continue;
            }
            if becomes.is_some_and(|becomes| becomes != to) {
                self.fault(
                    line,
                    "`promotedPieceType` makes several pieces of others, which cannot be expressed.",
                );
                return None;
            }
            becomes = Some(to);
            pieces.push(from);
        }
        let becomes = becomes?;
        if !must {
            self.fault(line, "pieces that may promote but need not cannot be expressed: `mandatoryPiecePromotion` must be true.");
        }
        let [(white, _), (black, _)] = self.promotion_regions(board);
        let inside = |letter: char, region: &BTreeSet<Place>| {
            board.places(letter).any(|place| region.contains(&place))
        };
        let begins_inside = pieces
            .chars()
            .any(|letter| inside(letter, &white) || inside(letter.to_ascii_lowercase(), &black));
        if begins_inside {
            self.fault(line, "a piece that begins where it promotes cannot be expressed.");
        }
        Some(Zone { pieces, becomes, white: white.into_iter().collect(), black: black.into_iter().collect() })
    }
}

/// The squares from which a side's pawns advance two squares, and three.
struct Steps {
    double: BTreeSet<Place>,
    triple: BTreeSet<Place>,
}

impl Steps {
    /// Returns the longest advance from a rank, if it is equal on all its files.
    fn most(&self, rank: u8, board: &Board) -> Option<u8> {
        let squares: Vec<Place> = board.squares().filter(|place| place.0 == rank).collect();
        let holds = |region: &BTreeSet<Place>| {
            let held = squares.iter().filter(|place| region.contains(place)).count();
            if held == 0 { Some(false) } else { (held == squares.len()).then_some(true) }
        };
        match (holds(&self.double)?, holds(&self.triple)?) {
            (false, false) => Some(1),
            (true, false) => Some(2),
            (true, true) => Some(3),
            // One square or three without two cannot be expressed.
            (false, true) => None,
        }
    }
}

/// True if pawns with these moves have a first step of two squares; `None` if these are not a pawn's moves.
fn of_custom(moves: &str) -> Option<bool> {
    let mut rest = moves.to_owned();
    let mut cut = |all: &[&str]| {
        let found = all.iter().find(|one| rest.contains(**one))?;
        rest = rest.replacen(found, "", 1);
        Some(())
    };
    // Cut first, because its letters contain those of other moves.
    let first_step = cut(&FIRST_STEPS).is_some();
    cut(&STEPS)?;
    cut(&TAKES)?;
    rest.is_empty().then_some(first_step)
}
