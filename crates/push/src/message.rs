//! One message to one browser: encrypted for it (RFC 8291) in a single record (RFC 8188), and signed.

use web_push_native::encrypt;

use crate::{BadKeys, Keys, Subscription};

/// The maximum message size in bytes. Push services accept 4,096 bytes; encryption adds 86 in front and 17
/// behind.
pub const SEALED_MAX: usize = 4_096 - 86 - 17;

/// The content of a message, and how to deliver it.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    /// The content, for the page's service worker.
    pub body: &'a [u8],
    /// How long the service keeps it for a browser that is offline, in seconds.
    pub keep: u32,
    /// An undelivered message with the same topic is replaced. At most 32 letters, digits, `-` and `_` (RFC
    /// 8030, section 5.4).
    pub topic: Option<&'a str>,
}

/// A message in the form in which it is posted.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// The address to post to.
    pub address: String,
    /// The host of the push service.
    pub service: String,
    /// The headers, by name.
    pub headers: Vec<(&'static str, String)>,
    /// The encrypted message.
    pub body: Vec<u8>,
}

impl std::fmt::Debug for Request {
    /// Omits the address: with it and a key, anyone could send to this browser.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request").field("length", &self.body.len()).finish_non_exhaustive()
    }
}

/// Why a message cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSealed {
    /// The message is longer than [`SEALED_MAX`].
    #[error("a push message of {0} bytes is too long")]
    TooLong(usize),
    /// The system's random number generator failed, or the key cannot be used.
    #[error("a push message could not be encrypted")]
    NoKeys,
}

impl From<BadKeys> for NotSealed {
    fn from(BadKeys: BadKeys) -> Self {
        Self::NoKeys
    }
}

/// Encrypts and signs a message.
///
/// `now` is in milliseconds since 1970; `contact` as in `Keys::authorization`.
///
/// # Errors
/// See [`NotSealed`].
pub fn sealed(
    keys: &Keys,
    to: &Subscription,
    message: Message<'_>,
    (now, contact): (i64, Option<&str>),
) -> Result<Request, NotSealed> {
    if message.body.len() > SEALED_MAX {
        return Err(NotSealed::TooLong(message.body.len()));
    }
    let body = encrypt(message.body.to_vec(), &to.key, &to.secret).map_err(|_| NotSealed::NoKeys)?;
    let mut headers = vec![
        ("authorization", keys.authorization(&to.address, now, contact)?),
        ("content-encoding", "aes128gcm".to_owned()),
        ("content-type", "application/octet-stream".to_owned()),
        ("ttl", message.keep.to_string()),
        // The opponent is waiting, so wake a sleeping phone.
        ("urgency", "high".to_owned()),
    ];
    headers.extend(message.topic.map(|topic| ("topic", topic.to_owned())));
    Ok(Request { address: to.address.to_string(), service: to.service().to_owned(), headers, body })
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
    use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
    use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
    use ring::rand::SystemRandom;
    use web_push_native::p256::SecretKey;
    use web_push_native::{Auth, decrypt};

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).expect("base64")
    }

    /// The example in RFC 8291, section 5 and appendix A.
    #[test]
    fn the_example_of_the_rfc_is_read_by_the_library() {
        let sealed = bytes(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
        );
        let private =
            SecretKey::from_slice(&bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).expect("a key");
        let secret: [u8; 16] = bytes("BTBZMqHH6r4Tts7J_aSIgg").try_into().expect("sixteen bytes");
        let text = decrypt(sealed, &private, &Auth::from(secret)).expect("it opens");
        assert_eq!(String::from_utf8(text).as_deref(), Ok("When I grow up, I want to be a watermelon"));
    }

    /// The length of derived key material.
    struct Bytes(usize);

    impl KeyType for Bytes {
        fn len(&self) -> usize {
            self.0
        }
    }

    fn derived(salt: &[u8], secret: &[u8], info: &[u8], length: usize) -> Vec<u8> {
        let mut out = vec![0; length];
        let key = Salt::new(HKDF_SHA256, salt).extract(secret);
        let expanded = key.expand(&[info], Bytes(length)).expect("a short key").fill(&mut out);
        expanded.expect("room for it");
        out
    }

    /// Opens a message by RFC 8291, section 3.4, and RFC 8188, section 2, using a different library than the
    /// sender.
    fn opened(private: EphemeralPrivateKey, own: &[u8], auth: &[u8], sealed: &[u8]) -> Vec<u8> {
        let (salt, rest) = sealed.split_at(16);
        let (size, rest) = rest.split_at(4);
        let (length, rest) = rest.split_first().expect("a length");
        let (sender, record) = rest.split_at(usize::from(*length));
        let size = u32::from_be_bytes(size.try_into().expect("four bytes"));
        assert!(record.len() <= size as usize, "one record: {} of {size}", record.len());
        let info = [b"WebPush: info\0".as_slice(), own, sender].concat();
        let shared = UnparsedPublicKey::new(&ECDH_P256, sender);
        let input =
            agree_ephemeral(private, &shared, |shared| derived(auth, shared, &info, 32)).expect("a secret");
        let key = derived(salt, &input, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = derived(salt, &input, b"Content-Encoding: nonce\0", 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("a key"));
        let nonce = Nonce::try_assume_unique_for_key(&nonce).expect("a nonce");
        let mut record = record.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut record).expect("it opens");
        // The last record ends with a 2, followed by zero padding.
        let end = text.iter().rposition(|byte| *byte != 0).expect("a delimiter");
        assert_eq!(text[end], 2);
        text[..end].to_vec()
    }

    #[test]
    fn a_message_is_opened_by_an_independent_reader_and_has_its_headers() {
        let random = SystemRandom::new();
        let keys = Keys::read(&Keys::generate().expect("randomness")).expect("keys");
        for body in [&b"{}"[..], "Your move \u{265e}".as_bytes(), &[b'x'; SEALED_MAX]] {
            let private = EphemeralPrivateKey::generate(&ECDH_P256, &random).expect("a key");
            let own = private.compute_public_key().expect("its public key");
            let auth = [7; 16];
            let [key, secret] = [own.as_ref(), &auth].map(|bytes| URL_SAFE_NO_PAD.encode(bytes));
            let to = Subscription::read("https://web.push.apple.com/QGuQ", &key, &secret).expect("taken");
            let message = Message { body, keep: 3_600, topic: Some("g12") };
            let request = sealed(&keys, &to, message, (0, None)).expect("a request");
            assert!(request.body.len() <= 4_096, "{}", request.body.len());
            assert_eq!(opened(private, own.as_ref(), &auth, &request.body), body);
            assert_eq!(request.address, "https://web.push.apple.com/QGuQ");
            let header =
                |name: &str| request.headers.iter().find(|(one, _)| *one == name).map(|(_, value)| &**value);
            assert_eq!(header("ttl"), Some("3600"));
            assert_eq!(header("topic"), Some("g12"));
            assert_eq!(header("content-encoding"), Some("aes128gcm"));
            assert!(header("authorization").is_some_and(|value| value.starts_with("vapid t=")));
            assert!(!format!("{request:?}").contains("QGuQ"), "{request:?}");
        }
    }

    #[test]
    fn a_message_that_is_too_long_is_not_sealed() {
        let keys = Keys::read(&Keys::generate().expect("randomness")).expect("keys");
        let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let to =
            Subscription::read("https://fcm.googleapis.com/x", key, "BTBZMqHH6r4Tts7J_aSIgg").expect("taken");
        let message = Message { body: &[0; SEALED_MAX + 1], keep: 0, topic: None };
        assert_eq!(sealed(&keys, &to, message, (0, None)).err(), Some(NotSealed::TooLong(SEALED_MAX + 1)));
    }
}
