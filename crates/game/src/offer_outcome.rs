//! The outcome of an offer, read from the log of its game.

use super::{Ending, EventKind, LogEntry, OfferKind, Rev};
use rules::Color;

/// The outcome of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferOutcome {
    /// The other side agreed.
    Accepted,
    /// The other side declined.
    Declined,
    /// The other side moved instead.
    PlayedOn,
    /// The asking side withdrew it.
    Withdrawn,
    /// Moves were taken back, which changed the position.
    TakenBack,
    /// The game ended as the offer proposed, but without the other side's agreement.
    EndedSo,
    /// The game ended in another way, or was set aside.
    Over,
}

/// An offer that is no longer open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledOffer {
    /// What was asked for.
    pub ask: OfferKind,
    /// The side that asked.
    pub by: Color,
    /// Its outcome.
    pub outcome: OfferOutcome,
}

impl SettledOffer {
    /// Returns the outcome of the offer made by event `rev`.
    ///
    /// `None` if it is still open, or if that event made no offer. This needs no rules, so it also works for
    /// a game that the current rules cannot replay.
    pub fn in_log(log: &[LogEntry], rev: Rev) -> Option<Self> {
        let made = usize::try_from(rev.0).ok()?.checked_sub(1)?;
        let entry = log.get(made).filter(|entry| entry.kind == EventKind::Asked)?;
        let ask: OfferKind = entry.text.parse().ok()?;
        let by = entry.by?;
        let outcome = log[made + 1..].iter().find_map(|later| outcome(ask, by, later))?;
        Some(Self { ask, by, outcome })
    }
}

/// Returns the effect of a later event on an offer that was open until then.
fn outcome(ask: OfferKind, by: Color, later: &LogEntry) -> Option<OfferOutcome> {
    let others = later.by == Some(by.other());
    let of_it = later.text == ask.slug();
    match later.kind {
        EventKind::Move if others => Some(OfferOutcome::PlayedOn),
        EventKind::Declined if others && of_it => Some(OfferOutcome::Declined),
        EventKind::Withdrawn if !others && of_it => Some(OfferOutcome::Withdrawn),
        EventKind::Takeback if ask == OfferKind::Takeback => Some(OfferOutcome::Accepted),
        EventKind::Takeback => Some(OfferOutcome::TakenBack),
        EventKind::Ended => Some(ended(ask, others, later.text.parse().ok())),
        EventKind::SetAside => Some(OfferOutcome::Over),
        EventKind::Begun
        | EventKind::Move
        | EventKind::Asked
        | EventKind::Declined
        | EventKind::Withdrawn => None,
    }
}

/// Returns the effect of the game's end on the offer; `others` means that the other side ended the game.
fn ended(ask: OfferKind, others: bool, ending: Option<Ending>) -> OfferOutcome {
    match (ask, ending) {
        (OfferKind::Draw, Some(Ending::Agreed)) | (OfferKind::Abort, Some(Ending::Aborted)) if others => {
            OfferOutcome::Accepted
        }
        (OfferKind::Abort, Some(ending)) if ending.is_abort() => OfferOutcome::EndedSo,
        _ => OfferOutcome::Over,
    }
}
