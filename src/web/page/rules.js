// The rules of the game on top of its page, with a diagram for each piece. They are asked for when they are opened.
import { RULES, showDialog } from "./dialog.js";
import { byId, h, put } from "./dom.js";
import { Ended, Later, Unreachable, fetchRules } from "./net.js";
import { drawing, pieceDrawing } from "./sheet.js";
import { word } from "./words.js";

export class Rules {
  #known = new Map(); // what the server said, by the game
  #about = null; // the piece that was tapped last: {at, kind}
  #busy = false;

  /** `on.ask()`: where the page is, `[grant, query]`; `on.game()`: which game is there; `on.say(text)`; `on.lost()`: what had the focus
   *  is gone; `on.end(error)`. */
  constructor(on) {
    this.on = on;
    this.button = byId("what");
    this.button.append(h("span", { class: "what-drawn" }), h("span", { class: "what-word" }));
    this.button.addEventListener("click", () => this.open(this.#about?.kind, this.button));
    byId("rules").addEventListener("click", (event) => this.open(null, event.currentTarget));
  }

  /** A piece was tapped, as the board shows it; null: none is any more. Beside the board stands what leads to it. */
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

  /** Another board is shown. `pieceAt(at)`: what stands there now. */
  look(pieceAt) {
    if (this.#about && kindOf(pieceAt(this.#about.at)) !== this.#about.kind) this.point(null);
  }

  /** Shows the rules, or what is told of one piece. `from`: what gets the focus at the end. */
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
    // The beginning is read first, not the first thing to press.
    const heading = dialog.querySelector("h2");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    dialog.scrollTop = 0;
  }
}

/** What a square shows, by which its entry is found: its drawing, unless that of another piece is used for it. */
export const kindOf = (square) => square?.kind ?? square?.piece ?? null;

/** A piece among all: its sentence, and more of it where it is opened. */
const entry = (piece) => h("details", { "data-kind": piece.kind },
  h("summary", {}, drawing(piece.drawing, "piece white"), h("span", {}, h("b", {}, piece.name), ` (${piece.letter}) ${piece.says}`)), diagram(piece));

const diagram = ({ picture, captions }) => [captions.map((one) => h("p", {}, one)), picture ? image(picture) : null];

const image = ({ src, alt }) => h("img", { src, alt, loading: "lazy", decoding: "async" });
