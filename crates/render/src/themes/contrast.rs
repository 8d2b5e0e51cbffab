//! High contrast: hues from the palette of Okabe and Ito that also differ in lightness.

use super::{Ink, Theme, rgb};
use rules::ByColor;

pub(super) const THEME: Theme = Theme {
    name: "high-contrast",
    background: rgb(0x000000),
    label: rgb(0xffffff),
    frame: rgb(0x000000),
    tray: rgb(0xb8b8b8),
    squares: [rgb(0xffffff), rgb(0xa3a3a3)],
    palace: [rgb(0xb88ab8), rgb(0x985898)],
    scepter: rgb(0x6f3a72),
    exit: rgb(0x727a66),
    door: rgb(0x22261e),
    way: rgb(0xffffff),
    last: [rgb(0xf0e222), rgb(0xd8a22c)],
    origin: [rgb(0x3a9ff0), rgb(0x2f7ce0)],
    frost: [rgb(0xa4e0ff), rgb(0x54ccfa)],
    rime: rgb(0xffffff),
    flake: rgb(0x003a8c),
    victim: rgb(0xb02818),
    check: rgb(0xd03a10),
    brake: rgb(0xa02408),
    zone: [rgb(0xe2ab5c), rgb(0x80602e)],
    sign: rgb(0xffffff),
    dot: rgb(0x301890),
    ring: rgb(0xc02018),
    pieces: ByColor {
        white: Ink { body: rgb(0xffffff), line: rgb(0x000000), detail: rgb(0x000000), ice: rgb(0xc4ebff) },
        black: Ink { body: rgb(0x262626), line: rgb(0x000000), detail: rgb(0xffffff), ice: rgb(0x184c98) },
    },
};
