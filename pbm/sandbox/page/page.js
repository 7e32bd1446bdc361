// The page of the sandbox: puts the parts together and redraws them when something has changed.
//
// Handles for tests and tools. They stay as they are; texts and classes may change.
//   [data-start]                       the start screen, with [data-newcomer=1…3] and [data-action=start-playing]
//   [data-person=ID]                   a button to become a person; aria-pressed says who one is. It is there twice (list
//                                      at the side, row on top): only one of them is visible
//   [data-chat=ID]                     a chat in the list at the side; aria-current marks the group in the middle
//   [data-tab=group|private]           the tabs of a narrow screen
//   [data-pane=group|private]          a pane; in it:
//     [data-message=ID]                a message, with [data-from=USER]; its words are in [data-text]
//     [data-service]                   on a message that says what happened (joined, left, pinned)
//     [data-entity=TYPE]               a part of a text, by the entity's type
//     [data-button="ROW,COLUMN"]       an inline button, both counted from 0; aria-busy while it waits for the bot
//     [data-action=reply]              on a message: answer it; then [data-reply-bar] is shown, [data-reply-to=ID] in the answer
//     [data-action=unfold]             opens a folded quote
//     [data-suggestion=COMMAND]        a command offered in a chat that is still empty
//     [data-compose] textarea          the line to write in (Enter sends); [data-action=send]
//     [data-command=COMMAND]           a command offered while one types
//     [data-action=start]              the Start button of a private chat that has not begun
//     [data-action=members|block]      in the pane's head
//   [data-action=add-person|new-group|menu], [data-dialog=person|group|members]
//   [data-unread=COUNT]                on a person, a chat, a tab; the class "rings" if something rang
//   [data-toast], [data-alert]         the bot's answer to a press
//   #offline                           shown while the sandbox is away

import { askForGroup, askForPerson, showMembers } from "./dialogs.js";
import { el, icon, reconcile } from "./dom.js";
import { Unreachable } from "./api.js";
import { follow, keepLooking, readSoFar } from "./feed.js";
import { catchLinks, show } from "./links.js";
import { groupHead, Pane, privateHead } from "./pane.js";
import { chatButton, personButton, tabButton } from "./people.js";
import { startScreen } from "./start.js";
import * as memory from "./state.js";
import { onChange, state } from "./state.js";
import { language, say } from "./words.js";

const FIRST_TRY_AGAIN = 1000; // milliseconds

const panes = {
  group: new Pane("group", (chat) => groupHead(chat, () => showMembers(memory.openGroup()))),
  private: new Pane("private", privateHead),
};

const lists = {
  people: el("div", { class: "list" }),
  chats: el("div", { class: "list" }),
  row: el("div", { class: "row-of-people", role: "group", "aria-label": say("people") }),
  tabs: el("div", { class: "tabs", role: "group", "aria-label": say("chats") }),
};

const action = (name, shape, onclick) =>
  el("button", { type: "button", class: "quiet", "data-action": name, onclick }, icon(shape), el("span", {}, say(name.replace("-", "_"))));

const side = el(
  "aside",
  { class: "side", "aria-label": say("people_and_chats") },
  el("h1", {}, say("page")),
  el("section", { "aria-label": say("people") }, el("h2", {}, say("people")), lists.people, action("add-person", "plus", askForPerson)),
  el("section", { "aria-label": say("chats") }, el("h2", {}, say("chats")), lists.chats, action("new-group", "plus", askForGroup)),
);

const menu = el(
  "button",
  { type: "button", class: "quiet menu-button", "data-action": "menu", "aria-label": say("people_and_chats"), "aria-expanded": "false" },
  icon("menu"),
);
const shade = el("div", { class: "shade" });
const top = el("header", { class: "top" }, menu, lists.row, lists.tabs);
const table = el("main", { class: "table" }, panes.group.root, panes.private.root);

function openSide(open) {
  side.classList.toggle("open", open);
  menu.setAttribute("aria-expanded", String(open));
  if (open) side.querySelector("button")?.focus();
}

menu.addEventListener("click", () => openSide(!side.classList.contains("open")));
shade.addEventListener("click", () => openSide(false));
side.addEventListener("click", (event) => {
  if (event.target.closest("button")) openSide(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !side.classList.contains("open")) return;
  openSide(false);
  menu.focus();
});

function buttons(parent, entries) {
  const focused = parent.contains(document.activeElement) ? document.activeElement.parentElement?.dataset.key : null;
  reconcile(
    parent,
    entries.map(([key, node]) => ({ key, mark: node.outerHTML, make: () => el("div", { class: "entry" }, node) })),
  );
  if (focused) parent.querySelector(`[data-key="${focused}"] > button`)?.focus();
}

let shown = null;
let drawnFor = null;

function draw() {
  const offline = document.getElementById("offline");
  offline.hidden = state.online;
  offline.textContent = state.online ? "" : say("reconnecting");
  const view = state.people.length === 0 ? "start" : "chat";
  const app = document.getElementById("app");
  if (view !== shown) {
    shown = view;
    app.replaceChildren(...(view === "start" ? [startScreen(follow)] : [side, shade, top, table]));
  }
  if (view === "start") return;
  const group = memory.openGroup();
  app.dataset.open = state.tab;
  const people = (entries) => entries.map((person) => [`p${person.id}`, personButton(person)]);
  buttons(lists.people, people(state.people));
  buttons(lists.row, people(state.people));
  if (drawnFor !== state.person)
    lists.row.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  drawnFor = state.person;
  const chats = [...memory.groupsOf(state.person), memory.privateOf(state.person)];
  buttons(lists.chats, chats.map((chat) => [`c${chat.id}`, chatButton(chat, () => show(chat.id))]));
  buttons(lists.tabs, [
    ["t-group", tabButton("group", group)],
    ["t-private", tabButton("private", memory.privateOf(state.person))],
  ]);
  panes.group.update(group);
  panes.private.update(memory.privateOf(state.person));
  panes.private.root.setAttribute("lang", memory.me().language_code ?? language);
  const waiting = memory.chatsOf(state.person).flatMap((chat) => memory.unreadIn(state.person, chat.id)).length;
  document.title = [waiting > 0 && `(${waiting})`, memory.fullName(memory.me()), "·", group?.title ?? say("page")].filter(Boolean).join(" ");
  follow();
}

async function begin() {
  document.documentElement.lang = language;
  try {
    await memory.loadAll();
    if (memory.firstLook) await readSoFar();
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    state.online = false;
    const offline = document.getElementById("offline");
    offline.hidden = false;
    offline.textContent = say("reconnecting");
    setTimeout(begin, FIRST_TRY_AGAIN);
    return;
  }
  state.online = true;
  onChange(draw);
  draw();
  catchLinks();
  keepLooking();
  document.addEventListener("visibilitychange", draw);
}

begin();
