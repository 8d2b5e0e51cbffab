//! High contrast: hues from the palette of Okabe and Ito, told apart by lightness as well.

use super::{Ink, Theme, rgb};
use crate::rules::ByColor;

pub(super) const THEME: Theme = Theme {
    name: "high-contrast",
    title: "strong contrast, safe for colour blindness",
    background: rgb(0x000000),
    label: rgb(0xffffff),
    frame: rgb(0x000000),
    tray: rgb(0x808080),
    squares: [rgb(0xffffff), rgb(0x8f9aa6)],
    palace: [rgb(0xffe680), rgb(0xd9b43a)],
    scepter: rgb(0x7a5500),
    exit: rgb(0x5b4a9c),
    door: rgb(0x1f1447),
    way: rgb(0xffffff),
    last: [rgb(0xffe14d), rgb(0xd0a800)],
    origin: [rgb(0xa9d6ff), rgb(0x5fa3dc)],
    frost: [rgb(0xcdefff), rgb(0x93c9e6)],
    rime: rgb(0xffffff),
    flake: rgb(0x003f9c),
    victim: rgb(0xd55e00),
    check: rgb(0xd55e00),
    brake: rgb(0x9c2a00),
    zone: [rgb(0xe0a060), rgb(0xa86a2a)],
    sign: rgb(0xffffff),
    dot: rgb(0x0050b0),
    ring: rgb(0xb03000),
    pieces: ByColor {
        white: Ink { body: rgb(0xffffff), line: rgb(0x000000), detail: rgb(0x000000), ice: rgb(0xc4ebff) },
        black: Ink { body: rgb(0x262626), line: rgb(0x000000), detail: rgb(0xffffff), ice: rgb(0x1f5fb0) },
    },
};
