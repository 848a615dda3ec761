// The dice as they lie, a face for each, by touch or by digit; and dice that do not count.

import { piece } from "../pieces.js";
import { button, el, labelled } from "./dom.js";
import { supervisionFields, takeSupervision } from "./panel_form.js";
import { nameOf, placed, valueOf } from "./words.js";

const FACES = [1, 2, 3, 4, 5, 6];
const MOST_WORDS = 200;

export function dicePanel(app, option) {
  const ui = app.uiOf(option.command, { faces: [], shaker: "", announced: "" });
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
        dieRow(app, at, ui.faces[at], (face) => set(at, face)),
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

function dieRow(app, at, chosen, pick) {
  const { label: name, look } = app.state.shown.dice[at] ?? { label: `Die ${at + 1}`, look: "" };
  return el(
    "div",
    { class: "choices dice", role: "group", "aria-label": name },
    FACES.map((face) =>
      button(`die-${at}-${face}`, piece(look ? `${look}-${face}` : String(face), "die"), () => pick(face), {
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
  ui.sent = app.send(
    { ...command, ...beside.fields },
    `${nameOf(option.command)} ${command.dice.join(" ")} (${total})`,
    beside.signers,
  );
}

// A button for each cause, and words beside it or alone.
export function noRollPanel(app, option) {
  const { command } = option;
  const ui = app.uiOf(command, { cause: null, words: "" });
  const choose = (cause) => {
    ui.cause = ui.cause === cause ? null : cause;
    app.render();
  };
  const send = () => {
    const reason = ui.words.trim();
    if ((!ui.cause && !reason) || app.isPending(command)) return;
    const told = { ...(ui.cause && { cause: ui.cause }), ...(reason && { reason }) };
    app.forget(command);
    app.ui.panel = null;
    app.send({ command, ...told }, `${nameOf(command)}: ${ui.cause ? valueOf(ui.cause) : reason}`);
  };
  const words = el("input", {
    "data-key": "no-roll-words",
    autocomplete: "off",
    maxlength: MOST_WORDS,
    value: ui.words,
    oninput: (event) => (ui.words = event.target.value),
  });
  return {
    title: nameOf(command),
    onKey(event) {
      if (event.key !== "Enter") return false;
      send();
      return true;
    },
    nodes: [
      el(
        "div",
        { class: "choices", role: "group", "aria-label": "What was wrong with the dice" },
        option.choices.cause.map((cause) =>
          button(`cause-${cause}`, valueOf(cause), () => choose(cause), {
            "aria-pressed": cause === ui.cause ? "true" : "false",
          }),
        ),
      ),
      labelled("In words (if any)", words),
      button(
        "no-roll-send",
        nameOf(command),
        send,
        { class: "main wide", disabled: app.isPending(command) },
        "Enter",
      ),
    ],
  };
}
