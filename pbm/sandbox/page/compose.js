// The line to write in: a draft for each person and chat, what it answers, and the commands one may mean.

import * as api from "./api.js";
import { el, heard, icon, refresh } from "./dom.js";
import { inOneLine } from "./entities.js";
import { wordsOf, writer } from "./message.js";
import * as memory from "./state.js";
import { state } from "./state.js";
import { attempt } from "./toast.js";
import { say } from "./words.js";

const TALLEST = 180; // pixels a long draft may take before it scrolls
let boxes = 0;

/** `onSent` is called once a message is on its way. */
export class Compose {
  constructor(onSent) {
    this.onSent = onSent;
    this.person = null;
    this.chat = null;
    this.chosen = 0;
    this.offered = [];
    this.name = `commands-${(boxes += 1)}`;
    this.menu = el("ul", { class: "menu", role: "listbox", id: this.name, "aria-label": say("commands"), hidden: true });
    this.bar = el("div", { class: "reply-bar", "data-reply-bar": true, hidden: true });
    this.topics = el("select", { class: "topics", "aria-label": say("topic"), hidden: true });
    this.field = el("textarea", {
      rows: "1",
      maxlength: "4096",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": this.name,
      autocomplete: "off",
      enterkeyhint: "send",
    });
    const send = el("button", { class: "send", "data-action": "send" }, icon("send"), heard(say("send")));
    this.form = el("form", { class: "line" }, this.topics, this.field, send);
    this.stead = el("div", { class: "instead", hidden: true });
    this.root = el("div", { class: "compose", "data-compose": true }, this.menu, this.bar, this.form, this.stead);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.sendDraft();
    });
    this.field.addEventListener("input", () => this.typed());
    this.field.addEventListener("keydown", (event) => this.keyed(event));
    this.field.addEventListener("blur", () => this.offer([]));
    this.topics.addEventListener("change", () => {
      this.draft().topic = Number(this.topics.value) || null;
    });
  }

  draft() {
    return memory.draftOf(this.person, this.chat.id);
  }

  update(chat) {
    const other = chat?.id !== this.chat?.id || state.person !== this.person;
    this.chat = chat;
    this.person = state.person;
    this.root.hidden = !chat;
    if (!chat) return;
    if (other) {
      this.offer([]);
      this.field.value = this.draft().text;
      this.grow();
    }
    const title = memory.isPrivate(chat) ? memory.fullName(state.bot) : chat.title;
    this.field.setAttribute("aria-label", say("message_to", { title }));
    this.field.placeholder = say("write_as", { who: memory.fullName(memory.me()) });
    this.showBar();
    this.showTopics();
    this.showInstead();
  }

  showBar() {
    const original = memory.messagesOf(this.person, this.chat.id).find((each) => each.message_id === this.draft().reply);
    this.bar.hidden = !original;
    if (!original) return;
    const stop = () => this.reply(null);
    const [who, words] = [say("replying", { who: writer(original) }), inOneLine(wordsOf(original))];
    refresh(this.bar, `${who} ${words}`, () => [
      icon("reply"),
      el("div", {}, el("b", {}, who), el("span", {}, words)),
      el("button", { type: "button", class: "plain", "aria-label": say("no_reply"), onclick: stop }, icon("close")),
    ]);
  }

  showTopics() {
    const opened = this.chat.topics ?? [];
    this.topics.hidden = opened.length === 0;
    const choices = [{ id: 0, name: say("general") }, ...opened];
    refresh(this.topics, JSON.stringify(choices), () => choices.map(({ id, name }) => el("option", { value: id }, name)));
    this.topics.value = String(this.draft().topic ?? 0);
  }

  /** A bot cannot write to somebody who never pressed Start, nor to somebody who has blocked it. */
  showInstead() {
    const fresh = memory.isPrivate(this.chat) && !this.chat.bot_started;
    const blocked = memory.isPrivate(this.chat) && !fresh && memory.me().blocked;
    this.form.hidden = fresh || blocked;
    this.stead.hidden = !fresh && !blocked;
    const start = { type: "button", class: "main", "data-action": "start", onclick: () => this.send("/start") };
    refresh(this.stead, fresh ? "start" : "blocked", () => [
      el("p", {}, say(fresh ? "start_bot" : "blocked_note")),
      fresh && el("button", start, say("start")),
    ]);
  }

  /** Makes the draft an answer to a message, or to none. */
  reply(message) {
    this.draft().reply = message?.message_id ?? null;
    this.showBar();
    this.field.focus();
  }

  typed() {
    this.draft().text = this.field.value;
    this.grow();
    this.suggest();
  }

  grow() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight + 2, TALLEST)}px`;
  }

  async suggest() {
    if (!this.field.value.startsWith("/")) return this.offer([]);
    const { person, chat } = this;
    if (this.field.value === "/" || memory.commandsOf(person, chat.id).length === 0)
      await attempt(() => memory.loadCommands(person, chat.id));
    if (person !== this.person || chat.id !== this.chat?.id) return undefined;
    const begun = /^\/(\w*)$/.exec(this.field.value);
    const all = memory.commandsOf(person, chat.id);
    return this.offer(begun ? all.filter(({ command }) => command.startsWith(begun[1].toLowerCase())) : []);
  }

  offer(commands) {
    this.offered = commands;
    this.chosen = 0;
    this.menu.hidden = commands.length === 0;
    this.field.setAttribute("aria-expanded", String(commands.length > 0));
    this.menu.replaceChildren(
      ...commands.map(({ command, description }, place) =>
        el(
          "li",
          {
            role: "option",
            id: `${this.name}-${place}`,
            "data-command": command,
            onmousedown: (event) => event.preventDefault(), // the field keeps the focus
            onclick: () => this.sendCommand(command),
          },
          el("b", {}, `/${command}`),
          el("span", {}, description),
        ),
      ),
    );
    this.point();
  }

  point() {
    [...this.menu.children].forEach((row, place) => row.setAttribute("aria-selected", String(place === this.chosen)));
    const row = this.menu.children[this.chosen];
    row?.scrollIntoView({ block: "nearest" });
    if (row) this.field.setAttribute("aria-activedescendant", row.id);
    else this.field.removeAttribute("aria-activedescendant");
  }

  keyed(event) {
    if (event.isComposing) return;
    const many = this.offered.length;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (many > 0) this.sendCommand(this.offered[this.chosen].command);
      else this.sendDraft();
    } else if (many > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.chosen = (this.chosen + (event.key === "ArrowDown" ? 1 : many - 1)) % many;
      this.point();
    } else if (many > 0 && event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      this.field.value = `/${this.offered[this.chosen].command} `;
      this.typed();
    } else if (event.key === "Escape") {
      if (many > 0) this.offer([]);
      else if (this.draft().reply) this.reply(null);
    }
  }

  /** Sends a command chosen, not typed: in a group it names the bot, for a bot may not hear any other there. */
  sendCommand(command) {
    return this.send(memory.isPrivate(this.chat) ? `/${command}` : `/${command}@${state.bot.username}`);
  }

  sendDraft() {
    if (this.field.value.trim()) this.send(this.field.value);
  }

  /** Sends a text as the person one is; what could not be sent stands in the line again. */
  async send(text) {
    const { person, chat } = this;
    const draft = this.draft();
    const begun = { ...draft };
    const original = memory.messagesOf(person, chat.id).find((each) => each.message_id === draft.reply);
    const thread = original ? original.topic : draft.topic;
    if (text === draft.text || draft.text.startsWith("/")) draft.text = "";
    draft.reply = null;
    this.offer([]);
    this.showDraft(person, chat);
    const sent = await attempt(() =>
      api.write(chat.id, person, text, begun.reply ?? undefined, thread ?? undefined).then(() => true),
    );
    if (!sent) {
      Object.assign(draft, { text: draft.text || begun.text, reply: draft.reply ?? begun.reply });
      this.showDraft(person, chat);
      return;
    }
    await attempt(() => memory.loadMessages(person, chat.id, { onlyNew: true }));
    if (memory.isPrivate(chat)) await attempt(() => memory.loadChats(person));
    if (person === this.person && chat.id === this.chat?.id) this.onSent();
  }

  showDraft(person, chat) {
    if (person !== this.person || chat.id !== this.chat?.id) return;
    this.field.value = this.draft().text;
    this.grow();
    this.showBar();
  }
}
