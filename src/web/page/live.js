// News from the server: a stream, and where none comes through, a question every few seconds.

/** How long the stream may take to greet, in ms. */
const GREETING = 5_000;
/** Between two questions while there is no stream, in ms. */
const EVERY = 3_000;
/** Until a stream that the browser gave up is opened anew, in ms. */
const AGAIN = 10_000;

/** Follows a game. `onRev(rev)` tells what the server has; `askNow()` asks it; `onEnd()` says that the grant was ended. */
export class Live {
  #source = null;
  #greeting = 0;
  #asking = 0;
  #again = 0;

  constructor(address, { onRev, onEnd, askNow }) {
    this.address = address;
    this.onRev = onRev;
    this.onEnd = onEnd;
    this.askNow = askNow;
  }

  /** Opens the stream, unless it is open. */
  open() {
    if (this.#source) return;
    const source = new EventSource(this.address);
    this.#source = source;
    this.#greeting = setTimeout(() => this.#poll(), GREETING);
    source.addEventListener("hello", (event) => {
      this.#streaming();
      this.onRev(JSON.parse(event.data).rev);
    });
    source.addEventListener("rev", (event) => this.onRev(JSON.parse(event.data).rev));
    source.addEventListener("end", () => {
      this.close();
      this.onEnd();
    });
    source.addEventListener("error", () => this.#broken(source));
  }

  /** Closes the stream and asks no more: a hidden page costs nothing. */
  close() {
    this.#source?.close();
    this.#source = null;
    this.#streaming();
    clearTimeout(this.#again);
  }

  /** The stream does its work, or none is wanted: no more questions. */
  #streaming() {
    clearTimeout(this.#greeting);
    clearTimeout(this.#asking);
    this.#asking = 0;
  }

  #broken(source) {
    if (source !== this.#source) return;
    clearTimeout(this.#greeting);
    this.#poll();
    // After some answers the browser does not try again by itself.
    if (source.readyState !== EventSource.CLOSED) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      if (source !== this.#source) return;
      this.#source = null;
      this.open();
    }, AGAIN);
  }

  #poll() {
    if (this.#asking) return;
    const round = async () => {
      const mine = this.#asking;
      await this.askNow();
      if (this.#asking === mine) this.#asking = setTimeout(round, EVERY);
    };
    this.#asking = setTimeout(round, 0);
  }
}
