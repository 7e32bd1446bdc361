// The people's side of the sandbox: every call the page makes, and nothing else.

/** The sandbox said no; `message` is its own sentence. */
export class Refused extends Error {}

/** The sandbox did not answer at all. */
export class Unreachable extends Error {}

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: body ? { "Content-Type": "application/json" } : {},
    body: body ? JSON.stringify(body) : undefined,
  }).catch((error) => {
    throw new Unreachable(error.message);
  });
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    answer = { error: text };
  }
  if (!response.ok) throw new Refused(answer?.error ?? answer?.description ?? response.statusText);
  return answer;
}

const query = (facts) => new URLSearchParams(facts).toString();

export const bot = () => call("GET", "/bot");
export const people = () => call("GET", "/people");
export const addPerson = (first_name, language_code) => call("POST", "/people", { first_name, language_code });
export const block = (person, blocked) => call("POST", `/people/${person}/block`, { blocked });
export const chats = (person) => call("GET", `/chats?${query({ person })}`);
export const addChat = (title, type, members, creator) =>
  call("POST", "/chats", { title, type, members, creator, bot: true });
export const join = (chat, person) => call("POST", `/chats/${chat}/members`, { person });
export const leave = (chat, person) => call("DELETE", `/chats/${chat}/members/${person}`);
export const messages = (chat, person, after = 0) =>
  call("GET", `/chats/${chat}/messages?${query({ person, after })}`);
export const write = (chat, person, text, reply_to, topic) =>
  call("POST", `/chats/${chat}/messages`, { person, text, reply_to, topic });
export const press = (person, chat, message_id, row, column) =>
  call("POST", "/press", { person, chat, message_id, button: [row, column] });
export const follow = (person, url) => call("POST", "/links", { person, url });
export const commands = (person, chat) => call("GET", `/commands?${query({ person, chat })}`);
export const events = (person) => new EventSource(`/events?${query({ person })}`);
