// What the page knows: people, their chats, messages, what each has read, and what each has begun to write.

import * as api from "./api.js";

const KEPT = "sandbox";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

const before = kept();

/** Whether nobody has looked here from this browser before: then nothing is known of what has been read. */
export const firstLook = before.read === undefined;

export const state = {
  bot: null,
  people: [],
  person: before.person ?? null,
  group: before.group ?? null,
  tab: before.tab ?? "group",
  online: true,
  chats: new Map(),
  messages: new Map(),
  read: new Map(Object.entries(before.read ?? {})),
  drafts: new Map(),
  commands: new Map(),
  unfolded: new Set(),
};

const listeners = new Set();
let told = false;

/** Calls `listener` after every change, once for all changes of one moment. */
export function onChange(listener) {
  listeners.add(listener);
}

/** Says that the state has changed. */
export function changed() {
  if (told) return;
  told = true;
  queueMicrotask(() => {
    told = false;
    const { person, group, tab, read } = state;
    localStorage.setItem(KEPT, JSON.stringify({ person, group, tab, read: Object.fromEntries(read) }));
    for (const listener of listeners) listener();
  });
}

const key = (person, chat) => `${person}:${chat}`;

export const personOf = (id) => state.people.find((each) => each.id === id);
export const me = () => personOf(state.person);
export const isPrivate = (chat) => chat.type === "private";
export const fullName = (user) => [user?.first_name, user?.last_name].filter(Boolean).join(" ");

/** What tells a person from the others of the same name: the username, else a number from the second one on; or empty. */
export function toldApart(person) {
  const alike = state.people.filter((each) => fullName(each) === fullName(person));
  if (alike.length < 2) return "";
  if (person.username) return `@${person.username}`;
  const place = alike.findIndex(({ id }) => id === person.id);
  return place > 0 ? `(${place + 1})` : "";
}

/** A person's name as nobody else here has it. */
export const nameApart = (person) => [fullName(person), toldApart(person)].filter(Boolean).join(" ");

/** The chats a person sees; the private one is there from the start, as in any messenger that has found a bot. */
export function chatsOf(person) {
  const chats = state.chats.get(person) ?? [];
  if (chats.some(isPrivate)) return chats;
  return [...chats, { id: person, type: "private", title: fullName(state.bot), members: [], bot_started: false }];
}

export const privateOf = (person) => chatsOf(person).find(isPrivate);
export const groupsOf = (person) => chatsOf(person).filter((each) => !isPrivate(each));

/** The group in the middle: the one chosen, or the first that this person is in. */
export function openGroup() {
  const groups = groupsOf(state.person);
  return groups.find((each) => each.id === state.group) ?? groups[0] ?? null;
}

/** A chat's messages as this person sees them, oldest first. */
export function messagesOf(person, chat) {
  return state.messages.get(key(person, chat)) ?? [];
}

/** What a person has begun to write in a chat: `text`, and `reply` (a message's id) or null; `topic` or null. */
export function draftOf(person, chat) {
  const name = key(person, chat);
  if (!state.drafts.has(name)) state.drafts.set(name, { text: "", reply: null, topic: null });
  return state.drafts.get(name);
}

export const readUpTo = (person, chat) => state.read.get(key(person, chat)) ?? 0;

/** Marks everything in the chat as read by this person. */
export function markRead(person, chat) {
  const last = messagesOf(person, chat).at(-1)?.message_id ?? 0;
  if (last === readUpTo(person, chat)) return;
  state.read.set(key(person, chat), last);
  changed();
}

/** The messages a person has not seen yet in a chat; their own do not count, nor who came and went. */
export function unreadIn(person, chat) {
  const mark = readUpTo(person, chat);
  const counts = ({ message_id, from, kind }) => message_id > mark && from?.id !== person && kind !== "service";
  return messagesOf(person, chat).filter(counts);
}

export const rings = (message) => Boolean(message.from?.is_bot) && !message.silent;

/** Fetches the bot, the people and the chats of each. */
export async function loadAll() {
  const [bot, everybody] = await Promise.all([api.bot(), api.people()]);
  state.bot = { ...bot, is_bot: true };
  state.people = everybody.filter((each) => !each.is_bot);
  if (!me()) state.person = state.people[0]?.id ?? null;
  await Promise.all(state.people.map(({ id }) => loadChats(id)));
  changed();
}

/** Fetches a person's list of chats. */
export async function loadChats(person) {
  const fetched = await api.chats(person);
  if (JSON.stringify(fetched) === JSON.stringify(state.chats.get(person))) return;
  state.chats.set(person, fetched);
  changed();
}

/** Fetches a chat's messages: all of them, or only those after the last one known. */
export async function loadMessages(person, chat, { onlyNew = false } = {}) {
  const name = key(person, chat);
  const known = onlyNew ? messagesOf(person, chat) : [];
  const fetched = await api.messages(chat, person, known.at(-1)?.message_id ?? 0);
  if (onlyNew && fetched.length === 0) return;
  const together = new Map([...(onlyNew ? messagesOf(person, chat) : []), ...fetched].map((m) => [m.message_id, m]));
  const ordered = [...together.values()].sort((a, b) => a.message_id - b.message_id);
  state.messages.set(name, ordered);
  // A sandbox that begins anew counts from 1 again.
  if (!onlyNew && readUpTo(person, chat) > (ordered.at(-1)?.message_id ?? 0)) state.read.delete(name);
  changed();
}

/** Fetches what is offered while a person writes a command in a chat. */
export async function loadCommands(person, chat) {
  const commands = await api.commands(person, chat);
  state.commands.set(key(person, chat), commands);
  changed();
  return commands;
}

export const commandsOf = (person, chat) => state.commands.get(key(person, chat)) ?? [];
