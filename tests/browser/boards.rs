//! The boards on the page: identical to the renderer's, and complete in windows of any width.

use futures_util::FutureExt;
use image::RgbaImage;
use rookery::games;
use rookery::render::BoardView;
use rookery::rules::Color;
use rookery::words::Words;
use serde_json::json;

use super::table::{Match, NEWEST, Seat};
use super::{Scene, Table};
use crate::bot::drawn;
use crate::bot::playing::pictures::after;

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("the_page_shows_the_boards_as_the_renderer_draws_them", |table| boards(table).boxed())];

/// Window widths: about that of a picture in Discord, and of a phone.
const WIDTHS: [u32; 2] = [550, 320];

async fn boards(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    // The others have the same pieces, on boards of the same shapes.
    for variant in games::all().filter(|variant| variant.spec().base.is_none()) {
        let mut game = Match::begin(red, blue, variant.slug(), None).await;
        let start = game.position;
        shows(red, &BoardView::new(&start, None, Color::White)).await;

        let mv = start.legal_moves()[0];
        game.play(&mv.to_string()).await;
        // The side to move is at the bottom.
        let view = after(&start, mv);
        for seat in [red, blue] {
            shows(seat, &view).await;
        }
        for width in WIDTHS {
            fits(table, red, width).await;
            table.shot(red, &format!("{}-{width}.png", variant.slug()), width, 800).await;
        }
        resize(table, red, 1280, 900).await;

        // The channel is free for the next game.
        red.begin("abort").await;
        red.send().await;
        red.press("Yes, abort").await;
        for seat in [red, blue] {
            seat.reads("without a result").await;
        }
    }
}

/// Asserts that the newest board shows this view: its size, text and file, and the pixels the browser decodes
/// from the file.
async fn shows(seat: &Seat, view: &BoardView) {
    let game = view.variant.slug();
    let file = drawn(view);
    let pixels = image::load_from_memory(&file).expect("a PNG").to_rgba8();
    let (width, height, alt) = seat.picture().await;
    assert_eq!(alt, Words::english().alt_text(view));
    assert_eq!((width, height), (pixels.width().into(), pixels.height().into()), "{game}");
    let (shown, sum) = seat.picture_file().await;
    assert!(shown == file, "{game}: {} sees another file than the renderer's", seat.name);
    assert_eq!(sum, sum_of(&pixels), "{game}: the browser makes other pixels of the file");
}

/// The checksum of [`Seat::picture_file`].
fn sum_of(pixels: &RgbaImage) -> u32 {
    pixels
        .pixels()
        .fold(0x811c_9dc5, |sum, pixel| (sum ^ u32::from_le_bytes(pixel.0)).wrapping_mul(0x0100_0193))
}

async fn resize(table: &Table, seat: &Seat, width: u32, height: u32) {
    seat.here().await;
    table.client.set_window_size(width, height).await.expect("the window changes");
}

/// Asserts that in a window of this width the newest board is complete and keeps its proportions.
async fn fits(table: &Table, seat: &Seat, width: u32) {
    resize(table, seat, width, 800).await;
    let script = format!(
        "{NEWEST} const box = picture.getBoundingClientRect();
        const distorted = Math.abs(box.height - box.width * picture.naturalHeight / picture.naturalWidth) >= 1;
        return innerWidth === arguments[0] && box.width > 0 && box.left >= 0 && box.right <= innerWidth && !distorted"
    );
    seat.until(&format!("a whole board in {width} px"), &script, vec![json!(width)]).await;
}
