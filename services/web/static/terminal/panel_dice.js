// The dice as they lie: a face for each, by touch or by digit.

import { die } from "../pieces.js";
import { button, el, labelled } from "./dom.js";
import { supervisionFields, takeSupervision } from "./supervision.js";
import { nameOf, placed } from "./words.js";

const FACES = [1, 2, 3, 4, 5, 6];

export function dicePanel(app, option) {
  const ui = (app.ui.dice ??= { faces: [], shaker: "", announced: "" });
  const row = app.state.shown.table;
  const set = (at, face) => {
    ui.faces[at] = face;
    app.render();
  };
  const next = () => Array.from({ length: option.dice }, (_, at) => at).find((at) => !ui.faces[at]);
  const told = ui.faces.filter(Boolean);
  const complete = told.length === option.dice;
  const total = told.reduce((sum, face) => sum + face, 0);
  const send = () => complete && !app.isPending(option.command) && sendDice(app, option, ui, total);

  return {
    title: nameOf(option.command),
    onKey(event) {
      if (event.inField && event.key !== "Enter") return false;
      if (/^[1-6]$/.test(event.key)) {
        const at = next();
        if (at !== undefined) set(at, Number(event.key));
      } else if (event.key === "Backspace") {
        ui.faces.pop();
        app.render();
      } else if (event.key === "Enter") send();
      else return false;
      return true;
    },
    nodes: [
      ...Array.from({ length: option.dice }, (_, at) =>
        dieRow(row, at, ui.faces[at], (face) => set(at, face)),
      ),
      option.command === "roll" ? shaker(option, ui, app) : null,
      supervisionFields(app, option.command),
      button(
        "send-dice",
        complete ? `${told.join(" ")} reads ${total}` : `Pick ${option.dice} dice`,
        send,
        { class: "main wide", disabled: !complete || app.isPending(option.command) },
        "Enter",
      ),
      button(
        "clear-dice",
        "Clear",
        () => {
          ui.faces = [];
          app.render();
        },
        { disabled: !told.length },
      ),
    ],
  };
}

function dieRow(row, at, chosen, pick) {
  const isEye = at === 0 && row.terms.dragons_eye;
  const kind = row.craps ? "western" : isEye ? "eye" : "asian";
  const name = isEye ? "Dragon's eye die" : `Die ${at + 1}`;
  return el(
    "div",
    { class: "choices dice", role: "group", "aria-label": name },
    FACES.map((face) =>
      button(`die-${at}-${face}`, die(face, kind), () => pick(face), {
        class: "bare",
        "aria-pressed": face === chosen ? "true" : "false",
        "aria-label": `${name}: ${face}`,
      }),
    ),
  );
}

function shaker(option, ui, app) {
  const who = el(
    "select",
    { "data-key": "shaker", onchange: (event) => (ui.shaker = event.target.value) },
    el("option", { value: "" }, "as the rules say"),
    option.choices.shaker.map((one) =>
      el("option", { value: one, selected: ui.shaker === String(one) }, placed(one)),
    ),
  );
  const announced = el("input", {
    "data-key": "announced",
    inputmode: "numeric",
    autocomplete: "off",
    value: ui.announced,
    oninput: (event) => (ui.announced = event.target.value),
  });
  return el(
    "details",
    { "data-key": "dice-more" },
    el("summary", {}, "Shaker, called total"),
    labelled("Who shook", who),
    labelled("Total as it was called, if wrong", announced),
  );
}

function sendDice(app, option, ui, total) {
  const command = { command: option.command, dice: ui.faces.slice(0, option.dice) };
  if (ui.shaker) command.shaker = /^\d+$/.test(ui.shaker) ? Number(ui.shaker) : ui.shaker;
  if (/^\d+$/.test(ui.announced)) command.announced = Number(ui.announced);
  const beside = takeSupervision(app, option.command);
  if (!beside) return;
  app.send(
    { ...command, ...beside.fields },
    `${nameOf(option.command)} ${command.dice.join(" ")} (${total})`,
    beside.signers,
  );
}
