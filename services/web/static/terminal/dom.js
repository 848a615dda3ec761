// Nodes, built and never written as text: the page's policy allows nothing else.

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(
    ...children.flat().filter((one) => one !== null && one !== undefined && one !== false),
  );
  return node;
}

// A button that is pressed by hand or key. `key` names it across renderings, `hint` its shortcut.
export function button(key, label, onclick, attributes = {}, hint = "") {
  const shown = hint ? [label, el("kbd", { "aria-hidden": "true" }, hint)] : [label];
  const shortcut = hint ? { "aria-keyshortcuts": hint } : {};
  const settings = { type: "button", "data-key": key, onclick, ...shortcut, ...attributes };
  return el("button", settings, ...shown);
}

export const labelled = (label, input) => el("label", {}, el("span", {}, label), input);

// Shows other nodes in a place; whoever was at one of them still is, with what they had selected:
// an amount that was about to be written over would else be added to. So would one that comes into
// the field meanwhile, which is selected whole.
export function show(place, ...nodes) {
  const at = document.activeElement;
  const key = place.contains(at) ? at.dataset.key : undefined;
  const selected = key !== undefined && "selectionStart" in at ? selection(at) : null;
  const opened = [...place.querySelectorAll("details[open]")].map((one) => one.dataset.key);
  place.replaceChildren(...nodes.filter(Boolean));
  for (const details of place.querySelectorAll("details")) {
    if (opened.includes(details.dataset.key)) details.open = true;
  }
  if (key === undefined) return;
  const again = [...place.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  again?.focus({ preventScroll: true });
  if (again && selected !== null) select(again, again.value === at.value ? selected : [0, again.value.length]);
}

const selection = ({ selectionStart, selectionEnd }) =>
  selectionStart === null ? null : [selectionStart, selectionEnd];

function select(input, [start, end]) {
  try {
    input.setSelectionRange(start, end);
  } catch {
    // An input of numbers has no caret that could be set.
  }
}
