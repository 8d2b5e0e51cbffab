// Dialogs on top of the page. Escape closes them, and the focus returns to where it was.
import { h } from "./dom.js";
import { pieceDrawing } from "./sheet.js";
import { word } from "./words.js";

/** How long after a tap opened a dialog the tap's own click may still arrive, in ms. */
const STRAY = 500;

/** The kinds of dialogs that do not depend on the position. */
export const LINK = "link-given";
export const RULES = "rules";

let open = null;

/** Shows a dialog. `before`: the element that gets the focus when it closes. */
export function showDialog(title, content, kind, before = document.activeElement) {
  open?.close();
  const dialog = h("dialog", { class: `ask ${kind}`, "aria-labelledby": "ask-title" }, h("h2", { id: "ask-title" }, title), content);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (open === dialog) open = null;
    if (before?.isConnected) before.focus({ preventScroll: true });
  });
  dropStrayClick(dialog);
  // A tap outside closes it too.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  open = dialog;
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Drops the click of the tap that opened the dialog. Browsers send it after the finger is lifted, when the
 * dialog is already open.
 */
function dropStrayClick(dialog) {
  const since = performance.now();
  let pressed = false;
  dialog.addEventListener("pointerdown", () => (pressed = true));
  dialog.addEventListener("click", (event) => {
    if (!pressed && event.detail > 0 && performance.now() - since < STRAY) event.stopImmediatePropagation();
  }, true);
}

/** Asks which of several moves is meant. */
export function askWhich(moves, color, onPick) {
  const choose = (move) => {
    dialog.close();
    onPick(move);
  };
  const button = (move) => h("button", { type: "button", class: "choice", onclick: () => choose(move) },
    move.becomes ? pieceDrawing(move.becomes, color) : null,
    h("span", {}, move.label ?? move.says));
  const cancel = h("button", { type: "button", class: "press", onclick: () => dialog.close() }, word("page-cancel"));
  const title = word(moves.every((move) => move.becomes) ? "page-promote" : "page-which");
  const dialog = showDialog(title, h("div", { class: "choices" }, moves.map(button), cancel), "which");
}

/** Asks for confirmation of an action that cannot be undone. */
export function askFirst(question, label, kind, onYes) {
  const yes = h("button", {
    type: "button", class: `press ${kind}`,
    onclick: () => {
      dialog.close();
      onYes();
    },
  }, label);
  const no = h("button", { type: "button", class: "press", autofocus: true, onclick: () => dialog.close() }, word("page-no"));
  const dialog = showDialog(question, h("div", { class: "ask-buttons" }, no, yes), "first");
}

/** Closes a dialog about the board, because the position has changed. */
export const closeQuestion = () => [LINK, RULES].some((kind) => open?.classList.contains(kind)) || open?.close();

/** Closes any open dialog: the page has ended. */
export const closeDialog = () => open?.close();
