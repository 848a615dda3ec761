// Stones on the floor and on the terminal: what the house had in the round before.

const last = ({ stones }) => stones?.last?.replace("S-", "") ?? "";

export const floor = {
  running: (row) => ({ words: last(row), count: 0, isRunning: Boolean(last(row)) }),
  elections: (terms) => [terms.lucky_stone && "lucky stone"],
};

export const felt = {
  facts: (row) => [last(row) && `House stone before: ${last(row)}`],
  tags: (row, seat) => [row.stones?.drawn.includes(seat) && "face down"],
};
