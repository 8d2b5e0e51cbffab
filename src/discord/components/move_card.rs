//! Choosing a move on a card: first a piece, then its target square, then what a pawn promotes to.
//!
//! The cards of a board, the next game, a lesson and a puzzle share this. Partial choices are not stored:
//! they are held in the ids and values of the menus.

use crate::app::Mover;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{private, public};
use crate::discord::messages::move_picker::{CardState, MenuPick, mover_at, picked};
use crate::rules::Square;
use crate::words::{NotDone, Words};

/// A card on which a move is chosen.
pub trait MoveCard: Sync {
    /// Builds the card, with the moves of the wanted piece.
    fn show(
        &self,
        ctx: &Context,
        interaction: &Interaction,
        wanted: &WantedPiece<'_>,
        state: CardState,
    ) -> impl Future<Output = Result<CardShown, HandlerError>> + Send;

    /// Plays the chosen move.
    fn play(
        &self,
        ctx: &Context,
        interaction: &Interaction,
        text: &str,
    ) -> impl Future<Output = HandlerResult> + Send;
}

/// A card as shown.
pub struct CardShown {
    pub response: Response,
    /// True if the wanted piece is not among those that can move.
    pub lacks_piece: bool,
}

/// The piece whose moves are to be shown.
pub enum WantedPiece<'a> {
    /// None: only the pieces are shown.
    Nothing,
    /// The piece with this name in one of these languages, or with this value in the menu.
    Named([&'static Words; 2], &'a str),
    /// The piece on this square; `None`: in the hand.
    Standing(Option<Square>),
}

impl WantedPiece<'_> {
    /// Its index among the pieces that can move.
    pub fn among(&self, movers: &[Mover]) -> Option<usize> {
        match self {
            Self::Nothing => None,
            Self::Named(languages, text) => mover_at(*languages, movers, text),
            Self::Standing(from) => movers.iter().position(|mover| mover.from == *from),
        }
    }
}

/// Handles the choice of a piece, or of another page of pieces.
pub async fn piece(
    card: &impl MoveCard,
    ctx: &Context,
    interaction: &Interaction,
    text: &str,
) -> HandlerResult {
    let languages = [private(interaction), public(interaction)];
    match picked(languages, text) {
        MenuPick::Page(page) => {
            let state = CardState { page: Some(page), open: None };
            Ok(card.show(ctx, interaction, &WantedPiece::Nothing, state).await?.response)
        }
        MenuPick::Line(name) | MenuPick::Place(name) => {
            let wanted = WantedPiece::Named(languages, &name);
            with_piece(interaction, card.show(ctx, interaction, &wanted, CardState::default()).await?)
        }
    }
}

/// Handles a choice in the menus of the piece on `at`.
///
/// A target square or a promotion is played. Another page of squares, or a square on which a pawn can promote
/// to several pieces, updates the card.
pub async fn place(
    card: &impl MoveCard,
    ctx: &Context,
    interaction: &Interaction,
    at: Option<Square>,
    text: &str,
) -> HandlerResult {
    let state = match picked([private(interaction), public(interaction)], text) {
        MenuPick::Line(text) => return card.play(ctx, interaction, &text).await,
        MenuPick::Page(page) => CardState { page: Some(page), open: None },
        MenuPick::Place(place) => CardState { page: None, open: Some(place) },
    };
    with_piece(interaction, card.show(ctx, interaction, &WantedPiece::Standing(at), state).await?)
}

fn with_piece(interaction: &Interaction, shown: CardShown) -> HandlerResult {
    if shown.lacks_piece {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    }
    Ok(shown.response)
}
