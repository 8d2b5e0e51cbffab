//! Cache of pictures that never change, shared by the chat and pages: piece diagrams and games' first boards.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_util::bytes::Bytes;

use crate::render::{self, BoardView, Look};

/// Square size in pixels for boards stacked vertically: wide enough for a screen, and on a phone no narrower
/// than a game's board.
const DIAGRAM_CELL: u32 = 60;

/// Rendered pictures by name.
static DRAWN: Mutex<Option<HashMap<String, Bytes>>> = Mutex::new(None);
/// The cache's capacity, which exceeds the number of pictures.
const MOST: usize = 512;

fn known() -> MutexGuard<'static, Option<HashMap<String, Bytes>>> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the picture of this name if it is cached.
pub fn picture_known(name: &str) -> Option<Bytes> {
    known().as_ref()?.get(name).cloned()
}

/// Returns the picture of this name, drawing it on first use. A name must always mean the same picture.
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

/// Draws boards stacked vertically.
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
