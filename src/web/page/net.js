// Every request of this page. A request ends in an answer, in `Ended` (this page has no game any more) or in `Unreachable`.

import { dateAndTime } from "./words.js";

/** How long a request may take, in ms. */
const PATIENCE = 10_000;
/** Answers after which there is no board to show. */
const ENDS = [401, 403, 404, 410];

/** The server says that this page has no game: `message` is its sentence. */
export class Ended extends Error {}

/** There is no answer, or none from the server itself. */
export class Unreachable extends Error {}

/** The server writes moments as `<t:seconds>`; people read them in their own time. */
const inOwnTime = (_key, value) => (typeof value === "string" ? value.replace(/<t:(-?\d+)>/g, (_all, seconds) => dateAndTime(seconds * 1000)) : value);

async function ask(address, options = {}) {
  let response;
  let body = null;
  try {
    response = await fetch(address, { ...options, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (response.status !== 204) body = JSON.parse(await response.text(), inOwnTime);
  } catch (error) {
    throw new Unreachable(String(error));
  }
  if (response.status >= 500) throw new Unreachable(String(response.status));
  if (ENDS.includes(response.status)) throw new Ended(body?.says ?? "");
  return { ok: response.ok, body };
}

const post = (address, body) => ask(address, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
});

const home = (grant) => `/g/${encodeURIComponent(grant)}`;

/** Gives the token of a link and gets the number of the grant. */
export async function redeem(token) {
  const { ok, body } = await post("/link", { token });
  if (!ok) throw new Ended(body?.says ?? "");
  return body.grant;
}

/** The state of the page, or null if there is nothing new. */
export async function fetchState(grant, query = {}) {
  const { ok, body } = await ask(`${home(grant)}/state?${new URLSearchParams(query)}`);
  if (!ok) throw new Unreachable(body?.says ?? "");
  return body;
}

/** Why a try is no legal move. */
export async function fetchWhy(grant, query) {
  const { body } = await ask(`${home(grant)}/why?${new URLSearchParams(query)}`);
  return body?.says ?? "";
}

/** Does something: `{ok, says, state}`. */
export async function act(grant, what) {
  const { ok, body } = await post(`${home(grant)}/act`, what);
  return { ok, says: body?.says ?? "", state: body?.state ?? null };
}

/** The address of a page. `at`: where it is in lessons and puzzles; it needs no other writing there. */
export const addressOf = (grant, at) => (at ? `${home(grant)}?at=${at}` : home(grant));

/** Where the server tells of changes. */
export const eventsOf = (grant, at) => `${home(grant)}/events${at ? `?at=${at}` : ""}`;

/** A name for one deed, the same for each try, so that it is done once. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
