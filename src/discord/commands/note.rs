//! `/note`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, optional};
use crate::app::NoteWish;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;
use crate::discord::reply::Reply;
use crate::words::NotDone;

/// Maximum characters of a note.
const LONGEST: u16 = 500;
/// The largest move number accepted; no game is that long.
const LARGEST: u32 = 1_000_000;

/// Writes a private note about a game.
pub struct TakeNote(NoteWish);

impl SlashCommand for TakeNote {
    const NAME: &'static str = "note";
    const GROUP: CommandGroup = CommandGroup::Learn;
    const FOR_ONE: bool = true;

    fn options() -> Vec<Opt> {
        vec![
            optional("text", OptionKind::Text(LONGEST)),
            optional("move", OptionKind::Number(0, LARGEST)),
            optional("remove", OptionKind::Flag),
        ]
    }

    fn only_reads(call: &Call) -> bool {
        call.text("text").is_none() && call.flag("remove") != Some(true)
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        // One line, because a note is listed among moves. Control characters are removed: PostgreSQL rejects
        // NUL.
        let plain = |text: &str| text.replace(|c: char| c.is_control() && !c.is_whitespace(), "");
        let text = call.text("text").map(|text| plain(text).split_whitespace().collect::<Vec<_>>().join(" "));
        let text = text.filter(|text| !text.is_empty());
        let number = call.number("move").map(|number| number.clamp(0, i64::from(LARGEST)) as u32);
        Ok(Self(match (text, call.flag("remove") == Some(true)) {
            (Some(_), true) => return Err(HandlerError::not_done(interaction, NotDone::NoteOrRemove)),
            (Some(text), false) => NoteWish::Write(text, number),
            (None, true) => NoteWish::Remove(number),
            (None, false) => NoteWish::See,
        }))
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let (past, written) = ctx.app.note(&caller(interaction), self.0).await?;
        Ok(Response::say(Reply::private(private(interaction).notes(&past, written.as_ref()))))
    }
}
