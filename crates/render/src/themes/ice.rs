//! Snow and ice.

use super::{Ink, Theme, rgb};
use rules::ByColor;

pub(super) const THEME: Theme = Theme {
    name: "ice",
    background: rgb(0x1e3444),
    label: rgb(0xdcebf4),
    frame: rgb(0x10202c),
    tray: rgb(0xabc3d3),
    squares: [rgb(0xedf5fa), rgb(0x9cc3da)],
    palace: [rgb(0xf0c870), rgb(0xd0a246)],
    scepter: rgb(0xa88230),
    exit: rgb(0x6a86a4),
    door: rgb(0x26384e),
    way: rgb(0xffffff),
    last: [rgb(0xdaf09a), rgb(0xa6cc6a)],
    origin: [rgb(0xc4aee8), rgb(0x9a7ecc)],
    frost: [rgb(0xa8c8ff), rgb(0x6c9cf0)],
    rime: rgb(0xffffff),
    flake: rgb(0x2a4fc0),
    victim: rgb(0xd8342a),
    check: rgb(0xe63b30),
    brake: rgb(0xbe2418),
    zone: [rgb(0xdbb9b0), rgb(0xa0909c)],
    sign: rgb(0xffffff),
    dot: rgb(0x4b3f9e),
    ring: rgb(0xbe2418),
    pieces: ByColor {
        white: Ink { body: rgb(0xffffff), line: rgb(0x101b24), detail: rgb(0x101b24), ice: rgb(0xbfe2ff) },
        black: Ink { body: rgb(0x2f4354), line: rgb(0x101b24), detail: rgb(0xffffff), ice: rgb(0x2a6fb5) },
    },
};
