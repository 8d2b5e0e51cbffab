// Dialogs on top of the page: the bot's modals, and the page's own short prompts.
import { h } from "./dom.js";
import { menu } from "./menu.js";

/** Opens a dialog with fields. `onSubmit(values, fail)` gets the values by id and ends with `dialog.close()` or `fail(text)`. */
export function form({ title, fields, submit, danger = false, text = null }, onSubmit) {
  const values = new Map();
  const oops = h("p", { class: "oops", role: "alert" });
  const fail = (message) => {
    oops.textContent = message;
    send.removeAttribute("aria-busy");
  };
  const send = h("button", { type: "submit", class: danger ? "press danger" : "press primary" }, submit);
  const body = h("form", {
    class: "modal-form", autocomplete: "off",
    onsubmit: (event) => {
      event.preventDefault();
      const problem = fields.map((field) => missing(field, values.get(field.custom_id))).find(Boolean);
      if (problem) return fail(problem);
      send.setAttribute("aria-busy", "true");
      onSubmit(Object.fromEntries(values), fail);
    },
  },
  h("h2", { id: "modal-title" }, title),
  text ? h("p", {}, text) : null,
  fields.map((field) => control(field, values)),
  oops,
  h("div", { class: "modal-buttons" },
    h("button", { type: "button", class: "press plain", onclick: () => dialog.close() }, "Cancel"), send));
  const dialog = h("dialog", { class: "modal", "aria-labelledby": "modal-title" }, body);
  const back = document.activeElement;
  const backIn = back?.closest?.("[data-message-id]")?.dataset.messageId;
  dialog.addEventListener("close", () => {
    dialog.remove();
    // The browser restored the focus while the rest of the page was still inert. A text field focused like
    // that takes no input.
    document.activeElement?.blur();
    // The message with the button may have been redrawn in the meantime.
    const same = () => document.querySelector(`[data-message-id="${CSS.escape(backIn)}"] [data-custom-id="${CSS.escape(back.dataset.customId)}"]`);
    (back?.isConnected ? back : backIn && back.dataset.customId && same())?.focus?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  // The first radio button only marks the group. The checked one gets the focus.
  const first = dialog.querySelector("input, textarea, .menu-button, [type=submit]");
  (first?.type === "radio" && first.closest("fieldset").querySelector(":checked") || first)?.focus();
  return { close: () => dialog.close(), fail };
}

function missing(field, value) {
  if (field.type === 10 || field.type === 23) return null;
  const empty = !value || value.length === 0;
  if (field.required !== false && empty) return `${field.label}: this is required.`;
  if (field.type === 22 && !empty) {
    const [least, most] = [field.min_values ?? 1, field.max_values ?? field.options.length];
    return value.length < least || value.length > most ? `${field.label}: choose ${least} to ${most} options.` : null;
  }
  if (typeof value !== "string" || empty) return null;
  if (field.min_length && value.length < field.min_length) return `${field.label}: at least ${field.min_length} characters.`;
  return null;
}

function control(field, values) {
  if (field.type === 10) return h("p", {}, field.content);
  const id = `field-${field.custom_id}`;
  const label = h("label", { for: id }, field.label, field.required === false ? null : h("span", { class: "star", "aria-hidden": "true" }, " *"));
  const hint = field.description ? h("small", { id: `${id}-hint` }, field.description) : null;
  if (field.type === 21 || field.type === 22) return group(field, values, id, hint);
  if (field.type === 23) return box(field, values, id, hint);
  if (field.type === 3) {
    values.set(field.custom_id, field.options.filter((option) => option.default).map((option) => option.value));
    return h("div", { class: "field" }, label, hint, menu({
      items: field.options.map((option) => ({ value: option.value, label: option.label, hint: option.description, chosen: option.default === true })),
      id: field.custom_id, label: field.placeholder ?? field.label, min: field.min_values ?? 1, max: field.max_values ?? 1,
      onPick: (picked) => values.set(field.custom_id, picked),
    }));
  }
  values.set(field.custom_id, field.value ?? "");
  const attributes = {
    id, placeholder: field.placeholder, maxlength: field.max_length ?? 4000, "aria-required": field.required === false ? null : "true",
    "aria-describedby": hint ? hint.id : null, oninput: (event) => values.set(field.custom_id, event.target.value),
  };
  const input = field.style === 2 ? h("textarea", { ...attributes, rows: "4" }) : h("input", { ...attributes, type: "text" });
  input.value = field.value ?? "";
  return h("div", { class: "field" }, label, hint, input);
}

/** Radio buttons for one of a few options, or checkboxes for any number of them. */
function group(field, values, id, hint) {
  const one = field.type === 21;
  const name = h("span", { id: `${id}-name` }, field.label, field.required === false ? null : h("span", { class: "star", "aria-hidden": "true" }, " *"));
  const inputs = field.options.map((option, at) => {
    const input = h("input", {
      type: one ? "radio" : "checkbox", id: `${id}-${at}`, name: id, value: option.value,
      "aria-describedby": option.description ? `${id}-${at}-hint` : null, onchange: read,
    });
    input.checked = option.default === true;
    return input;
  });
  const rows = field.options.map((option, at) => h("label", { class: "choice" }, inputs[at],
    h("span", {}, option.label, option.description ? h("small", { id: `${id}-${at}-hint` }, option.description) : null)));
  read();
  return h("fieldset", {
    class: "field group", id, role: one ? "radiogroup" : "group", "aria-labelledby": name.id, "aria-describedby": hint ? hint.id : null,
    "aria-required": one && field.required !== false ? "true" : null,
  }, name, hint, rows);

  function read() {
    const chosen = inputs.filter((input) => input.checked).map((input) => input.value);
    values.set(field.custom_id, one ? chosen[0] ?? null : chosen);
  }
}

/** A single checkbox with its label. */
function box(field, values, id, hint) {
  const input = h("input", { type: "checkbox", id, "aria-describedby": hint ? hint.id : null, onchange: () => values.set(field.custom_id, input.checked) });
  input.checked = field.default === true;
  values.set(field.custom_id, input.checked);
  return h("div", { class: "field" }, h("label", { class: "choice" }, input, h("span", {}, field.label)), hint);
}

/** Returns the fields of a bot's modal: action rows with a text input, labels around an input, and texts. */
export function fieldsOf(components) {
  return components.flatMap((part) => {
    if (part.type === 1) return part.components;
    if (part.type === 10) return [part];
    if (part.type === 18) return [{ ...part.component, label: part.label, description: part.description }];
    return [];
  });
}
