// The field for a link on a page that has nothing to show. A page on a home screen may have neither an
// address bar nor the cookies of the browser that it came from, so this is the only way in there.
import { announce, byId } from "./dom.js";
import { Ended, Later, Unreachable, addressOf, redeem } from "./net.js";

/** Finds the secret of one of our links, and its place if it has one, in a link, in the part after #, or in a text. */
export function readLink(text) {
  const ours = `${location.origin}/#`;
  const start = text.indexOf(ours);
  const [part] = (start < 0 ? text : text.slice(start + ours.length)).trim().split(/[\s<>]/);
  // Punctuation of a sentence may follow the link.
  return /^#?([0-9a-f]{32})(?:\/([\w:.-]*[\w:-]))?[).,;!?\]`*_]*$/.exec(part)?.slice(1) ?? null;
}

/** Opens the link in the field. */
async function enter() {
  const [field, told] = [byId("enter-link"), byId("enter-answer")];
  const link = readLink(field.value);
  if (!link) {
    announce(told, told.dataset.foreign);
    return field.focus();
  }
  announce(told, "");
  try {
    location.replace(addressOf((await redeem(link[0])).grant, link[1]));
  } catch (error) {
    if (!(error instanceof Ended || error instanceof Unreachable)) throw error;
    const says = error instanceof Ended || error instanceof Later ? error.message : "";
    announce(told, says || told.dataset.unreachable);
  }
}

let entering = false;

byId("enter").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (entering) return;
  entering = true;
  await enter().finally(() => (entering = false));
});
