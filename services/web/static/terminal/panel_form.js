// Whatever has no picker of its own: a form of the command's fields. And what a correction asks for
// beside what is right: why, and which supervisor stood by.

import { button } from "./dom.js";
import { formFields } from "./form_fields.js";
import { takeForm } from "./form_reading.js";
import { isGrave, nameOf } from "./words.js";

export function formPanel(app, option) {
  const { command } = option;
  const send = () => {
    const told = takeForm(app, command);
    if (!told) return;
    app.ui.panel = null;
    app.send({ command, ...told.fields }, words(command, told.fields), told.signers);
  };
  return {
    title: nameOf(command),
    onKey(event) {
      if (event.key !== "Enter" || event.inArea) return false;
      send();
      return true;
    },
    nodes: [
      formFields(app, command),
      button(
        "form-send",
        nameOf(command),
        send,
        { class: isGrave(command) ? "main wide grave" : "main wide" },
        "Enter",
      ),
    ],
  };
}

function words(command, fields) {
  const told = ["seat", "position", "wager", "slip", "step", "reason"].filter(
    (name) => fields[name] !== undefined,
  );
  return [nameOf(command), ...told.map((name) => `${name} ${fields[name]}`)].join(", ");
}

const ASKED = ["reason", "supervisor"];
const isCorrection = (command) => command.startsWith("correct_");

export const supervisionFields = (app, command) =>
  isCorrection(command) ? formFields(app, command, ASKED) : null;

// Nothing is asked where nothing is corrected; null where something is still to be said.
export const takeSupervision = (app, command) =>
  isCorrection(command) ? takeForm(app, command, ASKED) : { fields: {}, signers: [] };
