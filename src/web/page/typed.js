// The field for typing a move, with the matching legal moves. The text goes to the server unchanged.
import { byId, h, put } from "./dom.js";

/** The number of suggestions that fit on the screen. */
const SHOWN = 8;

export class Typed {
  #moves = [];
  #found = [];
  #active = -1;

  /** `onMove(text)` gets the typed or picked move. */
  constructor(onMove) {
    this.form = byId("typed");
    this.field = byId("typed-move");
    this.list = byId("typed-list");
    this.onMove = onMove;
    this.field.addEventListener("input", () => this.#search());
    this.field.addEventListener("keydown", (event) => this.#key(event));
    this.field.addEventListener("blur", () => this.#close());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send(this.#found[this.#active]?.move ?? this.field.value.trim());
    });
  }

  /** Takes the legal moves, and whether this person plays here. The field stays visible during the other side's turn. */
  take(moves, plays) {
    this.#moves = moves;
    this.form.hidden = !plays;
    if (!this.list.hidden) this.#search();
  }

  /** Clears the field after its move was made. */
  done(text) {
    if (this.field.value.trim() === text) this.field.value = "";
  }

  #send(text) {
    this.#close();
    if (!text) return;
    this.field.value = text;
    this.onMove(text);
  }

  #search() {
    const typed = this.field.value.trim().toLowerCase();
    const words = typed.split(/\s+/);
    const rank = ({ move, says }) => {
      if (move.toLowerCase().startsWith(typed)) return 0;
      const parts = says.toLowerCase().split(/[^\p{L}\p{N}]+/u);
      return words.every((one) => parts.some((part) => part.startsWith(one))) ? 1 : 9;
    };
    const ranked = typed ? this.#moves.map((move) => ({ move, rank: rank(move) })).filter((one) => one.rank < 9) : [];
    this.#found = ranked.sort((a, b) => a.rank - b.rank).slice(0, SHOWN).map((one) => one.move);
    this.#active = -1;
    this.list.replaceChildren(...this.#found.map((move, index) => h("li", {
      role: "option", id: `typed-${index}`, "aria-selected": "false",
      // The focus stays in the field.
      onpointerdown: (event) => event.preventDefault(),
      onclick: () => this.#send(move.move),
    }, h("b", {}, move.move), h("span", {}, move.says))));
    this.#paint(this.#found.length > 0);
    if (this.#found.length) this.list.scrollIntoView({ block: "nearest" });
  }

  #close() {
    this.#found = [];
    this.#active = -1;
    this.#paint(false);
  }

  #paint(open) {
    this.list.hidden = !open;
    put(this.field, "aria-expanded", String(open));
    put(this.field, "aria-activedescendant", this.#active < 0 ? null : `typed-${this.#active}`);
    [...this.list.children].forEach((option, index) => put(option, "aria-selected", String(index === this.#active)));
    if (open) this.list.children[this.#active]?.scrollIntoView({ block: "nearest" });
  }

  #key(event) {
    const count = this.#found.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && !this.list.hidden) this.#close();
    else if (step && count) {
      this.#active = this.#active < 0 ? (step > 0 ? 0 : count - 1) : (this.#active + step + count) % count;
      this.#paint(true);
    } else return;
    event.preventDefault();
  }
}
