// Pieces that a command tells, group by group: picked from the whole set.

import { button, el } from "./dom.js";
import { picking, pieceGrid, pieceRow } from "./picking.js";
import { supervisionFields, takeSupervision } from "./panel_form.js";
import { nameOf, placed } from "./words.js";

export function piecesPanel(app, option) {
  const { command, pieces } = option;
  const ui = app.uiOf(command, { picks: [] });
  const groups = pieces.groups ?? [{ name: pieces.piece, size: 1 }];
  const wanted = groups.flatMap(({ name, size }) => Array(size).fill(name));
  const picked = picking(app, ui, pieces.whole, wanted.length);
  const isWhole = ui.picks.length === wanted.length;
  const send = isWhole && !app.isPending(command) ? () => sendPieces(app, option, groups, ui) : null;
  return {
    title: nameOf(command),
    onKey: (event) => picked.onKey(event, send),
    nodes: [
      el(
        "p",
        { class: "ask", "aria-live": "polite" },
        isWhole ? "All are picked." : `Pick the ${pieces.piece}s of ${placed(wanted[ui.picks.length])}.`,
      ),
      el(
        "dl",
        { class: "hands" },
        Object.entries(byGroup(groups, ui.picks)).map(([name, held]) =>
          el("div", {}, el("dt", {}, placed(name)), el("dd", {}, pieceRow(held, pieces.piece))),
        ),
      ),
      pieceGrid("pick", `All ${pieces.piece}s`, pieces.piece, pieces.whole, ui.picks, picked.pick),
      supervisionFields(app, command),
      el(
        "div",
        { class: "row" },
        button("pick-undo", "Undo", picked.undo, { disabled: !ui.picks.length }, "Backspace"),
        button("pick-send", nameOf(command), send, { class: "main", disabled: !send }, "Enter"),
      ),
    ],
  };
}

function byGroup(groups, picks) {
  const left = [...picks];
  return Object.fromEntries(groups.map(({ name, size }) => [name, left.splice(0, size)]));
}

// As the command's field wants it: one piece, a list of them, or a list for each group.
function told(field, groups, picks) {
  if (field?.kind === "int") return Number(picks[0]);
  if (field && field.kind !== "json") return picks[0];
  return groups.length === 1 ? picks : byGroup(groups, picks);
}

function sendPieces(app, option, groups, ui) {
  const { command, pieces } = option;
  const { picks } = ui;
  const beside = takeSupervision(app, command);
  if (!beside) return;
  const field = (app.forms[command] ?? []).find((one) => one.name === pieces.field);
  const fields = { [pieces.field]: told(field, groups, picks), ...beside.fields };
  const words = `${nameOf(command)}: ${picks.join(" ")}`;
  ui.sent = app.send({ command, ...fields }, words, beside.signers);
  const { round } = app.state.shown.next;
  app.keyed = { id: ui.sent, round, hands: byGroup(groups, picks), kind: pieces.piece };
}
