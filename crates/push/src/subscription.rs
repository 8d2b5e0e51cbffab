//! The subscription that a browser provides in order to receive messages.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::{Host, Url};
use web_push_native::Auth;
use web_push_native::p256::PublicKey;

/// The push services of browser vendors: an exact host or, with a leading dot, all its subdomains.
const SERVICES: &[&str] = &[
    // Chrome, Edge on Android and other Chromium-based browsers.
    "fcm.googleapis.com",
    // Firefox.
    ".push.services.mozilla.com",
    // Safari.
    ".push.apple.com",
    // Edge on Windows.
    ".notify.windows.com",
];
/// The longest accepted address, in bytes. Addresses in use have 100 to 700.
const ADDRESS_MAX: usize = 2_000;

/// Why a subscription is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotTaken {
    /// The address is not a plain https URL, or it has a user name, a password, a port or a fragment.
    #[error("this is no address of a push service")]
    NoAddress,
    /// The host is not a known push service.
    #[error("this push service is not known")]
    UnknownService,
    /// The keys are malformed.
    #[error("these are no keys of a browser")]
    NoKeys,
}

/// The address that a browser receives messages at, and the keys to encrypt them with.
#[derive(Clone, Debug)]
pub struct Subscription {
    pub(crate) address: Url,
    pub(crate) key: PublicKey,
    pub(crate) secret: Auth,
}

impl Subscription {
    /// Reads a subscription from a browser.
    ///
    /// `key` is its public key (`p256dh`) and `secret` the secret shared with the sender (`auth`), both in
    /// URL-safe base64.
    ///
    /// # Errors
    /// See [`NotTaken`].
    pub fn read(address: &str, key: &str, secret: &str) -> Result<Self, NotTaken> {
        if address.len() > ADDRESS_MAX {
            return Err(NotTaken::NoAddress);
        }
        let address = Url::parse(address).map_err(|_| NotTaken::NoAddress)?;
        let is_plain = address.scheme() == "https"
            && address.username().is_empty()
            && address.password().is_none()
            && address.port().is_none()
            && address.fragment().is_none();
        if !is_plain {
            return Err(NotTaken::NoAddress);
        }
        let Some(Host::Domain(host)) = address.host() else { return Err(NotTaken::UnknownService) };
        let is_known = |service: &str| {
            if service.starts_with('.') { host.ends_with(service) } else { host == service }
        };
        if !SERVICES.iter().any(|service| is_known(service)) {
            return Err(NotTaken::UnknownService);
        }
        // Some browsers pad with `=`.
        let bytes =
            |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| NotTaken::NoKeys);
        let key = PublicKey::from_sec1_bytes(&bytes(key)?).map_err(|_| NotTaken::NoKeys)?;
        let secret: [u8; 16] = bytes(secret)?.try_into().map_err(|_| NotTaken::NoKeys)?;
        Ok(Self { address, key, secret: Auth::from(secret) })
    }

    /// Returns the host of its push service, which identifies the browser's vendor.
    pub fn service(&self) -> &str {
        self.address.host_str().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the example in RFC 8291, section 5.
    const KEY: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    #[test]
    fn only_the_known_services_are_called_and_by_https_alone() {
        let read =
            |address: &str| Subscription::read(address, KEY, SECRET).map(|made| made.service().to_owned());
        for (address, host) in [
            ("https://fcm.googleapis.com/fcm/send/abc:d-e_f", "fcm.googleapis.com"),
            ("https://updates.push.services.mozilla.com/wpush/v2/gAAA", "updates.push.services.mozilla.com"),
            ("https://web.push.apple.com/QGuQ", "web.push.apple.com"),
            ("https://wns2-par02p.notify.windows.com/w/?token=BQY", "wns2-par02p.notify.windows.com"),
            ("https://FCM.googleapis.com:443/x", "fcm.googleapis.com"),
        ] {
            assert_eq!(read(address).as_deref(), Ok(host), "{address}");
        }
        for address in [
            "http://fcm.googleapis.com/x",
            "https://fcm.googleapis.com:8443/x",
            "https://me@fcm.googleapis.com/x",
            "https://me:secret@fcm.googleapis.com/x",
            "https://fcm.googleapis.com/x#y",
            "file:///etc/passwd",
            "",
            "fcm.googleapis.com",
        ] {
            assert_eq!(read(address), Err(NotTaken::NoAddress), "{address}");
        }
        for address in [
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://localhost/x",
            "https://push.apple.com/x",
            "https://evilpush.apple.com.example/x",
            "https://notfcm.googleapis.com/x",
            "https://x.fcm.googleapis.com/x",
            "https://xnotify.windows.com/x",
        ] {
            assert_eq!(read(address), Err(NotTaken::UnknownService), "{address}");
        }
        let long = format!("https://fcm.googleapis.com/{}", "x".repeat(2_000));
        assert_eq!(read(&long), Err(NotTaken::NoAddress));
    }

    #[test]
    fn keys_are_a_point_of_the_curve_and_sixteen_bytes() {
        let read = |key: &str, secret: &str| {
            Subscription::read("https://fcm.googleapis.com/x", key, secret).map(|_| ())
        };
        assert_eq!(read(KEY, SECRET), Ok(()));
        assert_eq!(read(&format!("{KEY}="), &format!("{SECRET}==")), Ok(()));
        for (key, secret) in
            [("", SECRET), (KEY, ""), (&KEY[..80], SECRET), (KEY, &SECRET[..20]), (KEY, "*"), (SECRET, KEY)]
        {
            assert_eq!(read(key, secret), Err(NotTaken::NoKeys), "{key} {secret}");
        }
        // The result for a point off the curve would leak key bits.
        let off = KEY.replacen("BCVx", "BCVy", 1);
        assert_eq!(read(&off, SECRET), Err(NotTaken::NoKeys));
    }
}
