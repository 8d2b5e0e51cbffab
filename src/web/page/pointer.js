// Taps and drags with mouse, finger or pen. A tap counts when the pointer is lifted, because some browsers leave out the
// click when a finger comes down soon after a swipe. Clicks without a pointer (a key, a screen reader) count as well.
import { Board } from "./board.js";

/** How far a pointer moves before it drags, in pixels. */
const START = 6;
/** For how long after a tap its own click is not another one, in ms. */
const ECHO = 500;

/** Listens to everything with `data-at`. `on.tap(at)`; `on.may(at)`: it can be dragged; then `on.lift(at)`, `on.over(at)`, `on.land(at)` (null: off the board) or `on.cancel()`. */
export function listenToPointers(area, on) {
  let press = null; // {at, id, x, y, source, ghost, piece, size, rise}
  let tapped = { at: null, when: 0 };

  area.addEventListener("pointerdown", (event) => {
    const source = event.target.closest("[data-at]");
    if (press || event.button !== 0 || !event.isPrimary || !source) return;
    press = { at: source.dataset.at, id: event.pointerId, x: event.clientX, y: event.clientY, source, ghost: null };
  });

  window.addEventListener("pointermove", (event) => {
    if (press?.id !== event.pointerId) return;
    if (!press.ghost && Math.hypot(event.clientX - press.x, event.clientY - press.y) < START) return;
    if (!press.ghost && !on.may(press.at)) return;
    if (!press.ghost) lift(event.pointerType);
    place(event);
    on.over(Board.at(event.clientX, event.clientY));
  });

  window.addEventListener("pointerup", (event) => {
    if (press?.id !== event.pointerId) return;
    const { at, source } = press;
    if (end()) on.land(Board.at(event.clientX, event.clientY));
    else if (source.contains(document.elementFromPoint(event.clientX, event.clientY))) {
      tapped = { at, when: performance.now() };
      on.tap(at);
    }
  });

  area.addEventListener("click", (event) => {
    const at = event.target.closest("[data-at]")?.dataset.at;
    if (!at || (tapped.at === at && performance.now() - tapped.when < ECHO)) return;
    on.tap(at);
  });

  for (const name of ["pointercancel", "blur"]) {
    window.addEventListener(name, () => {
      if (press && end()) on.cancel();
    });
  }

  function lift(kind) {
    const piece = press.source.querySelector(".piece");
    on.lift(press.at);
    press.piece = piece;
    press.ghost = piece.cloneNode(true);
    press.size = piece.getBoundingClientRect().width * (kind === "touch" ? 1.5 : 1);
    // Above the finger, so that it can be seen.
    press.rise = kind === "touch" ? press.size * 0.35 : 0;
    press.ghost.classList.add("ghost");
    press.ghost.style.width = `${press.size}px`;
    press.ghost.style.height = `${press.size}px`;
    piece.classList.add("away");
    document.body.append(press.ghost);
    document.body.classList.add("dragging");
  }

  function place(event) {
    const [x, y] = [event.clientX - press.size / 2, event.clientY - press.size / 2 - press.rise];
    press.ghost.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Ends the press; true if it was a drag. */
  function end() {
    const { ghost, piece } = press;
    press = null;
    ghost?.remove();
    piece?.classList.remove("away");
    document.body.classList.remove("dragging");
    return Boolean(ghost);
  }
}
