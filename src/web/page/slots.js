// Without HTTP/2 a browser has six connections to a server for all its tabs. Streams may take half of them, so that the
// other tabs can still ask and send; a page that finds no slot asks every few seconds instead.

/** Streams that the pages of one browser have at most. */
const SLOTS = 3;

/** Takes a slot. Gives the function that frees it, or null if all are taken. A page that is closed frees its own. */
export async function takeSlot() {
  // Unknown to old browsers: there every page has its stream.
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
