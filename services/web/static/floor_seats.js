// What a table plays and who plays it, in words and in marks, as far as every game has them; what
// one game alone has is said by its script.

import { brieflyOf, gameOf } from "./games.js";

const NOTHING = { words: "", count: 0, isRunning: false };
const of = (row) => gameOf(row).script.floor ?? {};

/** What goes on from round to round; where nothing does, no words. */
export const running = (row) => of(row).running?.(row) ?? NOTHING;
/** Wagers that lie there from earlier rounds, and the word for them. */
export const carried = (row) => of(row).carried?.(row) ?? { word: "carried", spots: [] };

/** Elections that a floorperson would name; what is left out of the terms was not elected. */
const elections = (row) =>
  [
    ...(of(row).elections?.(row.terms) ?? []),
    row.terms.progressive && "progressive",
    row.terms.controls === "full" && "full controls",
  ].filter(Boolean);

/** As the regulation and its elections are called. */
export const gameInWords = (row) => [row.regulation_label, ...elections(row)].join(", ");

/** The same as small marks, the regulation first. */
export function markGame(cell, row) {
  const marks = cell.querySelector(".marks");
  marks.title = `${gameInWords(row)} (${row.regulation})`;
  marks.replaceChildren(
    ...[row.regulation_mark, ...elections(row)].map((text) => {
      const mark = document.createElement("span");
      mark.textContent = text;
      return mark;
    }),
  );
}

/** A wager with the number it stands on; of one that may be off, whether it is on. */
function spotInWords({ wager, stake, point, is_on: on }, money) {
  const stands = point ? ` on ${point}` : "";
  const active = on === undefined ? "" : on ? ", on" : ", off";
  return `${brieflyOf(wager)}${stands} ${money(stake)}${active}`;
}

/** What lies at one seat; nothing where nothing does. */
const seatInWords = (row, seat, money) =>
  row.wagers
    .filter((spot) => spot.seat === seat)
    .map((spot) => spotInWords(spot, money))
    .join("; ");

/** What lies on each wager of the layout, whoever laid it there. */
function sumsInWords(row, money) {
  const sums = new Map();
  for (const { wager, stake } of row.wagers) sums.set(wager, (sums.get(wager) ?? 0) + stake);
  return Array.from(sums, ([wager, cents]) => `${brieflyOf(wager)} ${money(cents)}`).join(" · ");
}

/** Seat by seat, for those who cannot see the spots. */
export function seatsInWords(row, money) {
  const words = [row.seats.length ? `seats ${row.seats.join(", ")}` : "none"];
  words.push(...(of(row).seats?.(row, money) ?? []));
  if (gameOf(row).listsWagers)
    words.push(...row.seats.map((seat) => `${seat}: ${seatInWords(row, seat, money)}`));
  return words.join("; ");
}

/** More of them are drawn smaller. */
const FEW_PLACES = 6;
export const isMany = ({ places }) => places > FEW_PLACES;

/** One spot a betting area; a table that hosts another game is laid out anew. */
export function layOut(seats, places) {
  if (seats.childElementCount === places) return;
  seats.toggleAttribute("data-many", isMany({ places }));
  const spots = Array.from({ length: places }, (_, at) => {
    const spot = document.createElement("span");
    spot.className = "seat";
    spot.dataset.state = "out";
    spot.textContent = at + 1;
    return spot;
  });
  seats.replaceChildren(...spots);
}

/** A seat's state is its colour; an offer and a wager carried over are marks beside it. */
export function markSeats(cell, row, words, money) {
  const { state, isOffered } = of(row);
  const lists = gameOf(row).listsWagers;
  const { spots } = carried(row);
  cell.querySelector(".seats").title = words;
  cell.querySelector(".sums").textContent = lists ? sumsInWords(row, money) : "";
  for (const spot of cell.querySelectorAll(".seat")) {
    const seat = Number(spot.textContent);
    spot.dataset.state = state?.(row, seat) ?? (row.seats.includes(seat) ? "in" : "out");
    spot.toggleAttribute("data-offered", isOffered?.(row, seat) ?? false);
    spot.toggleAttribute("data-carried", spots.some((one) => one.seat === seat));
    spot.title = lists ? seatInWords(row, seat, money) : "";
  }
}
