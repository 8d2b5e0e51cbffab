//! The message of a tournament.

use crate::app::TournamentView;
use crate::discord::actions::TournamentAction;
use crate::discord::reply::{Button, Content, Picture, Reply};
use crate::discord::rest::mentions::written;
use crate::game::TournamentState;
use crate::render::{Look, Theme};
use crate::words::{Label, Words};

/// The message of a tournament, with its buttons.
pub fn message(words: &'static Words, view: &TournamentView) -> Reply {
    let button = |label, action: TournamentAction| Button::new(words, label, action);
    let id = view.id;
    let reply = shown(words, view, Look::default().theme);
    match view.state {
        TournamentState::Open => reply.buttons(vec![
            button(Label::JoinTournament, TournamentAction::Join(id)),
            button(Label::LeaveTournament, TournamentAction::Leave(id)),
            button(Label::BeginTournament, TournamentAction::Begin(id)),
        ]),
        TournamentState::Running => reply.buttons(vec![
            button(Label::TournamentGames, TournamentAction::Games(id)),
            button(Label::Withdraw, TournamentAction::Withdraw(id)),
        ]),
        TournamentState::Over | TournamentState::CalledOff => reply,
    }
}

/// A tournament's current state, with its cross table once it has begun.
pub(in crate::discord) fn shown(
    words: &'static Words,
    view: &TournamentView,
    theme: &'static Theme,
) -> Reply {
    let reply = Reply::public(words.tournament(view, &written));
    match &view.picture {
        None => reply,
        Some(table) => {
            let content = Content::Scores { table: Box::new(table.clone()), theme };
            reply.picture(Picture::new(words, "table.png", content, &words.tournament_alt(view)))
        }
    }
}
