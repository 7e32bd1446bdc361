// Who one is and where one could be: the people, the chats, and how much of it is unread.

import { el, icon } from "./dom.js";
import { inOneLine } from "./entities.js";
import { seal, serviceText, wordsOf, writer } from "./message.js";
import * as memory from "./state.js";
import { changed, state } from "./state.js";
import { say } from "./words.js";

/** What is unread for a person, in one chat or in all: `{count, rings}`. */
export function waiting(person, chat = null) {
  const chats = memory.chatsOf(person).filter((each) => chat === null || each.id === chat);
  const unread = chats.flatMap((each) => memory.unreadIn(person, each.id));
  return { count: unread.length, rings: unread.some(memory.rings) };
}

/** A count with a bell where something rang; null if nothing is unread. */
export function badge({ count, rings }) {
  if (count === 0) return null;
  const words = [say("unread", { n: count }), rings && say("rings")].filter(Boolean).join(", ");
  return el(
    "span",
    { class: rings ? "badge rings" : "badge", "data-unread": count, title: words },
    rings && icon("bell"),
    String(count),
  );
}

function spoken(words, { count, rings }) {
  return [words, count > 0 && say("unread", { n: count }), count > 0 && rings && say("rings")].filter(Boolean).join(", ");
}

/** Becomes another person. */
export function become(id) {
  state.person = id;
  changed();
}

/** A person as a button one can become. */
export function personButton(person) {
  const unread = waiting(person.id);
  const current = person.id === state.person;
  return el(
    "button",
    {
      type: "button",
      class: "person",
      "data-person": person.id,
      "aria-pressed": String(current),
      "aria-label": spoken(say("switch_to", { who: memory.nameApart(person) }), unread),
      onclick: () => become(person.id),
    },
    seal(person),
    el("span", { class: "name" }, memory.fullName(person)),
    memory.toldApart(person) && el("span", { class: "apart" }, memory.toldApart(person)),
    current && el("span", { class: "tag" }, say("is_you")),
    badge(unread),
  );
}

function lineOf(message, chat) {
  return serviceText(message, chat) ?? `${writer(message)}: ${inOneLine(wordsOf(message), 60)}`;
}

/** A chat of the person one is, as a button that opens it. */
export function chatButton(chat, onOpen) {
  const unread = waiting(state.person, chat.id);
  const last = memory.messagesOf(state.person, chat.id).at(-1) ?? chat.last_message;
  const ownChat = memory.isPrivate(chat);
  const title = ownChat ? memory.fullName(state.bot) : chat.title;
  const open = !ownChat && memory.openGroup()?.id === chat.id;
  return el(
    "button",
    {
      type: "button",
      class: "chat",
      "data-chat": chat.id,
      "aria-current": open ? "true" : null,
      "aria-label": spoken(ownChat ? `${title}, ${say("private_chat")}` : title, unread),
      onclick: () => onOpen(chat),
    },
    el("span", { class: "name" }, title, ownChat && el("span", { class: "tag" }, say("private"))),
    el("span", { class: "last" }, last ? lineOf(last, chat) : say("empty")),
    badge(unread),
  );
}

/** A tab for one of the two panes, on a narrow screen. */
export function tabButton(tab, chat) {
  const unread = chat ? waiting(state.person, chat.id) : { count: 0, rings: false };
  const words = tab === "private" ? say("private") : chat?.title ?? say("group");
  const choose = () => {
    state.tab = tab;
    changed();
  };
  return el(
    "button",
    {
      type: "button",
      class: "tab",
      "data-tab": tab,
      "aria-pressed": String(state.tab === tab),
      "aria-label": spoken(tab === "group" ? `${say("group")}: ${words}` : words, unread),
      onclick: choose,
    },
    el("span", {}, words),
    badge(unread),
  );
}
