// Taps and drags with mouse, finger or pen. A tap counts when the pointer is lifted, because some browsers
// omit the click when a finger comes down soon after a swipe. Clicks without a pointer (a key, a screen
// reader) count too.
import { Board } from "./board.js";

/** How far a pointer must move to start a drag, in pixels. */
const START = 6;
/** How long after a tap its own click is ignored, in ms. */
const ECHO = 500;
/** A piece under a finger is drawn larger and higher, so that it stays visible. */
const UNDER_FINGER = { size: 1.5, rise: 0.35 };

/** Listens to every element in an area that has `data-at`. */
export class Pointers {
  #press = null; // {at, id, x, y, source, ghost, piece, size, rise}
  #tapped = { at: null, when: 0 };

  /**
   * `on.tap(at)`. `on.may(at)`: whether it can be dragged. During a drag `on.lift(at)`, then `on.over(at)`,
   * and finally `on.land(at)` (null: off the board) or `on.cancel()`.
   */
  constructor(area, on) {
    this.on = on;
    area.addEventListener("pointerdown", (event) => this.#down(event));
    area.addEventListener("click", (event) => this.#click(event));
    window.addEventListener("pointermove", (event) => this.#press?.id === event.pointerId && this.#move(event));
    window.addEventListener("pointerup", (event) => this.#press?.id === event.pointerId && this.#up(event));
    for (const name of ["pointercancel", "blur"]) window.addEventListener(name, () => this.#press && this.#end() && on.cancel());
  }

  #down(event) {
    const source = event.target.closest("[data-at]");
    if (this.#press || event.button !== 0 || !event.isPrimary || !source) return;
    this.#press = { at: source.dataset.at, id: event.pointerId, x: event.clientX, y: event.clientY, source, ghost: null };
  }

  #move({ clientX: x, clientY: y, pointerType }) {
    const press = this.#press;
    if (!press.ghost) {
      const drags = Math.hypot(x - press.x, y - press.y) >= START && press.source.querySelector(".piece") && this.on.may(press.at);
      if (!drags) return;
      this.#lift(press, pointerType === "touch" ? UNDER_FINGER : { size: 1, rise: 0 });
    }
    press.ghost.style.transform = `translate(${x - press.size / 2}px, ${y - press.size / 2 - press.rise}px)`;
    this.on.over(Board.at(x, y));
  }

  #up({ clientX: x, clientY: y }) {
    const { at, source } = this.#press;
    if (this.#end()) {
      // After a short drag the browser still sends a click on the same square.
      this.#tapped = { at, when: performance.now() };
      this.on.land(Board.at(x, y));
    } else if (source.contains(document.elementFromPoint(x, y))) {
      this.#tapped = { at, when: performance.now() };
      this.on.tap(at);
    }
  }

  #click(event) {
    const at = event.target.closest("[data-at]")?.dataset.at;
    const echo = this.#tapped.at === at && performance.now() - this.#tapped.when < ECHO;
    if (at && !echo) this.on.tap(at);
  }

  #lift(press, { size, rise }) {
    this.on.lift(press.at);
    press.piece = press.source.querySelector(".piece");
    press.ghost = press.piece.cloneNode(true);
    press.size = press.piece.getBoundingClientRect().width * size;
    press.rise = press.size * rise;
    press.ghost.classList.add("ghost");
    for (const side of ["width", "height"]) press.ghost.style[side] = `${press.size}px`;
    press.piece.classList.add("away");
    document.body.append(press.ghost);
    document.body.classList.add("dragging");
  }

  /** Ends the press. Returns true if it was a drag. */
  #end() {
    const { ghost, piece } = this.#press;
    this.#press = null;
    ghost?.remove();
    piece?.classList.remove("away");
    document.body.classList.remove("dragging");
    return Boolean(ghost);
  }
}
