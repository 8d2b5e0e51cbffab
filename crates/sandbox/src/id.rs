//! Snowflakes: 64-bit ids that sort by time and are serialized as text.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// Discord's epoch (2015-01-01), from which snowflakes count, in Unix milliseconds.
const EPOCH_MS: u64 = 1_420_070_400_000;

/// A snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Id(pub u64);

impl Id {
    /// Returns the first id of a millisecond.
    pub fn at_ms(unix_ms: u64) -> Self {
        Self(unix_ms.saturating_sub(EPOCH_MS) << 22)
    }

    /// Returns the creation time, in Unix milliseconds.
    pub fn unix_ms(self) -> u64 {
        (self.0 >> 22) + EPOCH_MS
    }

    /// Parses a JSON text or number.
    pub fn from_json(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => text.parse().ok(),
            Value::Number(number) => number.as_u64().map(Self),
            _ => None,
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Self::from_json(&value).ok_or_else(|| serde::de::Error::custom("not a snowflake"))
    }
}

/// Formats a time as Discord does: `2026-11-21T04:30:00.123000+00:00`.
pub(crate) fn iso(unix_ms: u64) -> String {
    let (days, ms) = ((unix_ms / 86_400_000) as i64, unix_ms % 86_400_000);
    // Civil date from a day count, computed in eras of 400 years that begin in March.
    let z = days + 719_468;
    let (era, doe) = (z.div_euclid(146_097), z.rem_euclid(146_097));
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let day = doy - (153 * mp + 2) / 5 + 1;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    let year = yoe + era * 400 + i64::from(month <= 2);
    let (h, m, s) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{h:02}:{m:02}:{s:02}.{:03}000+00:00", ms % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_discord_writes_them() {
        assert_eq!(iso(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(iso(1_709_210_096_789), "2024-02-29T12:34:56.789000+00:00");
        assert_eq!(iso(1_735_689_599_999), "2024-12-31T23:59:59.999000+00:00");
    }

    #[test]
    fn a_snowflake_tells_its_time() {
        assert_eq!(Id(175_928_847_299_117_063).unix_ms(), 1_462_015_105_796);
        assert_eq!(Id::at_ms(1_462_015_105_796).unix_ms(), 1_462_015_105_796);
    }
}
