// Pai gow on the floor and on the terminal: the bank, the running triples, the deal by stacks or by
// hands, and hands set by the house way or by hand. What is keyed in stays in this page's memory.

import { button, el } from "../terminal/dom.js";
import { money } from "../terminal/money.js";
import { picking, pieceGrid, pieceRow, remaining } from "../terminal/picking.js";
import { supervisionFields, takeSupervision } from "../terminal/panel_form.js";
import { nameOf, placed } from "../terminal/words.js";

const seatOf = ({ seat }) => seat;
const list = (places) => places.map(seatOf).join(", ");

export const floor = {
  running: ({ triples: { count } }) => ({ words: String(count), count, isRunning: count > 0 }),
  carried: ({ triples }) => ({
    word: "retained",
    spots: triples.retained.map(({ seat, amount }) => ({ seat, stake: amount })),
  }),
  elections: (terms) => [
    terms.banking && (terms.co_banking ? "co-bank" : "bank"),
    terms.two_areas && "2 areas",
    terms.dragons_eye && (terms.dragons_eye.vigorish_method === 2 ? "dragon’s eye 2" : "dragon’s eye"),
    terms.triples_bonus && "triples",
    terms.pair_fortunes && `fortunes ${terms.pair_fortunes}`,
    terms.generator && "generator",
  ],
  seats: (row, dollars) =>
    [
      row.to_set.length && `to set: ${row.to_set.join(", ")}`,
      row.exposed.length && `exposed: ${row.exposed.join(", ")}`,
      row.bank !== null && `${row.co_bank ? "co-bank" : "bank"}: ${row.bank}`,
      row.dealer_wager && `dealer wagers ${dollars(row.dealer_wager)}`,
      row.offered.length && `bank offered to: ${list(row.offered)}`,
      row.dealer_keeps && "the dealer keeps the round",
      row.triples.retained.length && `retained: ${list(row.triples.retained)}`,
    ].filter(Boolean),
  isOffered: (row, seat) => row.offered.some((one) => one.seat === seat),
  state(row, seat) {
    if (row.bank === seat) return row.co_bank ? "co-bank" : "bank";
    if (row.exposed.includes(seat)) return "exposed";
    return row.to_set.includes(seat) ? "setting" : undefined;
  },
};

export const felt = {
  facts: ({ triples: { count }, ...row }) => [
    row.bank && `Seat ${row.bank} banks${row.co_bank ? " with the house" : ""}`,
    row.offered.length && `Bank offered to seat ${row.offered[0].seat}`,
    row.dealer_keeps && "The dealer keeps the bank",
    row.dealer_wager && `Dealer wagers ${money(row.dealer_wager)}`,
    count && `${count} triple${count > 1 ? "s" : ""} running`,
  ],
  tags: (row, seat) => [
    row.bank === seat && "bank",
    row.button === seat && "dragon's eye",
    row.to_set.includes(seat) && "to set",
    row.exposed.includes(seat) && "exposed",
  ],
};

export const panels = {
  deal: dealPanel,
  correct_deal: dealPanel,
  set_hand: settingPanel,
  set_house: settingPanel,
  correct_setting: settingPanel,
};

const UNSEEN = "dead";

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

// Position by position; what nobody saw is all that is left.
function dealPanel(app, option) {
  const { command } = option;
  const ui = app.uiOf(command, { picks: [], deck: "", start: "" });
  const { piece, whole } = option.pieces;
  const places = slotsByPlace(groupsDealt(option, ui.start));
  const seen = [...places].filter(([place]) => place !== UNSEEN);
  const wanted = seen.flatMap(([place, slots]) => slots.map(() => place));
  const picked = picking(app, ui, whole, wanted.length);
  const keyed = ui.picks.length === wanted.length;
  const complete = keyed && (!option.choices?.start || Boolean(ui.start));
  const here = wanted[ui.picks.length];
  const hands = handsOf(seen, ui.picks);
  const send =
    complete && !app.isPending(command) ? () => sendDeal(app, option, { hands, places, ui }) : null;
  const untouched = { disabled: !ui.picks.length };

  return {
    title: nameOf(command),
    onKey: (event) => picked.onKey(event, send),
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
      pieceGrid("deal", `All ${piece}s`, piece, whole, ui.picks, picked.pick),
      option.pieces.field === "hands" ? deck(ui) : null,
      supervisionFields(app, command),
      el(
        "div",
        { class: "row" },
        button("deal-undo", "Undo", picked.undo, untouched, "Backspace"),
        button("deal-clear", "Clear", picked.clear, untouched),
        button("deal-send", nameOf(command), send, { class: "main", disabled: !send }, "Enter"),
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
  const all = { ...hands, [UNSEEN]: remaining(option.pieces.whole, ui.picks) };
  const deckNamed = ui.deck.trim() ? { deck: ui.deck.trim() } : {};
  const pieces = { ...option.pieces, groups: groupsDealt(option, ui.start) };
  const start = option.choices?.start ? { start: ui.start } : {};
  const told = { [pieces.field]: toldAs(pieces, places, all), ...deckNamed, ...start };
  const command = { command: option.command, ...told, ...beside.fields };
  ui.sent = app.send(command, nameOf(option.command), beside.signers);
  // As stacks they lie before nobody.
  const isPlaced = places.has("dealer");
  app.keyed = { id: ui.sent, round: app.state.shown.next.round, hands: isPlaced ? hands : {} };
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

// Hands to be set. Where a hand was keyed in on this page its pieces are shown; else they are
// picked from the set.
function settingPanel(app, option) {
  const ui = app.uiOf(option.command, { place: null, picks: [] });
  const { opening } = app.ui;
  if (ui.opening !== opening || !inTurn(option).includes(ui.place))
    Object.assign(ui, { place: null, picks: [], opening });
  return ui.place === null ? handsPanel(app, option, ui) : handPicker(app, option, ui);
}

// Whose hands wait; what was keyed in wrong is told by hand.
function handsPanel(app, option, ui) {
  const isCorrection = option.command === "correct_setting";
  const all = () => setByHouseWay(app, option, inTurn(option));
  return {
    title: nameOf(option.command),
    onKey(event) {
      if (event.key !== "Enter" || isCorrection) return false;
      all();
      return true;
    },
    nodes: [isCorrection ? null : oneTouch(app, option, all), waiting(app, option, ui, isCorrection)],
  };
}

const isOfHouse = (option) => option.command === "set_house";
const commandFor = ({ command }, place) =>
  command === "set_house" ? { command } : { command, seat: place };
const positionOf = (app, place) =>
  place === "house" ? String(app.state.shown.table.bank ?? "dealer") : String(place);
const knownHand = (app, place) =>
  app.known?.round === app.state.shown.next.round
    ? app.known.hands[positionOf(app, place)]
    : undefined;

// Those whose turn it is; of a player on two areas the second hand comes after the first.
const inTurn = (option) => (isOfHouse(option) ? ["house"] : option.choices.seat);

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
  const label = isOfHouse(option) ? "House hand by the house way" : `House way for all (${count})`;
  const settings = { class: "main wide", disabled: app.isPending(option.command) };
  return button("house-way-all", label, all, settings, "Enter");
}

function waiting(app, option, ui, isCorrection) {
  const places = inTurn(option);
  const isAlone = isCorrection || places.length === 1;
  const rows = places.map((place) => {
    const hand = knownHand(app, place);
    const byWay = () => setByHouseWay(app, option, [place]);
    const byHand = () => {
      Object.assign(ui, { place, picks: [] });
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

const ways = new Map();
const wayOf = (hand) => ways.get(hand.join(","));

// The way is asked of pieces, not of a hand: of those that this page knows.
async function askWay(app, hand) {
  const pieces = hand.join(",");
  if (ways.has(pieces)) return;
  ways.set(pieces, null);
  const address = `/v1/tables/${app.table}/house-way?pieces=${pieces}`;
  const answer = await fetch(address).catch(() => null);
  if (answer?.ok) ways.set(pieces, await answer.json());
  else ways.delete(pieces);
  if (answer?.ok) app.render();
}

// The hand as the house way sets it, high before low.
function asWaySets(app, hand) {
  askWay(app, hand);
  const way = wayOf(hand);
  if (!way) return pieceRow(hand);
  return [
    el("span", { class: "quiet" }, "high"),
    pieceRow(way.high),
    el("span", { class: "quiet" }, "low"),
    pieceRow(way.low),
  ];
}

// The smaller hand is picked first; of a hand that is known the rest follows.
function handPicker(app, option, ui) {
  const { high, low, piece, whole } = option.pieces;
  const hand = knownHand(app, ui.place);
  const from = hand ?? whole;
  const sizes = { high, low };
  const order = low < high ? ["low", "high"] : ["high", "low"];
  const wanted = order.flatMap((name) => Array(sizes[name]).fill(name));
  const asked = hand ? sizes[order[0]] : wanted.length;
  const complete = ui.picks.length === asked;
  const filled = hand && complete ? [...ui.picks, ...remaining(hand, ui.picks)] : ui.picks;
  const setting = Object.fromEntries(
    order.map((name) => [name, filled.filter((_, at) => wanted[at] === name)]),
  );
  const picked = picking(app, ui, from, asked);
  const send = complete ? () => sendSetting(app, option, ui, setting) : null;
  const suggested = hand && wayOf(hand);
  return {
    title: `${nameOf(option.command)}: ${placed(ui.place)}`,
    onKey: (event) => picked.onKey(event, send),
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
      suggested &&
        el(
          "p",
          { class: "quiet" },
          `House way: ${suggested.high.join(" ")} high, ${suggested.low.join(" ")} low.`,
        ),
      pieceGrid("set", `${piece}s to pick`, piece, from, filled, picked.pick),
      supervisionFields(app, option.command),
      el(
        "div",
        { class: "row" },
        button("set-undo", "Undo", picked.undo, { disabled: !ui.picks.length }, "Backspace"),
        button("set-back", "Back", () => {
          app.forget(option.command);
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

function sendSetting(app, option, { place }, setting) {
  const beside = takeSupervision(app, option.command);
  if (!beside) return;
  app.forget(option.command);
  app.send(
    { ...commandFor(option, place), ...setting, ...beside.fields },
    `${nameOf(option.command)}, ${placed(place)}`,
    beside.signers,
  );
}
