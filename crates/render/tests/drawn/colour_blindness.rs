//! Tests that the high-contrast theme keeps its marks distinct for people with colour vision deficiencies.
//! Each deficiency is simulated at full severity after Machado, Oliveira and Fernandes, "A
//! Physiologically-based Model for Simulation of Color Vision Deficiency" (2009).

use super::{cut_out, played, square, view, with_dots};
use render::{BoardView, Look, Theme, render_rgba};
use rules::Color;

/// The least difference (CIE 1976) between two grounds, and between a mark and its ground.
const LEAST: f64 = 12.0;

type Matrix = [[f64; 3]; 3];

/// Normal vision.
const NORMAL: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// Missing long-wave cones, middle-wave cones, short-wave cones; on linear red, green and blue.
const DEFICIENCIES: [(&str, Matrix); 3] = [
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

type Rgb = [u8; 3];

/// Returns a colour in CIE L*a*b* (D65) as seen through a matrix.
fn lab(colour: Rgb, through: &Matrix) -> [f64; 3] {
    let linear = colour.map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    let times =
        |matrix: &Matrix, v: [f64; 3]| matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
    let seen = times(through, linear).map(|value| value.clamp(0.0, 1.0));
    let xyz = times(
        &[
            [0.412_456, 0.357_576, 0.180_437],
            [0.212_673, 0.715_152, 0.072_175],
            [0.019_334, 0.119_192, 0.950_304],
        ],
        seen,
    );
    let [x, y, z] = [xyz[0] / 0.950_47, xyz[1], xyz[2] / 1.088_83]
        .map(|t| if t > 216.0 / 24_389.0 { t.cbrt() } else { (24_389.0 / 27.0 * t + 16.0) / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn difference(a: Rgb, b: Rgb, through: &Matrix) -> f64 {
    let (a, b) = (lab(a, through), lab(b, through));
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// Returns the colour at this point of a named square, in hundredths of its side, in a theme.
fn seen(theme: &'static Theme, view: &BoardView, name: &str, (x, y): (u32, u32)) -> Rgb {
    let look = Look::of(theme);
    let picture = render_rgba(view, &look);
    let cell = cut_out(view, &picture, square(name));
    let pixel = cell.get_pixel(cell.width() * x / 100, cell.height() * y / 100);
    [pixel.0[0], pixel.0[1], pixel.0[2]]
}

/// A point where a square shows only its ground.
const GROUND: (u32, u32) = (50, 1);
const MIDDLE: (u32, u32) = (50, 50);
const CORNER: (u32, u32) = (2, 2);
const RIM: (u32, u32) = (50, 6);

/// Returns pairs of colours that must be distinguishable, with their descriptions.
fn pairs(theme: &'static Theme) -> Vec<(String, Rgb, Rgb)> {
    let chess = |mv| played("chess", "", mv, Color::White);
    let pawns = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    let taken = played("chess", pawns, "e4d5", Color::White);
    let checked = view("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let checked_on_light = view("chess", "4k3/8/8/8/8/8/3r4/3K4 w - - 0 1");
    let palaces = view("claustrophobia", "5k*/7/5**/5**/5**/5**/7/5K* w - - 0 1");
    let frozen = view("prison-break", "6/2P1k1/2i3/2F1I1/6/6/6/5K w - - 0 1");
    let exits = view("prison-break", "5k/6/6/6/6/6/6/5K w - - 0 1");
    let moves = with_dots("chess", "4k3/8/8/2pppp2/8/2N5/8/4K3 w - - 0 1", "c3");
    let other_moves = with_dots("chess", "4k3/8/8/8/8/3N4/8/4K3 w - - 0 1", "d3");
    let mut all = Vec::new();
    // By shade: light, then dark. e5 is dark, e4 light.
    let grounds = [
        [
            ("square", seen(theme, &chess("e2e4"), "d5", GROUND)),
            ("last move", seen(theme, &chess("e2e4"), "e4", GROUND)),
            ("origin", seen(theme, &other_moves, "d3", GROUND)),
            ("palace", seen(theme, &palaces, "g2", (97, 50))),
            ("frost", seen(theme, &frozen, "c7", GROUND)),
            ("exit", seen(theme, &exits, "a4", GROUND)),
        ],
        [
            ("square", seen(theme, &chess("e2e4"), "e5", GROUND)),
            ("last move", seen(theme, &chess("d2d4"), "d4", GROUND)),
            ("origin", seen(theme, &moves, "c3", GROUND)),
            ("palace", seen(theme, &palaces, "f2", (97, 50))),
            ("frost", seen(theme, &frozen, "c5", GROUND)),
            ("exit", seen(theme, &exits, "a4", GROUND)),
        ],
    ];
    for (shade, grounds) in ["light", "dark"].into_iter().zip(&grounds) {
        for (i, (a, one)) in grounds.iter().enumerate() {
            for (b, other) in &grounds[i + 1..] {
                all.push((format!("{shade} {a} and {b}"), *one, *other));
            }
        }
    }
    let [light, dark] = [grounds[0][0].1, grounds[1][0].1];
    all.push(("light and dark squares".to_owned(), light, dark));
    let marks = [
        ("dot", seen(theme, &moves, "a4", MIDDLE), light),
        ("dot", seen(theme, &other_moves, "f4", MIDDLE), dark),
        ("ring", seen(theme, &moves, "d5", RIM), light),
        ("victim on the last move", seen(theme, &taken, "d5", CORNER), grounds[0][1].1),
        ("check", seen(theme, &checked, "e1", (8, 50)), dark),
        ("check", seen(theme, &checked_on_light, "d1", (8, 50)), light),
    ];
    all.extend(marks.map(|(name, mark, ground)| (format!("{name} on its square"), mark, ground)));
    all
}

/// Returns the closest pair with its distance.
fn closest(theme: &'static Theme, through: &Matrix) -> (f64, String) {
    let apart = pairs(theme).into_iter().map(|(name, a, b)| (difference(a, b, through), name));
    apart.min_by(|(a, _), (b, _)| a.total_cmp(b)).expect("there are pairs")
}

#[test]
fn marks_are_told_apart_in_every_theme() {
    for theme in Theme::all() {
        let (least, pair) = closest(theme, &NORMAL);
        println!("{}: {least:.1} ({pair})", theme.name());
        assert!(least >= LEAST, "{}: {pair}: {least:.1}", theme.name());
    }
}

#[test]
fn strong_contrast_is_safe_for_colour_blindness() {
    let theme = Theme::from_name("high-contrast").expect("a theme");
    for (name, matrix) in &DEFICIENCIES {
        let (least, pair) = closest(theme, matrix);
        println!("{name}: {least:.1} ({pair})");
        assert!(least >= LEAST, "{name}: {pair}: {least:.1}");
    }
}
