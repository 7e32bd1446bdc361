// Short answers: a line that goes away by itself, or an alert that stays until it has been read.

import { el, icon } from "./dom.js";
import { Refused, Unreachable } from "./api.js";
import { say } from "./words.js";

const SHORTEST = 4500; // milliseconds
const A_LETTER = 70; // milliseconds it takes to read one

/** Shows a line for as long as it takes to read it. */
export function toast(text) {
  const line = el("div", { class: "toast", "data-toast": true }, el("span", {}, text));
  const away = () => line.remove();
  line.append(el("button", { type: "button", class: "plain", "aria-label": say("close"), onclick: away }, icon("close")));
  document.getElementById("toasts").append(line);
  setTimeout(away, Math.max(SHORTEST, text.length * A_LETTER));
}

/** Shows a text that has to be answered with OK. */
export function alertBox(text) {
  const dialog = el(
    "dialog",
    { class: "box alert", "data-alert": true, role: "alertdialog", "aria-label": text },
    el("p", {}, text),
    el("form", { method: "dialog", class: "actions" }, el("button", { class: "main" }, say("ok"))),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Carries out something that the sandbox may refuse, and says so kindly if it does. Gives undefined then. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Refused) toast(say("refused", { why: error.message }));
    else if (error instanceof Unreachable) toast(say("unreachable"));
    else throw error;
    return undefined;
  }
}
