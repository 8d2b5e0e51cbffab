//! Maple and walnut.

use super::{Ink, Theme, rgb};
use rules::ByColor;

pub(super) const THEME: Theme = Theme {
    name: "wood",
    background: rgb(0x332e2a),
    label: rgb(0xe2d8c8),
    frame: rgb(0x1d1916),
    tray: rgb(0xc2b29c),
    squares: [rgb(0xefdfc3), rgb(0xb78c67)],
    palace: [rgb(0xf4c25a), rgb(0xd0902a)],
    scepter: rgb(0xa26c16),
    exit: rgb(0x6a8296),
    door: rgb(0x2a3a46),
    way: rgb(0xe8eef4),
    last: [rgb(0xdae282), rgb(0xb6bc46)],
    origin: [rgb(0x8fb070), rgb(0x5f8248)],
    frost: [rgb(0xb4dcf0), rgb(0x86bcdc)],
    rime: rgb(0xf2fbff),
    flake: rgb(0x1c6fae),
    victim: rgb(0xc2331f),
    check: rgb(0xe0352a),
    brake: rgb(0xb0432a),
    zone: [rgb(0xdcae92), rgb(0xa4603f)],
    sign: rgb(0xfff6e6),
    dot: rgb(0x235f3c),
    ring: rgb(0xb82218),
    pieces: ByColor {
        white: Ink { body: rgb(0xfffaf0), line: rgb(0x1b1612), detail: rgb(0x1b1612), ice: rgb(0xd3ecfb) },
        black: Ink { body: rgb(0x45403b), line: rgb(0x1b1612), detail: rgb(0xfffaf0), ice: rgb(0x2f6f9f) },
    },
};
