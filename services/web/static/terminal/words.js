// Commands as people call them, where they stand on the page, and the key that reaches them.

const NAMES = {
  open_round: ["Open round", "o"],
  place_wager: ["Wager", "w"],
  withdraw_wager: ["Withdraw wager", "x"],
  call_on: ["Call place bet on", "c"],
  no_more_bets: ["No more bets", "n"],
  accept_bank: ["Accept bank", "b"],
  pass_bank: ["Pass bank", "p"],
  cut: ["Cut", "u"],
  choose_delivery: ["Delivery", "y"],
  roll: ["Dice", "r"],
  announce_number: ["Generator's number", "g"],
  deal: ["Deal", "d"],
  set_hand: ["Set hands", "s"],
  set_house: ["Set house", "h"],
  settle: ["Settle", "t"],
  surrender: ["Surrender", "e"],
  buy_in: ["Buy-in", "i"],
};
const TABLE = new Set(
  `open_table buy_in fill credit count_tray close_table change_dice set_out_tiles change_tiles
   pay_marker remove_box owe_vigorish recover_vigorish count_drop complain hold_dispute
   rule_dispute acknowledge`.split(/\s+/),
);
const IRREGULAR = new Set(
  `misdeal void_round reshuffle no_roll expose void_hand play_on abandon return_wager`.split(/\s+/),
);
export const GRAVE = new Set(["misdeal", "void_round", "expose", "abandon", "close_table"]);
export const GROUPS = {
  play: "Play",
  irregular: "Out of order",
  table: "Table and books",
  correct: "Corrections",
};

const spaced = (name) => name.replaceAll("_", " ");
export const titled = (name) => spaced(name).replace(/^./, (first) => first.toUpperCase());
export const nameOf = (command) => NAMES[command]?.[0] ?? titled(command);
export const keyOf = (command) => NAMES[command]?.[1] ?? "";
export const placed = (place) => (/^\d+$/.test(String(place)) ? `seat ${place}` : String(place));

export function groupOf(command) {
  if (TABLE.has(command)) return "table";
  if (IRREGULAR.has(command)) return "irregular";
  return command.startsWith("correct_") ? "correct" : "play";
}

// A phase as it is announced.
export const PHASES = {
  closed: "Closed",
  open: "Between rounds",
  betting: "Betting",
  no_more_bets: "No more bets",
  rolled: "Dice are read",
  dealt: "Dealt",
  house_set: "House hand is set",
};
