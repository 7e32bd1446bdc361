// Keeps the state fresh: the events of the person one is, and now and then a look at the other people's chats.

import * as api from "./api.js";
import { changed, chatsOf, loadAll, loadChats, loadMessages, markRead, messagesOf, state } from "./state.js";

const AGAIN_AFTER = 1000; // milliseconds until the next try to connect
const OTHERS_EVERY = 3000; // milliseconds; a browser keeps only six connections to a host, so the others get no stream
const SETTLES = 60; // milliseconds in which events are gathered

let source = null;
let listening = null;
const wanted = new Map();
let settling = 0;

/** Follows the person the state names; called again for somebody else, it changes over. */
export function follow() {
  if (listening === state.person && source) return;
  source?.close();
  listening = state.person;
  source = listening === null ? null : connect(listening);
}

function connect(person) {
  const stream = api.events(person);
  let opened = false;
  stream.addEventListener("open", () => {
    opened = true;
    // What came after the chats were read and before the stream was open is in no event.
    if (!state.online) refetch();
    else freshen(person).catch(() => {});
  });
  stream.addEventListener("message", (event) => heardOf(person, JSON.parse(event.data)));
  stream.addEventListener("error", () => {
    stream.close();
    if (source !== stream) return;
    if (opened) lost();
    setTimeout(() => {
      if (source === stream) retry();
    }, AGAIN_AFTER);
  });
  return stream;
}

function lost() {
  state.online = false;
  changed();
}

async function retry() {
  try {
    await api.bot();
    await refetch();
    source?.close();
    source = null;
    follow();
  } catch {
    lost();
    setTimeout(retry, AGAIN_AFTER);
  }
}

async function refetch() {
  state.commands.clear();
  await loadAll();
  await Promise.all(state.people.flatMap(({ id }) => chatsOf(id).map((chat) => loadMessages(id, chat.id))));
  state.online = true;
  changed();
}

function heardOf(person, event) {
  if (event.type === "read") return;
  if (event.migrated_to !== undefined && state.group === event.chat) state.group = event.migrated_to;
  if (event.chat !== undefined) {
    const name = `${person}:${event.chat}`;
    const onlyNew = event.type === "message" && (wanted.get(name)?.onlyNew ?? true);
    wanted.set(name, { person, chat: event.chat, onlyNew, type: event.type });
  }
  if (!settling) settling = setTimeout(settle, SETTLES);
}

async function settle() {
  settling = 0;
  const jobs = [...wanted.values()];
  wanted.clear();
  try {
    await Promise.all([...new Set(jobs.map((job) => job.person))].map(loadChats));
    await Promise.all(
      jobs
        .filter(({ person, chat }) => chatsOf(person).some((each) => each.id === chat))
        .map(({ person, chat, onlyNew }) => loadMessages(person, chat, { onlyNew })),
    );
    await lookAtOthers();
  } catch {
    // The stream notices a lost connection by itself, and then everything is fetched again.
  }
}

/** Fetches a person's chats and everything new in them. */
export async function freshen(person) {
  await loadChats(person);
  const behind = chatsOf(person).filter((chat) => {
    const last = chat.last_message?.message_id ?? 0;
    return last > (messagesOf(person, chat.id).at(-1)?.message_id ?? 0);
  });
  await Promise.all(behind.map((chat) => loadMessages(person, chat.id, { onlyNew: true })));
}

/** Marks everything that lies in the chats by now as read, for everybody. */
export async function readSoFar() {
  await Promise.all(state.people.map(({ id }) => freshen(id)));
  for (const { id } of state.people) for (const chat of chatsOf(id)) markRead(id, chat.id);
}

async function lookAtOthers() {
  const others = state.people.filter(({ id }) => id !== state.person);
  await Promise.all(others.map(({ id }) => freshen(id)));
}

async function newcomers() {
  const people = (await api.people()).filter((each) => !each.is_bot);
  if (JSON.stringify(people) === JSON.stringify(state.people)) return;
  state.people = people;
  changed();
}

/** Begins the regular look at the other people. */
export function keepLooking() {
  setInterval(() => {
    if (!state.online || state.person === null) return;
    newcomers()
      .then(lookAtOthers)
      .catch(() => {});
  }, OTHERS_EVERY);
}
