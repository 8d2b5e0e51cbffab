//! `/board`

use super::{Opt, OptionKind, Wish, chosen, optional};
use crate::app::{Side, Target};
use crate::discord::boards;
use crate::discord::desk::{Desk, Done, Handled, Stop, Then, caller};
use crate::discord::event::{Call, Interaction};
use crate::discord::language::{private, public};
use crate::discord::mentions::written;
use crate::discord::reply::Reply;
use crate::rules::Color;

/// Shows the board again.
pub struct ShowBoard {
    /// Who is at the bottom, if that was said.
    side: Option<Side>,
    /// In words and letters, for one person alone.
    text: bool,
}

impl Wish for ShowBoard {
    const NAME: &'static str = "board";
    const ONLY_SHOWS: bool = true;

    fn options() -> Vec<Opt> {
        vec![
            optional("side", OptionKind::OneOf(&["mine", "white", "black"])),
            optional("text", OptionKind::Flag),
        ]
    }

    /// As text it is for one person alone.
    fn only_reads(call: &Call) -> bool {
        call.flag("text") == Some(true)
    }

    fn read(call: &Call, from: &Interaction) -> Result<Self, Stop> {
        let side = match chosen::<Self>(call, from, "side") {
            Some("mine") => Some(Side::Mine),
            Some("white") => Some(Side::Fixed(Color::White)),
            Some("black") => Some(Side::Fixed(Color::Black)),
            _ => None,
        };
        Ok(Self { side, text: Self::only_reads(call) })
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        let view = desk.app.board(&caller(from), Target::Here, self.side).await?;
        if self.text {
            let words = private(from);
            let (list, letters) = (words.list_text(&view.board), words.text_board(&view.board));
            let text = format!("{}\n{list}\n```\n{letters}\n```", words.news(&view, &written));
            return Ok(Done::say(Reply::private(text)));
        }
        // Shown on request, to somebody who is looking: no ping.
        let reply = boards::board(public(from), &view).ping(None);
        Ok(Done::say(reply).then(Then::board(&view)))
    }
}
