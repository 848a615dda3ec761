// The table as the service shows it, read again whenever it changed.

const RETRY_MS = 2000;

export class TableState {
  #asked = 0;
  #reading = null;
  #source = null;
  #said = new Date(0).toISOString();

  constructor(table, changed) {
    this.table = table;
    this.changed = changed;
    this.shown = null;
    this.line = "connecting";
    this.clockOffset = 0;
  }

  get seq() {
    return this.shown?.table.seq ?? 0;
  }

  // What the house's clock shows, as far as this page knows it; never before what it has seen, nor
  // before what it said last.
  now() {
    const moment = new Date(Date.now() + this.clockOffset).toISOString();
    const times = [moment, this.shown?.table.at || moment, this.#said];
    this.#said = times.reduce((latest, one) =>
      Date.parse(one) > Date.parse(latest) ? one : latest,
    );
    return this.#said;
  }

  // At least as far as `seq`; several who ask at once are answered together.
  async refresh(seq = 0) {
    this.#asked = Math.max(this.#asked, seq);
    this.#reading ??= this.#read().finally(() => (this.#reading = null));
    await this.#reading;
    if (this.line !== "lost" && this.seq < this.#asked) await this.refresh();
  }

  async #read() {
    const query = this.#asked > this.seq ? `?seq=${this.#asked}` : "";
    try {
      const answer = await fetch(`/tables/${this.table}/terminal/state${query}`, {
        headers: { Accept: "application/json" },
      });
      if (answer.status === 401 || answer.redirected) return this.#say("signed out");
      if (answer.status === 503 && query) {
        // Not shown yet; the stream says when it is.
        this.#asked = 0;
        return await this.#read();
      }
      if (!answer.ok) throw new Error(answer.statusText);
      this.#take(await answer.json());
    } catch {
      this.#say("lost");
    }
  }

  #take(shown) {
    this.clockOffset = Date.parse(shown.now) - Date.now();
    if (shown.table.seq >= this.seq) this.shown = shown;
    if (this.line === "signed out") this.listen();
    this.#say(this.#source?.readyState === EventSource.OPEN ? "live" : this.line);
  }

  #say(line) {
    this.line = line;
    this.changed();
  }

  listen() {
    this.#source?.close();
    const source = new EventSource(`/v1/stream?view=floor&table=${this.table}`);
    this.#source = source;
    source.addEventListener("open", () => {
      this.#say("live");
      this.refresh();
    });
    source.addEventListener("table", (event) => {
      const { seq } = JSON.parse(event.data);
      if (seq > this.seq) this.refresh(seq);
    });
    source.addEventListener("error", () => {
      if (this.line !== "signed out") this.#say("lost");
      // The browser comes back by itself unless it was answered with something else than a stream.
      if (source.readyState === EventSource.CLOSED)
        setTimeout(() => this.#comeBack(source), RETRY_MS);
    });
  }

  async #comeBack(source) {
    if (source !== this.#source) return;
    await this.refresh();
    if (this.line !== "signed out") this.listen();
    else setTimeout(() => this.#comeBack(source), RETRY_MS);
  }

  watchTheLine() {
    window.addEventListener("offline", () => this.#say("lost"));
    window.addEventListener("online", () => this.listen());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.refresh();
    });
  }
}
