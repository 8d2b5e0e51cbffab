// The two side panels: channels with their threads on the left, members on the right.
import { avatar, byId, h } from "./dom.js";

/** Discord's channel types that are shown here. */
export const CHANNEL = { TEXT: 0, DM: 1, VOICE: 2, ANNOUNCEMENT: 5, STAGE: 13, FORUM: 15, MEDIA: 16 };
const SIGNS = { [CHANNEL.DM]: "@", [CHANNEL.VOICE]: "♪", [CHANNEL.ANNOUNCEMENT]: "!", [CHANNEL.STAGE]: "◉", [CHANNEL.FORUM]: "≡", [CHANNEL.MEDIA]: "▦" };

/** Whether a channel is a thread, of any kind. */
export const isThread = (channel) => [10, 11, 12].includes(channel.type);
/** Whether it contains only posts, which are threads. */
export const isForum = (channel) => channel.type === CHANNEL.FORUM || channel.type === CHANNEL.MEDIA;
/** The symbol before a channel's name. */
export const signOf = (channel) => isThread(channel) ? "↳" : SIGNS[channel.type] ?? "#";

/** Draws the channel list. `page` offers `channels()`, `channel()`, `unread(id)`, `keeper()`, `addChannel()`, `me()`. */
export function drawPlaces(page) {
  const all = page.channels();
  const current = page.channel()?.id;
  const focused = document.activeElement?.closest?.("#channel-list a")?.getAttribute("href");
  const texts = all.filter((channel) => channel.type !== CHANNEL.DM && !isThread(channel));
  // Threads are listed if the person has joined them or has them open.
  const mineToSee = (channel) => channel.id === current || channel.members?.includes(page.me());
  const threads = all.filter((channel) => isThread(channel) && mineToSee(channel) && (!channel.thread_metadata?.archived || channel.id === current));
  const orphans = threads.filter((thread) => !texts.some((text) => text.id === thread.parent_id));
  const mine = all.filter((channel) => channel.type === CHANNEL.DM);

  const item = (channel, icon) => {
    const { count, pings } = page.unread(channel.id);
    const here = channel.id === current;
    return h("a", {
      class: ["place", here && "here", count && "unread"].filter(Boolean).join(" "),
      href: `#${channel.id}`, "aria-current": here ? "page" : null,
    }, h("span", { class: "place-icon", "aria-hidden": "true" }, icon), h("span", { class: "place-name" }, channel.name),
    pings ? h("span", { class: "badge" }, String(pings), h("span", { class: "unseen" }, " mentions")) : count ? h("span", { class: "unseen" }, ", new messages") : null);
  };
  const under = (id) => threads.filter((thread) => thread.parent_id === id);
  const section = (title, rows, extra = null) => h("section", {}, h("h2", {}, title, extra), h("ul", {}, rows));

  byId("channel-list").replaceChildren(
    section("Channels", texts.map((channel) => h("li", {}, item(channel, signOf(channel)),
      under(channel.id).length ? h("ul", { class: "threads" }, under(channel.id).map((thread) => h("li", {}, item(thread, "↳")))) : null)),
    page.keeper() ? h("button", { type: "button", class: "icon-button", "aria-label": "New channel", onclick: page.addChannel }, "+") : null),
    ...(orphans.length ? [section("Threads", orphans.map((thread) => h("li", {}, item(thread, "↳"))))] : []),
    ...(mine.length ? [section("Direct messages", mine.map((channel) => h("li", {}, item(channel, "@"))))] : []));
  if (focused) document.querySelector(`#channel-list a[href="${CSS.escape(focused)}"], #channel-list a[href="${focused}"]`)?.focus();
}

/** Draws the person of this tab, with links to the others. */
export function drawMe(me, others) {
  byId("me").replaceChildren(avatar(me), h("div", {}, h("b", {}, me.name), h("small", {}, "at this tab")),
    h("span", { class: "seats" }, others.map((person) =>
      h("a", { href: `/?as=${person.username}`, target: "_blank", rel: "noopener", title: `Open a tab as ${person.name}`, "aria-label": `Open a tab as ${person.name}` }, avatar(person, true)))));
}

/** Draws the members. `place` says whether the bot was removed, and has callbacks to change that and to install the app. */
export function drawPeople(members, me, online, onMessage, place) {
  const row = (person) => h("li", {}, h("button", {
    type: "button", class: person.bot && !online ? "person offline" : "person", disabled: person.id === me.id,
    title: person.id === me.id ? null : `Message ${person.name}`, onclick: () => onMessage(person),
  }, avatar(person), h("span", { class: "person-text" },
    h("b", { style: { "--who": person.color ?? "#8a90a0" } }, person.name, person.bot ? h("span", { class: "tag" }, "APP") : null),
    h("small", {}, person.id === me.id ? "you" : person.bot ? (place.removed ? "not in this server" : online ? "online" : "offline") : (person.roles?.join(", ") || "member")))));
  const people = members.filter((person) => !person.bot);
  const bots = members.filter((person) => person.bot);
  byId("people").replaceChildren(
    h("section", {}, h("h2", {}, `Members (${people.length})`), h("ul", {}, people.map(row))),
    h("section", {}, h("h2", {}, "Apps", place.change
      ? h("button", { type: "button", class: "place-bot", onclick: place.change }, place.removed ? "Invite" : "Remove") : null,
    place.install ? h("button", { type: "button", class: "place-bot", title: "Have it everywhere", onclick: place.install }, "Install") : null),
    h("ul", {}, bots.map(row)), place.change ? h("p", {}, h("a", { class: "place-bot", href: "/oauth2/authorize" }, "Add an app by its link")) : null));
}

/** Makes the two panels drawers: a button opens one, Escape or a click elsewhere closes it. */
export function drawers(afterClose) {
  const pairs = [["places-toggle", "places"], ["people-toggle", "people"]].map(([button, panel]) => [byId(button), byId(panel)]);
  const set = ([button, panel], open) => {
    panel.classList.toggle("open", open);
    button.setAttribute("aria-expanded", String(open));
  };
  for (const pair of pairs) {
    pair[0].addEventListener("click", (event) => {
      event.stopPropagation();
      const open = !pair[1].classList.contains("open");
      for (const other of pairs) set(other, other === pair && open);
      if (open) pair[1].querySelector("a, button:not(:disabled)")?.focus();
    });
    pair[1].addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !pair[1].classList.contains("open")) return;
      set(pair, false);
      pair[0].focus();
    });
  }
  const closeAll = () => pairs.forEach((pair) => set(pair, false));
  document.addEventListener("click", (event) => {
    if (!pairs.some(([, panel]) => panel.contains(event.target))) closeAll();
  });
  return () => {
    const was = pairs.some(([, panel]) => panel.classList.contains("open"));
    closeAll();
    if (was) afterClose();
  };
}
