// News from the server: a stream, and where none comes through, a question every few seconds.
import { takeSlot } from "./slots.js";

/** How long the stream may take to greet, in ms. */
const GREETING = 5_000;
/** Between two questions while there is no stream, in ms. */
const EVERY = 3_000;
/** Until a stream is tried anew that the browser gave up, or for which there was no slot, in ms. */
const AGAIN = 10_000;

/** Follows a game. `onRev(rev)` tells what the server has; `askNow()` asks it. A stream that ends is opened anew. */
export class Live {
  #turn = 0; // goes up with each opening and closing, so that what belongs to an earlier one is left alone
  #source = null;
  #free = null;
  #greeting = 0;
  #asking = 0;
  #again = 0;

  constructor(address, { onRev, askNow }) {
    this.address = address;
    this.onRev = onRev;
    this.askNow = askNow;
  }

  /** Opens the stream anew. */
  async open() {
    this.#drop();
    const turn = this.#turn;
    const free = await takeSlot();
    if (turn !== this.#turn) return free?.();
    if (!free) {
      this.#poll();
      return this.#retry();
    }
    this.#free = free;
    this.#listen(new EventSource(this.address));
  }

  /** Closes the stream and asks no more: a hidden page costs nothing. */
  close() {
    this.#drop();
    this.#calm();
  }

  #listen(source) {
    this.#source = source;
    this.#greeting = setTimeout(() => this.#poll(), GREETING);
    source.addEventListener("hello", (event) => {
      this.#calm();
      this.onRev(JSON.parse(event.data).rev);
    });
    source.addEventListener("rev", (event) => this.onRev(JSON.parse(event.data).rev));
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      this.#poll();
      // After some answers the browser does not try again by itself.
      if (source.readyState === EventSource.CLOSED) this.#retry();
    });
  }

  #drop() {
    this.#turn += 1;
    this.#source?.close();
    this.#source = null;
    this.#free?.();
    this.#free = null;
    clearTimeout(this.#greeting);
    clearTimeout(this.#again);
  }

  #retry() {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.open(), AGAIN);
  }

  /** The stream does its work, or nothing is wanted: no more questions. */
  #calm() {
    clearTimeout(this.#greeting);
    clearTimeout(this.#asking);
    this.#asking = 0;
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
