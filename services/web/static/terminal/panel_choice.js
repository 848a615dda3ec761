// One of several: a place, or a wager that lies there. Touched once it is chosen, twice it is done.

import { button, el } from "./dom.js";
import { preset } from "./form_reading.js";
import { formPanel } from "./panel_form.js";
import { money } from "./money.js";
import { isGrave, nameOf, placed } from "./words.js";

const spotWords = (spot) =>
  `${spot.label}, seat ${spot.seat}${spot.point ? ` on ${spot.point}` : ""}`;
const withStake = (spot) => `${spotWords(spot)}: ${money(spot.down)}`;

const choiceWords = (one) => placed(one).replaceAll("_", " ");

export function placePanel(app, option) {
  const [[field, choices]] = Object.entries(option.choices);
  return choicePanel(
    app,
    option,
    choices.map((one) => ({
      key: String(one),
      label: choiceWords(one),
      words: `${nameOf(option.command)}, ${choiceWords(one)}`,
      command: { command: option.command, [field]: one },
    })),
  );
}

export function spotPanel(app, option) {
  return choicePanel(
    app,
    option,
    option.spots.map((spot) => ({
      key: `${spot.seat}-${spot.wager}-${spot.point ?? ""}`,
      label: withStake(spot),
      words: `${nameOf(option.command)}: ${spotWords(spot)}`,
      command: { command: option.command, seat: spot.seat, wager: spot.wager },
    })),
  );
}

// The same for a command that asks for more: the choice fills the form.
export function spotFormPanel(app, option) {
  const form = formPanel(app, option);
  const choose = (spot) => {
    preset(app, option.command, {
      seat: String(spot.seat),
      wager: spot.wager,
      ...(spot.point ? { point: String(spot.point) } : {}),
    });
    app.render();
  };
  const spots = el(
    "div",
    { class: "choices", role: "group", "aria-label": "Which wager" },
    option.spots.map((spot, at) => button(`spot-${at}`, withStake(spot), () => choose(spot))),
  );
  return { ...form, nodes: [spots, ...form.nodes] };
}

function choicePanel(app, option, choices) {
  const chosen =
    choices.find((one) => one.key === app.ui.choice) ?? (choices.length === 1 ? choices[0] : null);
  const choose = (key) => {
    app.ui.choice = key;
    app.render();
  };
  const send = () => {
    app.ui.choice = null;
    app.ui.panel = null;
    app.send(chosen.command, chosen.words);
  };
  return {
    title: nameOf(option.command),
    onKey(event) {
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (step && choices.length) {
        const at = choices.indexOf(chosen);
        choose(choices[(at + step + choices.length) % choices.length].key);
      } else if (event.key === "Enter" && chosen && !app.isPending(option.command)) send();
      else return false;
      return true;
    },
    nodes: [
      el(
        "div",
        { class: "choices", role: "group", "aria-label": nameOf(option.command) },
        choices.map((one) =>
          button(`choice-${one.key}`, one.label, () => choose(one.key), {
            "aria-pressed": one === chosen ? "true" : "false",
          }),
        ),
      ),
      button(
        "choice-send",
        chosen ? chosen.words : "Choose one",
        send,
        {
          class: isGrave(option.command) ? "main wide grave" : "main wide",
          disabled: !chosen || app.isPending(option.command),
        },
        "Enter",
      ),
    ],
  };
}
