// The deal, position by position: what is keyed in stays in this page's memory and nowhere else.

import { button, el } from "./dom.js";
import { supervisionFields, takeSupervision } from "./supervision.js";
import { pieceGrid, pieceRow, remaining, Spelling } from "./piece_picker.js";
import { nameOf, placed } from "./words.js";

const UNSEEN = "dead";
const spelling = new Spelling();

// Where each piece of a group goes: by its own place in a stack, else where the group is named for.
function slotsByPlace(groups) {
  const places = new Map();
  groups.forEach((group, at) => {
    for (let down = 0; down < group.size; down += 1) {
      const place = group.goes_to?.[down] ?? group.name;
      if (!places.has(place)) places.set(place, []);
      places.get(place).push({ group: at, down });
    }
  });
  return places;
}

export function dealPanel(app, option) {
  const ui = (app.ui.deal ??= { picks: [], deck: "", start: "" });
  const { piece, whole } = option.pieces;
  const groups = groupsDealt(option, ui.start);
  const places = slotsByPlace(groups);
  const seen = [...places].filter(([place]) => place !== UNSEEN);
  const wanted = seen.flatMap(([place, slots]) => slots.map(() => place));
  const keyed = ui.picks.length === wanted.length;
  const complete = keyed && (!option.choices?.start || Boolean(ui.start));
  const here = wanted[ui.picks.length];

  const pick = (name) => {
    if (keyed || !remaining(whole, ui.picks).includes(name)) return;
    ui.picks.push(name);
    app.render();
  };
  const undo = () => {
    ui.picks.pop();
    app.render();
  };
  const hands = handsOf(seen, ui.picks);
  const send = () =>
    complete && !app.isPending(option.command) && sendDeal(app, option, { hands, places, ui });

  return {
    title: nameOf(option.command),
    onKey(event) {
      if (event.inField) return false;
      if (event.key === "Backspace") undo();
      else if (event.key === "Enter") {
        if (!complete) return false;
        send();
      } else {
        const { used, name } = spelling.take(event.key, whole);
        if (name) pick(name);
        return used;
      }
      return true;
    },
    nodes: [
      option.choices?.start ? startOf(app, option, ui) : null,
      el(
        "p",
        { class: "ask", "aria-live": "polite" },
        keyed ? "Every hand is keyed in." : `Pick the ${piece}s of ${placed(here)}.`,
      ),
      el(
        "dl",
        { class: "hands" },
        seen.map(([place, slots]) =>
          el(
            "div",
            { "data-now": place === here ? "true" : "false" },
            el("dt", {}, placed(place)),
            el(
              "dd",
              {},
              pieceRow(hands[place], piece),
              el("span", { class: "quiet" }, `${hands[place].length} of ${slots.length}`),
            ),
          ),
        ),
      ),
      pieceGrid("deal", `All ${piece}s`, whole, ui.picks, pick),
      option.pieces.field === "hands" ? deck(ui) : null,
      supervisionFields(app, option.command),
      el(
        "div",
        { class: "row" },
        button("deal-undo", "Undo", undo, { disabled: !ui.picks.length }, "Backspace"),
        button(
          "deal-clear",
          "Clear",
          () => {
            ui.picks = [];
            app.render();
          },
          { disabled: !ui.picks.length },
        ),
        button(
          "deal-send",
          nameOf(option.command),
          send,
          { class: "main", disabled: !complete || app.isPending(option.command) },
          "Enter",
        ),
      ),
    ],
  };
}

// By a wrong total the stacks went elsewhere than the dice say: then they are keyed in as they lay.
function groupsDealt({ choices, pieces }, start) {
  const right = choices?.start?.[0];
  if (!start || start === right || pieces.field !== "stacks") return pieces.groups;
  return pieces.groups.map(({ name, size }) => ({ name: `stack ${name}`, size }));
}

function startOf(app, option, ui) {
  const choose = (start) => {
    Object.assign(ui, { start, picks: [] });
    app.render();
  };
  return el(
    "div",
    { class: "choices", role: "group", "aria-label": "A wrong total was called: who was first" },
    option.choices.start.map((one) =>
      button(`start-${one}`, placed(one), () => choose(one), {
        "aria-pressed": one === ui.start ? "true" : "false",
      }),
    ),
  );
}

function handsOf(seen, picks) {
  const left = [...picks];
  return Object.fromEntries(seen.map(([place, slots]) => [place, left.splice(0, slots.length)]));
}

function deck(ui) {
  const input = el("input", {
    "data-key": "deck",
    value: ui.deck,
    maxlength: 64,
    autocomplete: "off",
    oninput: (event) => (ui.deck = event.target.value),
  });
  return el(
    "details",
    { "data-key": "deal-more" },
    el("summary", {}, "Deck"),
    el("label", {}, "Of two decks in turn, which one", input),
  );
}

function sendDeal(app, option, { hands, places, ui }) {
  const beside = takeSupervision(app, option.command);
  if (!beside) return;
  // What nobody saw is all that is left.
  const all = { ...hands, [UNSEEN]: remaining(option.pieces.whole, ui.picks) };
  const deck = ui.deck.trim() ? { deck: ui.deck.trim() } : {};
  const pieces = { ...option.pieces, groups: groupsDealt(option, ui.start) };
  const start = option.choices?.start ? { start: ui.start } : {};
  const told = { [pieces.field]: toldAs(pieces, places, all), ...deck, ...start };
  const command = { command: option.command, ...told, ...beside.fields };
  const id = app.send(command, nameOf(option.command), beside.signers);
  app.keyed = { id, round: app.state.shown.next.round, hands };
}

// As the command wants it: stack by stack, or by place.
function toldAs({ field, groups }, places, all) {
  const pieces = groups.map((group) => Array(group.size));
  for (const [place, slots] of places) {
    slots.forEach(({ group, down }, at) => (pieces[group][down] = all[place][at]));
  }
  if (field === "stacks") return pieces;
  return Object.fromEntries(groups.map((group, at) => [group.name, pieces[at]]));
}
