// A wager: where, on what, how much. Chips build the amount; the rules say whether it stands.

import { chip } from "../pieces.js";
import { button, el, labelled } from "./dom.js";
import { cents, money, plain } from "./money.js";

const CHIPS = [100, 500, 2500, 10000, 50000, 100000];
const START = { seat: null, wager: null, text: "", player: "", coupon: "" };

export function wagerPanel(app, option) {
  const chosen = (app.ui.wager ??= { ...START });
  const seats = [...new Set(option.spots.map((spot) => spot.seat))];
  if (!seats.includes(chosen.seat)) chosen.seat = seats[0];
  const here = option.spots.filter((spot) => spot.seat === chosen.seat);
  const spot = here.find((one) => one.wager === chosen.wager) ?? here[0];
  chosen.wager = spot.wager;
  const fixed = spot.limits.least === spot.limits.most;
  const amount = fixed ? spot.limits.least : (cents(chosen.text) ?? 0);

  const choose = (change) => {
    Object.assign(chosen, change);
    app.render();
  };
  const add = (value) => choose({ text: plain(amount + value) });
  const place = () => amount > 0 && place_(app, chosen, spot, amount);

  return {
    title: "Wager",
    onKey: (event) => onKey(event, { seats, here, chosen, choose, place }),
    nodes: [
      el(
        "div",
        { class: "choices seats", role: "group", "aria-label": "Seat" },
        seats.map((seat) =>
          button(`seat-${seat}`, `${seat}`, () => choose({ seat }), {
            "aria-pressed": seat === chosen.seat ? "true" : "false",
            "aria-label": `Seat ${seat}`,
          }),
        ),
      ),
      el(
        "div",
        { class: "choices", role: "group", "aria-label": "Wager" },
        here.map((one) =>
          button(`wager-${one.wager}`, one.label, () => choose({ wager: one.wager }), {
            "aria-pressed": one.wager === chosen.wager ? "true" : "false",
          }),
        ),
      ),
      fixed ? null : chipTray(amount, spot, chosen, add, choose),
      el(
        "p",
        { class: "limits" },
        limits(spot, amount, fixed),
        " ",
        el("span", { class: "rule" }, spot.rule),
      ),
      more(app, chosen, spot),
      button(
        "place",
        `Place ${money(amount)} on ${spot.label}, seat ${spot.seat}`,
        place,
        { class: "main wide", disabled: amount <= 0 },
        "Enter",
      ),
    ],
  };
}

function chipTray(amount, spot, chosen, add, choose) {
  const last = chosen.last ? [["last", money(chosen.last), chosen.last]] : [];
  const presets = [["least", "Least", spot.limits.least], ...last];
  return el(
    "div",
    { class: "chip-tray", role: "group", "aria-label": "Amount" },
    CHIPS.filter((value) => value <= spot.limits.most).map((value) =>
      button(`chip-${value}`, chip(value), () => add(value), {
        class: "bare",
        "aria-label": `Add ${money(value)}`,
      }),
    ),
    el("input", {
      "data-key": "amount",
      "aria-label": "Amount in dollars",
      inputmode: "decimal",
      autocomplete: "off",
      value: chosen.text,
      oninput: (event) => choose({ text: event.target.value }),
    }),
    presets.map(([key, label, value]) =>
      button(`preset-${key}`, label, () => choose({ text: plain(value) })),
    ),
    button("clear", "Clear", () => choose({ text: "" }), { disabled: !chosen.text }),
  );
}

function limits(spot, amount, fixed) {
  if (fixed) return `The stake is ${money(spot.limits.least)}.`;
  const { least, most, step } = spot.limits;
  const lies = spot.down ? `${money(spot.down)} lies there. ` : "";
  const steps = step > 1 ? `, in steps of ${money(step)}` : "";
  const upTo = most < 1e11 ? ` to ${money(most)}` : " or more";
  const wrong =
    amount && (amount < least || amount > most || amount % step) ? " That is outside of it." : "";
  return `${lies}${money(least)}${upTo}${steps}.${wrong}`;
}

function more(app, chosen, spot) {
  const text = (name, label, extra = {}) =>
    labelled(
      label,
      el("input", {
        "data-key": name,
        value: chosen[name],
        autocomplete: "off",
        oninput: (event) => (chosen[name] = event.target.value),
        ...extra,
      }),
    );
  const player = text("player", spot.name_player ? "Player (must be named)" : "Player", {
    placeholder: spot.player ?? `seat-${spot.seat}`,
    maxlength: 64,
  });
  const coupon = spot.coupon
    ? text("coupon", "Match play coupon, dollars", { inputmode: "decimal" })
    : null;
  const must = spot.name_player ? { open: true } : {};
  return el(
    "details",
    { "data-key": "wager-more", ...must },
    el("summary", {}, "Player, coupon"),
    player,
    coupon,
  );
}

function place_(app, chosen, spot, amount) {
  const command = { command: "place_wager", seat: spot.seat, wager: spot.wager, amount };
  const coupon = cents(chosen.coupon) ?? 0;
  if (chosen.player.trim()) command.player = chosen.player.trim();
  if (coupon) command.coupon = coupon;
  // The amount goes back to nothing, so that a second touch wagers nothing.
  app.ui.wager = { ...START, seat: chosen.seat, wager: chosen.wager, last: amount };
  app.send(command, `${money(amount)} on ${spot.label}, seat ${spot.seat}`);
}

function onKey(event, { seats, here, chosen, choose, place }) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const along = (list, at) => list[(list.indexOf(at) + step + list.length) % list.length];
  if (event.key === "ArrowLeft" || event.key === "ArrowRight")
    choose({ seat: along(seats, chosen.seat) });
  else if (step)
    choose({
      wager: along(
        here.map((one) => one.wager),
        chosen.wager,
      ),
    });
  else if (event.key === "Enter") place();
  else if (/^[\d.]$/.test(event.key) && !event.inField) choose({ text: chosen.text + event.key });
  else if (event.key === "Backspace" && !event.inField) choose({ text: chosen.text.slice(0, -1) });
  else return false;
  return true;
}
