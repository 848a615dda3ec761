// Dice that do not count: a button for each cause, and words beside it or alone.

import { button, el, labelled } from "./dom.js";
import { nameOf } from "./words.js";

const CAUSES = {
  not_flat: "Not flat",
  fell_out: "Fell out",
  uncovered: "Bank lifted the lid",
};
const MOST = 200;

export function noRollPanel(app, option) {
  const ui = (app.ui.noRoll ??= { cause: null, words: "" });
  const { command } = option;
  const choose = (cause) => {
    ui.cause = ui.cause === cause ? null : cause;
    app.render();
  };
  const send = () => {
    const reason = ui.words.trim();
    if ((!ui.cause && !reason) || app.isPending(command)) return;
    const told = { ...(ui.cause && { cause: ui.cause }), ...(reason && { reason }) };
    app.ui.noRoll = null;
    app.ui.panel = null;
    app.send({ command, ...told }, `${nameOf(command)}: ${CAUSES[ui.cause] ?? reason}`);
  };
  const words = el("input", {
    "data-key": "no-roll-words",
    autocomplete: "off",
    maxlength: MOST,
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
          button(`cause-${cause}`, CAUSES[cause], () => choose(cause), {
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
