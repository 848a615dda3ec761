// Stepping through a round without loading the page again: each step is the server's own page, of
// which the parts that change are taken over. Without this script the same links lead there.

const stage = document.getElementById("stage");
const LAST = Number(stage.dataset.steps);
const KEYS = {
  ArrowLeft: (step) => Math.max(step - 1, 1),
  ArrowRight: (step) => Math.min(step + 1, LAST),
  Home: () => 1,
  End: () => LAST,
};
let asked = null;
// Where the keys have led so far: they may be faster than the answers.
let wanted = Number(stage.dataset.step);

// Read as a document by the browser itself, so that no text is ever taken for markup here.
function load(address) {
  asked?.abort();
  return new Promise((done, failed) => {
    asked = new XMLHttpRequest();
    asked.open("GET", address);
    asked.responseType = "document";
    asked.onload = () => (asked.status === 200 && asked.response ? done(asked.response) : failed());
    asked.onerror = failed;
    asked.send();
  });
}

function takeOver(page) {
  const theirs = page.getElementById("stage");
  const key = document.activeElement?.closest(".steps") && document.activeElement.dataset.key;
  for (const part of stage.querySelectorAll("[data-part]")) {
    const other = theirs.querySelector(`[data-part="${part.dataset.part}"]`);
    part.replaceChildren(...[...other.childNodes].map((node) => document.adoptNode(node)));
  }
  stage.dataset.step = theirs.dataset.step;
  wanted = Number(theirs.dataset.step);
  mark(theirs.dataset.step);
  showKeys();
  if (key) focusOn(key);
}

function showKeys() {
  for (const hint of stage.querySelectorAll("[data-with-script]")) hint.hidden = false;
}

function mark(step) {
  document.querySelector(".account [aria-current]")?.removeAttribute("aria-current");
  document.querySelector(`#step-${step} a`)?.setAttribute("aria-current", "step");
}

// Whoever steps by a button stays on it; at the end, on the one that leads back.
function focusOn(key) {
  const link = stage.querySelector(`.steps a[data-key="${key}"]`) ?? stage.querySelector(".steps a");
  link?.focus();
}

async function goTo(address, remember = true) {
  try {
    takeOver(await load(address));
    if (remember) history.pushState(null, "", address);
  } catch {
    location.assign(address);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-step]");
  const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || elsewhere) return;
  event.preventDefault();
  goTo(link.href);
  if (link.closest(".account")) stage.scrollIntoView({ block: "nearest" });
});

document.addEventListener("keydown", (event) => {
  const busy = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (busy || !(event.key in KEYS)) return;
  if (event.target.closest("input, select, textarea, [contenteditable]")) return;
  const region = event.target;
  if (region.matches(".scrolled") && region.scrollWidth > region.clientWidth) return;
  event.preventDefault();
  const step = KEYS[event.key](wanted);
  if (step === wanted) return;
  wanted = step;
  const address = new URL(location.href);
  address.searchParams.set("step", step);
  goTo(address.href);
});

window.addEventListener("popstate", () => goTo(location.href, false));

const print = document.querySelector("[data-print]");
print.hidden = false;
print.addEventListener("click", () => window.print());
showKeys();
