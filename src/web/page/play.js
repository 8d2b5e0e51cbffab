// What a tap, a drag or a key on the board means. No rules: only the moves that the server sent.
import { askWhich } from "./dialog.js";
import { word } from "./words.js";

/** Where a dropped piece comes from, in place of a square. */
export const HAND = "hand";

const sourceOf = (move) => move.from ?? HAND;

export class Play {
  #asked = 0;

  /** `to.send(move, dragged)`, `to.say(text)`, `to.whisper(text)` (for screen readers), `to.why(move)`, `to.changed()`. */
  constructor(to) {
    this.to = to;
    this.state = null;
    this.able = false;
    this.chosen = null;
  }

  /** A new position. `able`: a move may be made now. */
  take(state, able) {
    this.state = state;
    this.able = able;
    if (!able || !this.#movesOf(this.chosen).length) this.chosen = null;
  }

  /** The squares from which something can move. */
  get sources() {
    return new Set(this.able ? this.state.moves.map(sourceOf) : []);
  }

  /** Where the chosen piece can go: square -> moves. */
  get targets() {
    const targets = new Map();
    for (const move of this.#movesOf(this.chosen)) targets.set(move.to, [...(targets.get(move.to) ?? []), move]);
    return targets;
  }

  #movesOf(from) {
    return this.able && from ? this.state.moves.filter((move) => sourceOf(move) === from) : [];
  }

  /** A tap or Enter on a square, or on the pieces in hand. `square` is what the board shows there. */
  tap(at, square) {
    this.#asked += 1;
    if (!this.able) return this.#tell(square);
    if (at === this.chosen) return this.drop(true);
    if (this.targets.has(at)) return this.go(at);
    if (this.sources.has(at)) return this.choose(at, square);
    if (at === HAND || (square?.piece && square.color === this.state.turn)) return this.#stuck(at, square);
    if (this.chosen) return this.#wrong(at);
    return this.#tell(square);
  }

  /** Chooses a piece. Screen readers hear where it can go. */
  choose(at, square) {
    this.chosen = at;
    this.to.say("");
    this.to.whisper(this.#ways(at, square));
    this.to.changed();
  }

  /** Where the chosen piece can go, in words: what it takes by landing there, what it takes beside its way, and the rest. */
  #ways(at, square) {
    const [on, by, free] = [[], [], []];
    for (const [to, moves] of [...this.targets].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const taken = moves.flatMap((move) => move.takes ?? []);
      (!taken.length ? free : taken.includes(to) ? on : by).push(to);
    }
    if (at === HAND) {
      const last = free.at(-1);
      const earlier = free.slice(0, -1).join(", ");
      return word("page-from-hand", { targets: earlier ? word("page-or", { first: earlier, second: last }) : last });
    }
    const squares = (list) => list.join(", ");
    const [piece, targets] = [square?.called ?? square?.name ?? at, squares(free)];
    const takes = on.length && by.length ? word("page-takes-both", { on: squares(on), by: squares(by) })
      : on.length ? word("page-takes-on", { squares: squares(on) }) : word("page-takes-by", { squares: squares(by) });
    if (!on.length && !by.length) return word("page-chosen", { piece, targets });
    return word(free.length ? "page-chosen-both" : "page-chosen-takes", { piece, takes, targets });
  }

  /** Drops the choice. */
  drop(aloud = false) {
    if (!this.chosen) return;
    this.chosen = null;
    if (aloud) this.to.whisper(word("page-dropped"));
    this.to.changed();
  }

  /** Moves the chosen piece; asks if that could be several moves. */
  go(at, dragged = false) {
    const moves = this.targets.get(at);
    const send = (move) => {
      this.chosen = null;
      this.to.send(move, dragged);
    };
    if (moves.length === 1) send(moves[0]);
    else askWhich(moves, this.state.turn, send);
  }

  /** A piece was dragged to a square, or off the board. */
  dragged(at) {
    if (!at) return this.drop();
    // The board may have changed under the finger.
    if (!this.chosen || at === this.chosen) return;
    if (this.targets.has(at)) return this.go(at, true);
    return this.#wrong(at);
  }

  /** The name of a square says what holds its piece as well. An empty one has nothing to say. */
  #tell(square) {
    this.to.say(square?.piece ? square.name : "");
  }

  #stuck(at, square) {
    this.to.say(this.state.held?.[at] ?? word("page-no-moves", { piece: square?.name ?? word("page-hand") }));
  }

  /** The server knows why this is no move. The answer counts only while nothing else was tapped. */
  async #wrong(at) {
    const [from, mine] = [this.chosen, (this.#asked += 1)];
    const says = await this.to.why(this.#tried(from, at)) || word("page-no-move", { from, to: at });
    if (mine === this.#asked) this.to.say(says);
  }

  #tried(from, to) {
    if (from !== HAND) return from + to;
    const drop = this.#movesOf(HAND)[0];
    return drop.move.replace(drop.to, to);
  }
}
