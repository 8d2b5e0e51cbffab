//! `/board`

use super::{Opt, OptionKind, Wish, optional};
use crate::app::{Side, Target};
use crate::discord::boards;
use crate::discord::desk::{Desk, Done, Handled, Stop, Then, caller};
use crate::discord::event::{Call, Interaction};
use crate::discord::language::public;
use crate::discord::mentions::written;
use crate::discord::reply::Reply;
use crate::rules::Color;
use crate::words::Words;

/// Shows the board again.
pub struct ShowBoard {
    /// Who is at the bottom, if that was said.
    side: Option<Side>,
    /// In words and letters, for one person alone.
    text: bool,
}

impl Wish for ShowBoard {
    const NAME: &'static str = "board";
    const DESCRIPTION: &'static str = "Show the board again, or read it as text";
    const HELP: &'static str = "Shows the board again at the bottom of the channel. With text, you alone get it as a list and in letters.";

    fn options() -> Vec<Opt> {
        let sides = vec![("mine", "mine"), ("White", "white"), ("Black", "black")];
        vec![
            optional("side", "Who is at the bottom", OptionKind::OneOf(sides)),
            optional(
                "text",
                "Only for you: every piece in words, and the board in letters",
                OptionKind::Flag,
            ),
        ]
    }

    fn read(call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        // Some clients send what the choice says ("White") instead of its value.
        let side = match call.text("side").map(str::to_lowercase).as_deref() {
            Some("mine") => Some(Side::Mine),
            Some("white") => Some(Side::Fixed(Color::White)),
            Some("black") => Some(Side::Fixed(Color::Black)),
            _ => None,
        };
        Ok(Self { side, text: call.flag("text") == Some(true) })
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        let view = desk.app.board(&caller(from), Target::Here, self.side).await?;
        if self.text {
            let words = Words::english();
            let (list, letters) = (words.list_text(&view.board), words.text_board(&view.board));
            let text = format!("{}\n{list}\n```\n{letters}\n```", words.news(&view, &written));
            return Ok(Done::say(Reply::private(text)));
        }
        // Shown on request, to somebody who is looking: no ping.
        let reply = boards::board(public(from), &view).ping(None);
        Ok(Done::say(reply).then(Then::board(&view)))
    }
}
