// The strip of a player above or below the board: name, clock, captured pieces and hand.
import { h, put, write } from "./dom.js";
import { HAND } from "./play.js";
import { pieceDrawing } from "./sheet.js";
import { language, word } from "./words.js";

/** The units of a clock, in ms, longest first. At most two are shown. */
const LENGTHS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000], ["second", 1_000]];

/** Formats the remaining time: "2 days, 5 hr". Seconds are shown only in the last hour. */
export function timeLeft(ms) {
  const parts = [];
  let rest = Math.max(0, ms);
  for (const [unit, size] of LENGTHS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (parts.length === 0 && count === 0 && unit !== "second") continue;
    if (unit === "second" && ms >= LENGTHS[1][1]) continue;
    parts.push(new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "short" }).format(count));
  }
  return parts.slice(0, 2).join(", ");
}

export class Strip {
  #clock = null; // {deadline, offset}

  /** `say(text, piece)` explains why no piece can be dropped. */
  constructor(box, say) {
    this.side = h("span", { class: "side-name" });
    this.name = h("span", { class: "who" });
    this.ahead = h("span", { class: "ahead", role: "img" });
    this.turn = h("span", { class: "unseen" });
    this.time = h("span", { class: "clock", role: "timer", "aria-live": "off", hidden: true });
    this.taken = h("span", { class: "taken", role: "img" });
    this.count = h("span", { class: "count" });
    this.hand = h("button", { type: "button", class: "hand" });
    this.dot = h("span", { class: "dot-of", "aria-hidden": "true" });
    this.box = box;
    box.append(this.dot, h("p", { class: "player" }, this.side, this.name, this.turn, this.ahead), this.taken, this.hand, this.time);
    this.hand.addEventListener("click", () => {
      if (!this.hand.dataset.at) say(word("page-hand-waits", { hand: this.hand.getAttribute("aria-label") }), this.inHand);
    });
    setInterval(() => this.#tick(), 1000);
  }

  /** Shows the player of `color`. `offset` is the server's clock minus this browser's. */
  show(color, { state, board, chosen, usable, prepares, offset }) {
    const other = color === "white" ? "black" : "white";
    const turn = state.turn === color && !state.over;
    this.box.classList.remove(other);
    this.box.classList.add(color);
    this.box.classList.toggle("turn", turn);
    put(this.box, "aria-label", word(`page-${color}`));
    write(this.side, word(`page-${color}`));
    write(this.name, state.players[color]);
    write(this.turn, turn ? `, ${word("page-to-move")}` : "");
    const [side, more] = board.ahead ?? [];
    this.ahead.hidden = side !== color;
    write(this.ahead, side === color ? `+${more}` : "");
    put(this.ahead, "aria-label", side === color ? word("page-ahead", { count: more }) : null);
    this.#showTaken(board.captured?.[other] ?? [], other);
    this.#showHand(board.hands, color, { chosen, usable, prepares });
    // Only the hand of the side to move can be used, or that of the player who prepares moves.
    put(this.hand, "data-at", (turn && state.yours) || prepares ? HAND : null);
    this.#clock = state.clock?.side === color && !state.over ? { deadline: state.clock.deadline, offset } : null;
    this.#tick();
  }

  #showTaken(pieces, color) {
    const key = JSON.stringify([pieces, color]);
    if (key === this.takenKey) return;
    this.takenKey = key;
    this.taken.hidden = pieces.length === 0;
    const named = pieces.map(([piece, count]) => `${word(`page-piece-${piece}`)} ${count}`).join(", ");
    put(this.taken, "aria-label", word("page-taken", { pieces: named }));
    this.taken.replaceChildren(...pieces.map(([piece, count]) => h("span", { class: "taken-piece" },
      pieceDrawing(piece, color), count > 1 ? h("span", { class: "count" }, String(count)) : null)));
  }

  #showHand(hands, color, { chosen, usable, prepares }) {
    // An empty hand keeps its space: the board must not move under a finger.
    this.box.classList.toggle("with-hand", Boolean(hands));
    this.hand.hidden = !hands || !hands[color];
    if (this.hand.hidden) return;
    this.inHand = { at: HAND, piece: hands.piece, color };
    const key = JSON.stringify([hands, color]);
    if (key !== this.handKey) {
      this.handKey = key;
      this.hand.replaceChildren(pieceDrawing(hands.piece, color), h("span", { class: "count" }, String(hands[color])));
      put(this.hand, "aria-label", word("page-in-hand", { piece: word(`page-piece-${hands.piece}`), count: hands[color] }));
    }
    this.hand.classList.toggle("mine", usable);
    put(this.hand, "aria-disabled", usable || prepares ? null : "true");
    put(this.hand, "aria-pressed", usable || prepares ? String(chosen === HAND) : null);
  }

  #tick() {
    this.time.hidden = this.#clock === null;
    if (!this.#clock) return;
    const { deadline, offset } = this.#clock;
    const left = deadline - (Date.now() + offset);
    write(this.time, left > 0 ? timeLeft(left) : word("page-time-over"));
    this.time.classList.toggle("short", left < 3_600_000);
    const until = new Intl.DateTimeFormat(language(), { dateStyle: "full", timeStyle: "short" }).format(deadline);
    put(this.time, "title", word("page-until", { time: until }));
  }
}
