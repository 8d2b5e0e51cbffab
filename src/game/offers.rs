//! Offers of a draw and requests to abort.

use super::Ply;
use crate::rules::Color;
use std::fmt;
use std::str::FromStr;

/// What the other side can be asked to agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A draw.
    Draw,
    /// To end the game without a result.
    Abort,
}

impl Ask {
    const ALL: [Self; 2] = [Self::Draw, Self::Abort];

    fn slug(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Abort => "abort",
        }
    }
}

/// Something a side asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// For what.
    pub ask: Ask,
    /// Who asked.
    pub by: Color,
    /// When, in moves played; the buttons that answer it carry it.
    pub ply: Ply,
    /// It still waits for an answer. A closed one is kept until its side has moved: until then it may not ask again.
    pub open: bool,
}

/// The offers of a game: at most one a side and kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers(Vec<Offer>);

impl Offers {
    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Offer> {
        self.0.iter()
    }

    /// What a side asked last, open or not.
    pub fn get(&self, ask: Ask, by: Color) -> Option<Offer> {
        self.0.iter().copied().find(|o| o.ask == ask && o.by == by)
    }

    /// What a side is waiting for.
    pub fn open(&self, ask: Ask, by: Color) -> Option<Offer> {
        self.get(ask, by).filter(|o| o.open)
    }

    pub(super) fn put(&mut self, offer: Offer) {
        self.remove(offer.ask, offer.by);
        self.0.push(offer);
    }

    pub(super) fn remove(&mut self, ask: Ask, by: Color) {
        self.0.retain(|o| o.ask != ask || o.by != by);
    }

    pub(super) fn close(&mut self, ask: Ask, by: Color) {
        for offer in self.0.iter_mut().filter(|o| o.ask == ask && o.by == by) {
            offer.open = false;
        }
    }

    pub(super) fn close_all_of(&mut self, by: Color) {
        for offer in self.0.iter_mut().filter(|o| o.by == by) {
            offer.open = false;
        }
    }
}

/// The stored form: `draw white 12 open;abort black 7 spent`.
impl fmt::Display for Offers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, offer) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { ";" };
            let state = if offer.open { "open" } else { "spent" };
            write!(f, "{separator}{} {} {} {state}", offer.ask.slug(), offer.by.slug(), offer.ply)?;
        }
        Ok(())
    }
}

/// The text is no stored form of offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoOffers;

impl FromStr for Offers {
    type Err = NoOffers;

    fn from_str(text: &str) -> Result<Self, NoOffers> {
        let offers = text.split(';').filter(|part| !part.is_empty()).map(|part| one(part).ok_or(NoOffers));
        offers.collect::<Result<_, _>>().map(Self)
    }
}

fn one(text: &str) -> Option<Offer> {
    let mut words = text.split(' ');
    let (ask, by, ply, state) = (words.next()?, words.next()?, words.next()?, words.next()?);
    Some(Offer {
        ask: Ask::ALL.into_iter().find(|a| a.slug() == ask)?,
        by: Color::BOTH.into_iter().find(|c| c.slug() == by)?,
        ply: Ply(ply.parse().ok()?),
        open: match state {
            "open" => true,
            "spent" => false,
            _ => return None,
        },
    })
}
