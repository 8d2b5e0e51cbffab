//! Writes a game as an Interactive Diagram of the Chess Variant Pages, with moves in `XBetza`. Anything that
//! a diagram cannot express is listed.
//!
//! Source: H. G. Muller's articles "Interactive diagrams" and "Betza notation (extended)" on the Chess
//! Variant Pages.

mod moves;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use rules::piece_type::Special;
use rules::{Castling, Color, Ends, Kind, Piece, PieceType, Position, Spec, Square, Variant};

/// A game as an Interactive Diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InteractiveDiagram {
    /// The text between the tags of the diagram, line by line.
    pub definition: String,
    /// The rules that are not expressed, one sentence each.
    pub lacking: Vec<String>,
}

/// Writes a game as an Interactive Diagram.
pub fn xbetza(game: Variant) -> InteractiveDiagram {
    let mut writer = Writer { spec: game.spec(), start: Position::start(game), lacking: Vec::new() };
    let definition = writer.definition();
    InteractiveDiagram { definition, lacking: writer.lacking }
}

struct Writer<'a> {
    spec: &'a Spec,
    start: Position,
    lacking: Vec<String>,
}

impl Writer<'_> {
    fn lacks(&mut self, holds: bool, text: &str) {
        if holds {
            self.lacking.push(text.to_owned());
        }
    }

    fn definition(&mut self) -> String {
        let spec = self.spec;
        let ranks = spec.last_rank - spec.first_rank + 1;
        let pawn = spec.kinds().find(|kind| spec.is_ordinary_pawn(*kind));
        let mut lines = vec![format!("files={}", spec.files), format!("ranks={ranks}")];
        lines.extend(self.promotion(pawn));
        // Promoting pieces come first.
        let mut kinds: Vec<Kind> = pawn.into_iter().collect();
        kinds.extend(spec.kinds().filter(|kind| Some(*kind) != pawn));
        let king = 1 + kinds.iter().position(|kind| *kind == Kind::KING).unwrap_or_default();
        lines.extend(["symmetry=none".to_owned(), format!("royal={king}")]);
        for kind in kinds {
            lines.push(self.piece(kind));
        }
        let holes: Vec<Square> =
            spec.rows().flatten().filter(|square| !spec.squares.contains(*square)).collect();
        if !holes.is_empty() {
            lines.push(format!("hole::::{}", self.listed(holes.into_iter())));
            self.lacks(!spec.lines_end_at_holes(), "Lines that go on behind squares which the board lacks.");
        }
        self.rest();
        lines.join("\n") + "\n"
    }

    /// Returns the lines about promotion.
    fn promotion(&mut self, pawn: Option<Kind>) -> Vec<String> {
        let Some(_) = pawn else { return vec!["maxPromote=0".to_owned()] };
        let spec = self.spec;
        let ends =
            (spec.promotion_rank.white, spec.promotion_rank.black) == (spec.last_rank, spec.first_rank);
        self.lacks(!ends, "Promotion on another rank than the last.");
        self.lacks(
            spec.pawn.en_passant_from.contains(&false),
            "Pawns that are not taken en passant from some ranks.",
        );
        self.lacks(spec.counts_promotions, "A choice of promotions that depends on those made before.");
        let choice: String = spec.promotions(0).iter().map(|kind| spec.letter(*kind)).collect();
        vec!["promoZone=1".to_owned(), "maxPromote=1".to_owned(), format!("promoChoice={choice}")]
    }

    /// Names squares as the diagram does, with ranks from 1.
    fn listed(&self, squares: impl Iterator<Item = Square>) -> String {
        let below = i16::from(self.spec.first_rank) - 1;
        let name = |square: Square| {
            let rank = i16::from(square.rank()) - below;
            format!("{}{rank}", char::from(b'a' + square.file()))
        };
        squares.map(name).collect::<Vec<_>>().join(",")
    }

    /// Returns the line of a piece: name, letter, moves, no picture of its own, and the squares of both
    /// sides.
    fn piece(&mut self, kind: Kind) -> String {
        let spec = self.spec;
        let piece = spec.piece_type(kind);
        let moves = self.moves(kind, piece);
        let standing = |color: Color| {
            let all = self.start.pieces().filter(|(_, other)| *other == Piece { color, kind });
            self.listed(all.map(|(square, _)| square))
        };
        format!(
            "{}:{}:{moves}::{}:{}",
            piece.name,
            piece.letter,
            standing(Color::White),
            standing(Color::Black)
        )
    }

    /// Returns a piece's moves; empty if they cannot be expressed.
    fn moves(&mut self, kind: Kind, piece: &PieceType) -> String {
        let name = &piece.name;
        self.lacks(piece.movement.spares_kings, &format!("That the {name} never takes a King."));
        match piece.movement.special {
            None => {}
            Some(Special::Pawn) => return self.pawn(kind),
            Some(_) => {
                self.lacks(true, &format!("The moves of the {name}."));
                return String::new();
            }
        }
        // A piece that only goes forward never returns to such a start square, unless several ranks have
        // them.
        let comes_back = piece.movement.rides.iter().any(|ride| ride.step.1 <= 0);
        let lost = piece.movement.has_first_moves() && (comes_back || self.begins_on_ranks(kind) > 1);
        self.lacks(lost, &format!("That the {name} has its first moves again where such a piece begins."));
        let moves = moves::written(&piece.movement);
        if kind == Kind::KING { moves + &self.castling() } else { moves }
    }

    /// Returns the number of ranks on which pieces of a kind start, from their side's view.
    fn begins_on_ranks(&self, kind: Kind) -> usize {
        let pieces = self.start.pieces().filter(|(_, piece)| piece.kind == kind);
        let ranks = pieces.map(|(square, piece)| self.spec.relative_rank(piece.color, square.rank()));
        ranks.collect::<BTreeSet<_>>().len()
    }

    /// Returns a pawn's moves. Its first step of two squares is written as that of an unmoved piece.
    fn pawn(&mut self, kind: Kind) -> String {
        let spec = self.spec;
        let mut begins = [false; 16];
        for (square, piece) in self.start.pieces().filter(|(_, piece)| piece.kind == kind) {
            begins[usize::from(spec.relative_rank(piece.color, square.rank()))] = true;
        }
        let last = spec.relative_rank(Color::White, spec.promotion_rank.white);
        let ranks = spec.first_rank..last;
        let steps = |rank: &u8| spec.pawn.advance[usize::from(*rank)];
        let goes_two = |rank: &u8| steps(rank) == 2 && begins[usize::from(*rank)];
        let all_once = ranks.clone().all(|rank| steps(&rank) == 1);
        let first_twice =
            ranks.clone().all(|rank| goes_two(&rank) || steps(&rank) == 1 && !begins[usize::from(rank)]);
        self.lacks(!all_once && !first_twice, "How far pawns go from some ranks.");
        self.lacks(spec.pawn.backs && !all_once, "That pawns which have stepped back go further again.");
        let back = if spec.pawn.backs { "bmW" } else { "" };
        let first = if all_once || !first_twice { "" } else { "ifmnD" };
        format!("fmW{back}fceF{first}")
    }

    /// Returns the king's castlings, which must be equally long, with a rook in the corner.
    fn castling(&mut self) -> String {
        let spec = self.spec;
        let far = |castling: &Castling| {
            let towards: i16 = if castling.rook.file() > castling.king.file() { 1 } else { -1 };
            let corner = if towards > 0 { spec.files - 1 } else { 0 };
            let [king, to, rook_to] =
                [castling.king, castling.king_to, castling.rook_to].map(|square| i16::from(square.file()));
            let is_plain = castling.rook.file() == corner && rook_to == to - towards;
            is_plain.then_some((to - king).abs())
        };
        let all = spec.castlings.iter().map(far).collect::<Option<Vec<_>>>();
        let plain = all.as_deref().and_then(|all| {
            let first = all.first().copied().filter(|first| *first > 1)?;
            (all.len() == 4 && all.iter().all(|one| *one == first)).then_some(first)
        });
        let has_all = self.start.fen().split(' ').nth(2) == Some("KQkq");
        if let Some(far) = plain.filter(|_| has_all) {
            return format!("isO{far}");
        }
        let some = !spec.castlings.is_empty();
        self.lacks(some, "Castling that is not equally far to both sides, with rooks in the corners.");
        String::new()
    }

    /// Lists the rules that a diagram has no line for.
    fn rest(&mut self) {
        let spec = self.spec;
        self.lacks(spec.start_fen.split(' ').nth(1) == Some("b"), "That Black begins.");
        let by_king = spec.king_alone_arrives();
        self.lacks(spec.goal.is_some() && by_king, "Squares on which a King wins.");
        self.lacks(spec.goal.is_some() && !by_king, "Squares on which a side wins by arrival.");
        let royal = spec.royal.white && spec.royal.black;
        self.lacks(!royal, "Kings that are pieces like others.");
        self.lacks(spec.duties.must_take, "That a side must take if it can.");
        self.lacks(!spec.duties.may_check, "That no move may give check.");
        self.lacks(spec.explosion.is_some(), "Captures that explode.");
        self.lacks(spec.ends != Ends::default(), "Wins and losses other than by mate.");
        self.lacks(!spec.exits.is_empty(), "Squares that only Kings may enter.");
        self.lacks(spec.zone.is_some(), "Pieces that become another one on some squares.");
        self.lacks(spec.drops.is_some(), "Pieces in hand.");
        self.lacks(spec.freezer.is_some(), "A piece that freezes the enemies next to it.");
        self.lacks(spec.braker.is_some(), "A piece that brakes the enemies next to it.");
    }
}
