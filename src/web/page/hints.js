// Hints over the board while a piece is chosen: dots on its targets, rings on what it takes, and lines
// between the two for a move that takes a piece off its target.
import { s } from "./dom.js";
import { use } from "./sheet.js";

/** The line starts at the edge of a ring, so that the piece inside stays visible. */
const EDGE = 43;
/** Dots are larger than in a picture, because fingers aim at them. */
const DOT = 130;

/** Draws the hints for these targets (square -> moves). The moves to `aimed` are highlighted. `place(at)` is `{x, y}`. */
export function drawHints(over, targets, aimed, place) {
  const pointed = targets.has(aimed) ? aimed : null;
  const faint = (to) => (pointed && to !== pointed ? "faint" : "");
  const lines = [];
  const dots = [];
  const rings = new Map(); // victim -> whether the pointed move takes it
  for (const [to, moves] of targets) {
    const victims = new Set(moves.flatMap((move) => move.takes ?? []));
    if (to === pointed) dots.push(frame(place(to)));
    if (!victims.has(to)) dots.push(mark("mark-dot", place(to), faint(to), DOT));
    for (const victim of victims) {
      rings.set(victim, rings.get(victim) || to === pointed);
      if (victim !== to) lines.push(...link(place(to), place(victim), faint(to)));
    }
  }
  const ringed = [...rings].flatMap(([at, taken]) => [
    taken ? mark("mark-victim", place(at), "strong") : null,
    mark("mark-ring", place(at), pointed && !taken ? "faint" : ""),
  ]);
  over.replaceChildren(...lines, ...dots, ...ringed.filter(Boolean));
}

function mark(id, { x, y }, kind, size = 100) {
  const inset = (100 - size) / 2;
  return use(id, { x: x * 100 + inset, y: y * 100 + inset, width: size, height: size, class: kind });
}

/** The frame of the square that is pointed at. */
function frame({ x, y }) {
  return s("rect", { x: x * 100 + 4, y: y * 100 + 4, width: 92, height: 92, rx: 6, class: "aimed" });
}

/** A line with a light edge, because it crosses light and dark squares. */
function link(from, to, kind) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(dx, dy);
  const part = (long * 100 - EDGE) / long;
  const [x, y] = [from.x * 100 + 50, from.y * 100 + 50];
  const ends = { x1: x, y1: y, x2: x + dx * part, y2: y + dy * part };
  return ["link-edge", "link"].map((name) => s("line", { ...ends, class: `${name} ${kind}` }));
}
