// The sheet of pieces and marks, and the themes that the style sheet has.
import { s } from "./dom.js";

/** The drawings of the sheet as text, by id, once it is there. */
const markup = new Map();
/** Those that the page uses. */
const used = new Set();
/** Those of them that it does not have yet. */
let missing = [];
const sheet = s("svg", { class: "sheet", "aria-hidden": "true" });

/** The use of a drawing within an `<svg>`. All uses come from here: the page has no other drawings. */
export function use(id, attributes = {}) {
  if (!used.has(id)) {
    used.add(id);
    if (missing.push(id) === 1) queueMicrotask(addMissing);
  }
  return s("use", { href: `#${id}`, ...attributes });
}

/** A drawing of a piece or mark. It is silent: what it shows is said by its square or button. */
export function drawing(id, kind) {
  return s("svg", { class: kind, viewBox: "0 0 100 100", "aria-hidden": "true" }, use(id));
}

/** A piece of a colour. */
export const pieceDrawing = (piece, color) => drawing(piece, `piece ${color}`);

/** Fetches the sheet, once. */
export async function loadSheet() {
  const response = await fetch(document.documentElement.dataset.pieces);
  if (!response.ok) throw new Error(String(response.status));
  for (const [text, id] of (await response.text()).matchAll(/<symbol id="([^"]+)".*?<\/symbol>/gs)) markup.set(id, text);
  document.body.append(sheet);
  addMissing();
}

/** Puts what is missing into the page. The browser reads no other drawings: of all that there are, a game has few. */
function addMissing() {
  if (markup.size === 0) return;
  const symbols = missing.map((id) => markup.get(id) ?? "").join("");
  missing = [];
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${sheet.namespaceURI}">${symbols}</svg>`, "image/svg+xml");
  sheet.append(...document.adoptNode(parsed.documentElement).children);
}

/** The themes, once they were read. */
let themesKnown = [];

/** All themes as [name, background], read from the style sheet: a new theme needs no change here. What an element has in the end is not
 * asked for, as the browser would lay the page out for the answer. */
export function themes() {
  if (themesKnown.length > 0) return themesKnown;
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const named = (rule) => /^:root\[data-theme="([\w-]+)"\]$/.exec(rule.selectorText ?? "")?.[1];
  themesKnown = rules.filter(named).map((rule) => [named(rule), rule.style.getPropertyValue("--background").trim()]);
  return themesKnown;
}
