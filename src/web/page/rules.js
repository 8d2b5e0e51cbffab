// The rules of the game on top of its page, with a diagram for each piece. Fetched when first opened.
import { RULES, showDialog } from "./dialog.js";
import { byId, h, put } from "./dom.js";
import { Ended, Later, Unreachable, fetchRules } from "./net.js";
import { drawing, pieceDrawing } from "./sheet.js";
import { word } from "./words.js";

export class Rules {
  #known = new Map(); // the server's rules, by game
  #about = null; // the piece tapped last: {at, kind}
  #busy = false;

  /**
   * `on.ask()`: the page's `[grant, query]`. `on.game()`: the game on the page. `on.say(text)`. `on.lost()`:
   * the focused element is gone. `on.end(error)`.
   */
  constructor(on) {
    this.on = on;
    this.button = byId("what");
    this.button.append(h("span", { class: "what-drawn" }), h("span", { class: "what-word" }));
    this.button.addEventListener("click", () => this.open(this.#about?.kind, this.button));
    byId("rules").addEventListener("click", (event) => this.open(null, event.currentTarget));
  }

  /** Shows a button for the tapped piece's rules. Null hides it. */
  point(square) {
    const kind = kindOf(square);
    this.#about = kind ? { at: square.at, kind } : null;
    this.button.hidden = !kind;
    if (!kind) return;
    const [drawn, named] = this.button.children;
    drawn.replaceChildren(pieceDrawing(square.piece, square.color));
    named.textContent = word("page-what");
    put(this.button, "aria-label", word("page-what"));
  }

  /** Handles a new board. `pieceAt(at)`: the piece there now. */
  look(pieceAt) {
    if (this.#about && kindOf(pieceAt(this.#about.at)) !== this.#about.kind) this.point(null);
  }

  /** Shows the rules, or those of one piece. `from`: the element that gets the focus when they close. */
  async open(kind, from) {
    if (this.#busy) return;
    this.#busy = true;
    try {
      const told = await this.#told();
      if (!told) return this.on.say(word("page-refused"));
      const piece = told.pieces.find((one) => one.kind === kind);
      if (piece) this.#showPiece(told, piece, from);
      else this.#showAll(told, from);
    } catch (error) {
      if (error instanceof Ended) this.on.end(error);
      else if (error instanceof Unreachable) this.on.say((error instanceof Later && error.message) || word("page-not-reached"));
      else throw error;
    } finally {
      this.#busy = false;
    }
  }

  async #told() {
    const game = this.on.game();
    if (!this.#known.has(game)) {
      const { ok, body } = await fetchRules(...this.on.ask());
      if (!ok) return null;
      this.#known.set(game, body);
    }
    return this.#known.get(game);
  }

  #showPiece(told, piece, from) {
    const all = h("button", { type: "button", class: "press", onclick: () => this.#showAll(told, from) }, word("page-all-rules"));
    this.#show(piece.name, [h("p", {}, `${piece.name} (${piece.letter}) ${piece.says}`), diagram(piece)], all, from);
  }

  #showAll(told, from) {
    const [goal, summary] = told.goal;
    const [heading, ...readings] = told.readings;
    this.#show(told.name, [
      h("p", { class: "keys" }, told.origin), image(told.picture),
      told.legend ? h("p", { class: "says" }, told.legend) : null,
      h("h3", {}, goal), h("p", { class: "says" }, summary),
      h("h3", {}, word("page-what-pieces")), told.pieces.map(entry),
      heading ? h("details", {}, h("summary", {}, heading), h("ul", {}, readings.map((one) => h("li", {}, one)))) : null,
      h("p", { class: "keys" }, told.source),
    ], null, from);
  }

  #show(title, content, button, from) {
    const close = h("button", { type: "button", class: "press", onclick: () => dialog.close() }, word("page-close"));
    const dialog = showDialog(title, [h("div", { class: "told" }, content), h("div", { class: "ask-buttons" }, button, close)], RULES, from);
    dialog.addEventListener("close", () => from.checkVisibility?.() === false && this.on.lost());
    // Screen readers start at the heading instead of the first button.
    const heading = dialog.querySelector("h2");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    dialog.scrollTop = 0;
  }
}

/** The kind of a square's piece, by which its rules are found: its drawing, unless it is drawn as another piece. */
export const kindOf = (square) => square?.kind ?? square?.piece ?? null;

/** A piece in the list: its sentence, with more when opened. */
const entry = (piece) => h("details", { "data-kind": piece.kind },
  h("summary", {}, drawing(piece.drawing, "piece white"), h("span", {}, h("b", {}, piece.name), ` (${piece.letter}) ${piece.says}`)), diagram(piece));

const diagram = ({ picture, captions }) => [picture ? image(picture) : null, captions.map((one) => h("p", {}, one))];

const image = ({ src, alt }) => h("img", { src, alt, loading: "lazy", decoding: "async" });
