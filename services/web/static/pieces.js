// Pieces as elements, for pages that change while one looks: the same drawings and names as
// templates/pieces.html.
import { BACKS, CHIPS, MOST, STACKED, TITLES } from "./layouts.js";

const SVG = "http://www.w3.org/2000/svg";
export const MASK = "??";

function drawn(symbol, title, kind) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `piece piece-${kind}`);
  if (title === null) {
    svg.setAttribute("aria-hidden", "true");
  } else {
    const label = document.createElementNS(SVG, "title");
    label.textContent = title;
    svg.setAttribute("role", "img");
    svg.append(label);
  }
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/static/pieces.svg#${symbol}`);
  svg.append(use);
  return svg;
}

const has = (kind, name) => TITLES[kind] !== undefined && name in TITLES[kind];
const kindOf = (name, kind) =>
  has(kind, name) ? kind : Object.keys(TITLES).find((one) => has(one, name));

export const titleOf = (name, kind) =>
  name === MASK ? "face down" : (TITLES[kindOf(name, kind)]?.[name] ?? name);

// `kind` says which back a masked piece shows, and which piece is meant where two have one name.
// A piece that nobody knows, or whose back nobody has drawn, is written out.
export function piece(name, kind) {
  const back = kind in TITLES ? kind : BACKS[0];
  if (name === MASK && BACKS.includes(back)) return drawn(`${back}-back`, titleOf(name), back);
  const found = kindOf(name, kind);
  if (found) return drawn(`${found}-${name}`, TITLES[found][name], found);
  const unknown = document.createElement("span");
  unknown.className = "piece-unknown";
  unknown.textContent = name;
  return unknown;
}

export const dollars = (cents) =>
  (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

export function chip(denomination) {
  const symbol = CHIPS.includes(Number(denomination)) ? denomination : "other";
  return drawn(`chip-${symbol}`, `chip of ${dollars(denomination)}`, "chip");
}

// The chips an amount lies in, largest first, as many as are worth drawing.
export function stack(amount) {
  let left = amount;
  const found = [];
  for (const value of STACKED) {
    const pieces = Math.floor(left / value);
    left -= pieces * value;
    found.push(...Array(Math.min(pieces, MOST)).fill(value));
  }
  return found.slice(0, MOST);
}

// An amount as chips lie: the drawing is decoration, the amount stands beside it.
export function chips(amount) {
  const shown = document.createElement("span");
  shown.className = "chips";
  const pile = document.createElement("span");
  pile.className = "chip-stack";
  pile.setAttribute("aria-hidden", "true");
  pile.append(...stack(amount).map((value) => drawn(`chip-${value}`, null, "chip")));
  const words = document.createElement("span");
  words.className = "chips-amount";
  words.textContent = dollars(amount);
  shown.append(pile, words);
  return shown;
}
