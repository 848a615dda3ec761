// The layout: who sits where with which wagers, and what is still to be done there.

import { chips } from "../pieces.js";
import { button, el } from "./dom.js";
import { money } from "./money.js";
import { pieceRow } from "./piece_picker.js";
import { titled } from "./words.js";

export function felt(app) {
  const { table: row, next } = app.state.shown;
  const labels = labelsOf(next.options);
  const seats = Array.from({ length: row.places }, (_, at) => seat(app, row, at + 1, labels));
  return el(
    "section",
    { class: "felt", "aria-label": "Layout" },
    house(app, row),
    el("ol", { class: "seats" }, seats),
  );
}

function labelsOf(options) {
  return new Map(options.flatMap((one) => one.spots ?? []).map((spot) => [spot.wager, spot.label]));
}

function house(app, row) {
  const facts = [];
  if (row.craps) facts.push(row.craps.point ? `Point ${row.craps.point}` : "Come out roll");
  if (row.bank) facts.push(`Seat ${row.bank} banks${row.co_bank ? " with the house" : ""}`);
  if (row.offered.length) facts.push(`Bank offered to seat ${row.offered[0].seat}`);
  if (row.dealer_keeps) facts.push("The dealer keeps the bank");
  if (row.dealer_wager) facts.push(`Dealer wagers ${money(row.dealer_wager)}`);
  if (row.triples.count)
    facts.push(`${row.triples.count} triple${row.triples.count > 1 ? "s" : ""} running`);
  const hand = handOf(app, row, "dealer");
  return el(
    "div",
    { class: "dealer" },
    el("strong", {}, "Dealer"),
    el("span", {}, facts.join(" · ")),
    hand ? pieceRow(hand) : null,
  );
}

function handOf(app, row, place) {
  return app.known && app.known.round === row.round ? app.known.hands[place] : undefined;
}

function seat(app, row, number, labels) {
  const wagers = row.wagers.filter((one) => one.seat === number);
  const player = wagers[0]?.player;
  const tags = [
    row.bank === number && "bank",
    row.button === number && "dragon's eye",
    row.to_set.includes(number) && "to set",
    row.exposed.includes(number) && "exposed",
  ].filter(Boolean);
  const hand = handOf(app, row, String(number));
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
    hand ? pieceRow(hand) : null,
  );
}

function wagerWords(wager, labels) {
  const on = wager.point ? ` on ${wager.point}` : "";
  const state = wager.is_on === false ? ", off" : "";
  return `${labels.get(wager.wager) ?? titled(wager.wager)}${on}${state}`;
}
