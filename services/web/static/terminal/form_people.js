// Those who sign: the sender by a tick, others by their own token; where nobody signs in, by name.

import { el } from "./dom.js";
import { ownKey } from "./form_reading.js";

const SIGNERS = 2;

export function people(app, key, field, values) {
  const texts = (values[field.name] ??= Array(SIGNERS).fill(""));
  const isToken = !app.state.shown.by_choice;
  const own = ownKey(field);
  values[own] ??= field.name === "signatures";
  const { id, role } = app.state.shown.actor;
  const mine = el("input", {
    type: "checkbox",
    "data-key": `${key}-own`,
    checked: values[own],
    onchange: (event) => (values[own] = event.target.checked),
  });
  const inputs = texts.map((value, at) =>
    el("input", {
      "data-key": `${key}-${at}`,
      "aria-label": `${field.label} ${at + 1}`,
      type: isToken ? "password" : "text",
      autocomplete: "off",
      placeholder: isToken ? "their own token" : ["Dan, dealer", "Ann, floorperson"][at],
      value,
      oninput: (event) => (texts[at] = event.target.value),
    }),
  );
  return el(
    "fieldset",
    {},
    el("legend", {}, field.label),
    el("label", { class: "flag" }, mine, `I sign it: ${id}, ${role}`),
    inputs,
  );
}

// Whoever supervises stands by to themselves.
export function standsBy(app, key, field, values, asked) {
  if (!app.state.shown.may.includes("rule_dispute")) return asked;
  const own = ownKey(field);
  const mine = el("input", {
    type: "checkbox",
    "data-key": `${key}-own`,
    checked: Boolean(values[own]),
    onchange: (event) => {
      values[own] = event.target.checked;
      app.render();
    },
  });
  return el(
    "div",
    {},
    el("label", { class: "flag" }, mine, `${field.label}: ${app.state.shown.actor.id}`),
    values[own] ? null : asked,
  );
}
