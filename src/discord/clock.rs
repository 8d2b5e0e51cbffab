//! What time it is.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::game::Millis;

/// The present moment, as the games count it.
pub fn now() -> Millis {
    Millis(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |past| past.as_millis() as i64))
}
