//! `/board`

use futures_util::future::BoxFuture;

use super::{Command, Kind, Opt, optional};
use crate::app::{Side, Target};
use crate::discord::boards;
use crate::discord::desk::{Desk, Done, Handled, Then, caller};
use crate::discord::event::{Call, Interaction};
use crate::discord::reply::Reply;
use crate::render;
use crate::rules::Color;

/// Shows the board again.
pub struct Board;

impl Command for Board {
    fn name(&self) -> &'static str {
        "board"
    }

    fn description(&self) -> &'static str {
        "Show the board again, or read it as text"
    }

    fn help(&self) -> &'static str {
        "Shows the board again at the bottom of the channel. With text, you alone get it as a list and in letters."
    }

    fn options(&self) -> Vec<Opt> {
        let sides = vec![("mine", "mine"), ("White", "white"), ("Black", "black")];
        vec![
            optional("side", "Who is at the bottom", Kind::OneOf(sides)),
            optional("text", "Only for you: every piece in words, and the board in letters", Kind::Flag),
        ]
    }

    fn run<'a>(&'a self, desk: &'a Desk, from: &'a Interaction, call: &'a Call) -> BoxFuture<'a, Handled> {
        Box::pin(async move {
            // Some clients send what the choice says ("White") instead of its value.
            let side = match call.text("side").map(str::to_lowercase).as_deref() {
                Some("mine") => Some(Side::Mine),
                Some("white") => Some(Side::Fixed(Color::White)),
                Some("black") => Some(Side::Fixed(Color::Black)),
                _ => None,
            };
            let view = desk.app.board(&caller(from), Target::Here, side).await?;
            if call.flag("text") == Some(true) {
                let (list, letters) = (render::list_text(&view.board), render::text_board(&view.board));
                let text = format!("{}\n{list}\n```\n{letters}\n```", view.text);
                return Ok(Done::say(Reply::private(text)));
            }
            // Shown on request, to somebody who is looking: no ping.
            let reply = boards::board(&view).ping(None);
            Ok(Done::say(reply).then(Then::board(&view)))
        })
    }
}
