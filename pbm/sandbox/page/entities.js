// From a message's text and entities to elements. Offsets count UTF-16 units, as strings do here.

import { el, heard, icon } from "./dom.js";
import { inFull, moment } from "./moments.js";
import { say } from "./words.js";

const PLAIN = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
  code: "code",
  pre: "pre",
};
const QUOTES = new Set(["blockquote", "expandable_blockquote"]);

/**
 * The nodes for `text`. `look` knows the reader: `language`, `unfolded` (a set that remembers opened quotes under
 * `key`), and `onCommand(command)` for a tap on a command.
 */
export function rendered(text, entities, look) {
  const ordered = [...(entities ?? [])].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return between(text, 0, text.length, ordered, look);
}

function between(text, start, end, entities, look) {
  const nodes = [];
  let at = start;
  let rest = entities;
  while (rest.length > 0) {
    const [entity, ...others] = rest;
    const from = Math.max(entity.offset, at);
    const to = Math.min(entity.offset + entity.length, end);
    const inside = others.filter((other) => other.offset < to);
    rest = others.filter((other) => other.offset >= to);
    if (from >= to) continue;
    if (from > at) nodes.push(text.slice(at, from));
    nodes.push(element(entity, text.slice(from, to), between(text, from, to, inside, look), look));
    at = to;
    // A quote is a block: the line break behind it is already there.
    if (QUOTES.has(entity.type) && text[at] === "\n") at += 1;
  }
  if (at < end) nodes.push(text.slice(at, end));
  return nodes;
}

function element(entity, plain, children, look) {
  const kind = { "data-entity": entity.type };
  switch (entity.type) {
    case "bold":
    case "italic":
    case "underline":
    case "strikethrough":
    case "code":
    case "pre":
      return el(PLAIN[entity.type], kind, children);
    case "text_link":
      return anchor(entity.url, children, kind);
    case "url":
      return anchor(/^[a-z][a-z0-9+.-]*:/i.test(plain) ? plain : `https://${plain}`, children, kind);
    case "email":
      return anchor(`mailto:${plain}`, children, kind);
    case "text_mention":
    case "mention":
      return el("span", { ...kind, class: "mention", "data-user": entity.user?.id }, children);
    case "bot_command":
      return el("button", { ...kind, type: "button", class: "command", onclick: () => look.onCommand(plain) }, children);
    case "date_time":
      return dateTime(entity, children, look, kind);
    case "spoiler":
      return spoiler(children, kind);
    case "blockquote":
      return el("blockquote", kind, children);
    case "expandable_blockquote":
      return foldable(entity, children, look, kind);
    default:
      return el("span", kind, children);
  }
}

function anchor(url, children, kind) {
  if (!/^(https?|mailto|tg):/i.test(url)) return el("span", kind, children);
  return el("a", { ...kind, href: url, target: "_blank", rel: "noopener noreferrer" }, children);
}

function dateTime(entity, children, look, kind) {
  const words = moment(entity.unix_time, entity.date_time_format, look.language);
  const valid = Number.isFinite(entity.unix_time);
  return el(
    "time",
    {
      ...kind,
      datetime: valid && new Date(entity.unix_time * 1000).toISOString(),
      title: valid && inFull(entity.unix_time),
    },
    words ?? children,
  );
}

function spoiler(children, kind) {
  const node = el("button", { ...kind, type: "button", class: "spoiler", "aria-label": say("spoiler") }, children);
  node.addEventListener("click", () => node.replaceWith(el("span", kind, ...node.childNodes)), { once: true });
  return node;
}

const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.isConnected) target.dispatchEvent(new CustomEvent("measured"));
    else widths.unobserve(target);
  }
});

function foldable(entity, children, look, kind) {
  const key = `${look.key}:${entity.offset}`;
  const body = el("div", { class: "fold-text" }, children);
  const words = el("span", {});
  const more = el("button", { type: "button", class: "fold-more", "data-action": "unfold" }, words, icon("down"));
  const quote = el("blockquote", { ...kind, class: "foldable" }, body, more);
  const show = () => {
    const open = look.unfolded.has(key);
    quote.classList.toggle("folded", !open);
    more.setAttribute("aria-expanded", String(open));
    words.textContent = say(open ? "show_less" : "show_all");
  };
  const turn = () => {
    if (look.unfolded.has(key)) look.unfolded.delete(key);
    else look.unfolded.add(key);
    show();
  };
  more.addEventListener("click", turn);
  body.addEventListener("click", (event) => {
    const folded = quote.classList.contains("folded") && !more.hidden;
    if (folded && !event.target.closest("a, button")) turn();
  });
  body.addEventListener("measured", () => {
    if (quote.classList.contains("folded")) more.hidden = body.scrollHeight <= body.clientHeight + 1;
  });
  show();
  widths.observe(body);
  return quote;
}

/** A text in one line, shortened for quotes, lists and names of controls; `longest` counts UTF-16 units. */
export function inOneLine(text, longest = 80) {
  const line = (text ?? "").replace(/\s+/g, " ").trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}

/** An arrow with its meaning in words, for what leads elsewhere. */
export function leadsAway() {
  return [icon("link"), heard(` (${say("opens_link")})`)];
}
