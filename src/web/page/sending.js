// The deeds being sent to the server, one after the other. Each is repeated under the same id until there is
// a response, even after the page was closed and reopened, so that nothing is lost and nothing is done twice.
//
// Each deed is stored separately, so that several tabs of one browser do not overwrite each other's. Two tabs
// may both deliver the same one: the server recognizes its id and does it once.
import { keep, kept, keptUnder } from "./keep.js";
import { Ended, Later, Unreachable, act, newId } from "./net.js";
import { word } from "./words.js";

/** After this time without a response the person sees that the deed waits, in ms. */
const SLOW = 2_500;
/** Waits between tries, in ms. The last one repeats. */
const WAITS = [500, 1000, 2000, 4000, 8000];
/** How often the server may postpone a deed before that counts as its response. */
const PUT_OFF = 10;
/** How long a move may wait, in ms: less than the hour for which the server remembers ids. */
const MOVE_WAITS = 55 * 60_000;
/** How long any other deed may wait, in ms: a much older offer would come as a surprise. */
const OTHER_WAITS = 2 * 60_000;
/** Stored deeds of grants that are not opened again are removed after this time, in ms. */
const FORGOTTEN = 24 * 60 * 60_000;

const nameOf = (grant, id) => `sent-${grant}-${id}`;

const isOutdated = (deed) => Date.now() - deed.time > (deed.do === "move" ? MOVE_WAITS : OTHER_WAITS);

/** All waiting deeds of a grant, oldest first. */
export const storedDeeds = (grant) => keptUnder(nameOf(grant, "")).map(([, deed]) => deed).sort((a, b) => a.time - b.time);

/** Removes a deed: it got its response, or is not to be sent. */
export const forgetDeed = (grant, { id }) => keep(nameOf(grant, id), null);

/** The sentence that a deed waits. */
export const saysWaiting = (deed) => (deed.move ? word("page-waiting-move", { move: deed.move }) : word("page-waiting", { what: deed.label }));

/** The sentence that a deed was not sent, because the page has ended. */
export const saysUnsent = (deed) => word("page-unsent", { what: deed.move ?? deed.label });

const saysOutdated = (deed) => word("page-outdated", { what: deed.move ?? deed.label });

/** The part of a deed that the server gets. */
const wish = ({ id, rev, at, do: what, move, offer, position }) => ({ id, rev, at, do: what, move, offer, position });

/**
 * Tries each deed of a grant once and reports the results. A deed without a response ends the round with its
 * error and stays. So does `Ended` if the whole grant has ended.
 */
export async function deliverAll(grant, say) {
  for (const deed of storedDeeds(grant)) {
    const tell = (text) => say(`${deed.game}: ${text}`);
    if (isOutdated(deed)) tell(saysOutdated(deed));
    else {
      try {
        const { ok, says } = await act(grant, wish(deed));
        if (!ok) tell(says || word("page-refused"));
        else if (says && !deed.at) tell(says);
      } catch (error) {
        if (!(error instanceof Ended) || error.endsGrant) throw error;
        tell(error.message);
      }
    }
    forgetDeed(grant, deed);
  }
}

export class Sending {
  #wake = null;
  #putOff = 0;
  #kept = new Set(); // ids of the deeds that this browser could store

  /**
   * `on.change()`: the deeds changed. `on.failed()`: the server's state is unknown. `on.late(text)`: a deed
   * is too old to be sent. `on.answer(answer, deed)`. `on.end(error)`.
   */
  constructor(grant, on) {
    this.grant = grant;
    this.on = on;
    this.deeds = [];
    this.waiting = false;
    for (const event of ["online", "focus"]) window.addEventListener(event, () => this.wake());
    // Another tab got the response, or withdrew the deed.
    window.addEventListener("storage", ({ key, newValue }) => newValue === null && this.deed && key?.endsWith(this.deed.id) && this.wake());
    const others = keptUnder("sent-").filter(([name]) => !name.startsWith(nameOf(grant, "")));
    for (const [name, deed] of others) if (!(Date.now() - deed.time < FORGOTTEN)) keep(name, null);
  }

  /** The deed that waits for its response. */
  get deed() {
    return this.deeds[0];
  }

  /** The deeds that are shown as waiting. */
  get unsent() {
    return this.waiting ? this.deeds : [];
  }

  /** Whether a deed can be added on the board of this revision: at most one is pending, and the board shows its effect. */
  free(rev) {
    return this.deeds.length === 0 || (this.deeds.length === 1 && rev > this.deed.rev);
  }

  /** Takes over the deeds left on this page when it was closed, here or in another tab. Deeds of other pages stay stored. */
  collect(page) {
    const left = storedDeeds(this.grant).filter((deed) => deed.page === page && !this.deeds.some(({ id }) => id === deed.id));
    if (left.length === 0) return;
    const idle = !this.deed;
    for (const { id } of left) this.#kept.add(id);
    this.deeds.push(...left);
    this.on.change();
    if (idle) this.#next();
  }

  /**
   * Sends a deed after the pending ones. `what`: `{do, at, move, offer, position}`. `about` describes it to
   * people and is stored with it: `{page, label, game}`.
   */
  start(rev, what, about) {
    const deed = { id: newId(), rev, time: Date.now(), ...what, ...about };
    this.deeds.push(deed);
    if (keep(nameOf(this.grant, deed.id), deed)) this.#kept.add(deed.id);
    this.on.change();
    if (this.deeds.length === 1) this.#next();
  }

  /** Withdraws all waiting deeds. */
  withdraw() {
    for (const deed of [...this.deeds]) this.#remove(deed);
    this.wake();
    this.on.change();
    this.on.failed();
  }

  /** Retries at once: the server can be reached. A deed that the server has postponed must still wait. */
  wake() {
    if (this.#putOff === 0) this.#wake?.();
  }

  /** Continues with the first pending deed. Must be called after removing the first one. */
  #next() {
    const gone = this.deeds.filter((deed) => this.#isGone(deed));
    const late = this.deeds.filter((deed) => !gone.includes(deed) && isOutdated(deed));
    for (const deed of [...gone, ...late]) this.#remove(deed);
    if (late.length) this.on.late(late.map(saysOutdated).join(" "));
    if (gone.length || late.length) {
      this.on.change();
      this.on.failed();
    }
    this.#putOff = 0;
    if (this.deed) this.#deliver(this.deed);
  }

  /** Whether another tab got the response, or withdrew the deed. */
  #isGone(deed) {
    return this.#kept.has(deed.id) && kept(nameOf(this.grant, deed.id)) === null;
  }

  /** Retries until there is a response. */
  async #deliver(deed) {
    setTimeout(() => this.deed === deed && this.#wait(), SLOW);
    for (let tries = 0; this.deed === deed; tries += 1) {
      if (this.#isGone(deed) || isOutdated(deed)) return this.#next();
      const told = await this.#try(deed);
      const first = this.deed === deed;
      if (told) {
        this.#remove(deed);
        told();
        return first && this.#next();
      }
      if (!first) return;
      this.#wait();
      await this.#pause(WAITS[Math.min(tries, WAITS.length - 1)]);
    }
  }

  /** Returns the handler of the response, or null if there was none. */
  async #try(deed) {
    try {
      const answer = await act(this.grant, wish(deed));
      return () => this.on.answer(answer, deed);
    } catch (error) {
      if (error instanceof Ended) return () => this.#end(error);
      if (!(error instanceof Unreachable)) throw error;
      if (error instanceof Later) {
        this.#putOff += 1;
        return this.#putOff < PUT_OFF ? null : () => this.on.answer({ ok: false, says: error.message, state: null }, deed);
      }
      this.#putOff = 0;
      this.on.failed();
      return null;
    }
  }

  #end(error) {
    const unsent = this.deeds;
    for (const deed of unsent) this.#remove(deed);
    this.on.end(error, unsent);
  }

  #wait() {
    if (this.waiting) return;
    this.waiting = true;
    this.on.change();
  }

  #remove(deed) {
    if (deed === this.deed) this.waiting = false;
    this.deeds = this.deeds.filter((one) => one !== deed);
    forgetDeed(this.grant, deed);
  }

  #pause(ms) {
    return new Promise((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, ms);
    });
  }
}
