// Trying moves of both sides on the board, back and forth. Each request sends the tried moves, and the server
// stores none.
import { copyPosition } from "./copy.js";
import { announce, byId } from "./dom.js";
import { Ended, Later, Unreachable, askLine, fetchTried } from "./net.js";
import { word } from "./words.js";

export class Trying {
  #from = 0; // the ply of the game from which moves are tried
  #moves = []; // all tried moves
  #turn = 0; // increases with each request, so that late responses are ignored
  #known = new Map(); // the server's responses, by the moves
  #shown = null; // the board, null if no moves are tried
  #list = null; // the list of moves, including the tried ones
  #busy = false;

  /** `on.ask()`: the page's `[grant, query]`. `on.change()`. `on.say(text)`. `on.arrows(arrows)`. `on.end(error)`. */
  constructor(on) {
    this.on = on;
  }

  /** Whether moves are being tried. */
  get active() {
    return this.#shown !== null;
  }

  /** The ply on the board. */
  get ply() {
    return this.#shown.ply;
  }

  /** Starts after that many plies. */
  begin(ply) {
    this.#known.clear();
    this.#list = null;
    return this.#go(ply, [], ply);
  }

  /** Returns to the game. */
  leave() {
    this.#turn += 1;
    this.#shown = null;
    this.on.say("");
    announce(byId("whisper"), "");
    this.on.arrows([]);
    this.on.change();
  }

  /** Shows the position after that many plies of the game or of the tried moves. */
  visit(ply) {
    return this.#go(this.#from, this.#moves, ply);
  }

  /** Plays a move on the board. Repeating the next tried move keeps those after it. */
  play(text) {
    const [from, moves] = this.#before();
    const next = this.#moves[moves.length];
    if (from === this.#from && next === text) return this.visit(this.ply + 1);
    return this.#go(from, [...moves, text], this.ply + 1);
  }

  /** Returns why a move is illegal. */
  async why(text) {
    const [from, moves] = this.#before();
    const { ok, body } = await fetchTried(...this.#query(from, [...moves, text]));
    return ok ? "" : body?.says ?? "";
  }

  /** Copies the position on the board. */
  copy() {
    return copyPosition(this.#shown.position, this.on.say);
  }

  /** Shows the best line from here. */
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

  /** Adapts a state while moves are tried. */
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

  /** The moves up to the position on the board, and the ply from which they start. */
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

  /** Shows a position. Returns whether it is on the board now. */
  async #go(from, moves, at) {
    const turn = (this.#turn += 1);
    this.on.say("");
    this.on.arrows([]);
    const [first, rest] = [Math.min(from, at), moves.slice(0, Math.max(0, at - from))];
    const name = this.#name(first, rest);
    let done = false;
    await this.#answered(async () => {
      const { ok, body } = this.#known.get(name) ?? (await fetchTried(...this.#query(first, rest)));
      // Another position was requested meanwhile.
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
