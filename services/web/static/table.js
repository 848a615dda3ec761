// One table, live: whenever its row on the floor changes, the page takes in what is new.

import { fetchPage, renew } from "./live.js";

const AT_MOST_EVERY_MS = 700;
const RETRY_MS = 3000;
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const header = document.querySelector("[data-table]");

/** A table that was never opened has another page than one that was. */
const isOpened = () => document.getElementById("facts") !== null;

function tell(state, words) {
  document.body.dataset.connection = state;
  document.getElementById("connection").textContent = words;
}

let isAsking = false;
let isWanted = false;

/** One at a time, and not more often than an eye can follow; the last word is always taken in. */
async function refresh() {
  isWanted = true;
  if (isAsking) return;
  isAsking = true;
  while (isWanted) {
    isWanted = false;
    try {
      renew(await fetchPage(location.pathname));
      sumAll();
    } catch {
      // The stream says so too, and comes back by itself.
    }
    await new Promise((done) => setTimeout(done, AT_MOST_EVERY_MS));
  }
  isAsking = false;
}

function follow(table) {
  const source = new EventSource(`/v1/stream?view=floor&table=${table}`);
  let seen = null;
  source.addEventListener("open", () => tell("live", "live"));
  source.addEventListener("table", ({ data }) => {
    const row = JSON.parse(data);
    if (row.seq === seen) return;
    seen = row.seq;
    if (isOpened()) refresh();
    else if (!document.querySelector("form[data-begun]")) location.reload();
  });
  source.addEventListener("error", () => {
    tell("lost", "reconnecting…");
    if (source.readyState === EventSource.CLOSED) setTimeout(() => comeBack(table), RETRY_MS);
  });
}

/** A stream does not say why it was refused; the table does. */
async function comeBack(table) {
  try {
    const answer = await fetch(`/v1/tables/${table}`, { cache: "no-store" });
    if (answer.status === 401) location.assign(`/login?next=${location.pathname}`);
  } catch {
    // Nobody answers: the stream is tried all the same.
  }
  follow(table);
}

/** What a count comes to, as it is keyed in. */
function sumUp(fields) {
  const cents = Array.from(fields.querySelectorAll("[data-cents]"), (one) =>
    Number(one.value) * Number(one.dataset.cents),
  ).reduce((sum, one) => sum + one, 0);
  const total = dollars.format(cents / 100);
  const output = fields.querySelector("[data-total]");
  if (output.textContent !== total) output.textContent = total;
}

function sumAll() {
  document.querySelectorAll(".inventory").forEach(sumUp);
}

document.addEventListener("input", ({ target }) => {
  const fields = target.closest(".inventory");
  if (fields) sumUp(fields);
});

// What was sent from here is seen without loading the page again: other forms stay as they are.
document.addEventListener("done", (event) => {
  if (!isOpened() || !crypto.randomUUID) return;
  event.preventDefault();
  const form = event.target;
  delete form.dataset.begun;
  form.reset();
  form.elements.namedItem("command_id").value = crypto.randomUUID();
  form.closest("details")?.removeAttribute("open");
  sumAll();
  refresh();
});

sumAll();
if (header) follow(header.dataset.table);
