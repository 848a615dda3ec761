// Where the table stands, whether this page hears of it, and what of its own is still on the way.

import { titled } from "../games.js";
import { button, el, labelled } from "./dom.js";
import { nameOf, phaseOf } from "./words.js";

const LINES = {
  connecting: ["connecting…", "wait"],
  live: ["live", "good"],
  lost: ["no connection", "bad"],
  "signed out": ["signed out", "bad"],
};

export function bar(app) {
  const { table: row, next } = app.state.shown;
  const [words, kind] = LINES[app.state.line];
  const first = app.lawful()[0];
  return [
    el(
      "div",
      { class: "where" },
      el("strong", { class: "table-name" }, el("a", { href: `/tables/${row.table}` }, row.table)),
      el(
        "span",
        { class: "quiet" },
        `${row.regulation_label || "never opened"} · session ${row.session}`,
      ),
      next.round ? el("a", { class: "round", href: `/rounds/${next.round}` }, next.round) : null,
    ),
    el(
      "p",
      { class: "phase", "data-phase": row.phase },
      el("strong", {}, phaseOf(app, row.phase)),
      first ? el("span", {}, ` Next: ${nameOf(first.command)}`) : null,
    ),
    el(
      "div",
      { class: "line" },
      waiting(app),
      el("span", { class: `badge ${kind}`, id: "line", role: "status" }, words),
    ),
  ];
}

function waiting(app) {
  const count = app.outbox.entries().length;
  return el(
    "span",
    { class: `badge ${count ? "wait" : ""}`, id: "waiting", role: "status" },
    count ? `${count} waiting` : "all sent",
  );
}

// What keeps the queue from moving, if anything does: said with its paragraph, and the way on.
export function trouble(app) {
  const [head, ...rest] = app.outbox.entries();
  if (app.state.line === "signed out" || app.outbox.state === "signin") return signIn();
  if (!head) return null;
  if (head.problem) return refusal(app, head, rest);
  if (app.outbox.needsSigning(head)) return signAgain(app, head);
  return app.outbox.state === "waiting" || app.state.line === "lost" ? queue(head, rest) : null;
}

function signIn() {
  const here = encodeURIComponent(location.pathname);
  return el(
    "section",
    { class: "trouble", role: "alert" },
    el("h2", {}, "You are signed out"),
    el(
      "p",
      {},
      "What waits is kept, and is sent once you have signed in again: ",
      el("a", { href: `/login?next=${here}` }, "sign in"),
      ".",
    ),
  );
}

function queue(head, rest) {
  return el(
    "section",
    { class: "trouble waits", role: "status" },
    el("h2", {}, "Waiting for the connection"),
    el(
      "ol",
      {},
      [head, ...rest].map((entry) => el("li", {}, entry.words)),
    ),
    el(
      "p",
      { class: "quiet" },
      "It is sent in this order as soon as the service answers. Nothing is done twice.",
    ),
  );
}

const inWords = (entries) => entries.map((one) => one.words).join("; ");

function refusal(app, head, rest) {
  const { problem } = head;
  const lines = (problem.errors ?? []).map((one) =>
    el("li", {}, el("code", {}, one.where), ` ${one.what}`),
  );
  return el(
    "section",
    { class: "trouble refused", role: "alert" },
    el("h2", {}, `Refused: ${head.words}`),
    el(
      "p",
      {},
      problem.rule ? el("span", { class: "rule" }, problem.rule) : null,
      " ",
      problem.reason ?? problem.detail ?? problem.title,
    ),
    lines.length ? el("ul", {}, lines) : null,
    rest.length
      ? el("p", {}, `Behind it ${rest.length === 1 ? "waits" : "wait"}: ${inWords(rest)}.`)
      : null,
    el(
      "div",
      { class: "row" },
      button(
        "refused-drop",
        rest.length ? "Drop it, go on with the rest" : "Drop it",
        () => app.outbox.drop(head.id),
        { class: "main" },
        "Esc",
      ),
      button("refused-again", "Send it again", () => app.outbox.retry()),
      rest.length
        ? button("refused-all", `Drop all ${rest.length + 1}`, () => app.outbox.dropAll())
        : null,
    ),
  );
}

function signAgain(app, head) {
  const inputs = head.toSign.map(({ field }, at) =>
    labelled(
      `${titled(field)}: their own token`,
      el("input", { "data-key": `sign-${at}`, type: "password", autocomplete: "off" }),
    ),
  );
  const sign = () => {
    const texts = inputs.map((one) => one.querySelector("input").value.trim());
    if (texts.every(Boolean))
      app.outbox.sign(
        head.id,
        head.toSign.map((one, at) => ({ ...one, text: texts[at] })),
      );
  };
  return el(
    "section",
    { class: "trouble", role: "alert" },
    el("h2", {}, `Must be signed again: ${head.words}`),
    el("p", {}, "A token is not kept when the page is loaded anew."),
    inputs,
    el(
      "div",
      { class: "row" },
      button("sign-send", "Sign", sign, { class: "main" }),
      button("sign-drop", "Drop it", () => app.outbox.drop(head.id)),
    ),
  );
}
