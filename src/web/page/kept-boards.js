// Caches the last boards for reading without a connection, and removes them when their page ends.
import { hasEnded } from "./net.js";

/** As in worker.js. */
const BOARD_CACHE = "boards";
/** The number of cached boards. */
const BOARDS_KEPT = 20;

/** The worker once it runs. Null if the browser allows none. */
let worker = null;

export function beginWorker() {
  worker ??= "serviceWorker" in navigator
    ? navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready).catch(() => null)
    : Promise.resolve(null);
  return worker;
}

const placeOf = (grant, at) => `/g/${encodeURIComponent(grant)}/state?at=${at ?? ""}`;

/** The grant in a cache key. */
const grantOf = (url) => decodeURIComponent(new URL(url).pathname.split("/")[2]);

/** Caches a page's state with its texts, for when it is opened without a connection. */
export async function keepBoard(grant, at, state, words) {
  if (!("caches" in self)) return;
  try {
    const boards = await caches.open(BOARD_CACHE);
    const text = JSON.stringify({ ...state, words, kept: Date.now() });
    await boards.put(placeOf(grant, at), new Response(text, { headers: { "content-type": "application/json" } }));
    const all = await boards.keys();
    await Promise.all(all.slice(0, -BOARDS_KEPT).map((one) => boards.delete(one)));
  } catch {
    // A full disk or a private window: nothing can be read without a connection.
  }
}

/** Removes the cached boards of a page that has ended, and of other pages that have ended too. */
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
    // Nothing could be cached either.
  }
}
