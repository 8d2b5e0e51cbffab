//! The message of a ladder.

use crate::app::LadderView;
use crate::discord::actions::LadderAction;
use crate::discord::reply::{Button, Reply};
use crate::discord::rest::mentions::written;
use crate::words::{Label, Words};

/// The message of a ladder, with its buttons.
pub fn message(words: &Words, view: &LadderView) -> Reply {
    Reply::public(words.ladder(view, None, &written)).buttons(buttons(words, view))
}

pub(in crate::discord) fn buttons(words: &Words, view: &LadderView) -> Vec<Button> {
    if view.is_closed {
        return Vec::new();
    }
    let button = |label, action: LadderAction| Button::new(words, label, action);
    vec![
        button(Label::ChallengeUp, LadderAction::Up(view.id)),
        button(Label::JoinLadder, LadderAction::Join(view.id)),
        button(Label::LeaveLadder, LadderAction::Leave(view.id)),
    ]
}
