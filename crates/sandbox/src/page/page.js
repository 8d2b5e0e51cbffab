// The page itself: its person, its state, and the effect of each frame.
import { appsMenu } from "./apps.js";
import { Composer } from "./composer.js";
import { fieldsOf, form } from "./dialog.js";
import { byId, h } from "./dom.js";
import { Log } from "./log.js";
import { CHANNEL, drawMe, drawPeople, drawPlaces, drawers, isForum, isThread, signOf } from "./places.js";
import { connect } from "./socket.js";

const MANAGE_CHANNELS = 1n << 4n;
const MANAGE_MESSAGES = 1n << 13n;
/** How long "is typing" is shown, in ms. */
const TYPING_FOR = 9000;

const who = new URLSearchParams(location.search).get("as");
if (["red", "blue", "green", "yellow", "orange", "purple", "pink", "brown"].includes(who)) start();
else byId("chooser").hidden = false;

function start() {
  const known = { me: null, online: false, commands: [], roles: [], members: new Map(), channels: new Map(), unread: new Map(), current: null };
  const busy = new Set(); // "message:custom_id" of buttons that wait for a response
  const typing = new Map(); // person -> timer
  let older = false;
  byId("app").hidden = false;

  const world = {
    me: () => known.me,
    person: (id) => known.members.get(id),
    people: () => [...known.members.values()],
    role: (id) => known.roles.find((role) => role.id === id),
    roles: () => known.roles,
    channel: (id) => known.channels.get(id),
    channels: () => [...known.channels.values()].filter((channel) => channel.type !== CHANNEL.DM),
    command: (name) => composer.begin(name),
    focusComposer: () => composer.focus(),
    older: (before) => {
      older = true;
      socket.send({ t: "open", channel_id: known.current.id, before });
    },
    busy: (message, id) => busy.has(`${message.id}:${id}`),
    click: (message, custom_id) => press(message, { t: "click", custom_id }),
    select: (message, custom_id, values) => press(message, { t: "select", custom_id, values }),
    menu: (event, message) => appsMenu(event, message, { known, send: (frame, name) => sendCommand({ channel_id: message.channel_id, ...frame }, name, { taken: () => {}, refused: (text) => log.note(text, "error") }) }),
    dismiss: (message) => socket.send({ t: "dismiss", channel_id: message.channel_id, message_id: message.id }),
    remove: (message) => socket.ask({ t: "delete_message", channel_id: message.channel_id, message_id: message.id }, refusedAsNote),
    mayDelete: (message) => message.author.id === known.me.id || (BigInt(known.me.permissions ?? 0) & MANAGE_MESSAGES) !== 0n,
  };
  const log = new Log(byId("log"), byId("to-end"), world);
  const socket = connect(who, receive, connection);
  const composer = new Composer({ world, socket, who, channel: () => known.current, commands: () => known.commands, sendCommand });
  const closeDrawers = drawers(() => composer.focus());
  addEventListener("hashchange", follow);

  const keeper = () => (BigInt(known.me?.permissions ?? 0) & MANAGE_CHANNELS) !== 0n;
  const places = () => drawPlaces({
    channels: () => [...known.channels.values()], channel: () => known.current, keeper, addChannel, me: () => known.me?.id,
    unread: (id) => known.unread.get(id) ?? { count: 0, pings: 0 },
  });
  const people = () => drawPeople(world.people(), known.me, known.online, (person) => socket.ask({ t: "dm", user_id: person.id }, openedOrRefused),
    { removed: known.removed, change: keeper() ? () => socket.ask({ t: known.removed ? "invite_bot" : "remove_bot" }, refusedAsNote) : null,
      install: known.installed ? null : () => socket.ask({ t: "install" }, refusedAsNote) });

  /** The handlers of frames. Frames of other kinds are ignored. */
  const frames = {
    hello(frame) {
      Object.assign(known, { me: frame.me, online: frame.bot?.online === true, ...frame.bot_place, commands: frame.commands, roles: frame.roles });
      known.members = new Map(frame.members.map((one) => [one.id, one]));
      known.channels = new Map(frame.channels.map((one) => [one.id, named(one)]));
      byId("guild-name").textContent = frame.guild.name;
      drawMe(known.me, world.people().filter((one) => !one.bot && one.id !== known.me.id));
      people();
      banner();
      busy.clear();
      const wanted = known.channels.get(known.current?.id ?? location.hash.slice(1).split("/")[0]);
      open(wanted ?? first());
    },
    history({ channel_id, messages, more }) {
      if (channel_id !== known.current?.id) return;
      if (older) log.prepend(messages, more);
      else log.show(messages, more, intro());
      older = false;
      const message = location.hash.split("/")[1];
      if (message) log.reveal(message);
    },
    message_create({ message }) {
      stopTyping(message.author.id);
      if (message.channel_id === known.current?.id) log.put(message);
      if (message.channel_id !== known.current?.id || document.hidden) count(message);
    },
    message_update({ message }) {
      if (message.channel_id === known.current?.id && log.messages.some((one) => one.id === message.id)) log.put(message);
    },
    message_delete({ channel_id, id }) {
      if (channel_id === known.current?.id) log.remove(id);
    },
    channel_create: ({ channel }) => putChannel(channel),
    channel_update: ({ channel }) => putChannel(channel),
    channel_delete({ id }) {
      known.channels.delete(id);
      if (known.current?.id === id) open(first());
      else places();
    },
    commands: ({ commands }) => { known.commands = commands; },
    presence({ online }) {
      known.online = online;
      people();
      banner();
    },
    bot_place({ removed, commands_only, installed }) {
      Object.assign(known, { removed, commands_only, installed });
      people();
      banner();
    },
    typing({ channel_id, user_id }) {
      if (channel_id !== known.current?.id || user_id === known.me.id) return;
      clearTimeout(typing.get(user_id));
      typing.set(user_id, setTimeout(() => stopTyping(user_id), TYPING_FOR));
      drawTyping();
    },
    opened: ({ channel_id }) => { location.hash = channel_id; },
    modal: openModal,
    refused: ({ text }) => log.note(text, "error"),
    interaction: settle,
  };

  function receive(frame) {
    frames[frame.t]?.(frame);
  }

  function connection(open) {
    byId("app").classList.toggle("lost", !open);
    if (open) return;
    known.online = false;
    banner("The connection is lost. Trying again…");
  }

  function banner(text = !known.online ? "The bot is offline: commands will not be answered."
    : known.commands_only ? "Only the app's commands were added to this server; its bot is no member."
      : known.removed ? "The bot is not in this server." : "") {
    byId("banner").textContent = text;
    byId("banner").hidden = text === "";
  }

  function putChannel(channel) {
    known.channels.set(channel.id, named(channel));
    if (known.current?.id === channel.id) {
      known.current = known.channels.get(channel.id);
      heading();
      composer.may(known.current);
    }
    places();
  }

  /** Names a direct message after the other person. */
  function named(channel) {
    if (channel.type !== CHANNEL.DM || channel.name) return channel;
    const other = (channel.recipients ?? []).find((user) => user.id !== known.me.id) ?? channel.recipients?.[0];
    return { ...channel, name: known.members.get(other?.id)?.name ?? other?.username ?? "direct message" };
  }

  const first = () => [...known.channels.values()].find((channel) => channel.type === CHANNEL.TEXT) ?? [...known.channels.values()][0];

  function follow() {
    const [id, message] = location.hash.slice(1).split("/");
    const channel = known.channels.get(id);
    if (!channel) return;
    if (channel.id !== known.current?.id) open(channel);
    else if (message) log.reveal(message);
    closeDrawers();
  }

  function open(channel) {
    if (!channel) return;
    const previous = known.current;
    known.current = channel;
    if (!location.hash.startsWith(`#${channel.id}`)) history.replaceState(null, "", `#${channel.id}`);
    known.unread.delete(channel.id);
    older = false;
    if (previous?.id !== channel.id) log.show([], false, null);
    socket.send({ t: "open", channel_id: channel.id });
    heading();
    places();
    title();
    if (previous?.id === channel.id) composer.may(channel);
    else {
      composer.turnTo(channel, previous);
      composer.focus();
    }
  }

  function heading() {
    const channel = known.current;
    byId("room-name").textContent = `${signOf(channel)}${isThread(channel) ? " " : ""}${channel.name}`;
    byId("room-topic").textContent = isThread(channel) ? threadTopic(channel) : channel.topic ?? "";
    const parent = isThread(channel) && known.channels.get(channel.parent_id);
    byId("room-tools").replaceChildren(...[
      parent && h("a", { class: "icon-button", href: `#${parent.id}`, "aria-label": `Back to ${parent.name}` }, `↰ ${signOf(parent)}${parent.name}`),
      channel.thread_metadata?.archived && h("button", { type: "button", class: "icon-button", onclick: unarchive }, "Open again"),
      channel.may?.thread && h("button", { type: "button", class: "icon-button", onclick: addThread, "aria-label": "New thread" }, isForum(channel) ? "+ Post" : "+ Thread"),
      channel.type !== CHANNEL.DM && channel.may?.manage && h("button", { type: "button", class: "icon-button", onclick: deleteChannel, "aria-label": "Delete this channel" }, "✕"),
    ].filter(Boolean));
  }

  /** Describes a thread: its members, and whether it is archived or locked. */
  function threadTopic({ members = [], thread_metadata: state }) {
    const names = members.map((id) => world.person(id)?.name).filter(Boolean);
    return [`In it: ${names.join(", ") || "nobody"}`, state?.archived && "archived", state?.locked && "locked"].filter(Boolean).join(" · ");
  }

  function unarchive() {
    socket.ask({ t: "unarchive", channel_id: known.current.id }, refusedAsNote);
  }

  function intro() {
    const { name } = known.current;
    return h("div", { class: "intro" }, h("h3", {}, `${signOf(known.current)}${name}`), h("p", {}, "This is where it begins. Type ", h("kbd", {}, "/"), " to see what the bot can do."));
  }

  function count(message) {
    const { count, pings } = known.unread.get(message.channel_id) ?? { count: 0, pings: 0 };
    const pinged = message.mention_everyone || (message.mentions ?? []).some((user) => user.id === known.me.id);
    known.unread.set(message.channel_id, { count: count + 1, pings: pings + (pinged ? 1 : 0) });
    places();
    title();
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden || !known.current) return;
    known.unread.delete(known.current.id);
    places();
    title();
  });

  function title() {
    const pings = [...known.unread.values()].reduce((sum, one) => sum + one.pings, 0);
    document.title = `${pings ? `(${pings}) ` : ""}#${known.current.name} · ${known.me.name} · The Rookery`;
  }

  function stopTyping(id) {
    clearTimeout(typing.get(id));
    if (typing.delete(id)) drawTyping();
  }

  function drawTyping() {
    const names = [...typing.keys()].map((id) => world.person(id)?.name).filter(Boolean);
    byId("typing").textContent = names.length ? `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} typing…` : "";
  }

  /** Clicks a button or menu. It is busy until its interaction is finished. */
  function press(message, frame) {
    const key = `${message.id}:${frame.custom_id}`;
    busy.add(key);
    log.failures.delete(message.id);
    log.refresh(message.id);
    const over = (text) => {
      busy.delete(key);
      log.fail(message.id, text);
    };
    socket.ask({ ...frame, channel_id: message.channel_id, message_id: message.id }, (reply) => {
      if (reply.state === "sent") return "more";
      return over(reply.state === "done" ? null : reply.text ?? "This interaction failed");
    });
  }

  function sendCommand(frame, name, { taken, refused }) {
    let line = null;
    socket.ask(frame, (reply) => {
      if (reply.t === "refused" || (reply.t === "lost" && !line)) return refused(reply.text, reply.field);
      line?.remove();
      if (reply.state === "sent") {
        taken();
        if (known.current.id === frame.channel_id) line = log.note(`Sending /${name}…`, "sending");
        return "more";
      }
      if (reply.state !== "done") log.note(`/${name}: ${reply.text ?? "This interaction failed"}`, "error");
      return undefined;
    });
  }

  /** Shows the outcome of an interaction that no longer has a handler, as after a reconnect. */
  function settle(frame) {
    if (frame.state !== "failed") return;
    if (frame.message_id) log.fail(frame.message_id, frame.text);
    else if (frame.channel_id === known.current?.id) log.note(`/${frame.command ?? "command"}: ${frame.text}`, "error");
  }

  function openModal({ modal, title: heading, components }) {
    const channel = known.current?.id;
    const box = form({ title: heading, fields: fieldsOf(components), submit: "Submit" }, (values, fail) => {
      socket.ask({ t: "modal_submit", channel_id: channel, modal, values }, (reply) => {
        if (reply.state === "sent") return "more";
        if (reply.state === "done") box.close();
        else fail(reply.text ?? "Something went wrong. Try again.");
        return undefined;
      });
    });
  }

  function refusedAsNote(reply) {
    if (reply.t === "refused" || reply.t === "lost") log.note(reply.text, "error");
  }

  function openedOrRefused(reply) {
    if (reply.t === "channel_create") {
      putChannel(reply.channel);
      return "more";
    }
    if (reply.t === "opened") location.hash = reply.channel_id;
    refusedAsNote(reply);
    return undefined;
  }

  function nameForm(heading, label, frame, more = null, also = () => ({})) {
    const fields = [{ custom_id: "name", label, max_length: 100 }, more].filter(Boolean);
    const box = form({ title: heading, fields, submit: "Create" }, (values, fail) => {
      socket.ask({ ...frame, name: values.name.trim(), ...also(values) }, (reply) => {
        if (reply.t === "refused" || reply.t === "lost") return fail(reply.text);
        box.close();
        return openedOrRefused(reply);
      });
    });
  }

  function addChannel() {
    const kinds = [["Text", CHANNEL.TEXT], ["Announcement", CHANNEL.ANNOUNCEMENT], ["Voice", CHANNEL.VOICE], ["Stage", CHANNEL.STAGE], ["Forum", CHANNEL.FORUM], ["Media", CHANNEL.MEDIA]];
    nameForm("New channel", "Channel name", { t: "create_channel" }, choice("kind", "Kind", kinds), ({ kind }) => ({ type: Number(kind[0]) }));
  }

  function addThread() {
    const frame = { t: "create_thread", channel_id: known.current.id };
    if (known.current.type !== CHANNEL.TEXT) return nameForm(isForum(known.current) ? "New post" : "New thread", "Name", frame);
    const kinds = [["Everybody who sees the channel", "public"], ["Those who are let in", "private"]];
    return nameForm("New thread", "Thread name", frame, choice("kind", "Who sees it", kinds), ({ kind }) => ({ private: kind[0] === "private" }));
  }

  /** Builds a select for a dialog. The first option is the default. */
  function choice(custom_id, label, lines) {
    return { type: 3, custom_id, label, options: lines.map(([said, value], at) => ({ label: said, value: String(value), default: at === 0 })) };
  }

  function deleteChannel() {
    const { id, name } = known.current;
    const box = form({ title: `Delete #${name}?`, text: "Its messages go with it.", fields: [], submit: "Delete", danger: true }, () => {
      socket.ask({ t: "delete_channel", channel_id: id }, refusedAsNote);
      box.close();
    });
  }
}
