// What is on its way to the server, one deed after the other. Each is repeated under the same name until there is an
// answer, also after the page was closed and opened again, so that nothing is lost and nothing is done twice.
import { keep, kept } from "./keep.js";
import { Ended, Unreachable, act, newId } from "./net.js";

/** After so long without an answer the person is told that it waits, in ms. */
const SLOW = 2_500;
/** Waits between tries, in ms. The last one repeats. */
const WAITS = [500, 1000, 2000, 4000, 8000];

export class Sending {
  #wake = null;

  /** `on.change()`: what is on its way changed. `on.failed()`: a try had no answer. `on.answer(answer, deed)`, `on.end(error)`. */
  constructor(grant, on) {
    this.grant = grant;
    this.name = `sent-${grant}`;
    this.on = on;
    this.deeds = kept(this.name, []);
    this.waiting = false;
    for (const event of ["online", "focus"]) window.addEventListener(event, () => this.wake());
  }

  /** The deed that waits for its answer. */
  get deed() {
    return this.deeds[0];
  }

  /** Whether something can be done on the board of this revision: it shows what was sent before, or nothing was. */
  free(rev) {
    return this.deeds.length === 0 || (this.deeds.length === 1 && rev > this.deed.rev);
  }

  /** What was on its way when this tab was closed, or another one, counts only where it was done. */
  stay(at) {
    if (this.deed && this.deed.at !== at) this.deeds = [];
  }

  /** Sends something, after what is on its way. */
  start(rev, what) {
    this.deeds.push({ id: newId(), rev, ...what });
    keep(this.name, this.deeds);
    this.on.change();
    if (this.deeds.length === 1) this.deliver();
  }

  /** Tries until there is an answer, and goes on with the next deed. */
  async deliver() {
    const deed = this.deed;
    if (!deed) return;
    setTimeout(() => this.deed === deed && this.#wait(), SLOW);
    for (let tries = 0; this.deed === deed; tries += 1) {
      const told = await this.#try(deed);
      if (told) {
        told();
        return this.deliver();
      }
      this.#wait();
      this.on.failed();
      await this.#pause(WAITS[Math.min(tries, WAITS.length - 1)]);
    }
  }

  /** What to do with the answer, or null if there was none. */
  async #try(deed) {
    try {
      const answer = await act(this.grant, deed);
      return this.#done(() => this.on.answer(answer, deed));
    } catch (error) {
      if (error instanceof Ended) {
        this.deeds.length = 1;
        return this.#done(() => this.on.end(error));
      }
      if (error instanceof Unreachable) return null;
      throw error;
    }
  }

  /** Tries again at once: the server can be reached. */
  wake() {
    this.#wake?.();
  }

  #wait() {
    if (this.waiting) return;
    this.waiting = true;
    this.on.change();
  }

  #done(tell) {
    this.deeds.shift();
    this.waiting = false;
    keep(this.name, this.deeds.length ? this.deeds : null);
    return tell;
  }

  #pause(ms) {
    return new Promise((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, ms);
    });
  }
}
