// What was done at the table and is not yet known to be taken: kept until it is, sent in order.
//
// Every command has an id of its own, so that one sent twice is done once. The queue lies in the
// browser's storage: a reload goes on with it, and of several tabs one sends at a time. Whoever
// signs a command shows a token, which is kept in memory only.

const WAITS_MS = [500, 1000, 2000, 4000, 8000];

// Somebody else's action was recorded between the touch and its arrival: it happened after that.
const isOutOfOrder = (entry, problem) => problem.rule === "control:order" && entry.command.at;

export class Outbox {
  #memory = [];
  #secrets = new Map();
  #running = false;
  #again = false;
  #tries = 0;
  #timer = 0;

  constructor({ person, table, send, done, changed }) {
    this.key = `pitledger:outbox:${person}:${table}`;
    this.state = "idle";
    this.send = send;
    this.done = done;
    this.changed = changed;
    window.addEventListener("storage", (event) => {
      if (event.key === this.key) this.changed();
    });
    window.addEventListener("online", () => this.run());
  }

  entries() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "[]");
    } catch {
      return this.#memory;
    }
  }

  #write(entries) {
    this.#memory = entries;
    try {
      if (entries.length) localStorage.setItem(this.key, JSON.stringify(entries));
      else localStorage.removeItem(this.key);
    } catch {
      // No storage here: it is kept as long as the page is.
    }
    this.changed();
  }

  // `secret`: those of the signers who showed a token.
  put(command, words, signers, secret) {
    const id = crypto.randomUUID();
    const entry = {
      id,
      words,
      command: { ...command, command_id: id },
      signers: signers.filter((one) => !secret.includes(one)),
      toSign: secret.map(({ field, several }) => ({ field, several })),
    };
    if (secret.length) this.#secrets.set(id, secret);
    this.#write([...this.entries(), entry]);
    this.run();
    return id;
  }

  sign(id, secret) {
    this.#secrets.set(id, secret);
    this.retry();
  }

  // The refused one is decided anew: something may have changed since.
  retry() {
    this.#write(this.entries().map(({ problem: _, ...entry }) => entry));
    this.run();
  }

  drop(id) {
    this.#secrets.delete(id);
    this.#write(this.entries().filter((entry) => entry.id !== id));
    this.run();
  }

  dropAll() {
    this.#secrets.clear();
    this.#write([]);
  }

  needsSigning(entry) {
    return entry.toSign.length > 0 && !this.#secrets.has(entry.id);
  }

  async run() {
    clearTimeout(this.#timer);
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    try {
      do {
        this.#again = false;
        await this.#alone(() => this.#drain());
      } while (this.#again);
    } finally {
      this.#running = false;
      this.changed();
    }
  }

  // Of all tabs of this person at this table.
  #alone(work) {
    return navigator.locks ? navigator.locks.request(this.key, work) : work();
  }

  async #drain() {
    for (;;) {
      const [head] = this.entries();
      if (!head) return this.#rest("idle");
      if (head.problem) return this.#rest("refused");
      if (this.needsSigning(head)) return this.#rest("unsigned");
      this.#rest("sending");
      const outcome = await this.send(head, [
        ...head.signers,
        ...(this.#secrets.get(head.id) ?? []),
      ]);
      if (outcome.kind === "done") {
        this.#tries = 0;
        // It counts as on its way until the table shows it: else a second touch would do it again.
        await this.done(head, outcome.answer);
        this.#write(this.entries().filter((entry) => entry.id !== head.id));
        this.#secrets.delete(head.id);
      } else if (outcome.kind === "refused" && isOutOfOrder(head, outcome.problem)) {
        this.#untime(head.id);
      } else if (outcome.kind === "refused") {
        this.#mark(head.id, outcome.problem);
      } else {
        return this.#wait(outcome);
      }
    }
  }

  #rest(state) {
    this.state = state;
    this.changed();
  }

  #mark(id, problem) {
    this.#write(this.entries().map((one) => (one.id === id ? { ...one, problem } : one)));
  }

  // Nothing was done with it yet, so that it may be told otherwise under the same id.
  #untime(id) {
    const without = ({ at: _, ...command }) => command;
    this.#write(
      this.entries().map((one) =>
        one.id === id ? { ...one, command: without(one.command) } : one,
      ),
    );
  }

  #wait({ kind, seconds }) {
    this.#rest(kind === "signin" ? "signin" : "waiting");
    const pause = WAITS_MS[Math.min(this.#tries, WAITS_MS.length - 1)];
    this.#tries += 1;
    this.#timer = setTimeout(() => this.run(), seconds ? seconds * 1000 : pause);
  }
}
