// What this browser remembers. Where it may not (a private window), the page works without.

const PREFIX = "rookery-";

/** What is remembered under this name, or `otherwise`. */
export function kept(name, otherwise = null) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** All that is remembered under names that begin so: `[name, value]`. */
export function keptUnder(start) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + start));
    return names.map((name) => name.slice(PREFIX.length)).map((name) => [name, kept(name)]).filter(([, value]) => value !== null);
  } catch {
    return [];
  }
}

/** Remembers a value; null forgets it. Whether it could. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    // Not allowed here: it holds until the page is closed.
    return false;
  }
}
