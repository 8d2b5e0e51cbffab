// The page creates elements only through this module. Text always becomes a text node, so user text is never
// markup.

/** Creates an element: `h("button", {class: "send", onclick: f}, "Send", icon)`. Null and false children are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, to] of Object.entries(value)) element.style.setProperty(key, to);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** A person's avatar: the bot's rook, or the first letter on the person's colour. */
export function avatar(person, small = false) {
  const attributes = { class: small ? "avatar small" : "avatar", "aria-hidden": "true" };
  if (person.bot) return h("span", attributes, h("img", { src: "/icon.svg", alt: "" }));
  return h("span", { ...attributes, style: { "--who": person.color ?? "#8a90a0" } }, person.name.slice(0, 1));
}
