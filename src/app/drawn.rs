//! Pictures that never change, drawn once for the chat and for pages: the diagrams of pieces, and the first boards of games.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_util::bytes::Bytes;

use crate::render::{self, BoardView, Look};

/// The side of a square in pixels where boards stand one above the other: wide enough for a screen, and on a phone no
/// board is narrower than that of a game.
const DIAGRAM_CELL: u32 = 60;

/// What has been drawn, by name.
static DRAWN: Mutex<Option<HashMap<String, Bytes>>> = Mutex::new(None);
/// At most this many are remembered, which is more than there are.
const MOST: usize = 512;

fn known() -> MutexGuard<'static, Option<HashMap<String, Bytes>>> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The picture of this name, if it has been drawn.
pub fn picture_known(name: &str) -> Option<Bytes> {
    known().as_ref()?.get(name).cloned()
}

/// The picture of this name, which is drawn unless it has been. The same name always means the same picture.
pub fn drawn_once(name: &str, draw: impl FnOnce() -> Vec<u8>) -> Bytes {
    if let Some(png) = picture_known(name) {
        return png;
    }
    let png = Bytes::from(draw());
    let mut known = known();
    let known = known.get_or_insert_default();
    if known.len() < MOST {
        known.insert(name.to_owned(), png.clone());
    }
    png
}

/// Boards one above the other.
pub fn diagrams_png(boards: &[BoardView]) -> Vec<u8> {
    render::diagram(boards, 1, &Look::default().without_panel().with_cell(DIAGRAM_CELL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_drawn_once() {
        assert!(picture_known("a picture of a test").is_none());
        let first = drawn_once("a picture of a test", || vec![1, 2, 3]);
        let again = drawn_once("a picture of a test", || unreachable!("it is known"));
        assert_eq!(first.as_ptr(), again.as_ptr(), "the very same bytes");
    }
}
