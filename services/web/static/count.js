// The count sheet adds up while one counts. What counts is the service's own sum.

const DOLLARS = /^\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,12})(?:\.([0-9]{2}))?$/;

function shown(cents) {
  const whole = Math.trunc(cents / 100).toLocaleString("en-US");
  return `$${whole}.${String(cents % 100).padStart(2, "0")}`;
}

function centsOf(input) {
  const text = input.value.trim();
  if (input.dataset.cents) return /^[0-9]{1,6}$/.test(text) ? Number(text) * Number(input.dataset.cents) : 0;
  const found = DOLLARS.exec(text);
  return found ? Number(found[1].replaceAll(",", "")) * 100 + Number(found[2] ?? 0) : 0;
}

function addUp(form) {
  let cash = 0;
  for (const input of form.querySelectorAll("[data-cents], [data-dollars=cash]")) {
    const cents = centsOf(input);
    cash += cents;
    form.querySelector(`[data-of="${input.id}"]`).textContent = input.value.trim() ? shown(cents) : "";
  }
  const others = ["counter_checks:dollars", "vouchers:dollars"].map((name) => centsOf(form.elements.namedItem(name)));
  form.querySelector("[data-sum=cash]").textContent = shown(cash);
  form.querySelector("[data-sum=all]").textContent = shown(others.reduce((sum, one) => sum + one, cash));
}

const form = document.querySelector("form.sheet");
if (form) {
  form.addEventListener("input", () => addUp(form));
  addUp(form);
}
