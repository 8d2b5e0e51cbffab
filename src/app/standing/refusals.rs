//! The reasons why a challenge cannot be rated.

use strum::IntoStaticStr;

use crate::app::error::{FeatureRefusal, RejectionKind};
use crate::rules::listed;

listed! {
    /// The reason why a challenge cannot be rated.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
    #[strum(serialize_all = "kebab-case", prefix = "refused-not-rated-")]
    pub enum NotRated {
        /// The game is from a file.
        OwnGame,
        /// There is no opponent.
        Alone,
        /// The opponent is the bot.
        Engine,
        /// Hints are agreed.
        Hints,
        /// It starts from a typed position.
        OwnPosition,
        /// It has no clock, so a losing player could stop playing.
        NoPace,
    }
}

impl FeatureRefusal for NotRated {
    fn kind(&self) -> RejectionKind {
        RejectionKind::NotAllowed
    }

    fn message(&self) -> &'static str {
        self.into()
    }
}
