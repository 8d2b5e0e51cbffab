//! Explains why a text shaped like a move is not a legal move. Every reason given must be true; if none is
//! found, the text counts as unreadable.

use super::find::{Found, find};
use super::lexer::Letters;
use super::pattern::Pattern;
use super::{ReadError, plain};
use crate::board::geometry::distance;
use crate::board::piece::{Color, Kind};
use crate::board::square::Square;
use crate::explain::reason::Reason;
use crate::explain::{explain_castling, explain_drop, explain_walk, others_must_take, unsafe_king};
use crate::movegen::moves::Move;
use crate::notation::Notation;
use crate::spec::Spec;

/// The first of several moves is searched for within fewer words than this.
const WORDS_OF_A_MOVE: usize = 6;

/// Returns what is wrong with a text; `None` if there is nothing to say except that it was not understood.
pub(super) fn blame(notation: &Notation<'_>, patterns: &[Pattern], plain: &str) -> Option<ReadError> {
    if notation.moves().is_empty() {
        return (!patterns.is_empty()).then_some(ReadError::Illegal(Reason::GameOver));
    }
    let (spec, us) = (notation.position().spec(), notation.position().turn());
    // "castle f1" names a target, right or wrong. After "O-O", a square that is not a castling target begins
    // another move.
    let sign = plain.starts_with(['O', 'o', '0']);
    let is_target = |to: Square| !sign || is_castling_target(spec, us, to);
    let castles_to = |pattern: &Pattern| pattern.castles && pattern.to.is_some_and(is_target);
    if !patterns.iter().any(castles_to)
        && let Some(mv) = first_of_several(notation, plain)
    {
        return Some(ReadError::OneAtATime(mv));
    }
    // A move from one square to another is unambiguous. Otherwise the reading nearer to a legal move gives
    // the explanation (`min_by_key` keeps the first of equals).
    let plain = patterns.first().is_some_and(|pattern| pattern.from.is_some());
    let blames = patterns.iter().take(if plain { 1 } else { patterns.len() });
    let blames = blames.filter_map(|pattern| Blame { notation, pattern }.find());
    blames.min_by_key(|(rank, _)| *rank).map(|(_, error)| error)
}

/// Returns the first move of "e4 e5" or "1. Nf3 Nc6" if it is legal and another one follows.
fn first_of_several(notation: &Notation<'_>, plain: &str) -> Option<Move> {
    let words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    let is_shaped = |text: &str| {
        let spec = notation.position().spec();
        [Letters::FileFirst, Letters::PieceFirst].iter().any(|l| Pattern::read(spec, text, *l).is_some())
    };
    (1..words.len().min(WORDS_OF_A_MOVE)).find_map(|count| {
        let rest = plain::plain(&words[count..].join(" "));
        let next = rest.split(' ').next().filter(|next| is_shaped(next) || is_shaped(&rest));
        match (next, find(notation, &words[..count].join(" "))) {
            (Some(_), Found::One(mv)) => Some(mv),
            _ => None,
        }
    })
}

/// True if this side's king lands here in some castling of the game.
fn is_castling_target(spec: &Spec, us: Color, to: Square) -> bool {
    spec.castlings.iter().any(|row| row.color == us && row.king_to == to)
}

/// One reading of a text that matches no legal move.
struct Blame<'a> {
    notation: &'a Notation<'a>,
    pattern: &'a Pattern,
}

impl Blame<'_> {
    fn spec(&self) -> &'static Spec {
        self.notation.position().spec()
    }

    /// Returns what is wrong, and how far the text is from a legal move.
    fn find(&self) -> Option<(u8, ReadError)> {
        let pattern = self.pattern;
        if let Some(piece) = pattern.pieces.iter().find(|piece| self.spec().kind_of(piece).is_none()) {
            return Some(Self::illegal(Reason::NotInThisGame(piece)));
        }
        if let Some(error) = self.too_much() {
            return Some((0, error));
        }
        let reason = if pattern.castles {
            explain_castling(self.notation.position(), pattern.king_side, pattern.to)
        } else if pattern.drops {
            self.drop()
        } else {
            let to = pattern.to?;
            self.promotion().or_else(|| match pattern.from {
                Some(from) => self.walk(from, to),
                None => self.target(to),
            })
        };
        reason.map(|reason| self.ranked(reason))
    }

    fn illegal(reason: Reason) -> (u8, ReadError) {
        (reason.rank(), ReadError::Illegal(reason))
    }

    fn ranked(&self, reason: Reason) -> (u8, ReadError) {
        let (rank, error) = Self::illegal(reason);
        // `bh5` is unlikely to mean the b-pawn.
        let far = |file: u8| self.pattern.to.is_some_and(|to| to.file().abs_diff(file) > 1);
        let unlikely = self.pattern.pieces.is_empty() && self.pattern.file.is_some_and(far);
        (rank + if unlikely { 4 } else { 0 }, error)
    }

    fn legal(&self, fits: impl Fn(&Move) -> bool) -> Option<Move> {
        self.notation.moves().iter().find(|mv| fits(mv)).copied()
    }

    /// Returns an error if the text names a legal move followed by squares that do not belong to it.
    fn too_much(&self) -> Option<ReadError> {
        let pattern = self.pattern;
        if pattern.stray.is_empty() && pattern.others.is_empty() {
            return None;
        }
        let base = Pattern { stray: Vec::new(), ..pattern.clone() };
        if !pattern.stray.is_empty() {
            let fits = |mv: &&Move| base.fits(mv) || base.fits_loosely(mv);
            let first: Vec<Move> = self.notation.moves().iter().filter(fits).copied().collect();
            return match first.as_slice() {
                [mv] => Some(ReadError::OneAtATime(*mv)),
                [_, ..] => Some(ReadError::Ambiguous(first)),
                [] => Blame { pattern: &base, ..*self }.find().map(|(_, error)| error),
            };
        }
        let base = Pattern { others: Vec::new(), ..base };
        let mv = self.legal(|mv| base.fits(mv) && base.promotion_fits(mv))?;
        let square = pattern.others.iter().find(|square| !mv.victims().contains(**square))?;
        Some(ReadError::Illegal(Reason::DoesNotTake { mv, square: *square }))
    }

    fn drop(&self) -> Option<Reason> {
        let position = self.notation.position();
        match self.pattern.pieces.first() {
            Some(piece) if !self.pattern.means_ninja_pawns() && self.spec().drops.is_some() => {
                Some(Reason::NotDropped(piece))
            }
            _ => explain_drop(position, self.pattern.to?),
        }
    }

    /// Returns what is wrong with the promotion of an otherwise legal move.
    fn promotion(&self) -> Option<Reason> {
        let pattern = self.pattern;
        let asked = *pattern.promotion.first()?;
        let mv = self.legal(|mv| pattern.fits(mv))?;
        if mv.promotion().is_none() {
            return Some(Reason::NoPromotionHere(mv));
        }
        let position = self.notation.position();
        let allowed = self.spec().promotions(position.promotions(position.turn()));
        let allowed: Vec<_> = match mv.promotion() {
            // A piece that promotes in a zone has no choice.
            Some(kind) if !self.spec().is_pawn(mv.kind()) => vec![self.spec().piece_type(kind)],
            _ => allowed.iter().map(|kind| self.spec().piece_type(*kind)).collect(),
        };
        if let Some(kind) = self.spec().kind_of(asked).filter(|_| allowed.contains(&asked)) {
            // Promoting to another piece would protect the king; this one does not.
            let mv = mv.promoting(kind, asked.letter);
            return unsafe_king(position, &mv).or_else(|| others_must_take(position, &mv));
        }
        let piece = self.spec().piece_type(mv.kind());
        Some(Reason::PromotionNotAllowed { piece, asked, allowed })
    }

    /// Returns what is wrong with a move from one square to another.
    fn walk(&self, from: Square, to: Square) -> Option<Reason> {
        let (position, pattern) = (self.notation.position(), self.pattern);
        let us = position.turn();
        let piece = position.piece_at(from);
        // "Fa3xa4" may name the landing square and the victim, for a piece that captures without landing on
        // the victim.
        if let Some((landing, _)) = pattern.as_landing()
            && piece.is_none_or(|piece| piece.color != us)
            && pattern.meant_kinds().iter().any(|kind| position.spec().takes_in_passing(*kind))
        {
            let landed = Pattern { from: None, ..pattern.clone() };
            let reason = Blame { pattern: &landed, ..*self }.target(landing);
            // If no such reading is close to a legal move, the first square is the origin.
            if let Some(reason) = reason.filter(|reason| reason.rank() < Reason::FAR) {
                return Some(reason);
            }
        }
        if let Some(piece) = piece.filter(|piece| piece.color == us)
            && let Some(named) = pattern.pieces.first()
            && !pattern.pieces.contains(&position.spec().piece_type(piece.kind))
        {
            return Some(Reason::OtherPiece { from, named });
        }
        let reason = explain_walk(position, from, to);
        let castles = position.spec().castlings.iter().any(|row| {
            row.color == us
                && row.king == from
                && row.king_to == to
                && position.of(us, Kind::KING).contains(from)
        });
        match reason {
            Some(Reason::DoesNotMoveLikeThat { .. } | Reason::Blocked { .. }) if castles => {
                explain_castling(position, None, Some(to))
            }
            reason => reason,
        }
    }

    /// Returns what is wrong with a move to a square, by the named piece or by the pawn that a bare square
    /// means.
    fn target(&self, to: Square) -> Option<Reason> {
        let (position, pattern) = (self.notation.position(), self.pattern);
        let us = position.turn();
        let kinds = pattern.meant_kinds();
        if !position.spec().squares.contains(to) {
            return Some(Reason::NotASquare(to));
        }
        let own = |kind: Kind| position.of(us, kind);
        let hinted = pattern.file.is_some() || pattern.rank.is_some() || pattern.takes;
        let named = |kind: Kind| pattern.pieces.is_empty() || kinds.contains(&kind);
        if !hinted && position.piece_at(to).is_some_and(|there| there.color == us && named(there.kind)) {
            return Some(Reason::WhereTo(to));
        }
        let meant: Vec<Square> = kinds.iter().flat_map(|kind| own(*kind)).collect();
        let mut reasons: Vec<_> = meant
            .iter()
            .filter(|square| pattern.origin_fits(**square))
            .filter_map(|square| {
                let reason = explain_walk(position, *square, to)?;
                Some((reason.rank(), square.file() != to.file(), distance(*square, to), reason))
            })
            .collect();
        // Among pieces equally close to a legal move, the one on the target's file and nearest to the target
        // was meant.
        reasons.sort_by_key(|(rank, other_file, far, _)| (*rank, *other_file, *far));
        let best = reasons.into_iter().next();
        let same_file = best.as_ref().is_some_and(|(_, other_file, ..)| !other_file);
        let best = best.map(|(.., reason)| reason);
        let castles = is_castling_target(self.spec(), us, to) && kinds == [Kind::KING] && !hinted;
        if castles && best.as_ref().is_none_or(|reason| reason.rank() >= Reason::FAR) {
            return explain_castling(position, None, Some(to));
        }
        let named = *kinds.first()?;
        let bare = pattern.pieces.is_empty() && pattern.file.is_none() && pattern.rank.is_none();
        match best {
            Some(reason) if !bare || reason.rank() < Reason::FAR => Some(reason),
            // No pawn comes close, so the letter of another piece was left out.
            reason if bare => {
                let instead = self.notation.moves().iter().filter(|mv| mv.to() == to && !mv.is_castling());
                let instead: Vec<Move> = instead.copied().collect();
                reason
                    .filter(|_| instead.is_empty() && same_file)
                    .or(Some(Reason::NoPawnThere { to, instead }))
            }
            _ if self.spec().ninja_pawn() == Some(named) && position.hand(us) > 0 => {
                explain_drop(position, to)
            }
            _ if meant.is_empty() => Some(Reason::NoSuchPiece(self.spec().piece_type(named))),
            _ if pattern.file.is_none() && pattern.rank.is_none() => None,
            // There is such a piece, but no reason that holds for it was found.
            _ if meant.iter().any(|at| pattern.origin_fits(*at)) => None,
            _ => Some(Reason::NoneThere {
                piece: self.spec().piece_type(named),
                file: pattern.file,
                rank: pattern.rank,
            }),
        }
    }
}
