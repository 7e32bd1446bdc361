// The first visit: three people, a group with the bot, and one button.

import * as api from "./api.js";
import { el } from "./dom.js";
import { field, freshName, languageChoice } from "./dialogs.js";
import { loadAll, state } from "./state.js";
import { attempt } from "./toast.js";
import { say } from "./words.js";

const AT_FIRST = 3; // people

/** The start screen; once everything is made, `onReady` is called. */
export function startScreen(onReady) {
  const rows = Array.from({ length: AT_FIRST }, (_, place) => {
    const who = say("player", { n: place + 1 });
    return el(
      "div",
      { class: "newcomer", "data-newcomer": place + 1 },
      el("input", { name: "name", required: true, maxlength: "64", value: freshName(place), "aria-label": `${who}: ${say("name")}` }),
      languageChoice("language", say("language_of", { who })),
    );
  });
  const button = el("button", { class: "main big", "data-action": "start-playing" }, say("start_playing"));
  const form = el(
    "form",
    { class: "start", "data-start": true },
    el("h1", {}, say("page")),
    el("p", { class: "lead" }, say("tagline")),
    el("fieldset", {}, el("legend", {}, say("who_plays")), rows),
    field(say("group_name"), el("input", { name: "title", required: true, maxlength: "128", value: say("sunday_table") })),
    button,
    el("p", { class: "note" }, say("start_note")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    await attempt(() => begin(new FormData(form)).then(onReady));
    button.disabled = false;
  });
  return el("main", { class: "welcome" }, form);
}

async function begin(form) {
  const languages = form.getAll("language");
  const people = [];
  for (const [place, name] of form.getAll("name").entries())
    people.push(await api.addPerson(name.trim(), languages[place]));
  const ids = people.map((person) => person.id);
  const chat = await api.addChat(form.get("title").trim(), "group", ids, ids[0]);
  state.person = ids[0];
  state.group = chat.id;
  state.tab = "group";
  await loadAll();
}
