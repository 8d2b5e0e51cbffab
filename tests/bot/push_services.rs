//! The browser makers' push services, in this process, and browsers subscribed to them.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rookery::push::{Answer, Line, Request};
use serde_json::{Value, json};
use web_push_native::p256::SecretKey;
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint as _;
use web_push_native::{Auth, decrypt};

use super::network::on_its_way;

/// All push services together.
#[derive(Clone, Debug, Default)]
pub struct PushServices(Arc<Mutex<Inside>>);

#[derive(Debug, Default)]
struct Inside {
    /// Responses for messages to an address, unless they are accepted.
    says: HashMap<String, Answer>,
    posted: Vec<Request>,
}

/// A browser that receives push messages.
pub struct Subscriber {
    /// Its subscription's address.
    pub address: String,
    key: SecretKey,
    auth: [u8; 16],
}

impl Subscriber {
    /// A browser with this address. `number` is the seed of its keys.
    pub fn new(address: &str, number: u8) -> Self {
        let key = SecretKey::from_slice(&[number; 32]).expect("a key");
        Self { address: address.to_owned(), key, auth: [number; 16] }
    }

    /// Its subscription as JSON from the browser.
    pub fn json(&self) -> Value {
        let key = self.key.public_key().to_encoded_point(false);
        let [key, auth] = [key.as_bytes(), &self.auth].map(|bytes| URL_SAFE_NO_PAD.encode(bytes));
        json!({ "endpoint": self.address, "expirationTime": null, "keys": { "p256dh": key, "auth": auth } })
    }

    /// The messages it received, oldest first. Panics if one cannot be decrypted.
    pub fn told(&self, services: &PushServices) -> Vec<Value> {
        let inside = services.inside();
        let own = inside.posted.iter().filter(|request| request.address == self.address);
        let opened = own.map(|request| {
            let text = decrypt(request.body.clone(), &self.key, &Auth::from(self.auth)).expect("its message");
            serde_json::from_slice(&text).expect("JSON")
        });
        opened.collect()
    }
}

impl PushServices {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().expect("no panic")
    }

    /// Sets the response for later messages to this address.
    pub fn say(&self, address: &str, answer: Answer) {
        self.inside().says.insert(address.to_owned(), answer);
    }

    /// Number of posted messages.
    pub fn posted(&self) -> usize {
        self.inside().posted.len()
    }

    /// This header of the last posted message.
    pub fn last_header(&self, name: &str) -> Option<String> {
        let inside = self.inside();
        let headers = &inside.posted.last()?.headers;
        headers.iter().find(|(one, _)| *one == name).map(|(_, value)| value.clone())
    }
}

impl Line for PushServices {
    fn post<'a>(&'a self, request: &'a Request) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>> {
        Box::pin(async move {
            on_its_way().await;
            let mut inside = self.inside();
            inside.posted.push(request.clone());
            inside.says.get(&request.address).copied().unwrap_or(Answer::Taken)
        })
    }
}
