// Without HTTP/2 a browser has six connections to a server for all its tabs. Streams may take half of them,
// so that the other tabs can still send requests. A page without a slot polls every few seconds instead.

/** The maximum number of streams of one browser. */
const SLOTS = 3;

/** Takes a slot. Returns the function that frees it, or null if all are taken. Closing the page frees its slot. */
export async function takeSlot() {
  // Old browsers have no locks: every page gets a stream.
  if (!navigator.locks) return () => {};
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const free = await tryLock(`rookery-stream-${slot}`);
    if (free) return free;
  }
  return null;
}

function tryLock(name) {
  return new Promise((resolve) => {
    const held = (lock) => (lock ? new Promise((free) => resolve(free)) : resolve(null));
    navigator.locks.request(name, { ifAvailable: true }, held).catch(() => resolve(() => {}));
  });
}
