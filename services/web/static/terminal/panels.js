// Which panel asks for what a command needs: the game's own, else by what its option has.

import { placePanel, spotFormPanel, spotPanel } from "./panel_choice.js";
import { dicePanel, noRollPanel } from "./panel_dice.js";
import { formPanel } from "./panel_form.js";
import { piecesPanel } from "./panel_pieces.js";
import { wagerPanel } from "./panel_wager.js";
import { groupOf } from "./words.js";

const PLACES = new Set(["seat", "position"]);
const needed = (app, command) =>
  (app.forms[command] ?? []).filter((field) => field.required).map((field) => field.name);

export function panelFor(app, option) {
  const own = app.game.script.panels?.[option.command];
  if (own) return own(app, option);
  const asks = needed(app, option.command);
  if (option.spots?.some((spot) => spot.limits)) return wagerPanel(app, option);
  if (option.choices?.cause) return noRollPanel(app, option);
  if (option.dice) return dicePanel(app, option);
  if (option.pieces?.field) return piecesPanel(app, option);
  if (option.spots)
    return asks.some((name) => !["seat", "wager"].includes(name))
      ? spotFormPanel(app, option)
      : spotPanel(app, option);
  return isChoice(app, option, asks) ? placePanel(app, option) : formPanel(app, option);
}

// It asks for one thing, which is a place, or of which the game says that it is chosen.
function isChoice(app, { command, choices = {} }, [asked, ...others]) {
  const [field, ...more] = Object.keys(choices);
  if (others.length || more.length || field === undefined || field !== asked) return false;
  return PLACES.has(asked) || Boolean(app.game.commands[command]?.isChoice);
}

// Done at one touch: it asks for nothing, and what may be said beside it is seldom said.
export function isImmediate(app, option) {
  if (option.spots || option.dice || option.pieces || needed(app, option.command).length)
    return false;
  if (app.game.script.panels?.[option.command]) return false;
  if (option.limits?.lights && app.state.shown.full_controls) return false;
  return groupOf(option.command) === "play" || !app.forms[option.command]?.length;
}

// What the moment asks for, unless somebody chose otherwise.
export function naturalPanel(app, names) {
  const { primary } = app.game.phases[app.state.shown.next.phase] ?? { primary: [] };
  return primary.find((name) => names.includes(name)) ?? null;
}
