//! Ivory and green.

use super::{Ink, Theme, rgb};
use rules::ByColor;

pub(super) const THEME: Theme = Theme {
    name: "green",
    background: rgb(0x2b302b),
    label: rgb(0xdfe5da),
    frame: rgb(0x181c18),
    tray: rgb(0xb4bda8),
    squares: [rgb(0xeeeed2), rgb(0x769656)],
    palace: [rgb(0xf0be52), rgb(0xcc962a)],
    scepter: rgb(0xa87624),
    exit: rgb(0x8c74a6),
    door: rgb(0x3e2c54),
    way: rgb(0xf2eaf8),
    last: [rgb(0xf4f07a), rgb(0xbcc832)],
    origin: [rgb(0x86bcc0), rgb(0x468890)],
    frost: [rgb(0xc4def4), rgb(0x98c0e4)],
    rime: rgb(0xf4fcff),
    flake: rgb(0x1c6fae),
    victim: rgb(0xc8341f),
    check: rgb(0xe2382b),
    brake: rgb(0xb0432a),
    zone: [rgb(0xd8ba98), rgb(0x8a7444)],
    sign: rgb(0xfff8ea),
    dot: rgb(0x14505e),
    ring: rgb(0xc01e16),
    pieces: ByColor {
        white: Ink { body: rgb(0xfffef6), line: rgb(0x191b17), detail: rgb(0x191b17), ice: rgb(0xd3ecfb) },
        black: Ink { body: rgb(0x42453f), line: rgb(0x191b17), detail: rgb(0xfffef6), ice: rgb(0x2f6f9f) },
    },
};
