// JSON lines against one of our JSON Schemas, in ajv's strict mode:
//   node validate.mjs ../../deploy/schemas/events.v1.json < events.jsonl
// Ends with 1 where a line does not fit, and says which and why.

import { readFileSync } from "node:fs";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";

const ajv = new Ajv2020({ strict: true, allErrors: false });
addFormats.default(ajv);
const fits = ajv.compile(JSON.parse(readFileSync(process.argv[2], "utf8")));
let number = 0;
for (const line of readFileSync(0, "utf8").split("\n")) {
  number += 1;
  if (line !== "" && !fits(JSON.parse(line))) {
    console.error(`line ${number}: ${ajv.errorsText(fits.errors)}`);
    process.exitCode = 1;
  }
}
