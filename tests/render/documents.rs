//! The pictures in `docs/` match the current renderer.
//!
//! `ROOKERY_REFRESH_PICTURES=1 cargo test --test rookery -- render::documents` redraws them; `rookery render`
//! can make the boards as well.

use std::io::Cursor;
use std::path::Path;

use super::{decoded, difference, played, usual, view};
use image::{ImageFormat, RgbaImage};
use rookery::games;
use rookery::render::{
    BoardView, Look, Replay, Theme, contact_sheet, diagram, drawings_sheet, gif, png, render_rgba,
};
use rookery::rules::{Color, Diagram, Kind, Line, Position, Variant};
use rookery::words::Words;

tests!(
    the_sheets_of_pieces_are_current,
    the_boards_are_current,
    the_themes_are_current,
    the_animation_is_current,
    the_diagrams_are_current,
    the_starts_are_current,
);

/// A game of Claustrophobia in which White's King takes the scepter.
const TO_THE_SCEPTER: &str =
    "e2e4 e7e5 f1e2 f8e7 e2d3 e7d6 d3c4 d6c6 c1d3 c6b6 c4d5 b6a5 d3e5 g7e6 e5f7 d7d6 d5e6 e8f7 e6f7";

/// File, game, position (empty for the start), move to play and mark, side at the bottom.
const BOARDS: [(&str, &str, &str, &str, Color); 5] = [
    (
        "claustrophobia.png",
        "claustrophobia",
        "3g1k*/1ppnq1n/f3p**/2f2**/1G1Fg**/1P2N**/2PPP2/1F1GKQ* b - - 1 14",
        "c5c1",
        Color::White,
    ),
    (
        "prison-break.png",
        "prison-break",
        "2g1k1/1fpp1p/pp4/4p1/2PPig/2FIG1/2N1P1/5K b - - 1 18",
        "f4d2",
        Color::White,
    ),
    (
        "birds-and-ninjas.png",
        "birds-and-ninjas",
        "****ff****/gr1bqkb1rg/jppppppp1p/3n6/10/p7p1/3n1P4/3G6/3P1JN1F1/PPPJP1PPPP/1RNBQKB1RG/****F1****[JJjjj] \
         w KQkq - 0 8",
        "i3i7",
        Color::White,
    ),
    (
        "squirrel.png",
        "squirrel",
        "4gg4/rnb1qk1bnr/pppppppppp/1c3s4/1N3c3P/10/1C4S1C1/PPPPPPPsP1/R1BSQKGBNR/4G5 b KQkq - 1 8 0/0",
        "f6g3",
        Color::Black,
    ),
    ("chess.png", "chess", "1n2kb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 w k - 0 17", "d1d8", Color::White),
];

/// Compares a PNG file with the expected one, or writes it if requested.
fn check(path: &str, expected: &[u8]) {
    let (path, kept) = kept(path, expected);
    assert!(worst_place(&decoded(&kept), &decoded(expected)) < 4.0, "{path} is out of date");
}

/// The greatest mean difference in any small area of two pictures: a missing piece must show, an edge rounded
/// differently by another processor must not.
fn worst_place(a: &RgbaImage, b: &RgbaImage) -> f64 {
    const PLACE: u32 = 16;
    assert_eq!(a.dimensions(), b.dimensions());
    let cut = |picture, x, y| image::imageops::crop_imm(picture, x, y, PLACE, PLACE).to_image();
    let places = (0..a.width()).step_by(PLACE as usize).flat_map(|x| {
        (0..a.height()).step_by(PLACE as usize).map(move |y| difference(&cut(a, x, y), &cut(b, x, y)))
    });
    places.fold(0.0, f64::max)
}

/// Reads a file of the documents, after writing it if requested.
fn kept(path: &str, expected: &[u8]) -> (String, Vec<u8>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("ROOKERY_REFRESH_PICTURES").is_some() {
        std::fs::create_dir_all(path.parent().expect("in a folder")).expect("the folder can be made");
        std::fs::write(&path, expected).expect("it can be written");
    }
    let kept = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (path.display().to_string(), kept)
}

/// A file in the folder of a game.
fn in_folder(variant: Variant, file: &str) -> String {
    format!("crates/games/{}/{file}", variant.slug())
}

fn the_sheets_of_pieces_are_current() {
    check("docs/pieces.png", &contact_sheet(Look::default().theme));
    check("docs/own-games/drawings.png", &drawings_sheet(Look::default().theme, 40));
}

fn the_boards_are_current() {
    for (file, slug, fen, mv, side) in BOARDS {
        let shown =
            if mv.is_empty() { BoardView { side, ..view(slug, fen) } } else { played(slug, fen, mv, side) };
        check(&format!("docs/boards/{file}"), &png(&shown, &usual()));
    }
}

/// One position in all themes, side by side.
fn the_themes_are_current() {
    let (_, slug, fen, mv, side) = BOARDS[1];
    let view = played(slug, fen, mv, side);
    let picture = |theme| render_rgba(&view, &Look::of(theme).with_cell(40).without_panel());
    let pictures: Vec<RgbaImage> = Theme::all().map(picture).collect();
    let (width, height) = pictures[0].dimensions();
    let mut row = RgbaImage::new(width * pictures.len() as u32, height);
    for (at, picture) in (0..).zip(&pictures) {
        image::imageops::replace(&mut row, picture, at * i64::from(width), 0);
    }
    let mut file = Cursor::new(Vec::new());
    row.write_to(&mut file, ImageFormat::Png).expect("a picture can be written to memory");
    check("docs/themes.png", file.get_ref());
}

fn the_animation_is_current() {
    let mut line = Line::new(super::position("claustrophobia", ""));
    for text in TO_THE_SCEPTER.split_whitespace() {
        line.play_typed(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    }
    let replay = Replay { look: usual().with_cell(44), ..Replay::default() };
    let expected = gif(&BoardView::frames(&line, Color::White), &replay);
    let (path, kept) = kept("docs/replay.gif", &expected);
    let (kept, expected) = (super::film::watched(&kept), super::film::watched(&expected));
    assert_eq!(kept.pictures.len(), expected.pictures.len(), "{path} is out of date");
    for ((kept, _), (expected, _)) in kept.pictures.iter().zip(&expected.pictures) {
        assert!(worst_place(kept, expected) < 4.0, "{path} is out of date");
    }
}

/// The diagrams of a game in one picture, two of each piece side by side.
///
/// A game based on another one has only those whose captions differ from the base's.
fn the_diagrams_are_current() {
    let look = usual().without_panel().with_cell(32);
    let told = |variant: Variant, kind| -> Vec<String> {
        let diagrams = variant.spec().diagrams_of(kind);
        diagrams.map(|diagram| Words::english().caption(variant, diagram)).collect()
    };
    for variant in games::all() {
        let spec = variant.spec();
        let base = spec.base.as_deref().and_then(games::from_slug);
        let is_told = |kind: &Kind| {
            let there = base.and_then(|base| Some((base, base.spec().kind_of(spec.piece_type(*kind))?)));
            there.is_none_or(|(base, of_base)| told(base, of_base) != told(variant, *kind))
        };
        let diagrams: Vec<&Diagram> =
            spec.kinds().filter(is_told).flat_map(|kind| spec.diagrams_of(kind)).collect();
        if diagrams.is_empty() {
            continue;
        }
        let diagrams = diagrams.into_iter();
        let boards: Vec<BoardView> = diagrams.map(|shown| BoardView::of_diagram(variant, shown)).collect();
        check(&in_folder(variant, "diagrams.png"), &diagram(&boards, 4, &look));
    }
}

fn the_starts_are_current() {
    let look = usual().without_panel().with_cell(28);
    for variant in games::all() {
        let start = BoardView::new(&Position::start(variant), None, Color::White);
        check(&in_folder(variant, "start.png"), &png(&start, &look));
    }
}
