// A small board in a list. It is hidden from screen readers, because its line names the game.
import { s } from "./dom.js";
import { use } from "./sheet.js";

/** Draws the squares of a board as a small picture. */
export function miniBoard(squares, flipped) {
  const placed = squares.map((square) => [square.at.charCodeAt(0) - 97, Number(square.at.slice(1)), square]);
  const [left, right] = [Math.min(...placed.map(([file]) => file)), Math.max(...placed.map(([file]) => file))];
  const [low, high] = [Math.min(...placed.map(([, rank]) => rank)), Math.max(...placed.map(([, rank]) => rank))];
  const drawn = placed.flatMap(([file, rank, { ground, piece, color, marks }]) => {
    const x = (flipped ? right - file : file - left) * 100;
    const y = (flipped ? rank - low : high - rank) * 100;
    const last = marks?.includes("last") ? " last" : "";
    const place = { x, y, width: 100, height: 100 };
    return [s("rect", { ...place, class: ground + last }), piece ? use(piece, { ...place, class: color }) : null];
  });
  const box = `0 0 ${(right - left + 1) * 100} ${(high - low + 1) * 100}`;
  return s("svg", { class: "mini", viewBox: box, "aria-hidden": "true" }, ...drawn.filter(Boolean));
}
