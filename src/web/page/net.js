// Every request of this page. A request ends in a response, in `Ended` (the page no longer has a game) or in
// `Unreachable`. A refusal without a sentence is a response too: the server would refuse it again.

import { dateAndTime } from "./words.js";

/** The timeout of a request, in ms. */
const PATIENCE = 10_000;
/** Statuses after which there is no board to show. */
const ENDS = [401, 403, 404, 410];
/** Statuses that mean: not done, but may be retried. 408: it took too long to arrive. 429: too many requests. */
const AGAIN_LATER = [408, 429];

/** The server reports that this page has no game. `message` is its sentence. */
export class Ended extends Error {
  constructor(says, status) {
    super(says);
    // Otherwise only the requested object is missing.
    this.endsGrant = status === 401;
  }
}

/** No response, or none from the server itself. */
export class Unreachable extends Error {}

/** The server postpones it: nothing was done. `message` is its sentence, if it has one. */
export class Later extends Unreachable {}

/** The server writes moments as `<t:seconds>`. Shows them in the reader's time zone. */
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
  // Without a sentence the response is not the server's own.
  if (ENDS.includes(status) && body?.says) throw new Ended(body.says, status);
  return { ok: response.ok && (body !== null || status === 204), body };
}

/** Parses JSON. Returns null if it is invalid. */
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

/** A secret for each link that this page opens. Retries repeat it, so that a lost response can be requested again. */
const attempts = new Map();

/** Redeems the token of a link and returns `{grant, state}`: the grant's number, and the first state if it is for a game. */
export async function redeem(token) {
  if (!attempts.has(token)) attempts.set(token, newId());
  const { ok, body } = await post("/link", { token, attempt: attempts.get(token) });
  if (!ok) throw new Ended(body?.says ?? "");
  return body;
}

/** Returns the state of the page, or null if there is nothing new. */
export async function fetchState(grant, query = {}) {
  const { ok, body } = await ask(`${home(grant)}/state?${new URLSearchParams(query)}`);
  if (!ok) throw new Unreachable(body?.says ?? "");
  return body;
}

/** Whether the server reports that the grant has ended. */
export async function hasEnded(grant) {
  try {
    await fetchState(grant);
  } catch (error) {
    if (error instanceof Ended) return error.endsGrant;
    if (!(error instanceof Unreachable)) throw error;
  }
  return false;
}

/** Returns why an input is not a legal move. */
export async function fetchWhy(grant, query) {
  const { body } = await ask(`${home(grant)}/why?${new URLSearchParams(query)}`);
  return body?.says ?? "";
}

/** Returns the moves of a piece that cannot be moved now: `{says, moves, prepares}`, or null. */
export async function fetchWays(grant, query) {
  const { ok, body } = await ask(`${home(grant)}/ways?${new URLSearchParams(query)}`);
  return ok ? body : null;
}

/** Returns the rules of the game: `{ok, body}`. */
export const fetchRules = (grant, query) => ask(`${home(grant)}/rules?${new URLSearchParams(query)}`);

/** Returns the game as a file: `{name, text}`. */
export async function fetchFile(grant, query) {
  const { ok, body } = await ask(`${home(grant)}/pgn?${new URLSearchParams(query)}`);
  if (!ok) throw new Unreachable();
  return body;
}

/** Returns the board after tried moves: `{ok, body}`. */
export const fetchTried = (grant, query) => ask(`${home(grant)}/try?${new URLSearchParams(query)}`);

/** Returns the best line from there: `{ok, body}`. */
export const askLine = (grant, query) => post(`${home(grant)}/line`, query);

/** Returns the state of the game's analysis: `{ok, body}`. `begin`: starts it unless it was started. */
export function askAnalysis(grant, query, begin) {
  const address = `${home(grant)}/analysis`;
  return begin ? post(address, query) : ask(`${address}?${new URLSearchParams(query)}`);
}

/** Performs an action: `{ok, says, state, arrows, go}`. */
export async function act(grant, what) {
  const { ok, body } = await post(`${home(grant)}/act`, what);
  return { ok, says: body?.says ?? "", state: body?.state ?? null, arrows: body?.arrows ?? [], go: body?.go };
}

/** Returns the page's push state: `{key, address}`, either of which may be null. */
export async function fetchPush(grant) {
  const { ok, body } = await ask(`${home(grant)}/push`);
  return ok ? body : null;
}

/** Subscribes this page to push messages, or unsubscribes it: `{ok, says}`. */
export async function setPush(grant, subscription) {
  const { ok, body } = await post(`${home(grant)}/push`, subscription);
  return { ok, says: body?.says ?? "" };
}

/** Creates a link that opens this page in another browser. */
export async function makeLink(grant, at) {
  const { ok, body } = await post(`${home(grant)}/link`, { at });
  if (!ok) throw new Unreachable();
  return body.link;
}

/** The address of a page. `at`: its place in lessons and puzzles, which needs no escaping. */
export const addressOf = (grant, at) => (at ? `${home(grant)}?at=${at}` : home(grant));

/** The address of the event stream. */
export const eventsOf = (grant, at) => `${home(grant)}/events${at ? `?at=${at}` : ""}`;

/** Returns an id for a deed. Retries repeat it, so that it is done once. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
