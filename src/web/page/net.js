// Every request of this page. A request ends in an answer, in `Ended` (this page has no game any more) or in `Unreachable`.
// What the server refuses without a sentence is an answer as well: it would refuse it again.

import { dateAndTime } from "./words.js";

/** How long a request may take, in ms. */
const PATIENCE = 10_000;
/** Answers after which there is no board to show. */
const ENDS = [401, 403, 404, 410];
/** Answers that say: not done, but it may be asked again. 408: it took too long to arrive; 429: too much at once. */
const AGAIN_LATER = [408, 429];

/** The server says that this page has no game: `message` is its sentence. */
export class Ended extends Error {
  constructor(says, status) {
    super(says);
    // Otherwise only what was asked for is not there.
    this.endsGrant = status === 401;
  }
}

/** There is no answer, or none from the server itself. */
export class Unreachable extends Error {}

/** The server puts it off: nothing was done. `message` is its sentence, if it has one. */
export class Later extends Unreachable {}

/** The server writes moments as `<t:seconds>`; people read them in their own time. */
const inOwnTime = (_key, value) => (typeof value === "string" ? value.replace(/<t:(-?\d+)>/g, (_all, seconds) => dateAndTime(seconds * 1000)) : value);

async function ask(address, options = {}) {
  let response;
  let text;
  try {
    response = await fetch(address, { ...options, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    text = await response.text();
  } catch (error) {
    throw new Unreachable(String(error));
  }
  const { status } = response;
  if (status >= 500) throw new Unreachable(String(status));
  const body = parsed(text);
  if (AGAIN_LATER.includes(status)) throw new Later(body?.says ?? "");
  // Without a sentence it is not the server's word on this page.
  if (ENDS.includes(status) && body?.says) throw new Ended(body.says, status);
  return { ok: response.ok && (body !== null || status === 204), body };
}

/** What a text of JSON says; null if it is none. */
function parsed(text) {
  try {
    return JSON.parse(text, inOwnTime);
  } catch {
    return null;
  }
}

const post = (address, body) => ask(address, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
});

const home = (grant) => `/g/${encodeURIComponent(grant)}`;

/** A secret for each link that this page opens, sent again with each repetition, so that a lost answer can be asked for once more. */
const attempts = new Map();

/** Gives the token of a link and gets `{grant, state}`: the number of the grant, and what its page shows first, if it is a game. */
export async function redeem(token) {
  if (!attempts.has(token)) attempts.set(token, newId());
  const { ok, body } = await post("/link", { token, attempt: attempts.get(token) });
  if (!ok) throw new Ended(body?.says ?? "");
  return body;
}

/** The state of the page, or null if there is nothing new. */
export async function fetchState(grant, query = {}) {
  const { ok, body } = await ask(`${home(grant)}/state?${new URLSearchParams(query)}`);
  if (!ok) throw new Unreachable(body?.says ?? "");
  return body;
}

/** Whether the server says that nothing is open under this number any more. */
export async function hasEnded(grant) {
  try {
    await fetchState(grant);
  } catch (error) {
    if (error instanceof Ended) return error.endsGrant;
    if (!(error instanceof Unreachable)) throw error;
  }
  return false;
}

/** Why a try is no legal move. */
export async function fetchWhy(grant, query) {
  const { body } = await ask(`${home(grant)}/why?${new URLSearchParams(query)}`);
  return body?.says ?? "";
}

/** What a piece could do that cannot be moved now: `{says, moves, prepares}`, or null. */
export async function fetchWays(grant, query) {
  const { ok, body } = await ask(`${home(grant)}/ways?${new URLSearchParams(query)}`);
  return ok ? body : null;
}

/** The rules of the game: `{ok, body}`. */
export const fetchRules = (grant, query) => ask(`${home(grant)}/rules?${new URLSearchParams(query)}`);

/** The board after moves that are tried: `{ok, body}`. */
export const fetchTried = (grant, query) => ask(`${home(grant)}/try?${new URLSearchParams(query)}`);

/** The best line from there: `{ok, body}`. */
export const askLine = (grant, query) => post(`${home(grant)}/line`, query);

/** How the analysis of the game stands: `{ok, body}`. `begin`: it is to begin unless it has. */
export function askAnalysis(grant, query, begin) {
  const address = `${home(grant)}/analysis`;
  return begin ? post(address, query) : ask(`${address}?${new URLSearchParams(query)}`);
}

/** Does something: `{ok, says, state, arrows, go}`. */
export async function act(grant, what) {
  const { ok, body } = await post(`${home(grant)}/act`, what);
  return { ok, says: body?.says ?? "", state: body?.state ?? null, arrows: body?.arrows ?? [], go: body?.go };
}

/** How this page is pushed to: `{key, address}`, each of them perhaps null. */
export async function fetchPush(grant) {
  const { ok, body } = await ask(`${home(grant)}/push`);
  return ok ? body : null;
}

/** Begins to push to this page, or ends it: `{ok, says}`. */
export async function setPush(grant, subscription) {
  const { ok, body } = await post(`${home(grant)}/push`, subscription);
  return { ok, says: body?.says ?? "" };
}

/** Makes a link by which another browser opens what this page shows. */
export async function makeLink(grant, at) {
  const { ok, body } = await post(`${home(grant)}/link`, { at });
  if (!ok) throw new Unreachable();
  return body.link;
}

/** The address of a page. `at`: where it is in lessons and puzzles; it needs no other writing there. */
export const addressOf = (grant, at) => (at ? `${home(grant)}?at=${at}` : home(grant));

/** Where the server tells of changes. */
export const eventsOf = (grant, at) => `${home(grant)}/events${at ? `?at=${at}` : ""}`;

/** A name for one deed, the same for each try, so that it is done once. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
