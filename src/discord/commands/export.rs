//! `/export`

use super::{Opt, OptionKind, Wish, chosen, optional};
use crate::app::Target;
use crate::discord::context::{Desk, Done, Handled, Stop, caller};
use crate::discord::features::history::{self, FileKind};
use crate::discord::interaction::{Call, Interaction};

/// Gives a game as a file.
pub struct ExportGame {
    /// Which.
    kind: FileKind,
}

impl Wish for ExportGame {
    const NAME: &'static str = "export";
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("format", OptionKind::OneOf(&["pgn", "fen", "gif"]))]
    }

    fn read(call: &Call, from: &Interaction) -> Result<Self, Stop> {
        Ok(Self {
            kind: match chosen::<Self>(call, from, "format") {
                Some("gif") => FileKind::Gif,
                Some("fen") => FileKind::Fen,
                _ => FileKind::Pgn,
            },
        })
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        let past = desk.app.past(&caller(from), Target::Here).await?;
        Ok(Done::say(history::file(desk, from, &past, self.kind).await))
    }
}
