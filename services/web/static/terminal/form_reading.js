// What was filled into the forms so far, and what a form says as the command wants it: what cannot
// be read is named, and nothing is sent.

import { cents } from "./money.js";

// By command; it lies in the page's memory alone.
export const valuesOf = (app, command) => ((app.ui.forms ??= {})[command] ??= {});

export function preset(app, command, given) {
  Object.assign(valuesOf(app, command), given);
}

function emptyForm(app, command) {
  delete app.ui.forms?.[command];
}

// The command's fields as the service describes them; of some forms only a few.
export const described = (app, command, only) =>
  (app.forms[command] ?? []).filter((field) => !only || only.includes(field.name));

// Where a form keeps whether its sender signs in a field, too.
export const ownKey = (field) => `${field.name} own`;

// Reads the form and empties it; null, with what is wrong said on the page, where it is not whole.
export function takeForm(app, command, only) {
  const { wrong, ...told } = readForm(app, command, only);
  app.ui.wrong = wrong;
  if (wrong.length) {
    app.render();
    return null;
  }
  emptyForm(app, command);
  return told;
}

function readForm(app, command, only) {
  const values = valuesOf(app, command);
  const told = { fields: {}, signers: [], wrong: [] };
  for (const field of described(app, command, only)) {
    const isSigned = field.kind === "people" || field.kind === "person";
    if (isSigned) readSigners(field, values, told);
    else readField(field, values[field.name], told);
  }
  return told;
}

function readField(field, value, { fields, wrong }) {
  const read = READ[field.kind](value);
  if (read === null) wrong.push(`${field.label} cannot be read`);
  else if (read !== undefined) fields[field.name] = read;
  else if (field.required) wrong.push(`${field.label} is missing`);
}

function readSigners(field, values, { signers, wrong }) {
  const several = field.kind === "people";
  const isOwn = Boolean(values[ownKey(field)]);
  const written = several ? (values[field.name] ?? []) : [values[field.name] ?? ""];
  const texts = written.map((one) => one.trim()).filter(Boolean);
  const others = several || !isOwn ? texts : [];
  if (isOwn) signers.push({ field: field.name, several, own: true });
  signers.push(...others.map((text) => ({ field: field.name, several, text })));
  if (field.required && !isOwn && !texts.length) wrong.push(`${field.label} is missing`);
}

const isBlank = (value) => value === undefined || value === null || String(value).trim() === "";
const whole = (value) => (/^-?\d{1,15}$/.test(value.trim()) ? Number(value) : null);
const READ = {
  dollars: (value) => (isBlank(value) ? undefined : cents(String(value))),
  int: (value) => (isBlank(value) ? undefined : whole(String(value))),
  flag: (value) => (value ? true : undefined),
  text: (value) => (isBlank(value) ? undefined : String(value).trim()),
  // A seat, a point or a total that is chosen is told as the number it is.
  choice: (value) => (isBlank(value) ? undefined : /^\d+$/.test(value) ? Number(value) : value),
  inventory: (value) => readInventory(value ?? {}),
  json: (value) => (isBlank(value) ? undefined : readJson(String(value))),
};

function readInventory(counts) {
  const told = Object.entries(counts).filter(([, value]) => !isBlank(value));
  if (told.some(([, value]) => !/^\d{1,7}$/.test(value.trim()))) return null;
  // An empty tray is told by a nought; a form that nobody filled in tells nothing.
  return told.length
    ? Object.fromEntries(told.map(([one, value]) => [one, Number(value)]))
    : undefined;
}

function readJson(value) {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
