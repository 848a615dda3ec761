// Draws every <figure data-chart="/v1/charts/…"> in the page's own colours, with a table of the same
// figures below for those who do not see it, and for paper. `data-refresh` says after how many
// seconds the figures are asked for again; `data-show` which series are drawn, the table has all.
import uPlot from "./vendor/uplot-1.6.32/uPlot.esm.js";

const HEIGHT = 260;
const INKS = ["--good", "--blue", "--gold", "--violet", "--loss"];
const drawn = new Map();

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function written(value, unit) {
  if (value === null || value === undefined) return "unknown";
  if (unit === "percent") return `${value.toFixed(2)} %`;
  if (unit === "count") return value.toLocaleString("en-US");
  const dollars = (Math.abs(value) / 100).toLocaleString("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${value < 0 ? "-" : ""}$${dollars}`;
}

const told = (one, at) =>
  one.values[at] === null && one.gaps === "nothing" ? "" : written(one.values[at], one.unit);

// As short as tells one mark of the axis from the next, so many apart.
function short(value, unit, apart) {
  if (unit === "percent") return `${value} %`;
  if (unit === "count") return value.toLocaleString("en-US");
  const whole = value / 100;
  const size = Math.abs(whole);
  const steps = Math.abs(apart) / 100;
  const digits =
    size >= 10_000 && steps >= 100
      ? { notation: "compact", maximumFractionDigits: 1 }
      : { minimumFractionDigits: steps < 1 ? 2 : 0, maximumFractionDigits: steps < 1 ? 2 : 0 };
  return `${whole < 0 ? "-" : ""}$${size.toLocaleString("en-US", digits)}`;
}

const paths = {
  line: () => uPlot.paths.linear(),
  steps: () => uPlot.paths.stepped({ align: 1 }),
  bars: (beside) => uPlot.paths.bars({ size: [beside ? 0.38 : 0.7, 40], align: beside }),
  dots: () => uPlot.paths.linear(),
  limit: () => uPlot.paths.linear(),
};

// Two kinds of bars stand side by side, one of a kind in the middle.
function besides(series) {
  const bars = series.filter(isBars);
  return (one) => (bars.length === 2 && isBars(one) ? (bars[0] === one ? -1 : 1) : 0);
}

const few = (values) => values.filter((value) => value !== null).length < 3;

function seriesOf(one, at, beside) {
  const ink = one.style === "limit" ? colour("--loss") : colour(INKS[at % INKS.length]);
  return {
    label: one.label,
    scale: one.unit,
    stroke: ink,
    width: one.style === "bars" ? 1 : 2,
    fill: one.style === "bars" ? `${ink}55` : undefined,
    dash: one.style === "limit" ? [6, 5] : undefined,
    paths: paths[one.style](beside(one)),
    points: { show: one.style === "dots" || (!isBars(one) && few(one.values)), size: 7, fill: ink },
    spanGaps: one.style === "steps" || one.style === "line",
    value: (_, __, ___, place) => (place === null ? "" : told(one, place)),
  };
}

const DAY = 86_400;
const format = (zone, style) => new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...style });

// Days by their date; moments by the clock of the house, with the date where it is another one.
function timeLabels(chart, zone) {
  const date = format(zone, { day: "numeric", month: "short" });
  const clock = format(zone, { hour: "2-digit", minute: "2-digit" });
  if (chart.x.kind === "day") return (_, places) => places.map((at) => date.format(at * 1e3));
  return (_, places) => {
    let before = "";
    return places.map((at) => {
      const [day, hour] = [date.format(at * 1e3), clock.format(at * 1e3)];
      const shown = day === before ? hour : `${hour}\n${day}`;
      before = day;
      return shown;
    });
  };
}

function axesOf(chart, units) {
  const ink = colour("--quiet");
  const line = { stroke: colour("--line"), width: 1 };
  const font = "12px system-ui, sans-serif";
  const x = { stroke: ink, font, grid: line, ticks: line };
  if (chart.x.kind === "face") {
    x.splits = () => chart.x.values;
    // Where they stand too close, every other one is named.
    x.values = (plot, places) =>
      places.map((place, at) => (plot.width < 34 * places.length && at % 2 ? "" : String(place)));
  } else {
    x.values = timeLabels(chart, zoneOf(chart));
    const days = [DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 91 * DAY];
    const hours = [900, 1800, 3600, 2 * 3600, 4 * 3600, 6 * 3600, 12 * 3600];
    x.incrs = chart.x.kind === "day" ? days : [60, 300, ...hours, ...days];
    x.space = 60;
  }
  const ys = units.map((unit, at) => ({
    scale: unit,
    side: at ? 1 : 3,
    stroke: ink,
    font,
    size: 66,
    grid: { ...line, show: at === 0 },
    ticks: line,
    values: (_, places) => places.map((place) => short(place, unit, places[1] - places[0])),
  }));
  return [x, ...ys];
}

const zoneOf = (chart) => (chart.x.kind === "day" ? "Etc/UTC" : chart.zone);

// Bars stand on nothing; lines take the room they need.
function yScales(series) {
  const scales = {};
  for (const unit of new Set(series.filter(isBars).map((one) => one.unit))) {
    scales[unit] = { range: (_, low, high) => uPlot.rangeNum(Math.min(low, 0), Math.max(high, 0), 0.08, true) };
  }
  return scales;
}

function xScale(chart) {
  if (chart.x.kind === "face") {
    return { time: false, range: (_, low, high) => [low - 0.6, high + 0.6] };
  }
  const [first, last] = [chart.x.values[0], chart.x.values.at(-1)];
  const rim = chart.x.kind === "day" ? 43_200 : chart.series.some(isBars) ? 1_800 : 60;
  return { time: true, range: () => [first - rim, last + rim] };
}

const isBars = (one) => one.style === "bars";

function shownSeries(figure, chart) {
  const wanted = figure.dataset.show?.split(" ");
  return chart.series.filter((one) => !wanted || wanted.includes(one.name));
}

function picture(figure, chart, place) {
  const series = shownSeries(figure, chart);
  const units = [...new Set(series.map((one) => one.unit))];
  const options = {
    width: place.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1e3), zoneOf(chart)),
    cursor: { drag: { x: false, y: false } },
    scales: { x: xScale({ ...chart, series }), ...yScales(series) },
    axes: axesOf(chart, units),
    series: [
      { label: chart.x.label, value: (_, value, __, at) => chart.x.labels[at] ?? "" },
      ...series.map((one, at) => seriesOf(one, at, besides(series))),
    ],
  };
  return new uPlot(options, [chart.x.values, ...series.map((one) => one.values)], place);
}

function cell(kind, text, attributes = {}) {
  const made = document.createElement(kind);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function table(chart) {
  const made = document.createElement("table");
  made.className = "dense";
  const head = made.createTHead().insertRow();
  head.append(cell("th", chart.x.label, { scope: "col" }));
  for (const one of chart.series) {
    head.append(cell("th", one.label, { scope: "col", class: "cents" }));
  }
  const body = made.createTBody();
  chart.x.labels.forEach((label, at) => {
    const row = body.insertRow();
    row.append(cell("th", label, { scope: "row" }));
    for (const one of chart.series) {
      row.append(cell("td", told(one, at), { class: "cents" }));
    }
  });
  return made;
}

function facts(chart) {
  const made = document.createElement("dl");
  made.className = "facts";
  for (const fact of chart.facts) {
    const part = document.createElement("div");
    part.append(cell("dt", fact.name), cell("dd", fact.value));
    made.append(part);
  }
  return made;
}

function figures(chart, open) {
  const made = document.createElement("details");
  made.open = open;
  made.append(cell("summary", "The figures"));
  const region = cell("div", "", {
    class: "scrolled",
    role: "region",
    tabindex: "0",
    "aria-label": `Figures of ${chart.title}`,
  });
  region.append(table(chart));
  made.append(region);
  return made;
}

function show(figure, chart) {
  drawn.get(figure)?.plot?.destroy();
  const open = figure.querySelector("details")?.open ?? false;
  const caption = figure.querySelector("figcaption") ?? cell("figcaption", chart.title);
  const notes = chart.notes.map((note) => cell("p", note, { class: "quiet" }));
  const place = cell("div", "", { class: "picture", "aria-hidden": "true" });
  if (!chart.series.some((one) => one.values.some((value) => value !== null))) {
    const none = cell("p", "Nothing to draw yet.", { class: "none" });
    figure.replaceChildren(caption, none, facts(chart), ...notes);
    drawn.set(figure, { chart });
    return;
  }
  figure.replaceChildren(caption, place, facts(chart), ...notes, figures(chart, open));
  drawn.set(figure, { chart, plot: picture(figure, chart, place), place });
}

export async function draw(figure) {
  try {
    const answer = await fetch(figure.dataset.chart, { headers: { Accept: "application/json" } });
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.detail ?? answer.statusText);
    show(figure, told);
    figure.dataset.state = "drawn";
  } catch (error) {
    figure.dataset.state = "failed";
    const said = figure.querySelector(".failed") ?? cell("p", "", { class: "failed loss", role: "status" });
    said.textContent = `The figures cannot be had: ${error.message}`;
    figure.append(said);
  }
}

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const { plot, place } = drawn.get(target) ?? {};
    if (plot && place.clientWidth && place.clientWidth !== plot.width) {
      plot.setSize({ width: place.clientWidth, height: HEIGHT });
    }
  }
});

export function drawAll(root = document) {
  for (const figure of root.querySelectorAll("figure[data-chart]:not([data-state])")) {
    figure.dataset.state = "asked";
    sizes.observe(figure);
    draw(figure);
    const seconds = Number(figure.dataset.refresh);
    if (seconds) setInterval(() => document.hidden || draw(figure), seconds * 1000);
  }
}

function drawAgain() {
  for (const [figure, { chart }] of drawn) show(figure, chart);
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAgain);
addEventListener("beforeprint", () => {
  for (const figure of drawn.keys()) figure.querySelector("details")?.setAttribute("open", "");
});
drawAll();
