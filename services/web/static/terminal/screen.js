// What is on the screen: drawn anew from what is known, once a frame, however much changed.

import { otherActions, playActions } from "./actions_list.js";
import { bar, trouble } from "./bar.js";
import { el, show } from "./dom.js";
import { felt } from "./felt.js";
import { panelFor } from "./panels.js";
import { results } from "./result.js";
import { nameOf, phaseOf } from "./words.js";

const region = (name) => el("div", { class: `region-${name}` });

export class Screen {
  #frame = 0;
  #held = false;
  #bar = region("bar");
  #trouble = region("trouble");
  #felt = region("felt");
  #actions = region("actions");
  #panel = region("panel");
  #others = region("others");
  #results = region("results");
  #announced = el("p", { class: "unseen", "aria-live": "polite" });

  constructor(app) {
    this.app = app;
  }

  begin() {
    const { place } = this.app;
    const right = el("div", { class: "right" }, this.#actions, this.#panel, this.#others);
    const work = el("div", { class: "work" }, this.#felt, right, this.#results);
    const heading = place.querySelector("h1");
    place.replaceChildren(heading, this.#announced, this.#bar, this.#trouble, work);
    this.#mindTouches();
  }

  // What a finger is on stays where it is until it is lifted: else the touch would miss it.
  #mindTouches() {
    const hold = (held) => () => {
      this.#held = held;
      if (!held) setTimeout(() => this.render());
    };
    window.addEventListener("pointerdown", hold(true), true);
    for (const end of ["pointerup", "pointercancel"]) {
      window.addEventListener(end, hold(false), true);
    }
  }

  render() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (!this.#held) this.#draw();
    });
  }

  // At once, if anything is still to be drawn: keys come faster than frames.
  flush() {
    if (!this.#frame) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#draw();
  }

  showPanel() {
    requestAnimationFrame(() => this.#panel.scrollIntoView({ block: "nearest" }));
  }

  #draw() {
    const { app } = this;
    const option = app.lawful().find((one) => one.command === app.panelCommand());
    app.panel = option ? panelFor(app, option) : null;
    show(this.#bar, ...bar(app));
    show(this.#trouble, trouble(app));
    show(this.#felt, felt(app));
    show(this.#actions, playActions(app));
    show(this.#others, ...otherActions(app));
    show(this.#panel, app.panel && panelSection(app.panel));
    show(this.#results, results(app.results));
    this.#announce();
    app.place.dataset.seq = app.state.seq;
    app.place.dataset.ready = "true";
  }

  // For those who listen: said when it changes, and not with every drawing.
  #announce() {
    const { app } = this;
    const [first] = app.lawful();
    const phase = phaseOf(app, app.state.shown.next.phase);
    const words = first ? `${phase}. Next: ${nameOf(first.command)}` : phase;
    if (this.#announced.textContent !== words) this.#announced.textContent = words;
  }
}

function panelSection({ title, nodes }) {
  const heading = el("h2", {}, title);
  return el("section", { class: "panel", "aria-label": title }, heading, ...nodes.filter(Boolean));
}
