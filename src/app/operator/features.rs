//! Switching features off and on. What was begun before continues.

use crate::app::error::Rejection;
use crate::app::operator::feature::Feature;
use crate::app::{App, AppResult};
use crate::game::Millis;
use crate::store::{Act, ActOn};

impl App {
    /// True if the feature is switched off.
    pub fn is_off(&self, feature: Feature) -> bool {
        self.operator_state.now().off.contains(feature.slug())
    }

    /// Refuses a feature that is switched off.
    ///
    /// # Errors
    /// Refused if it is switched off.
    pub fn is_on(&self, feature: Feature) -> Result<(), Rejection> {
        if self.is_off(feature) { Err(Rejection::SwitchedOff(feature)) } else { Ok(()) }
    }

    /// Switches a feature off or on. False: it already was.
    pub async fn switch(&self, feature: Feature, on: bool, now: Millis) -> AppResult<bool> {
        let what = if on { "feature-on" } else { "feature-off" };
        let reason = feature.slug().to_owned();
        let act = Act { at: now, what: what.to_owned(), on: ActOn::Bot, reason };
        Ok(self.store.switch_feature(feature.slug(), on, &act).await?)
    }
}
