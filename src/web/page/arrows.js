// Arrows and circles over the board: those drawn with the right mouse button, and those of moves in an
// answer.
import { s } from "./dom.js";

/** The length and width of an arrow's head. A square is 100 wide. */
const HEAD = { long: 34, wide: 22 };

export class Arrows {
  #drawn = new Map(); // by the right button: text -> [from, to]
  #told = []; // of moves in an answer
  #from = null;

  /** `place(at)` returns `{x, y}`. `squareAt(x, y)` returns the square under a point of the window. */
  constructor(table, over, place, squareAt) {
    this.over = over;
    this.place = place;
    table.addEventListener("contextmenu", (event) => event.preventDefault());
    table.addEventListener("pointerdown", (event) => this.#down(event));
    window.addEventListener("pointerup", ({ button, clientX, clientY }) => button === 2 && this.#up(squareAt(clientX, clientY)));
  }

  /** Shows moves, each `[from, to]`. The same square twice is a circle. */
  tell(moves) {
    this.#told = moves;
    this.draw();
  }

  /** Redraws all. */
  draw() {
    const all = [...this.#told.map((way) => [way, "told"]), ...[...this.#drawn.values()].map((way) => [way, ""])];
    const shown = all.filter(([way]) => way.every((at) => this.place(at)));
    this.over.replaceChildren(...shown.flatMap(([way, kind]) => arrow(...way.map((at) => this.place(at)), kind)));
  }

  #down({ button, target }) {
    this.#from = button === 2 ? (target.closest("td[data-at]")?.dataset.at ?? null) : null;
    if (button === 2 || this.#drawn.size === 0) return;
    this.#drawn.clear();
    this.draw();
  }

  /** Drawing the same arrow again removes it. */
  #up(to) {
    const from = this.#from;
    this.#from = null;
    if (!from || !to) return;
    const key = `${from} ${to}`;
    if (!this.#drawn.delete(key)) this.#drawn.set(key, [from, to]);
    this.draw();
  }
}

function arrow(from, to, kind) {
  const [x, y, toX, toY] = [from.x, from.y, to.x, to.y].map((at) => at * 100 + 50);
  const twice = (tag, shape) => ["arrow-edge", "arrow"].map((part) => s(tag, { ...shape, class: `${part} ${kind}` }));
  const long = Math.hypot(toX - x, toY - y);
  if (long === 0) return twice("circle", { cx: x, cy: y, r: 43 });
  const [dx, dy] = [(toX - x) / long, (toY - y) / long];
  const [neckX, neckY] = [toX - dx * HEAD.long, toY - dy * HEAD.long];
  const side = (by) => `${neckX - dy * by} ${neckY + dx * by}`;
  const points = `M${x} ${y}L${neckX} ${neckY}M${side(HEAD.wide)}L${toX} ${toY}L${side(-HEAD.wide)}`;
  return twice("path", { d: points });
}
