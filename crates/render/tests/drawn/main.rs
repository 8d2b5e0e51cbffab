//! How boards are drawn: pictures, films, pieces, and the fast path to a file beside the slow one.

mod animation;
mod colour_blindness;
mod curve;
mod joined;
mod lzw;
mod pictures;
mod sprites;
#[path = "../support/mod.rs"]
mod support;

use render::Look;

use support::*;

/// The look of the pictures in the chat and of the command line, in English.
fn usual() -> Look {
    Look::default().saying("to move")
}
