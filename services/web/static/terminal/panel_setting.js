// Hands to be set: the house way at one touch, or high and low picked by hand.
//
// Where the hand was keyed in on this page its pieces are shown; else they are picked from the set.

import { button, el } from "./dom.js";
import { supervisionFields, takeSupervision } from "./supervision.js";
import { pieceGrid, pieceRow, remaining, Spelling } from "./piece_picker.js";
import { nameOf, placed } from "./words.js";

const spelling = new Spelling();

export function settingPanel(app, option) {
  const ui = (app.ui.set ??= { place: null, picks: [] });
  if (!inTurn(option).includes(ui.place)) Object.assign(ui, { place: null, picks: [] });
  return ui.place === null ? handsPanel(app, option) : handPicker(app, option, ui);
}

// Whose hands wait; what was keyed in wrong is told by hand.
function handsPanel(app, option) {
  const isCorrection = option.command === "correct_setting";
  const all = () => setByHouseWay(app, option, inTurn(option));
  return {
    title: nameOf(option.command),
    onKey(event) {
      if (event.key !== "Enter" || isCorrection) return false;
      all();
      return true;
    },
    nodes: [isCorrection ? null : oneTouch(app, option, all), hands(app, option, isCorrection)],
  };
}

const commandFor = (option, place) =>
  option.command === "set_house"
    ? { command: "set_house" }
    : { command: option.command, seat: place };
const positionOf = (app, place) =>
  place === "house" ? String(app.state.shown.table.bank ?? "dealer") : String(place);
const knownHand = (app, place) =>
  app.known?.round === app.state.shown.next.round
    ? app.known.hands[positionOf(app, place)]
    : undefined;

// Those whose turn it is; of a player on two areas the second hand comes after the first.
const inTurn = (option) => (option.command === "set_house" ? ["house"] : option.choices.seat);

function setByHouseWay(app, option, places) {
  for (const place of places) {
    const command = commandFor(option, place);
    // A second touch, before the first is known to be taken, does nothing.
    if (app.isPending(command.command, command.seat)) continue;
    app.send(command, `House way, ${placed(place)}`);
  }
}

function oneTouch(app, option, all) {
  const count = inTurn(option).length;
  const isHouse = option.command === "set_house";
  const label = isHouse ? "House hand by the house way" : `House way for all (${count})`;
  const settings = { class: "main wide", disabled: app.isPending(option.command) };
  return button("house-way-all", label, all, settings, "Enter");
}

function hands(app, option, isCorrection) {
  const places = inTurn(option);
  const isAlone = isCorrection || places.length === 1;
  const rows = places.map((place) => {
    const hand = knownHand(app, place);
    const byWay = () => setByHouseWay(app, option, [place]);
    const byHand = () => {
      app.ui.set = { place, picks: [] };
      app.render();
    };
    const shown = [
      hand ? asWaySets(app, hand) : null,
      isAlone ? null : touch(`way-${place}`, "House way", place, byWay),
      touch(`hand-${place}`, "By hand", place, byHand),
    ];
    return el("div", {}, el("dt", {}, placed(place)), el("dd", {}, ...shown));
  });
  return el("dl", { class: "hands" }, rows);
}

const touch = (key, label, place, onclick) =>
  button(key, label, onclick, { "aria-label": `${label}, ${placed(place)}` });

// The hand as the house way sets it, high before low.
function asWaySets(app, hand) {
  app.askHouseWay(hand);
  const way = app.houseWayOf(hand);
  if (!way) return pieceRow(hand);
  return [
    el("span", { class: "quiet" }, "high"),
    pieceRow(way.high),
    el("span", { class: "quiet" }, "low"),
    pieceRow(way.low),
  ];
}

function handPicker(app, option, ui) {
  const { high, low, piece, whole } = option.pieces;
  const hand = knownHand(app, ui.place);
  const from = hand ?? whole;
  // The smaller hand is picked first; of a hand that is known the rest follows.
  const order =
    low < high
      ? [
          ["low", low],
          ["high", high],
        ]
      : [
          ["high", high],
          ["low", low],
        ];
  const wanted = order.flatMap(([name, size]) => Array(size).fill(name));
  const firstSize = order[0][1];
  const filled =
    hand && ui.picks.length === firstSize ? [...ui.picks, ...remaining(hand, ui.picks)] : ui.picks;
  const complete = filled.length === wanted.length;
  const setting = Object.fromEntries(
    order.map(([name]) => [name, filled.filter((_, at) => wanted[at] === name)]),
  );

  const pick = (name) => {
    if (complete || !remaining(from, ui.picks).includes(name)) return;
    ui.picks.push(name);
    app.render();
  };
  const undo = () => {
    ui.picks.pop();
    app.render();
  };
  const send = () => complete && sendSetting(app, option, ui.place, setting);
  const suggested = hand && app.houseWayOf(hand);
  return {
    title: `${nameOf(option.command)}: ${placed(ui.place)}`,
    onKey(event) {
      if (event.inField) return false;
      if (event.key === "Backspace") undo();
      else if (event.key === "Enter" && complete) send();
      else {
        const { used, name } = spelling.take(event.key, from);
        if (name) pick(name);
        return used;
      }
      return true;
    },
    nodes: [
      el(
        "p",
        { class: "ask", "aria-live": "polite" },
        complete ? "Both hands are picked." : `Pick the ${wanted[ui.picks.length]} hand.`,
      ),
      el(
        "dl",
        { class: "hands" },
        ["high", "low"].map((name) =>
          el("div", {}, el("dt", {}, name), el("dd", {}, pieceRow(setting[name], piece))),
        ),
      ),
      suggested
        ? el(
            "p",
            { class: "quiet" },
            `House way: ${suggested.high.join(" ")} high, ${suggested.low.join(" ")} low.`,
          )
        : null,
      pieceGrid("set", `${piece}s to pick`, from, filled, pick),
      supervisionFields(app, option.command),
      el(
        "div",
        { class: "row" },
        button("set-undo", "Undo", undo, { disabled: !ui.picks.length }, "Backspace"),
        button("set-back", "Back", () => {
          app.ui.set = null;
          app.render();
        }),
        button(
          "set-send",
          nameOf(option.command),
          send,
          { class: "main", disabled: !complete },
          "Enter",
        ),
      ),
    ],
  };
}

function sendSetting(app, option, place, setting) {
  const beside = takeSupervision(app, option.command);
  if (!beside) return;
  app.ui.set = null;
  app.send(
    { ...commandFor(option, place), ...setting, ...beside.fields },
    `${nameOf(option.command)}, ${placed(place)}`,
    beside.signers,
  );
}
