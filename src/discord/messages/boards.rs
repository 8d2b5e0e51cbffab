//! Boards as messages: the sentence, the picture with its alt text, the buttons.
//!
//! The final board of a game keeps its buttons.

use crate::app::{ChallengeView, Confirm, DrawWish, GameView, News, Outcome, Question, TakebackWish, What};
use crate::discord::actions::{
    BoardAction, ChallengeAction, ComponentAction, EndingAction, GameRev, HintAction, HistoryAction,
    OfferAction, Offered, PageAction, RulebookAction,
};
use crate::discord::messages::move_picker;
use crate::discord::reply::{Button, CONTENT_MAX, Content, Picture, ROW_MAX, Reply, Style};
use crate::discord::rest::mentions::{with_mentions, written};
use crate::game::{Event, Game, OfferKind, Ply, UserId, Venue};
use crate::render::{BoardView, Look};
use crate::rules::Variant;
use crate::words::{Label, Mentioned, Words};

/// A picture of a board in the default look, with its alt text.
pub fn of_board(words: &'static Words, board: &BoardView) -> Picture {
    in_look(words, board, Look::default())
}

/// A picture of a board in the given look, with its alt text.
pub fn in_look(words: &'static Words, board: &BoardView, look: Look) -> Picture {
    described(words, board, look, &words.alt_text(board))
}

/// A picture of a game's board; the alt text also says how the game ended.
pub fn of_game(words: &'static Words, board: &BoardView, game: &Game, look: Look) -> Picture {
    described(words, board, look, &words.game_alt_text(board, game))
}

fn described(words: &'static Words, board: &BoardView, look: Look, alt: &str) -> Picture {
    let content = Content::Board { board: Box::new(board.clone()), look: look.saying(words.to_move()) };
    Picture::new(words, "board.png", content, alt)
}

/// A picture of boards one above the other, with its alt text.
///
/// `name` is a cache key: equal names must mean equal boards, because they are drawn once.
pub fn of_diagrams(words: &Words, name: String, boards: Vec<BoardView>) -> Picture {
    let alt = words.diagram_alt_text(&boards);
    Picture::new(words, "diagrams.png", Content::Diagrams { name, boards, in_a_row: 1 }, &alt)
}

/// The picture of a game's current position.
pub fn picture(words: &'static Words, view: &GameView) -> Picture {
    of_game(words, &view.board, &view.game_now, view.look)
}

/// The button that shows a game's rules.
pub fn rules(words: &Words, variant: Variant) -> Button {
    Button::new(words, Label::Rules, RulebookAction::Rules(variant))
}

/// The text above a board, with the operator's announcement if it fits.
fn news(words: &Words, view: &GameView) -> String {
    let news = words.news(view, &written);
    let Some(announced) = &view.announced else { return news };
    let both = format!("{news}\n{}", words.announced(announced));
    if with_mentions(&both) <= CONTENT_MAX { both } else { news }
}

/// The message that shows a game: after a move, at its end, or on request.
pub fn board(words: &'static Words, view: &GameView) -> Reply {
    for_players(words, view, true)
}

/// `board`, without any means to move if `to_move` is false: the viewer cannot move now.
fn for_players(words: &'static Words, view: &GameView, to_move: bool) -> Reply {
    let reply = Reply::public(news(words, view)).picture(picture(words, view)).ping(view.ping);
    if view.over {
        return reply.buttons(final_buttons(words, view, true));
    }
    let now = GameRev { game: view.game, rev: view.rev };
    let draw = match view.draw {
        DrawWish::Offer => Button::new(words, Label::OfferDraw, OfferAction::Draw(now)),
        // Names the event of the offer, so a click accepts that offer only and never makes a new one.
        DrawWish::Accept(offered) => {
            Button::new(words, Label::AcceptDraw, OfferAction::DrawTake(GameRev { rev: offered, ..now }))
        }
        DrawWish::Claim => Button::new(words, Label::ClaimDraw, OfferAction::Draw(now)),
    };
    let mut buttons = Vec::new();
    if to_move {
        buttons.push(Button::new(words, Label::TypeMove, BoardAction::Type(now)));
    }
    if to_move && view.hints {
        buttons.push(Button::new(words, Label::Hint, HintAction::Piece(now)));
    }
    buttons.push(Button::new(words, Label::Flip, BoardAction::Flip(now)));
    // Where the bot can only respond to interactions, actions on a page could not be shown.
    if view.place.channel.venue() == Venue::Channel {
        buttons.push(Button::new(words, Label::OpenPage, PageAction::Open(view.game)));
    }
    buttons.push(draw);
    buttons.extend(view.takeback.map(|wish| match wish {
        TakebackWish::Ask => Button::new(words, Label::Takeback, OfferAction::Takeback(now)),
        TakebackWish::Allow(asked) => {
            Button::new(words, Label::AllowTakeback, OfferAction::TakebackTake(GameRev { rev: asked, ..now }))
        }
    }));
    buttons.push(Button::new(words, Label::Resign, EndingAction::Resign(now)));
    if view.asks_to_resign {
        buttons.push(Button::new(words, Label::TakeResignation, EndingAction::TakeResignation(now)));
    }
    if view.ply == Ply(0) {
        buttons.push(rules(words, view.variant));
    }
    let menu = move_picker::of_pieces(words, BoardAction::Piece(now), &view.movers());
    // Discord rejects a menu without lines.
    let reply = if menu.lines.is_empty() || !to_move { reply } else { reply.select(menu) };
    let reply = with_buttons(reply, answers(words, view));
    buttons.chunks(ROW_MAX).fold(reply, |reply, row| reply.buttons(row.to_vec()))
}

/// The answers to an offer made on a page, which this board announces.
///
/// Accepting a draw or a takeback is possible below every board.
fn answers(words: &Words, view: &GameView) -> Vec<Button> {
    let News::Happened(Event::Asked(kind, _), _) = view.news else { return Vec::new() };
    let now = GameRev { game: view.game, rev: view.rev };
    let mut buttons = match kind {
        OfferKind::Draw => vec![Button::new(words, Label::Decline, OfferAction::DrawRefuse(now))],
        OfferKind::Takeback => vec![Button::new(words, Label::Decline, OfferAction::TakebackRefuse(now))],
        OfferKind::Abort => vec![
            Button::new(words, Label::AgreeToAbort, OfferAction::AbortTake(now)).style(Style::Yes),
            Button::new(words, Label::PlayOn, OfferAction::AbortPlayOn(now)),
        ],
    };
    let retract = OfferAction::Retract(Offered { kind, made: now });
    buttons.push(Button::new(words, Label::WithdrawOffer, retract));
    buttons
}

/// The current game, shown privately.
///
/// Players get the buttons of the public board, without those for moving while they cannot move; others get
/// only the buttons for everyone.
pub fn for_one(words: &'static Words, view: &GameView, who: UserId) -> Reply {
    if view.game_now.side_of(who).is_some() {
        let board = for_players(words, view, view.to_move == Some(who));
        return Reply { private: true, ..board }.ping(None);
    }
    let reply = Reply::private(news(words, view)).picture(picture(words, view));
    if view.over {
        return reply.buttons(final_buttons(words, view, false));
    }
    let now = GameRev { game: view.game, rev: view.rev };
    let mut buttons = vec![Button::new(words, Label::Flip, BoardAction::Flip(now))];
    buttons.extend(watch(words, view));
    if view.ply == Ply(0) {
        buttons.push(rules(words, view.variant));
    }
    reply.buttons(buttons)
}

/// The button for spectators, if the place can have any.
fn watch(words: &Words, view: &GameView) -> Option<Button> {
    let in_server = view.place.guild.is_some() && view.place.channel.venue() == Venue::Channel;
    in_server.then(|| Button::new(words, Label::Watch, PageAction::Open(view.game)))
}

/// Adds a row of buttons, if there are any.
pub fn with_buttons(reply: Reply, buttons: Vec<Button>) -> Reply {
    if buttons.is_empty() { reply } else { reply.buttons(buttons) }
}

/// The actions on a finished game, for players or for others. These buttons never go out of date.
fn final_buttons(words: &Words, view: &GameView, plays: bool) -> Vec<Button> {
    let now = GameRev { game: view.game, rev: view.rev };
    let players = &view.game_now.players;
    let mut buttons = Vec::new();
    // A player whose data was deleted cannot have a rematch.
    if plays && players.white.is_some() && players.black.is_some() {
        buttons.push(Button::new(words, Label::Rematch, ChallengeAction::Rematch(now)));
    }
    if view.ply > Ply(0) {
        buttons.push(Button::new(words, Label::Replay, HistoryAction::Replay(view.game)));
        buttons.push(Button::new(words, Label::Export, HistoryAction::Export(view.game)));
        buttons.push(Button::new(words, Label::Analysis, HistoryAction::Analyse(view.game)));
    }
    if view.ply > Ply(0) && view.place.channel.venue() == Venue::Channel {
        let open = || Button::new(words, Label::OpenPage, PageAction::Open(view.game));
        buttons.extend(if plays { Some(open()) } else { watch(words, view) });
    }
    if buttons.is_empty() {
        // A finished game always offers a next step.
        buttons.push(rules(words, view.variant));
    }
    buttons
}

/// The message that offers a challenge.
pub fn challenge(words: &'static Words, view: &ChallengeView) -> Reply {
    let id = view.challenge;
    let mut buttons = vec![Button::new(words, Label::Accept, ChallengeAction::Accept(id)).style(Style::Yes)];
    if view.ping.is_some() {
        buttons.push(Button::new(words, Label::Decline, ChallengeAction::Decline(id)));
    }
    buttons.push(Button::new(words, Label::Cancel, ChallengeAction::Cancel(id)));
    buttons.push(rules(words, view.board.variant));
    let said = words.challenge(view, &written);
    let named = view.ping_role.map(|role| written(Mentioned::Role(role)));
    let text = named.map_or_else(|| said.clone(), |role| format!("{role} {said}"));
    Reply { ping_role: view.ping_role, ..Reply::public(text) }
        .picture(of_board(words, &view.board))
        .ping(view.ping)
        .buttons(buttons)
}

/// The effect of an action, as a public message.
pub fn outcome(words: &'static Words, outcome: &Outcome) -> Reply {
    let view = &outcome.view;
    let now = GameRev { game: view.game, rev: view.rev };
    let said = || Reply::public(words.news(view, &written)).ping(view.ping);
    let withdraw = |kind| {
        let action = OfferAction::Withdraw(Offered { kind, made: now });
        Button::new(words, Label::WithdrawOffer, action)
    };
    match outcome.what {
        What::Moved | What::TakenBack | What::Ended => board(words, view),
        What::Asked(OfferKind::Draw) => said().buttons(vec![
            Button::new(words, Label::AcceptDraw, OfferAction::DrawAccept(now)).style(Style::Yes),
            Button::new(words, Label::Decline, OfferAction::DrawDecline(now)),
            withdraw(OfferKind::Draw),
        ]),
        What::Asked(OfferKind::Takeback) => said().buttons(vec![
            Button::new(words, Label::AllowTakeback, OfferAction::TakebackAccept(now)).style(Style::Yes),
            Button::new(words, Label::Decline, OfferAction::TakebackDecline(now)),
            withdraw(OfferKind::Takeback),
        ]),
        What::Asked(OfferKind::Abort) => said().buttons(vec![
            Button::new(words, Label::AgreeToAbort, OfferAction::AbortAgree(now)).style(Style::Yes),
            Button::new(words, Label::PlayOn, OfferAction::AbortRefuse(now)),
            withdraw(OfferKind::Abort),
        ]),
        What::Declined | What::Withdrawn => said(),
    }
}

/// The private confirmation before resigning, aborting, or drawing a game against oneself.
pub fn confirm(words: &Words, question: &Confirm) -> Reply {
    let now = GameRev { game: question.game, rev: question.rev };
    let (yes, means): (_, ComponentAction) = match question.question {
        Question::Resign => (Label::ReallyResign, EndingAction::ResignSure(now).into()),
        Question::Draw => (Label::ReallyDraw, EndingAction::DrawSure(now).into()),
        Question::AcceptDraw => (Label::ReallyDraw, OfferAction::DrawTakeSure(now).into()),
        Question::AskToAbort => (Label::AskToAbort, EndingAction::AbortSure(now).into()),
        Question::Abort | Question::AgreeToAbort => (Label::ReallyAbort, EndingAction::AbortSure(now).into()),
    };
    Reply::private(words.question(question, &written)).buttons(vec![
        Button::new(words, yes, means).style(Style::Danger),
        Button::new(words, Label::KeepPlaying, EndingAction::PlayOn(now)),
    ])
}
