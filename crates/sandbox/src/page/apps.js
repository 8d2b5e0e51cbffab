// The app's commands in the context menu of a message and of its author. Opened by a right click, or by the
// context menu key on a focused message.
import { h } from "./dom.js";

const OF_PEOPLE = 2;
const OF_MESSAGES = 3;

/** Opens the menu at the event's position. If it would be empty, the browser shows its own menu. */
export function appsMenu(event, message, { known, send }) {
  const place = known.current?.type === 1 ? 1 : 0;
  const of = (type) => known.commands.filter((one) => one.type === type && (!one.contexts || one.contexts.includes(place)));
  const author = known.members.get(message.author.id)?.name ?? message.author.username;
  const items = [
    ...of(OF_MESSAGES).map(({ name }) => [name, () => send({ t: "of_message", command: name, message_id: message.id }, name)]),
    ...of(OF_PEOPLE).map(({ name }) => [`${name}: ${author}`, () => send({ t: "of_person", command: name, target_id: message.author.id }, name)]),
  ];
  if (!items.length) return;
  event.preventDefault();
  document.querySelector(".apps-menu")?.remove();
  const before = document.activeElement;
  const close = () => {
    if (!list.isConnected) return;
    list.remove();
    before?.focus({ preventScroll: true });
  };
  const list = h("div", {
    class: "apps-menu", role: "menu", "aria-label": "Apps",
    onkeydown: (key) => {
      const all = [...list.children];
      const step = { ArrowUp: -1, ArrowDown: 1 }[key.key];
      if (key.key === "Escape") close();
      else if (step) all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
      else return;
      key.preventDefault();
    },
    onfocusout: (out) => !list.contains(out.relatedTarget) && setTimeout(close),
  }, items.map(([label, act]) => h("button", { type: "button", role: "menuitem", onclick: () => { close(); act(); } }, label)));
  document.body.append(list);
  const box = list.getBoundingClientRect();
  list.style.left = `${Math.max(0, Math.min(event.clientX, innerWidth - box.width - 8))}px`;
  list.style.top = `${Math.max(0, Math.min(event.clientY, innerHeight - box.height - 8))}px`;
  list.firstElementChild.focus();
}
