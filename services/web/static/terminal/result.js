// What was decided: what is to be paid and collected, seat by seat.

import { labelOf, titled } from "../games.js";
import { el } from "./dom.js";
import { money } from "./money.js";

const DECIDES = new Set(["WagerSettled", "ProgressivePaid", "VigorishTaken", "BankSettled"]);
const COLUMNS = ["Seat", "Wager", "Outcome", "Pay", "Rule"];

export class Results {
  #read = "";

  constructor(changed) {
    this.changed = changed;
    this.round = null;
    this.lines = [];
  }

  // The round being played, or the last one; read again when the table has moved on.
  async follow(round, seq) {
    const asked = `${round}/${seq}`;
    if (!round || this.#read === asked) return;
    this.#read = asked;
    try {
      const answer = await fetch(`/v1/rounds/${round}/events`, {
        headers: { Accept: "application/json" },
      });
      if (!answer.ok || this.#read !== asked) return;
      const { events } = await answer.json();
      const again = events.findLastIndex((event) => event.event === "RollCorrected");
      this.round = round;
      this.lines = events.slice(again + 1).filter((event) => DECIDES.has(event.event));
      this.changed();
    } catch {
      this.#read = "";
    }
  }
}

export function results(results_) {
  if (!results_.lines.length) return null;
  return el(
    "section",
    { class: "results", "aria-label": "What was decided" },
    el(
      "h2",
      {},
      "Decided in ",
      el("a", { class: "round", href: `/rounds/${results_.round}` }, results_.round),
    ),
    el(
      "div",
      {
        class: "scrolled",
        role: "region",
        tabindex: "0",
        "aria-label": "What was decided, line by line",
      },
      el(
        "table",
        { class: "dense" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            COLUMNS.map((name) =>
              el("th", { scope: "col", class: name === "Pay" ? "cents" : undefined }, name),
            ),
          ),
        ),
        el("tbody", {}, results_.lines.map(line)),
      ),
    ),
  );
}

function line(event) {
  const [wager, outcome, pay] = told(event);
  const cells = [event.seat ?? "", wager, outcome].map((text) => el("td", {}, String(text)));
  return el(
    "tr",
    {},
    cells,
    el("td", { class: "cents" }, pay),
    el("td", {}, el("span", { class: "rule" }, event.rule ?? "")),
  );
}

function told(event) {
  switch (event.event) {
    case "VigorishTaken":
      return ["Vigorish", "taken", money(-event.amount)];
    case "BankSettled":
      return ["Bank", "settled", money(event.net)];
    case "ProgressivePaid":
      return ["Progressive", titled(event.hand), money(event.paid)];
    default:
      return [
        labelOf(event.wager),
        event.outcome,
        event.outcome === "lose" ? money(-event.amount) : money(event.paid),
      ];
  }
}
