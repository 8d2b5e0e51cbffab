//! The inputs for a move on the page: touch, mouse, keyboard.

use rookery::rules::{DescribedMove, Move, Position, Square};
use rookery::words::Words;
use serde_json::json;

use super::super::table::{ENTER, TAB};
use super::Board;

/// Left, up, right and down in WebDriver's encoding.
const LEFT: &str = "\u{E012}";
const UP: &str = "\u{E013}";
const RIGHT: &str = "\u{E014}";
const DOWN: &str = "\u{E015}";
const SHIFT: &str = "\u{E008}";

/// The input for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// A tap on the piece, and one on its destination.
    Finger,
    /// Dragging by touch.
    Swipe,
    /// Two clicks.
    Mouse,
    /// Dragging with the mouse.
    Drag,
    /// Arrow keys and Enter.
    Keys,
    /// The text field for moves.
    Typing,
}

/// The centre of a selector's match in the window, once it is in view.
const MIDDLE: &str = "const one = document.querySelectorAll(arguments[0])[arguments[1]];
    if (!one) return null;
    one.scrollIntoView({ block: 'nearest' });
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2]";

impl Board {
    /// Makes a move, and waits until the page shows it.
    pub async fn play(&self, hand: Hand, position: &Position, mv: &Move) {
        self.begin(hand, position, mv).await;
        let said = Words::english().told_move(&DescribedMove::new(position, mv));
        self.reads_here("says", &format!("{}: {said}", position.turn())).await;
    }

    /// Makes a move to which a reply is prepared, so the page may already show the reply.
    pub async fn begin(&self, hand: Hand, position: &Position, mv: &Move) {
        self.here().await;
        let ready =
            "return !document.querySelector('.board').ariaBusy && document.querySelector('.mine') !== null";
        self.soon("somebody to move", ready, vec![]).await;
        self.make(hand, position, mv).await;
    }

    /// Prepares a reply while the opponent is to move; it is legal in the position `then`, after that move.
    pub async fn prepare(&self, hand: Hand, then: &Position, mv: &Move) {
        self.here().await;
        self.make(hand, then, mv).await;
        let script = "return document.querySelectorAll('#prepared li').length === 1";
        self.soon(&format!("{mv} is prepared for {}", then.fen()), script, vec![]).await;
    }

    /// Waits until the list has this many moves.
    pub async fn has_moves(&self, count: usize) {
        self.here().await;
        let script = "return document.querySelectorAll('#history .ply').length === arguments[0]";
        self.soon(&format!("{count} moves"), script, vec![json!(count)]).await;
    }

    /// Makes a move, and resolves an ambiguity if the page asks.
    async fn make(&self, hand: Hand, position: &Position, mv: &Move) {
        if hand == Hand::Typing {
            return self.type_move(&mv.to_string()).await;
        }
        let from = mv.from().map_or_else(|| "hand".to_owned(), |square| square.to_string());
        let to = mv.to().to_string();
        match hand {
            Hand::Finger | Hand::Mouse => {
                self.tap(hand, &from).await;
                self.is_drawn().await;
                self.tap(hand, &to).await;
            }
            Hand::Swipe | Hand::Drag => self.drag(hand, &from, &to).await,
            Hand::Keys | Hand::Typing => {
                self.walk(&from).await;
                self.keys(ENTER).await;
                self.walk(&to).await;
                self.keys(ENTER).await;
            }
        }
        let twin = |other: &&Move| (other.from(), other.to()) == (mv.from(), mv.to());
        let legal = position.legal_moves();
        let twins: Vec<&Move> = legal.iter().filter(twin).collect();
        if twins.len() > 1 {
            self.pick(hand, position, mv, twins.len()).await;
        }
    }

    /// Waits until a piece is selected and all drawings on the board are loaded.
    async fn is_drawn(&self) {
        let script = "const uses = [...document.querySelectorAll('use')];
            return document.querySelector('.over use') !== null && uses.every((one) => document.querySelector(one.getAttribute('href')))";
        self.soon("all drawings are there", script, vec![]).await;
    }

    /// Selects one of the moves that the page asks about.
    pub async fn pick(&self, hand: Hand, position: &Position, mv: &Move, count: usize) {
        let told = DescribedMove::new(position, mv);
        let words = Words::english();
        let label = told.becomes.map_or_else(|| words.move_choice(&told), |piece| words.kind(piece));
        let script = "const all = [...document.querySelectorAll('dialog[open] .choice')].map((one) => one.textContent);
            return all.length ? all : null";
        let found = self.soon("which move?", script, vec![]).await;
        let labels: Vec<String> = serde_json::from_value(found).expect("texts");
        assert_eq!(labels.len(), count, "all that it could be: {labels:?}");
        let at = labels.iter().position(|one| *one == label);
        let at = at.unwrap_or_else(|| panic!("{label} is not in {labels:?}"));
        if hand == Hand::Keys {
            self.keys(&TAB.repeat(at)).await;
            return self.keys(ENTER).await;
        }
        for _ in 0..5 {
            self.press_on(hand, ".choice", at).await;
            // Right after a swipe the browser may drop the click of a tap. Then a person taps again.
            let gone = "const since = performance.now();
                return new Promise((tell) => (function look() {
                    if (!document.querySelector('dialog')) tell(true);
                    else if (performance.now() - since > 300) tell(false);
                    else setTimeout(look, 10);
                })())";
            if self.ask_here(gone, vec![]).await == json!(true) {
                return;
            }
        }
        panic!("{label} can't be chosen");
    }

    /// Taps or clicks a square, or the pieces in hand.
    pub async fn tap(&self, hand: Hand, at: &str) {
        self.press_on(hand, &format!("[data-at=\"{at}\"]"), 0).await;
    }

    /// Clicks a square, after switching to the window.
    pub async fn tap_here(&self, at: &str) {
        self.here().await;
        self.tap(Hand::Mouse, at).await;
    }

    /// Taps a square, after switching to the window.
    pub async fn touch(&self, at: &str) {
        self.here().await;
        self.tap(Hand::Finger, at).await;
    }

    /// Presses the centre of a selector's match.
    pub async fn press_at(&self, hand: Hand, selector: &str) {
        self.here().await;
        self.press_on(hand, selector, 0).await;
    }

    async fn press_on(&self, hand: Hand, selector: &str, index: usize) {
        let (x, y) = self.middle(selector, index).await;
        self.down(hand, x, y).await;
        self.up(hand, x, y).await;
    }

    /// Swipes a piece to a square, after switching to the window.
    pub async fn swipe(&self, from: &str, to: &str) {
        self.here().await;
        self.drag(Hand::Swipe, from, to).await;
    }

    async fn drag(&self, hand: Hand, from: &str, to: &str) {
        let to = self.middle(&format!("[data-at=\"{to}\"]"), 0).await;
        let from = self.middle(&format!("[data-at=\"{from}\"]"), 0).await;
        self.down(hand, from.0, from.1).await;
        for (x, y) in [(f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1)), to] {
            let finger = json!({ "type": "touchMove", "touchPoints": [{ "x": x, "y": y }] });
            let mouse = json!({ "type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1 });
            self.point(hand, finger, mouse).await;
        }
        self.up(hand, to.0, to.1).await;
    }

    async fn down(&self, hand: Hand, x: f64, y: f64) {
        let finger = json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] });
        let mouse = json!({ "type": "mousePressed", "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        self.point(hand, finger, mouse).await;
    }

    async fn up(&self, hand: Hand, x: f64, y: f64) {
        let finger = json!({ "type": "touchEnd", "touchPoints": [] });
        let mouse = json!({ "type": "mouseReleased", "x": x, "y": y, "button": "left", "clickCount": 1 });
        self.point(hand, finger, mouse).await;
    }

    async fn point(&self, hand: Hand, finger: serde_json::Value, mouse: serde_json::Value) {
        match hand {
            Hand::Finger | Hand::Swipe => self.developers("Input.dispatchTouchEvent", &finger).await,
            _ => self.developers("Input.dispatchMouseEvent", &mouse).await,
        }
    }

    /// The centre of a selector's match in the window.
    pub async fn middle(&self, selector: &str, index: usize) -> (f64, f64) {
        let at = self.soon(selector, MIDDLE, vec![json!(selector), json!(index)]).await;
        serde_json::from_value(at).expect("a place")
    }

    /// Presses keys at the current focus.
    pub async fn keys(&self, keys: &str) {
        if !keys.is_empty() {
            self.focused().await.send_keys(keys).await.expect("keys arrive");
        }
    }

    /// Goes to a square with the arrow keys, and into the board or to the pieces in hand with Tab.
    pub async fn walk(&self, to: &str) {
        let script = "const at = document.activeElement.dataset.at ?? '';
            return [at, document.querySelector('.board').classList.contains('flipped')]";
        // After using the mouse, any other key focuses the board.
        self.keys(SHIFT).await;
        for _ in 0..40 {
            let (at, flipped): (String, bool) =
                serde_json::from_value(self.ask_here(script, vec![]).await).expect("a place");
            if at == to {
                return;
            }
            let steps = match (at.parse::<Square>(), to.parse::<Square>()) {
                (Ok(at), Ok(to)) => way(at, to, flipped),
                _ => TAB.to_owned(),
            };
            self.keys(&steps).await;
        }
        panic!("no key leads to {to}");
    }

    /// Types a move into its field; the browser gets the intended one first.
    pub async fn type_move(&self, text: &str) {
        let script = "document.getElementById('typed-move').focus()";
        self.ask_here(script, vec![]).await;
        self.keys(text).await;
        let first = "return document.querySelector('#typed-list li b')?.textContent === arguments[0]";
        self.soon("the move in the list", first, vec![json!(text)]).await;
        self.keys(&format!("{DOWN}{ENTER}")).await;
    }
}

/// The arrow keys from one square to another: along the row and then along the file.
fn way(at: Square, to: Square, flipped: bool) -> String {
    let keys = |by: i16, back: &str, forth: &str| {
        let key = if (by < 0) == flipped { forth } else { back };
        key.repeat(usize::from(by.unsigned_abs()))
    };
    let along = i16::from(to.file()) - i16::from(at.file());
    let up = i16::from(to.rank()) - i16::from(at.rank());
    keys(along, LEFT, RIGHT) + &keys(up, DOWN, UP)
}
