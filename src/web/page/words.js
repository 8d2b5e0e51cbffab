// The texts of this page, in the person's language. They are part of the first state.
import { put } from "./dom.js";

let texts = {};

/** All texts, for the cache. */
export const allWords = () => texts;

/** Returns the text of this key with its `{placeholders}` filled. */
export function word(key, values = {}) {
  return (texts[key] ?? key).replace(/\{\s*([\w-]+)\s*\}/g, (all, name) => values[name] ?? all);
}

/** Whether there is such a text. */
export const hasWord = (key) => key in texts;

/** Takes the texts and writes the constant ones into the page. */
export function learnWords(words) {
  texts = words;
  if (hasWord("page-language")) document.documentElement.lang = word("page-language");
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-word-label]")) put(element, "aria-label", word(element.dataset.wordLabel));
}

/** The language of the texts, for numbers and times. */
export const language = () => document.documentElement.lang || undefined;

/** Formats a time of day. */
export const clockTime = (ms) => new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(ms);

/** Formats a date and time. */
export const dateAndTime = (ms) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(ms);
