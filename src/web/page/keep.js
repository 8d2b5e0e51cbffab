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

/** Remembers a value; null forgets it. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Not allowed here: it holds until the page is closed.
  }
}
