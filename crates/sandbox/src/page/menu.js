// A select menu: a button that opens a list. The browser's own select would submit a choice at every arrow
// key.
import { h } from "./dom.js";

let serial = 0;

/** Creates a menu. With `max` > 1 several entries can be marked, and the choice is submitted when the list closes. */
export function menu({ items, id, label, min, max, disabled, busy, onPick }) {
  serial += 1;
  const many = max > 1;
  const chosen = new Set(items.filter((item) => item.chosen).map((item) => item.value));
  const before = () => [...chosen].sort().join("\n");
  let active = 0;
  let atOpening = "";

  const list = h("ul", { class: "menu-list", id: `menu-${serial}`, role: "listbox", "aria-label": label, "aria-multiselectable": many ? "true" : null, hidden: true });
  const button = h("button", {
    type: "button", class: "menu-button", role: "combobox", disabled,
    "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": list.id, "aria-busy": busy ? "true" : null,
    "data-custom-id": id, "aria-label": label,
    onclick: () => (list.hidden ? open() : close()),
    onkeydown: keys,
    onblur: () => setTimeout(() => !root.contains(document.activeElement) && close(), 120),
  });
  const options = items.map((item, at) => h("li", {
    role: "option", id: `${list.id}-${at}`,
    onmousedown: (event) => event.preventDefault(),
    onclick: () => pick(at),
  }, h("span", {}, item.label), item.hint ? h("small", {}, item.hint) : null));
  list.append(...options);
  const root = h("div", { class: "menu" }, button, list);
  paint();
  return root;

  function paint() {
    const names = items.filter((item) => chosen.has(item.value)).map((item) => item.label);
    button.replaceChildren(h("span", { class: names.length ? null : "placeholder" }, names.join(", ") || label), h("span", { "aria-hidden": "true" }, "▾"));
    options.forEach((option, at) => {
      option.setAttribute("aria-selected", String(chosen.has(items[at].value)));
      option.classList.toggle("active", at === active);
    });
    if (list.hidden) button.removeAttribute("aria-activedescendant");
    else button.setAttribute("aria-activedescendant", options[active]?.id ?? "");
  }

  function open() {
    if (disabled || busy) return;
    list.hidden = false;
    place();
    atOpening = before();
    active = Math.max(0, items.findIndex((item) => chosen.has(item.value)));
    button.setAttribute("aria-expanded", "true");
    paint();
    options[active]?.scrollIntoView({ block: "nearest" });
  }

  /** Places the list above the button, or below it if it would be cut off above and there is more room below. */
  function place() {
    list.classList.remove("below");
    const room = (root.closest(".log, .modal-form") ?? document.documentElement).getBoundingClientRect();
    const { top, bottom } = button.getBoundingClientRect();
    const cut = list.getBoundingClientRect().top < room.top;
    list.classList.toggle("below", cut && room.bottom - bottom > top - room.top);
  }

  function close() {
    if (list.hidden) return;
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    paint();
    if (many && before() !== atOpening && chosen.size >= min) onPick([...chosen]);
  }

  function pick(at) {
    const { value } = items[at];
    active = at;
    if (!many) {
      // If no choice is required, choosing the same entry again unselects it.
      const taken = min === 0 && chosen.has(value);
      chosen.clear();
      if (!taken) chosen.add(value);
      close();
      onPick([...chosen]);
      return;
    }
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < max) chosen.add(value);
    paint();
  }

  function keys(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -items.length, End: items.length }[event.key];
    if (list.hidden) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") open();
      else return;
    } else if (step) active = Math.min(items.length - 1, Math.max(0, active + step));
    else if (event.key === "Enter" || event.key === " ") pick(active);
    else if (event.key === "Tab") return close();
    else if (event.key === "Escape") {
      event.preventDefault(); // keeps a dialog around the menu open
      return close();
    }
    else if (event.key.length === 1) letter(event.key);
    else return;
    event.preventDefault();
    paint();
    options[active]?.scrollIntoView({ block: "nearest" });
  }

  /** Moves to the next entry that starts with the typed letter. */
  function letter(key) {
    for (let step = 1; step <= items.length; step += 1) {
      const at = (active + step) % items.length;
      if (items[at].label.toLowerCase().startsWith(key.toLowerCase())) {
        active = at;
        return;
      }
    }
  }
}
