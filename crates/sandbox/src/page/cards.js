// Cards (Components V2): messages made only of components, such as texts, sections, pictures and rows.
import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { attachment, button, local, row, safe } from "./parts.js";

const CARD = 1 << 15;
const DRAW = { 1: rowOf, 9: section, 10: text, 12: gallery, 13: file, 14: separator, 17: container };

/** Whether a message is a card. Its attachments then appear only where a component shows them. */
export const isCard = (message) => (message.flags & CARD) !== 0;

/** The first text of a card. */
export function words(message) {
  const first = (parts) => parts.map((part) => (part.type === 10 ? part.content : first(part.components ?? []))).find(Boolean);
  return first(message.components ?? []) ?? "";
}

/** Draws a message's card. `names` resolves people and channels. `act` handles buttons and menus. */
export function card(message, names, act) {
  const sheet = { message, names, act };
  return h("div", { class: "card" }, message.components.map((part) => draw(part, sheet)));
}

const draw = (part, sheet) => DRAW[part.type]?.(part, sheet) ?? null;

function rowOf(part, { message, act }) {
  return row(message, part, act);
}

function text(part, { names }) {
  return h("div", { class: "text" }, markdown(part.content, names));
}

/** Texts with a button or a thumbnail beside them. */
function section(part, sheet) {
  const beside = part.accessory.type === 2
    ? button(sheet.message, part.accessory, sheet.act)
    : veiled(part.accessory.spoiler, thumbnail(part.accessory));
  return h("div", { class: "section" },
    h("div", { class: "section-texts" }, part.components.map((one) => text(one, sheet))),
    h("div", { class: "section-side" }, beside));
}

function thumbnail({ media, description }) {
  if (!media.attachment_id) return elsewhere(media, description);
  return h("a", { class: "thumbnail", href: local(media.url), target: "_blank", rel: "noopener" },
    h("img", { src: local(media.url), alt: description || "A picture without a description", decoding: "async" }));
}

function gallery(part) {
  const pictures = part.items.map(({ media, description, spoiler }) => veiled(spoiler, media.attachment_id
    ? attachment({ ...media, description, filename: description ? "" : "A picture without a description" })
    : elsewhere(media, description)));
  return h("div", { class: pictures.length > 1 ? "gallery many" : "gallery" }, pictures);
}

/** A link to media on other hosts. This page loads nothing from outside. */
function elsewhere(media, description) {
  return h("a", { href: safe(media.url), target: "_blank", rel: "noopener noreferrer" }, description || media.url);
}

function file(part) {
  const name = part.file.url.split("/").pop();
  return veiled(part.spoiler, h("p", { class: "file" }, "📎 ", h("a", { href: local(part.file.url), download: name }, name)));
}

function separator(part) {
  const size = part.spacing === 2 ? "wide" : "narrow";
  return part.divider === false ? h("div", { class: `gap ${size}`, "aria-hidden": "true" }) : h("hr", { class: size });
}

function container(part, sheet) {
  const bar = Number.isInteger(part.accent_color) ? `#${part.accent_color.toString(16).padStart(6, "0")}` : null;
  return veiled(part.spoiler, h("article", { class: "container", style: bar ? { "--bar": bar } : {} },
    part.components.map((one) => draw(one, sheet))));
}

/** Hides spoiler content until it is opened. */
function veiled(spoiler, inside) {
  return spoiler ? h("details", { class: "veil" }, h("summary", {}, "Spoiler"), inside) : inside;
}
