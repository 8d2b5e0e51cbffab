//! Why a typed text was not played, and the restrictions of a piece.

use fluent_bundle::FluentArgs;

use super::beside::{Beside, pointing};
use crate::rules::piece_type::{NINJA_PAWN, Special};
use crate::rules::{
    Braking, Hold, Move, NoDrop, Notation, PieceType, Position, ReadError, Reason, Square, Stuck, examples,
    stuck,
};
use crate::words::args;
use crate::words::{Joined, Words, legible};

/// The maximum number of moves that are listed.
///
/// `MEANT` is for moves that a text can mean, `INSTEAD` for those of another piece, and `OF_A_KIND` for those
/// of a piece that was named alone.
const MEANT: usize = 8;
const INSTEAD: usize = 4;
const OF_A_KIND: usize = 6;

impl Words {
    /// Why a text typed beside a list was not played in a position.
    pub fn read_error(&self, position: &Position, error: &ReadError) -> String {
        self.read_error_at(position, error, Beside::List)
    }

    /// Why a typed text was not played in a position, whatever is beside it.
    pub fn read_error_at(&self, position: &Position, error: &ReadError, beside: Beside) -> String {
        match error {
            ReadError::Unreadable(text) => {
                let examples = self.list(Joined::Or, &examples(position));
                let key = match (text.is_empty(), beside) {
                    (true, Beside::List) => "read-empty",
                    (true, _) => "read-empty.in-form",
                    (false, Beside::List) => "read-unreadable",
                    (false, _) => "read-unreadable.in-form",
                };
                self.say(key, &args! { "examples" => examples, "text" => legible(text) })
            }
            ReadError::Ambiguous(moves) => self.ambiguous(position, moves),
            ReadError::OneAtATime(mv) => {
                self.say("read-one-at-a-time", &args! { "kind" => position.spec().piece_type(mv.kind()), "move" => Notation::new(position).unsigned(mv) })
            }
            ReadError::Illegal(reason) => self.reason(position, reason, beside),
        }
    }

    fn ambiguous(&self, position: &Position, moves: &[Move]) -> String {
        let list = self.moves(position, moves, MEANT);
        let Some(first) = moves.first() else {
            return self.say("read-ambiguous", &args! { "moves" => list });
        };
        let same_end = moves.iter().all(|mv| mv.to() == first.to());
        let same_start = moves.iter().all(|mv| mv.from() == first.from());
        let piece = position.spec().piece_type(first.kind());
        let one_kind = moves.iter().all(|mv| mv.kind() == first.kind());
        if first.promotion().is_some() && same_end && same_start {
            return self.say("read-which-promotion", &args! { "kind" => piece, "moves" => list });
        }
        if same_end && one_kind && !first.is_castling() && !same_start {
            let mut origins: Vec<_> = moves.iter().map(Move::from).collect();
            origins.sort_unstable();
            origins.dedup();
            let args =
                args! { "count" => origins.len(), "kind" => piece, "to" => first.to(), "moves" => list };
            return self.say("read-which-piece", &args);
        }
        self.say("read-ambiguous", &args! { "moves" => list })
    }

    /// "Nbd2 or Nfd2"
    fn moves(&self, position: &Position, moves: &[Move], most: usize) -> String {
        let notation = Notation::new(position);
        let texts: Vec<String> = moves.iter().take(most).map(|mv| notation.unsigned(mv)).collect();
        self.list(Joined::Or, &texts)
    }

    fn game_over(&self, position: &Position) -> String {
        match position.termination() {
            Some(how) => self.say("reason-game-over", &args! { "state" => self.termination(how) }),
            None => self.plain("reason-game-over.somehow"),
        }
    }

    /// Why a move that was understood is illegal, as a complete answer.
    fn reason(&self, position: &Position, reason: &Reason, beside: Beside) -> String {
        let name = |square: &Square| self.piece_on(position, *square);
        let san = |mv: &Move| Notation::new(position).unsigned(mv);
        let (key, args) = match reason {
            Reason::NoneThere { piece, file, rank } => none_there(piece, *file, *rank),
            Reason::NoSuchCastling { .. }
            | Reason::CastlingLost
            | Reason::CastlingBlocked(_)
            | Reason::CastlingInCheck(_)
            | Reason::CastlingThrough { .. } => self.no_castling(position, reason),
            Reason::NoDrops => ("reason-no-drops", args! { "game" => position.variant() }),
            Reason::NotDropped(piece) => ("reason-not-dropped", args! { "kind" => *piece }),
            Reason::HandEmpty => ("reason-hand-empty", args! {}),
            Reason::NoDrop(why) => self.nothing_to_drop(position, *why),
            Reason::DropOutside(square) => self.drop_outside(position, *square),
            Reason::DropBlocked { to, by } => self.drop_blocked(position, *to, *by),
            Reason::PromotionNotAllowed { .. } => self.promotion(position, reason),
            Reason::NoPromotionHere(mv) => ("reason-no-promotion-here", args! { "move" => san(mv) }),
            Reason::DoesNotTake { mv, square } => {
                ("reason-does-not-take", args! { "move" => san(mv), "square" => *square })
            }
            Reason::NoPawnThere { to, instead } => self.no_pawn_there(position, *to, instead),
            Reason::GameOver => return self.game_over(position),
            Reason::NotASquare(square) => ("reason-not-a-square", args! { "square" => *square }),
            Reason::NoPiece(square) => ("reason-no-piece", args! { "square" => *square }),
            Reason::NotYours(square) => {
                let (piece, turn) = (name(square), position.turn());
                let args = args! { "piece" => piece, "owner" => turn.other(), "turn" => turn };
                ("reason-not-yours", args)
            }
            Reason::NoSuchPiece(piece) => ("reason-no-such-piece", args! { "kind" => *piece }),
            Reason::OtherLetter { typed, piece, to } => {
                let letter = piece.letter;
                let args = args! {
                    "typed" => typed.to_string(), "kind" => *piece, "letter" => letter.to_string(), "example" => format!("{letter}{to}")
                };
                ("reason-other-letter", args)
            }
            Reason::PawnWritten(mv) => (
                "reason-pawn-written",
                args! { "kind" => position.spec().piece_type(mv.kind()), "move" => san(mv) },
            ),
            Reason::NotInThisGame(piece) => {
                ("reason-not-in-this-game", args! { "kind" => *piece, "game" => position.variant() })
            }
            Reason::OtherPiece { from, named } => {
                let piece = self.owned(position, *from);
                ("reason-other-piece", args! { "square" => *from, "piece" => piece, "named" => *named })
            }
            Reason::OnlyKingExits(square) => ("reason-only-king-exits", args! { "square" => *square }),
            Reason::KingInCheck { attacker, still, .. } => king_in_check(*attacker, *still),
            Reason::WhereTo(from) => match stuck(position, *from) {
                None => ("reason-where-to", args! { "piece" => name(from), "square" => *from }),
                Some(why) => {
                    ("reason-where-to-stuck", args! { "piece" => name(from), "why" => self.stuck(why) })
                }
            },
            Reason::WhichMove { piece, moves } => self.which_move(position, piece, moves),
            Reason::DoesNotMoveLikeThat { from, to } => match stuck(position, *from) {
                None => (
                    "reason-does-not-move-like-that",
                    args! { "piece" => name(from), "from" => *from, "to" => *to, "how" => self.how_it_goes(position, *from) },
                ),
                Some(why) => ("reason-stuck", args! { "piece" => name(from), "why" => self.stuck(why) }),
            },
            Reason::GivesCheck(_) => ("reason-gives-check", args! {}),
            Reason::BlowsUpOwnKing(_) => ("reason-blows-up-own-king", args! {}),
            Reason::MustTake { instead } => self.must_take(position, *instead),
            Reason::NothingToTake { from, to } => {
                let slips = is_sliding_pawn(position, *from);
                let key = if slips { "reason-nothing-to-take.or-slip" } else { "reason-nothing-to-take" };
                (key, args! { "piece" => name(from), "to" => *to })
            }
            Reason::TakesOtherwise { from, to } => (
                "reason-takes-otherwise",
                args! { "piece" => name(from), "victim" => name(to), "from" => *from, "how" => self.how_it_goes(position, *from) },
            ),
            Reason::SparesKings { piece, .. } => ("reason-spares-kings", args! { "kind" => *piece }),
            Reason::LineEnds { from, to, hole } => {
                ("reason-line-ends", args! { "piece" => name(from), "to" => *to, "hole" => *hole })
            }
            Reason::Blocked { from, to, by } if by == to => {
                let there = self.owned(position, *by);
                ("reason-occupied", args! { "piece" => name(from), "to" => *to, "there" => there })
            }
            Reason::Blocked { from, by, .. } => {
                ("reason-blocked", args! { "piece" => name(from), "there" => self.owned_at(position, *by) })
            }
            Reason::Frozen { from, by } => {
                ("reason-frozen", args! { "piece" => name(from), "by" => name(by) })
            }
            Reason::Braked { from, by, how, .. } => {
                (braked(*how), args! { "piece" => name(from), "guard" => name(by) })
            }
            Reason::GuardNotForLeapers { from, guard } => {
                ("reason-guard-not-for-leapers", args! { "piece" => name(from), "guard" => *guard })
            }
        };
        self.say(pointing(key, beside), &args)
    }

    /// Why a move that takes nothing is illegal where one must take.
    fn must_take(&self, position: &Position, instead: Move) -> (&'static str, FluentArgs<'static>) {
        ("reason-must-take", args! { "move" => self.moves(position, &[instead], 1) })
    }

    fn nothing_to_drop(&self, position: &Position, why: NoDrop) -> (&'static str, FluentArgs<'static>) {
        ("reason-no-drop", args! { "kind" => dropped(position), "why" => self.no_drop(why) })
    }

    /// How the piece on a square moves: "The Knight leaps two squares one way and one to the side."
    fn how_it_goes(&self, position: &Position, square: Square) -> String {
        let Some(piece) = position.piece_type_at(square) else { return String::new() };
        let how = self.piece(position.variant(), piece);
        self.say("reason-how", &args! { "kind" => piece, "how" => how })
    }

    fn promotion(&self, position: &Position, reason: &Reason) -> (&'static str, FluentArgs<'static>) {
        let Reason::PromotionNotAllowed { piece, asked, allowed } = reason else {
            unreachable!("the caller")
        };
        let choices: Vec<String> = allowed
            .iter()
            .map(|piece| self.say("promotion-choice", &args! { "kind" => *piece, "letter" => piece.letter }))
            .collect();
        let now = position.spec().counts_promotions;
        let key = if now { "reason-promotion.now" } else { "reason-promotion" };
        (key, args! { "kind" => *piece, "asked" => *asked, "choices" => self.list(Joined::Or, &choices) })
    }

    fn drop_outside(&self, position: &Position, square: Square) -> (&'static str, FluentArgs<'static>) {
        let us = position.turn();
        let Some(rule) = position.spec().drops else {
            return ("reason-no-drops", args! { "game" => position.variant() });
        };
        if let Some(rank) = rule.rank(us).filter(|_| rule.pushes) {
            let half = rule.half[us];
            return ("reason-drop-outside", args! { "rank" => rank, "half" => half, "square" => square });
        }
        let squares: Vec<String> = rule.squares[us].iter().map(|at| at.to_string()).collect();
        ("reason-drop-squares", args! { "squares" => self.list(Joined::And, &squares), "square" => square })
    }

    fn drop_blocked(
        &self,
        position: &Position,
        to: Square,
        by: Square,
    ) -> (&'static str, FluentArgs<'static>) {
        if to == by {
            return ("reason-drop-occupied", args! { "to" => to, "there" => self.owned(position, by) });
        }
        ("reason-drop-blocked", args! { "to" => to, "there" => self.owned_at(position, by) })
    }

    /// The moves of a piece that was named alone, all or the first ones.
    fn which_move(
        &self,
        position: &Position,
        piece: &'static PieceType,
        moves: &[Move],
    ) -> (&'static str, FluentArgs<'static>) {
        if moves.is_empty() {
            return ("reason-which-move-none", args! { "kind" => piece });
        }
        let notation = Notation::new(position);
        let mut texts: Vec<String> = moves.iter().take(OF_A_KIND).map(|mv| notation.unsigned(mv)).collect();
        let joined = if moves.len() > texts.len() { Joined::More } else { Joined::Or };
        texts.extend((joined == Joined::More).then(|| "\u{2026}".to_owned()));
        ("reason-which-move", args! { "kind" => piece, "moves" => self.list(joined, &texts) })
    }

    fn no_pawn_there(
        &self,
        position: &Position,
        to: Square,
        instead: &[Move],
    ) -> (&'static str, FluentArgs<'static>) {
        if instead.is_empty() {
            return ("reason-nobody-goes-there", args! { "to" => to });
        }
        let moves = self.moves(position, instead, INSTEAD);
        ("reason-no-pawn-there", args! { "to" => to, "moves" => moves })
    }

    /// Why castling is illegal.
    fn no_castling(&self, position: &Position, reason: &Reason) -> (&'static str, FluentArgs<'static>) {
        let name = |square: &Square| self.piece_on(position, *square);
        match reason {
            Reason::NoSuchCastling { king_side, to } => self.no_such_castling(position, *king_side, *to),
            Reason::CastlingBlocked(by) => {
                ("reason-castling-blocked", args! { "there" => self.owned_at(position, *by) })
            }
            Reason::CastlingInCheck(attacker) => {
                ("reason-castling-in-check", args! { "piece" => name(attacker) })
            }
            Reason::CastlingThrough { square, attacker } => {
                let piece = name(attacker);
                ("reason-castling-through", args! { "square" => *square, "piece" => piece })
            }
            _ => ("reason-castling-lost", args! {}),
        }
    }

    fn no_such_castling(
        &self,
        position: &Position,
        king_side: Option<bool>,
        to: Option<Square>,
    ) -> (&'static str, FluentArgs<'static>) {
        let rows = position.spec().castlings.iter().filter(|row| row.color == position.turn());
        let rows = rows.filter(|row| king_side.is_none_or(|side| side == row.king_side));
        let targets: Vec<String> = rows.map(|row| row.king_to.to_string()).collect();
        match to {
            Some(to) if !targets.is_empty() => {
                let targets = self.list(Joined::Or, &targets);
                ("reason-no-castling-there", args! { "to" => to, "targets" => targets })
            }
            _ => ("reason-no-castling", args! { "game" => position.variant() }),
        }
    }

    /// Why a piece cannot move, as the rest of a sentence.
    fn stuck(&self, stuck: Stuck) -> String {
        let (key, args) = match stuck {
            Stuck::Frozen { piece, by } => ("stuck-frozen", args! { "kind" => piece, "by" => by }),
            Stuck::Attacked => ("stuck-attacked", args! {}),
            Stuck::Check { piece, by } => ("stuck-check", args! { "kind" => piece, "by" => by }),
            Stuck::Pinned { piece, by } => ("stuck-pinned", args! { "kind" => piece, "by" => by }),
            Stuck::NoSquare => ("stuck-no-square", args! {}),
            Stuck::GivesCheck => ("stuck-gives-check", args! {}),
            Stuck::BlowsUpOwnKing => ("stuck-blows-up-own-king", args! {}),
            Stuck::OthersTake => ("stuck-others-take", args! {}),
            Stuck::Braked { piece, by } => ("stuck-braked", args! { "kind" => piece, "by" => by }),
            Stuck::NeverTakesGuard => ("stuck-never-takes-guard", args! {}),
        };
        self.say(key, &args)
    }

    /// The choice shown for a piece that cannot move: `Rook a1 can't move: no free square to go to`.
    pub fn stuck_choice(&self, piece: &PieceType, square: Square, stuck: Stuck) -> String {
        let args = args! { "piece" => self.piece_at(piece, square), "why" => self.stuck(stuck) };
        self.say("stuck-choice", &args)
    }

    /// Why no piece can be dropped, as the rest of a sentence.
    fn no_drop(&self, why: NoDrop) -> String {
        match why {
            NoDrop::HandEmpty => self.plain("no-drop-hand"),
            NoDrop::RankFull(rank) => self.say("no-drop-rank", &args! { "rank" => rank }),
            NoDrop::SquaresFull(squares) => {
                let squares: Vec<String> = squares.iter().map(|at| at.to_string()).collect();
                self.say("no-drop-squares", &args! { "squares" => self.list(Joined::And, &squares) })
            }
            NoDrop::Check { piece, by } => self.stuck(Stuck::Check { piece, by }),
        }
    }

    /// The choice shown when no piece can be dropped: `Ninja Pawn can't be dropped: none is left in hand`.
    pub fn no_drop_choice(&self, piece: &'static PieceType, why: NoDrop) -> String {
        let args = args! { "kind" => piece, "why" => self.no_drop(why) };
        self.say("no-drop-choice", &args)
    }

    /// A restriction of the piece on a square, as a sentence.
    pub fn hold(&self, piece: &PieceType, square: Square, hold: Hold) -> String {
        let named = self.piece_at(piece, square);
        let (key, args) = match hold {
            Hold::Frozen { piece, by } => ("hold-frozen", args! { "kind" => piece, "by" => by }),
            Hold::Braked { piece, by, how } => {
                let key = match how {
                    Braking::StaysPut => "hold-braked-stays",
                    Braking::OneSquare | Braking::StopsBeside => "hold-braked-one-square",
                    Braking::NoSecondStep => "hold-braked-no-second-step",
                };
                (key, args! { "kind" => piece, "by" => by })
            }
            Hold::NoSquare => ("hold-no-square", args! {}),
            Hold::InCheck(side) => ("hold-check", args! { "side" => side }),
            Hold::Pinned { piece, by } => ("hold-pinned", args! { "kind" => piece, "by" => by }),
            Hold::PartlyPinned { piece, by } => ("hold-partly-pinned", args! { "kind" => piece, "by" => by }),
        };
        let mut args = args;
        args.set("piece", named);
        self.say(key, &args)
    }

    /// "Pawn e2"
    pub(in crate::words) fn piece_at(&self, piece: &PieceType, square: Square) -> String {
        self.placed(piece, square)
    }

    /// "Pawn e2", or "e3" for an empty square.
    pub(in crate::words) fn piece_on(&self, position: &Position, square: Square) -> String {
        let piece = position.piece_type_at(square);
        piece.map_or_else(|| square.to_string(), |piece| self.piece_at(piece, square))
    }

    /// "your own Pawn e2", "the enemy Rook a8"
    fn owned_at(&self, position: &Position, square: Square) -> String {
        let Some(piece) = position.piece_at(square) else { return square.to_string() };
        let own = piece.color == position.turn();
        let key = if own { "own-piece-at" } else { "enemy-piece-at" };
        self.say(key, &args! { "kind" => position.spec().piece_type(piece.kind), "square" => square })
    }

    /// "your own Pawn", "the enemy Rook"
    fn owned(&self, position: &Position, square: Square) -> String {
        let Some(piece) = position.piece_at(square) else { return self.plain("some-piece") };
        let key = if piece.color == position.turn() { "own-piece" } else { "enemy-piece" };
        self.say(key, &args! { "kind" => position.spec().piece_type(piece.kind) })
    }
}

fn king_in_check(
    (square, piece): (Square, &'static PieceType),
    still: bool,
) -> (&'static str, FluentArgs<'static>) {
    let key = if still { "reason-king-in-check.still" } else { "reason-king-in-check" };
    (key, args! { "kind" => piece, "square" => square })
}

fn none_there(
    kind: &'static PieceType,
    file: Option<u8>,
    rank: Option<u8>,
) -> (&'static str, FluentArgs<'static>) {
    let letter = |file: u8| char::from(b'a' + file);
    match (file, rank) {
        (Some(file), Some(rank)) => {
            ("reason-none-on-square", args! { "kind" => kind, "file" => letter(file), "rank" => rank })
        }
        (Some(file), None) => ("reason-none-on-file", args! { "kind" => kind, "file" => letter(file) }),
        (None, Some(rank)) => ("reason-none-on-rank", args! { "kind" => kind, "rank" => rank }),
        (None, None) => ("reason-no-such-piece", args! { "kind" => kind }),
    }
}

/// How a Guard prevents a piece's move.
const fn braked(how: Braking) -> &'static str {
    match how {
        Braking::StaysPut => "reason-braked-leaper",
        Braking::OneSquare | Braking::NoSecondStep => "reason-braked",
        Braking::StopsBeside => "reason-braked-on-the-way",
    }
}

fn is_sliding_pawn(position: &Position, square: Square) -> bool {
    let piece = position.piece_type_at(square).or_else(|| {
        let spec = position.spec();
        spec.bare_pawn().map(|kind| spec.piece_type(kind))
    });
    piece.is_some_and(|piece| piece.movement.special == Some(Special::SlidingPawn))
}

/// The kind of piece that is dropped in a game. If it has no drops, the usual one.
fn dropped(position: &Position) -> &'static PieceType {
    let spec = position.spec();
    spec.ninja_pawn().map_or(&NINJA_PAWN, |kind| spec.piece_type(kind))
}
