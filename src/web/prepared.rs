//! Moves that a player prepares on a page (premoves).

use serde::Serialize;

use super::actions::Action;
use super::reader::{Reader, plain};
use crate::app::PremovesView;
use crate::rules::Square;

/// The origin of a dropped piece, in place of a square.
const HAND: &str = "hand";

/// The prepared moves, and whether more can be prepared now.
#[derive(Serialize)]
pub(super) struct Prepared {
    can: bool,
    /// That prepared moves were discarded, or the heading of the lines.
    says: String,
    lines: Vec<String>,
    /// The squares from and to which the replies go.
    ways: Vec<[String; 2]>,
    forget: Option<Action>,
}

impl Reader {
    pub(super) fn prepared(self, view: &PremovesView) -> Prepared {
        let words = self.words;
        let is_empty = view.lines.is_empty();
        let at = |square: Option<Square>| square.map_or_else(|| HAND.to_owned(), |at| at.to_string());
        let dropped = view.dropped.then(|| words.premoves_dropped(view.variant));
        let kept = (!is_empty).then(|| words.premoves_kept(view.variant));
        Prepared {
            can: !view.own_turn,
            says: plain(&[dropped, kept].into_iter().flatten().collect::<Vec<_>>().join(" ")),
            lines: view.lines.iter().map(|line| plain(&words.prepared_line(line))).collect(),
            ways: view.ways.iter().map(|(from, to)| [at(*from), to.to_string()]).collect(),
            forget: (!is_empty).then(|| Action::forgets(words)),
        }
    }
}
