// Values stored in this browser. Where storage is forbidden (a private window), the page works without it.

const PREFIX = "rookery-";

/** Returns the value stored under this name, or `otherwise`. */
export function kept(name, otherwise = null) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Returns all values whose names begin like this: `[name, value]`. */
export function keptUnder(start) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + start));
    return names.map((name) => name.slice(PREFIX.length)).map((name) => [name, kept(name)]).filter(([, value]) => value !== null);
  } catch {
    return [];
  }
}

/** Stores a value, or removes it if null. Returns whether that worked. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    // Not allowed here: the value lives until the page is closed.
    return false;
  }
}
