// The floor, live: one line a table, fed by server-sent events. Rows come whole and in any order;
// a frame shows the newest of each, and touches only the cells whose text is another one.

import { markWaiting, waitingInWords } from "./floor_books.js";
import { keepUp } from "./floor_now.js";
import {
  carried,
  gameInWords,
  isMany,
  layOut,
  markGame,
  markSeats,
  running,
  seatsInWords,
} from "./floor_seats.js";
import { gameOf, loadScripts } from "./games.js";

const STREAM = "/v1/stream?view=floor";
const RETRY_MS = { first: 1000, most: 15000 };
const SILENCE_MS = 20000;
const PROBE_MS = 5000;
const FRESH_MS = 700;
const BETWEEN_ROUNDS = new Set(["closed", "open"]);
const STATES = {
  connecting: "connecting…",
  live: "live",
  lost: "reconnecting…",
  refused: "signed out: sign in again",
};

const element = (id) => document.getElementById(id);
const collator = new Intl.Collator("en", { numeric: true });
const whole = new Intl.NumberFormat("en-US");
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const brief = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});
const timeZone = element("updated").dataset.zone;
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone });
const date = (style) => new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...style });
const longDate = date({ weekday: "short", month: "short", day: "numeric", year: "numeric" });
const shortDate = date({ month: "short", day: "numeric" });

const byName = (one, other) => collator.compare(one, other) || (one < other ? -1 : 1);
const money = (cents) => dollars.format(cents / 100).replace("-", "\u2212");
const dated = (format, day) => (day ? format.format(new Date(`${day}T00:00:00Z`)) : "—");
const inPlay = (row) => !BETWEEN_ROUNDS.has(row.phase);

/** The newest gaming day of any table. */
let today = "";
const isPast = (row) => row.phase === "closed" && row.day < today;

const cents = {
  drop: (row) => row.drop_estimated,
  win: (row) => row.win,
  vigorish: (row) => row.vigorish,
  tray: (row) => row.tray_expected,
};

// What each cell says of a row. A cell is written again when that changes, and only then.
const says = {
  table: (row) => waitingInWords(row, money),
  game: gameInWords,
  phase: (row) => row.phase.replaceAll("_", " "),
  round: (row) => (isPast(row) ? dated(shortDate, row.day) : row.round ?? "—"),
  seats: (row) => seatsInWords(row, money),
  rounds: (row) => whole.format(row.rounds),
  running: (row) => [running(row).words, carriedInWords(row)].filter(Boolean).join(" "),
};
for (const [name, of] of Object.entries(cents)) says[name] = (row) => money(of(row));

function carriedInWords(row) {
  const { word, spots } = carried(row);
  const cents = spots.reduce((sum, { stake }) => sum + stake, 0);
  return cents ? `${brief.format(cents / 100)} ${word}` : "";
}

// What a cell shows besides its text.
const looks = {
  table: (cell, row) => markWaiting(cell, row, money),
  game: markGame,
  phase: (cell, row) => {
    const [pill] = cell.children;
    pill.dataset.phase = row.phase;
    pill.dataset.look = gameOf(row).phases[row.phase]?.look ?? "";
  },
  round: (cell, row) => {
    const [link] = cell.children;
    const [before, number] = link.children;
    const split = number.textContent.lastIndexOf("-") + 1;
    before.textContent = number.textContent.slice(0, split);
    number.textContent = number.textContent.slice(split);
    cell.dataset.none = row.round === null;
    if (row.round === null) link.removeAttribute("href");
    else link.href = `/rounds/${row.round}`;
  },
  seats: (cell, row) => markSeats(cell, row, says.seats(row), money),
  running: (cell, row) => {
    const [die, words, stays] = cell.children;
    const found = running(row);
    die.dataset.pips = Math.min(found.count, 3);
    words.textContent = found.words;
    stays.textContent = carriedInWords(row);
    cell.dataset.running = found.isRunning;
    cell.dataset.label = gameOf(row).running;
  },
};

/** One table on the page. */
class Line {
  constructor(name) {
    this.row = null;
    this.element = element("line").content.firstElementChild.cloneNode(true);
    this.element.dataset.table = name;
    this.cells = new Map();
    for (const cell of this.element.querySelectorAll("[data-cell]")) {
      const text = cell.querySelector("[data-text]") ?? cell;
      this.cells.set(cell.dataset.cell, { cell, text, said: "" });
    }
    const link = this.element.querySelector(".name");
    link.textContent = name;
    link.href = `/tables/${name}`;
  }

  show(row) {
    const isNew = this.row === null;
    this.row = row;
    this.element.dataset.closed = row.phase === "closed";
    this.element.dataset.many = isMany(row);
    layOut(this.element.querySelector(".seats"), row.places);
    for (const [name, say] of Object.entries(says)) {
      const part = this.cells.get(name);
      const text = say(row);
      if (text === part.said) continue;
      part.said = text;
      part.text.textContent = text;
      looks[name]?.(part.cell, row);
      if (name in cents) part.cell.dataset.sign = Math.sign(cents[name](row));
      if (!isNew) light(part.cell);
    }
  }
}

/** Cells that changed in this frame; they go out together. */
let fresh = [];
let frame = 0;

function light(cell) {
  cell.dataset.fresh = frame;
  fresh.push(cell);
}

function dimLater() {
  if (fresh.length === 0) return;
  const lit = fresh;
  const then = String(frame);
  setTimeout(() => {
    for (const cell of lit) if (cell.dataset.fresh === then) delete cell.dataset.fresh;
  }, FRESH_MS);
  fresh = [];
  frame += 1;
}

/** Lines by table name, in the order of the page. */
const lines = new Map();
const waiting = new Map();

function take(row) {
  if (waiting.size === 0) requestAnimationFrame(showWaiting);
  waiting.set(row.table, row);
}

function showWaiting() {
  const rows = [...waiting.values()];
  waiting.clear();
  for (const row of rows) (lines.get(row.table) ?? addLine(row.table)).show(row);
  turnDay();
  dimLater();
  sumUp();
}

function turnDay() {
  const before = today;
  today = "";
  for (const { row } of lines.values()) if (row.day > today) today = row.day;
  if (today !== before) for (const line of lines.values()) line.show(line.row);
}

function addLine(name) {
  const line = new Line(name);
  const after = [...lines.keys()].find((other) => byName(name, other) < 0);
  element("tables").insertBefore(line.element, lines.get(after)?.element ?? null);
  lines.set(name, line);
  const inOrder = [...lines].sort(([one], [other]) => byName(one, other));
  lines.clear();
  for (const [key, value] of inOrder) lines.set(key, value);
  return line;
}

function sumUp() {
  const rows = Array.from(lines.values(), (line) => line.row);
  const counted = rows.filter((row) => !isPast(row));
  const sum = (of) => counted.reduce((total, row) => total + of(row), 0);
  const playing = rows.filter(inPlay).length;
  write(element("day"), dated(longDate, today));
  write(element("open"), whole.format(rows.filter((row) => row.phase !== "closed").length));
  write(element("known"), whole.format(rows.length));
  write(element("playing"), whole.format(playing));
  for (const [name, of] of Object.entries(cents)) {
    write(totals[name], money(sum(of)));
    totals[name].dataset.sign = Math.sign(sum(of));
  }
  write(totals.phase, `${whole.format(playing)} in play`);
  write(totals.seats, whole.format(sum((row) => row.seats.length)));
  write(totals.rounds, whole.format(sum((row) => row.rounds)));
  write(totals.running, whole.format(sum((row) => running(row).count)));
  for (const id of ["floor", "notes"]) element(id).hidden = rows.length === 0;
  fit(rows.length);
  if (rows.length) element("empty").hidden = true;
}

function fit(tables) {
  const root = document.documentElement;
  if (root.dataset.tables === String(tables)) return;
  root.dataset.tables = tables;
  root.dataset.crowded = tables > 20;
  root.style.setProperty("--tables", Math.max(tables, 1));
}

function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

const totals = Object.fromEntries(
  Array.from(element("totals").cells, (cell) => [cell.dataset.cell, cell]),
);

let source = null;
let retryMs = RETRY_MS.first;
let heardAt = 0;
/** Tables heard of since the stream was last opened. */
const confirmed = new Set();

function connect() {
  source = new EventSource(STREAM);
  source.addEventListener("open", opened);
  source.addEventListener("table", heard);
  source.addEventListener("error", lost);
}

function opened() {
  retryMs = RETRY_MS.first;
  heardAt = Date.now();
  confirmed.clear();
  tell("live");
  compare().catch(() => {});
}

function heard(message) {
  const row = JSON.parse(message.data);
  confirmed.add(row.table);
  take(row);
  heardAt = Date.now();
  const now = new Date(heardAt);
  write(element("updated"), clock.format(now));
  element("updated").dateTime = now.toISOString();
}

/** A stream that is only interrupted comes back by itself; one that was refused does not. */
function lost() {
  const isClosed = source.readyState === EventSource.CLOSED;
  if (!isClosed || state() !== "refused") tell("lost");
  if (!isClosed) return;
  explain().catch(() => {});
  setTimeout(connect, retryMs);
  retryMs = Math.min(retryMs * 2, RETRY_MS.most);
}

/** A stream does not say why it was refused; the list of tables does. */
async function explain() {
  const answer = await ask("/v1/tables");
  if (answer.status !== 401) return;
  tell("refused");
  location.assign("/login?next=/");
}

/** The stream of an empty floor is silent, and so is one that no longer has a table. */
async function compare() {
  const answer = await ask("/v1/tables");
  if (!answer.ok) return;
  const known = new Set((await answer.json()).tables.map((row) => row.table));
  for (const [name, line] of lines) {
    if (known.has(name) || confirmed.has(name)) continue;
    line.element.remove();
    lines.delete(name);
  }
  element("empty").hidden = known.size + lines.size + waiting.size > 0;
  turnDay();
  sumUp();
}

/** A cable pulled out closes nothing: after a silence, ask whether anyone is there. */
async function probe() {
  if (state() !== "live" || Date.now() - heardAt < SILENCE_MS) return;
  heardAt = Date.now();
  try {
    await ask("/livez");
  } catch {
    source.close();
    lost();
  }
}

const ask = (path) => fetch(path, { cache: "no-store", signal: AbortSignal.timeout(PROBE_MS) });
const state = () => document.body.dataset.connection;

function tell(now) {
  document.body.dataset.connection = now;
  document.body.dataset.stale = now === "lost" || now === "refused";
  write(element("connection"), STATES[now]);
}

write(element("origin"), location.origin);
await loadScripts();
connect();
keepUp();
setInterval(probe, PROBE_MS);
