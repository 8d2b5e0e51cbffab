// The panel beside the board: buttons for offers and other actions, and the list of pieces.
import { askFirst } from "./dialog.js";
import { byId, h } from "./dom.js";
import { drawing } from "./sheet.js";
import { word } from "./words.js";

/** The button that comes in place of another one. Besides, an offer and its withdrawal replace each other. */
const AFTER = {
  hint: "show-move", "show-move": "hint", solution: "next", replay: "stop-replay", "stop-replay": "replay", "leave-trying": "try",
};

/**
 * Draws the actions of a state. An action with a question runs only after it is confirmed.
 * `on.act({do, offer, at}, label)`. `on.lost()`: the focused button is gone, and all others are.
 */
export function drawActions(box, actions, on) {
  const key = JSON.stringify(actions);
  if (box.dataset.drawn === key) return;
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.do : null;
  box.dataset.drawn = key;
  box.replaceChildren(...actions.map((action) => h("button", {
    type: "button", class: `press ${action.kind ?? "plain"}`, "data-do": action.do, onclick: () => start(action),
  }, action.label)));
  if (!focused) return;
  const places = [focused, AFTER[focused], `withdraw-${focused}`, focused.replace("withdraw-", "")];
  const again = places.map((one) => one && box.querySelector(`[data-do="${CSS.escape(one)}"]`)).find(Boolean);
  if (!again && !actions.length) return on.lost();
  // The whole group is no button that a second press of the key would press.
  box.tabIndex = -1;
  (again ?? box).focus({ preventScroll: true });

  function start(action) {
    const { do: deed, offer, at } = action;
    const what = Object.fromEntries(Object.entries({ do: deed, offer, at }).filter(([, value]) => value !== undefined));
    if (action.asks) askFirst(action.asks, action.label, action.kind ?? "plain", () => on.act(what, action.label));
    else on.act(what, action.label);
  }
}

/** Shows the prepared moves, with the button that discards them. `on` as above. */
export function drawPrepared(prepared, on) {
  const box = byId("prepared");
  const { says, lines, forget } = prepared ?? { says: "", lines: [] };
  const key = JSON.stringify([says, lines]);
  if (box.dataset.drawn !== key) {
    box.dataset.drawn = key;
    box.replaceChildren(...(says ? [h("p", {}, says)] : []), ...(lines.length ? [h("ul", {}, lines.map((line) => h("li", {}, line)))] : []));
  }
  drawActions(byId("prepared-actions"), forget ? [forget] : [], on);
}

/** Shows the meaning of the board's marks. */
export function drawLegend(box, legend) {
  const key = JSON.stringify(legend);
  if (box.dataset.drawn === key) return;
  box.dataset.drawn = key;
  box.replaceChildren(...legend.map(({ mark, says }) => h("li", {},
    h("span", { class: `sample ${mark}` }, mark === "last" ? null : drawing(`mark-${mark}`, "layer")), says)));
}

/** Lists the pieces of both sides, each with its square and restrictions. */
export function drawPieceList(box, squares) {
  const key = JSON.stringify(squares.map(({ name }) => name));
  if (box.dataset.drawn === key) return;
  box.dataset.drawn = key;
  box.replaceChildren(...["white", "black"].map((color) => h("section", {},
    h("h3", {}, word(`page-${color}`)),
    h("ul", {}, squares.filter((square) => square.color === color).map((square) => h("li", {}, square.name))))));
}
