// Push notifications about the person's turn, also while the page is closed.
import { announce, h } from "./dom.js";
import { beginWorker } from "./kept-boards.js";
import { Ended, Unreachable, fetchPush, setPush } from "./net.js";
import { word } from "./words.js";

/** Decodes base64url, as a browser needs a key. */
function bytesOf(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Whether this browser may show notifications of these pages. */
export const isTold = () => "Notification" in window && Notification.permission === "granted";

/** Puts the checkbox into `box`, if this browser and this bot support push. */
export async function offerPush(box, grant) {
  if (box.childElementCount > 0) return;
  // On iOS only a page on the home screen can receive push messages.
  if (!("PushManager" in window) && navigator.standalone === false) return box.append(h("p", { class: "keys" }, word("page-push-home")));
  if (!("PushManager" in window && "Notification" in window)) return;
  let stands;
  try {
    stands = await fetchPush(grant);
  } catch (error) {
    // Offered again on the next page, or once there is a connection.
    if (error instanceof Unreachable) return window.addEventListener("online", () => offerPush(box, grant), { once: true });
    if (error instanceof Ended) return;
    throw error;
  }
  const registration = stands?.key && (await beginWorker());
  if (!registration || box.childElementCount > 0) return;
  const field = h("input", { type: "checkbox" });
  const told = h("p", { class: "keys", role: "status" });
  const say = (key) => announce(told, word(key));
  field.checked = Boolean(stands.address) && isTold();
  field.addEventListener("change", async () => {
    field.disabled = true;
    await (field.checked ? begin() : end()).catch((error) => {
      if (!(error instanceof Ended || error instanceof Unreachable)) throw error;
      field.checked = !field.checked;
      announce(told, error.message || word("page-not-reached"));
    });
    field.disabled = false;
    field.focus({ preventScroll: true });
  });

  async function begin() {
    field.checked = false;
    say("page-push-asking");
    if ((await Notification.requestPermission()) !== "granted") return say("page-push-denied");
    let subscription;
    try {
      subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(stands.key) });
    } catch {
      return say("page-push-failed");
    }
    say("page-push-saving");
    const { ok, says } = await setPush(grant, subscription.toJSON());
    field.checked = ok;
    if (ok) say("page-push-on");
    else announce(told, says);
  }

  async function end() {
    say("page-push-saving");
    await setPush(grant, { off: true });
    say("page-push-off");
  }

  box.append(h("label", {}, field, " ", h("span", {}, word("page-push"))), told);
  // The browser may have changed its push address.
  const now = field.checked && (await registration.pushManager.getSubscription());
  if (now && now.endpoint !== stands.address) await setPush(grant, now.toJSON()).catch(() => {});
}
