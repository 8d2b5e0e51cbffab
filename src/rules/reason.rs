//! The kinds of wrong an illegal move can be, and the sentence for each.

use super::explain::stuck;
use super::geometry::distance;
use super::movement::Brake;
use super::moves::Move;
use super::notation::Notation;
use super::piece::Kind;
use super::position::Position;
use super::square::Square;

/// What kind of wrong an illegal move is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The game is over: there is no legal move.
    GameOver,
    /// The cell is no square of this board.
    NotASquare(Square),
    /// Nothing stands there.
    NoPiece(Square),
    /// An enemy piece stands there.
    NotYours(Square),
    /// The side to move has no such piece on the board.
    NoSuchPiece(Kind),
    /// The game has no such piece.
    NotInThisGame(Kind),
    /// The side to move has such pieces, but none on that file or rank.
    NoneThere {
        /// What was named.
        kind: Kind,
        /// The file that was named.
        file: Option<u8>,
        /// The rank that was named.
        rank: Option<u8>,
    },
    /// Another piece of the side to move stands there than the one that was named.
    OtherPiece {
        /// Where it stands.
        from: Square,
        /// What was named.
        named: Kind,
    },
    /// A bare square means a pawn, and no pawn comes near it.
    NoPawnThere {
        /// The square.
        to: Square,
        /// The legal moves of other pieces that go there.
        instead: Vec<Move>,
    },
    /// The text names a piece of the side to move, and not where it goes.
    WhereTo(Square),
    /// The piece never moves like that.
    DoesNotMoveLikeThat {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// A pawn takes there, but there is nothing to take.
    NothingToTake {
        /// Where the pawn stands.
        from: Square,
        /// Where it was to take.
        to: Square,
    },
    /// The piece could go there were it empty, but cannot take by landing on it.
    TakesOtherwise {
        /// Where it stands.
        from: Square,
        /// Where the enemy stands.
        to: Square,
    },
    /// A piece is in the way.
    Blocked {
        /// Where the moving piece stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// The piece in the way.
        by: Square,
    },
    /// It stands beside an enemy Ice Queen.
    Frozen {
        /// Where it stands.
        from: Square,
        /// The Ice Queen.
        by: Square,
    },
    /// An enemy Guard brakes it.
    Braked {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// The Guard.
        by: Square,
    },
    /// A leaper was to take a Guard.
    GuardNotForLeapers {
        /// Where the leaper stands.
        from: Square,
        /// The Guard.
        guard: Square,
    },
    /// Only a king may enter an exit.
    OnlyKingExits(Square),
    /// The king would be in check.
    KingInCheck {
        /// The move.
        mv: Move,
        /// A piece that could take the king, where it stands after the move.
        attacker: (Square, Kind),
        /// Whether this piece gives check already.
        still: bool,
    },
    /// The move may be played, but it does not take what was named.
    DoesNotTake {
        /// The move.
        mv: Move,
        /// The square that was named as a victim's.
        square: Square,
    },
    /// The pawn cannot become that now.
    PromotionNotAllowed {
        /// What was asked for.
        asked: Kind,
        /// What it may become now.
        allowed: Vec<Kind>,
    },
    /// The move may be played, but is no promotion.
    NoPromotionHere(Move),
    /// The game has no drops.
    NoDrops,
    /// Something other than a ninja pawn was to be dropped.
    NotDropped(Kind),
    /// Nothing is left in hand.
    HandEmpty,
    /// A drop was to end outside the ranks where it can.
    DropOutside(Square),
    /// The way of a drop is taken.
    DropBlocked {
        /// Where it was to end.
        to: Square,
        /// What is in the way.
        by: Square,
    },
    /// There is no such castling in this game.
    NoSuchCastling {
        /// The side that was named.
        king_side: Option<bool>,
        /// The king's target that was named.
        to: Option<Square>,
    },
    /// The king or that rook has moved, or the rook is gone.
    CastlingLost,
    /// A piece stands between king and rook.
    CastlingBlocked(Square),
    /// The king is in check.
    CastlingInCheck(Square),
    /// The king would cross an attacked square.
    CastlingThrough {
        /// The square.
        square: Square,
        /// Who attacks it.
        attacker: Square,
    },
}

impl Reason {
    /// From this rank on a reason says only that the piece is far from the move.
    pub(super) const FAR: u8 = 4;

    /// How much it tells: of several pieces that were meant, the one that came nearest to moving explains.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Self::KingInCheck { .. } | Self::WhereTo(_) | Self::DoesNotTake { .. } => 0,
            Self::Frozen { .. } | Self::Braked { .. } | Self::GuardNotForLeapers { .. } => 1,
            Self::Blocked { .. } | Self::TakesOtherwise { .. } | Self::OnlyKingExits(_) => 2,
            Self::NothingToTake { .. } => 3,
            Self::NoSuchPiece(_)
            | Self::NotInThisGame(_)
            | Self::NoneThere { .. }
            | Self::NoPawnThere { .. } => Self::FAR + 1,
            _ => Self::FAR,
        }
    }

    /// Whether the text was not wrong, but not enough.
    pub(super) fn is_question(&self) -> bool {
        matches!(self, Self::WhereTo(_) | Self::NoPawnThere { .. } | Self::GameOver)
    }

    /// The reason as a sentence for the player, without a full stop at its end.
    pub fn describe(&self, position: &Position) -> String {
        let name = |square: &Square| match position.piece_at(*square) {
            Some(piece) => format!("{} {square}", piece.kind),
            None => square.to_string(),
        };
        let us = position.turn();
        let owned = |square: &Square| match position.piece_at(*square) {
            Some(piece) if piece.color == us => format!("your own {}", name(square)),
            Some(_) => format!("the enemy {}", name(square)),
            None => square.to_string(),
        };
        match self {
            Self::GameOver => match position.termination() {
                Some(how) => format!("the game is over: {}", how.told()),
                None => "the game is over".to_owned(),
            },
            Self::NotASquare(square) => format!("{square} is not a square of this board"),
            Self::NoPiece(square) => format!("there is no piece on {square}"),
            Self::NotYours(square) => {
                format!("the {} is {}'s, and it is {us}'s turn", name(square), us.other())
            }
            Self::NoSuchPiece(kind) => format!("you have no {kind} on the board"),
            Self::NotInThisGame(kind) => format!("there is no {kind} in {}", position.spec().name),
            Self::NoneThere { kind, file, rank } => format!("you have no {kind} {}", place(*file, *rank)),
            Self::OtherPiece { from, named } => {
                format!("{from} holds {}, not {}", owned_kind(position, *from), article(*named))
            }
            Self::NoPawnThere { to, instead } => no_pawn_there(position, *to, instead),
            Self::WhereTo(square) => match stuck(position, *square) {
                Some(line) => format!("the {line}"),
                None => {
                    format!("where should the {} go? `/moves {square}` shows its choices", name(square))
                }
            },
            Self::DoesNotMoveLikeThat { from, to } => match stuck(position, *from) {
                Some(line) => format!("the {line}"),
                None => {
                    format!("the {} can't move to {to}; `/moves {from}` shows where it can go", name(from))
                }
            },
            Self::NothingToTake { from, to } => nothing_to_take(position, *from, *to),
            Self::TakesOtherwise { from, to } => {
                format!(
                    "the {} can't take the {} by landing on it; `/moves {from}` shows what it can take",
                    name(from),
                    name(to)
                )
            }
            Self::Blocked { from, to, by } if by == to => {
                format!("the {} can't go to {to}: {} stands there", name(from), owned_kind(position, *by))
            }
            Self::Blocked { from, by, .. } => format!("the {} is blocked by {}", name(from), owned(by)),
            Self::Frozen { from, by } => {
                format!("the {} is frozen by the enemy {}", name(from), name(by))
            }
            Self::Braked { from, by, .. } => braked_sentence(position, *from, *by),
            Self::GuardNotForLeapers { from, guard } => {
                format!("the {} leaps, and leapers never take a Guard such as the one on {guard}", name(from))
            }
            Self::OnlyKingExits(square) => format!("{square} is an exit, and only a King may enter it"),
            Self::KingInCheck { attacker: (square, kind), still, .. } => {
                let still = if *still { "still " } else { "" };
                format!("your King would {still}be in check from the {kind} on {square}")
            }
            Self::DoesNotTake { mv, square } => {
                let san = Notation::new(position).unsigned(mv);
                format!("{san} is possible, but takes nothing on {square}")
            }
            Self::PromotionNotAllowed { asked, allowed } => {
                let now = if position.spec().counts_promotions { " now" } else { "" };
                format!("the Pawn can't become {}{now}, only {}", article(*asked), choices(position, allowed))
            }
            Self::NoPromotionHere(mv) => {
                let san = Notation::new(position).unsigned(mv);
                format!("that move is no promotion; write just {san}")
            }
            Self::NoDrops => format!("there are no drops in {}", position.spec().name),
            Self::NotDropped(kind) => format!("only a Ninja Pawn can be dropped, not {}", article(*kind)),
            Self::HandEmpty => "you have no Ninja Pawn left in hand".into(),
            Self::DropOutside(square) => drop_outside(position, *square),
            Self::DropBlocked { to, by } if to == by => {
                format!("{to} is not empty, {} stands there", owned(by))
            }
            Self::DropBlocked { to, by } => format!("a drop can't reach {to}, {} is in the way", owned(by)),
            Self::NoSuchCastling { king_side, to } => no_such_castling(position, *king_side, *to),
            Self::CastlingLost => {
                "you have no right to castle there: the King or that Rook has moved, or the Rook is gone"
                    .into()
            }
            Self::CastlingBlocked(by) => {
                format!("you can't castle while {} stands between King and Rook", owned(by))
            }
            Self::CastlingInCheck(attacker) => {
                format!("you can't castle out of check from the {}", name(attacker))
            }
            Self::CastlingThrough { square, attacker } => {
                format!("you can't castle over {square}, which the {} attacks", name(attacker))
            }
        }
    }
}

/// "a Queen", "an Ice Queen".
fn article(kind: Kind) -> String {
    let an = kind.name().starts_with(['A', 'E', 'I', 'O', 'U']);
    format!("{} {kind}", if an { "an" } else { "a" })
}

/// "on the b-file", "on rank 3", "on b3".
fn place(file: Option<u8>, rank: Option<u8>) -> String {
    let letter = |file: u8| char::from(b'a' + file);
    match (file, rank) {
        (Some(file), Some(rank)) => format!("on {}{rank}", letter(file)),
        (Some(file), None) => format!("on the {}-file", letter(file)),
        (None, Some(rank)) => format!("on rank {rank}"),
        (None, None) => "on the board".to_owned(),
    }
}

fn no_pawn_there(position: &Position, to: Square, instead: &[Move]) -> String {
    let notation = Notation::new(position);
    let texts: Vec<String> = instead.iter().take(4).map(|mv| notation.unsigned(mv)).collect();
    match texts.split_last() {
        None => format!("none of your pieces can go to {to}; pick a move from the list"),
        Some((last, rest)) => {
            let all = if rest.is_empty() { last.clone() } else { format!("{} or {last}", rest.join(", ")) };
            format!("no Pawn of yours can go to {to}; for another piece write {all}")
        }
    }
}

fn nothing_to_take(position: &Position, from: Square, to: Square) -> String {
    let kind = position.piece_at(from).map_or(Kind::Pawn, |piece| piece.kind);
    if kind == Kind::Pawn && position.spec().pawn.slides {
        return format!(
            "the {kind} {from} could only take on {to}, where there is nothing to take, or slip past an enemy straight ahead"
        );
    }
    format!("the {kind} {from} could only take on {to}, and there is nothing to take")
}

fn no_such_castling(position: &Position, king_side: Option<bool>, to: Option<Square>) -> String {
    let (spec, us) = (position.spec(), position.turn());
    let rows = || spec.castlings.iter().filter(|row| row.color == us);
    let targets: Vec<String> = rows()
        .filter(|row| king_side.is_none_or(|side| side == row.king_side))
        .map(|row| row.king_to.to_string())
        .collect();
    match (to, targets.split_last()) {
        (Some(to), Some((last, []))) => {
            format!("the King can't castle to {to}, only to {last}")
        }
        (Some(to), Some((last, rest))) => {
            format!("the King can't castle to {to}, only to {} or {last}", rest.join(", "))
        }
        _ => format!("there is no castling in {}", spec.name),
    }
}

fn owned_kind(position: &Position, square: Square) -> String {
    match position.piece_at(square) {
        Some(piece) if piece.color == position.turn() => format!("your own {}", piece.kind),
        Some(piece) => format!("the enemy {}", piece.kind),
        None => "a piece".into(),
    }
}

fn braked_sentence(position: &Position, from: Square, guard: Square) -> String {
    let kind = position.piece_at(from).map_or(Kind::Pawn, |piece| piece.kind);
    let beside = distance(from, guard) == 1;
    match (kind.brake(), beside) {
        (Brake::Held, _) => {
            format!(
                "the {kind} {from} stands next to the enemy Guard {guard}, and a leaper there cannot move"
            )
        }
        (Brake::OneSquare | Brake::NoSecondStep | Brake::Free, true) => {
            format!(
                "the {kind} {from} stands next to the enemy Guard {guard}, so it moves one square at most"
            )
        }
        (Brake::OneSquare | Brake::NoSecondStep | Brake::Free, false) => {
            format!(
                "the enemy Guard {guard} brakes the {kind} {from}: it must stop on the first square beside the Guard"
            )
        }
    }
}

fn drop_outside(position: &Position, square: Square) -> String {
    let Some(rule) = position.spec().drops else { return format!("nothing can be dropped on {square}") };
    let us = position.turn();
    format!(
        "a Ninja Pawn enters on rank {} and is pushed as far as rank {}, so not to {square}",
        rule.rank[us], rule.half[us]
    )
}

fn choices(position: &Position, kinds: &[Kind]) -> String {
    let names: Vec<String> =
        kinds.iter().map(|kind| format!("{kind} ({})", position.spec().letter(*kind))).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
