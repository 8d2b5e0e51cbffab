// A file option: the button that opens the browser's file chooser, validation, and upload.
import { h } from "./dom.js";

/** Discord's maximum file size, in bytes. */
const LIMIT = 10 * 1024 * 1024;
/** The maximum number of characters of a file name. */
const NAME_LIMIT = 1024;
/** The extensions in Discord's groups of file types. */
const GROUPS = {
  image: [".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"],
  video: [".mp4", ".mov", ".qt", ".webm"],
  audio: [".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"],
};
const EMPTY = "Choose a file";

const endings = (option) => (option.file_types ?? []).flatMap((type) => GROUPS[type] ?? [type.toLowerCase()]);

/** Creates the option's button and the file chooser that it opens. The button's value is the file's name. */
export function fileField(option, id, chosen) {
  const chooser = h("input", { type: "file", hidden: true, "aria-hidden": "true", tabindex: "-1", accept: endings(option).join(",") || null });
  const button = h("button", { id, type: "button", value: "", "aria-labelledby": `${id}-name ${id}`, onclick: () => chooser.click() }, EMPTY);
  chooser.addEventListener("change", () => {
    const [file] = chooser.files;
    // Lets the same file be chosen again.
    chooser.value = "";
    if (file) chosen(file);
  });
  describe(button, option);
  return { button, chooser };
}

/** Shows the chosen file on its button, or that none is chosen. */
export function showFile(button, file) {
  button.value = file?.name ?? "";
  button.textContent = file ? `${file.name} (${size(file.size)})` : EMPTY;
}

/** Describes the option and its error to assistive technology. A button can be neither required nor invalid. */
export function describe(button, option, wrong = "") {
  button.setAttribute("aria-description", [option.description, option.required ? "Required." : "", wrong].filter(Boolean).join(" "));
}

/** Reads the file as the option's value: `{value}`, `{error}`, or `{}` if there is none and none is required. */
export function readFile(option, file) {
  if (!file) return option.required ? { error: "This option is required. Choose a file." } : {};
  if (file.size > LIMIT) return { error: `A file has at most 10 MiB; "${file.name}" has ${size(file.size)}.` };
  if (file.name.length > NAME_LIMIT) return { error: `The name of a file has at most ${NAME_LIMIT} characters; this one has ${file.name.length}.` };
  const ends = endings(option);
  if (ends.length && !ends.some((end) => file.name.toLowerCase().endsWith(end))) {
    return { error: `Choose a file of one of these types: ${option.file_types.join(", ")}.` };
  }
  return { value: file };
}

/** Formats a size. Rounds up, so that no file seems smaller than it is. */
function size(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes <= 1024 * 1024) return `${Math.ceil(bytes / 1024)} KiB`;
  return `${(Math.ceil(bytes / 1024 / 102.4) / 10).toFixed(1)} MiB`;
}

export const isFile = ({ value }) => value instanceof File;

/** Uploads the files among the given options and replaces them by their ids. Throws `{text, field}` on failure. */
export function uploaded(given, who) {
  return Promise.all(given.map(async (one) => (isFile(one) ? { ...one, value: await upload(one, who) } : one)));
}

async function upload({ name: field, value: file }, who) {
  let answer;
  try {
    const sent = await fetch(`/page/files?${new URLSearchParams({ as: who, name: file.name })}`, { method: "POST", body: file });
    answer = await sent.json();
  } catch {
    // A file that has changed since it was chosen can no longer be read.
    throw { field, text: `"${file.name}" could not be sent. Choose it again.` };
  }
  if (!answer.id) throw { field, text: answer.text };
  return answer.id;
}
