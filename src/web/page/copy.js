// Copying to the clipboard.
import { LINK, showDialog } from "./dialog.js";
import { h } from "./dom.js";
import { word } from "./words.js";

/** Copies a field's text. If the browser does not allow that, selects it for the person to copy. */
export async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

/** Copies a position. If the browser does not allow that, shows it for the person to copy. */
export async function copyPosition(text, say) {
  try {
    await navigator.clipboard.writeText(text);
    say(word("page-position-copied"));
  } catch {
    const field = h("input", { id: "copy-field", type: "text", readonly: true, value: text, autofocus: true, onfocus: () => field.select() });
    const close = h("button", { type: "button", class: "press", onclick: () => dialog.close() }, word("page-close"));
    const label = h("label", { for: "copy-field" }, word("page-position-by-hand"));
    const dialog = showDialog(word("page-copy-position"), [label, field, h("div", { class: "ask-buttons" }, close)], LINK);
  }
}
