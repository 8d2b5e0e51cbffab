//! Board pictures, compared with the reference path: the same picture drawn part by part in true colour and
//! encoded by `image`'s own PNG encoder.

use std::hint::black_box;
use std::io::Cursor;

use image::ImageFormat;
use rookery::games;
use rookery::render::{BoardView, Look, Replay, gif, png, prepare, render_rgba};
use rookery::rules::{Color, Line, Position, Square};
use rookery::words::Words;

use super::{Figure, figure, seconds};

/// Pictures per round by the fast path, so that a round is long compared with the clock's resolution.
const REPEATS: u32 = 20;

/// A middlegame in Birds and Ninjas: fifty pieces.
const MID_GAME: &str = "****ff****/gr1bqkb1rg/jppp1pppjp/2n1p2n2/4j5/3P2j3/2N2J4/1J2PN2J1/10/PPPJ1PPPPP/GR1BQKB1RG/\
                        ****FF****[] w KQkq - 4 20";
/// Birds and Ninjas with all its 52 pieces, more than in any other game.
const FULL: &str = "****ff****/grnbqkbnrg/pppppppppp/10/jjjj6/10/10/6JJJJ/10/PPPPPPPPPP/GRNBQKBNRG/\
                    ****FF****[] w - - 0 1";

/// The look of pictures in chat.
fn usual() -> Look {
    Look::default().saying(Words::english().to_move())
}

fn position(slug: &str, fen: &str) -> Position {
    let variant = games::from_slug(slug).expect("a game");
    if fen.is_empty() {
        Position::start(variant)
    } else {
        Position::from_fen(variant, fen).expect("a position")
    }
}

fn plain(view: &BoardView, look: &Look) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    render_rgba(view, look)
        .write_to(&mut file, ImageFormat::Png)
        .expect("a picture can be written to memory");
    file.into_inner()
}

/// Milliseconds per picture by the fast path.
fn fast_ms(view: &BoardView, look: &Look) -> f64 {
    let time = seconds(|| {
        for _ in 0..REPEATS {
            black_box(png(black_box(view), look));
        }
    });
    time / f64::from(REPEATS) * 1e3
}

/// The figures of one case: the ratio to the reference path, both times, the time to copy the true-colour
/// frame, and both sizes.
fn case(name: &str, view: &BoardView, look: Look) -> Vec<Figure> {
    let (for_ratio, for_fast, for_plain) = (view.clone(), view.clone(), view.clone());
    let frame = render_rgba(view, &look).into_raw();
    let (bytes, plain_bytes) = (png(view, &look).len() as f64, plain(view, &look).len() as f64);
    vec![
        figure(format!("{name}-ratio"), "plain", move || {
            let plain = seconds(|| plain(black_box(&for_ratio), &look)) * 1e3;
            fast_ms(&for_ratio, &look) / plain
        }),
        figure(format!("{name}-time"), "ms", move || fast_ms(&for_fast, &look)),
        figure(format!("{name}-plain-time"), "ms", move || {
            seconds(|| plain(black_box(&for_plain), &look)) * 1e3
        }),
        figure(format!("{name}-memcpy-time"), "ms", move || seconds(|| black_box(&frame).clone()) * 1e3),
        figure(format!("{name}-bytes"), "B", move || bytes),
        figure(format!("{name}-plain-bytes"), "B", move || plain_bytes),
    ]
}

/// The maximum number of marks at once, on the fullest board.
fn worst_view() -> BoardView {
    let before = position("birds-and-ninjas", FULL);
    let mv = before.legal_move("e2e5").expect("a long advance");
    let b9: Square = "b9".parse().expect("a square");
    let view = BoardView::played(&before, &mv, Color::White).expect("a legal move");
    let after = before.after(&mv).expect("a legal move");
    view.with_dots(&after, b9, &after.moves_from(b9))
}

fn worst() -> Vec<Figure> {
    let view = worst_view();
    let bytes = png(&view, &usual()).len() as f64;
    vec![
        figure("render-worst", "ms", move || fast_ms(&view, &usual())),
        figure("render-worst-bytes", "B", move || bytes),
    ]
}

/// The slowest preparation of a game's tiles.
fn preparation() -> Figure {
    figure("render-prepare", "ms", || {
        let one = |variant| seconds(|| prepare(variant, &usual())) * 1e3;
        games::all().map(one).fold(0.0, f64::max)
    })
}

/// A game of a hundred plies on the largest board.
fn long_game() -> Line {
    let mut random = fastrand::Rng::with_seed(12);
    loop {
        let mut line = Line::new(position("birds-and-ninjas", ""));
        while line.moves().len() < 100 && line.termination().is_none() {
            let moves = line.position().legal_moves();
            line.play(moves[random.usize(..moves.len())]).expect("a legal move");
        }
        if line.moves().len() == 100 {
            return line;
        }
    }
}

fn replay() -> Replay {
    Replay { look: usual(), ..Replay::default() }
}

/// An animation of a hundred plies.
fn animation() -> Vec<Figure> {
    let line = long_game();
    let bytes = gif(&BoardView::frames(&line, Color::White), &replay()).len() as f64;
    vec![
        figure("gif-100-plies", "ms", move || {
            seconds(|| gif(&BoardView::frames(&line, Color::White), &replay())) * 1e3
        }),
        figure("gif-100-bytes", "B", move || bytes),
    ]
}

/// All figures about pictures.
pub fn figures() -> Vec<Figure> {
    let start = BoardView::new(&position("chess", ""), None, Color::White);
    let middle = BoardView::new(&position("birds-and-ninjas", MID_GAME), None, Color::White);
    let bare = |cell| Look::default().with_cell(cell).without_panel();
    let mut figures = case("render-8x8", &start, bare(90));
    figures.extend(case("render-10x12", &middle, bare(72)));
    figures.extend(worst());
    figures.push(preparation());
    figures.extend(animation());
    figures
}

/// One-time costs of a process, in milliseconds, measured before anything else is drawn.
///
/// These are the first picture; the worst picture once its game has been drawn, but none of its marked
/// squares; and the first animation.
pub fn first() -> Vec<(&'static str, f64)> {
    let ms = |view: &BoardView| seconds(|| png(view, &usual())) * 1e3;
    let start = |slug| BoardView::new(&position(slug, ""), None, Color::White);
    let first = ms(&start("birds-and-ninjas"));
    ms(&start("squirrel"));
    let worst = ms(&worst_view());
    let game = long_game();
    let animation = seconds(|| gif(&BoardView::frames(&game, Color::White), &replay())) * 1e3;
    vec![("render-first", first), ("render-worst-first", worst), ("gif-100-first", animation)]
}
