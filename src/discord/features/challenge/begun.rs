//! Posts the first board of a game started by `/challenge`, *Accept* or a rematch; no other code does.
//!
//! `outbox/pairing.rs` does so for games of tournaments. If the answer is lost, `outbox/board` posts the then
//! current board. If the click is redelivered after a restart, `carried_out_before` in
//! `dispatch/redelivered.rs` answers it with that board.

use crate::app::GameView;
use crate::discord::channels::threads::members;
use crate::discord::context::{Context, EngineShownAt, FollowUp, Response};
use crate::discord::features::game::engine_move;
use crate::discord::interaction::Interaction;
use crate::discord::locale::public;
use crate::discord::messages::boards;
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;

/// True if the game is played where the interaction came from, so the answer can be its board.
pub fn is_here(interaction: &Interaction, view: &GameView) -> bool {
    view.place.channel == interaction.place.channel
}

/// Shows the first board, in the answer or where the game is played.
///
/// If it is posted where the game is played, the answer is `told`, or a sentence saying where. If `told` is
/// shown where the game is played, the board is posted next to it.
pub fn begun(ctx: &Context, interaction: &Interaction, view: &GameView, told: Option<Response>) -> Response {
    let words = public(interaction);
    let board = boards::board(words, view);
    let members = members(interaction, view, ctx.messenger.application, &board);
    let is_answer = is_here(interaction, view) && told.is_none();
    let done = if is_answer {
        Response::say(board).then(FollowUp::board(view))
    } else {
        let where_to = || Reply::public(words.played_elsewhere(view.place.channel, &written));
        told.unwrap_or_else(|| Response::say(where_to())).then(FollowUp::post_board(words, view))
    };
    let at = if is_answer { EngineShownAt::Answer } else { EngineShownAt::Beside };
    engine_move::then_moves(done.also(members), view, at)
}
