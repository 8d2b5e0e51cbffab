// News from the server: an event stream, or polling every few seconds if no stream gets through.
import { takeSlot } from "./slots.js";

/** How long the stream may take to send its greeting, in ms. */
const GREETING = 5_000;
/** The polling interval without a stream, in ms. */
const EVERY = 3_000;
/** How long to wait before reopening a stream that the browser gave up or that got no slot, in ms. */
const AGAIN = 10_000;

/** Follows a game. `onRev(rev)` reports the server's revision. `askNow()` polls it. A stream that ends is reopened. */
export class Live {
  #turn = 0; // increases with each opening and closing, so that late events of an earlier one are ignored
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

  /** Reopens the stream. */
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

  /** Closes the stream and stops polling: a hidden page costs nothing. */
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
      // After some responses the browser does not reconnect by itself.
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

  /** Stops polling: the stream works, or no news is wanted. */
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
