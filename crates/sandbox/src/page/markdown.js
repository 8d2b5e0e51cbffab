// Discord's message markdown, as far as a chat needs it, rendered directly to DOM nodes.
import { h } from "./dom.js";
import { stamp } from "./time.js";

/**
 * Returns the nodes for a message's text. `world` resolves names: `person(id)`, `channel(id)`, `pings(id)`
 * (does this mention ping the reader?), `go(channelId)`.
 */
export function markdown(text, world) {
  const nodes = [];
  const fence = /```(?:([\w+-]+)\n)?([\s\S]+?)```/g;
  let from = 0;
  for (let match; (match = fence.exec(text)); from = fence.lastIndex) {
    nodes.push(...blocks(text.slice(from, match.index), world));
    nodes.push(h("pre", { class: "code-block", role: "group", "aria-label": "Text in columns", tabindex: "0" }, h("code", {}, match[2].replace(/^\n|\n$/g, ""))));
  }
  nodes.push(...blocks(text.slice(from), world));
  return nodes;
}

/** The first line of a message as plain text, with names for mentions. */
export function plain(text, world) {
  return text.split("\n")[0]
    .replace(/<@!?(\d+)>/g, (_, id) => `@${world.person(id)?.name ?? "unknown-user"}`)
    .replace(/<#(\d+)>/g, (_, id) => `#${world.channel(id)?.name ?? "unknown"}`)
    .replace(/<\/([-\w ]{1,100}):\d+>/g, "/$1")
    .replace(/<t:[^>]*>/g, "…").replace(/[*_~`|]{2,}|`/g, "");
}

const LINE_KINDS = [
  ["heading", /^(#{1,3}) +(.+)$/],
  ["small", /^-# +(.+)$/],
  ["quote", /^> ?(.*)$/],
  ["item", /^( *)([-*]|\d{1,3}\.) +(.+)$/],
];

function kindOf(line) {
  for (const [kind, pattern] of LINE_KINDS) {
    const match = pattern.exec(line);
    if (match) return { kind, match };
  }
  return { kind: "text", match: [line] };
}

function blocks(text, world) {
  const lines = text.replace(/^\n|\n$/g, "").split("\n").map(kindOf);
  if (text.trim() === "") return [];
  const nodes = [];
  for (let at = 0; at < lines.length; ) {
    const { kind, match } = lines[at];
    let end = at + 1;
    if (kind === "text" || kind === "quote" || kind === "item") {
      while (end < lines.length && lines[end].kind === kind) end += 1;
    }
    const run = lines.slice(at, end);
    if (kind === "heading") nodes.push(h(`h${match[1].length + 2}`, {}, inline(match[2], world)));
    else if (kind === "small") nodes.push(h("p", { class: "subtext" }, inline(match[1], world)));
    else if (kind === "quote") nodes.push(h("blockquote", {}, blocks(run.map((line) => line.match[1]).join("\n"), world)));
    else if (kind === "item") nodes.push(list(run, world));
    else nodes.push(...paragraphs(run.map((line) => line.match[0]), world));
    at = end;
  }
  return nodes;
}

function paragraphs(lines, world) {
  const text = lines.join("\n").replace(/^\n+|\n+$/g, "");
  if (text === "") return [];
  return text.split(/\n{2,}/).map((part) => h("p", {}, inline(part, world)));
}

function list(items, world) {
  const indent = items[0].match[1].length;
  const ordered = /\d/.test(items[0].match[2]);
  const node = h(ordered ? "ol" : "ul", { start: ordered ? parseInt(items[0].match[2], 10) : null });
  for (let at = 0; at < items.length; ) {
    let end = at + 1;
    while (end < items.length && items[end].match[1].length > indent) end += 1;
    const deeper = items.slice(at + 1, end);
    node.append(h("li", {}, inline(items[at].match[3], world), deeper.length ? list(deeper, world) : null));
    at = end;
  }
  return node;
}

/** A style that surrounds text: its pattern, with the inner text as group 1, and its element. */
const AROUND = [
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, (inside) => h("strong", {}, inside)],
  [/__([\s\S]+?)__(?!_)/y, (inside) => h("u", {}, inside)],
  [/~~([\s\S]+?)~~/y, (inside) => h("s", {}, inside)],
  [/\|\|([\s\S]+?)\|\|/y, spoiler],
  [/\*(?!\s)((?:[^*\\]|\\.|\*\*)+?)\*(?!\*)/y, (inside) => h("em", {}, inside)],
  [/_(?!\s)((?:[^_\\]|\\.|__)+?)_(?![\w_])/y, (inside) => h("em", {}, inside)],
];

function spoiler(inside) {
  const box = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler", "aria-expanded": "false" }, inside);
  const open = () => {
    box.classList.add("open");
    for (const name of ["role", "aria-label", "aria-expanded", "tabindex"]) box.removeAttribute(name);
  };
  box.addEventListener("click", open);
  box.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && open());
  return box;
}

/** A token without inner text: its pattern, and the node for its match. */
const TOKENS = [
  [/\\([^\w\s])/y, (match) => document.createTextNode(match[1])],
  [/(`+)(?!`)([\s\S]*?[^`])\1(?!`)/y, (match) => h("code", {}, match[2])],
  [/<@!?(\d+)>/y, (match, world) => mention(match[1], world)],
  [/<@&(\d+)>/y, (match, world) => h("span", { class: "mention" }, `@${world.role?.(match[1])?.name ?? "role"}`)],
  [/@(everyone|here)\b/y, (match) => h("span", { class: "mention" }, match[0])],
  [/<#(\d+)>/y, (match, world) => channelLink(match[1], world)],
  [/<\/([-\w ]{1,100}):(\d+)>/y, (match, world) => commandLink(match[1], world)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (match) => stamp(Number(match[1]), match[2])],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, (match, world) => link(match[2], inline(match[1], world), world)],
  [/<(https?:\/\/[^\s>]+)>/y, (match, world) => link(match[1], match[1], world)],
  [/https?:\/\/[^\s<>)\]]*[^\s<>)\].,:;!?'"]/y, (match, world) => link(match[0], match[0], world)],
];

function inline(text, world) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    plain.split("\n").forEach((line, at) => {
      if (at > 0) nodes.push(h("br"));
      if (line) nodes.push(document.createTextNode(line));
    });
    plain = "";
  };
  for (let at = 0; at < text.length; ) {
    const found = token(text, at, world);
    if (!found) {
      plain += text[at];
      at += 1;
      continue;
    }
    flush();
    nodes.push(found.node);
    at = found.end;
  }
  flush();
  return nodes;
}

function token(text, at, world) {
  // Most characters start no token. This check avoids trying seventeen patterns on each.
  if (!/[\\`<@[h*_~|]/.test(text[at])) return null;
  for (const [pattern, make] of TOKENS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    // Parsing the inner text uses the same patterns, so their `lastIndex` is not valid afterwards.
    if (match) return { node: make(match, world), end: at + match[0].length };
  }
  if (text[at] === "_" && at > 0 && /\w/.test(text[at - 1])) return null;
  for (const [pattern, make] of AROUND) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match && match[1].trim()) return { node: make(inline(match[1], world)), end: at + match[0].length };
  }
  return null;
}

function mention(id, world) {
  const person = world.person(id);
  const mine = world.pings?.(id);
  return h("span", { class: mine ? "mention me" : "mention", "data-user": id }, `@${person?.name ?? "unknown-user"}`);
}

function channelLink(id, world) {
  const channel = world.channel(id);
  if (!channel) return h("span", { class: "mention" }, "#unknown");
  return h("a", { class: "mention", href: `#${id}` }, `#${channel.name}`);
}

function commandLink(name, world) {
  return h("button", { type: "button", class: "mention", onclick: () => world.command?.(name) }, `/${name}`);
}

/** A link. A link to a channel of this server opens the channel instead of leaving the page. */
function link(url, inside, world) {
  const here = /\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/.exec(url);
  if (here && world.channel(here[1])) {
    const label = inside === url ? `#${world.channel(here[1]).name}${here[2] ? " › message" : ""}` : inside;
    return h("a", { class: inside === url ? "mention" : null, href: `#${here[1]}${here[2] ? `/${here[2]}` : ""}` }, label);
  }
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, inside);
}
