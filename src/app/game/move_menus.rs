//! Moves chosen from menus: which pieces can move, and where to. A chosen move is played like a typed one.

use super::play::refused;
use crate::app::caller::{Caller, Target};
use crate::app::load::Loaded;
use crate::app::view::GameView;
use crate::app::{App, AppResult};
use crate::game::{GameId, Rev};
use crate::render::{BoardView, Look};
use crate::rules::{DescribedMove, Hold, Move, PieceType, Position, Square, Variant, why_stuck};

/// A movable piece of the side to move, or its pieces in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// Its square; `None`: in hand.
    pub from: Option<Square>,
    pub piece: &'static PieceType,
    /// The number of its targets.
    pub ways: usize,
}

/// A place where a piece can go.
#[derive(Clone, Debug)]
pub struct MenuTarget {
    /// The text of the move there, ending with [`MenuTarget::OPEN`] if there are several.
    pub value: String,
    /// The moves that lead there: several if a pawn has a choice of promotions.
    pub moves: Vec<DescribedMove>,
}

impl MenuTarget {
    /// Placeholder for the promotion piece while it is still to be chosen.
    pub const OPEN: char = '=';
}

/// The choices of the player to move.
#[derive(Clone, Debug)]
pub struct MoveMenu {
    /// Carried by menus.
    pub game: GameId,
    /// The last event that it shows; carried by menus.
    pub rev: Rev,
    pub movers: Vec<Mover>,
    /// The chosen piece, if any.
    pub chosen: Option<MoverView>,
}

/// The chosen piece.
#[derive(Clone, Debug)]
pub struct MoverView {
    /// Its square; `None`: in hand.
    pub from: Option<Square>,
    pub piece: &'static PieceType,
    pub targets: Vec<MenuTarget>,
    /// What restricts its moves.
    pub holds: Vec<Hold>,
    /// The board with its targets marked by dots.
    pub board: BoardView,
    pub look: Look,
}

impl GameView {
    /// The movable pieces, grouped by kind.
    pub fn movers(&self) -> Vec<Mover> {
        if self.over {
            Vec::new()
        } else {
            movers(self.game_now.line.position(), &self.game_now.line.position().legal_moves())
        }
    }
}

impl App {
    /// The caller's move menu; it must be their turn. `chosen` picks a piece or none; an index out of range
    /// picks none.
    ///
    /// # Errors
    /// Refused: not your turn, not your game, over, stale.
    pub async fn move_menu(
        &self,
        by: &Caller,
        target: Target,
        chosen: impl FnOnce(&[Mover]) -> Option<usize>,
    ) -> AppResult<MoveMenu> {
        let loaded = self.load_to_move(by, target).await?;
        let position = loaded.game.line.position();
        let legal = position.legal_moves();
        let movers = movers(position, &legal);
        let mover = chosen(&movers).and_then(|at| movers.get(at));
        Ok(MoveMenu {
            game: loaded.row.id,
            rev: loaded.game.rev,
            chosen: mover.map(|mover| loaded.chosen(mover, &legal)),
            movers,
        })
    }

    /// The variant of the game in which the caller may move now. Changes nothing.
    ///
    /// # Errors
    /// Refused: not your turn, not your game, over, stale.
    pub async fn may_move(&self, by: &Caller, target: Target) -> AppResult<Variant> {
        Ok(self.load_to_move(by, target).await?.variant)
    }

    pub(in crate::app) async fn load_to_move(&self, by: &Caller, target: Target) -> AppResult<Loaded> {
        let (loaded, at) = self.load(by, target).await?;
        match loaded.game.may_move(by.user, at) {
            Ok(()) => Ok(loaded),
            Err(refusal) => Err(refused(loaded, by.user, refusal).into()),
        }
    }
}

impl Loaded {
    fn chosen(&self, mover: &Mover, legal: &[Move]) -> MoverView {
        let (preferences, bottom) = self.asked(None);
        let look = preferences.look(self.variant);
        MoverView::new(self.game.line.position(), mover, legal, self.picture(bottom), look)
    }
}

impl MoverView {
    /// The chosen piece with its moves, out of all `legal` moves of the position on this board.
    pub(in crate::app) fn new(
        position: &Position,
        mover: &Mover,
        legal: &[Move],
        board: BoardView,
        look: Look,
    ) -> Self {
        let own: Vec<Move> = legal.iter().filter(|mv| mv.from() == mover.from).copied().collect();
        Self {
            from: mover.from,
            piece: mover.piece,
            targets: targets(position, &own),
            holds: mover.from.map(|square| why_stuck(position, square)).unwrap_or_default(),
            board: board.with_dots(position, mover.from, &own).with_moves_told_beside(),
            look,
        }
    }
}

/// True if two moves differ only in the promotion piece.
fn ends_alike(one: &Move, other: &Move) -> bool {
    one.promotion().is_some()
        && other.promotion().is_some()
        && (one.from(), one.to(), one.victims()) == (other.from(), other.to(), other.victims())
}

/// The movable pieces in the order of the moves, which are listed by kind.
pub(in crate::app) fn movers(position: &Position, legal: &[Move]) -> Vec<Mover> {
    let mut movers: Vec<Mover> = Vec::new();
    for (at, mv) in legal.iter().enumerate() {
        let same_place = at.checked_sub(1).is_some_and(|before| ends_alike(&legal[before], mv));
        if let Some(mover) = movers.iter_mut().rfind(|mover| mover.from == mv.from()) {
            mover.ways += usize::from(!same_place);
        } else {
            let piece = position.spec().piece_type(mv.kind());
            movers.push(Mover { from: mv.from(), piece, ways: 1 });
        }
    }
    movers
}

/// The targets in the order of the moves.
fn targets(position: &Position, moves: &[Move]) -> Vec<MenuTarget> {
    moves.chunk_by(ends_alike).map(|moves| MenuTarget::new(position, moves)).collect()
}

impl MenuTarget {
    fn new(position: &Position, moves: &[Move]) -> Self {
        let mut value = moves.first().map(ToString::to_string).unwrap_or_default();
        if moves.len() > 1 {
            // The promotion piece is the last letter.
            value.pop();
            value.push(Self::OPEN);
        }
        Self { value, moves: moves.iter().map(|mv| DescribedMove::new(position, mv)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn at(variant: &str, fen: &str) -> Position {
        Position::from_fen(games::from_slug(variant).expect("a game"), fen).expect("a position")
    }

    fn told(position: &Position) -> Vec<String> {
        let name = |mover: &Mover| mover.from.map_or("hand".to_owned(), |from| from.to_string());
        let movers = movers(position, &position.legal_moves());
        movers.iter().map(|mover| format!("{} {} {}", mover.piece.name, name(mover), mover.ways)).collect()
    }

    #[test]
    fn each_piece_is_listed_once_with_the_places_where_it_can_go() {
        assert_eq!(
            told(&at("chess", "r3k3/1P6/8/8/8/8/6P1/4K2R w K - 0 1")),
            ["King e1 6", "Rook h1 9", "Pawn g2 2", "Pawn b7 2"],
            "castling is the King's, and what a pawn becomes is no place of its own"
        );
        let hand = "****2****/7k2/10/10/10/10/10/10/10/10/2K7/****2****[JJ] w - - 0 1";
        let told = told(&at("birds-and-ninjas", hand));
        assert!(told.len() == 2 && told[1].starts_with("Ninja Pawn hand "), "{told:?}");
    }

    #[test]
    fn a_place_has_a_text_of_its_own_and_all_moves_that_lead_there() {
        for variant in games::all() {
            for position in variant.spec().diagrams().map(|shown| at(variant.slug(), &shown.fen)) {
                let legal = position.legal_moves();
                for mover in movers(&position, &legal) {
                    let own: Vec<Move> = legal.iter().filter(|mv| mv.from() == mover.from).copied().collect();
                    let targets = targets(&position, &own);
                    let all = targets.iter().flat_map(|target| &target.moves).map(|told| told.mv);
                    assert_eq!(all.collect::<Vec<_>>(), own);
                    let mut texts: Vec<_> = targets.iter().map(|target| &target.value).collect();
                    texts.sort();
                    texts.dedup();
                    assert_eq!((targets.len(), texts.len()), (mover.ways, mover.ways), "{texts:?}");
                }
            }
        }
        let pawn = at("chess", "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1");
        let moves = pawn.moves_from("b7".parse().expect("a square"));
        let texts: Vec<_> = targets(&pawn, &moves).into_iter().map(|target| target.value).collect();
        assert_eq!(texts, ["b7a8=", "b7b8="]);
    }
}
