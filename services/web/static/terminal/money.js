// Cents as people write them, and back.

const format = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});
const WRITTEN = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d{1,12}|)(?:\.(\d{1,2})?)?$/;

export const money = (cents) => format.format(cents / 100);

// Null where it is no amount.
export function cents(text) {
  const found = WRITTEN.exec(text.trim());
  if (!found || (!found[2] && !found[3])) return null;
  const [, sign, whole, part = ""] = found;
  return Number(`${sign}${whole.replaceAll(",", "") || 0}${part.padEnd(2, "0")}`);
}

// As it is typed into a field.
export const plain = (amount) => (amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100));
