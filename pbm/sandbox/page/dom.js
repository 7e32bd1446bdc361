// Small tools for making elements; everything shown goes through text nodes, never through markup.

/**
 * Makes an element. Attributes: `on…` are listeners, `class` and others as in HTML; false, null and undefined are left out.
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const SHAPES = {
  reply: "M9 7 4 12l5 5M4 12h9a7 7 0 0 1 7 7",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  still: "M6 16V11a6 6 0 0 1 9-5.2M18 11v5l2 2H8M10 21h4M4 4l16 16",
  pin: "M9 4h6l-1 6 4 4H6l4-4zM12 14v6",
  link: "M8 16 17 7M9 7h8v8",
  send: "M12 19V5M6 11l6-6 6 6",
  close: "M6 6l12 12M18 6 6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  down: "M6 9l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14a6.5 6.5 0 0 1 3.5 6",
};

/** A drawing from the set above; it is decoration, its meaning stands beside it in words. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** Words for screen readers only. */
export function heard(text) {
  return el("span", { class: "heard" }, text);
}

/** Fills `parent` with what `make` gives, but only if `mark` is another than last time: focus and open lists survive. */
export function refresh(parent, mark, make) {
  if (parent.dataset.mark === mark) return;
  parent.dataset.mark = mark;
  parent.replaceChildren(...make().filter(Boolean));
}

/**
 * Makes the children of `parent` the nodes of `items`, reusing by key those whose `mark` did not change, so that
 * scrolling, focus and open folds survive. Returns the keys whose nodes were made anew.
 */
export function reconcile(parent, items) {
  const old = new Map([...parent.children].map((node) => [node.dataset.key, node]));
  const fresh = [];
  let place = parent.firstElementChild;
  for (const { key, mark, make } of items) {
    let node = old.get(String(key));
    old.delete(String(key));
    if (!node || node.dataset.mark !== mark) {
      const made = make();
      made.dataset.key = key;
      made.dataset.mark = mark;
      if (node) {
        const focused = node.contains(document.activeElement) ? document.activeElement.dataset.button : undefined;
        if (place === node) place = made;
        node.replaceWith(made);
        if (focused) (made.querySelector(`[data-button="${focused}"]`) ?? made.querySelector("[data-button]"))?.focus();
      }
      node = made;
      fresh.push(key);
    }
    if (node === place) place = place.nextElementSibling;
    else parent.insertBefore(node, place);
  }
  for (const node of old.values()) node.remove();
  return fresh;
}
