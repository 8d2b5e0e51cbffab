//! The themes. Each is a small table of colours in its own file and is listed once in [`THEMES`].
//!
//! A new theme is a file here, that file's name in the list below, and the theme's name in
//! `src/words/en/settings.ftl`. CONTRIBUTING describes its picture and the limits enforced by the tests.

use std::fmt;
use std::hash::{Hash, Hasher};

use rules::{ByColor, Color};

/// Red, green, blue.
pub(super) type Rgb = [u8; 3];

macro_rules! themes {
    ($($file:ident),+ $(,)?) => {
        $(mod $file;)+

        /// All themes, the default first.
        pub(super) static THEMES: [Theme; [$(stringify!($file)),+].len()] = [$($file::THEME),+];
    };
}

themes!(wood, green, blue_grey, ice, contrast);

/// The colours of a picture. Pairs are for light and dark squares, in that order.
pub struct Theme {
    pub(super) name: &'static str,
    /// The background of the board and its holes.
    pub(super) background: Rgb,
    /// Letters and numbers on the background.
    pub(super) label: Rgb,
    /// The line around the squares.
    pub(super) frame: Rgb,
    /// Under captured pieces in the panel and behind the curve; pieces of both sides are visible on it.
    pub(super) tray: Rgb,
    pub(super) squares: [Rgb; 2],
    pub(super) palace: [Rgb; 2],
    /// The scepter on a palace's squares.
    pub(super) scepter: Rgb,
    pub(super) exit: Rgb,
    /// The door on an exit and the arrow that leads out of it.
    pub(super) door: Rgb,
    pub(super) way: Rgb,
    /// The start and target of the last move.
    pub(super) last: [Rgb; 2],
    /// The square of the piece whose moves are shown.
    pub(super) origin: [Rgb; 2],
    /// Under a frozen piece.
    pub(super) frost: [Rgb; 2],
    /// The corners of a frozen square and the ground of its snowflake.
    pub(super) rime: Rgb,
    /// The snowflake of a frozen square.
    pub(super) flake: Rgb,
    /// The corners of a square where a piece was captured.
    pub(super) victim: Rgb,
    /// The disc under a king in check.
    pub(super) check: Rgb,
    /// The ring around the sign of a braked piece.
    pub(super) brake: Rgb,
    /// The hatching of the braked zone.
    pub(super) zone: [Rgb; 2],
    /// The light part of signs.
    pub(super) sign: Rgb,
    /// The dots where the shown piece can land.
    pub(super) dot: Rgb,
    /// The ring around possible victims, and the line from there to the landing square.
    pub(super) ring: Rgb,
    pub(super) pieces: ByColor<Ink>,
}

/// The colours of one side's pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink {
    pub(super) body: Rgb,
    /// The outline.
    pub(super) line: Rgb,
    /// Strokes and spots inside.
    pub(super) detail: Rgb,
    /// The body of the Ice Queen.
    pub(super) ice: Rgb,
}

impl Theme {
    /// Returns all themes, the default first.
    pub fn all() -> impl ExactSizeIterator<Item = &'static Self> {
        THEMES.iter()
    }

    /// Returns the theme of this name.
    pub fn from_name(name: &str) -> Option<&'static Self> {
        Self::all().find(|theme| theme.name == name)
    }

    /// Returns its name on the command line and in settings, such as `blue-grey`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns its colours by name, those of light and dark squares separately.
    pub(super) fn colours(&self) -> impl Iterator<Item = (String, Rgb)> {
        let single = [
            ("background", self.background),
            ("label", self.label),
            ("frame", self.frame),
            ("tray", self.tray),
            ("scepter", self.scepter),
            ("exit", self.exit),
            ("door", self.door),
            ("way", self.way),
            ("rime", self.rime),
            ("flake", self.flake),
            ("victim", self.victim),
            ("check", self.check),
            ("brake", self.brake),
            ("sign", self.sign),
            ("dot", self.dot),
            ("ring", self.ring),
        ];
        let pairs = [
            ("", self.squares),
            ("palace-", self.palace),
            ("last-", self.last),
            ("origin-", self.origin),
            ("frost-", self.frost),
            ("zone-", self.zone),
        ];
        let pairs = pairs.into_iter().flat_map(|(name, [light, dark])| {
            [(format!("{name}light"), light), (format!("{name}dark"), dark)]
        });
        let sides = [("white", self.pieces.white), ("black", self.pieces.black)];
        let sides = sides.into_iter().flat_map(|(side, Ink { body, line, detail, ice })| {
            [("body", body), ("line", line), ("detail", detail), ("ice", ice)]
                .map(|(name, colour)| (format!("{side}-{name}"), colour))
        });
        single.into_iter().map(|(name, colour)| (name.to_owned(), colour)).chain(pairs).chain(sides)
    }

    /// Returns the style sheet of the pieces of a side.
    pub(super) fn piece_style(&self, color: Color) -> String {
        let Ink { body, line, detail, ice } = self.pieces[color];
        format!(
            "{STROKES} .body {{ fill: {body}; stroke: {line}; }} .ice {{ fill: {ice}; stroke: {line}; }}
             .mark {{ fill: none; stroke: {detail}; }} .spot {{ fill: {detail}; stroke: none; }}
             .eye {{ fill: {eye}; stroke: none; }}",
            body = Hex(body),
            line = Hex(line),
            detail = Hex(detail),
            ice = Hex(ice),
            eye = Hex(body),
        )
    }

    /// Returns the style sheet of the marks on a light (0) or dark (1) square.
    pub(super) fn mark_style(&self, shade: usize) -> String {
        format!(
            "{STROKES} .scepter {{ fill: none; stroke: {scepter}; }} .scepter-knob {{ fill: {scepter}; }}
             .door {{ fill: {door}; }} .way {{ fill: {way}; }}
             .victim {{ fill: {victim}; }} .cross {{ fill: none; stroke: {victim}; }}
             .check {{ fill: {check}; }}
             .rime {{ fill: none; stroke: {rime}; }}
             .flake-ground {{ fill: {rime}; stroke: {flake}; }} .flake {{ fill: none; stroke: {flake}; }}
             .braked-by-white {{ fill: {white}; stroke: {brake}; }} .braked-by-white-bar {{ fill: {white_edge}; }}
             .braked-by-black {{ fill: {black}; stroke: {brake}; }} .braked-by-black-bar {{ fill: {black_edge}; }}
             .zone {{ fill: none; stroke: {zone}; }} .spot {{ fill: {background}; }}
             .brakes-white {{ fill: {white}; stroke: {white_edge}; }} .brakes-white-bar {{ fill: {white_edge}; }}
             .brakes-black {{ fill: {black}; stroke: {black_edge}; }} .brakes-black-bar {{ fill: {black_edge}; }}
             .dot {{ fill: {dot}; stroke: {sign}; }} .ring {{ fill: none; stroke: {ring}; }}",
            scepter = Hex(self.scepter),
            door = Hex(self.door),
            way = Hex(self.way),
            victim = Hex(self.victim),
            check = Hex(self.check),
            rime = Hex(self.rime),
            flake = Hex(self.flake),
            brake = Hex(self.brake),
            sign = Hex(self.sign),
            zone = Hex(self.zone[shade]),
            background = Hex(self.background),
            white = Hex(self.pieces.white.body),
            white_edge = Hex(self.pieces.white.line),
            black = Hex(self.pieces.black.body),
            black_edge = Hex(self.pieces.black.detail),
            dot = Hex(self.dot),
            ring = Hex(self.ring),
        )
    }
}

impl PartialEq for Theme {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Theme {}

impl Hash for Theme {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Theme({})", self.name)
    }
}

/// The style of all line ends and joins.
const STROKES: &str = "svg { stroke-width: 3.8; stroke-linejoin: round; stroke-linecap: round; }";

/// A colour in CSS notation.
struct Hex(Rgb);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Converts a hexadecimal number as in CSS: `0xefdfc3`.
pub(super) const fn rgb(hex: u32) -> Rgb {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red, green, blue]
}
