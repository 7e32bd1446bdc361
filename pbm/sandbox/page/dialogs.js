// The few questions the page asks: who joins, what a new group is called, who is in a group.

import * as api from "./api.js";
import { el, icon } from "./dom.js";
import { show } from "./links.js";
import * as memory from "./state.js";
import { changed, state } from "./state.js";
import { attempt } from "./toast.js";
import { language, say } from "./words.js";

const NAMES = ["Ann", "Ben", "Carla", "Deniz", "Eva", "Filip", "Greta", "Hamid", "Ines", "Jonas"];

/** A name that nobody here has yet. */
export function freshName(place = 0) {
  const taken = new Set(state.people.map((each) => each.first_name));
  return NAMES.filter((name) => !taken.has(name))[place] ?? say("player", { n: state.people.length + place + 1 });
}

/** A choice of English or German, called `name` in its form. */
export function languageChoice(name, label) {
  return el(
    "select",
    { name, "aria-label": label },
    el("option", { value: "en", selected: language === "en" }, say("english")),
    el("option", { value: "de", selected: language === "de" }, say("german")),
  );
}

/** A labelled line of a form. */
export function field(label, control) {
  return el("label", { class: "field" }, el("span", {}, label), control);
}

function ask(name, title, fields, done, onDone) {
  const form = el(
    "form",
    { method: "dialog" },
    el("h2", {}, title),
    ...fields,
    el(
      "div",
      { class: "actions" },
      el("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, say("cancel")),
      el("button", { class: "main" }, done),
    ),
  );
  const dialog = el("dialog", { class: "box", "data-dialog": name, "aria-label": title }, form);
  form.addEventListener("submit", () => attempt(() => onDone(new FormData(form))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  form.querySelector("input")?.select();
}

/** Asks for somebody new, who also joins the group that is open. */
export function askForPerson() {
  ask(
    "person",
    say("add_person"),
    [
      field(say("name"), el("input", { name: "name", required: true, maxlength: "64", value: freshName() })),
      field(say("language"), languageChoice("language", say("language"))),
    ],
    say("add"),
    async (form) => {
      const person = await api.addPerson(form.get("name").trim() || freshName(), form.get("language"));
      const group = memory.openGroup();
      if (group) await api.join(group.id, person.id);
      if (state.person === null) state.person = person.id;
      await memory.loadAll();
    },
  );
}

/** Asks for a new group, opened by the person one is. */
export function askForGroup() {
  const kinds = ["group", "supergroup", "forum"].map((kind) => el("option", { value: kind }, say(`kind_${kind}`)));
  const people = state.people.map((person) =>
    el(
      "label",
      { class: "check" },
      el("input", { type: "checkbox", name: "member", value: person.id, checked: true, disabled: person.id === state.person }),
      el("span", {}, memory.nameApart(person)),
    ),
  );
  ask(
    "group",
    say("new_group"),
    [
      field(say("title"), el("input", { name: "title", required: true, maxlength: "128", value: say("sunday_table") })),
      field(say("kind"), el("select", { name: "kind" }, kinds)),
      el("fieldset", {}, el("legend", {}, say("who_joins")), el("div", { class: "all" }, people)),
    ],
    say("create"),
    async (form) => {
      const members = [...new Set([state.person, ...form.getAll("member").map(Number)])];
      const chat = await api.addChat(form.get("title").trim(), form.get("kind"), members, state.person);
      await memory.loadAll();
      show(chat.id);
    },
  );
}

/** Shows who is in a group; a tick brings somebody in or takes them out. */
export function showMembers(chat) {
  const inside = new Set(chat.members.map(({ id }) => id));
  const line = (person) => {
    const box = el("input", { type: "checkbox", value: person.id, checked: inside.has(person.id) });
    box.addEventListener("change", () =>
      attempt(async () => {
        await (box.checked ? api.join(chat.id, person.id) : api.leave(chat.id, person.id));
        await memory.loadAll();
      }),
    );
    return el("label", { class: "check" }, box, el("span", {}, memory.nameApart(person)), el("small", {}, person.language_code));
  };
  const title = say("details_of", { title: chat.title });
  const dialog = el(
    "dialog",
    { class: "box", "data-dialog": "members", "aria-label": title },
    el("h2", {}, title),
    el("div", { class: "all" }, state.people.map(line)),
    el(
      "div",
      { class: "actions" },
      el("button", { type: "button", class: "quiet", onclick: () => [dialog.close(), askForPerson()] }, icon("plus"), say("add_person")),
      el("button", { type: "button", class: "main", onclick: () => dialog.close() }, say("ok")),
    ),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    changed();
  });
  document.body.append(dialog);
  dialog.showModal();
}
