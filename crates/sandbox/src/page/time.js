// Times in the reader's own language and time zone.
import { h } from "./dom.js";

const format = (options) => new Intl.DateTimeFormat(undefined, options);
const CLOCK = format({ hour: "2-digit", minute: "2-digit" });
const DAY = format({ day: "numeric", month: "long", year: "numeric" });
const SHORT_DAY = format({ day: "2-digit", month: "2-digit", year: "numeric" });
const FULL = format({ weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" });
const STYLES = {
  t: CLOCK,
  T: format({ hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  d: SHORT_DAY,
  D: DAY,
  f: format({ day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" }),
  F: FULL,
};
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
/** Units of relative time in seconds, largest first. */
const UNITS = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function relative(date) {
  const seconds = Math.round((date - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[UNITS.length - 1];
  return RELATIVE.format(Math.round(seconds / size), unit);
}

/** Shows when a message was written: the time, and the day unless it is today. */
export function written(iso) {
  const date = new Date(iso);
  const text = sameDay(date, new Date()) ? CLOCK.format(date) : `${SHORT_DAY.format(date)} ${CLOCK.format(date)}`;
  return h("time", { datetime: iso, title: FULL.format(date) }, text);
}

/** The day of a message. */
export const day = (iso) => DAY.format(new Date(iso));

/** Whether both are on the same day in the local time zone. */
export const sameDay = (a, b) => new Date(a).toDateString() === new Date(b).toDateString();

/** Shows a timestamp `<t:unix:style>` of a message. Relative ones keep themselves up to date. */
export function stamp(unix, style) {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(`<t:${unix}>`);
  const text = style === "R" ? relative(date) : (STYLES[style] ?? STYLES.f).format(date);
  return h("time", {
    class: "stamp",
    datetime: date.toISOString(),
    title: FULL.format(date),
    "data-relative": style === "R" ? String(unix) : null,
  }, text);
}

setInterval(() => {
  for (const time of document.querySelectorAll("time[data-relative]")) {
    time.textContent = relative(new Date(Number(time.dataset.relative) * 1000));
  }
}, 15_000);
