//! Maple and walnut.

use super::{Ink, Theme, rgb};
use crate::rules::ByColor;

pub(super) const THEME: Theme = Theme {
    name: "wood",
    title: "warm maple and walnut",
    background: rgb(0x332e2a),
    label: rgb(0xe2d8c8),
    frame: rgb(0x1d1916),
    tray: rgb(0x8d7f70),
    squares: [rgb(0xefdfc3), rgb(0xb78c67)],
    palace: [rgb(0xf2d073), rgb(0xcf9e3d)],
    scepter: rgb(0x9a6f1c),
    exit: rgb(0x5c7d6b),
    door: rgb(0x2c4538),
    way: rgb(0xdfeee2),
    last: [rgb(0xdcd57f), rgb(0xc0ac51)],
    origin: [rgb(0x93b584), rgb(0x77905f)],
    frost: [rgb(0xc8dfeb), rgb(0xb1c9d6)],
    rime: rgb(0xf2fbff),
    flake: rgb(0x1c6fae),
    victim: rgb(0xc2331f),
    check: rgb(0xe0352a),
    brake: rgb(0xb0432a),
    zone: [rgb(0xd9a98c), rgb(0xb06a4d)],
    sign: rgb(0xfff6e6),
    dot: rgb(0x2f7448),
    ring: rgb(0xb02a1c),
    pieces: ByColor {
        white: Ink { body: rgb(0xfffaf0), line: rgb(0x2a241f), detail: rgb(0x2a241f), ice: rgb(0xd3ecfb) },
        black: Ink { body: rgb(0x45403b), line: rgb(0x16120f), detail: rgb(0xf3ead9), ice: rgb(0x2f6f9f) },
    },
};
