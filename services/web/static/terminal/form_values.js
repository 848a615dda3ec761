// What was filled into the forms so far, by command; it lies in the page's memory alone.

export const valuesOf = (app, command) => ((app.ui.forms ??= {})[command] ??= {});

export function preset(app, command, given) {
  Object.assign(valuesOf(app, command), given);
}

export function forget(app, command) {
  delete app.ui.forms?.[command];
}

// The command's fields as the service describes them; of some forms only a few.
export const described = (app, command, only) =>
  (app.forms[command] ?? []).filter((field) => !only || only.includes(field.name));

// Where a form keeps whether its sender signs in a field, too.
export const ownKey = (field) => `${field.name} own`;
