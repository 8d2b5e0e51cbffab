//! What has become of an offer, as the log of its game tells it.

use super::{Ending, EventKind, LogEntry, OfferKind, Rev};
use rules::Color;

/// What has become of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferOutcome {
    /// The other side agreed.
    Accepted,
    /// The other side declined.
    Declined,
    /// The other side moved instead.
    PlayedOn,
    /// Its side asked for something else instead.
    Withdrawn,
    /// Moves were taken back, so that another position is on the board.
    TakenBack,
    /// The game ended as it asked for, but not because the other side agreed.
    EndedSo,
    /// The game ended otherwise, or was set aside.
    Over,
}

/// An offer that is no longer open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledOffer {
    /// What was asked for.
    pub ask: OfferKind,
    /// Who asked.
    pub by: Color,
    /// What has become of it.
    pub fate: OfferOutcome,
}

impl SettledOffer {
    /// The offer that the event of this number made. None: it is still open, or that event made none. No rules are needed for
    /// this, so it is known also of a game that today's cannot replay.
    pub fn in_log(log: &[LogEntry], rev: Rev) -> Option<Self> {
        let made = usize::try_from(rev.0).ok()?.checked_sub(1)?;
        let entry = log.get(made).filter(|entry| entry.kind == EventKind::Asked)?;
        let ask = OfferKind::ALL.into_iter().find(|ask| ask.slug() == entry.text)?;
        let by = entry.by?;
        let fate = log[made + 1..].iter().find_map(|later| fate(ask, by, later))?;
        Some(Self { ask, by, fate })
    }
}

/// What a later event makes of an offer that was open until then.
fn fate(ask: OfferKind, by: Color, later: &LogEntry) -> Option<OfferOutcome> {
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

/// What the end of the game makes of it; `others`: the other side has ended it.
fn ended(ask: OfferKind, others: bool, ending: Option<Ending>) -> OfferOutcome {
    match (ask, ending) {
        (OfferKind::Draw, Some(Ending::Agreed)) | (OfferKind::Abort, Some(Ending::Aborted)) if others => {
            OfferOutcome::Accepted
        }
        (OfferKind::Abort, Some(ending)) if ending.is_abort() => OfferOutcome::EndedSo,
        _ => OfferOutcome::Over,
    }
}
