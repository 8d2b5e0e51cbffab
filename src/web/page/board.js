// The board: a table whose cells are the squares. The cell elements are reused while the board has the same
// shape, so that the focus and a screen reader's position survive a new position.
import { Arrows } from "./arrows.js";
import { h, put, s } from "./dom.js";
import { drawing, pieceDrawing } from "./sheet.js";
import { word } from "./words.js";
import { drawHints } from "./hints.js";

/** The duration of a piece's slide, in ms. */
const SLIDE = 170;
/** If more pieces than this have moved, it was not a single move, and nothing slides. */
const MOST = 4;
/** Marks below the piece, and those above it. The exit, the scepter and the color of the square are drawn elsewhere. */
const BELOW = ["victim", "check"];
const ABOVE = [["frozen", "mark-rime"], ...["brakes-white", "brakes-black", "braked-by-white", "braked-by-black"].map((mark) => [mark, `mark-${mark}`])];

/** The keys that step through the moves, unless the board has the keyboard focus. */
export const SIDEWAYS = ["ArrowLeft", "ArrowRight"];

export class Board {
  #cells = new Map(); // square -> {td, x, y, square, drawn, piece}
  #shape = "";
  #places = []; // rows of squares as displayed, null for a hole
  #current = null; // the square that Tab reaches
  #sentTo = null;
  #clicked = false; // the board was focused by the mouse

  /** `on.tap(at)`: Enter on a square. `on.aim(at)`: the square that is pointed at, or null. */
  constructor(box, on) {
    this.on = on;
    this.over = s("svg", { class: "over", "aria-hidden": "true" });
    const arrows = s("svg", { class: "over arrows", "aria-hidden": "true" });
    this.table = h("table", { role: "grid", class: "board", "aria-labelledby": "game-name" });
    this.table.addEventListener("keydown", (event) => this.#key(event));
    this.table.addEventListener("focusin", (event) => this.#focused(event.target.dataset.at));
    this.table.addEventListener("focusout", () => this.on.aim(null));
    box.append(h("div", { class: "board-frame" }, this.table, this.over, arrows));
    this.arrows = new Arrows(this.table, arrows, (at) => this.#cells.get(at), Board.at);
    // After a click the left and right arrow keys step through the moves, until another key is pressed.
    this.table.addEventListener("pointerdown", (event) => (this.#clicked = event.pointerType === "mouse"));
    document.addEventListener("keydown", ({ key }) => (this.#clicked &&= SIDEWAYS.includes(key)), true);
  }

  /** Shows a position. `slide`: pieces may slide to their new squares. */
  show(shape, squares, { flipped, coordinates, slide }) {
    this.table.classList.toggle("bare", !coordinates);
    const key = `${shape.files} ${shape.ranks} ${flipped} ${squares.map((square) => square.at)}`;
    const same = key === this.#shape;
    if (!same) this.#build(shape, squares, flipped);
    this.#shape = key;
    const before = new Map([...this.#cells].map(([at, cell]) => [at, cell.square]));
    for (const square of squares) this.#fill(this.#cells.get(square.at), square);
    if (same && slide) this.#slide(before);
    this.#sentTo = null;
    this.arrows.draw();
  }

  /**
   * Marks the chosen square, its targets (square -> moves), the squares that can be chosen, and those of
   * prepared moves. `acts`: the targets can be played to. `lifting`: the side whose pieces can be dragged to
   * prepare a move.
   */
  mark({ chosen, targets, acts, sources, prepared, lifting, busy }) {
    put(this.table, "aria-busy", busy ? "true" : null);
    for (const [at, cell] of this.#cells) {
      const moves = acts && targets.get(at);
      cell.td.classList.toggle("prepared", prepared.has(at));
      cell.td.classList.toggle("chosen", at === chosen);
      cell.td.classList.toggle("target", Boolean(moves));
      cell.td.classList.toggle("mine", sources.has(at));
      cell.td.classList.toggle("lifts", Boolean(lifting && cell.square.piece) && cell.square.color === lifting);
      put(cell.td, "aria-selected", sources.has(at) ? String(at === chosen) : null);
      const name = prepared.has(at) ? word("page-prepared", { square: cell.square.name }) : cell.square.name;
      put(cell.td, "aria-label", moves ? word("page-target", { square: name, moves: moves.map((move) => move.says).join("; ") }) : name);
    }
    this.targets = targets;
    this.aim(document.activeElement?.dataset.at);
  }

  /** Points at a target and highlights the pieces that its moves take. */
  aim(at) {
    drawHints(this.over, this.targets ?? new Map(), at, (square) => this.#cells.get(square));
  }

  /** Shows a move as sent, with its piece on the new square. */
  send(from, to, slide) {
    const [here, there] = [this.#cells.get(from), this.#cells.get(to)];
    there?.td.classList.add("sent");
    if (!here?.piece || !there) return;
    const by = `translate(${(there.x - here.x) * 100}%, ${(there.y - here.y) * 100}%)`;
    here.piece.style.transform = by;
    here.piece.classList.add("lifted");
    this.#sentTo = to;
    if (slide) this.#glide(here.piece, "none", by);
  }

  /** The square under a point of the window. */
  static at(x, y) {
    return document.elementFromPoint(x, y)?.closest?.("td[data-at]")?.dataset.at ?? null;
  }

  /** The state of a square's cell. */
  cell(at) {
    return this.#cells.get(at);
  }

  /** Moves the focus to the square that had it last. */
  focusCurrent() {
    this.focus(this.#current);
  }

  focus(at) {
    this.#rove(at);
    this.#cells.get(at)?.td.focus({ preventScroll: true });
  }

  #build({ files, ranks: [first, last] }, squares, flipped) {
    const hadFocus = this.table.contains(document.activeElement);
    const there = new Set(squares.map((square) => square.at));
    const columns = [...files];
    const rows = Array.from({ length: last - first + 1 }, (_, index) => last - index);
    if (flipped) for (const list of [columns, rows]) list.reverse();
    this.#cells.clear();
    this.#places = rows.map((rank) => columns.map((file) => (there.has(file + rank) ? file + rank : null)));
    const body = h("tbody", {}, rows.map((rank, y) => this.#row(rank, y)));
    const letters = columns.map((file, x) => h("th", { scope: "col", class: this.#below(x) ? "moved" : null }, file));
    this.table.replaceChildren(body, h("tfoot", {}, h("tr", {}, h("td", { class: "corner" }), letters)));
    columns.forEach((file, x) => this.#label(this.#below(x), x, file, "below"));
    rows.forEach((rank, y) => this.#label(y, this.#beside(y), String(rank), "beside"));
    for (const over of [this.over, this.arrows.over]) over.setAttribute("viewBox", `0 0 ${columns.length * 100} ${rows.length * 100}`);
    // The exits change sides when the board is flipped.
    this.table.classList.toggle("flipped", flipped);
    const root = document.documentElement.style;
    root.setProperty("--files", columns.length);
    root.setProperty("--ranks", rows.length);
    const start = this.#cells.has(this.#current) ? this.#current : this.#places.at(-1).find(Boolean);
    if (hadFocus) this.focus(start);
    else this.#rove(start);
  }

  #row(rank, y) {
    const cells = this.#places[y].map((at, x) => {
      if (!at) return h("td", { class: "hole", role: "gridcell", "aria-label": word("page-hole") });
      const td = h("td", {
        role: "gridcell", "data-at": at, tabindex: "-1",
        onpointerenter: (event) => event.pointerType === "mouse" && this.on.aim(at),
        onpointerleave: (event) => event.pointerType === "mouse" && this.on.aim(null),
      });
      this.#cells.set(at, { td, x, y, square: null, drawn: "", piece: null });
      return td;
    });
    return h("tr", {}, h("th", { scope: "row", class: this.#beside(y) === null ? null : "moved" }, String(rank)), cells);
  }

  /** The row of the hole below the lowest square of a column, for the column's letter. Null if there is no hole. */
  #below(x) {
    const y = this.#places.findLastIndex((row) => row[x]) + 1;
    return y < this.#places.length ? y : null;
  }

  /**
   * The column of the hole beside the first square of a row, for its number, unless a letter is there, or
   * beside another row that begins in the same column.
   */
  #beside(y) {
    const before = (row) => row.findIndex(Boolean) - 1;
    const x = before(this.#places[y]);
    return x < 0 || this.#places.some((row, other) => before(row) === x && this.#below(x) === other) ? null : x;
  }

  #label(y, x, text, kind) {
    if (x === null || y === null) return;
    this.table.tBodies[0].rows[y].cells[x + 1].dataset[kind] = text;
  }

  #fill(cell, square) {
    cell.square = square;
    cell.td.classList.remove("sent");
    if (cell.piece) cell.piece.style.transform = "";
    cell.piece?.classList.remove("lifted");
    const { at: _at, name: _name, ...looks } = square;
    const drawn = JSON.stringify(looks);
    if (drawn === cell.drawn) return;
    cell.drawn = drawn;
    const marks = square.marks ?? [];
    cell.piece = square.piece ? pieceDrawing(square.piece, square.color) : null;
    cell.td.className = ["square", square.ground, ...marks].join(" ");
    const below = BELOW.filter((mark) => marks.includes(mark)).map((mark) => drawing(`mark-${mark}`, "layer"));
    const above = ABOVE.filter(([mark]) => marks.includes(mark)).map(([, id]) => drawing(id, "layer above"));
    const gone = marks.includes("gone") ? drawing("mark-gone", "layer") : null;
    cell.td.replaceChildren(...[ground(square.ground), ...below, gone, cell.piece, ...above].filter(Boolean));
  }

  /** Slides each piece that is on a new square from a square where the same kind of piece was. */
  #slide(before) {
    const now = [...this.#cells].map(([at, cell]) => [at, cell.square]);
    const left = now.filter(([at, square]) => before.get(at)?.piece && !sameMan(before.get(at), square)).map(([at]) => at);
    const came = now.filter(([at, square]) => square.piece && !sameMan(before.get(at), square)).map(([at]) => at);
    if (came.length > MOST) return;
    for (const to of came.filter((at) => at !== this.#sentTo)) {
      const from = left.find((at) => sameMan(before.get(at), this.#cells.get(to).square));
      if (!from) continue;
      const [here, there] = [this.#cells.get(from), this.#cells.get(to)];
      this.#glide(there.piece, `translate(${(here.x - there.x) * 100}%, ${(here.y - there.y) * 100}%)`, "none");
    }
  }

  #glide(piece, from, to) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    piece.classList.add("gliding");
    const glide = piece.animate([{ transform: from }, { transform: to }], { duration: SLIDE, easing: "ease-out" });
    glide.onfinish = () => piece.classList.remove("gliding");
  }

  #focused(at) {
    if (!at) return;
    this.#rove(at);
    this.on.aim(at);
  }

  #rove(at) {
    const old = this.#cells.get(this.#current);
    if (old) old.td.tabIndex = -1;
    this.#current = at;
    const cell = this.#cells.get(at);
    if (cell) cell.td.tabIndex = 0;
  }

  #key(event) {
    const at = event.target.dataset.at;
    if (!at || event.altKey || event.metaKey || (this.#clicked && SIDEWAYS.includes(event.key))) return;
    const next = this.#toward(event.key, at, event.ctrlKey);
    if (next) {
      event.preventDefault();
      this.focus(next);
      this.#cells.get(next).td.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.on.tap(at);
    }
  }

  /** The square that a key leads to. Holes in between are skipped. */
  #toward(key, at, whole) {
    const { x, y } = this.#cells.get(at);
    const row = this.#places[y];
    const all = this.#places.flat();
    switch (key) {
      case "ArrowLeft": return row.slice(0, x).findLast(Boolean) ?? at;
      case "ArrowRight": return row.slice(x + 1).find(Boolean) ?? at;
      case "ArrowUp": return this.#places.slice(0, y).map((line) => line[x]).findLast(Boolean) ?? at;
      case "ArrowDown": return this.#places.slice(y + 1).map((line) => line[x]).find(Boolean) ?? at;
      case "Home": return (whole ? all : row).find(Boolean);
      case "End": return (whole ? all : row).findLast(Boolean);
      default: return null;
    }
  }
}

const sameMan = (one, other) => one?.piece === other?.piece && one?.color === other?.color;

function ground(kind) {
  if (kind.startsWith("palace")) return drawing("mark-scepter", "layer");
  if (kind.startsWith("exit")) return drawing("mark-exit", `layer ${kind}`);
  return null;
}
