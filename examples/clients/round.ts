// A table is opened, a round played, a mistake refused, and the books read: by a generated client.
//
// HOUSE_URL and PITLEDGER_TOKEN say where and who; the table's name is the argument.

import createClient from "openapi-fetch";
import type { components, paths } from "./pitledger.js";

type Command = components["schemas"]["Command"];
type Event = components["schemas"]["Event"];

const table = process.argv[2] ?? "PG01";
const client = createClient<paths>({
  baseUrl: process.env.HOUSE_URL ?? "http://127.0.0.1:8080",
  headers: { Authorization: `Bearer ${process.env.PITLEDGER_TOKEN}` },
});

async function send(body: Command | Command[]): Promise<Event[]> {
  const { data, error } = await client.POST("/v1/tables/{table}/commands", {
    params: { path: { table } },
    body,
  });
  if (error) throw new Error(`${error.type}: ${error.detail}`);
  return data.events;
}

await send({
  command: "open_table",
  table,
  inventory: 1_000_000,
  submission: { regulation: "nj-pai-gow", limits: { pai_gow: [1000, 50_000] } },
});

// Nothing can be rolled before bets were taken. What is refused cites its rule.
const { error, response } = await client.POST("/v1/tables/{table}/commands", {
  params: { path: { table } },
  body: { command: "roll", dice: [4, 5, 6] },
});
if (response.status !== 409 || error?.type !== "urn:pitledger:problem:refused") {
  throw new Error("this should have been refused");
}
console.log(`refused: ${error.rule}: ${error.reason}`);

// Several commands as one: all of them, or none.
await send([
  { command: "open_round" },
  { command: "place_wager", seat: 1, wager: "pai_gow", amount: 5000 },
  { command: "no_more_bets" },
  { command: "roll", dice: [4, 5, 6] },
  {
    command: "deal",
    stacks: [
      ["1-1", "6-6", "1-3", "5-5"],
      ["2-5", "4-4", "1-5", "3-5"],
      ["5-6", "1-6", "2-2", "4-6"],
      ["1-4", "2-3", "3-3", "3-6"],
      ["2-6", "2-4", "6-6", "4-5"],
      ["5-6", "1-6", "2-2", "4-6"],
      ["1-2", "5-5", "1-1", "3-3"],
      ["1-3", "3-4", "1-5", "4-4"],
    ],
  },
]);
const played = await send([
  { command: "set_hand", seat: 1, high: ["1-4", "2-3"], low: ["3-3", "3-6"] },
  { command: "set_house" },
  { command: "settle" },
]);
const closed = played.at(-1);
if (closed?.event !== "RoundClosed" || closed.round === null) throw new Error("not closed");
console.log(`round: ${closed.round} ${closed.wagers[0]?.outcome} ${closed.tray_delta}`);

// `seq`: wait until the books have that event.
const round = await client.GET("/v1/rounds/{round_id}", {
  params: { path: { round_id: closed.round }, query: { seq: closed.seq } },
});
console.log(`phase: ${round.data?.phase}`);

const report = await client.GET("/v1/reports/{name}", {
  params: { path: { name: "master_game" }, query: { table } },
});
if (report.error) throw new Error(report.error.detail);
if (typeof report.data === "string") throw new Error("asked for JSON");
console.log(`report: ${report.data.title}, ${report.data.sections[0]?.rows.length} table`);

const books = await client.GET("/v1/reconciliation", { params: { query: { table } } });
const line = books.data?.tables[0];
console.log(`win: ${line?.win.events}, still missing: ${line?.missing.join(" ")}`);
