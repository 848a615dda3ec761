// A form that sends a command: what the rules answer is shown beside it, and the inputs stay.
// Without this script the same form leads to a page that says the same.

const WAITS_MS = [500, 1000, 2000, 4000, 8000];

function told(problem) {
  const lines = (problem.errors ?? []).map((one) => `${one.where}: ${one.what}`);
  const reason = problem.rule ? `${problem.rule}: ${problem.reason}` : problem.detail;
  return [problem.title, lines.length ? lines.join("; ") : reason].join(". ");
}

async function post(form, body, say) {
  // The id in the form makes a second try harmless.
  for (const wait of [...WAITS_MS, null]) {
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body,
        headers: { Accept: "application/json" },
      });
      if (answer.status !== 503 || wait === null) return answer;
    } catch (error) {
      if (wait === null) throw error;
    }
    say("No answer yet; trying again…");
    await new Promise((done) => setTimeout(done, wait));
  }
  return null;
}

function goTo(address) {
  // To the same page one only scrolls: it is loaded again, so that what was done is seen.
  const there = new URL(address, location.href);
  const isHere = there.pathname === location.pathname && there.search === location.search;
  if (isHere) location.reload();
  else location.assign(there);
}

async function send(form) {
  const output = form.querySelector("output");
  const say = (words, state = "") => {
    output.textContent = words;
    output.dataset.state = state;
  };
  const button = form.querySelector("button:not([type=button])");
  button.disabled = true;
  say("Sending…");
  try {
    const answer = await post(form, new URLSearchParams(new FormData(form)), say);
    if (answer.ok) {
      say("Done.", "done");
      // A page that stays up to date by itself takes the event, and is not loaded again.
      const isTaken = !form.dispatchEvent(new CustomEvent("done", { bubbles: true, cancelable: true }));
      if (isTaken) button.disabled = false;
      else goTo(form.elements.namedItem("back").value);
      return;
    }
    say(told(await answer.json()), "refused");
  } catch {
    say("The service cannot be reached. Nothing is known of this; send it again.", "refused");
  }
  button.disabled = false;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form.action")) return;
  event.preventDefault();
  send(form);
});

// Choosing is enough; the buttons are for those without scripts.
document.documentElement.dataset.scripted = "";
for (const chooser of document.querySelectorAll("form.who select, form.pick-day input")) {
  chooser.addEventListener("change", () => {
    if (chooser.value) chooser.form.requestSubmit();
  });
}
