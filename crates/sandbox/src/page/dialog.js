// Forms on top of the page: the bot's modals, and the page's own small questions.
import { h } from "./dom.js";
import { menu } from "./menu.js";

/** Opens a dialog with fields. `onSubmit(values, fail)` gets the values by id; it ends with `dialog.close()` or `fail(text)`. */
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
    // The message with the button may have been redrawn in the meantime.
    const same = () => document.querySelector(`[data-message-id="${CSS.escape(backIn)}"] [data-custom-id="${CSS.escape(back.dataset.customId)}"]`);
    (back?.isConnected ? back : backIn && back.dataset.customId && same())?.focus?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, .menu-button, [type=submit]")?.focus();
  return { close: () => dialog.close(), fail };
}

function missing(field, value) {
  if (field.type === 10) return null;
  const empty = !value || value.length === 0;
  if (field.required !== false && empty) return `${field.label}: this is required.`;
  if (typeof value !== "string" || empty) return null;
  if (field.min_length && value.length < field.min_length) return `${field.label}: at least ${field.min_length} characters.`;
  return null;
}

function control(field, values) {
  if (field.type === 10) return h("p", {}, field.content);
  const id = `field-${field.custom_id}`;
  const label = h("label", { for: id }, field.label, field.required === false ? null : h("span", { class: "star", "aria-hidden": "true" }, " *"));
  const hint = field.description ? h("small", { id: `${id}-hint` }, field.description) : null;
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

/** The fields of a bot's modal: action rows with a text field, labels around a text field or a menu, and texts between them. */
export function fieldsOf(components) {
  return components.flatMap((part) => {
    if (part.type === 1) return part.components;
    if (part.type === 10) return [part];
    if (part.type === 18) return [{ ...part.component, label: part.label, description: part.description }];
    return [];
  });
}
