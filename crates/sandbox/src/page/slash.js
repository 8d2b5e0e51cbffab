// Slash commands without the page: finds the usable commands and validates the typed text.

import { readFile } from "./file.js";

/** Kinds of option, by Discord's numbers. */
export const KIND = { SUB: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, FILE: 11 };

/** Returns every command that can be used in this channel. Each subcommand counts as a command. */
export function usable(commands, channel) {
  const place = channel.type === 1 ? 1 : 0;
  return commands
    .filter((command) => (command.type ?? 1) === 1 && (!command.contexts || command.contexts.includes(place)))
    .flatMap((command) => unfold(command, [command.name], command))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function unfold(command, path, part) {
  const subs = (part.options ?? []).filter((option) => option.type === KIND.SUB || option.type === KIND.GROUP);
  if (subs.length) return subs.flatMap((sub) => unfold(command, [...path, sub.name], sub));
  return [{ command, path, name: path.join(" "), description: part.description, options: part.options ?? [] }];
}

/** Returns the commands whose name or description contains the query, best match first. */
export function matching(list, query) {
  const wanted = query.toLowerCase();
  const rank = ({ name, description }) => {
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    if (name.includes(wanted)) return 2;
    return wanted.length > 2 && description.toLowerCase().includes(wanted) ? 3 : 9;
  };
  return list.filter((one) => rank(one) < 9).sort((a, b) => rank(a) - rank(b));
}

/** Returns an option's own entries (choices, yes/no, people, channels), or null for free text. */
export function offers(option, world) {
  if (option.choices?.length) return option.choices.map(({ name, value }) => ({ label: name, value }));
  switch (option.type) {
    case KIND.BOOLEAN:
      return [{ label: "True", value: true }, { label: "False", value: false }];
    case KIND.USER:
    case KIND.MENTIONABLE:
      return world.people().map((person) => ({ label: person.name, hint: `@${person.username}`, value: person.id, person }));
    case KIND.CHANNEL:
      return world.channels().map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
    default:
      return null;
  }
}

/** Returns the entries that match the typed text. Those that begin with it come first. */
export function fitting(entries, typed) {
  const wanted = typed.trim().toLowerCase().replace(/^[@#]/, "");
  const words = (entry) => `${entry.label.replace(/^#/, "")} ${entry.hint ?? ""}`.toLowerCase();
  const found = entries.filter((entry) => words(entry).includes(wanted));
  const begins = (entry) => (words(entry).startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b));
}

/** Reads an option's text or picked file: `{value}`, `{error}`, or `{}` if it is empty and not required. */
export function read(option, { text, picked }, world) {
  if (option.type === KIND.FILE) return readFile(option, picked);
  const typed = text.trim();
  if (picked !== undefined) return { value: picked };
  if (typed === "") return option.required ? { error: "This option is required. Specify a value." } : {};
  const entries = offers(option, world);
  if (entries) {
    const same = entries.find((entry) => [entry.label, `@${entry.label}`, entry.hint, String(entry.value)]
      .some((word) => word?.toLowerCase() === typed.toLowerCase()));
    return same ? { value: same.value } : { error: `"${typed}" is none of the choices. Pick one from the list.` };
  }
  if (option.type === KIND.INTEGER || option.type === KIND.NUMBER) return number(option, typed);
  const length = [...typed].length;
  if (option.min_length && length < option.min_length) return { error: `At least ${option.min_length} characters, please.` };
  if (length > (option.max_length ?? 6000)) return { error: `At most ${option.max_length ?? 6000} characters, please.` };
  return { value: typed };
}

function number(option, typed) {
  const value = Number(typed);
  if (!Number.isFinite(value)) return { error: `"${typed}" is not a number.` };
  if (option.type === KIND.INTEGER && !Number.isInteger(value)) return { error: "This must be a whole number." };
  if (option.min_value !== undefined && value < option.min_value) return { error: `At least ${option.min_value}, please.` };
  if (option.max_value !== undefined && value > option.max_value) return { error: `At most ${option.max_value}, please.` };
  return { value };
}

/** Nests the given options in their subcommand and group, as they are sent. */
export function wrapped(path, given) {
  return path.slice(1).reduceRight((inside, name) => [{ name, options: inside }], given);
}
