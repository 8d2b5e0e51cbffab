// The message field: plain text with @ and # suggestions, and slash commands.
import { avatar, byId } from "./dom.js";
import { CommandField } from "./command.js";
import { isFile, uploaded } from "./file.js";
import { Suggestions } from "./listbox.js";
import { matching, usable, wrapped } from "./slash.js";

/** Discord's maximum message length. */
const LIMIT = 2000;
/** "Is typing" is sent at most this often, in ms. */
const TYPING_EVERY = 8000;

/** The composer. `page` offers `world`, `socket`, `who`, `channel()`, `commands()`, `note(text, kind)`, `announce(command)`. */
export class Composer {
  constructor(page) {
    this.page = page;
    this.text = byId("compose-text");
    this.list = new Suggestions((item) => this.#pick(item));
    this.command = new CommandField({
      list: this.list,
      world: page.world,
      socket: page.socket,
      channel: page.channel,
      send: (entry, given) => this.#sendCommand(entry, given),
      cancel: (text = "") => this.#leaveCommand(text),
      oops: (text) => this.oops(text),
    });
    this.drafts = new Map();
    this.typedAt = 0;
    this.sending = false; // a command is being sent: a second Enter must not send it twice
    this.text.addEventListener("input", () => this.#typed());
    this.text.addEventListener("keydown", (event) => this.#keys(event));
    this.text.addEventListener("blur", () => setTimeout(() => this.list.owner === this.text && document.activeElement !== this.text && this.list.hide(), 0));
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.command.entry) this.command.submit();
      else this.#say();
    });
  }

  /** Switches to another channel. Unsent text stays with its channel. */
  turnTo(channel, previous) {
    if (previous && previous.id !== channel.id) this.drafts.set(previous.id, this.text.value);
    if (this.command.entry) this.#leaveCommand("", false);
    this.text.value = this.drafts.get(channel.id) ?? "";
    this.may(channel);
    this.list.hide();
    this.oops("");
    this.#grow();
  }

  /** Enables the field, or shows why it is disabled. */
  may(channel) {
    const send = channel.may?.send !== false;
    this.text.disabled = !send;
    const name = `${channel.type === 1 ? "@" : "#"}${channel.name}`;
    this.text.placeholder = send ? `Message ${name}, or / for commands` : "You may not write in this channel";
    this.text.setAttribute("aria-label", `Message ${name}`);
  }

  focus() {
    if (this.command.entry) this.command.focus();
    else this.text.focus();
  }

  /** Starts a command by name, as from a command link in a message. */
  begin(name) {
    const entry = usable(this.page.commands(), this.page.channel()).find((one) => one.name === name);
    if (entry) this.#enterCommand(entry);
  }

  /** Shows an error above the field; an empty text removes it. */
  oops(text) {
    byId("oops").textContent = text;
  }

  #typed() {
    this.#grow();
    this.oops("");
    const { value } = this.text;
    const slash = /^\/([-\w ]*)$/.exec(value);
    if (slash) return this.#suggestCommands(slash[1]);
    const name = /(^|\s)([@#])([\w-]*)$/.exec(value.slice(0, this.text.selectionStart));
    if (name) return this.#suggestNames(name[2], name[3]);
    this.list.hide();
    if (value && Date.now() - this.typedAt > TYPING_EVERY) {
      this.typedAt = Date.now();
      this.page.socket.send({ t: "typing", channel_id: this.page.channel().id });
    }
  }

  #suggestCommands(query) {
    const all = usable(this.page.commands(), this.page.channel());
    // "/move " with its space chooses the command. The rest is for its first option.
    const whole = all.filter((one) => query.startsWith(`${one.name} `)).sort((a, b) => b.name.length - a.name.length)[0];
    if (whole) return this.#enterCommand(whole, query.slice(whole.name.length + 1));
    const items = matching(all, query.trim()).map((entry) => ({ label: `/${entry.name}`, hint: entry.description, entry }));
    const offline = all.length === 0 ? "No commands are registered: is the bot running?" : "No command is called that.";
    this.list.show(this.text, query ? `Commands matching /${query}` : "Commands", items, { note: items.length ? "" : offline });
  }

  #suggestNames(sign, typed) {
    const wanted = typed.toLowerCase();
    const items = sign === "@"
      ? this.page.world.people().map((person) => ({ label: person.name, hint: `@${person.username}`, insert: `@${person.name} `, icon: avatar(person, true) }))
      : this.page.world.channels().map((channel) => ({ label: `#${channel.name}`, insert: `#${channel.name} ` }));
    const found = items.filter((item) => item.label.toLowerCase().replace("#", "").startsWith(wanted));
    if (found.length) this.list.show(this.text, sign === "@" ? "Members" : "Channels", found.slice(0, 10));
    else this.list.hide();
  }

  #pick(item) {
    if (this.command.entry) return this.command.pick(item);
    if (item.entry) return this.#enterCommand(item.entry);
    const { selectionStart: caret, value } = this.text;
    const from = value.slice(0, caret).search(/[@#][\w-]*$/);
    this.text.setRangeText(item.insert, from, caret, "end");
    this.list.hide();
    this.#grow();
  }

  #keys(event) {
    if (event.isComposing) return;
    if (this.list.open && this.list.owner === this.text) {
      if (event.key === "ArrowDown") this.list.move(1);
      else if (event.key === "ArrowUp") this.list.move(-1);
      else if (event.key === "Escape") this.list.hide();
      else if ((event.key === "Tab" && !event.shiftKey || event.key === "Enter") && this.list.current) this.#pick(this.list.current);
      else if (event.key === "Enter" && !event.shiftKey) this.#say();
      else return;
      event.preventDefault();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#say();
    } else if (event.key === "Escape") this.oops("");
  }

  #grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 200)}px`;
  }

  #say() {
    const written = this.text.value.trim();
    if (written === "") return;
    if (written.startsWith("/")) return this.oops(`There is no command ${written.split(/\s/)[0]}. Type / and pick one from the list.`);
    const content = this.#named(written);
    if ([...content].length > LIMIT) return this.oops(`A message has at most ${LIMIT} characters; this one has ${[...content].length}.`);
    const channel = this.page.channel();
    this.text.value = "";
    this.list.hide();
    this.#grow();
    this.page.socket.ask({ t: "say", channel_id: channel.id, content }, (frame) => {
      if (frame.t !== "refused" && frame.t !== "lost") return;
      this.oops(frame.text);
      if (this.text.value === "" && this.page.channel().id === channel.id) this.text.value = written;
    });
  }

  /** Turns typed names into mentions. */
  #named(text) {
    let named = text;
    for (const person of this.page.world.people()) named = named.replace(new RegExp(`@${escape(person.name)}\\b`, "g"), `<@${person.id}>`);
    for (const channel of this.page.world.channels()) named = named.replace(new RegExp(`#${escape(channel.name)}(?![\\w-])`, "g"), `<#${channel.id}>`);
    return named;
  }

  #enterCommand(entry, first = "") {
    this.list.hide();
    this.text.hidden = true;
    this.text.value = "";
    this.command.start(entry, first);
  }

  #leaveCommand(text, focus = true) {
    this.command.stop();
    this.text.hidden = false;
    this.text.value = text;
    if (!focus) return;
    this.text.focus();
    if (text) this.#typed();
  }

  async #sendCommand(entry, given) {
    if (this.sending) return;
    this.sending = true;
    const channel = this.page.channel();
    this.list.hide();
    const refused = (text, field) => {
      this.sending = false;
      this.oops(field ? `${field}: ${text}` : text);
      if (this.command.entry === entry) this.command.refused(text, field);
    };
    let sent = given;
    if (given.some(isFile)) {
      try {
        sent = await uploaded(given, this.page.who);
      } catch ({ text, field }) {
        return refused(text, field);
      }
      if (this.command.entry !== entry) {
        this.sending = false; // the command was left while its file was uploading
        return;
      }
    }
    const options = wrapped(entry.path, sent);
    this.page.sendCommand({ t: "slash", channel_id: channel.id, command: entry.command.name, options }, entry.name, {
      taken: () => {
        this.sending = false;
        if (this.command.entry === entry) this.#leaveCommand("");
      },
      refused,
    });
  }
}

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
