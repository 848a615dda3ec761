// Pieces to pick from, drawn; what is gone cannot be picked again.

import { piece, titleOf } from "../pieces.js";
import { button, el } from "./dom.js";

// The pieces of a set in their order, each with whether it is gone: of two alike one goes first.
export function withGone(whole, gone) {
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

export function pieceGrid(key, label, whole, gone, pick) {
  return el(
    "div",
    { class: "piece-grid", role: "group", "aria-label": label },
    withGone(whole, gone).map((one, at) =>
      button(`${key}-${at}`, piece(one.name), () => pick(one.name), {
        class: "bare",
        disabled: one.gone,
        "aria-label": titleOf(one.name),
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

// Keys spell a piece: two digits a tile, rank and suit a card. Answers the piece once it is whole.
export class Spelling {
  #typed = "";

  take(key, whole) {
    if (!/^[0-9a-z]$/i.test(key)) return { used: false };
    this.#typed += key.toUpperCase();
    const plain = (name) => name.replace("-", "").toUpperCase();
    const reversed = [...this.#typed].reverse().join("");
    const exact = whole.find(
      (name) =>
        [this.#typed, reversed].includes(plain(name)) && this.#typed.length === plain(name).length,
    );
    if (exact) {
      this.#typed = "";
      return { used: true, name: exact };
    }
    if (
      whole.some((name) => plain(name).startsWith(this.#typed) || plain(name).endsWith(this.#typed))
    ) {
      return { used: true };
    }
    this.#typed = "";
    return { used: false };
  }
}
