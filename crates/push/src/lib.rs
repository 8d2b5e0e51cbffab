//! Web push: short messages to browsers that have asked for them, also while no page is open.
//!
//! A browser gives a [`Subscription`]: an address at its maker's push service, and a key for which alone a message is encrypted (RFC 8291).
//! The service learns that this bot has sent something, when, and how long it is; what it says only the browser can read. A message is signed
//! by the bot's own key (VAPID, RFC 8292), so that nobody else can send to the subscription.
//!
//! An address comes from a browser, so from anybody. Only those of the known push services are taken, by https, and no redirect is
//! followed: the bot cannot be made to call anything else.

mod keys;
mod line;
mod message;
mod subscription;

pub use keys::{BadKeys, Keys};
pub use line::{Answer, Https, Line};
pub use message::{Message, NotSealed, Request, SEALED_MAX, sealed};
pub use subscription::{NotTaken, Subscription};
