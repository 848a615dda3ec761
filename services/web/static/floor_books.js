// What waits in a table's books, in words and in marks: differences, complaints, slips under way.

const several = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const exceptions = ({ exceptions: open }, money) =>
  open.length &&
  `${several(open.length, "exception")} open: ` +
    open.map(({ kind, amount }) => `${kind.replaceAll("_", " ")} ${money(amount)}`).join(", ");
const complaints = ({ complaints: open }) =>
  open.length &&
  `${several(open.length, "complaint")} open: ${open.map(({ round }) => round).join(", ")}`;
const slips = ({ slips: pending }, money) =>
  pending.length &&
  pending.map(({ kind, slip, step, amount }) => `${kind} ${slip} ${step}, ${money(amount)}`).join(", ");

const toAnswer = (row, money) => [exceptions(row, money), complaints(row)].filter(Boolean).join("; ");

/** Nothing, where nothing waits. */
export const waitingInWords = (row, money) =>
  [toAnswer(row, money), slips(row, money)].filter(Boolean).join("; ");

/** One mark for what somebody has to answer for, one for chips on their way. */
export function markWaiting(cell, row, money) {
  const marks = [
    ["!", "answer", toAnswer(row, money)],
    ["±", "slip", slips(row, money)],
  ].filter(([, , words]) => words);
  cell.querySelector(".waiting").replaceChildren(
    ...marks.map(([sign, kind, words]) => {
      const mark = document.createElement("span");
      mark.textContent = sign;
      mark.dataset.waits = kind;
      mark.title = words;
      return mark;
    }),
  );
}
