// The list of moves and stepping through them. A ply is one move of one side. Ply 0 is the start.
import { byId, h, put } from "./dom.js";
import { word } from "./words.js";

/** The four step buttons: their sign, the key of their text, and their target. */
const STEPS = [
  ["|‹", "page-first", () => 0],
  ["‹", "page-back", (at) => at - 1],
  ["›", "page-forth", (at) => at + 1],
  ["›|", "page-last", (at, last) => last],
];

/**
 * Returns the move number shown above the board: for an earlier position the move just played, for the
 * current one the move to be played. None at the start.
 */
export function moveNumber({ list, ply: last, over }, ply) {
  const goesOn = ply === last && !over;
  const numbers = list.flatMap(({ n, white, black }) => [white ? [n] : [], black ? [goesOn ? n + 1 : n] : []]).flat();
  // Counted from the end, so that it is right wherever the list begins.
  return numbers[numbers.length - 1 - (last - ply)];
}

export class History {
  #buttons = []; // of plies, in order
  #drawn = "";
  #noted = "";
  #first = 0; // plies before the first one listed
  #last = 0;
  #at = 0;

  /** `onShow(ply)` requests the position after that many plies. */
  constructor(list, steps, onShow) {
    this.list = list;
    this.onShow = onShow;
    this.steps = STEPS.map(([sign, key, to]) => h("button", {
      type: "button", class: "tool step", "data-key": key, onclick: () => this.#go(to(this.#at, this.#last)),
    }, sign));
    steps.append(...this.steps);
    list.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows the moves of a state. `at` is the ply of the position on the board. */
  show(state, at) {
    const drawn = JSON.stringify(state.list);
    if (drawn !== this.#drawn) this.#draw(state);
    const noted = JSON.stringify(state.notes ?? []);
    if (noted !== this.#noted) this.#note(state);
    [this.#drawn, this.#noted] = [drawn, noted];
    this.#last = state.ply;
    this.#at = at;
    this.#buttons.forEach((button, index) => this.#mark(button, this.#first + index + 1 === at));
    if (!this.#buttons.some((button) => button.tabIndex === 0) && this.#buttons.length) this.#buttons[0].tabIndex = 0;
    this.steps.forEach((button) => put(button, "aria-label", word(button.dataset.key)));
    const blocked = [at <= this.#first, at <= this.#first, at >= state.ply, at >= state.ply];
    // Not `disabled`: a button that loses the focus at the end of the list would send it to the top of the
    // page.
    this.steps.forEach((button, index) => put(button, "aria-disabled", blocked[index] ? "true" : null));
  }

  /** Steps one ply back (-1) or forward (1). */
  step(by) {
    this.#go(this.#at + by);
  }

  #go(ply) {
    const wanted = Math.min(Math.max(ply, this.#first), this.#last);
    if (wanted === this.#at) return;
    // Set before the position arrives, so that two quick steps are two steps.
    this.#at = wanted;
    this.onShow(wanted);
  }

  /** Lists the player's notes. A button with each note's place shows its position. */
  #note({ notes = [] }) {
    const list = byId("notes");
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
    byId("noted").hidden = notes.length === 0;
    const line = ({ ply, at, says }) => h("li", {},
      h("button", { type: "button", class: "note", "data-ply": ply, onclick: () => this.#go(ply) }, at), ` ${says}`);
    list.replaceChildren(...notes.map(line));
    if (focused !== null) [...list.querySelectorAll("button")].find((one) => one.dataset.ply === focused)?.focus({ preventScroll: true });
  }

  #draw(state) {
    const hadFocus = this.list.contains(document.activeElement) ? Number(document.activeElement.dataset.ply) : null;
    const moves = state.list.flatMap(({ white, black }) => [white, black]).filter(Boolean);
    // Counted from the end, so that it is right wherever the list begins.
    this.#first = state.ply - moves.length;
    let ply = this.#first;
    const button = (move) => {
      if (!move) return h("span", { class: "no-move" }, "…");
      ply += 1;
      const shown = ply;
      return h("button", { type: "button", class: "ply", tabindex: "-1", "data-ply": ply, onclick: () => this.#go(shown) }, move);
    };
    const line = ({ n, white, black }) => h("li", {}, h("span", { class: "number" }, `${n}.`), button(white), black ? button(black) : null);
    this.list.replaceChildren(...state.list.map(line));
    this.#buttons = [...this.list.querySelectorAll("button")];
    if (hadFocus !== null) this.#buttons.find((one) => Number(one.dataset.ply) === hadFocus)?.focus({ preventScroll: true });
  }

  #mark(button, here) {
    const was = button.getAttribute("aria-current") === "true";
    put(button, "aria-current", here ? "true" : null);
    button.tabIndex = here ? 0 : -1;
    if (!here || was) return;
    // Only the list scrolls, never the page.
    const { top, bottom } = button.getBoundingClientRect();
    const box = this.list.getBoundingClientRect();
    if (top < box.top || bottom > box.bottom) this.list.scrollTop += bottom - box.bottom + 8;
  }

  #key(event) {
    const index = this.#buttons.indexOf(event.target);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2, Home: -index, End: this.#buttons.length - 1 - index }[event.key];
    if (index < 0 || by === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#buttons[index + by]?.focus();
  }
}
