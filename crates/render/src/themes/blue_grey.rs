//! Pale blue and grey.

use super::{Ink, Theme, rgb};
use rules::ByColor;

pub(super) const THEME: Theme = Theme {
    name: "blue-grey",
    background: rgb(0x2a2f36),
    label: rgb(0xd9e0e8),
    frame: rgb(0x171b20),
    tray: rgb(0xb3bcc5),
    squares: [rgb(0xdee3e6), rgb(0x8ca2ad)],
    palace: [rgb(0xecc468), rgb(0xc89c3c)],
    scepter: rgb(0x9c7824),
    exit: rgb(0x6c9474),
    door: rgb(0x2c4634),
    way: rgb(0xe6f3e4),
    last: [rgb(0xd0e890), rgb(0x9cbc62)],
    origin: [rgb(0xa8b0e4), rgb(0x7480c4)],
    frost: [rgb(0xb4e8fc), rgb(0x7accf0)],
    rime: rgb(0xf4fcff),
    flake: rgb(0x14619f),
    victim: rgb(0xc8341f),
    check: rgb(0xe2382b),
    brake: rgb(0xb0432a),
    zone: [rgb(0xd4b8ac), rgb(0x94807a)],
    sign: rgb(0xfffaf2),
    dot: rgb(0x2b5a9b),
    ring: rgb(0xb8241a),
    pieces: ByColor {
        white: Ink { body: rgb(0xfffefa), line: rgb(0x171a1e), detail: rgb(0x171a1e), ice: rgb(0xc9e8fb) },
        black: Ink { body: rgb(0x40444a), line: rgb(0x171a1e), detail: rgb(0xfffefa), ice: rgb(0x2b6a9d) },
    },
};
