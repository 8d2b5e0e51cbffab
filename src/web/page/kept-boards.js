// The last boards stay readable without a connection, and what is kept of them goes with their page.
import { hasEnded } from "./net.js";

/** As in worker.js. */
const BOARD_CACHE = "boards";
/** So many are kept. */
const BOARDS_KEPT = 20;

/** The worker once it runs; null where the browser allows none. */
let worker = null;

export function beginWorker() {
  worker ??= "serviceWorker" in navigator
    ? navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready).catch(() => null)
    : Promise.resolve(null);
  return worker;
}

const placeOf = (grant, at) => `/g/${encodeURIComponent(grant)}/state?at=${at ?? ""}`;

/** The grant in such a place. */
const grantOf = (url) => decodeURIComponent(new URL(url).pathname.split("/")[2]);

/** Keeps what a page shows, with its texts, for when it is opened without a connection. */
export async function keepBoard(grant, at, state, words) {
  if (!("caches" in self)) return;
  try {
    const boards = await caches.open(BOARD_CACHE);
    const text = JSON.stringify({ ...state, words, kept: Date.now() });
    await boards.put(placeOf(grant, at), new Response(text, { headers: { "content-type": "application/json" } }));
    const all = await boards.keys();
    await Promise.all(all.slice(0, -BOARDS_KEPT).map((one) => boards.delete(one)));
  } catch {
    // A full disk, or a private window: then there is nothing to read without a connection.
  }
}

/** Forgets what is kept of a page that has ended, and of those that have ended with it. */
export async function forgetBoards(grant) {
  if (!("caches" in self)) return;
  try {
    const boards = await caches.open(BOARD_CACHE);
    const kept = await boards.keys();
    for (const one of new Set([grant, ...kept.map(({ url }) => grantOf(url))])) {
      const of = kept.filter(({ url }) => grantOf(url) === one);
      if (one === grant || (await hasEnded(one))) await Promise.all(of.map((board) => boards.delete(board)));
    }
  } catch {
    // Nothing could be kept there either.
  }
}
