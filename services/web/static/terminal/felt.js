// The layout: who sits where with which wagers, and what is still to be done there.

import { labelOf } from "../games.js";
import { chips } from "../pieces.js";
import { button, el } from "./dom.js";
import { pieceRow } from "./picking.js";

export function felt(app) {
  const { table: row, next } = app.state.shown;
  const labels = labelsOf(next.options);
  const numbers = Array.from({ length: row.places }, (_, at) => at + 1);
  return el(
    "section",
    { class: "felt", "aria-label": "Layout" },
    house(app, row, numbers),
    el(
      "ol",
      { class: "seats" },
      numbers.map((number) => seat(app, row, number, labels)),
    ),
  );
}

function labelsOf(options) {
  return new Map(options.flatMap((one) => one.spots ?? []).map((spot) => [spot.wager, spot.label]));
}

// What lies before the house, and what lies at no seat.
function house(app, row, numbers) {
  const facts = app.game.script.felt?.facts?.(row) ?? [];
  const others = Object.keys(handsOf(app, row)).filter((place) => !numbers.includes(Number(place)));
  return el(
    "div",
    { class: "dealer" },
    el("strong", {}, "Dealer"),
    el("span", {}, facts.filter(Boolean).join(" · ")),
    others.map((place) => hand(app, row, place)),
  );
}

const handsOf = (app, row) =>
  app.known && app.known.round === row.round ? app.known.hands : {};

function hand(app, row, place) {
  const held = handsOf(app, row)[place];
  return held ? pieceRow(held, app.known.kind) : null;
}

function seat(app, row, number, labels) {
  const wagers = row.wagers.filter((one) => one.seat === number);
  const player = wagers[0]?.player;
  const tags = (app.game.script.felt?.tags?.(row, number) ?? []).filter(Boolean);
  const isChosen = app.panelCommand() === "place_wager" && app.ui.wager?.seat === number;
  return el(
    "li",
    {
      class: "seat",
      "data-seat": number,
      "data-chosen": isChosen ? "true" : "false",
      "data-empty": wagers.length ? "false" : "true",
    },
    button(`felt-${number}`, String(number), () => app.chooseSeat(number), {
      class: "number",
      "aria-label": `Seat ${number}`,
    }),
    player && player !== `seat-${number}` ? el("span", { class: "player" }, player) : null,
    el(
      "ul",
      { class: "wagers" },
      wagers.map((one) => el("li", {}, wagerWords(one, labels), " ", chips(one.stake))),
    ),
    tags.length
      ? el(
          "span",
          { class: "tags" },
          tags.map((tag) => el("span", { class: "badge wait" }, tag)),
        )
      : null,
    hand(app, row, String(number)),
  );
}

function wagerWords(wager, labels) {
  const on = wager.point ? ` on ${wager.point}` : "";
  const state = wager.is_on === false ? ", off" : "";
  return `${labels.get(wager.wager) ?? labelOf(wager.wager)}${on}${state}`;
}
