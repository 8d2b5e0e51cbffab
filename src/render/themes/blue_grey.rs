//! Slate.

use super::{Ink, Theme, rgb};
use crate::rules::ByColor;

pub(super) const THEME: Theme = Theme {
    name: "blue-grey",
    title: "cool slate",
    background: rgb(0x2a2f36),
    label: rgb(0xd9e0e8),
    frame: rgb(0x171b20),
    tray: rgb(0x7d8894),
    squares: [rgb(0xdee3e6), rgb(0x8ca2ad)],
    palace: [rgb(0xecd58b), rgb(0xc5a85a)],
    scepter: rgb(0x856617),
    exit: rgb(0x6f8f6f),
    door: rgb(0x35523a),
    way: rgb(0xe6f3e4),
    last: [rgb(0xc3d887), rgb(0x92b166)],
    origin: [rgb(0xa9b6dc), rgb(0x7f8fbd)],
    frost: [rgb(0xc4e9f7), rgb(0x9bcfe6)],
    rime: rgb(0xf4fcff),
    flake: rgb(0x14619f),
    victim: rgb(0xc8341f),
    check: rgb(0xe2382b),
    brake: rgb(0xb0432a),
    zone: [rgb(0xd0b5aa), rgb(0x94837f)],
    sign: rgb(0xfffaf2),
    dot: rgb(0x2b5a9b),
    ring: rgb(0xb02a1c),
    pieces: ByColor {
        white: Ink { body: rgb(0xfffefa), line: rgb(0x24272b), detail: rgb(0x24272b), ice: rgb(0xc9e8fb) },
        black: Ink { body: rgb(0x40444a), line: rgb(0x14161a), detail: rgb(0xeceff2), ice: rgb(0x2b6a9d) },
    },
};
