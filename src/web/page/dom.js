// Creates this page's elements. Text always becomes a text node, so nothing from outside is ever markup.

const SVG = "http://www.w3.org/2000/svg";

/** Creates an element: `h("button", {class: "press", onclick: f}, "Send")`. Null and false children are left out. */
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

/** Creates an `<svg>` or an element inside it. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** Sets or removes an attribute. An unchanged attribute is not touched, so that nothing is announced twice. */
export function put(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** Converts chat text to nodes: `*so*` and `**so**` are emphasized. */
export function rich(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*)/).filter(Boolean).map((part) => {
    if (/^\*\*[^*]+\*\*$/.test(part)) return h("strong", {}, part.slice(2, -2));
    if (/^\*[^*]+\*$/.test(part)) return h("em", {}, part.slice(1, -1));
    return part;
  });
}

/** Writes text into an element unless it is already there. */
export function write(element, text) {
  if (element.dataset.text === text) return;
  element.dataset.text = text;
  element.replaceChildren(...rich(text));
}

/**
 * Announces a text in a live region, even if it is the same as before. The region always exists, mostly
 * empty, because many screen readers ignore one that appears together with its text.
 */
export function announce(element, text) {
  element.dataset.text = text;
  element.replaceChildren();
  // Unless another text was announced meanwhile.
  requestAnimationFrame(() => element.dataset.text === text && element.replaceChildren(...rich(text)));
}
