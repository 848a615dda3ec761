// A craps table in words: the point, and every wager that lies on its layout.

const NAMES = { dont_pass: "don’t pass", dont_come: "don’t come", hard_4: "hard 4" };
const called = (wager) => NAMES[wager] ?? wager.replaceAll("_", " ");

/** What the next roll is for. */
export const pointInWords = ({ craps }) => (craps.point === null ? "come out" : `point ${craps.point}`);

/** Cents that lie there from earlier rolls. */
export const carriedCents = ({ craps }) => craps.carried.reduce((sum, spot) => sum + spot.stake, 0);

/** A wager with the number it stands on; of a place bet before a come out roll, whether it is on. */
function spotInWords({ wager, stake, point, is_on: on }, money) {
  const stands = point ? ` on ${point}` : "";
  const active = on === undefined ? "" : on ? ", on" : ", off";
  return `${called(wager)}${stands} ${money(stake)}${active}`;
}

/** What lies at one seat; nothing where nothing does. */
export const seatInWords = (row, seat, money) =>
  row.wagers
    .filter((spot) => spot.seat === seat)
    .map((spot) => spotInWords(spot, money))
    .join("; ");

/** Seat by seat, for those who cannot see the spots. */
export const layoutInWords = (row, money) =>
  row.seats.map((seat) => `${seat}: ${seatInWords(row, seat, money)}`);

/** What lies on each wager of the layout, whoever laid it there. */
export function sumsInWords(row, money) {
  const sums = new Map();
  for (const { wager, stake } of row.wagers) sums.set(wager, (sums.get(wager) ?? 0) + stake);
  return Array.from(sums, ([wager, cents]) => `${called(wager)} ${money(cents)}`).join(" · ");
}
