//! What a typed text says about a move, and which moves match it.

use super::lexer::{Letters, Lexer, Token};
use crate::board::piece::Kind;
use crate::board::piece_type::{PAWN, PieceType};
use crate::board::square::Square;
use crate::movegen::moves::{How, Move};
use crate::spec::Spec;

/// What a text says about a move.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    /// The game that the text is read for.
    pub(super) spec: &'static Spec,
    /// The pieces that the mover may be, of this game or another.
    pub(super) pieces: Vec<&'static PieceType>,
    pub(super) file: Option<u8>,
    pub(super) rank: Option<u8>,
    pub(super) from: Option<Square>,
    pub(super) to: Option<Square>,
    /// Squares named after the target as victims.
    pub(super) others: Vec<Square>,
    /// Squares that do not fit into one move because a second move follows.
    pub(super) stray: Vec<Square>,
    pub(super) takes: bool,
    pub(super) promotion: Vec<&'static PieceType>,
    pub(super) castles: bool,
    pub(super) king_side: Option<bool>,
    pub(super) drops: bool,
}

/// A square in the text, and whether the text announces a capture there.
struct NamedPiece {
    square: Square,
    taken: bool,
}

impl Pattern {
    /// Parses a plain text; `None` if it is not shaped like a move.
    pub(super) fn read(spec: &'static Spec, text: &str, letters: Letters) -> Option<Self> {
        if let Some(castling) = castling_signs(spec, text) {
            return castling;
        }
        Self::gather(spec, Lexer::tokens(spec, text, letters)?)
    }

    fn empty(spec: &'static Spec) -> Self {
        Self {
            spec,
            pieces: Vec::new(),
            file: None,
            rank: None,
            from: None,
            to: None,
            others: Vec::new(),
            stray: Vec::new(),
            takes: false,
            promotion: Vec::new(),
            castles: false,
            king_side: None,
            drops: false,
        }
    }

    fn gather(spec: &'static Spec, tokens: Vec<Token>) -> Option<Self> {
        let mut pattern = Self::empty(spec);
        let mut named: Vec<NamedPiece> = Vec::new();
        let (mut promotes, mut taking, mut joining) = (false, false, false);
        let mut trailing = Vec::new();
        for token in tokens {
            match token {
                Token::Pieces(pieces) if promotes => pattern.promotion = pieces,
                // Before a square it names a victim; at the end, the promotion.
                Token::Pieces(pieces) if pattern.takes || !named.is_empty() => trailing = pieces,
                Token::Pieces(pieces) if pattern.pieces.is_empty() => pattern.pieces = pieces,
                Token::File(file) if named.is_empty() && pattern.file.is_none() => pattern.file = Some(file),
                Token::Rank(rank) if named.is_empty() && pattern.rank.is_none() => pattern.rank = Some(rank),
                Token::Pieces(_) | Token::File(_) | Token::Rank(_) => return None,
                Token::Square(square) => {
                    let taken = taking || (joining && pattern.takes);
                    // A piece named between two squares begins another move, unless it is captured.
                    if !named.is_empty() && !trailing.is_empty() && !taken && !pattern.castles {
                        pattern.stray.push(square);
                    } else {
                        named.push(NamedPiece { square, taken });
                    }
                    trailing.clear();
                    (taking, joining) = (false, false);
                }
                Token::Takes => (pattern.takes, taking) = (true, true),
                Token::And => joining = true,
                Token::Drop => pattern.drops = true,
                Token::Castle => pattern.castles = true,
                Token::Side(king_side) => pattern.king_side = Some(king_side),
                Token::Promotes => promotes = true,
                Token::Nothing => {}
            }
        }
        // An `x` at the end captures nothing.
        if taking && trailing.is_empty() {
            return None;
        }
        // "takes the Knight" without its square is not a promotion.
        if pattern.promotion.is_empty() && !taking {
            pattern.promotion = trailing;
        }
        pattern.place(&named)
    }

    fn place(mut self, named: &[NamedPiece]) -> Option<Self> {
        match named {
            [] if self.castles => {}
            [] => return None,
            _ if named.len() > 4 => return None,
            // The king's home may come before its target, and the rook's squares after it.
            [_, to, ..] | [to] if self.castles => self.to = Some(to.square),
            [to] => self.to = Some(to.square),
            [_, ..] if self.drops => return None,
            // "Gxe6xd5": the landing square, then the other victims.
            [to, rest @ ..] if to.taken && self.leads_with_a_piece() => {
                self.to = Some(to.square);
                self.add(rest);
            }
            [from, to, rest @ ..] => {
                self.from = Some(from.square);
                self.to = Some(to.square);
                self.add(rest);
            }
        }
        Some(self)
    }

    fn add(&mut self, rest: &[NamedPiece]) {
        for named in rest {
            if named.taken { &mut self.others } else { &mut self.stray }.push(named.square);
        }
    }

    fn leads_with_a_piece(&self) -> bool {
        !self.pieces.is_empty() && !self.names(self.spec.ordinary_pawn)
    }

    /// True if this kind of the game is among the named pieces.
    fn names(&self, kind: Option<Kind>) -> bool {
        kind.is_some_and(|kind| self.pieces.contains(&self.spec.piece_type(kind)))
    }

    /// True if a move fits, regardless of its promotion.
    pub(super) fn fits(&self, mv: &Move) -> bool {
        // "Gc4e6d5": the victim's square without an `x` before it.
        let victim = |square: &Square| mv.victims().contains(*square) && *square != mv.to();
        if !self.stray.iter().all(victim) {
            return false;
        }
        if self.castles {
            let side = mv.how() == How::CastleKingSide;
            return mv.is_castling()
                && self.king_side.is_none_or(|king_side| king_side == side)
                && self.to.is_none_or(|to| to == mv.to());
        }
        if self.drops {
            return mv.is_drop() && self.to == Some(mv.to()) && self.means_ninja_pawns();
        }
        let kind_fits = if self.pieces.is_empty() && self.from.is_none() {
            self.spec.bare_pawn() == Some(mv.kind())
        } else {
            self.pieces.is_empty() || self.names(Some(mv.kind()))
        };
        let squares_fit = self.to == Some(mv.to()) && self.origin_fits(mv.origin());
        let landing_fits = self.as_landing().is_some_and(|(to, victim)| {
            let hinted = self.file.is_none_or(|file| file == mv.origin().file())
                && self.rank.is_none_or(|rank| rank == mv.origin().rank());
            hinted && to == mv.to() && victim != mv.to() && mv.victims().contains(victim)
        });
        let others_fit = self.others.iter().all(|victim| mv.victims().contains(*victim));
        mv.is_walk() && kind_fits && (squares_fit || landing_fits) && others_fit
    }

    /// Returns the landing square and the victim, if the text can be read that way.
    ///
    /// "Ff8xf7", with or without the `x`, can mean landing on f8 and capturing on f7.
    pub(super) fn as_landing(&self) -> Option<(Square, Square)> {
        if self.takes || self.leads_with_a_piece() { self.from.zip(self.to) } else { None }
    }

    /// True if the named pieces can mean the ninja pawn, the only piece that is dropped.
    pub(super) fn means_ninja_pawns(&self) -> bool {
        self.pieces.is_empty() || self.names(self.spec.ninja_pawn()) || self.pieces.contains(&&PAWN)
    }

    pub(super) fn promotion_fits(&self, mv: &Move) -> bool {
        match mv.promotion() {
            None => self.promotion.is_empty(),
            Some(kind) => {
                // A promotion without a choice need not be named.
                let always = self.promotion.is_empty() && !self.spec.is_pawn(mv.kind());
                always || self.promotion.contains(&self.spec.piece_type(kind))
            }
        }
    }

    /// True if a move fits loosely: castling written as the king's move, or a drop written without its sign.
    pub(super) fn fits_loosely(&self, mv: &Move) -> bool {
        if self.castles
            || self.drops
            || self.to != Some(mv.to())
            || !self.promotion.is_empty()
            || !self.stray.is_empty()
        {
            return false;
        }
        if mv.is_castling() {
            // "e1g1" and "Ke1g1", or "Kg1" if no king's step leads there.
            let bare = self.file.is_none() && self.rank.is_none() && self.from.is_none();
            return (self.from == Some(mv.origin())
                && (self.pieces.is_empty() || self.names(Some(Kind::KING))))
                || (bare && !self.takes && self.pieces == [self.spec.piece_type(Kind::KING)]);
        }
        mv.is_drop()
            && self.names(Some(mv.kind()))
            && self.from.is_none()
            && self.file.is_none()
            && self.rank.is_none()
    }

    pub(super) fn origin_fits(&self, origin: Square) -> bool {
        self.file.is_none_or(|file| file == origin.file())
            && self.rank.is_none_or(|rank| rank == origin.rank())
            && self.from.is_none_or(|from| from == origin)
    }

    /// Returns the kinds of the game that are meant; a bare target means the pawn.
    pub(super) fn meant_kinds(&self) -> Vec<Kind> {
        if self.pieces.is_empty() {
            self.spec.bare_pawn().into_iter().collect()
        } else {
            self.pieces.iter().filter_map(|piece| self.spec.kind_of(piece)).collect()
        }
    }
}

/// Parses `O-O`, `0-0-0`, `ooo`, with or without the king's target.
///
/// The outer option is `None` if the text is not castling at all.
#[allow(clippy::option_option, reason = "not castling, and castling to nowhere, are different answers")]
fn castling_signs(spec: &'static Spec, text: &str) -> Option<Option<Pattern>> {
    let upper: String = text
        .chars()
        .filter(|c| *c != ' ')
        .map(|c| if c == '0' { 'O' } else { c.to_ascii_uppercase() })
        .collect();
    let (rest, king_side) =
        ["O-O-O", "OOO"].iter().find_map(|sign| upper.strip_prefix(sign).map(|rest| (rest, false))).or_else(
            || ["O-O", "OO"].iter().find_map(|sign| upper.strip_prefix(sign).map(|rest| (rest, true))),
        )?;
    let rest =
        rest.trim_start_matches('-').trim_matches([',', ';', '.']).to_ascii_lowercase().replace('o', "0");
    let to = if rest.is_empty() { Some(None) } else { rest.parse().ok().map(Some) };
    Some(to.map(|to| Pattern { castles: true, king_side: Some(king_side), to, ..Pattern::empty(spec) }))
}
