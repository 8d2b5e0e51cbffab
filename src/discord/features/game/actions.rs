//! Actions on a game, shared by buttons and commands.

use super::{engine_move, left};
use crate::app::{Caller, Drawn, MessageRef, Outcome, Target, What};
use crate::discord::context::{
    Context, EngineShownAt, FollowUp, HandlerError, HandlerResult, Response, Shows,
};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{private, public};
use crate::discord::messages::boards;
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::game::{Ending, Rev};
use crate::words::Receipt;

/// The private confirmation before `/resign`, or before its button.
pub async fn resign_question(
    ctx: &Context,
    interaction: &Interaction,
    by: &Caller,
    target: Target,
) -> HandlerResult {
    let question = ctx.app.ask_resign(by, target).await?;
    Ok(Response::say(boards::confirm(private(interaction), &question)))
}

/// The private confirmation before `/abort`.
pub async fn abort_question(ctx: &Context, interaction: &Interaction, by: &Caller) -> HandlerResult {
    let question = ctx.app.ask_abort(by).await?;
    Ok(Response::say(boards::confirm(private(interaction), &question)))
}

/// Plays a move that was typed or chosen.
pub async fn play(
    ctx: &Context,
    interaction: &Interaction,
    by: &Caller,
    target: Target,
    text: &str,
) -> Result<Outcome, HandlerError> {
    let words = private(interaction);
    // Some clients send a choice's label instead of its value, and the move parser knows only the English
    // names.
    let named = if words.is_english() {
        None
    } else {
        ctx.app.named_move(by, target, |shown| words.choice(shown) == text.trim()).await?
    };
    let outcome = Box::pin(ctx.app.play_in(by, target, named.as_deref().unwrap_or(text))).await?;
    Ok(Box::pin(replied(ctx, interaction, outcome)).await)
}

/// Adds the bot's reply if the bot is to move and finds its move in time.
async fn replied(ctx: &Context, interaction: &Interaction, outcome: Outcome) -> Outcome {
    Outcome { view: engine_move::answered(ctx, interaction, outcome.view).await, ..outcome }
}

/// `/draw` and its button. A game against oneself asks for confirmation first.
pub async fn draw(ctx: &Context, interaction: &Interaction, by: &Caller, target: Target) -> HandlerResult {
    Ok(match ctx.app.draw(by, target).await? {
        Drawn::AskFirst(question) => Response::say(boards::confirm(private(interaction), &question)),
        Drawn::Done(outcome) => {
            left::told_of(ctx, interaction, &outcome, spoken(interaction, &outcome, None)).await
        }
    })
}

/// Announces an action to everyone, in the answer itself.
///
/// The answer is a new message even if it closes an offer, because an edit notifies no one. `asked` is that
/// offer and its message.
pub fn spoken(interaction: &Interaction, outcome: &Outcome, asked: Option<(Rev, MessageRef)>) -> Response {
    if outcome.quiet {
        return quiet(interaction, outcome);
    }
    let view = &outcome.view;
    let done = Response::say(boards::outcome(public(interaction), outcome));
    // Must come first: the follow-ups below read the game's offers, and then update this message as well.
    let done = match asked {
        Some((rev, at)) => done.then(FollowUp::OfferAnswered(view.game, rev, at)),
        None => done,
    };
    let done = match outcome.what {
        What::Moved | What::TakenBack | What::Ended => done.then(FollowUp::board(view)),
        What::Asked(_) => {
            done.then(FollowUp::Offer(view.game, view.rev)).then(FollowUp::RedrawButtons(view.game))
        }
        What::Declined | What::Withdrawn => done.then(FollowUp::RedrawButtons(view.game)),
    };
    with_private_notes(engine_move::then_moves(done, view, EngineShownAt::Answer), interaction, outcome)
}

/// Answers the player alone with the board, and has the message with the board updated.
fn quiet(interaction: &Interaction, outcome: &Outcome) -> Response {
    let reply = Reply { private: true, ..boards::outcome(private(interaction), outcome) }.ping(None);
    quietly(Response::say(without_second_board(reply, outcome)), interaction, outcome, EngineShownAt::Alone)
}

/// Leaves out the board in direct messages: only the player sees the current board above anyway.
fn without_second_board(reply: Reply, outcome: &Outcome) -> Reply {
    if outcome.view.place.guild.is_some() { reply } else { Reply::private(reply.text) }
}

/// Adds the follow-ups of an answer that only the player sees. `at`: where a pending move of the bot is
/// shown.
fn quietly(done: Response, interaction: &Interaction, outcome: &Outcome, at: EngineShownAt) -> Response {
    let view = &outcome.view;
    let done = if view.game_now.is_engines_turn() {
        done
    } else {
        done.then(FollowUp::InPlace(view.game, view.rev))
    };
    with_private_notes(engine_move::then_moves(done, view, at), interaction, outcome)
}

/// Replaces a private card by the new board of a quietly played game; in other games it becomes a receipt.
pub fn played_on_card(interaction: &Interaction, outcome: &Outcome) -> Response {
    if !outcome.quiet {
        return confirmed(interaction, Receipt::Played, outcome);
    }
    let board = boards::for_one(private(interaction), &outcome.view, interaction.who.id);
    quietly(Response::turn(without_second_board(board, outcome)), interaction, outcome, EngineShownAt::Alone)
}

/// Adds the private messages to the acting player, sent after the answer.
fn with_private_notes(done: Response, interaction: &Interaction, outcome: &Outcome) -> Response {
    let asides = private(interaction).asides(outcome).into_iter();
    asides.fold(done, |done, aside| done.then(FollowUp::PrivateNote(Box::new(Reply::private(aside)))))
}

/// Replaces the private confirmation by a receipt, and announces the action to everyone in a new message.
pub fn confirmed(interaction: &Interaction, receipt: Receipt, outcome: &Outcome) -> Response {
    let view = &outcome.view;
    let shows = match outcome.what {
        What::Moved | What::TakenBack | What::Ended => Shows::Board(view.game, view.rev),
        What::Asked(_) => Shows::Offer(view.game, view.rev),
        What::Declined | What::Withdrawn => Shows::Nothing,
    };
    let on_time = view.game_now.ending.is_some_and(Ending::is_on_time);
    let receipt = if on_time { Receipt::TimeUp } else { receipt };
    if outcome.quiet {
        let words = private(interaction);
        // Nothing else shows the player the bot's move.
        let told = if receipt == Receipt::Played {
            words.news_for(view, interaction.who.id, &written)
        } else {
            words.receipt(receipt)
        };
        return quietly(Response::update(told), interaction, outcome, EngineShownAt::Board);
    }
    let done = Response::update(private(interaction).receipt(receipt)).then(FollowUp::Post {
        channel: view.place.channel,
        reply: Box::new(boards::outcome(public(interaction), outcome)),
        shows,
    });
    let done = match shows {
        Shows::Board(..) => done,
        Shows::Offer(..) | Shows::Nothing => done.then(FollowUp::RedrawButtons(view.game)),
    };
    with_private_notes(engine_move::then_moves(done, view, EngineShownAt::Beside), interaction, outcome)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::app::{Confirm, Question};
    use crate::discord::reply::{Row, Style};
    use crate::game::{Game, GameId, Millis, Rev, UserId};
    use crate::games;
    use crate::rules::{ByColor, Line, Position};
    use crate::words::Words;

    #[test]
    fn the_button_that_ends_a_game_is_red_and_the_way_out_is_beside_it() {
        let variant = games::all().next().expect("a game");
        let players = ByColor { white: Some(UserId(1)), black: Some(UserId(2)) };
        let game = Game::new(players, Line::new(Position::start(variant)), Millis(0));
        let question = Confirm {
            game: GameId(3),
            rev: Rev(9),
            question: Question::Resign,
            who: UserId(1),
            variant,
            game_now: Arc::new(game),
        };
        let reply = boards::confirm(Words::english(), &question);
        assert!(reply.private);
        let [Row::Buttons(buttons)] = &reply.rows[..] else { panic!("one row of buttons: {:?}", reply.rows) };
        let ids: Vec<_> = buttons.iter().map(|button| (button.id.to_string(), button.style)).collect();
        assert_eq!(
            ids,
            [("v2:resign-yes:3:9".to_owned(), Style::Danger), ("v2:never:3:9".to_owned(), Style::Plain)]
        );
    }
}
