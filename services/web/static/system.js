// The state of the parts, asked for again every few seconds while somebody looks.

import { fetchPage, renew } from "./live.js";

const EVERY_MS = 5000;

setInterval(() => {
  if (!document.hidden) fetchPage("/system").then(renew, () => {});
}, EVERY_MS);
