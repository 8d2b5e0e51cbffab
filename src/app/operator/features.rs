//! What whoever runs the bot can switch off for a while. What was begun before goes on.

use crate::app::error::Rejection;
use crate::app::operator::feature::Feature;
use crate::app::{App, AppResult};
use crate::game::Millis;
use crate::store::{Act, ActOn};

impl App {
    /// Whether something is switched off.
    pub fn is_off(&self, feature: Feature) -> bool {
        self.operator_state.now().off.contains(feature.slug())
    }

    /// Refuses what is switched off.
    ///
    /// # Errors
    /// Refused, as said.
    pub fn is_on(&self, feature: Feature) -> Result<(), Rejection> {
        if self.is_off(feature) { Err(Rejection::SwitchedOff(feature)) } else { Ok(()) }
    }

    /// Switches something off, or on again. False: it was so already.
    pub async fn switch(&self, feature: Feature, on: bool, now: Millis) -> AppResult<bool> {
        let what = if on { "feature-on" } else { "feature-off" };
        let reason = feature.slug().to_owned();
        let act = Act { at: now, what: what.to_owned(), on: ActOn::Bot, reason };
        Ok(self.store.switch_feature(feature.slug(), on, &act).await?)
    }
}
