//! Clicks. A button acts through the same calls as the commands; what it carries says on which game and which board.

use super::boards;
use super::commands::rules;
use super::custom_id::{Action, CustomId, Meaning};
use super::desk::{Desk, Done, Handled, Stop, answering, caller, open_thread};
use super::event::{Interaction, What as Used};
use super::follow::Then;
use super::reply::{MessageAt, Reply};
use super::wire;
use crate::app::{Accepted, Caller, Closed, Outcome, Target, What};
use crate::game::{ChallengeId, GameId, MessageId, Ply};

/// A click on the button of the message `at`, or a choice in its menu: its `custom_id`, and what was chosen. A board that is
/// not its game's newest loses its buttons by that.
///
/// # Errors
/// A private sentence for whoever clicked.
pub async fn press(
    desk: &Desk,
    from: &Interaction,
    (id, chosen): (&str, &[String]),
    at: MessageAt,
) -> Handled {
    let id = match (id.parse(), chosen) {
        (Ok(Meaning::Act(id)), _) => id,
        (Ok(Meaning::Rules(variant)), _) | (Ok(Meaning::Piece(variant)), []) => {
            return Ok(Done::say(rules::of_game(variant)));
        }
        (Ok(Meaning::Piece(variant)), [piece, ..]) => {
            return rules::of_piece(variant, piece).map(Done::say).map_err(Stop::say);
        }
        (Err(_), _) => {
            let text = "That button is from another version of me. Use `/board` for a fresh board.";
            return Err(Stop::say(text));
        }
    };
    if let CustomId { action: Action::Flip | Action::Draw | Action::DrawTake | Action::Resign, game, .. } = id
        && !desk.app.is_newest_board(GameId(game), MessageId(at.message)).await?
    {
        desk.tidy.want(at, wire::without_buttons());
    }
    act(desk, from, id, at).await
}

async fn act(desk: &Desk, from: &Interaction, id: CustomId, at: MessageAt) -> Handled {
    // The answer to a question's button is a receipt, so the new board is a message of its own.
    let by = match id.action {
        Action::ResignSure | Action::AbortSure | Action::DrawSure => caller(from),
        _ => answering(from),
    };
    let (game, ply) = (GameId(id.game), Ply(id.ply));
    let (challenge, target) = (ChallengeId(id.game), Target::Button(game, ply));
    match id.action {
        Action::Accept => accept(desk, from, &by, challenge, at).await,
        Action::Decline => Ok(closed(desk.app.decline(&by, challenge).await?)),
        Action::Cancel => Ok(closed(desk.app.cancel(&by, challenge).await?)),
        Action::Flip => {
            let mut view = desk.app.board(&by, target, None).await?;
            view.board.side = view.board.side.other();
            let reply = Reply::private(format!("The board from {}'s side.", view.board.side.name()));
            Ok(Done::say(reply.picture(boards::picture(&view))))
        }
        Action::Draw => draw(desk, &by, target).await,
        Action::DrawSure => Ok(confirmed("The game is a draw.", &desk.app.draw(&by, target).await?)),
        Action::DrawAccept | Action::DrawTake | Action::DrawDecline => {
            let yes = id.action != Action::DrawDecline;
            Ok(spoken(&desk.app.answer_draw(&by, game, ply, yes).await?, Some(at)))
        }
        Action::Resign => resign_question(desk, &by, target).await,
        Action::ResignSure => Ok(confirmed("You have resigned.", &desk.app.resign(&by, target).await?)),
        Action::AbortSure => {
            let outcome = desk.app.abort(&by, target).await?;
            let told = match outcome.what {
                What::AbortAsked => "Your opponent has been asked.",
                _ => "The game is aborted.",
            };
            Ok(confirmed(told, &outcome))
        }
        Action::AbortAgree | Action::AbortRefuse => {
            let yes = id.action == Action::AbortAgree;
            Ok(spoken(&desk.app.answer_abort(&by, game, ply, yes).await?, Some(at)))
        }
        Action::Never => Ok(Done::update("Nothing was changed. The game goes on.")),
    }
}

/// The private question of `/resign` and of the button.
///
/// # Errors
/// A private sentence for whoever asked.
pub async fn resign_question(desk: &Desk, by: &Caller, target: Target) -> Handled {
    let question = desk.app.ask_resign(by, target).await?;
    Ok(Done::say(boards::confirm(&question, "Yes, resign", Action::ResignSure)))
}

/// The private question of `/abort`.
///
/// # Errors
/// A private sentence for whoever asked.
pub async fn abort_question(desk: &Desk, by: &Caller) -> Handled {
    let question = desk.app.ask_abort(by).await?;
    let yes = if question.asks { "Ask to abort" } else { "Yes, abort" };
    Ok(Done::say(boards::confirm(&question, yes, Action::AbortSure)))
}

/// `/draw` and its button: against oneself a question comes first.
///
/// # Errors
/// A private sentence for whoever asked.
pub async fn draw(desk: &Desk, by: &Caller, target: Target) -> Handled {
    match desk.app.ask_draw(by, target).await? {
        Some(question) => Ok(Done::say(boards::confirm(&question, "Yes, draw", Action::DrawSure))),
        None => Ok(spoken(&desk.app.draw(by, target).await?, None)),
    }
}

/// The message of a challenge says what became of it.
fn closed(closed: Closed) -> Done {
    Done::update(closed.text).then(Then::Settled(closed.challenge))
}

/// What an action did, told to everybody in the answer itself. `asked` is the message whose question it settles.
pub fn spoken(outcome: &Outcome, asked: Option<MessageAt>) -> Done {
    let view = &outcome.view;
    match (outcome.what, asked) {
        // A message of its own, as an edit would notify nobody.
        (What::DrawDeclined | What::AbortDeclined, Some(at)) => {
            Done::say(boards::outcome(outcome)).then(Then::Quiet(at)).then(Then::Relabel(view.game))
        }
        (What::Moved | What::Ended, asked) => {
            let done = Done::say(boards::outcome(outcome)).then(Then::board(view));
            match asked {
                Some(at) => done.then(Then::Quiet(at)),
                None => done,
            }
        }
        _ => Done::say(boards::outcome(outcome)).then(Then::Relabel(view.game)),
    }
}

/// The private question becomes a receipt, and everybody is told in a message of its own.
fn confirmed(receipt: &str, outcome: &Outcome) -> Done {
    let view = &outcome.view;
    let board = matches!(outcome.what, What::Moved | What::Ended).then_some((view.game, view.version));
    let done = Done::update(receipt).then(Then::Post {
        channel: view.place.channel,
        reply: Box::new(boards::outcome(outcome)),
        board,
    });
    if board.is_some() { done } else { done.then(Then::Relabel(view.game)) }
}

async fn accept(
    desk: &Desk,
    from: &Interaction,
    by: &Caller,
    challenge: ChallengeId,
    at: MessageAt,
) -> Handled {
    let mut accepted = desk.app.accept(by, challenge, None).await?;
    if let Accepted::ThreadFirst(variant) = accepted {
        let asker = match &from.what {
            Used::Button { asker: Some(asker), .. } => Some(asker.as_str()),
            _ => None,
        };
        let players: Vec<_> = asker.into_iter().chain([from.who.name.as_str()]).collect();
        let name = boards::thread_name(variant, &players);
        let thread = open_thread(desk, from, Some(at.message), &name).await?;
        accepted = desk.app.accept(by, challenge, Some(thread)).await?;
    }
    let Accepted::Started(view) = accepted else {
        return Err(Stop::say("I could not open a thread for the game. Try again with `thread: no`."));
    };
    let settled = Then::Settled(challenge);
    if view.place.channel.0 == from.place.channel {
        let board = Then::board(&view);
        return Ok(Done::say(boards::board(&view)).then(board).then(settled));
    }
    let told = desk.app.settled_challenge(challenge).await?.map(|closed| closed.text);
    let text = told.unwrap_or_else(|| format!("The game is played in <#{}>.", view.place.channel));
    Ok(Done::update(text).then(Then::post_board(&view)).then(settled))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Confirm;
    use crate::discord::reply::Style;

    #[test]
    fn the_button_that_ends_a_game_is_red_and_the_way_out_is_beside_it() {
        let question = Confirm { game: GameId(3), ply: Ply(9), text: "Really?".to_owned(), asks: false };
        let reply = boards::confirm(&question, "Yes, resign", Action::ResignSure);
        assert!(reply.private);
        let ids: Vec<_> = reply.buttons.iter().map(|button| (button.id.to_string(), button.style)).collect();
        assert_eq!(
            ids,
            [("v1:resign-yes:3:9".to_owned(), Style::Danger), ("v1:never:3:9".to_owned(), Style::Plain)]
        );
    }
}
