// What stands above the tables, fetched again every few seconds; meters tick up to what they are.

import { fetchPage, renew } from "./live.js";

const EVERY_MS = 3000;
const TICK_MS = 1500;
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const still = matchMedia("(prefers-reduced-motion: reduce)");

const amounts = () =>
  new Map(Array.from(document.querySelectorAll(".ticking"), (one) => [one.id, Number(one.value)]));

async function again() {
  if (document.hidden) return;
  const before = amounts();
  renew(await fetchPage("/floor/now"));
  for (const [id, cents] of amounts()) {
    if (before.has(id) && before.get(id) < cents && !still.matches) tick(id, before.get(id), cents);
  }
}

/** The text runs; the value is what it is from the beginning. */
function tick(id, from, to) {
  const began = performance.now();
  const step = (now) => {
    const meter = document.getElementById(id);
    if (!meter || Number(meter.value) !== to) return;
    const part = Math.min((now - began) / TICK_MS, 1);
    meter.textContent = dollars.format(Math.round(from + (to - from) * part) / 100);
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Until the page is left; who cannot be reached now is asked again later. */
export function keepUp() {
  // Pages that were opened together do not ask together.
  const pause = EVERY_MS * (0.9 + Math.random() / 5);
  setInterval(() => again().catch(() => {}), pause);
}
