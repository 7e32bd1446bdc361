// Where presses and links lead: the ones into Telegram stay on this page, all others open elsewhere.

import * as api from "./api.js";
import { attempt, alertBox, toast } from "./toast.js";
import { changed, loadChats, loadMessages, state } from "./state.js";
import { say } from "./words.js";

const HERE = /^(https?:\/\/(www\.)?(t|telegram)\.(me|dog)\/|tg:)/i;

/** Whether a link leads into Telegram, that is, to a chat on this page. */
export const staysHere = (url) => HERE.test(url);

/** Shows a chat to the person one is: a group in the middle, or the private chat; and in it a message. */
export function show(chat, message = null) {
  state.tab = chat === state.person ? "private" : "group";
  if (state.tab === "group") state.group = chat;
  changed();
  queueMicrotask(() => {
    const pane = document.querySelector(`[data-pane="${state.tab}"]`);
    pane?.classList.remove("called");
    void pane?.offsetWidth; // a class put back in the same frame would not play its animation again
    pane?.classList.add("called");
    pane?.querySelector("[data-compose] textarea")?.focus();
    pane?.querySelector(`[data-message="${message}"]`)?.scrollIntoView({ block: "center" });
  });
}

/** Follows a link as a tap on it would. */
export async function followLink(url) {
  if (!staysHere(url)) {
    window.open(url, "_blank", "noopener,noreferrer");
    return;
  }
  const person = state.person;
  const answer = await attempt(() => api.follow(person, url));
  if (!answer) return;
  await attempt(async () => {
    await loadChats(person);
    await loadMessages(person, answer.chat);
  });
  if (state.person === person) show(answer.chat, answer.message_id);
}

/** Presses an inline button and shows what the bot answers; `column` and `row` count from 0. */
export async function pressButton(chat, message, row, column, button) {
  const answer = await attempt(() => api.press(state.person, chat, message, row, column));
  if (!answer) return;
  if (answer.url) await followLink(answer.url);
  if (answer.text && answer.alert) alertBox(answer.text);
  else if (answer.text) toast(answer.text);
  else if (answer.answered === false) toast(`${button}: ${say("no_answer")}`);
}

/** Catches taps on links that stay here. */
export function catchLinks() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || !staysHere(link.href)) return;
    event.preventDefault();
    followLink(link.href);
  });
}
