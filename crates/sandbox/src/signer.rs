//! Signs the interactions that Discord sends by HTTP.

use ring::signature::{Ed25519KeyPair, KeyPair as _};

/// The key pair that signs an application's interactions.
pub(crate) struct Signer(Ed25519KeyPair);

impl Signer {
    /// Creates a new key pair.
    pub fn new() -> Result<Self, String> {
        let seed: [u8; 32] = std::array::from_fn(|_| fastrand::u8(..));
        Ed25519KeyPair::from_seed_unchecked(&seed)
            .map(Self)
            .map_err(|error| format!("No key was made: {error}."))
    }

    /// Returns the public key in hexadecimal digits.
    pub fn public_key(&self) -> String {
        hex(self.0.public_key().as_ref())
    }

    /// Signs a body sent at this time.
    pub fn sign(&self, timestamp: &str, body: &[u8]) -> String {
        hex(self.0.sign(&[timestamp.as_bytes(), body].concat()).as_ref())
    }
}

/// Encodes bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

/// Returns the timestamp to sign a request with.
pub(crate) fn timestamp() -> String {
    (timing::ComputerClock::here().now_ms() / 1_000).to_string()
}
