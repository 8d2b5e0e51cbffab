// The parts of a message other than its text: pictures, embeds, buttons and menus.
import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { menu } from "./menu.js";

const BUTTON_STYLES = { 1: "primary", 2: "plain", 3: "success", 4: "danger", 5: "plain" };

/** Moves a file's URL to this page's own host name, because `localhost` and `127.0.0.1` count as different sites. */
export function local(url) {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
}

/** Draws an attachment: a picture with its alt text behind "ALT", or a download link. */
export function attachment(file) {
  if (!/^image\/(png|gif|jpeg|webp)/.test(file.content_type ?? "")) {
    return h("p", { class: "file" }, "📎 ", h("a", { href: local(file.url), download: file.filename }, file.filename),
      ` (${Math.ceil(file.size / 1024)} KB)`);
  }
  const words = file.description;
  const picture = h("img", {
    src: local(file.url),
    alt: words || file.filename,
    width: file.width,
    height: file.height,
    decoding: "async",
  });
  return h("figure", { class: "picture", style: { "--w": String(file.width || 400), "--h": String(file.height || 300) } },
    picture,
    h("figcaption", {},
      words ? h("details", { class: "alt" }, h("summary", { "aria-label": "ALT, the picture in words" }, "ALT"), h("p", {}, words)) : null,
      h("a", { class: "whole", href: local(file.url), target: "_blank", rel: "noopener", "aria-label": "Open the picture in a new tab" }, "↗")));
}

/** Draws an embed. */
export function embed(card, world) {
  const bar = card.color ? `#${card.color.toString(16).padStart(6, "0")}` : null;
  const title = card.title ? markdown(card.title, world) : null;
  return h("article", { class: "embed", style: bar ? { "--bar": bar } : {} },
    card.author ? h("p", { class: "embed-author" }, card.author.name) : null,
    title ? h("div", { class: "embed-title" }, card.url ? h("a", { href: safe(card.url), target: "_blank", rel: "noopener noreferrer" }, title) : title) : null,
    card.description ? markdown(card.description, world) : null,
    card.fields?.length ? h("dl", { class: "embed-fields" }, card.fields.map((field) =>
      h("div", { class: field.inline ? "inline" : null },
        h("dt", {}, markdown(field.name, world)), h("dd", {}, markdown(field.value, world))))) : null,
    card.image?.url ? h("img", { class: "embed-image", src: local(card.image.url), alt: "A picture without a description" }) : null,
    card.footer ? h("p", { class: "embed-footer" }, card.footer.text) : null);
}

/** Only web addresses become links. */
export const safe = (url) => (/^https?:\/\//.test(url) ? url : null);

/** The rows of buttons and menus below a message. `act` handles them: `click`, `select`, `busy`. */
export function components(message, act) {
  return message.components.map((one) => row(message, one, act));
}

/** Draws a row of buttons, or a menu. */
export function row(message, one, act) {
  const parts = (one.components ?? []).map((part) => (part.type === 2 ? button(message, part, act) : select(message, part, act)));
  return h("div", { class: "row" }, parts);
}

/** Draws a button, or a link that looks like one. */
export function button(message, part, act) {
  const icon = part.emoji?.name ? h("span", { "aria-hidden": "true" }, part.emoji.name) : null;
  const label = part.label ?? part.emoji?.name ?? "";
  if (part.style === 5) {
    return h("a", { class: "press plain", href: safe(part.url), target: "_blank", rel: "noopener noreferrer" }, icon, label, " ↗");
  }
  const busy = act.busy(message, part.custom_id);
  return h("button", {
    type: "button",
    class: `press ${BUTTON_STYLES[part.style] ?? "plain"}`,
    disabled: part.disabled === true,
    "aria-busy": busy ? "true" : null,
    "aria-label": part.label ? null : label,
    "data-custom-id": part.custom_id,
    onclick: () => !act.busy(message, part.custom_id) && act.click(message, part.custom_id),
  }, icon, h("span", { class: "press-label" }, label));
}

/** Returns the entries of a menu: its own options, or the people, roles or channels known here. */
function entries(part, act) {
  if (part.type === 3) {
    return part.options.map((option) => ({ value: option.value, label: option.label, hint: option.description, chosen: option.default === true }));
  }
  const chosen = new Set((part.default_values ?? []).map((one) => one.id));
  const entry = (value, label, hint) => ({ value, label, hint, chosen: chosen.has(value) });
  const people = () => act.people().map((person) => entry(person.id, person.name, person.username));
  const roles = () => act.roles().map((role) => entry(role.id, role.name.startsWith("@") ? role.name : `@${role.name}`));
  const fits = (channel) => !part.channel_types?.length || part.channel_types.includes(channel.type);
  if (part.type === 8) return act.channels().filter(fits).map((channel) => entry(channel.id, `#${channel.name}`));
  return { 5: people(), 6: roles(), 7: [...people(), ...roles()] }[part.type] ?? [];
}

function select(message, part, act) {
  const items = entries(part, act);
  return menu({
    items,
    id: part.custom_id,
    label: part.placeholder || "Make a selection",
    min: part.min_values ?? 1,
    max: part.max_values ?? 1,
    disabled: part.disabled === true,
    busy: act.busy(message, part.custom_id),
    onPick: (values) => act.select(message, part.custom_id, values),
  });
}
