// Everything lawful as buttons, large, in the order it would be reached for.

import { button, el } from "./dom.js";
import { isImmediate } from "./panels.js";
import { GROUPS, groupOf, isGrave, keyOf, nameOf } from "./words.js";

export function playActions(app) {
  return group(app, "play");
}

// Folded away unless one of them is at work, or play has nothing to offer.
export function otherActions(app) {
  const isIdle = !app.lawful().some((one) => groupOf(one.command) === "play");
  return Object.keys(GROUPS)
    .filter((name) => name !== "play")
    .map((name) => {
      const buttons = group(app, name);
      const isOpen = isIdle || groupOf(app.ui.panel ?? "") === name;
      return (
        buttons &&
        el(
          "details",
          { "data-key": `group-${name}`, open: isOpen },
          el("summary", {}, GROUPS[name]),
          buttons,
        )
      );
    });
}

function group(app, name) {
  const here = app.lawful().filter((one) => groupOf(one.command) === name);
  if (!here.length) return null;
  const buttons = here.map((one, at) => action(app, one, name === "play" && at === 0));
  return el("div", { class: "actions", role: "group", "aria-label": GROUPS[name] }, buttons);
}

function action(app, option, isFirst) {
  const { command } = option;
  const immediate = isImmediate(app, option);
  const open = () => app.openPanel(command);
  const kinds = [isFirst && "main", isGrave(command) && "grave"].filter(Boolean).join(" ");
  const made = button(
    `act-${command}`,
    nameOf(command),
    immediate ? () => app.doAtOnce(command) : open,
    {
      class: kinds,
      "aria-pressed": immediate ? undefined : String(app.panelCommand() === command),
      disabled: immediate && app.isPending(command),
      "data-command": command,
    },
    keyOf(command).toUpperCase(),
  );
  const more = immediate && app.forms[command]?.length;
  return more
    ? el(
        "span",
        { class: "with-more" },
        made,
        button(`more-${command}`, "…", open, {
          "aria-label": `${nameOf(command)}, with more said`,
        }),
      )
    : made;
}
