// Commands as people call them, where they stand on the page, and the key that reaches them.

import { COMMANDS, titled, VALUES } from "../games.js";

const OF_ANY_TABLE = {
  open_round: ["Open round", "o"],
  place_wager: ["Wager", "w"],
  withdraw_wager: ["Withdraw wager", "x"],
  no_more_bets: ["No more bets", "n"],
  roll: ["Dice", "r"],
  settle: ["Settle", "t"],
  buy_in: ["Buy-in", "i"],
};
const TABLE = new Set(
  `open_table buy_in fill credit count_tray close_table change_dice pay_marker remove_box
   owe_vigorish recover_vigorish count_drop complain hold_dispute rule_dispute
   acknowledge`.split(/\s+/),
);
const IRREGULAR = new Set(["void_round", "no_roll", "return_wager"]);
const GRAVE = new Set(["void_round", "close_table"]);
export const GROUPS = {
  play: "Play",
  irregular: "Out of order",
  table: "Table and books",
  correct: "Corrections",
};

export const nameOf = (command) =>
  COMMANDS[command]?.label ?? OF_ANY_TABLE[command]?.[0] ?? titled(command);
export const keyOf = (command) => COMMANDS[command]?.key ?? OF_ANY_TABLE[command]?.[1] ?? "";
export const isGrave = (command) => COMMANDS[command]?.isGrave ?? GRAVE.has(command);
export const placed = (place) => (/^\d+$/.test(String(place)) ? `seat ${place}` : String(place));
export const valueOf = (value) => VALUES[value] ?? titled(value);

export function groupOf(command) {
  if (command.startsWith("correct_")) return "correct";
  if (COMMANDS[command]) return COMMANDS[command].group;
  if (TABLE.has(command)) return "table";
  return IRREGULAR.has(command) ? "irregular" : "play";
}

// A phase as it is announced.
export const phaseOf = (app, phase) => app.game.phases[phase]?.words ?? phase;
