//! Viewing games: boards, moves, lists.

use super::autocomplete::is_more;
use super::play::refused;
use crate::app::caller::{Caller, Side, Target};
use crate::app::error::Rejection;
use crate::app::load::Loaded;
use crate::app::people::preferences::{BoardSide, Preferences};
use crate::app::standing::stakes::RatedNews;
use crate::app::view::{DrawWish, GameView, MovesView, News, TakebackWish, Untold};
use crate::app::{App, AppResult};
use crate::game::{GameId, Refusal, UserId};
use crate::render::{BoardView, Look};
use crate::rules::{Color, Piece, Position, Square, why_stuck};
use std::sync::Arc;

/// Who sees a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Audience {
    /// Everyone in the channel.
    Everybody,
    /// The user who asked.
    OneAlone,
}

impl App {
    /// The current board, or the final one of the channel's last game, for anyone in the channel. Follows the
    /// caller's preferences, except where the server fixes them. `side` `None`: as they have set it.
    ///
    /// # Errors
    /// Refused: no game here; stale, for a button (with the current board).
    pub async fn board(&self, by: &Caller, target: Target, side: Option<Side>) -> AppResult<GameView> {
        self.board_for(by, target, side, Audience::Everybody).await
    }

    /// The board for the caller alone, with their preferences instead of the server's.
    ///
    /// # Errors
    /// As [`App::board`].
    pub async fn board_alone(&self, by: &Caller, target: Target, side: Option<Side>) -> AppResult<GameView> {
        self.board_for(by, target, side, Audience::OneAlone).await
    }

    async fn board_for(
        &self,
        by: &Caller,
        target: Target,
        side: Option<Side>,
        audience: Audience,
    ) -> AppResult<GameView> {
        let (loaded, at) = self.load_to_see(by, target).await?;
        if at.is_some_and(|then| !loaded.game.is_fresh(then)) {
            return Err(refused(loaded, by.user, Refusal::Stale).into());
        }
        let (preferences, own) = (self.preferences_at(&loaded, by.user).await?, loaded.game.side_of(by.user));
        let preferences = match audience {
            Audience::Everybody => loaded.of_all(preferences),
            Audience::OneAlone => preferences,
        };
        let bottom = match side {
            Some(Side::Fixed(color)) => color,
            Some(Side::Mine) => own.unwrap_or_else(|| loaded.bottom(Preferences::default(), None)),
            Some(Side::Flipped) => loaded.asked(None).1.other(),
            None => loaded.bottom(preferences, own),
        };
        let view = loaded.view((preferences, bottom), News::Standing, None);
        Ok(self.with_change_of_ratings(view, by.now).await)
    }

    /// The refusal for a button whose position is no longer known: its board counts as stale, and the current
    /// board is included.
    ///
    /// # Errors
    /// Refused: the game is no longer stored, or set aside.
    pub async fn outdated(&self, by: &Caller, game: GameId) -> AppResult<Rejection> {
        let (loaded, _) = self.load(by, Target::Game(game)).await?;
        let why = loaded.game.ending.map_or(Refusal::Stale, Refusal::Over);
        Ok(refused(loaded, by.user, why))
    }

    /// Where the piece on a square can go and what restricts it; private, for anyone in the channel.
    ///
    /// # Errors
    /// Refused: no game here, no such square, or an empty square.
    pub async fn moves(&self, by: &Caller, square: &str) -> AppResult<MovesView> {
        if is_more(square) {
            return Err(Rejection::TypeMore.into());
        }
        let (loaded, _) = self.load_to_see(by, Target::Here).await?;
        let position = loaded.game.line.position();
        let Ok(square) = square.trim().to_lowercase().parse::<Square>() else {
            return Err(Rejection::NoSquare.into());
        };
        if !position.spec().squares.contains(square) {
            return Err(Rejection::NotOnBoard(square).into());
        }
        let Some(piece) = position.piece_at(square) else {
            return Err(Rejection::EmptySquare(square).into());
        };
        let preferences = self.preferences_at(&loaded, by.user).await?;
        let own = loaded.game.side_of(by.user).unwrap_or(position.turn());
        let side = if preferences.side == BoardSide::White { Color::White } else { own };
        let look = preferences.look(loaded.variant);
        Ok(MovesView::of(position, (square, piece), loaded.picture(side), look))
    }
}

impl MovesView {
    /// Where the piece on a square can go, or could on its side's turn, and what restricts it. `board` shows
    /// this position.
    pub(in crate::app) fn of(
        position: &Position,
        (square, piece): (Square, Piece),
        board: BoardView,
        look: Look,
    ) -> Self {
        // If the other side is in check, its king must not be shown as capturable.
        let their_king = position.king(piece.color.other());
        let mut moves = position.moves_from(square);
        moves.retain(|mv| their_king.is_none_or(|king| !mv.victims().contains(king)));
        let stays = moves.is_empty();
        let holds = why_stuck(position, square);
        // A hold that forbids every move already says that the piece cannot move.
        let held_fast = stays && holds.iter().any(|hold| hold.forbids_all());
        let board = board.with_dots(position, square, &moves).with_moves_told_beside();
        Self { square, piece: position.spec().piece_type(piece.kind), holds, held_fast, board, look }
    }
}

impl Loaded {
    /// The game's view with its news, with these preferences and this side at the bottom.
    pub(in crate::app) fn view(
        self,
        (preferences, bottom): (Preferences, Color),
        news: News,
        ping: Option<UserId>,
    ) -> GameView {
        let game = &self.game;
        let (board, ping) = (self.picture(bottom), self.pinged(ping));
        let to_move_pinged = self.pinged(game.to_move());
        let (level, lowered_level, hints) = (self.level(), self.lowered_level(), self.has_hints());
        let asks_to_resign = self.asks_to_resign();
        let rated = self.row.rated.then_some(RatedNews::Counts);
        let stopped = self.row.voided.clone();
        let news = match news {
            News::Standing if stopped.is_some() => News::Stopped,
            other => other,
        };
        let says_so = matches!(news, News::SetBack | News::Stopped);
        let untold = (self.row.set_back && !says_so).then_some(Untold::SetBack);
        GameView {
            game: self.row.id,
            rev: game.rev,
            ply: game.ply(),
            place: self.place(),
            locale: self.row.locales.game,
            variant: self.variant,
            to_move: game.to_move(),
            level,
            lowered_level,
            hints,
            rated,
            asks_to_resign,
            draw: DrawWish::of(game),
            takeback: TakebackWish::of(game).filter(|_| rated.is_none()),
            over: game.ending.is_some(),
            news,
            stopped,
            tournament: self.row.tournament,
            announced: self.announced,
            untold,
            ping,
            to_move_pinged,
            board,
            look: preferences.look(self.variant),
            game_now: Arc::new(self.game),
        }
    }

    /// The view for the player to move; after the end, for the user who is notified of it.
    pub(in crate::app) fn view_asked(self, news: News, ping: Option<UserId>) -> GameView {
        let asked = self.asked(ping);
        self.view(asked, news, ping)
    }

    /// The board with its last move.
    pub(in crate::app) fn picture(&self, side: Color) -> BoardView {
        let mut board = BoardView::of_line(&self.game.line, side);
        board.ended |= self.game.ending.is_some();
        board
    }

    /// The game's current view, without pings.
    pub(in crate::app) fn standing(self) -> GameView {
        let news = if self.has_just_begun() { News::Started } else { News::Standing };
        self.view_asked(news, None)
    }
}
