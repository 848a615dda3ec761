// Which panel asks for what a command needs.

import { placePanel, spotFormPanel, spotPanel } from "./panel_choice.js";
import { dealPanel } from "./panel_deal.js";
import { dicePanel } from "./panel_dice.js";
import { formPanel } from "./panel_form.js";
import { noRollPanel } from "./panel_no_roll.js";
import { settingPanel } from "./panel_setting.js";
import { wagerPanel } from "./panel_wager.js";
import { groupOf } from "./words.js";

const PLACES = new Set(["seat", "position", "style"]);
const needed = (app, command) =>
  (app.forms[command] ?? []).filter((field) => field.required).map((field) => field.name);

export function panelFor(app, option) {
  const asks = needed(app, option.command);
  if (option.spots?.some((spot) => spot.limits)) return wagerPanel(app, option);
  if (option.choices?.cause) return noRollPanel(app, option);
  if (option.dice) return dicePanel(app, option);
  if (option.pieces?.groups) return dealPanel(app, option);
  if (option.pieces) return settingPanel(app, option);
  if (option.spots)
    return asks.some((name) => !["seat", "wager"].includes(name))
      ? spotFormPanel(app, option)
      : spotPanel(app, option);
  const fields = Object.keys(option.choices ?? {});
  if (asks.length === 1 && fields.length === 1 && PLACES.has(asks[0]) && fields[0] === asks[0])
    return placePanel(app, option);
  return formPanel(app, option);
}

// Done at one touch: it asks for nothing, and what may be said beside it is seldom said.
export function isImmediate(app, option) {
  if (option.spots || option.dice || option.pieces || needed(app, option.command).length)
    return false;
  if (option.limits?.lights && app.state.shown.full_controls) return false;
  return groupOf(option.command) === "play" || !app.forms[option.command]?.length;
}

// What the moment asks for, unless somebody chose otherwise.
const NATURAL = ["place_wager", "roll", "announce_number", "deal", "set_hand", "set_house"];

export function naturalPanel(options) {
  const names = options.map((one) => one.command);
  return NATURAL.find((name) => names.includes(name)) ?? null;
}
