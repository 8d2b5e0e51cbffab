// The message field while it holds a slash command: a chip with its name, a pill per option, and a tail for adding
// more.
import { avatar, byId, h } from "./dom.js";
import { describe, fileField, isFile, showFile } from "./file.js";
import { KIND, fitting, offers, read, wrapped } from "./slash.js";

/** How long typing must pause before suggestions are requested from the bot, in ms. */
const REST = 120;

/** The command being written. `host` offers `list`, `world`, `socket`, `channel()`, `send(entry, given)`, `cancel()`, `oops(text)`. */
export class CommandField {
  constructor(host) {
    this.host = host;
    this.box = byId("command");
    this.entry = null;
  }

  /** Starts a command with its required options. `first` is a text for the first of them. */
  start(entry, first = "") {
    this.entry = entry;
    this.pills = [];
    this.box.hidden = false;
    this.box.setAttribute("aria-label", `Command /${entry.name}: ${entry.description}`);
    this.tail = h("input", {
      class: "tail", type: "text", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "suggest-list",
      spellcheck: "false", autocomplete: "off", oninput: () => this.#tailTyped(), onfocus: () => this.#suggestOptions(),
      onkeydown: (event) => this.#keys(event, null), onblur: () => this.#left(null),
    });
    this.chip = h("span", { class: "chip" }, `/${entry.name}`,
      h("button", { type: "button", "aria-label": `Leave the command /${entry.name}`, onclick: () => this.host.cancel() }, "✕"));
    this.box.replaceChildren(this.chip, this.tail);
    for (const option of entry.options.filter((one) => one.required)) this.#add(option);
    if (first && this.pills[0] && !takesFile(this.pills[0])) this.pills[0].input.value = first;
    this.#nameTail();
    this.#advance();
  }

  /** Ends the command. */
  stop() {
    this.entry = null;
    this.box.hidden = true;
    this.box.replaceChildren();
    this.host.list.hide();
    this.host.oops("");
    clearTimeout(this.timer);
    this.asked = null;
  }

  /** Focuses the field where typing would continue. */
  focus() {
    this.#advance();
  }

  /** Picks a list entry for the field that owns the list. */
  pick(item) {
    if (item.option) {
      this.tail.value = "";
      this.#add(item.option).input.focus();
      return;
    }
    const pill = this.pills.find((one) => one.input === this.host.list.owner) ?? this.focused;
    pill.picked = item.value;
    pill.input.value = item.label;
    this.#size(pill.input);
    this.#fault(pill, "");
    this.#advance();
  }

  /** Validates everything, then sends the command or shows what is missing. */
  submit() {
    const given = [];
    let bad = null;
    for (const pill of this.pills) {
      const { value, error } = this.#read(pill);
      this.#fault(pill, error ?? "");
      if (error) bad ??= { pill, error };
      else if (value !== undefined) given.push({ name: pill.option.name, value });
    }
    const stray = this.tail.value.trim();
    if (!bad && stray) bad = { error: `"${stray}" is no option of /${this.entry.name}.` };
    if (bad) {
      this.host.oops(bad.pill ? `${bad.pill.option.name}: ${bad.error}` : bad.error);
      (bad.pill?.input ?? this.tail).focus();
      return;
    }
    this.host.send(this.entry, given);
  }

  /** Shows the server's refusal at the field concerned. */
  refused(text, field) {
    const pill = this.pills.find((one) => one.option.name === field);
    if (!pill) return;
    this.#fault(pill, text);
    pill.input.focus();
  }

  #add(option) {
    if (option.type === KIND.FILE) return this.#addFile(option);
    const id = `option-${option.name}`;
    const input = h("input", {
      id, type: "text", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "suggest-list",
      "aria-required": option.required ? "true" : null, "aria-description": option.description, spellcheck: "false", autocomplete: "off",
      maxlength: "6000", placeholder: " ", inputmode: option.type === KIND.INTEGER ? "numeric" : null,
    });
    const node = h("span", { class: option.required ? "pill required" : "pill", "data-option": option.name },
      h("label", { for: id }, option.name), input);
    const pill = { option, input, node, picked: undefined };
    input.addEventListener("input", () => this.#typed(pill));
    node.addEventListener("click", (event) => event.target !== input && input.focus());
    this.#size(input);
    return this.#place(pill);
  }

  /** Adds a file option: a button in place of the text field. */
  #addFile(option) {
    const id = `option-${option.name}`;
    const { button, chooser } = fileField(option, id, (file) => this.#chose(pill, file));
    const node = h("span", { class: option.required ? "pill required" : "pill", "data-option": option.name },
      h("label", { for: id, id: `${id}-name` }, option.name), button, chooser);
    const pill = { option, input: button, node, picked: undefined };
    return this.#place(pill);
  }

  #place(pill) {
    const { input, node } = pill;
    input.addEventListener("focus", () => this.#entered(pill));
    input.addEventListener("blur", () => this.#left(pill));
    input.addEventListener("keydown", (event) => this.#keys(event, pill));
    this.pills.push(pill);
    this.tail.before(node);
    return pill;
  }

  /** Takes the chosen file, or none, and shows at once if it is invalid. */
  #chose(pill, file) {
    if (!this.pills.includes(pill)) return;
    pill.picked = file;
    showFile(pill.input, file);
    const error = (file && this.#read(pill).error) || "";
    this.#fault(pill, error);
    this.host.oops(error && `${pill.option.name}: ${error}`);
    if (file && !error) this.#advance();
    else pill.input.focus();
  }

  #read(pill) {
    return read(pill.option, { text: pill.input.value, picked: pill.picked }, this.host.world);
  }

  /** Sizes the field to its text. One `ch` per letter plus the padding is close enough in this font. */
  #size(input) {
    input.style.width = `calc(${Math.min(46, Math.max(5, input.value.length + 1))}ch + 18px)`;
  }

  #fault(pill, text) {
    pill.node.classList.toggle("bad", text !== "");
    if (takesFile(pill)) describe(pill.input, pill.option, text);
    else if (text) pill.input.setAttribute("aria-invalid", "true");
    else pill.input.removeAttribute("aria-invalid");
  }

  /** Focuses the first empty required option, or else the tail. */
  #advance() {
    const next = this.pills.find((pill) => pill.option.required && pill.input.value.trim() === "");
    const to = next ?? this.pills.find((pill) => pill.picked === undefined && pill.input.value !== "" && offers(pill.option, this.host.world));
    (to?.input ?? this.tail).focus();
    if (!to) this.#suggestOptions();
  }

  #entered(pill) {
    this.focused = pill;
    if (!takesFile(pill)) pill.input.select();
    this.#suggest(pill);
  }

  #left(pill) {
    if (!this.entry) return;
    setTimeout(() => {
      const field = pill?.input ?? this.tail;
      if (this.host.list.owner === field && document.activeElement !== field) this.host.list.hide();
    }, 0);
    if (!pill || pill.input.value.trim() === "") return;
    this.#fault(pill, this.#read(pill).error ?? "");
  }

  #typed(pill) {
    pill.picked = undefined;
    this.#size(pill.input);
    this.#fault(pill, "");
    this.host.oops("");
    this.#suggest(pill);
  }

  #title(option) {
    return `${option.name}: ${option.description}${option.required ? "" : " (optional)"}`;
  }

  #suggest(pill) {
    const { option, input } = pill;
    clearTimeout(this.timer);
    this.asked = null;
    if (option.autocomplete) return this.#ask(pill);
    if (takesFile(pill)) return this.host.list.show(input, this.#title(option), [], { note: "Enter opens the file chooser" });
    const entries = offers(option, this.host.world);
    if (!entries) return this.host.list.show(input, this.#title(option), []);
    const items = fitting(entries, pill.picked === undefined ? input.value : "")
      .map((entry) => (entry.person ? { ...entry, icon: avatar(entry.person, true) } : entry));
    const active = pill.picked === undefined ? 0 : items.findIndex((item) => item.value === pill.picked);
    this.host.list.show(input, this.#title(option), items.slice(0, 25), { active, note: items.length ? "" : "No choice fits." });
  }

  /** Requests suggestions once typing pauses. Only the response to the newest request counts. */
  #ask(pill) {
    const { option, input } = pill;
    this.host.list.show(input, this.#title(option), [], { note: "Loading options…" });
    const question = {};
    this.asked = question;
    this.timer = setTimeout(() => {
      const given = this.pills.flatMap((one) => {
        if (one === pill) return [{ name: option.name, value: input.value }];
        const { value } = this.#read(one);
        // Files are uploaded only when the command is sent.
        return value === undefined || isFile({ value }) ? [] : [{ name: one.option.name, value }];
      });
      this.host.socket.ask({
        t: "autocomplete", channel_id: this.host.channel().id, command: this.entry.command.name,
        options: wrapped(this.entry.path, given), focused: option.name,
      }, (frame) => {
        if (this.asked !== question || !this.entry) return;
        this.asked = null;
        if (document.activeElement !== input) return;
        const items = (frame.choices ?? []).map(({ name, value }) => ({ label: name, value }));
        const failed = frame.failed || frame.t !== "autocomplete";
        const note = failed ? (frame.text ?? "Loading options failed") : items.length ? "" : "No options match your search.";
        this.host.list.show(input, this.#title(option), items, { note });
      });
    }, input.value ? REST : 0);
  }

  #unused() {
    return this.entry.options.filter((option) => !this.pills.some((pill) => pill.option === option));
  }

  #tailTyped() {
    const typed = this.tail.value.trim().toLowerCase();
    const named = typed.endsWith(":") && this.#unused().find((option) => `${option.name}:` === typed);
    if (named) return this.pick({ option: named });
    this.host.oops("");
    this.#suggestOptions();
  }

  #nameTail() {
    const { name } = this.entry;
    this.tail.setAttribute("aria-label", this.#unused().length ? `Add an option, or press Enter to send /${name}` : `Press Enter to send /${name}`);
  }

  #suggestOptions() {
    const typed = this.tail.value.trim().toLowerCase();
    const rest = this.#unused().filter((option) => option.name.includes(typed));
    const items = rest.map((option) => ({ label: option.name, hint: option.description, option }));
    this.#nameTail();
    this.tail.placeholder = this.#unused().length ? `+ ${this.#unused().length} optional` : "";
    this.host.list.show(this.tail, items.length ? "Options" : "", items, {
      active: typed ? 0 : -1,
      note: items.length ? "Tab adds an option, Enter sends" : typed ? "" : "Enter sends",
    });
  }

  #keys(event, pill) {
    const { list } = this.host;
    const input = pill?.input ?? this.tail;
    const file = pill && takesFile(pill);
    const atStart = file || (input.selectionStart === 0 && input.selectionEnd === 0);
    const atEnd = file || input.selectionStart === input.value.length;
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") list.move(event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Enter" && !file) this.#enter(pill);
    else if (event.key === "Tab" && !event.shiftKey && this.#tab(pill)) { /* taken */ }
    else if (event.key === "Escape") this.#escape(pill);
    else if (file && pill.picked && (event.key === "Backspace" || event.key === "Delete")) this.#chose(pill);
    else if (event.key === "Backspace" && atStart) this.#back(pill);
    else if (event.key === "ArrowLeft" && atStart) this.#beside(pill, -1);
    else if (event.key === "ArrowRight" && atEnd && pill) this.#beside(pill, 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #enter(pill) {
    const item = this.host.list.current;
    // A value that is already picked is not picked again, so Enter sends the command.
    if (item && !(pill && pill.picked !== undefined)) return this.pick(item);
    this.submit();
  }

  /** Tab picks the active entry. With nothing to pick, Tab keeps its usual effect. */
  #tab(pill) {
    const { list } = this.host;
    if (!pill && list.open && list.items.length && list.active < 0) list.move(1);
    if (!list.current || (pill && pill.picked !== undefined)) return false;
    this.pick(list.current);
    return true;
  }

  #escape(pill) {
    if (this.host.list.open && this.host.list.items.length) return this.host.list.hide();
    if (pill && !pill.option.required) return this.#back(pill);
    this.host.cancel();
  }

  /** Handles Backspace in an empty field: removes an optional option, else focuses the previous one, else leaves the command. */
  #back(pill) {
    const at = pill ? this.pills.indexOf(pill) : this.pills.length;
    if (pill && !pill.option.required) {
      this.pills.splice(at, 1);
      pill.node.remove();
    }
    const before = this.pills[at - 1];
    if (before) before.input.focus();
    else if (pill && !pill.option.required) this.tail.focus();
    else this.host.cancel(`/${this.entry.name}`);
  }

  #beside(pill, step) {
    const fields = [...this.pills.map((one) => one.input), this.tail];
    fields[fields.indexOf(pill?.input ?? this.tail) + step]?.focus();
  }
}

const takesFile = (pill) => pill.option.type === KIND.FILE;
