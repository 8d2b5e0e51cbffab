//! Boards as messages: the sentence, the picture with its alt text, the buttons.

use super::custom_id::{Meaning, Moment};
use super::reply::{ALT_MAX, Button, Content, Picture, Reply, Style, cut};
use crate::app::{ChallengeView, Confirm, DrawWish, GameView, Outcome, What};
use crate::game::{GameId, Ply, Rev};
use crate::render::BoardView;
use crate::rules::Variant;
use crate::words::Words;

/// A picture of a board, with its description.
pub fn of_board(board: &BoardView) -> Picture {
    Picture {
        name: "board.png".to_owned(),
        content: Content::Board(Box::new(board.clone())),
        alt: cut(&Words::english().alt_text(board), ALT_MAX),
    }
}

/// A picture of boards side by side, with its description. Boards of the same `name` must be the same boards.
pub fn of_diagrams(name: String, boards: Vec<BoardView>) -> Picture {
    Picture {
        name: "diagrams.png".to_owned(),
        alt: cut(&Words::english().diagram_alt_text(&boards), ALT_MAX),
        content: Content::Diagrams { name, boards },
    }
}

/// The picture of a game as it stands.
pub fn picture(view: &GameView) -> Picture {
    of_board(&view.board)
}

fn button(label: &'static str, id: Meaning, style: Style) -> Button {
    Button { label, id, style }
}

/// The way to a game's rules.
fn rules(variant: Variant) -> Button {
    Button { label: "Rules", id: Meaning::Rules(variant), style: Style::Plain }
}

/// The message that shows a game: after a move, at its end, or asked for.
pub fn board(view: &GameView) -> Reply {
    let reply = Reply::public(view.text.clone()).picture(picture(view)).ping(view.ping.map(|user| user.0));
    if view.over {
        return reply;
    }
    let now = Moment { game: view.game, rev: view.rev };
    let draw = match view.draw {
        DrawWish::Offer => button("Offer draw", Meaning::Draw(now), Style::Plain),
        // Of the moment of the offer: nothing else is accepted by it, and no new offer made.
        DrawWish::Accept(offered) => {
            button("Accept draw", Meaning::DrawTake(Moment { rev: offered, ..now }), Style::Plain)
        }
        DrawWish::Claim => button("Claim draw", Meaning::Draw(now), Style::Plain),
    };
    let mut buttons = vec![
        button("Flip board", Meaning::Flip(now), Style::Plain),
        draw,
        button("Resign", Meaning::Resign(now), Style::Plain),
    ];
    if view.ply == Ply(0) {
        buttons.push(rules(view.variant));
    }
    reply.buttons(buttons)
}

/// The nonce of a board that the bot posts by itself: the same for each try, so that a try whose answer was lost is not a
/// second message.
pub fn nonce(game: GameId, rev: Rev) -> String {
    format!("b{game}r{rev}")
}

/// The message that offers a challenge.
pub fn challenge(view: &ChallengeView) -> Reply {
    let id = view.challenge;
    let mut buttons = vec![button("Accept", Meaning::Accept(id), Style::Yes)];
    if !view.open {
        buttons.push(button("Decline", Meaning::Decline(id), Style::Plain));
    }
    buttons.push(button("Cancel", Meaning::Cancel(id), Style::Plain));
    buttons.push(rules(view.board.variant));
    Reply::public(view.text.clone())
        .picture(of_board(&view.board))
        .ping(view.ping.map(|user| user.0))
        .buttons(buttons)
}

/// What an action did, as a message for everybody.
pub fn outcome(outcome: &Outcome) -> Reply {
    let view = &outcome.view;
    let now = Moment { game: view.game, rev: view.rev };
    let said = || Reply::public(view.text.clone()).ping(view.ping.map(|user| user.0));
    match outcome.what {
        What::Moved | What::Ended => board(view),
        What::DrawOffered => said().buttons(vec![
            button("Accept draw", Meaning::DrawAccept(now), Style::Yes),
            button("Decline", Meaning::DrawDecline(now), Style::Plain),
        ]),
        What::AbortAsked => said().buttons(vec![
            button("Agree to abort", Meaning::AbortAgree(now), Style::Yes),
            button("Play on", Meaning::AbortRefuse(now), Style::Plain),
        ]),
        What::DrawDeclined | What::AbortDeclined => said(),
    }
}

/// A private "really?".
pub fn confirm(question: &Confirm, yes: &'static str, means: fn(Moment) -> Meaning) -> Reply {
    let now = Moment { game: question.game, rev: question.rev };
    Reply::private(question.text.clone()).buttons(vec![
        button(yes, means(now), Style::Danger),
        button("Keep playing", Meaning::Never(()), Style::Plain),
    ])
}

/// The name of a game's thread: `Claustrophobia: Red – Blue`.
pub fn thread_name(variant: Variant, players: &[&str]) -> String {
    format!("{}: {}", variant.name(), players.join(" – "))
}
