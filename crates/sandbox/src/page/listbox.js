// The list of suggestions above the message field. The focus stays in the field, which also controls the list.
import { byId, h } from "./dom.js";

/** The only list. The field that owns it has the ARIA attributes. */
export class Suggestions {
  constructor(onPick) {
    this.box = byId("suggest");
    this.title = byId("suggest-title");
    this.list = byId("suggest-list");
    this.note = byId("suggest-note");
    this.onPick = onPick;
    this.items = [];
    this.active = -1;
    this.owner = null;
  }

  get open() {
    return !this.box.hidden;
  }

  /** The entry that Tab or Enter picks, if any. */
  get current() {
    return this.open ? this.items[this.active] : undefined;
  }

  /**
   * Shows `items` ({label, hint, aside, ...}) for the field `owner`. `active` is the initially active entry,
   * -1 for none. `note` is shown below, even if the list is empty.
   */
  show(owner, title, items, { active = 0, note = "" } = {}) {
    if (this.owner !== owner) this.hide();
    this.owner = owner;
    this.items = items;
    this.active = items.length ? Math.min(active, items.length - 1) : -1;
    this.title.textContent = title;
    this.note.textContent = note;
    this.list.replaceChildren(...items.map((item, at) => h("div", {
      role: "option", id: `suggestion-${at}`, class: "option",
      onmousedown: (event) => event.preventDefault(),
      onclick: () => this.onPick(item),
    }, item.icon ?? null, h("span", { class: "option-label" }, item.label),
      item.hint ? h("span", { class: "option-hint" }, item.hint) : null,
      item.aside ? h("span", { class: "option-aside" }, item.aside) : null)));
    this.box.hidden = items.length === 0 && !note && !title;
    this.#paint();
  }

  /** Closes the list. */
  hide() {
    this.box.hidden = true;
    this.items = [];
    this.active = -1;
    if (this.owner) {
      this.#expand(false);
      this.owner.removeAttribute("aria-activedescendant");
    }
    this.owner = null;
  }

  /** Moves the active entry, wrapping around at the ends. */
  move(step) {
    const count = this.items.length;
    if (count === 0) return;
    this.active = this.active < 0 ? (step > 0 ? 0 : count - 1) : (this.active + step + count) % count;
    this.#paint();
  }

  /** Sets `aria-expanded` only on a combobox, because a multi-line text field cannot be one. */
  #expand(open) {
    if (this.owner.getAttribute("role") === "combobox") this.owner.setAttribute("aria-expanded", String(open));
  }

  #paint() {
    [...this.list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === this.active)));
    const marked = this.list.children[this.active];
    marked?.scrollIntoView({ block: "nearest" });
    this.owner.setAttribute("aria-controls", this.list.id);
    this.#expand(this.items.length > 0);
    if (marked) this.owner.setAttribute("aria-activedescendant", marked.id);
    else this.owner.removeAttribute("aria-activedescendant");
  }
}
