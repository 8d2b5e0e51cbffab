//! The kind of device on which a page is open, as reported by the browser, so that users can distinguish
//! their pages.

use super::{App, AppResult};
use crate::game::PageGrantId;
use strum::{EnumIter, EnumString, IntoStaticStr};

/// A kind of device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Device {
    Phone,
    Tablet,
    Computer,
}

impl Device {
    /// Detects it from the browser's user agent; `None`: unknown.
    pub fn of_browser(name: &str) -> Option<Self> {
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if has(&["iPad", "Tablet"]) || has(&["Android"]) && !has(&["Mobile"]) {
            Some(Self::Tablet)
        } else if has(&["iPhone", "iPod", "Mobile"]) {
            Some(Self::Phone)
        } else {
            has(&["Windows NT", "Macintosh", "X11", "CrOS", "Linux"]).then_some(Self::Computer)
        }
    }
}

impl App {
    /// Records the device on which a page is open.
    pub async fn note_page_device(&self, page: PageGrantId, device: Device) -> AppResult<()> {
        Ok(self.store.page_device(page, device.into()).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_say_on_what_they_run() {
        for (name, device) in [
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36",
                Some(Device::Phone),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
                Some(Device::Phone),
            ),
            ("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0", Some(Device::Phone)),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
                Some(Device::Tablet),
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
                Some(Device::Tablet),
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
                Some(Device::Computer),
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
                Some(Device::Computer),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
                Some(Device::Computer),
            ),
            ("curl/8.0", None),
        ] {
            assert_eq!(Device::of_browser(name), device, "{name}");
        }
    }
}
