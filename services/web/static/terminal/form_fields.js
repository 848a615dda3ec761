// Any command as a form: its fields by their kinds, as the service describes them.

import { el, labelled } from "./dom.js";
import { people, standsBy } from "./form_people.js";
import { described, valuesOf } from "./form_reading.js";
import { money, plain } from "./money.js";
import { placed } from "./words.js";

const DENOMINATIONS = [25, 50, 100, 500, 2500, 10000, 50000, 100000, 500000];

const optionOf = (app, command) => app.options().find((one) => one.command === command) ?? {};

export function formFields(app, command, only) {
  const values = valuesOf(app, command);
  const option = optionOf(app, command);
  const fields = described(app, command, only).map((field) =>
    ask(app, command, field, values, option),
  );
  const wrong = app.ui.wrong ?? [];
  const amiss = wrong.length && el("p", { class: "loss", role: "alert" }, `${wrong.join("; ")}.`);
  return el("div", { class: "fields" }, fields, amiss || null);
}

function ask(app, command, field, values, option) {
  const key = `${command}-${field.name}`;
  const set = (value) => {
    values[field.name] = value;
  };
  const chosen = option.choices?.[field.name];
  const label = field.required ? field.label : `${field.label} (if any)`;
  if (field.kind === "people") return people(app, key, field, values);
  if (field.kind === "inventory") return inventory(app, key, values);
  if (field.kind === "flag") {
    const box = el("input", {
      type: "checkbox",
      "data-key": key,
      checked: Boolean(values[field.name]),
      onchange: (event) => set(event.target.checked),
    });
    return el("label", { class: "flag" }, box, field.label);
  }
  if (field.name === "step")
    return choice(key, label, allowedSteps(app, command, field), field, values, set);
  if (field.name !== "slip" && (chosen?.length || field.kind === "choice")) {
    return choice(key, label, chosen ?? field.choices, field, values, set);
  }
  if (field.name === "submission" && app.state.shown.submissions.length)
    return submission(app, key, values, set);
  if (field.kind === "json") {
    const area = el("textarea", {
      "data-key": key,
      rows: 6,
      value: values[field.name] ?? "",
      oninput: (event) => set(event.target.value),
    });
    return labelled(`${label}, as JSON`, area);
  }
  const asked = text(app, key, label, field, values, option, set);
  return field.kind === "person" ? standsBy(app, key, field, values, asked) : asked;
}

function text(app, key, label, field, values, option, set) {
  const isToken = field.kind === "person" && !app.state.shown.by_choice;
  const limits = option.limits?.[field.name];
  const hint =
    field.kind === "dollars" ? `${label}, dollars` : isToken ? `${label}: their own token` : label;
  const input = el("input", {
    "data-key": key,
    type: isToken ? "password" : "text",
    inputmode: { dollars: "decimal", int: "numeric" }[field.kind],
    autocomplete: "off",
    maxlength: field.kind === "text" ? field.most : undefined,
    value: values[field.name] ?? "",
    oninput: (event) => {
      set(event.target.value);
      if (field.name === "slip") takeSlip(app, event.target.value, values);
    },
  });
  const note =
    limits && limits.most < 1e11
      ? ` (${shown(field, limits.least)} to ${shown(field, limits.most)})`
      : "";
  const made = labelled(`${hint}${note}`, input);
  const slips = field.name === "slip" ? (option.choices?.slip ?? []) : [];
  return slips.length
    ? el("div", {}, made, el("p", { class: "quiet" }, `Under way: ${slips.join(", ")}`))
    : made;
}

const shown = (field, number) => (field.kind === "dollars" ? money(number) : String(number));

// A slip that is under way has its amount already, and its next step.
function takeSlip(app, number, values) {
  const slip = app.state.shown.table.slips.find((one) => one.slip === number.trim());
  if (!slip) return;
  values.amount = plain(slip.amount);
  values.step = slip.step === "requested" ? "issued" : "received";
  app.render();
}

function allowedSteps(app, command, field) {
  return field.choices.filter((step) => app.state.shown.may.includes(`${command} ${step}`));
}

function choice(key, label, choices, field, values, set) {
  // Of one that it can be it is.
  if (field.required && choices.length === 1) values[field.name] ??= String(choices[0]);
  const select = el(
    "select",
    { "data-key": key, onchange: (event) => set(event.target.value) },
    el("option", { value: "" }, field.required ? "choose" : "—"),
    choices.map((one) =>
      el(
        "option",
        { value: String(one), selected: String(one) === values[field.name] },
        ["seat", "position"].includes(field.name)
          ? placed(one)
          : String(one).replaceAll("_", " "),
      ),
    ),
  );
  return labelled(label, select);
}

// One that is in force in the house; any other is opened on the table's own page.
function submission(app, key, values, set) {
  const known = app.state.shown.submissions;
  values.submission ??= known[0].json;
  const select = el(
    "select",
    { "data-key": key, onchange: (event) => set(event.target.value) },
    known.map((one) =>
      el("option", { value: one.json, selected: one.json === values.submission }, one.label),
    ),
  );
  return labelled("Submission to play under", select);
}

function inventory(app, key, values) {
  const counts = (values.inventory ??= {});
  const total = () => DENOMINATIONS.reduce((sum, one) => sum + one * (Number(counts[one]) || 0), 0);
  const sum = el("output", {}, money(total()));
  const rows = DENOMINATIONS.map((one) =>
    labelled(
      money(one),
      el("input", {
        "data-key": `${key}-${one}`,
        inputmode: "numeric",
        autocomplete: "off",
        value: counts[one] ?? "",
        oninput: (event) => {
          counts[one] = event.target.value;
          sum.textContent = money(total());
        },
      }),
    ),
  );
  return el(
    "fieldset",
    { class: "inventory" },
    el("legend", {}, "Chips in the tray, pieces of each"),
    rows,
    el("p", {}, "In all ", sum),
  );
}
