//! Clicks. A button acts through the same calls as the commands; what it carries says on which game and which board.

use super::actions::{closed, confirmed, draw, resign_question, spoken};
use super::boards;
use super::custom_id::{Action, CustomId, Meaning};
use super::desk::{Desk, Done, Handled, Stop, Then, answering, caller};
use super::event::{Interaction, What as Used};
use super::reply::{MessageAt, Reply};
use super::rulebook;
use super::threads::open_thread;
use super::wire;
use crate::app::{Accepted, Caller, Target, What};
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
            return Ok(Done::say(rulebook::of_game(variant)));
        }
        (Ok(Meaning::Piece(variant)), [piece, ..]) => {
            return rulebook::of_piece(variant, piece).map(Done::say).map_err(Stop::say);
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
