// The messages of the open channel.
import { card, isCard, words } from "./cards.js";
import { avatar, h } from "./dom.js";
import { markdown, plain } from "./markdown.js";
import { attachment, components, embed } from "./parts.js";
import { day, sameDay, written } from "./time.js";

const EPHEMERAL = 64;
const THINKING = 128;
/** Discord's types of system messages: a person was added to a thread, and a thread was created. */
const ADDED = 1;
const THREAD_CREATED = 18;
const isSystem = (message) => message.type === ADDED || message.type === THREAD_CREATED;
/** Consecutive messages of one author within this time share one heading, in ms. */
const GROUP = 7 * 60_000;

/** The log in `box`. `world` resolves people and channels and handles clicks. */
export class Log {
  constructor(box, toEnd, world) {
    this.box = box;
    this.toEnd = toEnd;
    this.world = world;
    this.messages = [];
    this.more = false;
    this.failures = new Map(); // message id -> error of its button
    box.addEventListener("scroll", () => this.#scrolled());
    box.addEventListener("keydown", (event) => this.#keys(event));
    // Pictures that load late push the end down. Their `load` event does not bubble, hence the capture.
    box.addEventListener("load", () => this.stuck && this.bottom(), true);
    toEnd.addEventListener("click", () => this.bottom());
    new ResizeObserver(() => this.stuck && this.bottom()).observe(box);
    this.stuck = true;
  }

  /** Replaces the log with a channel's messages. */
  show(messages, more, intro) {
    this.messages = messages;
    this.more = more;
    this.intro = intro;
    this.#all();
    this.bottom();
  }

  /** Adds older messages above without moving the visible ones. */
  prepend(messages, more) {
    const height = this.box.scrollHeight - this.box.scrollTop;
    this.messages = [...messages, ...this.messages];
    this.more = more;
    this.#all();
    this.box.scrollTop = this.box.scrollHeight - height;
  }

  #all() {
    this.box.setAttribute("aria-busy", "true");
    const older = this.more ? h("button", { type: "button", class: "older", onclick: () => this.world.older(this.messages[0]?.id) }, "Older messages") : null;
    this.box.replaceChildren(...[older, this.more ? null : this.intro].filter(Boolean), ...this.messages.map((_, at) => this.#make(at)));
    this.box.removeAttribute("aria-busy");
  }

  /** Adds a new message at the end, or replaces the one with its id. */
  put(message) {
    const at = this.messages.findIndex((one) => one.id === message.id);
    if (at >= 0) {
      this.messages[at] = message;
      return this.refresh(message.id);
    }
    this.messages.push(message);
    this.box.append(this.#make(this.messages.length - 1));
    if (this.stuck || message.author.id === this.world.me().id) this.bottom();
    else this.toEnd.hidden = false;
  }

  /** Removes a message. The one below may need its heading again. */
  remove(id) {
    const at = this.messages.findIndex((one) => one.id === id);
    if (at < 0) return;
    const node = this.#node(id);
    const focused = node.contains(document.activeElement);
    this.messages.splice(at, 1);
    node.remove();
    if (this.messages[at]) this.refresh(this.messages[at].id);
    if (focused) this.world.focusComposer();
  }

  /** Redraws one message. A focused button keeps the focus. */
  refresh(id) {
    const at = this.messages.findIndex((one) => one.id === id);
    if (at < 0) return;
    const old = this.#node(id);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const fresh = this.#make(at);
    const opened = old.querySelector("details[open]");
    if (opened) fresh.querySelector("details")?.setAttribute("open", "");
    old.replaceWith(fresh);
    if (focused) {
      const same = [...fresh.querySelectorAll("[data-custom-id]")].find((one) => one.dataset.customId === focused.dataset.customId && !one.disabled);
      (same ?? fresh).focus({ preventScroll: true });
    }
    if (this.stuck) this.bottom();
  }

  /** Shows a button's error on its message; null removes it. */
  fail(id, text) {
    if (text) this.failures.set(id, text);
    else this.failures.delete(id);
    this.refresh(id);
  }

  /** Adds a line by the page itself, for example for a command without a response. */
  note(text, kind) {
    const line = h("div", { class: `note ${kind}` }, h("span", {}, text),
      h("button", { type: "button", class: "quiet", onclick: () => { line.remove(); this.world.focusComposer(); } }, "Dismiss"));
    this.box.append(line);
    this.bottom();
    return line;
  }

  /** Scrolls to the newest message. */
  bottom() {
    this.box.scrollTop = this.box.scrollHeight;
    this.stuck = true;
    this.toEnd.hidden = true;
  }

  /** Scrolls to a message and focuses it. */
  reveal(id) {
    const node = this.#node(id);
    node?.scrollIntoView({ block: "center" });
    node?.focus({ preventScroll: true });
  }

  #scrolled() {
    this.stuck = this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < 60;
    if (this.stuck) this.toEnd.hidden = true;
  }

  /** Moves between messages with the arrow keys while the focus is in the log but not on a control. */
  #keys(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const on = event.target;
    if (!step || !(on === this.box || on.matches(".message"))) return;
    const all = [...this.box.querySelectorAll(".message")];
    const next = on === this.box ? all[all.length - 1] : all[all.indexOf(on) + step];
    if (!next) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }

  #node(id) {
    return this.box.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
  }

  #make(at) {
    const message = this.messages[at];
    const previous = this.messages[at - 1];
    const newDay = !previous || !sameDay(previous.timestamp, message.timestamp);
    const grouped = !newDay && previous.author.id === message.author.id && !isSystem(message) && !isSystem(previous)
      && !message.interaction_metadata && !message.message_reference
      && (previous.flags & EPHEMERAL) === (message.flags & EPHEMERAL)
      && new Date(message.timestamp) - new Date(previous.timestamp) < GROUP;
    return this.#message(message, grouped, newDay);
  }

  #message(message, grouped, newDay) {
    const { world } = this;
    const mine = world.me().id;
    const ephemeral = (message.flags & EPHEMERAL) !== 0;
    const pinged = message.mention_everyone || (message.mentions ?? []).some((user) => user.id === mine);
    const author = world.person(message.author.id) ?? { ...message.author, name: message.author.global_name ?? message.author.username };
    const names = { ...world, pings: (id) => id === mine && pinged };
    const classes = ["message", grouped && "grouped", newDay && "new-day", pinged && "pinged", ephemeral && "ephemeral"].filter(Boolean).join(" ");
    const system = isSystem(message);
    return h("article", {
      class: classes, tabindex: "-1", "data-message-id": message.id, "data-author": author.name,
      "data-day": newDay ? day(message.timestamp) : null, "aria-label": `${author.name}${pinged ? ", mentions you" : ""}`,
      style: { "--who": author.color ?? "#8a90a0" },
      oncontextmenu: (event) => world.menu(event, message),
    },
    system ? this.#system(message, author) : [
      this.#lead(message),
      grouped ? null : avatar(author),
      grouped ? null : h("header", {}, h("b", { class: "name" }, author.name), author.bot ? h("span", { class: "tag" }, "APP") : null, " ", written(message.timestamp)),
      h("div", { class: "body" }, this.#body(message, names)),
    ],
    this.failures.has(message.id) ? h("p", { class: "failed", role: "alert" }, this.failures.get(message.id)) : null,
    ephemeral ? h("p", { class: "only-you" }, "Only you can see this • ",
      h("button", { type: "button", class: "quiet", onclick: () => world.dismiss(message) }, "Dismiss message")) : null,
    !ephemeral && world.mayDelete(message) ? h("button", { type: "button", class: "delete", "aria-label": "Delete this message", onclick: () => world.remove(message) }, "✕") : null);
  }

  #body(message, names) {
    if ((message.flags & THINKING) !== 0) return h("p", { class: "thinking" }, "Thinking…");
    if (isCard(message)) return card(message, names, this.world);
    return [
      message.content ? h("div", { class: "text" }, markdown(message.content, names)) : null,
      message.content && message.edited_timestamp ? h("small", { class: "edited", title: message.edited_timestamp }, "(edited)") : null,
      (message.attachments ?? []).map((file) => attachment(file)),
      (message.embeds ?? []).map((card) => embed(card, names)),
      message.components?.length ? h("div", { class: "rows" }, components(message, this.world)) : null,
      message.thread ? h("a", { class: "thread-card", href: `#${message.thread.id}` }, h("b", {}, message.thread.name), " Open the thread ›") : null,
    ];
  }

  /** Shows the cause of a message: its command, or the message it replies to. */
  #lead(message) {
    const by = message.interaction_metadata;
    if (by?.name) {
      const person = this.world.person(by.user.id) ?? { name: by.user.global_name ?? by.user.username };
      return h("p", { class: "lead" }, avatar(person, true), h("b", {}, person.name), " used ", h("span", { class: "used" }, `/${by.name}`));
    }
    const to = message.message_reference && (message.referenced_message ?? this.messages.find((one) => one.id === message.message_reference.message_id));
    if (!to) return null;
    const name = this.world.person(to.author.id)?.name ?? to.author.username;
    return h("p", { class: "lead" }, h("a", { href: `#${to.channel_id}/${to.id}` }, h("b", {}, name), ` ${plain(to.content || words(to) || "a picture", this.world)}`));
  }

  #system(message, author) {
    if (message.type === ADDED) {
      const names = (message.mentions ?? []).map((user) => this.world.person(user.id)?.name ?? user.username);
      return h("p", { class: "system" }, "→ ", h("b", { class: "name" }, author.name), " added ", h("b", {}, names.join(", ")), " to the thread. ", written(message.timestamp));
    }
    const thread = message.thread?.id ?? message.message_reference?.channel_id;
    return h("p", { class: "system" }, "↳ ", h("b", { class: "name" }, author.name), " started a thread: ",
      thread ? h("a", { href: `#${thread}` }, message.content || "thread") : message.content, " ", written(message.timestamp));
  }
}
