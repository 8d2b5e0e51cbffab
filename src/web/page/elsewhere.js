// A link for another browser: browsers inside apps and on home screens have separate cookies.
import { LINK, showDialog } from "./dialog.js";
import { copied } from "./copy.js";
import { announce, h } from "./dom.js";
import { Ended, Later, Unreachable, makeLink } from "./net.js";
import { word } from "./words.js";

/** Makes a button create links. `on.at()`: the page's place. `on.say(text)`. `on.end(error)`: the grant has ended. */
export function giveLinks(button, grant, on) {
  let busy = false;
  button.addEventListener("click", async () => {
    if (busy) return;
    busy = true;
    on.say("");
    try {
      showLink(await makeLink(grant, on.at()), button);
    } catch (error) {
      if (error instanceof Ended) on.end(error);
      else if (error instanceof Unreachable) on.say(error instanceof Later && error.message ? error.message : word("page-no-link"));
      else throw error;
    } finally {
      busy = false;
    }
  });
}

/** The link is shown only in this dialog and is gone when it closes. */
function showLink(link, button) {
  const field = h("input", { id: "link-field", type: "text", readonly: true, value: link, onfocus: () => field.select() });
  const told = h("p", { id: "link-told", role: "status" });
  const press = (key, onclick, more = {}) => h("button", { type: "button", class: "press", onclick, ...more }, word(key));
  const buttons = [
    press("page-close", () => dialog.close()),
    navigator.share ? press("page-share", () => navigator.share({ url: link }).catch(() => {})) : null,
    press("page-copy", async () => announce(told, word((await copied(field)) ? "page-copied" : "page-copy-by-hand")), { class: "press yes", autofocus: true }),
  ];
  const dialog = showDialog(word("page-elsewhere"), [
    h("p", { id: "link-about" }, word("page-elsewhere-link")),
    h("label", { for: "link-field" }, word("page-link-field")), field, told, h("div", { class: "ask-buttons" }, buttons),
  ], LINK, button);
  dialog.setAttribute("aria-describedby", "link-about");
}
