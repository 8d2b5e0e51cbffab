// The game as a file, to be saved or copied.
import { copied } from "./copy.js";
import { LINK, showDialog } from "./dialog.js";
import { announce, h } from "./dom.js";
import { word } from "./words.js";

/** Shows a file with its text, because browsers inside apps save none. */
export function showFile(title, { name, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
  const field = h("textarea", { id: "file-field", readonly: true, rows: 8, onfocus: () => field.select() }, text);
  const told = h("p", { role: "status" });
  const copy = async () => announce(told, word((await copied(field)) ? "page-copied" : "page-copy-by-hand"));
  const dialog = showDialog(title, [
    h("label", { for: "file-field" }, word("page-file")), field, told,
    h("div", { class: "ask-buttons" },
      h("button", { type: "button", class: "press", onclick: () => dialog.close() }, word("page-close")),
      h("button", { type: "button", class: "press", onclick: copy }, word("page-copy")),
      h("button", { type: "button", class: "press yes", autofocus: true, onclick: () => h("a", { href: address, download: name }).click() }, word("page-save"))),
  ], LINK);
  dialog.addEventListener("close", () => URL.revokeObjectURL(address));
}
