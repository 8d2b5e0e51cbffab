// The course of a game as a curve: White's share above the middle, Black's below. It is a single slider: a
// tap, a drag or an arrow key shows the position there.
import { h, put, s, write } from "./dom.js";
import { pieceDrawing } from "./sheet.js";
import { word } from "./words.js";

/** How many plies the large-step keys move. */
const FAR = 10;

/** The middle of the scale, in percent. */
const EVEN = 50;

export class Curve {
  #found = null; // the analysis that is drawn
  #moves = []; // of each ply but the first: [side, number, move]
  #at = 0; // the ply of the mark
  #shown = 0; // the ply on the board
  #wanted = null; // the ply to show next, while a position is being fetched
  #going = false;

  /** `onShow(ply)` shows the position after that many plies, and resolves once it is shown. */
  constructor(box, reading, onShow) {
    this.box = box;
    this.reading = reading;
    this.onShow = onShow;
    box.addEventListener("click", (event) => this.#point(event));
    box.addEventListener("pointermove", (event) => event.buttons === 1 && this.#point(event));
    box.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows the analysis of a game. `at` is the ply of the position on the board. */
  show(found, state, at) {
    this.#moves = state.list.flatMap(({ n, white, black }) => [["white", n, white], ["black", n, black]]).filter(([, , move]) => move);
    if (found !== this.#found) this.#draw(found);
    this.#found = found;
    this.#shown = at;
    if (!this.#going) this.#mark(at);
  }

  get #last() {
    return this.#found.chances.length - 1;
  }

  #draw({ chances, moments }) {
    const last = chances.length - 1;
    const points = chances.map((chance, ply) => `${ply},${100 - chance}`).join(" ");
    const area = (kind, top) => s("svg", { y: `${top}%`, height: "50%", viewBox: `0 ${top} ${last} 50`, preserveAspectRatio: "none" },
      s("polygon", { class: `share ${kind}`, points: `0,${EVEN} ${points} ${last},${EVEN}` }));
    const x = (ply) => `${(ply / last) * 100}%`;
    const level = (y, kind) => s("line", { class: kind, x1: "0", x2: "100%", y1: `${y}%`, y2: `${y}%` });
    this.here = [s("line", { class: "here-edge", y1: "0", y2: "100%" }), s("line", { class: "here", y1: "0", y2: "100%" })];
    this.spot = s("circle", { class: "here-spot", r: "6" });
    this.place = (ply) => {
      for (const line of this.here) for (const end of ["x1", "x2"]) put(line, end, x(ply));
      put(this.spot, "cx", x(ply));
      put(this.spot, "cy", `${100 - chances[ply]}%`);
    };
    const disc = ({ ply }, index) => s("svg", { class: "moment", x: x(ply), y: `${Math.min(Math.max(100 - chances[ply], 10), 90)}%` },
      s("circle", { r: "9" }), s("text", { y: "4.5" }, String(index + 1)));
    this.box.replaceChildren(
      h("div", { class: "sides", "aria-hidden": "true" }, pieceDrawing("king", "white"), pieceDrawing("king", "black")),
      s("svg", { class: "course", "aria-hidden": "true" },
        level(25, "level"), level(75, "level"), area("white", 0), area("black", EVEN), level(EVEN, "even"),
        s("svg", { viewBox: `0 0 ${last} 100`, preserveAspectRatio: "none" }, s("polyline", { class: "line", points })),
        ...this.here, this.spot, ...moments.map(disc)));
  }

  #mark(ply) {
    this.#at = ply;
    const percent = Math.round(this.#found.chances[ply]);
    const [side, number, move] = this.#moves[ply - 1] ?? [];
    const says = side ? word("page-curve-move", { number, side: word(`page-${side}`), move, percent }) : word("page-curve-start", { percent });
    this.place(ply);
    const values = { "aria-valuemin": 0, "aria-valuemax": this.#last, "aria-valuenow": ply, "aria-valuetext": says };
    for (const [name, value] of Object.entries(values)) put(this.box, name, value);
    write(this.reading, says);
  }

  #point(event) {
    const { left, width } = this.box.querySelector(".course").getBoundingClientRect();
    // A click from the keyboard or a screen reader has no position.
    if (event.detail !== 0 || event.type !== "click") this.#go(Math.round(((event.clientX - left) / width) * this.#last));
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -FAR, PageUp: FAR, Home: -this.#last, End: this.#last }[key];
    if (by === undefined) return;
    event.preventDefault();
    this.#go(this.#at + by);
  }

  /** While a position is being fetched, only the last requested ply is kept as the next one. */
  async #go(ply) {
    this.#wanted = Math.min(Math.max(ply, 0), this.#last);
    if (this.#wanted === this.#at && !this.#going) return;
    this.#mark(this.#wanted);
    if (this.#going) return;
    this.#going = true;
    try {
      while (this.#wanted !== null) {
        const next = this.#wanted;
        this.#wanted = null;
        await this.onShow(next);
      }
    } finally {
      this.#going = false;
    }
    // The position may have failed to load.
    this.#mark(this.#shown);
  }
}
