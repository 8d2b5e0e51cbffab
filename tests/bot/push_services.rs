//! The push services of the makers of browsers, in this process, and browsers that have subscribed there.

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

/// All of them together.
#[derive(Clone, Debug, Default)]
pub struct PushServices(Arc<Mutex<Inside>>);

#[derive(Debug, Default)]
struct Inside {
    /// What is said to messages to an address, where it is not that they are taken.
    says: HashMap<String, Answer>,
    posted: Vec<Request>,
}

/// A browser that takes push messages.
pub struct Subscriber {
    /// Where it takes them.
    pub address: String,
    key: SecretKey,
    auth: [u8; 16],
}

impl Subscriber {
    /// One at this address. `number`: what its keys are made of.
    pub fn new(address: &str, number: u8) -> Self {
        let key = SecretKey::from_slice(&[number; 32]).expect("a key");
        Self { address: address.to_owned(), key, auth: [number; 16] }
    }

    /// Its subscription as a browser writes it.
    pub fn json(&self) -> Value {
        let key = self.key.public_key().to_encoded_point(false);
        let [key, auth] = [key.as_bytes(), &self.auth].map(|bytes| URL_SAFE_NO_PAD.encode(bytes));
        json!({ "endpoint": self.address, "expirationTime": null, "keys": { "p256dh": key, "auth": auth } })
    }

    /// What it has been told, oldest first. What it cannot open is a fault.
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

    /// What is said to messages to this address from now on.
    pub fn say(&self, address: &str, answer: Answer) {
        self.inside().says.insert(address.to_owned(), answer);
    }

    /// So many messages were posted.
    pub fn posted(&self) -> usize {
        self.inside().posted.len()
    }

    /// The header of this name of the message that was posted last.
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
