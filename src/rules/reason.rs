//! The kinds of wrong an illegal move can be, and the sentence for each.

use super::geometry::distance;
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
    /// The side to move has no such piece.
    NoSuchPiece(Kind),
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
        /// A piece that could take it, where it stands after the move.
        attacker: (Square, Kind),
        /// Whether the king is in check already.
        already: bool,
    },
    /// The pawn promotes, and the piece was not named.
    PromotionMissing(Vec<Kind>),
    /// The pawn cannot become that now.
    PromotionNotAllowed {
        /// What was asked for.
        asked: Kind,
        /// What it may become now.
        allowed: Vec<Kind>,
    },
    /// The move is no promotion.
    NoPromotionHere,
    /// The game has no drops.
    NoDrops,
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
    NoSuchCastling,
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
    /// How much it tells: of several pieces that were meant, the one that came nearest to moving explains.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Self::KingInCheck { .. } => 0,
            Self::Frozen { .. } | Self::Braked { .. } | Self::GuardNotForLeapers { .. } => 1,
            Self::Blocked { .. } | Self::TakesOtherwise { .. } | Self::OnlyKingExits(_) => 2,
            Self::NothingToTake { .. } => 3,
            _ => 4,
        }
    }

    /// The reason as a sentence for the player, without a full stop at its end.
    pub fn describe(&self, position: &Position) -> String {
        let name = |square: &Square| match position.piece_at(*square) {
            Some(piece) => format!("{} {square}", piece.kind),
            None => square.to_string(),
        };
        let owned = |square: &Square| match position.piece_at(*square) {
            Some(piece) if piece.color == position.turn() => format!("your own {} {square}", piece.kind),
            _ => format!("the {}", name(square)),
        };
        match self {
            Self::GameOver => "the game is over".into(),
            Self::NotASquare(square) => format!("{square} is not a square of this board"),
            Self::NoPiece(square) => format!("there is no piece on {square}"),
            Self::NotYours(square) => {
                format!("the {} is not yours but {}'s", name(square), position.turn().other())
            }
            Self::NoSuchPiece(kind) => format!("{} has no such {kind}", position.turn()),
            Self::DoesNotMoveLikeThat { from, to } => format!("the {} does not move to {to}", name(from)),
            Self::NothingToTake { from, to } => {
                format!("the {} could only take on {to}, and there is nothing to take", name(from))
            }
            Self::TakesOtherwise { from, to } => {
                format!("the {} cannot take the {} by landing on it", name(from), name(to))
            }
            Self::Blocked { from, to, by } if by == to => {
                format!("{} stands on {to}, where the {} cannot go", owned_kind(position, *by), name(from))
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
            Self::KingInCheck { attacker: (square, kind), already } => {
                let still = if *already { "still " } else { "" };
                format!("your King would {still}be in check from the {kind} on {square}")
            }
            Self::PromotionMissing(kinds) => {
                format!("the pawn promotes: name the piece it becomes, {}", choices(position, kinds))
            }
            Self::PromotionNotAllowed { asked, allowed } => {
                format!("the pawn cannot become a {asked} now, only {}", choices(position, allowed))
            }
            Self::NoPromotionHere => "this move is no promotion".into(),
            Self::NoDrops => format!("there are no drops in {}", position.spec().name),
            Self::HandEmpty => "you have no Ninja Pawn left in hand".into(),
            Self::DropOutside(square) => drop_outside(position, *square),
            Self::DropBlocked { to, by } if to == by => {
                format!("{to} is not empty, {} stands there", owned(by))
            }
            Self::DropBlocked { to, by } => format!("a drop cannot reach {to}, {} is in the way", owned(by)),
            Self::NoSuchCastling => format!("there is no such castling in {}", position.spec().name),
            Self::CastlingLost => "you cannot castle there any more: the King or that Rook has moved".into(),
            Self::CastlingBlocked(by) => {
                format!("you cannot castle while {} stands between King and Rook", owned(by))
            }
            Self::CastlingInCheck(attacker) => {
                format!("you cannot castle out of check from the {}", name(attacker))
            }
            Self::CastlingThrough { square, attacker } => {
                format!("you cannot castle over {square}, which the {} attacks", name(attacker))
            }
        }
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
    match (kind, beside) {
        (Kind::Knight | Kind::Camel | Kind::Squirrel, _) => {
            format!(
                "the {kind} {from} stands next to the enemy Guard {guard}, and a leaper there cannot move"
            )
        }
        (_, true) => {
            format!(
                "the {kind} {from} stands next to the enemy Guard {guard}, so it moves one square at most"
            )
        }
        (_, false) => {
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
