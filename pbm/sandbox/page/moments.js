// Times in the browser's own zone: when a message came, and the moments a bot names in its text.

import { language, say } from "./words.js";

const PARTS = {
  w: { weekday: "short" },
  d: { day: "2-digit", month: "2-digit", year: "2-digit" },
  D: { day: "numeric", month: "long", year: "numeric" },
  t: { hour: "numeric", minute: "2-digit" },
  T: { hour: "numeric", minute: "2-digit", second: "2-digit" },
};

/** A browser that knows no English of its own reads 20:41, not 8:41 PM, beside the clock of its own language. */
const KIN = { en: "en-GB" };

/** The browser's own kind of a language (en-GB rather than en), so that clocks and orders are those its owner knows. */
export function locale(code = language) {
  return navigator.languages?.find((each) => each.toLowerCase().startsWith(code)) ?? KIN[code] ?? code;
}

function relative(date, now, code) {
  const seconds = Math.round((date - now) / 1000);
  const steps = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale(code), { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

/**
 * The words for a `date_time` entity: `unixTime` in seconds, `format` as the Bot API has it (`r`, or of `w`, `d` or
 * `D`, `t` or `T`). Null where the entity's plain text is to stand.
 */
export function moment(unixTime, format, code, now = Date.now()) {
  const date = new Date(unixTime * 1000);
  if (!Number.isFinite(date.getTime()) || !/^(r|w?[dD]?[tT]?)$/.test(format ?? "")) return null;
  if (!format) return null;
  if (format === "r") return relative(date, now, code);
  const options = Object.assign({}, ...[...format].map((letter) => PARTS[letter]));
  return new Intl.DateTimeFormat(locale(code), options).format(date);
}

/** The whole moment, for a tooltip. */
export function inFull(unixTime) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "full", timeStyle: "short" }).format(new Date(unixTime * 1000));
}

/** Hour and minute of a message. */
export function clock(unixTime) {
  return new Intl.DateTimeFormat(locale(), PARTS.t).format(new Date(unixTime * 1000));
}

/** A name for the day of a message: today, yesterday, or the date. */
export function day(unixTime, now = new Date()) {
  const date = new Date(unixTime * 1000);
  const midnight = (each) => new Date(each.getFullYear(), each.getMonth(), each.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(date)) / 86400000);
  if (days === 0) return say("today");
  if (days === 1) return say("yesterday");
  return new Intl.DateTimeFormat(locale(), { weekday: "long", day: "numeric", month: "long" }).format(date);
}
