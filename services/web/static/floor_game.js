// What a table plays and who plays it, in words and in marks.

import { layoutInWords, seatInWords, sumsInWords } from "./floor_craps.js";

const bank = ({ banking, co_banking: shared }) => banking && (shared ? "co-bank" : "bank");
const eye = ({ dragons_eye: variation }) =>
  variation && (variation.vigorish_method === 2 ? "dragon’s eye 2" : "dragon’s eye");

/** Elections that a floorperson would name; what is left out of the terms was not elected. */
const ELECTIONS = [
  bank,
  ({ two_areas: elected }) => elected && "2 areas",
  eye,
  ({ triples_bonus: elected }) => elected && "triples",
  ({ pair_fortunes: paytable }) => paytable && `fortunes ${paytable}`,
  ({ generator }) => generator && "generator",
  ({ progressive }) => progressive && "progressive",
  ({ controls }) => controls === "full" && "full controls",
];

const elections = (row) => ELECTIONS.map((say) => say(row.terms)).filter(Boolean);

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

const list = (seats) => seats.join(", ");

export function seatsInWords(row, money) {
  const words = [row.seats.length ? `seats ${list(row.seats)}` : "none"];
  if (row.to_set.length) words.push(`to set: ${list(row.to_set)}`);
  if (row.exposed.length) words.push(`exposed: ${list(row.exposed)}`);
  if (row.bank !== null) words.push(`${row.co_bank ? "co-bank" : "bank"}: ${row.bank}`);
  if (row.dealer_wager) words.push(`dealer wagers ${money(row.dealer_wager)}`);
  if (row.offered.length) words.push(`bank offered to: ${list(row.offered.map(seatOf))}`);
  if (row.dealer_keeps) words.push("the dealer keeps the round");
  const { retained } = row.triples;
  if (retained.length) words.push(`retained: ${list(retained.map(seatOf))}`);
  if (row.craps) words.push(...layoutInWords(row, money));
  return words.join("; ");
}

/** More of them are drawn smaller. */
const FEW_PLACES = 6;

/** One spot a betting area; a table that hosts another game is laid out anew. */
export function layOut(seats, places) {
  if (seats.childElementCount === places) return;
  seats.toggleAttribute("data-many", places > FEW_PLACES);
  const spots = Array.from({ length: places }, (_, at) => {
    const spot = document.createElement("span");
    spot.className = "seat";
    spot.dataset.state = "out";
    spot.textContent = at + 1;
    return spot;
  });
  seats.replaceChildren(...spots);
}

const seatOf = ({ seat }) => seat;
const has = (places, seat) => places.some((place) => place.seat === seat);

/** A seat's state is its colour; an offer and a wager carried over are marks beside it. */
export function markSeats(cell, row, words, money) {
  cell.querySelector(".seats").title = words;
  cell.querySelector(".sums").textContent = row.craps ? sumsInWords(row, money) : "";
  const carried = row.craps?.carried ?? row.triples.retained;
  for (const spot of cell.querySelectorAll(".seat")) {
    const seat = Number(spot.textContent);
    spot.dataset.state = seatState(row, seat);
    spot.toggleAttribute("data-offered", has(row.offered, seat));
    spot.toggleAttribute("data-retained", has(carried, seat));
    spot.title = row.craps ? seatInWords(row, seat, money) : "";
  }
}

function seatState(row, seat) {
  if (row.bank === seat) return row.co_bank ? "co-bank" : "bank";
  if (row.exposed.includes(seat)) return "exposed";
  if (row.to_set.includes(seat)) return "setting";
  return row.seats.includes(seat) ? "in" : "out";
}
