//! Checks a compiled specification as a whole for contradictions.

use super::description_reader::{DescriptionReader, Part};
use super::ends::NoMoves;
use super::{Castling, Spec};
use crate::board::piece::{Color, Kind};
use crate::board::piece_type::Special;
use crate::board::square::{RANKS, SquareSet};

impl DescriptionReader<'_> {
    /// Checks the specification as a whole.
    pub(super) fn cross_check(&mut self, spec: &Spec) {
        let inside = |squares: SquareSet| (squares & !spec.squares).is_empty();
        self.defect(spec.last_rank >= RANKS, Part::Board, "the board is higher than the common grid");
        let board: SquareSet = spec.rows().flatten().collect();
        if let Some(square) = (spec.squares & !board).first() {
            let ranks = format!("ranks {} to {}", spec.first_rank, spec.last_rank);
            let text = format!("{square} lies outside the board, which has {} files and {ranks}", spec.files);
            self.defect(true, Part::Board, &text);
        }
        self.defect(!inside(spec.exits), Part::Exits, "an exit is no square of the board");
        for color in Color::BOTH {
            self.defect(!inside(spec.goals[color]), Part::Goals, "a goal is no square of the board");
            self.defect(
                !inside(spec.palaces[color]),
                Part::Palaces,
                "a palace square is no square of the board",
            );
            let drops = spec.drops.map_or(SquareSet::EMPTY, |rule| rule.squares[color]);
            self.defect(!inside(drops), Part::Drops, "a drop enters on no square of the board");
        }
        let no_goals = spec.goals.white.is_empty() && spec.goals.black.is_empty();
        self.defect(spec.goal.is_none() != no_goals, Part::Goals, "goals and what they are go together");
        for color in Color::BOTH {
            let on_board = (spec.first_rank..=spec.last_rank).contains(&spec.promotion_rank[color]);
            self.defect(!on_board, Part::Promotions, "the board has no rank on which pawns promote");
        }
        for (made, row) in spec.promotions.iter().enumerate() {
            let kinds = spec.promotions(made as u16);
            self.defect(kinds.is_empty() && spec.pawns != 0, Part::Promotions, "no promotion is possible");
            let royal = spec.royal.white || spec.royal.black;
            let wrong = kinds.iter().any(|kind| *kind == Kind::KING && royal || spec.is_pawn(*kind));
            self.defect(wrong, Part::Promotions, "a pawn becomes neither a royal king nor a pawn");
            let last = made + 1 == spec.promotions.len();
            let earlier = spec.promotions.iter().take(made).flatten();
            let again = !last && earlier.clone().any(|kind| row.contains(kind));
            self.defect(again, Part::Promotions, "only the last row may repeat what an earlier one has");
            // The text of a move identifies the promotion by this letter alone.
            let letters = kinds.iter().map(|kind| spec.letter(*kind));
            self.defect(share(letters), Part::Promotions, "two promotions share a letter");
        }
        self.check_ends(spec);
        self.check_king_and_pawns(spec);
        self.check_drops(spec);
        if let Some(zone) = &spec.zone {
            let wrong = |kind: &Kind| *kind == Kind::KING || spec.is_pawn(*kind);
            let any = zone.kinds.iter().chain([&zone.becomes]).any(wrong);
            self.defect(any, Part::Zone, "kings and pawns neither change in a zone nor come of one");
            let all = inside(zone.squares.white) && inside(zone.squares.black);
            self.defect(!all, Part::Zone, "a square of the zone is no square of the board");
        }
        for piece in &spec.types {
            let leaps = &piece.movement.leaps;
            let unpaired = leaps.iter().any(|(files, ranks)| !leaps.contains(&(-files, -ranks)));
            self.defect(unpaired, Part::Kinds, "a leap lacks its opposite");
        }
        for castling in &spec.castlings {
            let squares = [castling.king, castling.rook, castling.king_to, castling.rook_to];
            let homes: SquareSet = squares.into_iter().collect();
            let lacking = !(homes & !spec.open).is_empty();
            self.defect(lacking, Part::Castlings, "castling needs a square that the board lacks");
            let on_a_rank = squares.iter().all(|square| square.rank() == castling.king.rank());
            self.defect(!on_a_rank, Part::Castlings, "the four squares of a castling are not on one rank");
            let apart = castling.king != castling.rook && castling.king_to != castling.rook_to;
            self.defect(!apart, Part::Castlings, "king and rook stand on one square");
            let same = |other: &&Castling| (other.color, other.king_to) == (castling.color, castling.king_to);
            let twice = spec.castlings.iter().filter(same).count() > 1;
            self.defect(twice, Part::Castlings, "two castlings of a king end on one square");
            let frozen = spec.freezer.is_some();
            self.defect(frozen, Part::Castlings, "a game with a freezer cannot have castling");
            let path = castling.between | castling.rook.set();
            let towards = path.contains(castling.king_to);
            self.defect(!towards, Part::Castlings, "a castling king does not move towards its rook");
            let lands = castling.between.contains(castling.rook_to) || castling.rook_to == castling.king;
            self.defect(!lands, Part::Castlings, "a castling rook does not land inside");
        }
        for diagram in spec.diagrams() {
            let from = diagram.square();
            let off = from.map_or(!diagram.from.is_empty(), |from| !spec.squares.contains(from));
            self.defect(off, Part::Diagrams, "a diagram shows a piece on no square of the board");
            let drops = from.is_none() && spec.drops.is_none();
            self.defect(drops, Part::Diagrams, "a diagram shows drops, and there is no hand");
        }
    }

    /// Checks that the ways to win fit each other.
    fn check_ends(&mut self, spec: &Spec) {
        let both_royal = spec.royal.white && spec.royal.black;
        self.defect(
            spec.dead.is_some() && spec.has_own_ends(),
            Part::Dead,
            "no game with ends of its own is drawn by material",
        );
        self.defect(
            spec.ends.checks.is_some() && !both_royal,
            Part::Ends,
            "only royal kings can be given check",
        );
        let by_king = spec.goal.is_some() && spec.arrives(Kind::KING);
        self.defect(by_king && !both_royal, Part::Goals, "only royal kings win at a goal");
        self.defect(spec.goal_kinds == 0, Part::Goals, "no piece can arrive at a goal");
        self.defect(
            spec.goal.is_none() && (spec.last_reply || !spec.king_alone_arrives()),
            Part::Goals,
            "without goals, no piece arrives at one",
        );
        self.defect(
            spec.ends.checks.is_some() && !spec.duties.may_check,
            Part::Ends,
            "checks win only where they may be given",
        );
        self.defect(
            spec.last_reply && !spec.is_won_by_kings(),
            Part::Goals,
            "only to the arrival of a king there is a last reply",
        );
        self.defect(
            spec.goal.is_some_and(|goal| goal.slug != "arrival") && !spec.is_won_by_kings(),
            Part::Goals,
            "only kings take scepters and escape: `kind` must be \"arrival\"",
        );
        let is_royal = spec.royal.white || spec.royal.black;
        let by_goal = spec.goal.is_some() && (is_royal || !spec.arrives(Kind::KING));
        let by_explosion = spec.explosion.is_some() && is_royal;
        let is_won =
            spec.ends.no_moves != NoMoves::Draws || spec.ends.extinction.is_some() || by_goal || by_explosion;
        self.defect(
            !is_royal && !is_won,
            Part::Royal,
            "without royal kings, the game needs another way to win",
        );
        self.defect(
            is_royal && !spec.duties.may_check && !is_won,
            Part::Ends,
            "without checks, the game needs another way to win",
        );
    }

    /// Checks that the king only leaps, that each sort of pawn is one kind, and that pawns cannot skip the
    /// promotion rank.
    fn check_king_and_pawns(&mut self, spec: &Spec) {
        let king = self.description.kinds.first().map(|piece| &piece.movement);
        let leaps = king.is_some_and(|king| {
            king.special.is_none() && king.lines.is_empty() && king.rides.is_empty() && !king.spares_kings
        });
        self.defect(!leaps, Part::Kinds, "a king can only step and leap, and takes kings");
        let count = |is: &dyn Fn(Special) -> bool| {
            let kinds = self.description.kinds.iter();
            kinds.filter(|piece| piece.movement.special.is_some_and(is)).count()
        };
        let ordinary = count(&|special| matches!(special, Special::Pawn | Special::SlidingPawn));
        let ninja = count(&|special| special == Special::NinjaPawn);
        self.defect(ordinary > 1 || ninja > 1, Part::Kinds, "two kinds are pawns of the same sort");
        let lost = spec.pawn.backs && !spec.pawn.on_first_ranks;
        self.defect(lost, Part::Pawns, "pawns that step back must be allowed on the first ranks");
        for color in Color::BOTH {
            let relative = |rank| spec.relative_rank(color, rank);
            let target = relative(spec.promotion_rank[color]);
            let highest = spec.squares.iter().map(|square| relative(square.rank())).max().unwrap_or(target);
            let passes = |(rank, steps): (u8, &u8)| rank < target && (rank + steps).min(highest) > target;
            let by = (0..).zip(&spec.pawn.advance).any(passes);
            self.defect(by && ordinary > 0, Part::Pawns, "a pawn can pass the rank on which it promotes");
        }
    }

    /// Checks that a dropped pawn moves within its own half, which must end before its promotion rank.
    fn check_drops(&mut self, spec: &Spec) {
        let Some(rule) = spec.drops else { return };
        for color in Color::BOTH {
            let rank = |rank| spec.relative_rank(color, rank);
            let half = rank(rule.half[color]);
            let sound = half < rank(spec.promotion_rank[color])
                && rule.squares[color].iter().all(|square| rank(square.rank()) <= half);
            self.defect(
                !sound,
                Part::Drops,
                "drops are within a half that ends before the rank of promotion",
            );
        }
        let one_rank = Color::BOTH.iter().all(|color| rule.rank(*color).is_some());
        self.defect(
            rule.pushes && !one_rank,
            Part::Drops,
            "pawns are only pushed up from squares of one rank",
        );
    }
}

/// True if a letter occurs twice.
fn share(letters: impl Iterator<Item = char>) -> bool {
    let mut letters: Vec<char> = letters.collect();
    let all = letters.len();
    letters.sort_unstable();
    letters.dedup();
    letters.len() != all
}
