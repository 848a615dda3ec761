// The terminal of one table: what is lawful now, picked by touch or key and sent in order.

import { gameOf, loadScripts } from "../games.js";
import { listenToKeys } from "./keyboard.js";
import { Outbox } from "./outbox.js";
import { isImmediate, naturalPanel } from "./panels.js";
import { Results } from "./result.js";
import { Screen } from "./screen.js";
import { send } from "./sending.js";
import { TableState } from "./table_state.js";
import { groupOf, keyOf, nameOf } from "./words.js";

const AGAIN_MS = 2000;

class Terminal {
  ui = { panel: null };
  known = null;
  keyed = null;
  panel = null;
  forms = null;

  constructor(place) {
    this.place = place;
    this.table = place.dataset.table;
    this.state = new TableState(this.table, () => this.changed());
    this.results = new Results(() => this.render());
    this.screen = new Screen(this);
  }

  async begin() {
    while (!(await this.#loaded())) await new Promise((done) => setTimeout(done, AGAIN_MS));
    this.person = this.state.shown.actor.id;
    this.outbox = new Outbox({
      person: this.person,
      table: this.table,
      send: (entry, signers) => this.#post(entry, signers),
      done: (entry, answered) => this.#done(entry, answered),
      changed: () => this.render(),
    });
    this.screen.begin();
    listenToKeys(this);
    this.state.watchTheLine();
    this.state.listen();
    this.outbox.run();
    this.render();
  }

  // What the page cannot do without; on a bad line it is asked for until it comes.
  async #loaded() {
    try {
      const headers = { Accept: "application/json" };
      this.forms ??= await (await fetch("/terminal/forms", { headers })).json();
      await loadScripts();
      await this.state.refresh();
    } catch {
      return false;
    }
    return this.state.shown !== null;
  }

  async #post(entry, signers) {
    const outcome = await send(this.table, this.person, entry, signers);
    if (outcome.kind !== "refused" || outcome.problem.status !== 403) return outcome;
    // Somebody else may have signed in meanwhile.
    await this.state.refresh();
    return this.state.shown.actor.id === this.person ? outcome : { kind: "signin" };
  }

  async #done(entry, { events }) {
    // What was keyed in is known here once the table has it; nothing else shows a hand in play.
    if (this.keyed?.id === entry.id) this.known = this.keyed;
    for (const [command, { sent }] of Object.entries(this.ui.of ?? {})) {
      if (sent === entry.id) this.forget(command);
    }
    const own = events.filter((event) => event.key === this.table);
    await this.state.refresh(Math.max(0, ...own.map((event) => event.seq)));
  }

  // What is played at the table.
  get game() {
    return gameOf(this.state.shown.table);
  }

  // What was keyed in for a command and not yet sent; `sent`: the entry that tells it, if any does.
  uiOf(command, first) {
    return ((this.ui.of ??= {})[command] ??= first);
  }

  forget(command) {
    delete this.ui.of?.[command];
  }

  options() {
    return this.state.shown.next.options;
  }

  // Of what the table takes, what this role does.
  lawful() {
    const { may } = this.state.shown;
    return this.options().filter(({ command }) =>
      may.some((duty) => duty === command || duty.startsWith(`${command} `)),
    );
  }

  panelCommand() {
    const names = this.lawful().map((one) => one.command);
    return names.includes(this.ui.panel) ? this.ui.panel : naturalPanel(this, names);
  }

  openPanel(command) {
    const opening = (this.ui.opening ?? 0) + 1;
    Object.assign(this.ui, { panel: command, choice: null, wrong: null, opening });
    this.render();
    if (command) this.screen.showPanel();
  }

  chooseSeat(seat) {
    this.ui.wager = {
      ...(this.ui.wager ?? { wager: null, text: "", player: "", coupon: "" }),
      seat,
    };
    this.openPanel("place_wager");
  }

  stepBack() {
    const [head] = this.outbox.entries();
    if (head?.problem) this.outbox.drop(head.id);
    else this.openPanel(null);
    return true;
  }

  shortcut(key) {
    const option = this.lawful().find((one) => keyOf(one.command) === key);
    if (!option) return false;
    if (!isImmediate(this, option)) this.openPanel(option.command);
    else if (!this.isPending(option.command)) this.doAtOnce(option.command);
    return true;
  }

  doAtOnce(command) {
    this.ui.panel = null;
    this.send({ command }, nameOf(command));
  }

  // Such a command is on its way already; of one that names a seat, for that seat.
  isPending(command, seat) {
    const isIt = ({ command: told }) =>
      told.command === command && (seat === undefined || told.seat === seat);
    return this.outbox.entries().some(isIt);
  }

  // It says when it was done at the table: it may be long on its way.
  send(command, words, signers = []) {
    const secret = this.state.shown.by_choice ? [] : signers.filter((one) => !one.own);
    return this.outbox.put({ ...command, at: this.state.now() }, words, signers, secret);
  }

  changed() {
    const { shown } = this.state;
    if (!shown || !this.outbox) return;
    if (shown.actor.id !== this.person) {
      // Somebody else signed in: what waits here is not theirs, and is kept for its own sender.
      location.reload();
      return;
    }
    if (this.known && this.known.round !== shown.next.round) this.known = null;
    if (this.ui.round !== shown.next.round || this.ui.phase !== shown.next.phase) {
      // Another moment asks for another thing.
      const { wager } = this.ui;
      const isTable = this.ui.panel && groupOf(this.ui.panel) !== "play";
      this.ui = {
        round: shown.next.round,
        phase: shown.next.phase,
        wager,
        panel: isTable ? this.ui.panel : null,
        forms: this.ui.forms,
      };
    }
    this.results.follow(shown.next.round ?? shown.last_round, shown.table.seq);
    this.render();
  }

  render() {
    if (this.outbox && this.state.shown) this.screen.render();
  }
}

new Terminal(document.getElementById("terminal")).begin();
