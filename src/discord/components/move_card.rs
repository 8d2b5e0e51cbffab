//! Choosing a move on a card: a piece in the first menu, then where it goes, then what a pawn becomes. It is the same on the card
//! of a board, of the next game, of a lesson and of a puzzle.
//!
//! Nothing is kept of what is half chosen: it is all in the ids and values of the menus.

use super::move_picker::{CardState, MenuPick, mover_at, picked};
use crate::app::Mover;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{private, public};
use crate::rules::Square;
use crate::words::{NotDone, Words};

/// A card on which a move is chosen.
pub trait MoveCard: Sync {
    /// The card, with what the wanted piece can do.
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

/// What a card shows.
pub struct CardShown {
    pub response: Response,
    /// The wanted piece is not among those that can move.
    pub lacks_piece: bool,
}

/// The piece whose moves are to be shown.
pub enum WantedPiece<'a> {
    /// None: only the pieces are shown.
    Nothing,
    /// The one of this name, in one of these languages, or of this value in the menu.
    Named([&'static Words; 2], &'a str),
    /// The one that stands here; `None`: in the hand.
    Standing(Option<Square>),
}

impl WantedPiece<'_> {
    /// Its place among those that can move.
    pub fn among(&self, movers: &[Mover]) -> Option<usize> {
        match self {
            Self::Nothing => None,
            Self::Named(languages, text) => mover_at(*languages, movers, text),
            Self::Standing(from) => movers.iter().position(|mover| mover.from == *from),
        }
    }
}

/// A piece was chosen, or another page of pieces.
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

/// A square was chosen for the piece that stands on `at`, or what a pawn becomes: plays that. Or another page of squares was chosen, or one
/// on which a pawn can become several pieces.
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
