// One message as it stands in a chat: who, what, in answer to what, how it was sent, and its buttons.

import { el, heard, icon } from "./dom.js";
import { inOneLine, leadsAway, rendered } from "./entities.js";
import { followLink, pressButton } from "./links.js";
import { clock, inFull } from "./moments.js";
import { fullName, me, rings, state } from "./state.js";
import { say } from "./words.js";

const HUES = 6;

/** What stands for a user beside the name: the initials, on one of six grounds; a bot has a shape of its own. */
export function seal(user) {
  const place = state.people.findIndex((each) => each.id === user?.id);
  const letters = [...fullName(user).replace(/[^\p{L}\p{N} ]/gu, "")][0] ?? "?";
  const look = user?.is_bot ? "seal of-bot" : `seal hue-${Math.max(place, 0) % HUES}`;
  return el("span", { class: look, "aria-hidden": "true" }, letters.toUpperCase());
}

/** The name under which a message's writer is spoken of. */
export function writer(message) {
  if (message.from?.id === state.person) return say("you");
  return fullName(message.from) || message.sender_chat?.title || say("unnamed");
}

/** The words of a message, wherever it keeps them. */
export const wordsOf = (message) =>
  message.text || message.caption || message.sticker?.emoji || serviceText(message) || say("picture");

/** What happened, for a message that nobody wrote; null for an ordinary one. */
export function serviceText(message, chat = null) {
  if (message.kind !== "service") return null;
  const who = fullName(message.from);
  if (message.new_chat_members)
    return message.new_chat_members.map((user) => say("joined", { who: fullName(user) })).join("\n");
  if (message.left_chat_member) return say("left", { who: fullName(message.left_chat_member) });
  if (message.pinned_message) {
    const words = message.pinned_message.text ?? message.pinned_message.caption ?? say("gone");
    return say("pinned_by", { who, text: inOneLine(words, 60) });
  }
  if (message.group_chat_created || message.supergroup_chat_created)
    return say("created_by", { who, title: chat?.title ?? "" });
  if (message.new_chat_title) return say("titled_by", { who, title: message.new_chat_title });
  if (message.forum_topic_created) return say("topic_by", { who, title: message.forum_topic_created.name });
  if (message.migrate_to_chat_id || message.migrate_from_chat_id) return say("became_super");
  return say("service");
}

/** The line for a service message. */
export function serviceLine(chat, message, onPinned) {
  const pinned = message.pinned_message?.message_id;
  const text = serviceText(message, chat);
  const line = pinned ? el("button", { type: "button", class: "plain", onclick: () => onPinned(pinned) }, text) : text;
  return el("div", { class: "service", "data-message": message.message_id, "data-service": true }, line);
}

/**
 * The element of an ordinary message. `continued`: the writer of the one above wrote this too. `topic`: its topic's
 * name or null. `onReply(message)`, `onJump(id)` and `onCommand(text)` carry out what its controls ask.
 */
export function messageNode(chat, message, { continued, topic, onReply, onJump, onCommand }) {
  const mine = message.from?.id === state.person;
  const look = {
    key: `${chat.id}:${message.message_id}`,
    language: me()?.language_code,
    unfolded: state.unfolded,
    onCommand,
  };
  const who = writer(message);
  const text = wordsOf(message);
  const kinds = ["message", mine ? "mine" : "theirs", message.from?.is_bot && "by-bot", continued && "continued"];
  return el(
    "article",
    {
      class: kinds.filter(Boolean).join(" "),
      "data-message": message.message_id,
      "data-from": message.from?.id,
      tabindex: "-1",
    },
    mine || continued ? null : seal(message.from),
    el(
      "div",
      { class: "sheet" },
      continued
        ? heard(`${who}: `)
        : el("header", { class: mine ? "heard" : "who" }, el("b", {}, who), message.from?.is_bot && botTag()),
      topic && el("div", { class: "topic" }, `${say("topic")}: ${topic}`),
      message.reply_to && quoteOf(message.reply_to, onJump),
      el("div", { class: "text", "data-text": true }, rendered(text, message.entities, look)),
      message.reactions && el("div", { class: "reactions" }, message.reactions.map(({ emoji }) => emoji ?? "").join(" ")),
      foot(message, replyControl(message, onReply)),
    ),
    keyboard(chat, message),
  );
}

function replyControl(message, onReply) {
  const words = say("reply_to", { who: writer(message), text: inOneLine(wordsOf(message), 40) });
  const onclick = () => onReply(message);
  return el(
    "button",
    { type: "button", class: "reply-control", "data-action": "reply", "aria-label": words, onclick },
    icon("reply"),
    say("reply"),
  );
}

const botTag = () => el("span", { class: "tag" }, say("bot"));

function quoteOf(original, onJump) {
  const who = writer(original);
  return el(
    "button",
    {
      type: "button",
      class: "reply-quote",
      "data-reply-to": original.message_id,
      "aria-label": `${say("go_to", { who })}: ${inOneLine(wordsOf(original))}`,
      onclick: () => onJump(original.message_id),
    },
    el("b", {}, who),
    el("span", {}, inOneLine(wordsOf(original), 120)),
  );
}

function foot(message, control) {
  const marks = [];
  const mark = (name, shape) =>
    marks.push(el("span", { class: `mark ${name}`, title: say(`${name}_long`) }, icon(shape), say(name)));
  if (message.pinned) marks.push(el("span", { class: "mark" }, icon("pin"), say("pinned")));
  if (message.edited) marks.push(el("span", { class: "mark" }, say("edited")));
  if (message.silent) mark("silent", "still");
  else if (rings(message)) mark("rings", "bell");
  const when = el(
    "time",
    { datetime: new Date(message.date * 1000).toISOString(), title: inFull(message.date) },
    clock(message.date),
  );
  return el("footer", { class: "foot" }, control, marks, when);
}

function keyboard(chat, message) {
  const rows = message.reply_markup?.inline_keyboard ?? [];
  if (rows.length === 0) return null;
  const line = (buttons, row) =>
    el(
      "div",
      { class: "row" },
      buttons.map((button, column) => key(chat, message, button, row, column)),
    );
  return el("div", { class: "keyboard", "data-keyboard": true }, rows.map(line));
}

function key(chat, message, button, row, column) {
  const away = Boolean(button.url);
  const node = el(
    "button",
    { type: "button", class: "key", "data-button": `${row},${column}` },
    el("span", {}, button.text),
    away && leadsAway(),
  );
  node.addEventListener("click", async () => {
    if (node.getAttribute("aria-busy") === "true") return;
    const sign = el("span", { class: "waiting" }, heard(` (${say("waiting")})`));
    node.setAttribute("aria-busy", "true");
    node.append(sign);
    try {
      if (away) await followLink(button.url);
      else await pressButton(chat.id, message.message_id, row, column, button.text);
    } finally {
      node.removeAttribute("aria-busy");
      sign.remove();
    }
  });
  return node;
}
