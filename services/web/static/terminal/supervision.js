// What a correction asks for beside what is right: why, and which supervisor stood by.

import { formFields } from "./form_fields.js";
import { takeForm } from "./form_reading.js";

const ASKED = ["reason", "supervisor"];
const isCorrection = (command) => command.startsWith("correct_");

export const supervisionFields = (app, command) =>
  isCorrection(command) ? formFields(app, command, ASKED) : null;

// Nothing is asked where nothing is corrected; null where something is still to be said.
export const takeSupervision = (app, command) =>
  isCorrection(command) ? takeForm(app, command, ASKED) : { fields: {}, signers: [] };
