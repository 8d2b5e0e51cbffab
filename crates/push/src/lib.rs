//! Web push: short messages to browsers that subscribed to them, even while no page is open.
//!
//! A browser provides a [`Subscription`]: an address at its vendor's push service, and the key that messages
//! are encrypted with (RFC 8291). The service learns that this bot sent a message, when, and its length; only
//! the browser can read the content. Messages are signed with the bot's own key (VAPID, RFC 8292), so no
//! other sender can use the subscription.
//!
//! Addresses come from browsers and are untrusted. Only https addresses of known push services are accepted,
//! and redirects are not followed, so the bot cannot be made to call anything else.

mod keys;
mod line;
mod message;
mod subscription;

pub use keys::{BadKeys, Keys};
pub use line::{Answer, Https, Line};
pub use message::{Message, NotSealed, Request, SEALED_MAX, sealed};
pub use subscription::{NotTaken, Subscription};
