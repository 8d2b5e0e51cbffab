// Moves of both sides that are tried on the board, back and forth. The server is told of them with each question, and keeps nothing.
import { copyPosition } from "./copy.js";
import { announce, byId } from "./dom.js";
import { Ended, Later, Unreachable, askLine, fetchTried } from "./net.js";
import { word } from "./words.js";

export class Trying {
  #from = 0; // the ply of the game after which moves are tried
  #moves = []; // all that are tried now
  #turn = 0; // goes up with each wish, so that the answer to an earlier one is left alone
  #known = new Map(); // what the server said, by the moves
  #shown = null; // the board; null: nothing is tried
  #list = null; // the list of moves, with all that are tried
  #busy = false;

  /** `on.ask()`: where the page is, `[grant, query]`; `on.change()`; `on.say(text)`; `on.arrows(arrows)`; `on.end(error)`. */
  constructor(on) {
    this.on = on;
  }

  /** Whether moves are tried now. */
  get active() {
    return this.#shown !== null;
  }

  /** The ply that is on the board. */
  get ply() {
    return this.#shown.ply;
  }

  /** Begins after so many plies. */
  begin(ply) {
    this.#known.clear();
    this.#list = null;
    return this.#go(ply, [], ply);
  }

  /** Back to what was played. */
  leave() {
    this.#turn += 1;
    this.#shown = null;
    this.on.say("");
    this.on.arrows([]);
    this.on.change();
  }

  /** Shows the position after so many plies, of the game or of what is tried. */
  visit(ply) {
    return this.#go(this.#from, this.#moves, ply);
  }

  /** Plays a move on the board. The same one as before goes on with what followed it. */
  play(text) {
    const [from, moves] = this.#before();
    const next = this.#moves[moves.length];
    if (from === this.#from && next === text) return this.visit(this.ply + 1);
    return this.#go(from, [...moves, text], this.ply + 1);
  }

  /** Why a move is none. */
  async why(text) {
    const [from, moves] = this.#before();
    const { ok, body } = await fetchTried(...this.#query(from, [...moves, text]));
    return ok ? "" : body?.says ?? "";
  }

  /** Copies the position that is on the board. */
  copy() {
    return copyPosition(this.#shown.position, this.on.say);
  }

  /** Tells the best line from here. */
  async line() {
    if (this.#busy) return;
    this.#busy = true;
    const [shown, [from, moves]] = [this.#shown, this.#before()];
    const [grant, query] = this.on.ask();
    this.on.arrows([]);
    this.on.say("");
    await this.#answered(async () => {
      const { ok, body } = await askLine(grant, { ...query, from, moves });
      if (shown !== this.#shown) return;
      this.on.say(body?.says || word("page-refused"));
      if (ok) this.on.arrows(body.arrows);
    });
    this.#busy = false;
  }

  /** A state as it looks while moves are tried. */
  over(state) {
    if (!this.active) return state;
    const actions = [
      ...(this.#shown.over ? [] : [{ do: "best-line", label: word("page-best-line"), kind: "plain" }]),
      { do: "copy-position", label: word("page-copy-position"), kind: "plain" },
      { do: "leave-trying", label: word("page-leave-trying"), kind: "yes" },
    ];
    return {
      ...state, ...this.#shown, ...this.#list, actions,
      you: "both", yours: !this.#shown.over, position: this.#name(...this.#before()), prepared: null, clock: null, notes: [],
    };
  }

  /** The moves before what is on the board, and after which ply they begin. */
  #before() {
    return [Math.min(this.#from, this.ply), this.#moves.slice(0, Math.max(0, this.ply - this.#from))];
  }

  #name(from, moves) {
    return `${from}:${moves}`;
  }

  #query(from, moves) {
    const [grant, query] = this.on.ask();
    return [grant, { ...query, ply: from, moves: moves.join() }];
  }

  /** Whether it is on the board now. */
  async #go(from, moves, at) {
    const turn = (this.#turn += 1);
    this.on.say("");
    this.on.arrows([]);
    const [first, rest] = [Math.min(from, at), moves.slice(0, Math.max(0, at - from))];
    const name = this.#name(first, rest);
    let done = false;
    await this.#answered(async () => {
      const { ok, body } = this.#known.get(name) ?? (await fetchTried(...this.#query(first, rest)));
      // Another one was wanted meanwhile.
      if (this.#turn !== turn) return;
      if (!ok) return this.on.say(body?.says || word("page-refused"));
      this.#known.set(name, { ok, body });
      this.#shown = body;
      const isNew = at === from + moves.length;
      [this.#from, this.#moves] = isNew ? [first, body.tried] : [from, moves];
      if (isNew || !this.#list) this.#list = { list: body.list, ply: body.ply };
      announce(byId("whisper"), "");
      done = true;
    });
    this.on.change();
    return done;
  }

  async #answered(act) {
    try {
      await act();
    } catch (error) {
      if (error instanceof Ended) this.on.end(error);
      else if (error instanceof Unreachable) this.on.say((error instanceof Later && error.message) || word("page-not-reached"));
      else throw error;
    }
  }
}
