// The meters tick: what stands on each is asked for again and again, and counted up to. When
// something was paid off one, the rest of the page is renewed.
import { fetchPage, renew } from "./live.js";

const EVERY_MS = 2000;
const TICKS_MS = 900;
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const still = matchMedia("(prefers-reduced-motion: reduce)");
let seen = "";

function show(place, cents) {
  place.dataset.cents = cents;
  place.textContent = dollars.format(cents / 100);
}

function tick(place, cents) {
  const from = Number(place.dataset.cents);
  if (from === cents) return;
  // A payout falls at once, and so does everything for those who want it still.
  if (still.matches || document.hidden || cents < from) return show(place, cents);
  const began = performance.now();
  const step = (now) => {
    const part = Math.min((now - began) / TICKS_MS, 1);
    show(place, Math.round(from + (cents - from) * part));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/v1/progressives", { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const { progressives } = await answer.json();
    for (const meter of progressives) {
      const place = document.querySelector(`[data-meter="${CSS.escape(meter.meter)}"]`);
      if (place) tick(place, meter.amount);
    }
    const now = JSON.stringify(progressives.map(({ meter, seq }) => [meter, seq]));
    if (seen && now !== seen) renew(await fetchPage(location.href));
    seen = now;
  } catch {
    // The next look asks again.
  }
}

if (document.querySelector("[data-meter]")) setInterval(look, EVERY_MS);
