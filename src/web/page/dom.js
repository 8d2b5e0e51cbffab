// How this page makes elements. Text always becomes a text node, so nothing from outside is ever markup.

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element: `h("button", {class: "press", onclick: f}, "Send")`; null and false children are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The same for what stands inside an `<svg>`, with the `<svg>` itself. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** Sets an attribute, or takes it away. An attribute that stays is not touched, so that nothing is announced twice. */
export function put(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Text of the chat as nodes: `*so*` and `**so**` stand out. */
export function rich(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*)/).filter(Boolean).map((part) => {
    if (/^\*\*[^*]+\*\*$/.test(part)) return h("strong", {}, part.slice(2, -2));
    if (/^\*[^*]+\*$/.test(part)) return h("em", {}, part.slice(1, -1));
    return part;
  });
}

/** Puts text into an element unless it stands there already. */
export function write(element, text) {
  if (element.dataset.text === text) return;
  element.dataset.text = text;
  element.replaceChildren(...rich(text));
}

/**
 * Shows a text in a live region, also when it is the same as before: then it is said again. The region is always there,
 * mostly empty: many screen readers say nothing of one that appears together with its text.
 */
export function announce(element, text) {
  element.dataset.text = text;
  element.replaceChildren();
  // Unless something else was said by then.
  requestAnimationFrame(() => element.dataset.text === text && element.replaceChildren(...rich(text)));
}
