//! What a rated game means for the ratings of its players.

use crate::game::Rating;
use crate::rules::{ByColor, listed};

/// How somebody stands in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingNow {
    /// The rating as it was when the period began.
    pub kept: Rating,
    /// What it would be if the period ended now.
    pub now: Rating,
}

/// What a rated game between two people would change, if the period ended then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// What the rating would be now.
    pub now: Rating,
    /// What it would be after a loss, a draw and a win.
    pub after: [Rating; 3],
}

/// What is told of a rated game before it is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StakesOffered {
    /// To anyone: how the challenger stands; none: they show it to nobody here.
    Anyone(Option<Rating>),
    /// To one person: what it would change for the challenger, and for them; none for who shows it to nobody here.
    Two([Option<Stakes>; 2]),
}

/// What a rated game means for its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedNews {
    /// It goes on, and is to count.
    Counts,
    /// It has ended: how each player stood before it and after it, if the period ended now; none for who shows it to nobody here.
    Changed(ByColor<Option<(Rating, Rating)>>),
    /// It has ended and changes nothing.
    Unchanged(Uncounted),
}

listed! {
    /// Why a rated game changes nothing.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Uncounted {
        /// It has no result, or ended before each side had made a move.
        NoResult,
        /// These two have had as many games of it this week as count.
        Enough,
    }
}

listed! {
    /// Why a challenge cannot be to a rated game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NotRated {
        /// The game is from a file.
        OwnGame,
        /// Nobody else plays.
        Alone,
        /// The bot plays.
        Engine,
        /// Hints are agreed.
        Hints,
        /// It starts from a typed position.
        OwnPosition,
        /// It has no clock, so that whoever loses could stay away.
        NoPace,
    }
}
