// Craps on the floor and on the terminal: the point, and what is carried from roll to roll.

const isOn = ({ craps }) => Boolean(craps?.point);

export const floor = {
  running: (row) => ({
    words: isOn(row) ? `point ${row.craps.point}` : "come out",
    count: 0,
    isRunning: isOn(row),
  }),
  carried: ({ craps }) => ({ word: "carried", spots: craps?.carried ?? [] }),
};

export const felt = {
  facts: (row) => [isOn(row) ? `Point ${row.craps.point}` : "Come out roll"],
};
