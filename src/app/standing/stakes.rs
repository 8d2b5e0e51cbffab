//! The stakes of a rated game: the possible changes to its players' ratings.

use crate::game::Rating;
use crate::rules::{ByColor, listed};

/// A player's rating in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingNow {
    /// The rating at the beginning of the period.
    pub kept: Rating,
    /// The rating if the period ended now.
    pub now: Rating,
}

/// The possible rating changes of a game between two people, if the period ended then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// The rating if the period ended now.
    pub now: Rating,
    /// The rating after a loss, a draw and a win.
    pub after: [Rating; 3],
}

/// The stakes shown before a rated game is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StakesOffered {
    /// An open challenge: the challenger's rating; `None`: hidden here.
    Anyone(Option<Rating>),
    /// A challenge to one user: the stakes of the challenger and of the opponent; `None` where hidden here.
    Two([Option<Stakes>; 2]),
}

/// The effect of a rated game on its players' ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedNews {
    /// The game is live and will count.
    Counts,
    /// The game is over: each player's rating before and after it, if the period ended now; `None` where
    /// hidden here.
    Changed(ByColor<Option<(Rating, Rating)>>),
    /// The game is over and changes nothing.
    Unchanged(Uncounted),
}

listed! {
    /// The reason why a rated game changes nothing.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Uncounted {
        /// It has no result, or ended before each side had moved.
        NoResult,
        /// These two have reached the number of games that count this week.
        Enough,
    }
}
