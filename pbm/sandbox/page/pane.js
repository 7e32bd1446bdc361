// A chat on the page: its head, what is pinned, the messages, and the line to write in.

import * as api from "./api.js";
import { Compose } from "./compose.js";
import { el, heard, icon, reconcile, refresh } from "./dom.js";
import { inOneLine } from "./entities.js";
import { messageNode, serviceLine, serviceText, wordsOf } from "./message.js";
import { day } from "./moments.js";
import * as memory from "./state.js";
import { state } from "./state.js";
import { attempt } from "./toast.js";
import { say } from "./words.js";

const AT_END = 80; // pixels from the end within which one still reads along
const TOGETHER = 300; // seconds within which messages by one writer stand together
const OFFERED = 3; // commands offered in a chat that is still empty

/** `kind` is "group" or "private"; `head(chat)` gives the nodes of the pane's head. */
export class Pane {
  constructor(kind, head) {
    this.kind = kind;
    this.makeHead = head;
    this.person = null;
    this.chat = null;
    this.newFrom = null;
    this.seen = 0;
    this.head = el("header", { class: "pane-head" });
    this.pins = el("div", { class: "pins", hidden: true });
    this.log = el("div", { class: "log", role: "log", "aria-live": "polite", tabindex: "0" });
    this.hint = el("div", { class: "hint", hidden: true });
    this.below = el("button", { type: "button", class: "below", hidden: true, onclick: () => this.toEnd() });
    this.compose = new Compose(() => this.toEnd());
    this.root = el(
      "section",
      { class: `pane ${kind}`, "data-pane": kind },
      this.head,
      this.pins,
      el("div", { class: "middle" }, this.log, this.hint, this.below),
      this.compose.root,
    );
    this.log.addEventListener("scroll", () => this.scrolled(), { passive: true });
    new ResizeObserver(() => this.following && this.toEnd()).observe(this.log);
  }

  /** Shows a chat to the person one is; null shows that there is none. */
  update(chat) {
    const opened = chat?.id !== this.chat?.id || state.person !== this.person;
    this.chat = chat;
    if (opened) this.open();
    const head = this.makeHead(chat).filter(Boolean);
    refresh(this.head, head.map((node) => node.outerHTML).join(""), () => head);
    this.root.setAttribute("aria-label", chat ? chat.title ?? say("private_chat") : say("group"));
    this.compose.update(chat);
    if (!chat) {
      this.showNothing();
      return;
    }
    const messages = memory.messagesOf(state.person, chat.id);
    this.fill(messages);
    this.showPin(messages);
    this.showHint(messages);
    this.settle(messages, opened);
    if (this.visible()) memory.markRead(state.person, chat.id);
  }

  open() {
    this.person = state.person;
    this.following = true;
    this.settled = false;
    this.log.setAttribute("aria-live", "off"); // what was there before is not news
    this.log.replaceChildren();
    this.newFrom = null;
    if (!this.chat) return;
    const { person, chat } = this;
    this.log.setAttribute("aria-label", chat.title ?? say("private_chat"));
    if (memory.readUpTo(person, chat.id) > 0) this.newFrom = memory.unreadIn(person, chat.id)[0]?.message_id ?? null;
    attempt(() => memory.loadMessages(person, chat.id)).then(() =>
      setTimeout(() => this.log.setAttribute("aria-live", "polite"), 300),
    );
  }

  visible() {
    return document.visibilityState === "visible" && this.root.offsetParent !== null;
  }

  fill(messages) {
    const items = [];
    let today = null;
    let above = null;
    for (const message of messages) {
      const date = day(message.date);
      if (date !== today) {
        items.push({ key: `day ${date}`, mark: "", make: () => el("div", { class: "day" }, el("span", {}, date)) });
        above = null;
      }
      today = date;
      if (message.message_id === this.newFrom) {
        const words = say("new_from_here");
        items.push({ key: "new", mark: "", make: () => el("div", { class: "new-line" }, el("span", {}, words)) });
        above = null;
      }
      const service = serviceText(message);
      items.push(service ? this.serviceItem(message) : this.messageItem(message, above));
      above = service ? null : message;
    }
    reconcile(this.log, items);
  }

  serviceItem(message) {
    const make = () => serviceLine(this.chat, message, (id) => this.jump(id));
    return { key: `m${message.message_id}`, mark: JSON.stringify(message), make };
  }

  messageItem(message, above) {
    const continued =
      above?.from?.id === message.from?.id && message.date - above.date < TOGETHER && !above.reply_markup;
    const topic = message.topic === undefined ? null : this.topicName(message.topic);
    const make = () =>
      messageNode(this.chat, message, {
        continued,
        topic,
        onReply: (original) => this.compose.reply(original),
        onJump: (id) => this.jump(id),
        onCommand: (text) => this.compose.sendCommand(text.slice(1).split("@")[0]),
      });
    return { key: `m${message.message_id}`, mark: JSON.stringify([message, continued, topic]), make };
  }

  topicName(thread) {
    return this.chat.topics?.find(({ id }) => id === thread)?.name ?? String(thread);
  }

  showPin(messages) {
    const pinned = messages.filter((each) => each.pinned).at(-1);
    this.pins.hidden = !pinned;
    if (!pinned) return;
    const words = inOneLine(wordsOf(pinned));
    refresh(this.pins, `${pinned.message_id} ${words}`, () => {
      const parts = [icon("pin"), el("b", {}, say("pinned_message")), el("span", {}, words)];
      return [el("button", { type: "button", class: "pin-bar", onclick: () => this.jump(pinned.message_id) }, parts)];
    });
  }

  showNothing() {
    this.pins.hidden = true;
    this.below.hidden = true;
    this.hint.hidden = false;
    refresh(this.hint, "nothing", () => [el("p", {}, say("no_group"))]);
  }

  showHint(messages) {
    const waits = memory.isPrivate(this.chat) && !this.chat.bot_started;
    const empty = !waits && messages.every((each) => serviceText(each));
    this.hint.hidden = !empty;
    if (!empty) return;
    const offered = memory.commandsOf(state.person, this.chat.id).slice(0, OFFERED);
    if (offered.length === 0) this.askForCommands();
    const chip = ({ command, description }) =>
      el(
        "button",
        { type: "button", class: "chip", "data-suggestion": command, onclick: () => this.compose.sendCommand(command) },
        el("b", {}, `/${command}`),
        el("span", {}, description),
      );
    refresh(this.hint, JSON.stringify(offered), () => [
      el("p", {}, offered.length > 0 ? `${say("try_one")} /${offered[0].command}` : say("empty")),
      ...offered.map(chip),
    ]);
  }

  askForCommands() {
    const { person, chat } = this;
    if (this.asking) return;
    this.asking = true;
    memory
      .loadCommands(person, chat.id)
      .catch(() => [])
      // A bot that has only just started sets its menu a moment later.
      .then((commands) => setTimeout(() => {
        this.asking = false;
        if (commands.length === 0 && !this.hint.hidden) this.askForCommands();
      }, 2000));
  }

  settle(messages, opened) {
    const last = messages.at(-1);
    if (opened || !this.settled) {
      this.settled = messages.length > 0;
      this.toEnd();
      const line = this.newFrom ? this.log.querySelector(".new-line") : null;
      if (line && line.offsetTop < this.log.scrollTop) this.log.scrollTop = line.offsetTop - 8;
    } else if (this.following || (last?.from?.id === state.person && last.message_id > this.seen)) {
      this.toEnd();
    }
    this.scrolled();
  }

  toEnd() {
    this.following = true;
    this.log.scrollTop = this.log.scrollHeight;
    this.scrolled();
  }

  scrolled() {
    if (!this.chat) return;
    const { scrollTop, scrollHeight, clientHeight } = this.log;
    this.following = scrollHeight - scrollTop - clientHeight < AT_END;
    const messages = memory.messagesOf(state.person, this.chat.id);
    if (this.following) this.seen = messages.at(-1)?.message_id ?? 0;
    const more = messages.filter((each) => each.message_id > this.seen).length;
    this.below.hidden = this.following;
    this.below.replaceChildren(icon("down"), more > 0 ? say("new_below", { n: more }) : heard(say("to_end")));
  }

  jump(id) {
    const target = this.log.querySelector(`[data-message="${id}"]`);
    if (!target) return;
    target.scrollIntoView({ block: "center" });
    target.focus({ preventScroll: true });
    target.classList.remove("called");
    void target.offsetWidth; // a class put back in the same frame would not play its animation again
    target.classList.add("called");
  }
}

/** The pane's head for a group. */
export function groupHead(chat, onDetails) {
  if (!chat) return [el("h2", {}, say("group"))];
  const line = `${say("members", { n: chat.members.length })} ${say("and_bot", { bot: memory.fullName(state.bot) })}`;
  return [
    el("div", { class: "titles" }, el("h2", {}, chat.title), el("p", {}, line)),
    el("button", { type: "button", class: "quiet", "data-action": "members", onclick: onDetails }, icon("people"), el("span", {}, say("details"))),
  ];
}

/** The pane's head for the private chat. */
export function privateHead(chat) {
  const person = memory.me();
  const turn = () => attempt(() => api.block(person.id, !person.blocked).then(memory.loadAll));
  return [
    el(
      "div",
      { class: "titles" },
      el("h2", {}, memory.fullName(state.bot)),
      el("p", {}, say("only_sees", { who: memory.fullName(person) })),
    ),
    chat?.bot_started && el("button", { type: "button", class: "quiet", "data-action": "block", onclick: turn }, say(person.blocked ? "unblock" : "block")),
  ];
}
