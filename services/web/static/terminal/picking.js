// Pieces to pick from, drawn; what is gone cannot be picked again. By touch, or spelled by keys.

import { KEYS } from "../layouts.js";
import { piece, titleOf } from "../pieces.js";
import { button, el } from "./dom.js";

// The pieces of a set in their order, each with whether it is gone: of two alike one goes first.
function withGone(whole, gone) {
  const left = new Map();
  for (const name of gone) left.set(name, (left.get(name) ?? 0) + 1);
  return whole.map((name) => {
    const count = left.get(name) ?? 0;
    if (count) left.set(name, count - 1);
    return { name, gone: count > 0 };
  });
}

export function remaining(whole, gone) {
  return withGone(whole, gone)
    .filter((one) => !one.gone)
    .map((one) => one.name);
}

export function pieceGrid(key, label, kind, whole, gone, pick) {
  return el(
    "div",
    { class: "piece-grid", role: "group", "aria-label": label },
    withGone(whole, gone).map((one, at) =>
      button(`${key}-${at}`, piece(one.name, kind), () => pick(one.name), {
        class: "bare",
        disabled: one.gone,
        "aria-label": titleOf(one.name, kind),
      }),
    ),
  );
}

export const pieceRow = (names, kind) =>
  el(
    "span",
    { class: "pieces" },
    names.map((name) => piece(name, kind)),
  );

const keysOf = (name) => KEYS[name] ?? [name.replaceAll("-", "").toUpperCase()];
let typed = "";

const spelt = (whole) => whole.find((one) => keysOf(one).includes(typed));
const isBegun = (whole) =>
  whole.some((one) => keysOf(one).some((keys) => keys.startsWith(typed) && keys !== typed));

// The pieces whose keys are whole, and whether the key was any piece's. Where the keys of one begin
// those of another (1, 12), it waits for the next key.
function spell(key, whole) {
  if (!/^[0-9a-z]$/i.test(key)) return { used: false, names: [] };
  const before = spelt(whole);
  typed += key.toUpperCase();
  if (isBegun(whole)) return { used: true, names: [] };
  const name = spelt(whole);
  typed = "";
  if (name || !before) return { used: Boolean(name), names: name ? [name] : [] };
  const next = spell(key, whole);
  return { used: true, names: [before, ...next.names] };
}

// The one that waited for another key.
function spellOut(whole) {
  const name = spelt(whole);
  typed = "";
  return name;
}

// So many pieces out of a set, kept in `ui.picks` in the order they were picked.
export function picking(app, ui, from, most) {
  const change = (picks) => {
    ui.picks = picks;
    app.render();
  };
  const undo = () => change(ui.picks.slice(0, -1));
  const pick = (name) => {
    if (ui.picks.length < most && remaining(from, ui.picks).includes(name))
      change([...ui.picks, name]);
  };
  return {
    undo,
    pick,
    clear: () => change([]),
    // `send`: null until all that is asked for is picked.
    onKey(event, send) {
      if (event.inField) return false;
      if (event.key === "Backspace") undo();
      else if (event.key === "Enter") {
        const name = spellOut(from);
        if (name) pick(name);
        else if (send) send();
        else return false;
      } else {
        const { used, names } = spell(event.key, from);
        names.forEach(pick);
        return used;
      }
      return true;
    },
  };
}
