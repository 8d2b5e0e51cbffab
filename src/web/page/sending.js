// One deed at a time on its way to the server. It is repeated under the same name until there is an answer, also after
// the page was closed and opened again, so that nothing is lost and nothing is done twice.
import { keep, kept } from "./keep.js";
import { Ended, act, newId } from "./net.js";

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
    this.deed = kept(this.name);
    this.waiting = false;
    for (const event of ["online", "focus"]) window.addEventListener(event, () => this.wake());
  }

  /** Sends something; the caller sees to it that nothing else is on its way. */
  start(rev, what) {
    this.deed = { id: newId(), rev, ...what };
    keep(this.name, this.deed);
    this.on.change();
    return this.deliver();
  }

  /** Tries until there is an answer. */
  async deliver() {
    const deed = this.deed;
    setTimeout(() => this.deed === deed && this.#wait(), SLOW);
    for (let tries = 0; deed && this.deed === deed; tries += 1) {
      try {
        const answer = await act(this.grant, deed);
        return this.#done(() => this.on.answer(answer, deed));
      } catch (error) {
        if (error instanceof Ended) return this.#done(() => this.on.end(error));
      }
      this.#wait();
      this.on.failed();
      await this.#pause(WAITS[Math.min(tries, WAITS.length - 1)]);
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
    this.deed = null;
    this.waiting = false;
    keep(this.name, null);
    tell();
  }

  #pause(ms) {
    return new Promise((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, ms);
    });
  }
}
