//! Ivory and green.

use super::{Ink, Theme, rgb};
use crate::rules::ByColor;

pub(super) const THEME: Theme = Theme {
    name: "green",
    title: "ivory and green, as in tournament halls",
    background: rgb(0x2b302b),
    label: rgb(0xdfe5da),
    frame: rgb(0x181c18),
    tray: rgb(0x7e887c),
    squares: [rgb(0xeeeed2), rgb(0x769656)],
    palace: [rgb(0xf0d67c), rgb(0xc9a63f)],
    scepter: rgb(0x8f6b1a),
    exit: rgb(0x8a6a9c),
    door: rgb(0x46325a),
    way: rgb(0xefe4f5),
    last: [rgb(0xf3ef83), rgb(0xbac53f)],
    origin: [rgb(0x9ac7c4), rgb(0x5f9c97)],
    frost: [rgb(0xcfe4ee), rgb(0xa3c3cf)],
    rime: rgb(0xf4fcff),
    flake: rgb(0x1c6fae),
    victim: rgb(0xc8341f),
    check: rgb(0xe2382b),
    brake: rgb(0xb0432a),
    zone: [rgb(0xd3b894), rgb(0x8c7c4c)],
    sign: rgb(0xfff8ea),
    dot: rgb(0x1f6a78),
    ring: rgb(0xb02a1c),
    pieces: ByColor {
        white: Ink { body: rgb(0xfffef6), line: rgb(0x262823), detail: rgb(0x262823), ice: rgb(0xd3ecfb) },
        black: Ink { body: rgb(0x42453f), line: rgb(0x141613), detail: rgb(0xeef0e6), ice: rgb(0x2f6f9f) },
    },
};
