//! Possible moves shown on a page while the user cannot move: those of a piece of either side, and replies to
//! be prepared.

use crate::app::caller::Caller;
use crate::app::learning::page::LearningAt;
use crate::app::view::MovesView;
use crate::app::{App, AppResult, PageGame};
use crate::game::replies_to_any;
use crate::render::{BoardView, Look};
use crate::rules::{Color, DescribedMove, Position, Square};

/// A piece's possible moves.
#[derive(Clone, Debug)]
pub struct PageWays {
    /// Where it can go, or could on its side's turn; `None` for replies, and for an empty square.
    pub view: Option<MovesView>,
    /// The moves.
    pub moves: Vec<DescribedMove>,
    /// Each move can be prepared as a reply to any move of the opponent.
    pub prepares: bool,
}

impl PageWays {
    const NONE: Self = Self { view: None, moves: Vec::new(), prepares: false };

    fn of(position: &Position, at: &str, board: BoardView) -> Self {
        let piece = at.parse().ok().and_then(|at| Some((at, position.piece_at(at)?)));
        let Some((square, piece)) = piece else { return Self::NONE };
        let view = MovesView::of(position, (square, piece), board, Look::default());
        let moves = view.board.dots.as_ref().map(|dots| dots.moves.clone()).unwrap_or_default();
        Self { view: Some(view), moves, prepares: false }
    }
}

impl App {
    /// The possible moves of the piece on a square, or of one in hand, on a game's page.
    ///
    /// # Errors
    /// As [`App::page_view`].
    pub async fn page_ways(&self, by: &Caller, game: PageGame, at: &str) -> AppResult<PageWays> {
        let loaded = self.of_page(by, game).await?;
        let line = &loaded.game.line;
        let side = loaded.game.side_of(by.user).filter(|side| *side != loaded.game.turn());
        let from: Option<Square> = at.parse().ok();
        let owner = from.and_then(|from| line.position().piece_at(from)).map(|piece| piece.color);
        // A square that is empty now may be the target of a prepared move.
        let own = side.filter(|side| owner.is_none_or(|owner| owner == *side));
        if let Some(side) = own
            && loaded.prepared_by(side).is_some()
            && (from.is_some() || at == "hand")
        {
            let premoves = loaded.premoves();
            let any = |kept: &&Vec<_>| premoves_any(kept);
            let kept = premoves.of(side).iter().find(any).map(Vec::as_slice).unwrap_or_default();
            let replies = replies_to_any(line, kept, from);
            let moves = replies.iter().map(|(position, mv)| DescribedMove::new(position, mv)).collect();
            return Ok(PageWays { view: None, moves, prepares: true });
        }
        Ok(PageWays::of(line.position(), at, loaded.picture(Color::White)))
    }
}

fn premoves_any(line: &[crate::game::PreparedReply]) -> bool {
    line.first().is_some_and(|first| first.when.is_none())
}

impl LearningAt {
    /// The possible moves of the piece on a square of a learning page.
    pub fn ways(&self, at: &str) -> PageWays {
        let Some(line) = self.line() else { return PageWays::NONE };
        PageWays::of(line.position(), at, BoardView::of_line(&line, Color::White))
    }
}
