//! Boards as messages: the sentence, the picture with its alt text, the buttons.

use super::custom_id::{Action, CustomId, Meaning};
use super::reply::{ALT_MAX, Button, Content, Picture, Reply, Style, cut};
use crate::app::{ChallengeView, Confirm, DrawWish, GameView, Outcome, What};
use crate::game::{GameId, Ply, Version};
use crate::render::{self, BoardView};
use crate::rules::Variant;

/// A picture of a board, with its description.
pub fn of_board(board: &BoardView) -> Picture {
    Picture {
        name: "board.png".to_owned(),
        content: Content::Board(Box::new(board.clone())),
        alt: cut(&render::alt_text(board), ALT_MAX),
    }
}

/// A picture of boards side by side, with its description. Boards of the same `name` must be the same boards.
pub fn of_diagrams(name: String, boards: Vec<BoardView>) -> Picture {
    Picture {
        name: "diagrams.png".to_owned(),
        alt: cut(&render::diagram_alt_text(&boards), ALT_MAX),
        content: Content::Diagrams { name, boards },
    }
}

/// The picture of a game as it stands.
pub fn picture(view: &GameView) -> Picture {
    of_board(&view.board)
}

fn button(label: &'static str, action: Action, game: GameId, ply: Ply, style: Style) -> Button {
    Button { label, id: Meaning::Act(CustomId { action, game: game.0, ply: ply.0 }), style }
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
    let (game, ply) = (view.game, view.ply);
    let draw = match view.draw {
        DrawWish::Offer => button("Offer draw", Action::Draw, game, ply, Style::Plain),
        // With the ply of the offer: nothing else is accepted by it, and no new offer made.
        DrawWish::Accept(offered) => button("Accept draw", Action::DrawTake, game, offered, Style::Plain),
        DrawWish::Claim => button("Claim draw", Action::Draw, game, ply, Style::Plain),
    };
    let mut buttons = vec![
        button("Flip board", Action::Flip, game, ply, Style::Plain),
        draw,
        button("Resign", Action::Resign, game, ply, Style::Plain),
    ];
    if ply == Ply(0) {
        buttons.push(rules(view.variant));
    }
    reply.buttons(buttons)
}

/// The nonce of a board that the bot posts by itself: the same for each try, so that a try whose answer was lost is not a
/// second message.
pub fn nonce(game: GameId, version: Version) -> String {
    format!("b{game}v{version}")
}

/// The message that offers a challenge.
pub fn challenge(view: &ChallengeView) -> Reply {
    let button = |label, action, style| button(label, action, GameId(view.challenge.0), Ply(0), style);
    let mut buttons = vec![button("Accept", Action::Accept, Style::Yes)];
    if !view.open {
        buttons.push(button("Decline", Action::Decline, Style::Plain));
    }
    buttons.extend([button("Cancel", Action::Cancel, Style::Plain), rules(view.board.position.variant())]);
    Reply::public(view.text.clone())
        .picture(of_board(&view.board))
        .ping(view.ping.map(|user| user.0))
        .buttons(buttons)
}

/// What an action did, as a message for everybody.
pub fn outcome(outcome: &Outcome) -> Reply {
    let view = &outcome.view;
    let (game, ply) = (view.game, view.ply);
    let question = |yes, no, accept, decline| {
        Reply::public(view.text.clone()).ping(view.ping.map(|user| user.0)).buttons(vec![
            button(yes, accept, game, ply, Style::Yes),
            button(no, decline, game, ply, Style::Plain),
        ])
    };
    match outcome.what {
        What::Moved | What::Ended => board(view),
        What::DrawOffered => question("Accept draw", "Decline", Action::DrawAccept, Action::DrawDecline),
        What::AbortAsked => question("Agree to abort", "Play on", Action::AbortAgree, Action::AbortRefuse),
        What::DrawDeclined | What::AbortDeclined => {
            Reply::public(view.text.clone()).ping(view.ping.map(|user| user.0))
        }
    }
}

/// A private "really?".
pub fn confirm(question: &Confirm, yes: &'static str, action: Action) -> Reply {
    Reply::private(question.text.clone()).buttons(vec![
        button(yes, action, question.game, question.ply, Style::Danger),
        button("Keep playing", Action::Never, question.game, question.ply, Style::Plain),
    ])
}

/// The name of a game's thread: `Claustrophobia: Red – Blue`.
pub fn thread_name(variant: Variant, players: &[&str]) -> String {
    format!("{}: {}", variant.name(), players.join(" – "))
}
