//! The bot's VAPID key pair, which identifies it to push services (RFC 8292).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;
use url::Url;

/// How long a signature is valid, in seconds: half of the day that RFC 8292 allows, to tolerate clock skew.
const GOOD_FOR: i64 = 12 * 3_600;

/// An unusable key pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the key for push messages cannot be used")]
pub struct BadKeys;

/// A P-256 key pair. Never printed.
pub struct Keys {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

impl Keys {
    /// Generates a private key in PKCS #8 format.
    ///
    /// # Errors
    /// If the system's random number generator fails.
    pub fn generate() -> Result<Vec<u8>, BadKeys> {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        Ok(made.map_err(|_| BadKeys)?.as_ref().to_vec())
    }

    /// Reads a private key made by [`Keys::generate`].
    ///
    /// # Errors
    /// If it is not a valid key.
    pub fn read(pkcs8: &[u8]) -> Result<Self, BadKeys> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &random);
        Ok(Self { pair: pair.map_err(|_| BadKeys)?, random })
    }

    /// Returns the public key in the form browsers expect when subscribing: an uncompressed point in URL-safe
    /// base64.
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key().as_ref())
    }

    /// Returns the `Authorization` header of a message to this address.
    ///
    /// `now` is in milliseconds since 1970. `contact` is an https or mailto address where the push service's
    /// operator can reach the bot's operator.
    ///
    /// # Errors
    /// If the system's random number generator fails.
    pub(crate) fn authorization(&self, to: &Url, now: i64, contact: Option<&str>) -> Result<String, BadKeys> {
        let mut claims = json!({
            "aud": to.origin().ascii_serialization(),
            "exp": now.div_euclid(1_000) + GOOD_FOR,
        });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let coded = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", coded(json!({ "typ": "JWT", "alg": "ES256" })), coded(claims));
        let signature = self.pair.sign(&self.random, signed.as_bytes()).map_err(|_| BadKeys)?;
        let token = format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref()));
        Ok(format!("vapid t={token}, k={}", self.public()))
    }
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(***)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    #[test]
    fn a_message_is_signed_for_its_service_and_for_half_a_day() {
        let keys = Keys::read(&Keys::generate().expect("randomness")).expect("keys");
        let to = Url::parse("https://fcm.googleapis.com/fcm/send/abc").expect("an address");
        let header = keys.authorization(&to, 1_000_000_500, Some("https://chess.example")).expect("a header");
        let (token, key) =
            header.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("both");
        assert_eq!(key, keys.public());
        let (signed, signature) = token.rsplit_once('.').expect("three parts");
        let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64");
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decoded(key));
        public.verify(signed.as_bytes(), &decoded(signature)).expect("the signature holds");
        let (head, claims) = signed.split_once('.').expect("two parts");
        let json =
            |text: &str| -> serde_json::Value { serde_json::from_slice(&decoded(text)).expect("JSON") };
        assert_eq!(json(head), json!({ "typ": "JWT", "alg": "ES256" }));
        let wanted =
            json!({ "aud": "https://fcm.googleapis.com", "exp": 1_043_200, "sub": "https://chess.example" });
        assert_eq!(json(claims), wanted);
        assert!(!format!("{keys:?}").contains(&key[..8]));
    }

    #[test]
    fn keys_are_the_same_when_they_are_read_again_and_others_are_refused() {
        let kept = Keys::generate().expect("randomness");
        let public = |kept: &[u8]| Keys::read(kept).map(|keys| keys.public());
        assert_eq!(public(&kept), public(&kept));
        assert_ne!(public(&kept), public(&Keys::generate().expect("randomness")));
        assert_eq!(public(&kept[1..]), Err(BadKeys));
        assert_eq!(URL_SAFE_NO_PAD.decode(public(&kept).expect("keys")).expect("base64").len(), 65);
    }
}
