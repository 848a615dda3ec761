// The games as their layouts tell them, each with what a script of its own adds, if it has one.

import { GAMES, PHASES } from "./layouts.js";

const known = Object.entries(GAMES).map(([name, game]) => ({ name, ...game, script: {} }));
const UNKNOWN = {
  name: "",
  phases: PHASES,
  commands: {},
  values: {},
  wagers: {},
  listsWagers: true,
  running: "",
  script: {},
};

/** Before it is done, every game is drawn as any game is. */
export const loadScripts = () =>
  Promise.all(
    known
      .filter((game) => game.hasScript)
      .map(async (game) => (game.script = await import(`./games/${game.name}.js`))),
  );

/** What is played at a table. */
export function gameOf({ regulation }) {
  const [name] = regulation.split("@");
  return known.find((game) => game.regulations.includes(name)) ?? UNKNOWN;
}

/** Of every game: no two have a command, or a wager, of one name. */
export const COMMANDS = Object.assign({}, ...known.map((game) => game.commands));
export const VALUES = Object.assign({}, ...known.map((game) => game.values));
const WAGERS = Object.assign({}, ...known.map((game) => game.wagers));

const spaced = (name) => name.replaceAll("_", " ");
export const titled = (name) => spaced(name).replace(/^./, (first) => first.toUpperCase());
export const labelOf = (wager) => WAGERS[wager]?.[0] ?? titled(wager);
export const brieflyOf = (wager) => WAGERS[wager]?.[1] ?? spaced(wager);
