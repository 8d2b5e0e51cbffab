// The drawings of pieces and marks, and the themes of the style sheet.
import { s } from "./dom.js";

/** The drawings of the sheet as text, by id, once loaded. */
const markup = new Map();
/** The drawings that the page uses. */
const used = new Set();
/** The used drawings that are not yet in the page. */
let missing = [];
const sheet = s("svg", { class: "sheet", "aria-hidden": "true" });

/** Creates a reference to a drawing within an `<svg>`. All references are created here, so all drawings get loaded. */
export function use(id, attributes = {}) {
  if (!used.has(id)) {
    used.add(id);
    if (missing.push(id) === 1) queueMicrotask(addMissing);
  }
  return s("use", { href: `#${id}`, ...attributes });
}

/** A drawing of a piece or mark. Hidden from screen readers, because its square or button describes it. */
export function drawing(id, kind) {
  return s("svg", { class: kind, viewBox: "0 0 100 100", "aria-hidden": "true" }, use(id));
}

/** A piece of one color. */
export const pieceDrawing = (piece, color) => drawing(piece, `piece ${color}`);

/** Fetches the sheet, once. */
export async function loadSheet() {
  const response = await fetch(document.documentElement.dataset.pieces);
  if (!response.ok) throw new Error(String(response.status));
  for (const [text, id] of (await response.text()).matchAll(/<symbol id="([^"]+)".*?<\/symbol>/gs)) markup.set(id, text);
  document.body.append(sheet);
  addMissing();
}

/** Adds the missing drawings to the page. Only used ones are parsed, because a game has few of them. */
function addMissing() {
  if (markup.size === 0) return;
  const symbols = missing.map((id) => markup.get(id) ?? "").join("");
  missing = [];
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${sheet.namespaceURI}">${symbols}</svg>`, "image/svg+xml");
  sheet.append(...document.adoptNode(parsed.documentElement).children);
}

/** The themes, once read. */
let themesKnown = [];

/**
 * Returns all themes as [name, background], read from the style sheet, so that a new theme needs no change
 * here. Computed styles are avoided, because they would force a layout.
 */
export function themes() {
  if (themesKnown.length > 0) return themesKnown;
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const named = (rule) => /^:root\[data-theme="([\w-]+)"\]$/.exec(rule.selectorText ?? "")?.[1];
  themesKnown = rules.filter(named).map((rule) => [named(rule), rule.style.getPropertyValue("--background").trim()]);
  return themesKnown;
}
